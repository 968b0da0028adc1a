"""Puzzles that have one of several themes, in a bank that is large enough to be read otherwise."""

import random
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event

from api.puzzles.kept import ALL, signature_of
from api.puzzles.search import ANY_RATING, Sort, find_near, list_places, plan_walks
from api.store import Store
from tests.support.api.databases import database

N_PUZZLES = 12_000
GAMES = ("belote", "bridge")
EITHER = ("duck", "quiet", "ruff")


def rows() -> Iterator[tuple[str, str, int, int, int, int]]:
    """The rows of the keys of that many puzzles of two games, half of them with each theme."""
    chance = random.Random(1)
    for number in range(1, N_PUZZLES + 1):
        game, rating, shuffle = chance.choice(GAMES), chance.randint(900, 2100), number
        themes = [theme for theme in EITHER if chance.random() < 0.5]
        for theme in (ALL, *themes):
            yield theme, game, rating, shuffle, number, signature_of(themes)


@pytest.fixture(scope="module")
def connection() -> Iterator[Connection]:
    with database("postgresql") as address:
        with psycopg.connect(address) as filled:
            filled.execute("SET session_replication_role = replica")  # of the puzzles only the keys are there
            into = "COPY puzzle_themes (theme, game, rating, shuffle, number, signature) FROM STDIN"
            with filled.cursor().copy(into) as copy:
                for row in rows():
                    copy.write_row(row)
            filled.execute("ANALYZE puzzle_themes")
        store = Store(address)
        with store.connection() as connection:
            yield connection
        store.close()


@pytest.fixture
def plans(connection: Connection) -> Iterator[list[str]]:
    """The plan of each question about keys."""
    found: list[str] = []

    def note(connection: Connection, cursor: Any, statement: str, parameters: Any, *others: Any) -> None:
        if not statement.startswith("EXPLAIN"):
            steps = connection.exec_driver_sql(f"EXPLAIN {statement}", parameters).scalars()
            found.append("\n".join(steps))

    event.listen(connection, "before_cursor_execute", note)
    yield found
    event.remove(connection, "before_cursor_execute", note)


WALKS = plan_walks({game: dict.fromkeys(EITHER, 3_000) | {ALL: 6_000} for game in GAMES}, (), EITHER)


@pytest.mark.server
@pytest.mark.parametrize("question", ["near", *Sort])
def test_postgresql_looks_for_themes_only_at_the_puzzles_that_are_asked_about(
    connection: Connection, plans: list[str], question: str
) -> None:
    if question == "near":
        assert find_near(connection, WALKS, 1500, [], random.Random(1))
    else:
        assert len(list_places(connection, WALKS, ANY_RATING, Sort(question), None, 20)) == 20
    assert plans
    for plan in plans:
        assert "hashed" not in plan, plan
        assert "Join" not in plan, plan


@pytest.mark.server
def test_what_is_known_to_be_common_is_not_gathered(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = list_places(connection, WALKS, ANY_RATING, Sort.new, None, 20)
    monkeypatch.setattr("api.puzzles.search.FEW", 2_000)
    monkeypatch.setattr("api.puzzles.search._gather", None)
    assert list_places(connection, WALKS, ANY_RATING, Sort.new, None, 20) == first
