"""One search by several threads: the same values, proven bounds at every limit, and no thread left behind."""

import json
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given

from solver import CancelToken, Limit, Position, Rules, find_variant, solve, solve_many
from solver.engine import Solver
from solver.engine.encode import Encoding
from solver.engine.found import Found
from tests.support.budgets import FEW
from tests.support.positions import GAMES, SEEDS, position_of_seed, random_position
from tests.support.search.plain_values import plain
from tests.support.waiting import wait_until

DEALS = Path(__file__).parents[2] / "benchmarks" / "deals"
N_THREADS = (2, 4)
MOST_PLAIN = 14
"""With more cards left the plain solver takes too long."""
ALONE_FOR = 1024
"""The fewest nodes after which helpers can come: here they must come to short searches, too."""


def ask(position: Position, threads: int, *, mib: int = 64, **options: Any) -> Found:
    """Return what the core finds with an empty table, with helpers as soon as they can come."""
    encoding = Encoding(position)
    unit: Any = encoding.core
    found: Found = unit.solve(
        encoding.fields,
        encoding.encode_position(position),
        unit.Table(mib << 20),
        threads=threads,
        alone_for=ALONE_FOR,
        **options,
    )
    return found


def values(found: Found) -> dict[int, tuple[int, int]]:
    """Return the bounds of every card."""
    return {card.code: (card.lower, card.upper) for card in found.cards}


def short_rules() -> Rules:
    return find_variant("california_jack").override({"short_deals": True})


def long_position(seed: int = 1) -> Position:
    """California Jack with a stock of which no search sees the end."""
    return random_position(Random(seed), short_rules(), n_each=6, n_stock=40, n_left=52)


def middle_position(seed: int) -> Position:
    """California Jack for 100,000 to 400,000 nodes, with the seeds of these tests."""
    return random_position(Random(seed), short_rules(), n_each=6, n_stock=18, n_left=30)


def freak() -> Position:
    """A bridge deal of long suits and voids: a million nodes, long lists of patterns."""
    row = [json.loads(line) for line in (DEALS / "bridge_freaks.ndjson").read_text().splitlines()][15]
    first, hands = row["deal"].split(":")
    seats = "NESW"["NESW".index(first) :] + "NESW"[: "NESW".index(first)]
    deal = {
        seat: ".".join(suit or "-" for suit in hand.split("."))
        for seat, hand in zip(seats, hands.split(), strict=True)
    }
    return Position.from_dict(
        {"variant": "bridge", "deal": deal, "contract": {"trump": row["trump"]}, "leader": row["leader"]}
    )


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
@FEW
@given(seed=SEEDS)
def test_values_are_the_same_with_any_number_of_threads(game: str, seed: int) -> None:
    position = position_of_seed(seed, game, max_left=28)
    alone = values(ask(position, 1, node_limit=400_000))
    if position.n_cards_left <= MOST_PLAIN:
        encoding = Encoding(position)
        truth = plain.solve(encoding.fields, encoding.encode_position(position))["cards"]
        assert alone == {code: (value, value) for code, value in truth}
    if any(lower < upper for lower, upper in alone.values()):
        return
    for threads in N_THREADS:
        assert values(ask(position, threads)) == alone


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("wanted", ["all", "best", "value"])
@pytest.mark.parametrize("mib", [1, 64])
def test_long_searches_have_the_same_values(wanted: str, mib: int) -> None:
    # Two of them in turn, in a table that grows, and in one that is full.
    for position in (middle_position(0), middle_position(3)):
        alone = ask(position, 1, wanted=wanted, mib=mib)
        assert alone.nodes > 20 * ALONE_FOR
        for threads in N_THREADS:
            found = ask(position, threads, wanted=wanted, mib=mib)
            assert (found.lower, found.upper) == (alone.lower, alone.upper)
            assert not found.stopped
            if wanted == "all":
                assert values(found) == values(alone)
            for line in found.lines.values():
                assert len(line.codes) == position.n_cards_left


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize("mib", [1, 64])
def test_a_freak_deal_has_the_same_value(mib: int) -> None:
    alone = ask(freak(), 1, wanted="value", with_line=False)
    for threads in N_THREADS:
        found = ask(freak(), threads, wanted="value", with_line=False, mib=mib)
        assert (found.lower, found.upper) == (alone.lower, alone.upper)


@pytest.mark.parametrize("threads", N_THREADS)
def test_a_limit_of_nodes_leaves_proven_bounds(threads: int) -> None:
    for seed in (0, 1, 5):
        position = middle_position(seed)
        truth = values(ask(position, 1))
        for limit in (1, 1000, 5000, 20_000, 90_000):
            found = ask(position, threads, node_limit=limit)
            # Every thread may pass it by what it plays between two looks.
            assert found.nodes <= limit + threads * 2048
            assert found.stopped or values(found) == truth
            for code, (lower, upper) in values(found).items():
                assert lower <= truth[code][0] <= upper


def test_short_searches_take_the_nodes_of_one_thread() -> None:
    position = middle_position(2)
    alone = Solver(position).solve(position)
    assert alone.stats.nodes < 100_000
    assert Solver(position).solve(position, Limit(threads=8)).stats.nodes == alone.stats.nodes


def n_threads() -> int:
    """The number of threads of this process, those without Python included."""
    return len(list(Path("/proc/self/task").iterdir()))


@pytest.mark.parametrize(
    ("position", "nodes"),
    [(long_position(), None), (long_position(), 100_000), (freak(), None)],
    # Within 100,000 nodes only where the stock is long: test_short_searches_take_the_nodes_of_one_thread.
    ids=["points", "long stock", "tricks"],
)
def test_helpers_come_and_go(position: Position, nodes: int | None) -> None:
    token, answers = CancelToken(), []
    before = n_threads()
    limit = Limit(nodes=nodes, cancel=token, threads=4)
    caller = threading.Thread(target=lambda: answers.append(ask_long(position, limit)))
    caller.start()
    wait_until(lambda: n_threads() >= before + 4)
    token.cancel()
    caller.join(timeout=60)
    assert not caller.is_alive()
    assert answers
    wait_until(lambda: n_threads() == before)


def ask_long(position: Position, limit: Limit) -> int:
    """Solve over and over until the limit is cancelled, and return how often."""
    n = 0
    while not limit.is_late:
        solve(position, limit, cards="none")
        n += 1
    return n


def test_time_ends_a_search_of_many_threads() -> None:
    began = time.monotonic()
    answer = solve(long_position(), Limit(time_ms=300, threads=4))
    assert answer.ended is not None
    assert answer.ended.by == "time_ms"
    assert answer.bounds.low < answer.bounds.high
    assert time.monotonic() - began < 60


def test_searches_of_many_threads_can_run_at_the_same_time() -> None:
    found: list[Found] = []
    position = middle_position(1)
    callers = [threading.Thread(target=lambda: found.append(ask(position, 3))) for _ in range(3)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    truth = values(ask(position, 1))
    assert [values(one) for one in found] == [truth] * 3


def test_a_batch_and_a_log_may_use_threads() -> None:
    positions = [
        random_position(Random(seed), short_rules(), n_each=6, n_stock=18, n_left=30) for seed in (0, 3)
    ]
    limit = Limit(threads=2)
    assert [one.value for one in solve_many(positions, limit)] == [solve(one).value for one in positions]
    solver = Solver(positions[0])
    assert [one.value for one in solver.solve_in_turn(positions[:1], limit)] == [solve(positions[0]).value]


@pytest.mark.parametrize("threads", [0, -1, 65])
def test_the_number_of_threads_has_its_bounds(threads: int) -> None:
    with pytest.raises(ValueError, match="threads must be from 1 to 64"):
        Limit(threads=threads)
