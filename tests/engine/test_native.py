"""The two builds of the search: the same answers, by the same search."""

from random import Random

import pytest

from solver import find_variant
from solver.engine import _points
from solver.engine.encode import Encoding
from solver.engine.native import has_bit_build, load_unit, points
from tests.support.positions import random_position

GAMES = ("belote", "valet_de_trefle", "california_jack", "quadrette", "all_fours_4")
"""One of each kind of result, with and without combinations, penalties and a stock."""


def test_the_search_in_use_is_the_best_build() -> None:
    assert points.__name__ == _points.__name__ + ("_bits" if has_bit_build() else "")


@pytest.mark.skipif(not has_bit_build(), reason="this processor runs one build only")
@pytest.mark.parametrize("game", GAMES)
def test_both_builds_search_alike(game: str) -> None:
    rules = find_variant(game)
    for seed in range(20):
        size = {"n_each": rules.cards_each, "n_stock": rules.stock}
        position = random_position(Random(seed), rules, **size, n_left=20)
        encoding = Encoding(position)
        answers = [
            build.solve(encoding.fields, encoding.encode_position(position), build.Table(1 << 20))
            for build in (_points, load_unit("points"))
        ]
        assert answers[0] == answers[1]
