"""What is told of mistakes at bridge is true as a player takes it."""

import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from solver.cards import parse_card
from solver.reasons.as_played import is_as_played
from solver.reasons.explanation import Explanation
from solver.speech import Speech
from tests.support.command_line import ROOT
from tests.support.reasons.mistakes import Deal, explanation_of

GOOD_ALREADY = Deal(
    variant="bridge",
    leader="N",
    hands={"N": "JT6.-.-.QJ76", "E": "Q8.76.3.T9", "S": "-.-.KQT74.A4", "W": "-.JT8.J86.8"},
    contract={"trump": "C", "taker": "S", "bid": 4},
    plays="",
    card="S6",
)
"""Dummy leads a spade; the queen of East is the highest that is left."""
SOLID = Deal(
    variant="bridge",
    leader="E",
    hands={"N": "T6.QT.AK643.AQ", "E": "943.J6.JT.9652", "S": "AJ87.K94.Q852.-", "W": "KQ52.A5.97.JT7"},
    contract={"trump": "NT", "taker": "N", "bid": 3},
    plays="",
    card="DT",
)
"""East leads the suit of the declarer, who has all its high cards and needs no help."""
OVERRUFFED = Deal(
    variant="bridge",
    leader="N",
    hands={"N": "92.Q98.T.J97", "E": "AKQT876.-.-.T2", "S": "J53.-.K.AKQ85", "W": "4.T6.875.643"},
    contract={"trump": "C", "taker": "N", "bid": 5},
    plays="HQ",
    card="SK",
)
"""East does not ruff the queen of hearts; dummy has no hearts either."""
LED_FROM = Deal(
    variant="bridge",
    leader="S",
    hands={"N": "984.54.K75.K52", "E": "KJT763.AT3.J.3", "S": "A52.QJ7.-.QJ964", "W": "Q.K9862.T.AT87"},
    contract={"trump": "C", "taker": "N", "bid": 1},
    plays="S2 SQ S4",
    card="S3",
)
"""Dummy has led low from its ace of spades; East should overtake the queen of West, who is then void."""
LED_TOWARDS = Deal(
    variant="bridge",
    leader="E",
    hands={"N": "9865.Q9862.83.6", "E": "T.KT7.AKQJ42.JT", "S": "KQ42.A43.T95.84", "W": "AJ73.J5.76.A953"},
    contract={"trump": "NT", "taker": "E", "bid": 6},
    plays="",
    card="ST",
)
"""East leads the ten of spades towards the jack of dummy, too early."""
SQUEEZED = Deal(
    variant="bridge",
    leader="N",
    hands={"N": "A63.J8.QJ.T", "E": "87.7.K97.86", "S": "JT.A96.A64.-", "W": "K9.T42.8.Q3"},
    contract={"trump": "NT", "taker": "N", "bid": 2},
    plays="",
    card="H8",
)
"""West guards three suits."""

BLOCKED = Deal(
    variant="bridge",
    leader="S",
    hands={"N": "-.Q.97.J8", "E": "8.T.J6.K", "S": "KT.J65.-.-", "W": "974.-.Q.5"},
    contract={"trump": "NT", "taker": "W", "bid": 1},
    plays="",
    card="HJ",
)
"""North has to win the heart with the bare queen."""

BARE_ACE = Deal(
    variant="bridge",
    leader="E",
    hands={"N": "T8.-.T9.-", "E": "J93.T.-.-", "S": "7.-.J.96", "W": "-.A.K75.-"},
    contract={"trump": "NT", "taker": "W", "bid": 1},
    plays="",
    card="S3",
)
"""West has to play the bare ace on the ten of hearts of dummy."""

DRIVEN_OUT = Deal(
    variant="bridge",
    leader="E",
    hands={"N": "7.A62.KT9.Q82", "E": "Q8.Q87.76.653", "S": "A6.K953.J.AJ7", "W": "KJT3.JT4.A83.-"},
    contract={"trump": "NT", "taker": "E", "bid": 4},
    plays="",
    card="C3",
)
"""East leads a club away from the spades; South may hold up the ace of these."""


def told(deal: Deal) -> Explanation:
    """The explanation of the mistake."""
    return explanation_of(deal.position(), parse_card(deal.card))


def test_no_card_is_set_up_that_is_good_already() -> None:
    for deal in (GOOD_ALREADY, SOLID):
        assert "set up" not in told(deal).text(Speech("en"))


def test_the_master_to_be_cashed_is_the_card_that_is_better_and_not_the_one_that_was_led() -> None:
    explanation = told(BLOCKED)
    assert "leading ST is better. ST should be cashed now" in explanation.text(Speech("en"))
    assert "mieux valait jouer P10. Il fallait encaisser P10" in explanation.text(Speech("fr", "fr"))


def test_a_card_that_partner_has_to_beat_is_not_to_be_cashed() -> None:
    assert "HT" not in told(BARE_ACE).text(Speech("en"))


def test_a_high_card_that_may_be_held_up_can_be_driven_out() -> None:
    explanation = told(DRIVEN_OUT)
    assert "SQ can drive out South's SA and make SK good" in explanation.text(Speech("en"))
    assert "PD peut faire partir PA de Sud et affranchir PR" in explanation.text(Speech("fr", "fr"))


def test_an_opponent_overruffs_who_is_forced_to() -> None:
    explanation = told(OVERRUFFED)
    assert explanation.text(Speech("en")).endswith("C2 makes dummy overruff: 1 trick.")
    assert explanation.text(Speech("fr")).endswith("C2 oblige le mort à surcouper\u00a0: 1 pli.")


def test_a_reason_is_beyond_players_only_if_the_better_card_is_no_better_to_them() -> None:
    explanation = replace(told(GOOD_ALREADY), reason=None, was_right=True)
    assert explanation.text(Speech("en")).endswith("leading C7 is better. The cost is 1 trick.")
    beyond = replace(explanation, is_better_when_open=True)
    assert "No reason that a player could have found" in beyond.text(Speech("en"))


def test_a_hand_that_led_from_under_its_card_is_not_finessed() -> None:
    # Once east has overtaken, spades and diamonds can both be led for a ruff.
    assert re.search(r"West can ruff (spades|diamonds): 2 tricks\.$", told(LED_FROM).text(Speech("en")))


def test_a_lead_towards_an_honour_is_not_told_to_be_one() -> None:
    assert "towards" not in told(LED_TOWARDS).text(Speech("en"))


def test_where_cards_lie_is_not_told_as_best_play() -> None:
    explanation = told(LED_TOWARDS)
    reason, position = explanation.reason, LED_TOWARDS.position()
    assert reason is not None
    assert reason.is_weak
    game = position.play_all([parse_card(card) for card in ["ST", "S2", "SA", "S5"]])
    assert is_as_played(reason, explanation.mistake, game)


@pytest.mark.night
@pytest.mark.slow
def test_a_squeeze_is_told_by_the_same_cards_in_every_process() -> None:
    program = (
        "from tests.reasons.test_bridge_words import SQUEEZED, told; from solver.speech import Speech; "
        "print(told(SQUEEZED).text(Speech('en')))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2", "3")
    }
    (text,) = said
    assert "West is squeezed" in text
