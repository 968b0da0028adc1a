"""Cards that stand for each other in the keys of the table (ext/points/alike.pxd), where keys are long.

Positions of several games of one deal share a table: an entry answers for every position that has its key.
Long suits of few different points, so that nearly every card comes to stand for another.  Keys are long where
suits have more than eight cards, where there is a point for game, and where cards bring too much.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from solver import Position
from solver.rules.words import Objective
from tests.support.search.technique_checks import check_together, course, deal, game
from tests.support.seeds import seeds

SIDES = (("NS", "EW"), ("NS", "EW"), ("N", "ES"), ("N", "S"))
N_GAMES = 3
MUCH = 900
"""Points of a card, of which three in a deck make keys long."""


def courses(rng: Random, first: Position) -> Iterator[Position]:
    """Positions of some random games of one deal, the last of each first."""
    for _ in range(N_GAMES):
        yield from reversed([*course(rng, first)])


@pytest.mark.parametrize("objective", [Objective.card_points, Objective.four_points])
@pytest.mark.parametrize("ranks", ["AKQJT987", "AKQJT98765432"])
def test_what_lies_between_and_what_cards_bring_tell_them_apart(objective: Objective, ranks: str) -> None:
    for seed in seeds(400, needed=30):
        rng = Random(seed)
        sides = rng.choice(SIDES)
        n_players = len("".join(sides))
        n_each = {2: 6, 3: 4, 4: rng.choice((3, 4))}[n_players]
        points = (0, 0, 0, MUCH if objective == Objective.card_points else 10)
        rules = game(rng, objective, sides=sides, ranks=ranks, suits="SH", each=n_each, points=points)
        check_together(courses(rng, deal(rng, rules, n_each)))


def test_cards_of_which_only_one_counts_for_game_are_not_alike() -> None:
    for seed in seeds(400, needed=30):
        rng = Random(seed)
        rules = game(
            rng, Objective.four_points, sides=("N", "S"), ranks="AKQJT9", suits="SH", each=5, points=(0, 1)
        )
        check_together(courses(rng, deal(rng, rules, 5)))


def test_a_penalty_for_discards_tells_no_cards_apart() -> None:
    for seed in seeds(200, needed=10):
        rng = Random(seed)
        sides = rng.choice(SIDES)
        rules = game(
            rng,
            Objective.four_points,
            sides=sides,
            ranks="AKQJT987",
            each=4,
            points=(0, 0, 0, 1),
            forced_discard_penalty=rng.choice((1, 3)),
        )
        check_together(courses(rng, deal(rng, rules, 4 if len("".join(sides)) == 2 else 3)))


@pytest.mark.parametrize(
    "kind", ["four_of_a_kind", "sequence_of_three", "sequence_of_four", "trick_marriage"]
)
def test_a_card_that_can_combine_where_it_lies_or_would_lie_stays(kind: str) -> None:
    for seed in seeds(400, needed=30):
        rng = Random(seed)
        suits, ranks = ("SHDC", "AKQJ") if kind == "four_of_a_kind" else ("SH", "AKQJT987")
        # So much that keys are long.
        bonus: dict[str, Any] = {kind: rng.choice((400, 500)), "last_trick": 500}
        rules = game(
            rng, Objective.card_points, ranks=ranks, suits=suits, each=4, points=(0, 0, 0, 300), bonus=bonus
        )
        check_together(courses(rng, deal(rng, rules, 4 if rng.random() < 0.3 else 3, order=2.0)))
