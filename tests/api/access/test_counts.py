"""Counts in memory where there are too many: the ones that are kept."""

import limits
import pytest

from api.access import counts as rate_counts


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> rate_counts.LocalCounts:
    for name, number in (("MOST", 100), ("MOST_LEFT", 75)):
        monkeypatch.setattr(rate_counts, name, number)
    return rate_counts.LocalCounts()


def test_of_too_many_counts_those_far_from_their_limit_are_forgotten(counts: rate_counts.LocalCounts) -> None:
    minute, few, many = map(limits.parse, ("10/minute", "10/day", "50000/day"))
    near = {rate.key_for("2001:db8::/64", "address"): rate.amount * 9 // 10 for rate in (few, many)}
    assert [counts.add(key, 86_400.0, count) for key, count in near.items()] == [*near.values()]
    for number in range(1_000):
        counts.add(many.key_for(f"2001:db8:{number}::/64", "address"), 86_400.0, 20)
        assert len(counts) <= 100
    assert {key: counts.find(key)[0] for key in near} == near
    assert counts.add(day := [*near][1], 86_400.0, 5_000) == 50_000
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
        assert (counts.add(key, 86_400.0, 1), counts.find(key)[0]) == (1, 1), "swept, but for the new one"
