"""Budgets: shares of a limit, what is left of them, and what has ended them; the clock is the test's own."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from solver import Answer, Bounds, CancelToken
from solver.engine.answer import Ended, EndedBy, Stats
from solver.engine.budget import NO_LIMIT, Budget, Limit, OutOfTimeError
from tests.support.waiting import Clock

PROVED = Answer(
    variant="belote", to_play="N", trick=(), bounds=Bounds(0, 0), cards=(), line=(), stats=Stats(0, 0.0)
)


def answer(nodes: int, ended_by: EndedBy | None = None) -> Answer:
    """A search that has used so many nodes, and was ended by a limit of its own."""
    return replace(PROVED, stats=Stats(nodes, 0.0), ended=None if ended_by is None else Ended(ended_by, 99))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("solver.engine.budget.time", clock)
    return clock


def left_ms(budget: Budget) -> float:
    left = budget.rest().left_ms
    assert left is not None
    return left


def test_without_limits_there_is_no_end() -> None:
    budget = Budget(NO_LIMIT)
    for part in budget.shares(3):
        part.spend(answer(10**12))
        assert part.rest() == NO_LIMIT
        assert not part.is_over
    budget.check()
    assert (budget.n_nodes, budget.ended, budget.part_left) == (3 * 10**12, None, 1)


def test_what_a_share_leaves_goes_to_the_next() -> None:
    budget = Budget(Limit(nodes=100))
    granted = []
    for part, used in zip(budget.shares(4), (5, 40, 0, 1), strict=True):
        granted.append(part.rest().nodes)
        part.spend(answer(used))
    # 100 // 4, 95 // 3, 55 // 2, 55
    assert granted == [25, 31, 27, 55]
    assert budget.rest().nodes == 54


@given(st.integers(1, 1000), st.lists(st.integers(0, 400), min_size=1, max_size=8))
def test_every_search_has_a_node_and_only_that_may_be_too_many(nodes: int, wants: list[int]) -> None:
    budget = Budget(Limit(nodes=nodes))
    n_over = 0
    for part, wanted in zip(budget.shares(len(wants)), wants, strict=True):
        n_over += budget.is_over
        granted = part.rest().nodes
        assert granted is not None
        assert granted >= 1
        part.spend(answer(min(wanted, granted)))
    assert budget.n_nodes <= nodes + n_over


def test_a_share_of_a_share_spends_of_both() -> None:
    budget = Budget(Limit(nodes=100))
    half = budget.share(2)
    quarter = half.share(2)
    quarter.spend(answer(20))
    assert [one.rest().nodes for one in (quarter, half, budget)] == [5, 30, 80]
    assert [one.n_nodes for one in (quarter, half, budget)] == [20, 20, 20]


def test_a_budget_is_over_with_its_last_node() -> None:
    budget = Budget(Limit(nodes=10))
    budget.spend(answer(9))
    assert (budget.is_over, budget.rest().nodes) == (False, 1)
    budget.spend(answer(1))
    assert (budget.is_over, budget.is_late, budget.rest().nodes, budget.share(5).rest().nodes) == (
        True,
        False,
        1,
        1,
    )
    budget.check()
    assert budget.end() == budget.ended == Ended("nodes", 10)


def test_time_is_shared_as_it_goes_by(clock: Clock) -> None:
    budget = Budget(Limit(time_ms=600))
    parts = []
    for part in budget.shares(3):
        parts.append(left_ms(part))
        clock.now += 0.1
    assert parts == pytest.approx([200, 250, 400])
    assert left_ms(budget) == pytest.approx(300)
    assert budget.part_left == pytest.approx(0.5)


def test_some_time_is_kept_back_from_all_shares(clock: Clock) -> None:
    budget = Budget(Limit(time_ms=600))
    solving = budget.share(keep_ms=200)
    assert left_ms(solving) == pytest.approx(400)
    assert left_ms(solving.share(4)) == pytest.approx(100)
    clock.now += 0.5
    assert (solving.is_late, budget.is_late) == (True, False)
    assert left_ms(solving.share(4)) == 0
    assert solving.end() == Ended("time_ms", 600)


def test_a_share_ends_before_the_whole_and_names_the_limit_of_the_whole(clock: Clock) -> None:
    budget = Budget(Limit(time_ms=600, nodes=1000))
    part = budget.share(3)
    clock.now += 0.2001
    assert (part.is_late, part.is_over, budget.is_over) == (True, True, False)
    with pytest.raises(OutOfTimeError):
        part.check()
    part.share(2).spend(answer(5, "time_ms"))
    assert part.ended == budget.ended == Ended("time_ms", 600)
    budget.share(3).spend(answer(333, "nodes"))
    assert (part.ended, budget.ended) == (Ended("time_ms", 600), Ended("nodes", 1000))


def test_time_that_went_by_before_the_work_counts(clock: Clock) -> None:
    limit = Limit(time_ms=600, due=clock.now + 0.06)
    budget = Budget(limit)
    assert budget.limit == limit
    assert left_ms(budget.share(2)) == pytest.approx(30)
    assert budget.part_left == 1
    clock.now += 0.06
    assert budget.end() == Ended("time_ms", 600)


def test_the_part_that_is_left_is_of_what_is_used_most(clock: Clock) -> None:
    budget = Budget(Limit(time_ms=100, nodes=100))
    assert budget.part_left == 1
    budget.spend(answer(25))
    assert budget.part_left == pytest.approx(0.75)
    clock.now += 0.06
    assert budget.part_left == pytest.approx(0.4)
    budget.spend(answer(75))
    assert budget.part_left == 0


def test_cancelled_work_is_late_in_all_its_parts(clock: Clock) -> None:
    token = CancelToken()
    budget = Budget(Limit(time_ms=100, nodes=100, cancel=token))
    part = budget.share(2).share(2)
    budget.spend(answer(100))
    assert not part.is_late
    token.cancel()
    assert part.is_late
    assert part.end() == Ended("cancelled")
    assert budget.ended == Ended("cancelled")


def test_shares_are_equal_however_they_are_nested(clock: Clock) -> None:
    budget = Budget(Limit(time_ms=1000))
    deadlines = []
    for part in budget.shares(10):
        clock.now += left_ms(part) / 1000
        assert part.is_late
        deadlines.append(clock.now)
    steps = [later - earlier for earlier, later in pairwise(deadlines)]
    assert steps == pytest.approx([0.1] * 9)
    assert budget.is_late
