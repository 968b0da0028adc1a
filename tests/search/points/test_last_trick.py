"""The last trick by formula (`last_trick_worth` in ext/game/worth.pxd): nothing is left to choose."""

from random import Random
from typing import Any

import pytest

from solver.rules.words import Objective
from tests.support.search.technique_checks import check, deal, game, play_on
from tests.support.seeds import seeds

SIDES = (("NS", "EW"), ("N", "ES"), ("NW", "S"), ("N", "S"))
BONUS = {"slam": 8, "last_trick": 5}
COMBINATIONS = {"four_of_a_kind": 11, "sequence_of_three": 6, "sequence_of_four": 9, "trick_marriage": 4}


@pytest.mark.parametrize("objective", Objective)
def test_the_last_trick_and_the_end_of_the_deal(objective: Objective) -> None:
    for seed in seeds(600, needed=11):
        rng = Random(seed)
        sides = rng.choice(SIDES)
        n_players = len("".join(sides))
        bonus = BONUS if objective == Objective.card_points else {}
        if bonus and n_players == 4 and rng.random() < 0.5:
            bonus = bonus | COMBINATIONS
        penalty: dict[str, Any] = {"forced_discard_penalty": 2} if objective == Objective.four_points else {}
        rules = game(
            rng, objective, sides=sides, ranks="AKQJ", each=3, points=(0, 1, 2), bonus=bonus, **penalty
        )
        position = deal(rng, rules, rng.choice((1, 2, 2, 3)), order=rng.choice((1.3, 3.0)))
        for _ in range(2):
            at_end = n_players * rng.choice((1, 2, 2))
            check(play_on(rng, position, max(0, position.n_cards_left - at_end)))
