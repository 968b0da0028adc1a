"""What the resources of puzzles refuse, and in which words."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.parts import part_of
from api.puzzles import Bank
from api.store.database import StoreDownError
from tests.api.views.test_puzzles import FRENCH, HERE, attempt, clients, get
from tests.support.api.databases import database
from tests.support.api.kept_puzzles import example_puzzle
from tests.support.api.service import make_client


@pytest.fixture(scope="module")
def shared() -> Iterator[FlaskClient]:
    """A client of a bank that tests only read."""
    with database("sqlite") as address:
        yield from clients(address)


def details(problem: Any) -> list[str]:
    return [fault["detail"] for fault in problem["errors"]]


def test_a_query_without_parameters_says_so(shared: FlaskClient) -> None:
    refused = get(shared, "/v1/puzzles/stats?variant=belote", 422)
    assert details(refused) == ["'variant' is no part of this query, which takes no parameters"]


@pytest.mark.parametrize(
    ("path", "faults"),
    [
        ("?theme=foo&x=1&limit=0&limit=0&rating_min=9999&cursor=z", 5),
        ("?rating_min=2000&rating_max=1000", 1),
        ("?sort=easy&cursor=12", 1),
        ("?sort=new&cursor=1500.3.4", 1),
        ("/next?difficulty=hard&rating=-1&exclude=x&match=some", 4),
        ("/next?" + "&".join(["theme=duck"] * 6), 1),
        ("/next?" + "&".join([f"exclude={example_puzzle().id}"] * 101), 1),
        ("/daily?day=2026-02-30&foo=1", 2),
        ("/daily?day=9999-01-01", 1),
        ("/daily?variant=foo&day=x", 2),
        ("/themes?theme=duck", 1),
        ("/stats?variant=belote", 1),
        (f"/{example_puzzle().id}?themes=yes&notation=de&solver=", 3),
        (f"/{example_puzzle().id}/hint?n=4", 1),
        (f"/{example_puzzle().id}/solution?solver={'x' * 41}", 1),
    ],
)
def test_every_fault_of_a_query_is_told(shared: FlaskClient, path: str, faults: int) -> None:
    english = get(shared, f"/v1/puzzles{path}", 422)
    french = get(shared, f"/v1/puzzles{path}", 422, FRENCH)
    assert len(english["errors"]) == faults
    assert all(one != other for one, other in zip(details(english), details(french), strict=True))


@pytest.mark.parametrize("path", ["", "/hint", "/solution"])
@pytest.mark.parametrize("name", ["0" * 16, "nonsense", "%00", "🂡"])
def test_there_is_no_such_puzzle(shared: FlaskClient, name: str, path: str) -> None:
    problem = get(shared, f"/v1/puzzles/{name}{path}", 404)
    assert problem["type"] == "/problems/unknown-puzzle"


def test_a_game_that_is_not_known_is_not_found(shared: FlaskClient) -> None:
    assert get(shared, "/v1/puzzles?variant=foo", 404)["type"] == "/problems/unknown-variant"
    assert get(shared, "/v1/puzzles/next?variant=whist", 404)["type"] == "/problems/unknown-puzzle"


def test_what_is_wrong_with_a_try_is_told_all_at_once(shared: FlaskClient) -> None:
    problem = attempt(shared, {"plays": ["XX", 3, "HA"], "solver": "", "foo": 2}, 400)
    assert {fault["pointer"] for fault in problem["errors"]} == {"/plays/0", "/plays/1", "/solver", "/foo"}
    for body, status in (({}, 400), ([], 400), ({"plays": None}, 400), ({"plays": ["SA"] * 60}, 422)):
        assert attempt(shared, body, status)["errors"]
    answer = shared.post(f"{HERE}/attempts", data="{}", content_type="text/plain")
    assert answer.status_code == 415
    assert "ndjson" not in answer.text


def test_a_name_that_is_too_long_is_readable(shared: FlaskClient) -> None:
    problem = attempt(shared, {"plays": [], "solver": "x" * 41}, 422)
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [("/solver", "too_long")]


def test_a_card_that_may_not_be_played_is_refused_with_its_duty(shared: FlaskClient) -> None:
    line = list(map(str, example_puzzle().solution.line))
    problem = attempt(shared, {"plays": [line[0], "CQ"]}, 422)
    (fault,) = problem["errors"]
    assert fault["pointer"] == "/plays/1"
    assert "N" in fault["detail"]
    problem = attempt(shared, {"plays": [*line, "HA"]}, 422)
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [("/plays/3", "deal_over")]
    problem = attempt(shared, {"plays": ["HA", "D9"]}, 422)
    assert problem["errors"][0]["pointer"] == "/plays/1"


def test_a_line_that_cannot_be_followed_within_the_limits_is_told(
    shared: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.puzzles.attempt.PROOF_NODES", 1)
    right = str(example_puzzle().solution.right[0])
    tried = attempt(shared, {"plays": [right]}, 422), get(shared, f"{HERE}/hint?plays={right}", 422)
    for problem in tried:
        assert details(problem) == ["this puzzle has more defences than can be proved"]


@pytest.mark.parametrize("body", [{}, {"up": None}, {"up": 1}, {"up": "true"}, {"up": True, "solver": 3}])
def test_what_is_no_vote_is_refused(shared: FlaskClient, body: Any) -> None:
    answer = shared.post(f"{HERE}/votes", json=body)
    assert answer.status_code == 400
    assert answer.get_json()["errors"]


def test_without_a_database_there_are_no_puzzles() -> None:
    client = make_client()
    for path in ("", "/next", "/daily", "/themes", "/stats", "/" + "0" * 16):
        problem = get(client, f"/v1/puzzles{path}", 503)
        assert "ATOUT_DATABASE" in problem["detail"]
    attempt(client, {"plays": []}, 503)


def test_while_the_database_is_away_it_is_said(shared: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise StoreDownError("away")

    monkeypatch.setattr(part_of(shared.application, Bank), "get", fail)
    answer = shared.get(HERE, headers=FRENCH)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert answer.get_json()["detail"].startswith("la base de données, où sont les problèmes")
