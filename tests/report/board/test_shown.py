"""The answers along a game that the board is given: what `solve` says at each place, its end included."""

import json
from random import Random

import pytest

from solver import analyse, board_data, solve
from solver.reasons import is_sum_fixed
from tests.support.board.answers import whole
from tests.support.depth import by_depth
from tests.support.positions import GAMES, game_of_seed, random_position


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_given_what_solve_says(game: str) -> None:
    for seed in range(by_depth(4, 20)):
        rng = Random(seed)
        rules = game_of_seed(rng, game)
        n_each, n_stock = min(rules.cards_each, 3), min(rules.stock, rules.n_players)
        played = random_position(rng, rules, n_each=n_each, n_stock=n_stock)
        judged = json.loads(analyse(played.to_dict()).to_json())
        (deal,) = board_data("en", [played], judged, judged)["deals"]
        for place, answer in zip(played.trail(), deal["answers"], strict=True):
            expected = solve(place).to_dict()
            told, said = ({**whole(one), "line": []} for one in (answer, expected))
            if not is_sum_fixed(rules) and not place.is_over:
                # Only differences are settled: the results are those of one line of best play or another.
                for one in (told, said):
                    one |= {"value": None, "score": None, "cards": [card["card"] for card in one["cards"]]}
            assert told == said
