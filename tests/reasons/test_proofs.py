"""The proofs of reasons, proved again by means of their own."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver import LANGUAGES, Rules, Speech
from solver.answer_json import written
from solver.rules.variants import VARIANTS, find_variant
from solver.rules.words import Objective
from tests.support.budgets import MANY
from tests.support.depth import by_depth
from tests.support.positions import SEEDS, random_position
from tests.support.reasons.prove_mistakes import mistakes_at, mistakes_of, prove
from tests.support.reasons.reproof import prove_again

pytestmark = pytest.mark.slow

OF_LINES = 2758
"""A seed of which a mistake is told by what it costs: so few cards are left that it is rare."""
POINT_GAMES = [game for game in VARIANTS if find_variant(game).objective != Objective.tricks]


@MANY
@given(SEEDS, st.sampled_from(POINT_GAMES))
def test_every_reason_that_is_told_is_proved_again(seed: int, game: str) -> None:
    for position, card, explanation in mistakes_of(seed, game):
        prove(position, card, explanation)
        for language in LANGUAGES:
            assert not set(explanation.text(Speech(language))) & set("{}")


def with_stock(sides: list[str], objective: str) -> Rules:
    """A game that nobody plays: three cards each, and a stock to draw from."""
    columns = {kind: {"A": 11, "T": 10, "K": 4} for kind in ("plain", "trump")}
    points = {"points": {"standard": columns}} if objective != "tricks" else {}
    deck = {"ranks": "AKQJT987", "cards_each": 3, "stock": 2 * sum(map(len, sides))}
    return Rules.from_dict(
        {"name": "drawn", "sides": sides, "deck": deck, "result": {"objective": objective}, **points}
    )


@pytest.mark.by_day(2)
@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("sides", [["N", "ES"], ["NS", "EW"]])
def test_reasons_are_found_where_three_or_four_draw_from_a_stock(sides: list[str], objective: str) -> None:
    rules = with_stock(sides, objective)
    for seed in range(by_depth(60, 400)):
        n_left = 4 * rules.n_players
        start = random_position(Random(seed), rules, n_each=3, n_stock=rules.stock, n_left=n_left)
        for position, card, explanation in mistakes_at(start):
            if objective != Objective.tricks:
                prove(position, card, explanation)


@pytest.mark.night
def test_a_reason_with_another_value_is_no_proof() -> None:
    """Each number of a proof, changed by one point, and each change left out, is seen."""
    kinds = set()
    for seed in (*range(600), OF_LINES):
        for position, card, explanation in mistakes_of(seed, POINT_GAMES[seed % len(POINT_GAMES)]):
            if explanation.reason is None:
                continue
            told: Any = written(explanation.reason)
            for which in ("best", "played"):
                for when in ("before", "after"):
                    proof = told["proof"]
                    wrong = {**proof, which: {**proof[which], when: proof[which][when] + 1}}
                    with pytest.raises(AssertionError):
                        prove_again(position, card, {**told, "proof": wrong})
            kinds.add(told["proof"]["kind"])
    assert kinds == {
        "trick",
        "award",
        "keep",
        "lead",
        "spend",
        "exchange",
        "bonus",
        "worthless",
        "stock",
        "lines",
    }


def test_what_a_card_costs_is_proved_by_the_line_of_the_proof() -> None:
    """There the others play to this trick as they do after the card, which the first best line has not."""
    found = {str(card): (at, card, explanation) for at, card, explanation in mistakes_of(77131413, "whist")}
    position, card, explanation = found["CK"]
    assert explanation.reason is not None
    assert explanation.reason.proof.best_line != explanation.mistake.better.line
    prove(position, card, explanation)
