"""The two builds of the core: the same answers, by the same search."""

from random import Random

import pytest

from solver import _core, find_variant
from solver.encode import Encoding
from solver.native import core, has_bit_build, load_unit
from tests.positions import random_position

GAMES = ("belote", "valet_de_trefle", "california_jack", "quadrette", "all_fours_4")
"""One of each kind of result, with and without combinations, penalties and a stock."""


def test_the_core_in_use_is_the_best_build() -> None:
    assert core.__name__ == ("solver._core_bits" if has_bit_build() else "solver._core")


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
            for build in (_core, load_unit("core"))
        ]
        assert answers[0] == answers[1]
