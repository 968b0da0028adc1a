"""The point for game when card points are few and often equal, in games with a stock: who gets it."""

from random import Random

import pytest

from solver.engine.solver import Solver, solve
from solver.rules.rules import Rules
from solver.rules.variants import find_variant
from tests.support.positions import random_position
from tests.support.search.plain_values import plain_values

pytestmark = pytest.mark.slow


def game_of_few_points(seed: int) -> Rules:
    """California Jack in which only some ranks count a point, so that the sides are often level."""
    rng = Random(seed)
    data = find_variant("california_jack").to_dict()
    ranks = rng.sample("AKQJT98765432", 3)
    data["name"] = "few_points"
    data["points"] = {"standard": {kind: dict.fromkeys(ranks, 1) for kind in ("plain", "trump")}}
    data["deck"]["short_deals"] = True
    data["result"]["forced_discard_penalty"] = seed % 2
    if not seed % 2:
        del data["result"]["penalty_lasts"]
    return Rules.from_dict(data)


# Deals in which a search that mistook whose a level game is gave a wrong value.
KNOWN = [(4, 8, 35), (4, 8, 137), (4, 12, 69), (4, 12, 117)]


@pytest.mark.parametrize(("n_each", "n_stock", "seed"), [*KNOWN, *((4, 8, seed) for seed in range(40))])
def test_equal_card_points_with_a_stock(n_each: int, n_stock: int, seed: int) -> None:
    rules = game_of_few_points(seed)
    position = random_position(
        Random(seed), rules, n_each=n_each, n_stock=n_stock, n_left=2 * n_each + n_stock
    )
    solver = Solver(position)
    found = {card.card: card.bounds.low for card in solver.solve(position).cards}
    assert found == plain_values(position)
    for card in found:
        after = position.play(card)
        assert solver.solve(after).value == solve(after).value
