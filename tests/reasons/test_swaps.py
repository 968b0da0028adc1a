"""Another card for a trick that goes the same way is told of that trick, not of the one in which it costs."""

import pytest

from solver.cards import parse_card
from tests.reasons.test_consequences import deal, told_of
from tests.support.reasons.mistakes import Deal, explanation_of
from tests.support.reasons.prove_mistakes import prove

SWAPS = {
    "This trick goes to West's DA; C8 should be thrown on it, not HJ": deal(
        "belote", "D", "W", ".KQJ..8 .A9..TK K...AQJ .T8.A.9", "W:DA", "HJ"
    ),
    "This trick goes to North's D9; S8 should be thrown on it, not CJ": deal(
        "belote", "D", "W", "Q..89. 8...QJ .QJ..9 .T.A.T", "W:HT D9", "CJ"
    ),
    "West ruffs with S7; D8 should be played to this trick, not DA": deal(
        "klaverjas_amsterdam", "S", "E", "TKQ.98.7.7 J9A..TKQ9. ..AJ8.AKJ8 87.QJ..TQ9", "N:D7 DK", "DA"
    ),
    "West's HA wins this trick, and HT should be loaded on it": deal(
        "contree", "D", "N", "A9.Q.JAK8. K.T9.Q7.K8 Q87.K8..T9 TJ.AJ7.9T.", "W:HA H8", "H9"
    ),
    "East's D7 wins this trick, and SA should be loaded on it": deal(
        "klaverjas_amsterdam", "D", "N", ".8.A.9 ..T7.K ...QJA A9...T", "N:H8 D7 CA", "S9"
    ),
}
"""Cards by which another one of the hand is lost later."""
SMALL = [fact for fact, case in SWAPS.items() if len(case.hands["N"]) < 10]
"""Those of hands that the slow solver can play out."""


@pytest.mark.parametrize("fact", SWAPS)
def test_a_card_that_should_have_gone_to_this_trick_is_told_of_it(fact: str) -> None:
    assert told_of(SWAPS[fact]) == fact


@pytest.mark.parametrize("fact", SMALL)
def test_a_card_that_should_have_gone_to_this_trick_is_proved_again_from_both_lines(fact: str) -> None:
    position, card = SWAPS[fact].position(), parse_card(SWAPS[fact].card)
    explanation = explanation_of(position, card)
    assert explanation.reason is not None
    assert explanation.reason.proof.kind == "lines"
    prove(position, card, explanation)


@pytest.mark.parametrize(
    ("case", "word"),
    [
        pytest.param(
            deal("contree", "C", "W", "A.9.TKQ. 8.Q7.J8. KQJ...TQ T9.8..AK", "W:CA CQ D8", "DQ"),
            "keep_ten",
            id="a guard costs more than it is dearer",
        ),
        pytest.param(
            deal("belote", "H", "W", "T.A8.K.Q9 .Q.QJ.TKJ J.9.AT.A7 A9.TK7..8", "W:SA ST", "HQ"),
            "own_ruffed",
            id="the card takes the trick from partner",
        ),
    ],
)
def test_what_is_wrong_with_the_card_itself_is_told_before(case: Deal, word: str) -> None:
    reason = explanation_of(case.position(), parse_card(case.card)).reason
    assert reason is not None
    assert reason.reason == word
