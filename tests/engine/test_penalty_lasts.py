"""How long a forced discard costs points: as long as there is a stock, or the whole deal."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver import Position, analyse, solve
from solver.engine.reference import reference_values
from solver.errors import RulesError
from solver.game.tally import final_result
from solver.knowledge.deals import ConsistentDeals
from solver.knowledge.known import find_knowledge
from solver.rules.rules import Rules
from solver.rules.variants import find_variant
from solver.rules.words import LowGoesTo, Objective, PenaltyLasts
from tests.support.positions import SEEDS, random_position
from tests.support.search.technique_checks import game

WHOLE_DEAL = {"penalty_lasts": "deal"}
DISCARDS: dict[str, Any] = {
    # No trumps in play: only game is scored.  South has to discard on both tricks.
    "variant": "california_jack",
    "dealer": "S",
    "deal": {"N": "A.-.-.-", "S": "-.-.2.-"},
    "stock": ["SK", "D3"],
    "contract": {"trump": "H"},
    "plays": ["SA", "D2", "SK", "D3"],
}


def request(**rules: object) -> dict[str, Any]:
    return DISCARDS | {"rules": {"short_deals": True, **rules}}


@pytest.mark.parametrize(
    ("rules", "lost"),
    [
        ({}, 1),  # the second trick is after the stock
        (WHOLE_DEAL, 2),
        ({"forced_discard_penalty": 3}, 3),
        ({"forced_discard_penalty": 3} | WHOLE_DEAL, 6),
        ({"forced_discard_penalty": 0}, 0),
    ],
)
def test_two_discards_one_of_them_after_the_stock(rules: dict[str, object], lost: int) -> None:
    position = Position.from_dict(request(**rules))
    assert position.tally.penalties == (0, lost)
    # Game, for ace and king against nothing, is N's; a total may fall below 0.
    assert final_result(position.rules, "S", position.tally) == (1, -lost)
    answer = solve(Position.from_dict(request(**rules) | {"plays": []}))
    assert answer.value == {"N": 1, "S": -lost}
    ended = analyse(request(**rules)).deals[0].end
    assert ended.value == {"N": 1, "S": -lost}


def test_a_deal_without_a_stock_has_no_penalty_but_with_deal() -> None:
    ending = {"deal": {"N": "AK.-.-.-", "S": "-.-.32.-"}, "stock": [], "plays": []}
    assert solve(Position.from_dict(request() | ending)).value == {"N": 1, "S": 0}
    assert solve(Position.from_dict(request(**WHOLE_DEAL) | ending)).value == {"N": 1, "S": -2}


@pytest.mark.parametrize(
    ("lasts", "last_card", "n_deals"),
    [
        ("stock", "H3", 36),  # nobody is told whether the discard was forced: any card but the nine spades
        ("stock", "C5", 36),
        ("deal", "H3", 13),  # it cost nothing, so South has a heart
        ("deal", "C5", 23),  # it cost a point, so South has neither
    ],
)
def test_a_discard_after_the_stock_says_only_what_the_duties_say(
    lasts: str, last_card: str, n_deals: int
) -> None:
    # After SA S2 and the draws of SK and D3, South throws D5 on SQ.  North has not seen 45 cards, of which
    # South holds one.
    rules = Rules.from_dict(
        {
            "name": "short_stock",
            "deck": {"cards_each": 3, "stock": 2},
            "duties": {"ruff": "free"},
            "result": {"penalty_lasts": lasts},
        },
        parent=find_variant("california_jack"),
    )
    position = Position.from_dict(
        {
            "variant": rules.to_dict(),
            "dealer": "S",
            "deal": {"N": ["SA", "SQ", "C4"], "S": ["S2", "D5", last_card]},
            "stock": ["SK", "D3"],
            "contract": {"trump": "H"},
            "plays": ["SA", "S2", "SQ", "D5"],
        }
    )
    assert position.to_play == "N"
    assert ConsistentDeals(find_knowledge(position)).count == n_deals


def test_who_has_the_rule() -> None:
    california = find_variant("california_jack")
    assert california.penalty_lasts == PenaltyLasts.stock
    (said,) = (word for word in california.words() if word["rule"] == "penalty_lasts")
    assert (said["source"], said["option"], said["path"]) == ("sheet", True, "result.penalty_lasts")
    assert california.options_schema()["properties"]["penalty_lasts"]["enum"] == ["deal", "stock"]
    # Without a penalty, or without a stock, there is no such question.
    assert california.override({"forced_discard_penalty": 0}).penalty_lasts == PenaltyLasts.deal
    for name in ("all_fours", "all_fours_4"):
        fours = find_variant(name)
        assert "penalty_lasts" not in {word["rule"] for word in fours.words()}
        assert "penalty_lasts" not in fours.options_schema()["properties"]
        with pytest.raises(RulesError, match="has no option 'penalty_lasts'"):
            fours.override({"forced_discard_penalty": 1, "penalty_lasts": "stock"})
    for parent, penalty, other in (
        ("california_jack", 0, "forced_discard_penalty"),
        ("all_fours", 1, "stock"),
    ):
        result = {"forced_discard_penalty": penalty, "penalty_lasts": "stock"}
        with pytest.raises(RulesError, match=f"whose {other} is at least 1; this one's is 0"):
            Rules.from_dict({"name": "x", "result": result}, parent=find_variant(parent))


def a_game(rng: Random, lasts: PenaltyLasts) -> Rules:
    """California Jack, or a game like it, with other hands, stocks, penalties and duties, for two to four."""
    penalty = rng.choice((1, 1, 2, 5, 10))
    if rng.random() < 0.4:
        options = {"short_deals": True, "forced_discard_penalty": penalty, "penalty_lasts": lasts}
        return find_variant("california_jack").override(options)
    return game(
        rng,
        Objective.four_points,
        sides=rng.choice((("N", "S"), ("N", "S"), ("N", "ES"), ("NS", "EW"))),
        ranks=rng.choice(("AKQJT9876", "AKQJT98765432")),
        each=6,
        stock=12,
        points=(0, 0, 1, 3),
        low_goes_to=rng.choice(list(LowGoesTo)),
        forced_discard_penalty=penalty,
        penalty_lasts=lasts,
    )


@pytest.mark.slow
@pytest.mark.parametrize("lasts", PenaltyLasts)
@given(SEEDS, st.integers(1, 5))
def test_values_are_those_of_the_slow_solver(lasts: PenaltyLasts, seed: int, n_each: int) -> None:
    """From anywhere in the deal: before the stock is touched, in the midst of it, and after it."""
    rng = Random(seed)
    rules = a_game(rng, lasts)
    n = rules.n_players
    most = {2: 12, 3: 9, 4: 8}[n]
    n_each = min(n_each, most // n)
    n_stock = n * rng.randint(0, min(12, most - n * n_each) // n)
    total = n * n_each + n_stock
    # More cards than the slow solver can do, of which some are played.
    n_stock += n * rng.randint(0, min(12 - n_stock, 4) // n)
    n_left = rng.randint(max(1, total - 6), total)
    position = random_position(rng, rules, n_each=n_each, n_stock=n_stock, n_left=n_left)
    if position.is_over:
        return
    found = {}
    own = position.side_to_play
    assert own is not None
    names = rules.side_names
    for card in solve(position).cards:
        assert card.value is not None
        found[card.card] = card.value[names[own]] - card.value[names[1 - own]]
    assert found == reference_values(position)
