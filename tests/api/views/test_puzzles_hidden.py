"""Hidden puzzles over HTTP: no answer hangs on a card that their solver cannot know of."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from flask.testing import FlaskClient

from api import Settings, create_app
from api.parts import part_of
from api.puzzles import Bank
from api.store import Store
from solver import Puzzle
from solver.knowledge import find_knowledge
from tests.support.api.databases import database
from tests.support.api.kept_puzzles import kept
from tests.support.puzzles.hidden_puzzles import read_hidden, twins

PUZZLES = read_hidden()
FORMS = ("application/json", "application/x-ndjson", "text/csv")
by_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=[f"{one.variant}-{one.id}" for one in PUZZLES])


@pytest.fixture(scope="module")
def clients() -> Iterator[list[FlaskClient]]:
    """Three services with the same puzzles, in the second and third with other cards out of sight."""
    others = [list(twins(one, 6)) for one in PUZZLES]
    banks = [PUZZLES, [one[0] for one in others], [one[-1] for one in others]]
    with ExitStack() as stack:
        made = []
        for bank in banks:
            address = stack.enter_context(database("sqlite"))
            app = create_app(Settings(database=address, job_threads=0, rate_attempts="none"))
            stack.callback(part_of(app, Store).close)
            part_of(app, Bank).add(map(kept, bank))
            made.append(app.test_client())
        yield made


def asked(client: FlaskClient, path: str, **options: Any) -> Any:
    """An answer as far as it may tell something: its status, headers and body."""
    method = client.post if "json" in options else client.get
    answer = method(path, **options)
    names = {name.lower() for name, _ in answer.headers} - {"x-request-id", "server-timing"}
    return answer.status_code, sorted(names), answer.headers.get("Content-Length"), answer.text


def test_lists_are_the_same_whatever_lies_out_of_sight(clients: list[FlaskClient]) -> None:
    for form in FORMS:
        first, *others = (
            asked(client, "/v1/puzzles?sort=easy&limit=50", headers={"Accept": form}) for client in clients
        )
        assert first[0] == 200
        assert all(PUZZLES[0].id in text for *_, text in (first, *others))
        assert others == [first] * 2
        whole = [
            asked(client, "/v1/puzzles?sort=easy&limit=50&shown=true", headers={"Accept": form})
            for client in clients
        ]
        assert whole[0] != whole[1]


@pytest.mark.by_day(4)
@by_puzzle
def test_a_puzzle_is_the_same_whatever_lies_out_of_sight(clients: list[FlaskClient], puzzle: Puzzle) -> None:
    v1 = f"/v1/puzzles/{puzzle.id}"
    paths = [f"{v1}{rest}" for rest in ("", "?notation=fr", "?themes=true", "/hint?n=3")]
    for path in (*paths, f"/puzzles/{puzzle.id}"):
        for language in ("en", "fr"):
            headers = {"Accept-Language": language, "Accept": "text/html" if path in v1[3:] else "*/*"}
            first, *others = (asked(client, path, headers=headers) for client in clients)
            assert first[0] == 200
            assert others == [first] * 2


@pytest.mark.by_day(2)
@by_puzzle
def test_a_try_is_answered_the_same_whatever_lies_out_of_sight(
    clients: list[FlaskClient], puzzle: Puzzle
) -> None:
    position = puzzle.position
    v1, first_legal = f"/v1/puzzles/{puzzle.id}", str(position.legal_plays()[0])
    pool = {str(card) for card in find_knowledge(position).pool}
    said = set()
    for card in map(str, position.rules.deck):
        for plays in ([card], [first_legal, card]):
            first, *others = (asked(client, f"{v1}/attempts", json={"plays": plays}) for client in clients)
            assert others == [first] * 2
            query = "&".join(f"plays={one}" for one in plays)
            hint, *others = (asked(client, f"{v1}/hint?n=1&{query}") for client in clients)
            assert others == [hint] * 2
            if card in pool:
                # Not even its length tells one card from another.
                said.add((len(plays), *(str(part).replace(card, "…") for part in (*first, *hint))))
    assert len(said) == 2
