"""The threads of one search (ext/team.pxd, ext/crew.pxi), with helpers from the first node on."""

from functools import cache
from random import Random

import pytest

from solver import Position, find_variant
from tests.support.positions import random_position
from tests.support.search.technique_checks import Bench, Values
from tests.support.seeds import seeds

TABLE = 1 << 22
ROUNDS = 40
"""Which thread is first is chance: each mistake needs a few rounds."""


@cache
def position(number: int) -> tuple[Position, Values]:
    """A position of some ten thousand nodes, in the middle of a trick, or of more, and its values."""
    sizes = {"california_jack": ((6, 14, 25), (6, 18, 30)), "belote": ((8, 0, 27), (8, 0, 32))}
    name = ("california_jack", "belote")[number % 2]
    n_each, n_stock, n_left = sizes[name][number // 100]
    rules = find_variant(name).override({"short_deals": True})
    first = random_position(Random(number), rules, n_each=n_each, n_stock=n_stock, n_left=n_left)
    return first, Bench(first, TABLE).core(first)


@cache
def positions_later(number: int) -> list[tuple[Position, Values]]:
    """The positions two cards later, with their values."""
    first, _ = position(number)
    later = [one.play(card) for one in map(first.play, first.legal_plays()) for card in one.legal_plays()]
    return [(one, Bench(one, TABLE).core(one)) for one in later[::3]]


@pytest.mark.parametrize("threads", [2, 4])
def test_helpers_find_the_values_of_one_thread(threads: int) -> None:
    for seed in seeds(ROUNDS, needed=30):
        first, truth = position(seed % 4)
        assert Bench(first, TABLE).core(first, threads=threads, alone_for=0) == truth


@pytest.mark.night
def test_a_thread_goes_back_to_what_another_has_settled() -> None:
    for seed in seeds(ROUNDS, needed=30):
        number = 100 + seed % 4
        first, truth = position(number)
        bench = Bench(first, TABLE)
        assert bench.core(first, threads=8, alone_for=0) == truth
        # What they left in the table is true.
        for later, values in positions_later(number):
            assert bench.core(later) == values


def test_a_test_that_a_limit_stopped_proves_nothing() -> None:
    for seed in seeds(ROUNDS, needed=30):
        first, truth = position(seed % 6 * 2)
        bench = Bench(first, TABLE)
        for limit in Random(seed).sample(range(1024, 10_000), 4):
            found = bench.core(first, threads=8, alone_for=0, node_limit=limit)
            for card, (lower, upper) in found.items():
                assert lower <= truth[card][0] <= upper
        # What the helpers left in the table is true.
        assert bench.core(first) == truth
