"""The stand-in players: that each does what it says, on positions by hand, and works in every game."""

from collections.abc import Mapping
from itertools import permutations
from math import exp
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

GAMES = (*VARIANTS, "custom")
SAMPLER = SamplingPlayer(n_deals=4)
PLAYERS: tuple[Player, ...] = (RANDOM, THUMB, ONE_TRICK, TWO_TRICKS, THREE_TRICKS, SAMPLER)


def table(variant: str, hands: Mapping[str, str], contract: Mapping[str, Any], *plays: str) -> Position:
    """An ending; the first seat of ``hands`` leads."""
    request: dict[str, Any] = {
        "variant": variant,
        "deal": dict(hands),
        "contract": dict(contract),
        "leader": next(iter(hands)),
        "dealer": list(hands)[-1],
        "plays": list(plays),
    }
    if variant != "bridge":
        request["rules"] = {"short_deals": True}
    return Position.from_dict(request)


def choice(player: Player, position: Position) -> set[str]:
    return {str(card) for card in best_cards(score_cards(player, position))}


# ---- the rule of thumb

BELOTE = {"trump": "S", "taker": "E"}
CONTREE = {"trump": "S", "taker": "W", "bid": 80}
BRIDGE = {"trump": "S", "taker": "S", "bid": 4}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param("-.-.K8.Q", "DK", id="the dearest"),
        pytest.param("-.-.K8.A", "DK", id="not the highest card left"),
        pytest.param("-.-.8.AT", "CT", id="but the second highest"),
        pytest.param("9.-.K7.-", "DK", id="no trump"),
    ],
)
def test_belote_loads_on_a_trick_that_partner_has_for_sure(hand: str, expected: str) -> None:
    hands = {"N": "-.A98.-.-", "E": "J.7.Q.-", "S": hand, "W": "8.T.A.-"}
    assert choice(THUMB, table("belote", hands, BELOTE, "HA", "H7")) == {expected}


def test_belote_does_not_load_where_an_opponent_may_still_win() -> None:
    # The ten led by partner falls to the ace, which has not been seen.
    hands = {"N": "-.T98.-.-", "E": "J.7.Q.-", "S": "-.-.AT8.-", "W": "87.A.-.-"}
    assert choice(THUMB, table("belote", hands, BELOTE, "HT", "H7")) == {"D8"}


def test_belote_loads_when_last_whatever_was_not_played() -> None:
    # North still holds the ace.
    hands = {"N": "-.A8.-.-", "E": "-.Q.A.-", "S": "-.7.-.K", "W": "-.-.T8.-"}
    assert choice(THUMB, table("belote", hands, BELOTE, "H8", "HQ", "H7")) == {"DT"}


def test_belote_overtakes_partner_by_a_master_but_risks_no_ten() -> None:
    hands = {"N": "-.J.A.-", "E": "-.7.T.-", "S": "-.A8.-.-", "W": "-.T9.-.-"}
    assert choice(THUMB, table("belote", hands, BELOTE, "HJ", "H7")) == {"HA"}
    hands = {"N": "-.J.K.-", "E": "-.Q.T.-", "S": "-.T8.-.-", "W": "-.A9.-.-"}
    assert choice(THUMB, table("belote", hands, BELOTE, "HJ", "HQ")) == {"H8"}


def test_belote_wins_by_the_dearest_of_two_masters() -> None:
    hands = {"N": "-.K7.-.-", "E": "-.AT.-.-", "S": "-.8.K.-", "W": "-.9.T.-"}
    assert choice(THUMB, table("belote", hands, BELOTE, "HK")) == {"HA"}


def test_belote_throws_the_cheapest_where_the_trick_is_lost() -> None:
    hands = {"N": "-.A98.-.-", "E": "-.T7.Q.-", "S": "J.J.-.K", "W": "87.K.-.-"}
    assert choice(THUMB, table("belote", hands, BELOTE, "HA")) == {"H7"}


def test_belote_wins_as_cheaply_as_possible_when_last() -> None:
    hands = {"N": "-.Q98.-.-", "E": "J.7.Q.-", "S": "-.J.AT.-", "W": "7.AT.-.-"}
    assert choice(THUMB, table("belote", hands, BELOTE, "HQ", "H7", "HJ")) == {"HT"}


def test_belote_plays_a_master_but_risks_no_ten() -> None:
    for held, expected in (("A8", "HA"), ("T8", "H8")):
        other = "T" if held == "A8" else "A"
        hands = {"N": "-.Q97.-.-", "E": f"J.{held}.-.-", "S": "-.J.AT.-", "W": f"7.{other}.Q.-"}
        assert choice(THUMB, table("belote", hands, BELOTE, "H9")) == {expected}


@pytest.mark.parametrize(
    ("hand", "taker", "expected"),
    [
        pytest.param("J8.A.-.-", "N", "SJ", id="the taker draws trumps by the master"),
        pytest.param("A8.A.-.-", "N", "S8", id="or by a low one"),
        pytest.param("J8.A.-.-", "E", "HA", id="the others lead a master"),
        pytest.param("-.A.-.KJ", "E", "HA", id="the dearest master"),
        pytest.param("-.-.98.7", "E", "D8", id="low from length"),
        pytest.param("J8.9.-.-", "E", "SJ", id="a master of trumps before a low card"),
        pytest.param("AT.9.-.-", "E", "H9", id="but no other trump"),
    ],
)
def test_belote_leads(hand: str, taker: str, expected: str) -> None:
    hands = {"N": hand, "E": "97.-.T.-", "S": "-.KQ.-.8", "W": "Q.-.K7.-"}
    assert choice(THUMB, table("belote", hands, {"trump": "S", "taker": taker})) == {expected}


def test_contree_ruffs_low() -> None:
    # Anticlockwise: west plays after north.
    hands = {"N": "-.A98.-.-", "W": "J87.-.-.-", "S": "-.KQ.T.-", "E": "9.J7.-.-"}
    assert choice(THUMB, table("contree", hands, CONTREE, "HA")) == {"S7"}


def test_contree_keeps_trumps_from_partners_trick() -> None:
    hands = {"N": "-.A98.-.-", "W": "-.J.Q7.-", "S": "J7.-.-.T", "E": "9.7.K.-"}
    assert choice(THUMB, table("contree", hands, CONTREE, "HA", "HJ")) == {"CT"}


def test_contree_leads_low_once_a_suit_may_be_ruffed() -> None:
    # Hearts have gone round, so the ten is high; trumps are out, and it is not led.
    hands = {"N": "-.AT.9.-", "W": "J.J.-.7", "S": "9.Q.-.8", "E": "-.K.T.9"}
    assert choice(THUMB, table("contree", hands, CONTREE, "HA", "HJ", "HQ", "HK")) == {"D9"}


def test_contree_leads_a_master_of_trumps_however_often_they_were_led() -> None:
    hands = {"N": "J9.-.7.-", "W": "8.-.J.7", "S": "7.-.Q.8", "E": "AT.-.-.9"}
    assert choice(THUMB, table("contree", hands, CONTREE, "SJ", "S8", "S7", "ST")) == {"S9"}


def test_contree_leads_a_master_again_where_no_trumps_are_left() -> None:
    hands = {"N": "-.AT.9.-", "W": "-.J.-.J7", "S": "-.Q.-.Q8", "E": "-.K.T.9"}
    assert choice(THUMB, table("contree", hands, CONTREE, "HA", "HJ", "HQ", "HK")) == {"HT"}


def test_contree_taker_draws_no_trumps_where_none_are_left() -> None:
    hands = {"W": "J.A.-.-", "S": "-.K.-.Q", "E": "-.Q.J.-", "N": "-.T9.-.-"}
    assert choice(THUMB, table("contree", hands, CONTREE)) == {"HA"}


def test_quadrette_discards_where_it_cannot_overruff() -> None:
    hands = {"N": "-.K9.-.-", "W": "J.-.Q.-", "S": "7.-.9.-", "E": "8.T.-.-"}
    assert choice(THUMB, table("quadrette", hands, {"trump": "S"}, "HK", "SJ")) == {"D9"}


def test_quadrette_does_not_load() -> None:
    hands = {"N": "-.K98.-.-", "W": "J.7.Q.-", "S": "-.-.KT8.-", "E": "87.T.-.-"}
    assert choice(THUMB, table("quadrette", hands, {"trump": "S"}, "HK", "H7")) == {"D8"}


def test_quadrette_second_hand_low_third_hand_high() -> None:
    hands = {"N": "-.98.A.-", "W": "-.A7.T.-", "S": "-.QT.7.-", "E": "7.K.-.8"}
    assert choice(THUMB, table("quadrette", hands, {"trump": "S"}, "H8")) == {"H7"}
    assert choice(THUMB, table("quadrette", hands, {"trump": "S"}, "H8", "HA")) == {"HQ"}


def test_all_fours_keeps_what_counts() -> None:
    # A jack of trumps is a point; a ten is worth ten towards game.
    contract = {"trump": "S"}
    for held, expected in (("QJ.-.-.-", "SQ"), ("42.-.-.-", "S4"), ("-.-.AT.-", "DA")):
        lost = table("all_fours", {"S": "A.-.-.K", "N": held}, contract, "SA")
        assert choice(THUMB, lost) == {expected}
    won = table("all_fours", {"S": "-.9.K.-", "N": "2.T.-.-"}, contract, "H9")
    assert choice(THUMB, won) == {"HT"}


def test_california_jack_leads_a_master_or_low_from_length() -> None:
    request: dict[str, Any] = {
        "variant": "california_jack",
        "rules": {"short_deals": True},
        "leader": "N",
        "dealer": "S",
        "stock": ["D6", "C9"],
        "contract": {"trump": "D"},
    }
    masters = request | {"deal": {"N": "A.T92.-.-", "S": "K.K3.-.4"}}
    assert choice(THUMB, Position.from_dict(masters)) == {"SA"}
    low = request | {"deal": {"N": "Q.T92.-.-", "S": "K.K3.-.4"}}
    assert choice(THUMB, Position.from_dict(low)) == {"H2"}


def test_bridge_declarer_draws_trumps_from_both_hands() -> None:
    hands = {"W": "32.-.4.-", "N": "4.A2.-.-", "E": "T9.3.-.-", "S": "AQ.-.A.-"}
    contract = {"trump": "S", "taker": "S", "bid": 4}
    after = table("bridge", hands, contract, "D4", "H2", "H3", "DA")
    assert after.to_play == "S"
    assert choice(THUMB, after) == {"SA"}
    # Dummy plays for the declarer, too: a trump, though it has a master.
    assert choice(THUMB, after.supposed(leader="N")) == {"S4"}


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
    position = table("belote", hands, BELOTE, "HQ", "H7", "HJ")
    assert ONE_TRICK.worths(position) == {
        card: points / 10 for card, points in zip(cards("HA HT"), (16, 15), strict=True)
    }


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
    position = table("belote", dealt, BELOTE)
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


@pytest.mark.parametrize("game", GAMES)
@FEW
@given(seed=SEEDS)
def test_slow_players_too(game: str, seed: int) -> None:
    position = position_of_seed(seed, game, max_left=16)
    for player in (THREE_TRICKS, SAMPLER):
        scores = score_cards(player, position)
        assert set(scores) == set(position.legal_plays())
        assert scores == score_cards(player, position)


@pytest.mark.parametrize("game", VARIANTS)
@FEW
@given(seed=SEEDS)
def test_the_rule_of_thumb_sees_no_other_hand(game: str, seed: int) -> None:
    position = position_of_seed(seed, game, max_left=24)
    others = [seat for seat in position.rules.players if seat != position.to_play]
    if position.deal.stock or len(others) < 2:
        return
    hands = position.hands
    sizes = {seat: len(hands[seat]) for seat in others}
    pool = Random(seed).sample([card for seat in others for card in hands[seat]], sum(sizes.values()))
    dealt = {seat: tuple(pool.pop() for _ in range(sizes[seat])) for seat in others}
    assert score_cards(THUMB, position) == score_cards(THUMB, position.supposed(dealt))


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
