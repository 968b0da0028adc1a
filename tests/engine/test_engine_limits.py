"""What an answer says of the limit that ended it, and work that began before its search."""

from random import Random

import pytest

from solver import CancelToken, Limit, solve
from solver.engine.answer import Ended
from solver.rules.variants import find_variant
from tests.engine.test_solver import FULL_GAMES, WANTED, hard_positions
from tests.support.positions import random_position


def test_a_search_that_was_called_off_says_so() -> None:
    token = CancelToken()
    token.cancel()
    for position in hard_positions():
        answer = solve(position, Limit(nodes=10**9, time_ms=10**6, cancel=token))
        assert answer.to_dict()["limit"] == {"ended_by": "cancelled"}


@pytest.mark.parametrize("name", FULL_GAMES)
def test_an_exact_answer_names_no_limit(name: str) -> None:
    rules = find_variant(name)
    position = random_position(Random(3), rules, n_each=rules.cards_each, n_left=8)
    for wanted in WANTED:
        answer = solve(position, Limit(nodes=10**9, time_ms=10**6), cards=wanted)
        assert answer.ended is None
        assert "limit" not in answer.to_dict()


def test_a_limit_that_has_begun_counts_from_its_beginning() -> None:
    position = hard_positions()[0]
    started = Limit(time_ms=10**6, due=1.0)
    assert started.begun() == started
    assert started.is_late
    answer = solve(position, started)
    assert answer.ended == Ended("time_ms", 10**6)


def test_a_limit_may_be_longer_than_the_clock_can_count() -> None:
    rules = find_variant("belote")
    position = random_position(Random(1), rules, n_each=8, n_left=8)
    assert solve(position, Limit(time_ms=1e300)).exact
