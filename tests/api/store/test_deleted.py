"""Analyses that are deleted when they are old, by the store and by ``atout db prune``."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from api.store import analyses
from api.store.analyses import Store
from api.store.models import AnalysisRow
from tests.support.api.kept_analyses import FULL
from tests.support.command_line import run

NOW = datetime.now(UTC)
ADDRESSES = [f"{number:032}" for number in range(10)]
OLD = {0, 1, 2, 5, 9}
"""The numbers of those that are older than a day."""


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """A store with all of them."""
    store = Store(address)
    for number, place in enumerate(ADDRESSES):
        store.keep(replace(FULL, address=place))
        age = timedelta(hours=25 if number in OLD else 23)
        with store.connection(writes=True) as connection:
            is_it = AnalysisRow.id == place
            connection.execute(update(AnalysisRow).where(is_it).values(made_at=NOW - age))
    yield store
    store.close()


def left(store: Store) -> set[int]:
    return {number for number, place in enumerate(ADDRESSES) if store.find(place) is not None}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("at_once", [1, 3, 5, 10, 100])
def test_those_that_are_old_go_and_the_others_stay(
    at_once: int, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "DELETED_AT_ONCE", at_once)
    began = 0
    real = store.connection

    def connection(*, writes: bool = False) -> object:
        nonlocal began
        began += 1
        return real(writes=writes)

    monkeypatch.setattr(store, "connection", connection)
    assert store.delete_before(NOW - timedelta(days=1)) == len(OLD)
    # Each part of them is a transaction of its own.
    assert began == len(ADDRESSES) // at_once + 1
    assert left(store) == set(range(len(ADDRESSES))) - OLD
    assert store.delete_before(NOW - timedelta(days=1)) == 0


@pytest.mark.usefixtures("store")
def test_the_command_says_how_many(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATOUT_DATABASE", address)
    for days, n_deleted in ((2, "0 analyses"), (1, f"{len(OLD)} analyses")):
        done = run("db", "prune", "--days", str(days))
        assert (done.exit_code, done.stdout) == (0, f"Deleted: {n_deleted}\n")


def test_without_a_database_or_an_age_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATOUT_DATABASE", "none")
    assert run("db", "prune", "--days", "1").exit_code == 2
    for days in ([], ["--days", "0"], ["--days", "-1"]):
        assert run("db", "prune", *days).exit_code == 2
