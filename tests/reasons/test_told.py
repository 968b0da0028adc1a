"""The reasons that are told of the positions of the corpus: right ones, and none that misleads."""

from pathlib import Path

import pytest

from solver.cards import parse_card
from solver.reasons.reason import Reason
from solver.reasons.reason_sentences import REASONS, WAYS
from tests.support.command_line import ROOT
from tests.support.reasons.corpus import CASES, NONE, Case
from tests.support.reasons.mistakes import explanation_of

MISSED = Path(__file__).parents[1] / "data" / "reasons_missed.txt"
"""The cases whose reason is not told yet, one a line: it may only grow shorter."""


def is_told_rightly(case: Case) -> bool:
    """True if the word that is told of a case is one of those that may be."""
    position, _ = case.solve()
    reason = explanation_of(position, parse_card(case.played)).reason
    word = NONE if reason is None else reason.reason.value
    return word in (*case.must, *case.may) and word not in case.must_not


@pytest.mark.by_day(36)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_right_reason_is_told(case: Case) -> None:
    assert is_told_rightly(case) == (case.id not in MISSED.read_text(encoding="utf-8").split())


def test_the_cases_that_are_missed_are_cases() -> None:
    missed = MISSED.read_text(encoding="utf-8").split()
    assert missed == sorted(set(missed) & {case.id for case in CASES})


def test_a_reason_of_the_lead_names_the_hidden_card_that_its_sentence_names() -> None:
    case = next(case for case in CASES if case.id == "coinche-200-0")
    position, _ = case.solve()
    reason = explanation_of(position, parse_card(case.played)).reason
    assert reason is not None
    assert (reason.proof.kind, reason.hidden) == ("lead", (parse_card("SA"),))


def test_every_reason_has_a_sentence_and_stands_on_its_page() -> None:
    page = (ROOT / "docs" / "reasons.md").read_text(encoding="utf-8")
    for reason in Reason:
        assert reason in REASONS or any(told == reason for told, _ in WAYS), reason
        assert f"`{reason}`" in page, reason
        assert reason.says.endswith(".")
