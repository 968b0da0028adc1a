"""Tries at puzzles, on both databases: the first one rates both sides, and none is lost."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Connection, select

from api.puzzles import attempts
from api.puzzles.attempts import Ending, Who
from api.puzzles.bank import Bank, Wanted
from api.puzzles.kept import KeptPuzzle, NewPuzzle
from api.puzzles.models import KeyRow, SolverRow
from api.puzzles.search import Sort
from api.store.analyses import Store
from benchmarks.made_puzzles import make_puzzles
from solver import Rating
from tests.support.waiting import PATIENCE_S

MADE = list(make_puzzles(12, seed=5))
ANN = Who("", "ann")


@pytest.fixture
def bank(address: str) -> Iterator[Bank]:
    store = Store(address)
    bank = Bank(store)
    bank.add(MADE)
    yield bank
    store.close()


def read(bank: Bank, number: int = 0) -> KeptPuzzle:
    kept = bank.get(MADE[number].id)
    assert kept is not None
    return kept


def rating(kept: KeptPuzzle) -> Rating:
    return Rating(kept.rating, kept.deviation, kept.volatility)


def test_the_first_end_rates_both_by_what_they_were_before(bank: Bank) -> None:
    puzzle, newcomer = rating(read(bank)), Rating()
    first = bank.record(read(bank), ANN, Ending.wrong, may_rate=True)
    assert (first.is_first, first.is_rated) == (True, True)
    assert first.puzzle == puzzle.rate([(newcomer, 1)]) == rating(read(bank))
    assert first.solver == newcomer.rate([(puzzle, 0)])
    assert bank.rating_of(ANN) == round(first.solver.rating) < 1500
    assert (read(bank).n_tries, read(bank).n_solved) == (1, 0)
    other = rating(read(bank, 1))
    second = bank.record(read(bank, 1), ANN, Ending.solved, may_rate=True)
    assert second.solver == first.solver.rate([(other, 1)])
    assert (read(bank, 1).n_tries, read(bank, 1).n_solved) == (1, 1)


def test_later_ends_change_nothing(bank: Bank) -> None:
    bank.record(read(bank), ANN, Ending.wrong, may_rate=True)
    before = read(bank)
    again = bank.record(read(bank), ANN, Ending.solved, may_rate=True)
    assert (again.is_first, again.is_rated) == (False, True)
    assert again.puzzle == rating(before)
    assert read(bank) == before


@pytest.mark.parametrize("why", ["helped", "not allowed", "nobody"])
def test_what_is_not_rated_is_counted(bank: Bank, why: str) -> None:
    before = read(bank)
    who = Who("key", "") if why == "nobody" else ANN
    if why == "helped":
        bank.note_help(before, who)
    recorded = bank.record(before, who, Ending.solved, may_rate=why != "not allowed")
    assert (recorded.is_first, recorded.is_rated) == (True, False)
    after = read(bank)
    assert rating(after) == rating(before)
    assert (after.n_tries, after.n_solved) == (1, 1)
    assert bank.rating_of(who) == (None if why == "nobody" else 1500)
    # And what was not rated at first is not rated later.
    recorded = bank.record(before, who, Ending.solved, may_rate=True)
    assert not recorded.is_rated
    assert read(bank).n_tries == (2 if why == "nobody" else 1)


def test_help_after_the_end_takes_nothing_back(bank: Bank) -> None:
    bank.record(read(bank), ANN, Ending.solved, may_rate=True)
    bank.note_help(read(bank), ANN)
    assert bank.record(read(bank), ANN, Ending.solved, may_rate=True).is_rated


def test_the_same_name_with_another_key_is_somebody_else(bank: Bank) -> None:
    bank.record(read(bank), ANN, Ending.solved, may_rate=True)
    assert bank.record(read(bank), Who("key", "ann"), Ending.solved, may_rate=True).is_rated
    assert read(bank).n_tries == 2


@pytest.mark.by_day(1)
def test_a_rated_puzzle_is_found_at_its_new_rating(address: str, bank: Bank) -> None:
    for number in range(10):
        bank.record(read(bank), Who("", f"solver {number}"), Ending.wrong, may_rate=True)
    kept = read(bank)
    assert kept.rating > MADE[0].rating + 100
    store = Store(address)
    with store.connection() as connection:
        rows = connection.execute(
            select(KeyRow.rating, KeyRow.theme).where(KeyRow.number == kept.number)
        ).all()
    store.close()
    assert {row.rating for row in rows} == {round(kept.rating)}
    assert len(rows) == len(kept.themes) + 4
    here = Wanted(ratings=(round(kept.rating), round(kept.rating)))
    assert {one.id for one in bank.find(here, Sort.easy, None, 10)[0]} >= {kept.id}
    # Replaced by what another engine proves, it keeps the rating that solvers have made.
    bank.add([NewPuzzle.of(MADE[0].body, "other")])
    assert (read(bank).rating, read(bank).engine) == (kept.rating, "other")


def test_help_that_comes_while_a_try_is_recorded_waits_for_it(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, find, helped = read(bank), attempts._find_attempt, list[Future[None]]()
    with ThreadPoolExecutor(1) as pool:

        def find_and_help(connection: Connection, number: int, who: Who) -> Any:
            found = find(connection, number, who)
            helped.append(pool.submit(bank.note_help, kept, who))
            with pytest.raises(TimeoutError):
                helped[0].result(0.3)
            return found

        with monkeypatch.context() as patch:
            patch.setattr(attempts, "_find_attempt", find_and_help)
            assert bank.record(kept, ANN, Ending.solved, may_rate=True).is_rated
        helped[0].result(PATIENCE_S)
    assert not bank.record(kept, ANN, Ending.solved, may_rate=True).is_first


@pytest.mark.by_day(1)
@pytest.mark.slow
def test_tries_that_come_at_once_are_none_of_them_lost(
    address: str, bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.store.database.BUSY_S", PATIENCE_S)
    stores = [Store(address) for _ in range(4)]
    banks = list(map(Bank, stores))
    kept = read(bank)
    people = [Who("", f"solver {number}") for number in range(24)]

    def solve(number: int) -> None:
        # Everybody comes twice, and only the first time counts.
        who = people[number % len(people)]
        banks[number % 4].record(kept, who, Ending.solved, may_rate=True)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(solve, range(2 * len(people))))
    expected = rating(kept)
    for _ in people:
        # All were newcomers, so the order does not matter.
        expected = expected.rate([(Rating(), 0)])
    after = read(bank)
    assert (after.n_tries, after.n_solved) == (24, 24)
    assert (after.rating, after.deviation) == pytest.approx((expected.rating, expected.deviation))
    # And one solver who tries many puzzles at once.
    with ThreadPoolExecutor(8) as pool:
        tried = [read(bank, number) for number in range(1, 12)]
        list(pool.map(lambda one: bank.record(one, ANN, Ending.wrong, may_rate=True), tried))
    store = Store(address)
    with store.connection() as connection:
        row = connection.execute(select(SolverRow.n_tries).where(SolverRow.name == "ann")).one()
    assert row.n_tries == 11
    for one in (store, *stores):
        one.close()
