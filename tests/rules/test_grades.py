"""The swings that are mistakes and the stake of a deal: the usual ones, and those that a game states."""

from typing import Any

import pytest

from solver.errors import RulesError
from solver.rules.rules import Rules
from solver.rules.variants import VARIANTS, find_variant, resolve_variant


@pytest.mark.parametrize(
    ("stated", "settled"),
    [
        ({}, (6, 19, 49)),
        ({"blunder": 3}, (3, 3, 3)),
        ({"inaccuracy": 30}, (30, 30, 49)),
        ({"inaccuracy": 2, "blunder": 10}, (2, 10, 10)),
        ({"inaccuracy": 1, "mistake": 2, "blunder": 3}, (1, 2, 3)),
    ],
)
def test_a_game_has_the_usual_grades_where_it_states_none(
    stated: dict[str, int], settled: tuple[int, int, int]
) -> None:
    belote = find_variant("belote").to_dict()
    del belote["grades"], belote["sources"]
    rules = Rules.from_dict(belote | {"grades": stated})
    assert (rules.inaccuracy, rules.mistake, rules.blunder) == settled
    again = Rules.from_dict(rules.to_dict())
    assert (again.inaccuracy, again.mistake, again.blunder) == settled


@pytest.mark.parametrize(
    ("game", "options", "stake"),
    [
        # A bid of 100 made with 100 points and failed with 99: 200 : 62 or 0 : 260.
        ("contree", {}, 398),
        ("contree", {"contract_scoring": "bid_only"}, 200),
        ("contree", {"contract_scoring": "points_only"}, 198),
        ("belote", {}, 162),
        ("quadrette", {}, 2),
        ("bridge", {}, 450),
        ("all_fours", {}, 0),
    ],
)
def test_the_stake_is_what_turns_with_a_usual_contract(
    game: str, options: dict[str, str], stake: int
) -> None:
    assert find_variant(game).override(options).stake == stake


@pytest.mark.parametrize(
    ("trumps", "column", "grades"),
    [
        (["NT"], "no_trumps", (6, 18, 46)),
        (["NT"], "plain", (6, 18, 46)),
        (["AT"], "all_trumps", (6, 18, 46)),
        (["AT"], "trump", (6, 18, 46)),
        (["NT", "AT"], "no_trumps", (6, 18, 46)),
        (["S", "NT"], "no_trumps", (6, 18, 46)),
    ],
)
def test_grades_and_stake_follow_from_the_points_that_contracts_use(
    trumps: list[str], column: str, grades: tuple[int, int, int]
) -> None:
    own = Rules.from_dict(
        {
            "name": "club",
            "trumps": trumps,
            "deck": {"ranks": "AKQJT987", "cards_each": 8},
            "points": {"standard": {column: {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10, "8": 8}}},
            "result": {"objective": "card_points"},
            "score": {"scoring": "taker"},
        }
    )
    assert (own.inaccuracy, own.mistake, own.blunder) == grades
    assert own.stake == 4 * 38


@pytest.mark.parametrize(
    ("changed", "stake"),
    [
        ({"trumps": ["S", "AT"]}, 162),
        ({"points": {"standard": {"trump": {}}}}, 100),
        ({"trumps": ["S", "NT"], "points": {"standard": {"trump": {}}}}, 100),
        ({"points": {"standard": {"trump": {}, "plain": {"A": 11, "T": 10}}}}, 73),
    ],
)
def test_the_stake_is_of_a_trump_suit_if_cards_count_then(changed: dict[str, Any], stake: int) -> None:
    assert resolve_variant({"extends": "belote", "name": "club", **changed}).stake == stake


def test_a_stake_of_0_is_that_of_the_scoring_in_a_game_that_extends_another_too() -> None:
    assert resolve_variant({"name": "club", "extends": "whist", "grades": {"stake": 0}}).stake == 2
    own = resolve_variant({"name": "club", "extends": "belote", "grades": {"stake": 0}})
    assert own.stake == find_variant("belote").stake == resolve_variant(own.to_dict()).stake


def test_names_of_puzzles_and_analyses_are_as_before_stakes_had_a_source_of_their_own() -> None:
    games = {name: find_variant(name) for name in VARIANTS}
    assert all("stake" in rules.to_dict()["sources"] for rules in games.values() if rules.stake)
    named = [name for name, rules in games.items() if "stake" in rules.identity()["sources"]]
    # Whist states a stake that does not follow from its scoring, and had its source before.
    assert named == ["whist"]
    # A game of one's own had the source of a stake that it states, the usual one too.
    for stated in ({"grades": {"stake": 162}}, {"sources": {"stake": "standard"}}):
        own = resolve_variant({"extends": "belote", "name": "mine", **stated})
        assert own.identity()["sources"]["stake"] == own.to_dict()["sources"]["stake"]


def test_the_grades_must_grow_worse() -> None:
    with pytest.raises(RulesError, match="mistake is 5, but inaccuracy is 9"):
        Rules.from_dict({"deck": {"cards_each": 13}, "grades": {"inaccuracy": 9, "mistake": 5}})
