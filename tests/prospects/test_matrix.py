"""Deals that several requests ask for at once: each waits for the other, and no longer than its own limit."""

from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from threading import Timer

import pytest

from solver.engine import Budget, CancelToken, Limit
from solver.knowledge import Sampling, draw_deals
from solver.prospects.matrix import Matrix, Solved, Take
from tests.prospects.games import small_game, view

TAKES = [[Take("S", "S")]] * 4
WAIT_S = 20
"""The time after which a wait that should end at once counts as one without an end, in seconds."""


def matrices() -> tuple[Solved, Matrix, Matrix]:
    """Return two matrices of the same deals, and what they share."""
    seen = view(small_game(), "SQ SA HA")
    deals = tuple(islice(draw_deals(seen.deals(), Sampling(4, 0), 0), 4))
    solved = Solved(deals)
    return solved, Matrix(seen, deals, solved), Matrix(seen, deals, solved)


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
