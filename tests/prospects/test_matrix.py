"""Deals that several requests ask for at once: each waits for the other, and no longer than its own limit."""

from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from threading import Timer

import pytest

from solver.engine import Budget, CancelToken, Limit
from solver.game import Deal
from solver.knowledge import Sampling, draw_deals
from solver.prospects.matrix import Matrix, Solved, Take
from solver.rules import Rules, find_variant
from tests.prospects.games import small_game, view

HAND = "SJ S9 SA S7 HA HT D7 C8"
TAKES = [[Take("S", "S")]] * 4
WAIT_S = 20
"""The time after which a wait that should end at once counts as one without an end, in seconds."""


def matrices() -> tuple[Solved, Matrix, Matrix]:
    """Return two matrices of the same deals, and what they share."""
    seen = view(small_game(), "SQ SA HA")
    deals = tuple(islice(draw_deals(seen.deals(), Sampling(4, 0), 0), 4))
    solved = Solved(deals)
    return solved, Matrix(seen, deals, solved), Matrix(seen, deals, solved)


def whole_deals() -> tuple[Rules, tuple[Deal, ...]]:
    """Return contrée, and ten deals that agree with a hand of it."""
    rules = find_variant("contree")
    seen = view(rules, HAND, dealer="W", seat="N")
    return rules, tuple(islice(draw_deals(seen.deals(), Sampling(10, 0), 0), 10))


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_who_waits_for_deals_of_another_waits_no_longer_than_their_own_limit(is_cancelled: bool) -> None:
    solved, first, second = matrices()
    assert first.solve(TAKES[:2], Budget(Limit())) == 2
    token = CancelToken()
    budget = Budget(Limit(cancel=token) if is_cancelled else Limit(time_ms=50, cancel=token))
    with ThreadPoolExecutor(1) as pool, solved.turn() as turn:
        assert turn.take()
        if is_cancelled:
            Timer(0.05, token.cancel).start()
        # What is known already is looked up all the same.
        assert pool.submit(second.solve, TAKES, budget).result(WAIT_S) == 2
    assert budget.ended is not None
    assert budget.ended.by == ("cancelled" if is_cancelled else "time_ms")
    assert second.solve(TAKES, Budget(Limit())) == 4


def test_who_waits_gets_what_the_other_has_solved() -> None:
    solved, first, second = matrices()
    budget = Budget(Limit())
    with ThreadPoolExecutor(1) as pool:
        with solved.turn() as turn:
            assert turn.take()
            waiting = pool.submit(second.solve, TAKES, budget)
            with pytest.raises(TimeoutError):
                waiting.result(0.2)
        assert waiting.result(WAIT_S) == 4
    n_nodes = budget.n_nodes
    assert first.solve(TAKES, again := Budget(Limit())) == 4
    assert n_nodes > again.n_nodes == 0


@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_of_nodes_is_not_shared_by_more_deals_than_it_pays_for(threads: int) -> None:
    rules, deals = whole_deals()
    takes = [[Take(trump, "N") for trump in rules.trumps]] * len(deals)
    seen = view(rules, HAND, dealer="W", seat="N")
    budgets = [Budget(Limit()) for _ in deals]
    for deal, budget in zip(deals, budgets, strict=True):
        assert Matrix(seen, [deal]).solve(takes[:1], budget, threads) == 1
    costs = [budget.n_nodes for budget in budgets]
    for n_paid in (2, 5, 9):
        granted = Budget(Limit(nodes=sum(costs[:n_paid]) + 1))
        n_solved = Matrix(seen, deals).solve(takes, granted, threads)
        assert n_paid / 2 <= n_solved <= n_paid
    # Deals that are solved already say nothing of what the next ones take.
    matrix = Matrix(seen, deals)
    assert matrix.solve(takes[:6], Budget(Limit()), threads) == 6
    assert matrix.solve(takes, Budget(Limit(nodes=sum(costs[6:8]) + 1)), threads) in (7, 8)


@pytest.mark.parametrize("nodes", [2_000_000, 400_000])
def test_what_others_have_solved_changes_nothing_that_a_limit_gives(nodes: int) -> None:
    rules, deals = whole_deals()
    takes = [[Take(trump, "N") for trump in rules.trumps]] * len(deals)
    seen = view(rules, HAND, dealer="W", seat="N")
    alone, granted = Matrix(seen, deals), Budget(Limit(nodes=nodes))
    n_alone = alone.solve(takes, granted)
    solved = Solved(deals)
    assert Matrix(seen, deals, solved).solve(takes, Budget(Limit())) == len(deals)
    for _ in range(2):
        later, again = Matrix(seen, deals, solved), Budget(Limit(nodes=nodes))
        assert later.solve(takes, again) == n_alone
        assert again.n_nodes == granted.n_nodes
        assert [later.column(take) for take in takes[0]] == [alone.column(take) for take in takes[0]]
