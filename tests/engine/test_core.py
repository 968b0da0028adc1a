"""The native core against its twins: values by the plain solver, legality and perft by the Python rules."""

import re
from enum import StrEnum
from pathlib import Path

import pytest
from hypothesis import given

from solver.cards import Card
from solver.engine import _ground
from solver.engine.encode import FOLLOW, HEAD_TRUMPS, OVERRUFF, RUFF, UNDERRUFF, Encoding
from solver.engine.native import ground
from solver.engine.reference import perft as reference_perft
from solver.engine.solver import solve
from solver.game.position import Position
from solver.game.tally import final_result
from solver.rules.variants import VARIANTS
from solver.rules.words import FollowDuty, HeadTrumpsDuty, OverruffDuty, RuffDuty, UnderruffDuty
from tests.support.budgets import MANY
from tests.support.positions import SEEDS, position_of_seed
from tests.support.search.plain_values import plain_values

pytestmark = pytest.mark.slow

GAMES = (*VARIANTS, "custom")
RULES_PXD = Path(__file__).parents[2] / "ext" / "game" / "rules.pxd"


def own_minus_other(position: Position, value: dict[str, int]) -> int:
    """A value by side name as a difference for the side to play."""
    own = position.side_to_play
    assert own is not None
    names = position.rules.side_names
    return value[names[own]] - value[names[1 - own]]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
@MANY
@given(seed=SEEDS)
def test_values_are_those_of_the_plain_solver(game: str, seed: int) -> None:
    position = position_of_seed(seed, game)
    answer = solve(position)
    assert answer.exact
    found = {card.card: own_minus_other(position, dict(card.value or {})) for card in answer.cards}
    values = plain_values(position)
    assert found == values
    for card in answer.cards:
        assert card.card not in card.equals
        assert {values[other] for other in card.equals} <= {values[card.card]}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
@given(seed=SEEDS)
def test_the_line_and_the_best_card_alone_have_the_value_of_all(game: str, seed: int) -> None:
    position = position_of_seed(seed, game, max_left=16)
    answer = solve(position)
    one = solve(position, cards="best")
    assert one.bounds == answer.bounds
    assert [card.card for card in one.cards] == list(one.best)
    assert set(one.best) <= set(answer.best)
    end = position
    for card in answer.line:
        end = end.play(card)
    assert end.is_over
    result = final_result(end.rules, end.dealer, end.tally)
    assert answer.value == dict(zip(end.rules.side_names, result, strict=True))


def playable_cards(position: Position) -> set[Card]:
    """The playable cards according to the core: the twin of `Position.legal_plays`."""
    encoding = Encoding(position)
    bits = ground.legal_plays(encoding.fields, encoding.encode_position(position))
    return {card for card, code in encoding.code.items() if bits >> code & 1}


def perft(position: Position, depth: int) -> int:
    """The number of legal ways to play so many more cards, by the core."""
    encoding = Encoding(position)
    return ground.perft(encoding.fields, encoding.encode_position(position), depth)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
@MANY
@given(seed=SEEDS)
def test_playable_cards_and_perft_are_those_of_the_reference(game: str, seed: int) -> None:
    position = position_of_seed(seed, game, max_left=24)
    assert playable_cards(position) == set(position.legal_plays())
    for depth in (1, 2, 5):
        assert perft(position, depth) == reference_perft(position, depth)


def test_encode_gives_exactly_the_fields_of_the_core() -> None:
    # Cython ignores unknown keys of a struct in silence, so the two lists are compared here.
    position = position_of_seed(1, "belote")
    assert sorted(Encoding(position).fields) == _ground.rules_fields()


@pytest.mark.parametrize(
    ("prefix", "words", "duty"),
    [
        ("FOLLOW", FOLLOW, FollowDuty),
        ("RUFF", RUFF, RuffDuty),
        ("OVERRUFF", OVERRUFF, OverruffDuty),
        ("UNDERRUFF", UNDERRUFF, UnderruffDuty),
        ("HEAD", HEAD_TRUMPS, HeadTrumpsDuty),
    ],
)
def test_the_words_of_the_duties_are_numbered_as_in_the_core(
    prefix: str, words: tuple[StrEnum, ...], duty: type[StrEnum]
) -> None:
    assert set(words) == set(duty)
    numbered = re.findall(rf"^    {prefix}_(\w+) = (\d+)$", RULES_PXD.read_text(), re.MULTILINE)
    assert [(word.upper(), index) for index, word in enumerate(words)] == [
        (name, int(index)) for name, index in numbered
    ]
