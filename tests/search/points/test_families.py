"""Positions of one family answer for each other in the table (ext/points/families.pxd).

Positions of several games of one deal share a table.  Long suits in few hands, so that many of them have one
family, and cards that bring all kinds of points, so that they are not worth the same.
"""

from random import Random
from typing import Any

import pytest

from solver import Position
from solver.rules.words import Objective
from tests.search.points.test_alike import courses
from tests.support.search.technique_checks import Bench, check_together, deal, game
from tests.support.seeds import seeds

SIDES = (("NS", "EW"), ("NS", "EW"), ("N", "ES"), ("N", "S"))
KINDS = ("four_of_a_kind", "sequence_of_three", "sequence_of_four", "trick_marriage")


def long_suits(rng: Random, **game_of: Any) -> Position:
    """A deal of two suits of eight cards."""
    sides = rng.choice(SIDES)
    n_players = len("".join(sides))
    n_each = {2: 6, 3: 4, 4: rng.choice((3, 4))}[n_players]
    rules = game(rng, Objective.card_points, sides=sides, suits="SH", each=n_each, **game_of)
    return deal(rng, rules, n_each)


@pytest.mark.parametrize(
    "points", [(0, 1, 2, 3), (0, 2, 3, 4, 10, 11), (0, 0, 0, 25), (0, 3, 64, 127), (0, 1, 2, 260)]
)
def test_they_differ_by_as_much_as_their_cards_bring(points: tuple[int, ...]) -> None:
    for seed in seeds(400, needed=30):
        rng = Random(seed)
        bonus = rng.choice(({}, {"last_trick": 10}, {"slam": 9}))
        check_together(courses(rng, long_suits(rng, points=points, bonus=bonus)))


def test_four_suits_of_which_each_may_differ() -> None:
    for seed in seeds(200, needed=20):
        rng = Random(seed)
        rules = game(rng, Objective.card_points, each=4, points=(0, 1, 3, 7))
        check_together(courses(rng, deal(rng, rules, 4, order=2.0)))


@pytest.mark.by_day(1)
@pytest.mark.parametrize("kind", KINDS)
def test_what_can_combine_stands_for_itself_alone(kind: str) -> None:
    for seed in seeds(400, needed=300):
        rng = Random(seed)
        suits, ranks = ("SHDC", "AKQJ") if kind == "four_of_a_kind" else ("SH", "AKQJT987")
        rules = game(
            rng,
            Objective.card_points,
            ranks=ranks,
            suits=suits,
            each=4,
            points=(0, 0, 1, 2),
            bonus={kind: rng.choice((4, 9))},
        )
        check_together(courses(rng, deal(rng, rules, 4 if rng.random() < 0.3 else 3, order=2.0)))


def test_positions_with_more_cards_come_after_those_with_fewer_or_before() -> None:
    # The holders of cards that are only in some of the positions become known on the way.
    for seed in seeds(200, needed=20):
        rng = Random(seed)
        positions = [*courses(rng, long_suits(rng, points=(0, 1, 2, 3)))]
        check_together(rng.sample(positions, len(positions)))


@pytest.mark.parametrize(
    ("points", "last_trick"), [((0, 60, 125), 40), ((125, 126, 127), 500), ((0, 200, 400), 40)]
)
def test_values_beyond_what_an_entry_holds_are_not_lost(points: tuple[int, ...], last_trick: int) -> None:
    # But for the first, a deal has more points than the 2,047 of an entry of 8 bytes.
    for seed in seeds(60, needed=8):
        rng = Random(seed)
        rules = game(
            rng, Objective.card_points, suits="SHD", each=5, points=points, bonus={"last_trick": last_trick}
        )
        check_together(courses(rng, deal(rng, rules, 5)))


@pytest.mark.parametrize("n_clusters", [1, 80])
def test_a_shape_of_more_positions_than_have_room_keeps_the_values(n_clusters: int) -> None:
    # One suit for each side, so that nearly all positions of one trick have one family.
    for seed in seeds(40, needed=4):
        rng = Random(seed)
        rules = game(rng, Objective.card_points, sides=("N", "S"), each=8, points=(0, 1, 2, 3, 4))
        first = deal(rng, rules, 8, order=0.3)
        check_together([first, *courses(rng, first)], 64 * n_clusters)


def test_they_spare_nodes() -> None:
    # What the tests above rely on: positions of one family do answer for each other in the core. They do not
    # where cards bring too much for entries of 8 bytes.
    few, many = (n_nodes(points=(1, 2, 3, 4)), n_nodes(points=(100, 200, 300, 400)))
    assert few < 0.7 * many


def n_nodes(points: tuple[int, ...]) -> int:
    """Return the nodes of some deals, the same for all points but for what their cards bring."""
    n = 0
    for seed in range(5):
        rng = Random(seed)
        first = deal(rng, game(rng, Objective.card_points, each=6, points=points), 6, order=3.0)
        n += Bench(first, 1 << 20).solve(first, wanted="value", guess=0).nodes
    return n
