"""The stand-in players: that each does what it says, on positions by hand, and works in every game."""

from itertools import permutations
from math import exp
from random import Random

import pytest
from hypothesis import given, strategies as st

from solver.engine.reference import reference_values
from solver.engine.shallow import shallow_values
from solver.game.position import Position
from solver.game.tally import final_result
from solver.puzzles.players.player import (
    ONE_TRICK,
    RANDOM,
    THREE_TRICKS,
    THUMB,
    TWO_TRICKS,
    Player,
    Score,
    best_cards,
    chances,
    score_cards,
    units_of,
)
from solver.puzzles.players.sampler import SamplingPlayer
from solver.rules.variants import VARIANTS, find_variant
from tests.support.budgets import FEW, SOME
from tests.support.positions import SEEDS, cards, position_of_seed, random_position
from tests.support.puzzles.endings import choice, table

GAMES = (*VARIANTS, "custom")
SAMPLER = SamplingPlayer(n_deals=4)
PLAYERS: tuple[Player, ...] = (RANDOM, THUMB, ONE_TRICK, TWO_TRICKS, THREE_TRICKS, SAMPLER)


# ---- the players who see all hands


def blocked() -> Position:
    """North can take two tricks by overtaking; partner's king has this one anyway."""
    hands = {"S": "K.-.2.-", "W": "32.-.-.-", "N": "AQ.-.-.-", "E": "-.-.A3.-"}
    return table("bridge", hands, {"trump": "NT", "taker": "E", "bid": 1}, "SK", "S2")


def test_one_trick_is_not_enough_where_two_are() -> None:
    assert choice(THUMB, blocked()) == choice(ONE_TRICK, blocked()) == {"SQ"}
    assert choice(TWO_TRICKS, blocked()) == choice(THREE_TRICKS, blocked()) == {"SA"}
    assert [ONE_TRICK.worths(blocked())[card] for card in cards("SA SQ")] == [1, 1]
    assert [TWO_TRICKS.worths(blocked())[card] for card in cards("SA SQ")] == [2, 0]


def test_card_points_count_by_tens() -> None:
    hands = {"N": "-.Q98.-.-", "E": "J.7.Q.-", "S": "-.J.AT.-", "W": "7.AT.-.-"}
    position = table("belote", hands, {"trump": "S", "taker": "E"}, "HQ", "H7", "HJ")
    assert ONE_TRICK.worths(position) == {
        card: points / 10 for card, points in zip(cards("HA HT"), (16, 15), strict=True)
    }


@pytest.mark.slow
def test_a_look_ahead_that_takes_too_long_is_shortened() -> None:
    rules = find_variant("bridge")
    position = random_position(Random(3), rules, n_each=13, n_left=52)
    assert shallow_values(position, 6) is None
    far = type(THREE_TRICKS)(6).worths(position)
    assert far in [shallow_values(position, n_tricks) for n_tricks in (2, 3, 4)]


# ---- the player who samples


def test_a_deal_that_is_known_is_solved() -> None:
    # With two players, the cards that are not one's own in an ending are the opponent's.
    position = table("california_jack", {"S": "A2.K.-.-", "N": "J3.-.T.-"}, {"trump": "S"})
    assert SAMPLER.worths(position) == reference_values(position)


def test_all_deals_are_solved_where_they_are_few() -> None:
    # Of the three cards that are not seen each player has one, in one of six ways.
    dealt = {"N": "-.Q.-.-", "E": "-.-.-.8", "S": "-.-.K.-", "W": "-.A.-.-"}
    position = table("belote", dealt, {"trump": "S", "taker": "E"})
    results: list[int] = []
    for order in permutations(cards("C8 DK HA")):
        hands = {seat: [card] for seat, card in zip("ESW", order, strict=True)}
        results += reference_values(position.supposed(hands)).values()
    assert len(set(results)) > 1
    (found,) = SamplingPlayer(n_deals=6).worths(position).values()
    assert found == pytest.approx(sum(results) / 6 / 10)


def test_hidden_hands_are_not_seen() -> None:
    # East's queen of spades could as well be with west: north cannot know which finesse wins.
    hands = {"N": "KT9.-.-.-", "E": "Q32.-.-.-", "S": "AJ8.-.-.-", "W": "-.-.432.-"}
    position = table("bridge", hands, {"trump": "NT", "taker": "N", "bid": 1})
    other = position.supposed({"E": cards("D4 D3 D2"), "W": cards("SQ S3 S2")})
    sampler = SamplingPlayer(n_deals=6)
    assert sampler.worths(position) == sampler.worths(other)
    assert THREE_TRICKS.worths(position) != THREE_TRICKS.worths(other)


def test_without_nodes_the_rule_of_thumb_decides() -> None:
    rules = find_variant("california_jack")
    position = random_position(Random(1), rules, n_each=6, n_stock=40, n_left=52)
    poor = SamplingPlayer(nodes=1)
    assert set(poor.worths(position).values()) == {0}
    assert best_cards(score_cards(poor, position)) == best_cards(score_cards(THUMB, position))


# ---- all players


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
@SOME
@given(seed=SEEDS)
def test_every_player_has_an_opinion_on_every_legal_card(game: str, seed: int) -> None:
    position = position_of_seed(seed, game, max_left=24)
    for player in (RANDOM, THUMB, ONE_TRICK, TWO_TRICKS):
        scores = score_cards(player, position)
        assert set(scores) == set(position.legal_plays())
        assert scores == score_cards(player, position)
        assert sum(chances(scores, 1.0).values()) == pytest.approx(1)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
@FEW
@given(seed=SEEDS)
def test_slow_players_too(game: str, seed: int) -> None:
    position = position_of_seed(seed, game, max_left=16)
    for player in (THREE_TRICKS, SAMPLER):
        scores = score_cards(player, position)
        assert set(scores) == set(position.legal_plays())
        assert scores == score_cards(player, position)


def test_a_deal_that_is_over_is_left_alone() -> None:
    position = random_position(Random(1), find_variant("belote"), n_each=8, n_left=0)
    assert all(score_cards(player, position) == {} for player in PLAYERS)


@pytest.mark.parametrize(
    ("game", "unit"),
    [("belote", 10), ("valet_de_trefle", 10), ("quadrette", 1), ("bridge", 1), ("all_fours", 1)],
)
def test_units(game: str, unit: int) -> None:
    assert units_of(find_variant(game)) == unit


# ---- chances

ACE, KING, QUEEN = cards("SA SK SQ")


def test_chances_are_those_of_the_formula() -> None:
    # One card is worth a unit more; the two others differ by one place.
    scores = {ACE: Score(1, 0), KING: Score(0, -1), QUEEN: Score(0, -2)}
    found = chances(scores, 0.5)
    assert found[ACE] == pytest.approx(1 / (1 + 2 * exp(-2)))
    assert found[KING] == pytest.approx((1 - found[ACE]) / (1 + exp(-2)))
    assert found[KING] + found[QUEEN] == pytest.approx(1 - found[ACE])


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 0)), min_size=3, max_size=3))
def test_better_cards_have_better_chances(pairs: list[tuple[int, int]]) -> None:
    scores = {card: Score(*pair) for card, pair in zip((ACE, KING, QUEEN), pairs, strict=True)}
    calm, wild = chances(scores, 0.3), chances(scores, 3.0)
    for card, score in scores.items():
        for other, less in scores.items():
            if (score.worth == less.worth and score.taste > less.taste) or score == less:
                assert calm[card] >= calm[other] - 1e-12
                assert wild[card] >= wild[other] - 1e-12
    # Who hardly errs plays what they like best.
    best = best_cards(scores)
    assert sum(chances(scores, 0.01)[card] for card in best) == pytest.approx(1)


def test_random_players_have_no_favourites() -> None:
    position = blocked()
    assert set(chances(score_cards(RANDOM, position), 1.0).values()) == {0.5}


def test_a_temperature_is_above_0() -> None:
    with pytest.raises(ValueError, match="above 0"):
        chances({ACE: Score(0, 0)}, 0.0)


# ---- how well they play


@pytest.mark.night
@pytest.mark.parametrize(
    ("better", "worse"), [(THUMB, RANDOM), (ONE_TRICK, RANDOM), (TWO_TRICKS, THUMB)], ids=lambda p: p.name
)
@pytest.mark.parametrize("game", ["belote", "quadrette", "bridge", "california_jack", "valet_de_trefle"])
def test_seeing_more_wins_more(game: str, better: Player, worse: Player) -> None:
    # The same deals twice, the sides changed.
    rules = find_variant(game)
    n_cards = rules.cards_each * rules.n_players + rules.stock
    total = 0
    for seed in range(25):
        for side in (0, 1):
            rng = Random(seed)
            position = random_position(
                rng, rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=n_cards
            )
            while not position.is_over:
                player = better if position.side_to_play == side else worse
                position = position.play(rng.choice(sorted(best_cards(score_cards(player, position)))))
            result = final_result(rules, position.dealer, position.tally)
            total += result[side] - result[1 - side]
    assert total > 0
