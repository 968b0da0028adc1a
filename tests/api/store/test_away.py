"""A database that is away: one request tries it, the others go on without it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock

import pytest
from sqlalchemy import Engine

from api.store import connections
from api.store.analyses import Store
from api.store.database import StoreDownError
from tests.support.api.kept_analyses import ADDRESS
from tests.support.waiting import PATIENCE_S, wait_until


class CountedLock:
    """A lock that counts who asked for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.n_asked = 0

    def acquire(self, timeout: float = -1) -> bool:
        """Wait for it."""
        self.n_asked += 1
        return self._lock.acquire(timeout=timeout)

    def release(self) -> None:
        """Give it back."""
        self._lock.release()

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


class Gate:
    """A database that cannot be reached, which each attempt learns when the gate is opened."""

    def __init__(self) -> None:
        self.n_tries = 0
        self.is_open = Event()

    def upgrade(self, engine: Engine) -> str:
        """Fail once the gate is open."""
        self.n_tries += 1
        self.is_open.wait(PATIENCE_S)
        raise OSError("nobody is there")


def fails(store: Store) -> str:
    with pytest.raises(StoreDownError) as raised:
        store.find(ADDRESS)
    return str(raised.value)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    gate = Gate()
    monkeypatch.setattr(connections, "upgrade", gate.upgrade)
    monkeypatch.setattr(connections, "PREPARE_S", PATIENCE_S)
    return gate


def test_who_waits_for_an_attempt_that_fails_makes_none(
    tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if a health check had ended the back-off at once.
    monkeypatch.setattr(connections, "RETRY_S", 0.0)
    n_requests = 5
    store = Store(f"{tmp_path}/atout.db")
    lock = CountedLock()
    store._preparing = lock  # type: ignore[assignment]
    with ThreadPoolExecutor(n_requests) as pool:
        said = [pool.submit(fails, store) for _ in range(n_requests)]
        wait_until(lambda: lock.n_asked == n_requests, "not all have asked")
        gate.is_open.set()
        assert sorted({one.result() for one in said}) == [
            "nobody is there",
            "the database could not be used a moment ago",
        ]
    assert gate.n_tries == 1


def test_while_one_tries_it_again_nobody_waits(tmp_path: Path, gate: Gate) -> None:
    store = Store(f"{tmp_path}/atout.db")
    gate.is_open.set()
    assert fails(store) == "nobody is there"
    gate.is_open.clear()
    store._retry_at = 0.0
    with ThreadPoolExecutor(2) as pool:
        trying = pool.submit(fails, store)
        try:
            wait_until(lambda: gate.n_tries == 2, "it is not tried again")
            assert pool.submit(fails, store).result(PATIENCE_S / 2) == "the database is being opened"
        finally:
            gate.is_open.set()
        assert trying.result() == "nobody is there"
    assert gate.n_tries == 2
