"""The plain solver against the reference and the core: three programs that share no search.

Here alone it is held to the reference, in every game with its options: all other tests rely on it.
"""

from random import Random

import pytest
from hypothesis import given

from solver import Position, find_variant, solve
from solver.cards import Card
from solver.engine.encode import Encoding
from solver.engine.reference import reference_values
from solver.rules.variants import VARIANTS
from tests.support.budgets import MANY
from tests.support.positions import SEEDS, position_of_seed, random_position
from tests.support.search.plain_values import own_values, plain, plain_values
from tests.support.seeds import seeds

pytestmark = pytest.mark.slow

GAMES = (*VARIANTS, "custom")


def core_values(position: Position) -> dict[Card, int]:
    return own_values(position, solve(position))


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
@MANY
@given(seed=SEEDS)
def test_three_solvers_agree(game: str, seed: int) -> None:
    position = position_of_seed(seed, game)
    values = plain_values(position)
    assert values == reference_values(position)
    assert values == core_values(position)
    encoding = Encoding(position)
    alone = plain.solve(encoding.fields, encoding.encode_position(position), all_cards=False)["value"]
    won = encoding.won_so_far(position)
    sign = 1 if position.side_to_play == 0 else -1
    assert max(values.values()) == sign * (alone + won[0] - won[1])


FULL_GAMES = (
    "belote",
    "contree",
    "coinche",
    "valet_de_trefle",
    "klaverjas_amsterdam",
    "klaverjas_rotterdam",
    "quadrette",
    "all_fours_4",
)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", FULL_GAMES)
def test_the_core_agrees_on_full_deals(game: str) -> None:
    rules = find_variant(game)
    n_each = rules.cards_each
    for seed in seeds(4):
        position = random_position(Random(seed), rules, n_each=n_each, n_left=n_each * rules.n_players)
        assert plain_values(position) == core_values(position)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("seed", range(4))
def test_the_core_agrees_on_games_with_a_stock(seed: int) -> None:
    rules = find_variant("california_jack")
    position = random_position(Random(seed), rules, n_each=6, n_stock=40, n_left=20)
    assert plain_values(position) == core_values(position)


@pytest.mark.parametrize("game", ["belote", "california_jack"])
def test_a_table_of_any_size_gives_the_same_values(game: str) -> None:
    position = position_of_seed(7, game, max_left=16)
    assert plain_values(position, 0) == plain_values(position, 12) == plain_values(position)


def test_a_limit_is_kept_and_said() -> None:
    rules = find_variant("belote")
    position = random_position(Random(1), rules, n_each=8, n_left=32)
    encoding = Encoding(position)
    found = plain.solve(encoding.fields, encoding.encode_position(position), node_limit=1000)
    assert found["stopped"]
    assert 1000 <= found["nodes"] < 1100
