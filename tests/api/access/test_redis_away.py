"""Redis that is away: requests are counted without it, and wait for nobody who looks whether it is back."""

import threading
from math import inf
from unittest.mock import MagicMock

import pytest
from redis import ResponseError

from api.access import counts as rate_counts
from api.access.counts import RETRY_S, Counts
from tests.support.waiting import PATIENCE_S, no_more_threads, wait_until


def test_no_request_waits_for_a_look_whether_redis_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(rate_counts, "monotonic", lambda: now)
    counts = Counts(address="redis://localhost:1")
    shared = MagicMock()
    counts._shared = shared
    looks, goes_on = [threading.Event(), threading.Event()], threading.Event()

    def incr(key: str, *values: int) -> int:
        # A Redis that is full answers everything but a count.
        n_looks = sum(not look.is_set() for look in looks)
        if key != "one":
            looks[-n_looks].set()
            assert goes_on.wait(PATIENCE_S)
        if key == "one" or n_looks == 2:
            raise ResponseError("OOM command not allowed when used memory > 'maxmemory'.")
        return 1

    shared.incr.side_effect = incr
    assert [counts.incr("one", 60) for _ in range(3)] == [1, 2, 3]
    assert shared.incr.call_count == 1
    for look in looks:
        goes_on.clear()
        now += RETRY_S
        before = counts.get("one")
        assert counts.incr("one", 60) == before + 1
        assert look.wait(PATIENCE_S)
        # While one looks, no other does, however long that takes.
        now += 10 * RETRY_S
        assert counts.incr("one", 60) == before + 2
        goes_on.set()
        wait_until(lambda: counts._retry_at != inf, "the look did not end")
    assert shared.incr.call_count == 3
    assert counts._retry_at is None
    shared.incr.side_effect = [7]
    assert counts.incr("one", 60) == 7


def test_without_threads_it_is_looked_later(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(rate_counts, "monotonic", lambda: now)
    counts = Counts(address="redis://localhost:1")
    counts._shared = MagicMock()
    counts._shared.incr.side_effect = OSError
    with no_more_threads(monkeypatch):
        for number in range(1, 4):
            assert counts.incr("one", 60) == number
            now += RETRY_S
    assert counts._shared.incr.call_count == 1
