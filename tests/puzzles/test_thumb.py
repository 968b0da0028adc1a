"""The rule of thumb on positions by hand: what a beginner plays, and that they see no other hand."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

from solver.game.position import Position
from solver.puzzles.players.player import THUMB, score_cards
from solver.rules.variants import VARIANTS
from tests.support.budgets import FEW
from tests.support.positions import SEEDS, position_of_seed
from tests.support.puzzles.endings import choice, table

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


@pytest.mark.by_day(2)
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
