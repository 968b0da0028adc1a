"""Whatever is asked of the bank, SQLite answers by an index: no table is read from end to end."""

import random
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from functools import partial
from typing import Any

import pytest
from sqlalchemy import event

from api.puzzles.attempts import Ending, Who
from api.puzzles.bank import Bank, Wanted
from api.puzzles.kept import KeptPuzzle, length_key
from api.puzzles.search import Sort
from api.store.analyses import Store
from benchmarks.made_puzzles import make_puzzles
from tests.support.api.databases import database as new_database

MADE = list(make_puzzles(300, seed=3))
WHO = Who("", "ann")


def first_of(bank: Bank) -> KeptPuzzle:
    """The puzzle that was added first."""
    return bank.find(Wanted(), Sort.old, None, 1)[0][0]


LISTED = (Wanted(), Wanted("belote", every=("duck", "quiet"), ratings=(1400, 1600)))


def list_some(sort: Sort, wanted: Wanted, bank: Bank) -> Any:
    """A page of a list that has begun before."""
    return bank.find(wanted, sort, (1500, 0, 100) if sort in (Sort.easy, Sort.hard) else (100,), 10)


ASKED: dict[str, Callable[[Bank], Any]] = {
    "get": lambda bank: bank.get(MADE[0].id),
    "next": lambda bank: bank.next(Wanted(), 1500),
    "next of a game": lambda bank: bank.next(Wanted("belote"), 1500),
    "next of two themes": lambda bank: bank.next(Wanted("belote", every=("duck", "quiet")), 1500),
    "next of one of two": lambda bank: bank.next(Wanted("belote", either=("duck", "squeeze")), 1500),
    "next of a length and one of two": lambda bank: bank.next(
        Wanted("belote", every=(length_key(3),), either=("duck", "squeeze")), 1500
    ),
    "next that is not there": lambda bank: bank.next(Wanted(every=("ruff", "refuse_ruff")), 1500),
    "next without some": lambda bank: bank.next(Wanted(), 1500, [one.id for one in MADE[:50]]),
    "next that is new": lambda bank: bank.next(Wanted(), 1500, who=WHO),
    "daily": lambda bank: bank.daily(date(2026, 11, 22), "belote", may_choose=True),
    "vote": lambda bank: bank.vote(first_of(bank), WHO, is_up=True),
    "help": lambda bank: bank.note_help(first_of(bank), WHO),
    "attempt": lambda bank: bank.record(first_of(bank), Who("", "ben"), Ending.solved, may_rate=True),
    "the rating of a solver": lambda bank: bank.rating_of(WHO),
    "figures": lambda bank: bank.figures(),
    "add": lambda bank: bank.add(MADE[:40]),
    **{
        f"list {sort} {number}": partial(list_some, sort, wanted)
        for sort in Sort
        for number, wanted in enumerate(LISTED)
    },
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with new_database("sqlite") as address:
        store = Store(address)
        Bank(store).add(MADE)
        store.close()
        yield address


@pytest.mark.parametrize("question", ASKED)
def test_no_table_is_read_from_end_to_end(
    address: str, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is rare in so small a bank would be gathered, whatever the plan for a large one.
    monkeypatch.setattr("api.puzzles.search.FEW", 0)
    store = Store(address)
    asked: list[tuple[str, Any]] = []

    def note(connection: Any, cursor: Any, statement: str, parameters: Any, *others: Any) -> None:
        asked.append((statement, parameters[0] if isinstance(parameters, list) else parameters))

    with store.connection() as connection:
        event.listen(connection.engine, "before_cursor_execute", note)
    ASKED[question](Bank(store, random.Random(1)))
    store.close()
    plans = 0
    with closing(sqlite3.connect(address)) as database:
        for statement, parameters in asked:
            if statement.startswith(("SELECT", "UPDATE", "DELETE", "INSERT")):
                plan = database.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
                steps = [step for *_, step in plan if not re.match(r"SCAN (\d+ )?CONSTANT ROW", step)]
                if question == "figures":  # which has a line for every game and theme
                    steps = [step for step in steps if step != "SCAN puzzle_counts"]
                wrong = [step for step in steps if "SCAN" in step or "TEMP B-TREE" in step]
                assert not wrong, statement
                plans += 1
    assert plans
