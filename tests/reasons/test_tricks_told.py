"""What is told of a trick is what both lines show: nobody takes it who is free not to, nor ruffs unsaid."""

import pytest

from solver import Speech
from solver.cards import parse_card
from solver.reasons.reason_sentences import tell
from tests.reasons.test_consequences import deal
from tests.support.mistakes import explanation_of

TOLD = {
    "S4 makes East overruff with S8": deal(
        "whist", "S", "", "Q4..K86. JT8..2.A .873..98 .A4.975.", "W:HA", "SQ"
    ),
    "DA forces North to ruff with S3": deal(
        "whist", "S", "", "Q63...K75 4.Q.65.AT .T98.T7.8 ..AQJ8.Q6", "W:", "D8"
    ),
}
"""The reasons that are told of small deals."""


@pytest.mark.parametrize("fact", TOLD)
def test_what_is_told_of_the_trick_cannot_be_gainsaid(fact: str) -> None:
    explanation = explanation_of(TOLD[fact].position(), parse_card(TOLD[fact].card))
    assert explanation.reason is not None
    assert tell(explanation.reason, Speech()) == fact
