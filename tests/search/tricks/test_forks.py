"""Long lists of what is proved (ext/tricks/table.pxd, ext/tricks/memory.pxd): parted by the owners of two
cards, they hold all that they held, and are given up whole."""

from itertools import pairwise
from random import Random

import pytest

from solver import Position
from tests.support.search.trick_checks import Search, fill, random_lengths, trick_game
from tests.support.seeds import seeds

FREAK = [[3, 3, 0, 0], [3, 0, 0, 3], [0, 0, 3, 3], [0, 3, 3, 0]]
"""Each suit in two hands that are neighbours, so that most ranks matter."""


def freak(rng: Random, each: int = 6) -> Position:
    lengths = [[n * each // 6 for n in hand] for hand in FREAK]
    return fill(rng, trick_game(rng, each), "NT", lengths, "N")


@pytest.mark.night
def test_a_list_that_has_grown_long_is_parted_and_says_the_same() -> None:
    rng, search = Random(3), Search()
    for _ in seeds(250, needed=100):
        search.check(freak(rng))
    assert search.table.n_forks > 20


def test_other_shapes_are_parted_too() -> None:
    n_forks = 0
    for seed in seeds(6, needed=3):
        rng = Random(seed)
        rules, search = trick_game(rng, 6), Search()
        lengths, trump = random_lengths(rng, 6, 13, 0.2), rng.choice(("NT", "S"))
        for _ in range(80):
            search.check(fill(rng, rules, trump, lengths, rng.choice("NESW")))
        n_forks += search.table.n_forks
    assert n_forks > 20


def test_what_a_fork_has_in_its_branches_is_found() -> None:
    # A deal solved again costs next to nothing, however many others of its shape came between.
    rng, search = Random(8), Search(16 << 20)
    deals = [freak(rng) for _ in seeds(150, needed=90)]
    first = [search.nodes(deal) for deal in deals]
    assert search.table.n_forks >= 15
    again = [search.nodes(deal) for deal in deals]
    assert sum(again) < 0.2 * sum(first)


def test_at_the_limit_parted_lists_are_given_up_and_values_stay_right() -> None:
    rng, search = Random(4), Search(1)
    forks = [0]
    for i in seeds(2500, needed=210):
        deal = (
            freak(rng) if i % 3 else fill(rng, trick_game(rng, 6), "NT", random_lengths(rng, 6, 13, 0.1), "N")
        )
        if i % 25:
            search.solve(deal)
        else:
            search.check(deal)
        forks.append(search.table.n_forks)
        assert search.table.n_bytes < 1 << 20
    assert any(after < before for before, after in pairwise(forks))


def test_of_several_proofs_the_most_general_is_taken() -> None:
    # 207,447 nodes; 227,243 if the proof that names most cards is taken, 294,566 if long lists lose proofs.
    rng = Random(2)
    lengths = [[6, 5, 0, 0], [5, 0, 0, 6], [0, 0, 6, 5], [0, 6, 5, 0]]
    deal = fill(rng, trick_game(rng, 11), "NT", lengths, "N")
    assert Search(64 << 20).nodes(deal) < 215_000
