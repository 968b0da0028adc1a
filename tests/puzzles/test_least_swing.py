"""The least that a wrong card gives away: ten points in the shipped games, a mistake in smaller ones."""

import pytest

from solver.puzzles.goal import least_swing
from solver.rules.variants import VARIANTS, find_variant, resolve_variant


@pytest.mark.parametrize("name", VARIANTS)
def test_the_shipped_games_keep_theirs(name: str) -> None:
    rules = find_variant(name)
    points = 10 if rules.has_combinations else 20
    assert least_swing(rules) == {"card_points": points, "tricks": 2}.get(rules.objective.value, 1)


def test_a_game_of_few_points_has_less() -> None:
    grades = {"inaccuracy": 1, "mistake": 2, "blunder": 4}
    assert least_swing(resolve_variant({"name": "few", "extends": "belote", "grades": grades})) == 2
