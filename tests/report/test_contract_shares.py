"""In how many of the deals that could be a contract is made, or set: of which cards that is said."""

from collections.abc import Sequence

import pytest

from solver import Language, Speech
from solver.analysis.expectation import Sample, expect
from solver.analysis.grades import Grade
from solver.cards import Card
from solver.report.fair import contract_share_text
from solver.rules.variants import find_variant
from tests.support.fair_verdicts import N_DEALS, made_verdict

KING, JACK = Card("C", "K"), Card("S", "J")
MADE, FAILED = Sample((90, 72), (90, 72), 2), Sample((70, 92), (0, 162), 0)
FULL, HALF = [MADE] * 40, [MADE, FAILED] * 20


def told(
    king: Sequence[Sample],
    jack: Sequence[Sample],
    *,
    taking: int | None = 0,
    lang: Language = "en",
    is_lead: bool = False,
) -> str:
    """What is said of the king, which was played, beside the jack."""
    cards = expect(find_variant("belote"), 0, {KING: king, JACK: jack}, N_DEALS, taking=taking)
    verdict = made_verdict(card=KING, grade=Grade.blunder, cards=cards)
    return contract_share_text(verdict, Speech(lang), is_lead=is_lead)


def test_a_card_that_loses_the_contract_is_held_against_the_best() -> None:
    assert told(HALF, FULL) == "By what was known, CK makes the contract in 50 % of the deals, SJ in 100 %."


def test_of_a_defender_it_is_said_that_they_set_it() -> None:
    assert told(HALF, FULL, taking=1) == (
        "By what was known, CK sets the contract in 50 % of the deals, SJ in 100 %."
    )


def test_in_french() -> None:
    said = "D’après ce qui était connu, CK fait le contrat dans 50 % des donnes, SJ dans 100 %."
    assert told(HALF, FULL, lang="fr") == said


@pytest.mark.parametrize(
    ("king", "jack", "taking"),
    [
        (FULL, HALF, 0),  # the best
        (FULL, FULL, 0),
        (HALF, FULL, None),  # no contract
        ([FAILED, *[MADE] * 39], FULL, 0),  # may be chance
    ],
)
def test_of_others_nothing_is_said(
    king: Sequence[Sample], jack: Sequence[Sample], taking: int | None
) -> None:
    assert told(king, jack, taking=taking) == ""


def test_of_a_lead_of_bridge_it_is_said_always() -> None:
    assert (
        told(FULL, HALF, taking=1, is_lead=True) == "The lead of CK sets the contract in 100 % of the deals."
    )
    assert told([FAILED, *[MADE] * 39], FULL, taking=1, is_lead=True) == (
        "The lead of CK sets the contract in 98 % of the deals, that of SJ in 100 %."
    )
