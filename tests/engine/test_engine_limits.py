"""What an answer says of the limit that ended it, and work that began before its search."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, cast

import numpy as np
import pytest

from solver import CancelToken, Limit, Position, Solver, solve, solve_many
from solver.engine.answer import Ended
from solver.rules.variants import find_variant
from tests.engine.test_solver import FULL_GAMES, WANTED, hard_positions
from tests.support.positions import random_position
from tests.support.waiting import wait_until

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


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
    for time_ms in (1e300, 1e305):
        assert solve(position, Limit(time_ms=time_ms)).exact


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ({"time_ms": float("nan")}, "time_ms must be a number above 0"),
        ({"time_ms": 10**400}, "time_ms must be a number above 0"),
        ({"time_ms": "5"}, "time_ms must be a number above 0"),
        ({"nodes": float("nan")}, "nodes must be at least 1, a whole number"),
        ({"nodes": 1.5}, "nodes must be at least 1, a whole number"),
        ({"threads": 1.5}, "threads must be from 1 to 64, a whole number"),
        ({"table_mib": "64"}, "table_mib must be from 1 to 65536, a whole number"),
        ({"cancel": 1}, "cancel must be a CancelToken"),
        ({"cancel": 10**5000}, "cancel must be a CancelToken, and not a huge number"),
        ({"time_ms": 10**5000}, "time_ms must be a number above 0, and not a huge number"),
        ({"nodes": -(10**5000)}, "nodes must be at least 1, a whole number, and not a huge number"),
        ({"table_mib": 10**5000}, "table_mib must be from 1 to 65536, a whole number, and not a huge number"),
        ({"due": "x"}, "due must be a number of seconds, and not 'x'"),
        ({"due": float("nan")}, "due must be a number of seconds, and not nan"),
        ({"due": float("-inf")}, "due must be a number of seconds, and not -inf"),
        ({"due": 10**400}, "due must be a number of seconds, and not a huge number"),
    ],
)
def test_what_is_no_limit_is_refused_at_once(stated: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Limit(**stated)


@pytest.mark.parametrize("time_ms", [Fraction(1, 3), np.float32(0.5), np.float64(0.5), np.int64(1)])
def test_a_limit_in_numbers_of_any_type_ends_in_json(time_ms: Any) -> None:
    limit = Limit(time_ms=time_ms, nodes=cast("int", np.int64(1)), due=time_ms)
    answer = solve(hard_positions()[0], limit)
    assert json.dumps(answer.to_dict())
    assert {type(number) for number in (limit.time_ms, limit.due)} <= {int, float}
    assert (limit.time_ms, type(limit.nodes)) == (float(time_ms), int)


@pytest.mark.parametrize("due", [-1e308, 0, 1e308])
def test_a_deadline_may_be_any_time(due: float) -> None:
    assert solve(hard_positions()[0], Limit(due=due, nodes=5000)).ended is not None


@pytest.mark.parametrize("table_mib", [-1, 0, 2**50, 1.5, "64"])
def test_a_solver_has_as_much_memory_as_a_limit_may_give(table_mib: Any) -> None:
    with pytest.raises(ValueError, match="table_mib must be from 1 to 65536, a whole number, and not "):
        Solver(hard_positions()[0], table_mib)


def test_the_value_alone_is_exact_where_it_is_proved() -> None:
    log = json.loads((SAMPLES / "belote.json").read_text(encoding="utf-8"))
    position = Position.from_dict({**log, "plays": log["plays"][:6]})
    whole = solve(position)
    for answer in (solve(position, cards="none"), *solve_many([position], cards="none")):
        assert (answer.exact, answer.value, answer.cards, answer.ended) == (True, whole.value, (), None)
    cut = solve(position, Limit(nodes=1), cards="none")
    assert (cut.exact, cut.value) == (False, None)
    assert cut.ended is not None
    wrong: Any = "value"
    with pytest.raises(ValueError, match="cards must be 'all', 'best' or 'none', and not 'value'"):
        solve(position, cards=wrong)
    with pytest.raises(ValueError, match="cards must be"):
        solve_many([position], cards=wrong)


def test_to_wait_for_others_is_part_of_the_limit() -> None:
    """Whoever has no time left when their turn comes has what can be proved at once, and does not wait."""
    position = hard_positions()[0]
    solver, token = Solver(position), CancelToken()
    other = Thread(target=solver.solve, args=(position, Limit(cancel=token)))
    other.start()
    try:
        wait_until(solver._lock.locked, "the other search does not begin")
        limit = Limit(time_ms=1)
        late = (solver.solve(position, limit).ended, solver.leads(position, limit).ended)
        (first,) = solver.solve_in_turn([position, position], limit)
        assert [*late, first.ended] == [Ended("time_ms", 1)] * 3
        assert other.is_alive()
    finally:
        token.cancel()
        other.join()
