"""The examples of the document: every request is answered, every answer is the service's own."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from api import Settings, create_app
from api.parts import part_of
from api.puzzles import Bank
from api.schemas.examples.answers import ANSWER_EXAMPLES
from api.store import Store
from tests.make_examples import answers
from tests.support.api.described import Described
from tests.support.api.kept_puzzles import kept, shown_puzzle
from tests.support.api.service import make_client
from tests.support.api.streaming import NDJSON

DOCUMENT: Any = make_client().get("/openapi.json").get_json()
METHODS = ("get", "post", "delete")
check = Described(DOCUMENT).check


def operations() -> Iterator[tuple[str, str, Any]]:
    """Every operation of the document."""
    for path, item in DOCUMENT["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]


def requests() -> Iterator[Any]:
    """Every request that the document shows, with how its body is written."""
    for path, method, operation in operations():
        for kind, content in operation.get("requestBody", {}).get("content", {}).items():
            for name, example in content.get("examples", {}).items():
                yield pytest.param(
                    path, method, kind, content["schema"], example["value"], id=f"{path} {kind} {name}"
                )


def test_every_operation_shows_what_it_asks_and_what_it_answers() -> None:
    for path, method, operation in operations():
        for kind, content in operation.get("requestBody", {}).get("content", {}).items():
            assert content["examples"], (path, method, kind)
        (good,) = (
            response
            for status, response in operation["responses"].items()
            if status.startswith("2") and response.get("content")
        )
        for kind, content in good["content"].items():
            shown = content.get("example") or content.get("examples")
            assert shown, (path, method, kind)
            if "example" in content and kind in ("application/json", NDJSON):
                check(content["schema"], content["example"])


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A service with the puzzle that is shown, for all requests: none asks for what another has left."""
    folder = tmp_path_factory.mktemp("examples")
    app = create_app(Settings(database=f"{folder}/atout.db", job_threads=0))
    part_of(app, Bank).add([kept(shown_puzzle())])
    yield app.test_client()
    part_of(app, Store).close()


@pytest.mark.by_day(5)
@pytest.mark.slow
@pytest.mark.parametrize(("path", "method", "kind", "schema", "value"), list(requests()))
def test_every_request_that_is_shown_is_answered(
    path: str, method: str, kind: str, schema: Any, value: Any, client: FlaskClient
) -> None:
    is_json = "json" in kind
    if is_json:
        check(schema, value)
    body = json.dumps(value) if is_json else value
    answer = client.open(
        path.format(id=shown_puzzle().id), method=method, data=body, content_type=kind, buffered=True
    )
    assert 200 <= answer.status_code < 300, answer.text
    shown = DOCUMENT["paths"][path][method]["responses"][str(answer.status_code)]["content"]
    assert answer.mimetype in shown
    for line in answer.data.splitlines() if answer.mimetype == NDJSON else [answer.data]:
        check(shown[answer.mimetype]["schema"], json.loads(line))


def test_what_is_shown_of_puzzles_is_answered_by_the_bank_that_is_shipped(client: FlaskClient) -> None:
    """The id that readers copy is that of a puzzle which every service has."""
    shown = {"id": shown_puzzle().id}
    for path, method, operation in operations():
        if path.startswith("/v1/puzzles") and method == "get":
            for parameter in DOCUMENT["paths"][path].get("parameters", ()):
                values = [example["value"] for example in parameter["examples"].values()]
                assert values == [shown[parameter["name"]]]
            assert client.get(path.format(**shown)).status_code == 200, operation["operationId"]
    assert ANSWER_EXAMPLES["show_puzzle"]["id"] == shown["id"]


def without_choices(data: Any) -> Any:
    """``data`` without what a search chooses for itself: which of equally good cards, which best line."""
    if isinstance(data, list):
        return [without_choices(value) for value in data]
    if not isinstance(data, dict):
        return data
    read = {key: without_choices(value) for key, value in data.items()}
    if "best" in read and "line" in read:
        read["line"] = len(read["line"])
        read["best"] = sorted(read["best"])
        read["cards"] = sorted(read["cards"], key=lambda card: str(card["card"]))
    return read


@pytest.mark.night
@pytest.mark.slow
def test_the_answers_that_are_shown_are_the_answers() -> None:
    found = json.loads(json.dumps(answers()))
    shown = without_choices(ANSWER_EXAMPLES)
    assert without_choices(found) == shown, "python -m tests.make_examples writes them anew"


def test_no_answer_is_kept_for_what_there_is_not() -> None:
    names = {name.partition(".")[0] for name in ANSWER_EXAMPLES}
    assert names <= {operation["operationId"] for _, _, operation in operations()}
