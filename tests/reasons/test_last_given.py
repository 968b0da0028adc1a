"""The winner of a last trick that is lost is told to be left this one, where best play does so."""

from dataclasses import replace

import pytest

from solver.cards import parse_card
from solver.reasons.reason_sentences import tell
from solver.speech import Speech
from tests.reasons.test_consequences import deal, told_of
from tests.support.reasons.mistakes import explanation_of

TOLD = {
    "H8 leaves this trick to South's HK, which otherwise wins the last one and its ten points": deal(
        "contree", "S", "W", "...Q8 .J.T. .K.9. .8.8.", "W:", "D8"
    ),
    "HT leaves this trick to North's HA, which otherwise wins the last one, its ten points and DT": deal(
        "belote", "C", "E", ".A9.Q. .Q7..7 .K.TK. .T8.J.", "S:HK", "H8"
    ),
    "CK forces East to ruff with S7, which otherwise wins the last trick and its ten points": deal(
        "klaverjas_amsterdam", "S", "E", ".9..K 7.J.. .T.K. ..AQ.", "N:", "H9"
    ),
}
"""Mistakes by which an opponent keeps a card for the last trick that wins this one in best play."""
FRENCH = (
    "C8 laisse ce pli à CR de Sud, qui fait sinon le dix de der",
    "C10 laisse ce pli à CA de Nord, qui fait sinon le dix de der et emporte K10",
    "TR force Est à couper avec P7, qui fait sinon le dix de der",
)


@pytest.mark.parametrize("fact", TOLD)
def test_the_winner_of_the_last_trick_is_told_to_be_left_this_one(fact: str) -> None:
    assert told_of(TOLD[fact]) == fact


@pytest.mark.parametrize(("fact", "french"), [*zip(TOLD, FRENCH, strict=True)])
def test_it_is_said_in_french(fact: str, french: str) -> None:
    reason = explanation_of(TOLD[fact].position(), parse_card(TOLD[fact].card)).reason
    assert reason is not None
    assert tell(reason, Speech("fr", "fr")) == french


def test_a_last_trick_that_is_worth_less_than_ten_is_told_alike() -> None:
    case = next(iter(TOLD.values()))
    reason = explanation_of(case.position(), parse_card(case.card)).reason
    assert reason is not None
    plain = replace(reason, values={**reason.values, "way": "given"})
    assert tell(plain, Speech()).endswith("South's HK, which otherwise wins the last one")


def test_what_its_holder_is_free_to_keep_is_not_told_to_be_left_this_trick() -> None:
    """North ruffs the ten of hearts with the ace of trumps as well as with the jack."""
    case = deal("coinche", "C", "N", "...JA .T8.. .AQ.. ...98", "E:", "H8")
    fact = "West could win the last trick and its ten points with C9, but North wins them with CJ"
    assert told_of(case) == fact


def test_the_last_trick_is_told_with_the_own_card_that_could_win_it() -> None:
    """East's jack of trumps is spent on the last trump of North, and the seven of clubs wins nothing."""
    case = deal("contree", "S", "E", "T.J.8. J...87 .A.Q.Q .Q8.7.", "E:", "SJ")
    mistake = explanation_of(case.position(), parse_card(case.card))
    assert told_of(case) == (
        "East could win the last trick and its ten points with C7, but South wins them with HA"
    )
    assert mistake.reason is not None
    assert mistake.reason.hidden == (parse_card("HA"),)
    assert tell(mistake.reason, Speech("fr", "fr")) == (
        "Est pouvait faire le dix de der avec T7, mais c’est Sud qui le fait, avec CA"
    )


def test_what_is_not_named_of_a_last_trick_is_not_hidden() -> None:
    """The own card that could win it is not told where its winner should take this trick."""
    for case in TOLD.values():
        reason = explanation_of(case.position(), parse_card(case.card)).reason
        assert reason is not None
        assert {*reason.hidden} <= {reason.values["card"], reason.values.get("prize")}
