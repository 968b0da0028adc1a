"""Counts in memory: those that are kept where there are too many, and what a request is told of its own."""

import threading
from unittest.mock import MagicMock

import limits
import pytest

from api.access import counts as rate_counts
from tests.api.access.test_rates import PATH, SHOWN, client_of, statuses


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> rate_counts.LocalCounts:
    for name, number in (("MOST", 100), ("MOST_LEFT", 75)):
        monkeypatch.setattr(rate_counts, name, number)
    return rate_counts.LocalCounts()


def test_of_too_many_counts_those_far_from_their_limit_are_forgotten(counts: rate_counts.LocalCounts) -> None:
    minute, few, many = map(limits.parse, ("10/minute", "10/day", "50000/day"))
    near = {rate.key_for("2001:db8::/64", "address"): rate.amount * 9 // 10 for rate in (few, many)}
    assert [counts.add(key, 86_400.0, count)[0] for key, count in near.items()] == [*near.values()]
    for number in range(1_000):
        counts.add(many.key_for(f"2001:db8:{number}::/64", "address"), 86_400.0, 20)
        assert len(counts) <= 100
    assert {key: counts.find(key)[0] for key in near} == near
    assert counts.add(day := [*near][1], 86_400.0, 5_000)[0] == 50_000
    for number in range(1_000):  # more than all of their rate nobody has used
        counts.add(minute.key_for(f"2001:db8:{number}::/64", "address"), 60.0, 11)
    assert counts.find(day)[0] == 50_000


def test_of_too_many_counts_the_oldest_are_not_the_last(counts: rate_counts.LocalCounts) -> None:
    many = limits.parse("50000/day")
    keys = [many.key_for(f"2001:db8:{number}::/64", "address") for number in range(127)]
    for number, key in enumerate(keys[:101]):  # the later, the nearer to the limit
        counts.add(key, 86_400.0, 20 + number)
    assert [counts.find(key)[0] for key in keys[:101]] == [0] * 26 + list(range(46, 121))
    for key in keys[101:]:
        assert (counts.add(key, 86_400.0, 1)[0], counts.find(key)[0]) == (1, 1), "swept, but for the new one"


def test_a_count_that_others_share_expires_when_its_first_request_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    for name in ("monotonic", "time"):
        monkeypatch.setattr(rate_counts, name, lambda: now)
    counts = rate_counts.Counts(address="redis://localhost:1")
    counts._shared = MagicMock()
    counts._shared.incr.side_effect = [1, 2]
    assert [counts.incr("one", 60), counts.get_expiry("one")] == [1, 1060.0]
    now += 10
    assert [counts.incr("one", 60), counts.get_expiry("one")] == [2, 1060.0]


def test_the_last_of_a_period_is_told_of_that_period(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if others have begun the next one before it is answered."""
    now = 1000.0
    monkeypatch.setattr(rate_counts, "monotonic", lambda: now)
    client = client_of(rate_per_address="2/hour")
    assert statuses(client, 3) == [200, 200, 429]
    others: list[int] = []

    real = rate_counts.Counts.incr

    def count_slowly(self: rate_counts.Counts, key: str, expiry: int, amount: int = 1) -> int:
        nonlocal now
        count = real(self, key, expiry, amount)
        if threading.current_thread() is threading.main_thread():
            now += 3600.0
            other = threading.Thread(target=lambda: others.extend(statuses(client, 1)))
            other.start()
            other.join()
        return count

    monkeypatch.setattr(rate_counts.Counts, "incr", count_slowly)
    late = client.get(PATH)
    assert (late.status_code, others) == (429, [200])
    told = {name: late.headers[name] for name in (*SHOWN, "Retry-After")}
    assert told == dict(zip((*SHOWN, "Retry-After"), ("2", "0", "0", "1"), strict=True))
