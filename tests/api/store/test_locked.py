"""A file of SQLite that another process holds locked, as VACUUM does: all is read, and one request waits."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from api.store import connections, database as opening
from api.store.analyses import Store
from api.store.database import StoreDownError
from tests.api.store.test_away import CountedLock
from tests.support.api.databases import database
from tests.support.api.kept_analyses import ADDRESS, FULL
from tests.support.waiting import PATIENCE_S, wait_until

N = 20
"""More than the connections that a service has to a database."""
A_MOMENT_AGO = "the database could not be used a moment ago"


class SlowLock(CountedLock):
    """A lock that lets the first go on only when as many as are awaited have asked for it."""

    def acquire(self, timeout: float = -1) -> bool:
        """Wait for it, and for all others to ask."""
        has_it = super().acquire(timeout)
        wait_until(lambda: self.n_asked >= N, "not all have asked")
        return has_it


@pytest.fixture
def address() -> Iterator[str]:
    with database("sqlite") as address:
        yield address


@pytest.fixture
def other(address: str) -> Iterator[sqlite3.Connection]:
    """Another process that may lock the file."""
    with closing(sqlite3.connect(address, isolation_level=None, check_same_thread=False)) as connection:
        yield connection


@pytest.fixture
def store(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(connections, "BUSY_S", PATIENCE_S)
    monkeypatch.setattr(connections, "RETRY_S", PATIENCE_S)
    store = Store(address)
    yield store
    store.close()


def keep(store: Store) -> str:
    """Keep an analysis; the reason why it was not kept, or nothing."""
    try:
        store.keep(FULL)
    except StoreDownError as error:
        return str(error)
    return ""


def test_however_many_wait_to_write_all_is_read(
    store: Store, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "BUSY_S", PATIENCE_S)
    store.keep(FULL)
    lock = CountedLock()
    store._writing = lock  # type: ignore[assignment]
    other.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(N) as pool:
        writers = [pool.submit(keep, store) for _ in range(N)]
        try:
            wait_until(lambda: lock.n_asked == N, "not all want to write")
            assert store.find(ADDRESS) == FULL
            assert not any(writer.done() for writer in writers)
        finally:
            other.execute("ROLLBACK")
        assert [writer.result() for writer in writers] == [""] * N


def test_who_waited_for_a_write_that_failed_tries_none(
    store: Store, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "BUSY_S", 0.05)
    store._writing = SlowLock()  # type: ignore[assignment]
    other.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(N) as pool:
        said = Counter(pool.map(keep, [store] * N))
    assert said == {"database is locked": 1, A_MOMENT_AGO: N - 1}
    assert store.find(ADDRESS) is None


def test_while_one_tries_to_write_again_nobody_waits(
    store: Store, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "BUSY_S", 0.05)
    other.execute("BEGIN IMMEDIATE")
    assert keep(store) == "database is locked"
    assert keep(store) == A_MOMENT_AGO
    store._rewrite_at = 0.0
    with store._writing:
        assert keep(store) == "another request is writing to the database"
        assert store.find(ADDRESS) is None
    other.execute("ROLLBACK")
    assert keep(store) == ""
    # From then on a write waits for the one before.
    with ThreadPoolExecutor(1) as pool:
        with store._writing:
            writer = pool.submit(keep, store)
        assert writer.result() == ""
