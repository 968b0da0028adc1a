"""Reasons of all fours: the jack and the low in later tricks, trumps that are needed, and forced discards."""

from typing import Any

import pytest

from solver.answer_json import written
from solver.cards import parse_card
from solver.reasons.sentences import GAME_EVEN
from solver.reasons.themes import Theme
from solver.speech import Speech
from tests.support.depth import by_depth
from tests.support.reasons.mistakes import Deal, explanation_of
from tests.support.reasons.reproof import prove_again

pytestmark = pytest.mark.slow

ONE_POINT = Deal(
    variant="all_fours",
    leader="N",
    hands={"N": "9.43.5.J2", "S": "7.52.83.9"},
    contract={"trump": "H"},
    plays="S9 S7 C2",
    card="H2",
    dealer="S",
)
"""The jack of clubs is the only card point of the deal."""
LOW_DRAWN = Deal(
    variant="all_fours",
    leader="N",
    hands={"N": "Q3.T.4.32", "S": "6.86.T.Q7"},
    contract={"trump": "D"},
    plays="S3 S6 CQ C2 H6 HT",
    card="C3",
    dealer="S",
)
JACK_FALLS = Deal(
    variant="all_fours_4",
    leader="S",
    hands={"N": "J2.J4.-.87", "E": "6.K.2.932", "S": "97.Q8.3.K", "W": "T8.T7.Q.5"},
    contract={"trump": "H"},
    plays="D3 DQ H4 D2 S2 S6 HQ S8",
    card="CK",
    dealer="E",
)
JACK_ESCAPES = Deal(
    variant="all_fours_4",
    leader="S",
    hands={"N": "6.-.JT6.AQ", "E": "932.Q83.-.-", "S": "A8.-.Q42.8", "W": "T5.J5.A.K"},
    contract={"trump": "D"},
    plays="S8 ST S6 S2 H5 D6 H3 D2 CQ S3 D4 CK SA",
    card="S5",
    dealer="E",
)
LOW_ESCAPES = Deal(
    variant="all_fours",
    leader="S",
    hands={"N": "76.4.JT.6", "S": "93.K.876.-"},
    contract={"trump": "S"},
    plays="D8 DT",
    card="C6",
    dealer="N",
)
JACK_GOES = Deal(
    variant="california_jack",
    leader="S",
    hands={"N": "-.54.Q.653", "S": "2.96.K3.7"},
    stock=(
        "S3 SJ SQ SK C8 D2 S5 S4 CT SA HA CK D6 C2 S9 S7 D7 DJ DA H8 "
        "S6 C9 D8 HT CA HK H7 H2 H3 D9 D5 D4 HQ C4 CQ DT S8 CJ ST HJ"
    ),
    contract={"trump": "H"},
    plays=(
        "H9 H4 H6 H5 S2 SJ DQ DK C7 C8 SK SA HA C3 SQ S4 D2 C2 "
        "S3 S7 C5 H8 D7 DJ DA D3 CA HK D6 D8 CK H7 HT H2 HQ H3 S9"
    ),
    card="D4",
    dealer="N",
)
OVERRUFF = Deal(
    variant="all_fours_4",
    leader="N",
    hands={"N": "3.K32.A.J", "E": "T8.8.75.4", "S": "-.QJ4.32.6", "W": "4.6.KT.Q2"},
    contract={"trump": "C"},
    plays="DA C4",
    card="D2",
    dealer="W",
)
LAST_TRUMP = Deal(
    variant="all_fours",
    leader="N",
    hands={"N": "-.QJT6.-.95", "S": "7.85.93.6"},
    contract={"trump": "S"},
    plays="C5 C6 H5 H6",
    card="HQ",
    dealer="S",
)
A_TRUMP = Deal(
    variant="all_fours",
    leader="N",
    hands={"N": "-.-.AKJ.Q9", "S": "J.JT.-.K7"},
    contract={"trump": "C"},
    plays="",
    card="C9",
    dealer="S",
)
DRAW = Deal(
    variant="all_fours",
    leader="N",
    hands={"N": "-.-.AJ95.K2", "S": "K.-.KQT7.5"},
    contract={"trump": "C"},
    plays="",
    card="DA",
    dealer="S",
)
THROWN_IN = Deal(
    variant="all_fours",
    leader="N",
    hands={"N": "6.T86.T6.-", "S": "-.3.Q9.962"},
    contract={"trump": "C"},
    plays="S6 C2 D9 DT",
    card="H6",
    dealer="S",
)
DISCARD_AND_GAME = Deal(
    variant="california_jack",
    leader="N",
    hands={"N": "86.T5.3.6", "S": "K.3.9.K75"},
    stock=(
        "D4 DK C9 ST CJ H6 H2 H4 SA CA S7 HJ CT SJ DQ C2 DA S9 D6 DJ "
        "HK S2 D2 CQ D7 D5 HQ H9 D8 S3 H8 SQ S5 DT C3 C4 H7 HA S4 C8"
    ),
    contract={"trump": "C"},
    plays=(
        "H5 H3 C6 C7 CK D3 CJ D4 D9 H4 SA S6 S7 S8 ST SJ SK "
        "C2 CA C5 DA DJ D6 DQ D2 CT H6 H2 HK H9 CQ C9 HQ S2"
    ),
    card="S5",
    dealer="S",
)
TRUMP_TO_DRAW = Deal(
    variant="california_jack",
    leader="N",
    hands={"N": "-.-.Q54.7", "S": "-.64.-.A4"},
    stock="H9 C5 HQ DJ",
    contract={"trump": "H"},
    plays="C7",
    card="C4",
)

DEALS = (
    (
        LOW_DRAWN,
        "low_saved",
        {"card": "D4", "holder": "N", "other": "DT", "seat": "S", "trick": 4, "way": "drawn"},
    ),
    (
        JACK_FALLS,
        "jack_caught",
        {"card": "HJ", "holder": "N", "other": "HK", "seat": "E", "trick": 2, "way": "falls"},
    ),
    (
        JACK_ESCAPES,
        "jack_caught",
        {"card": "DJ", "holder": "N", "other": "DA", "seat": "W", "trick": 5, "way": "escapes"},
    ),
    (
        LOW_ESCAPES,
        "low_saved",
        {"card": "S3", "holder": "S", "other": "S6", "seat": "N", "trick": 1, "way": "escapes"},
    ),
    (JACK_GOES, "jack_caught", {"card": "HJ", "trick": 20, "seat": "S", "way": "goes"}),
    (OVERRUFF, "uppercut", {"card": "C6", "seat": "W", "other": "CQ", "way": "overruff"}),
    (LAST_TRUMP, "force", {"card": "C9", "seat": "S", "other": "S7", "way": "last"}),
    (A_TRUMP, "force", {"card": "DJ", "seat": "S", "other": "C7", "way": ""}),
    (DRAW, "trumps_not_drawn", {"card": "C5", "seat": "S", "other": "DA", "way": "now"}),
    (THROWN_IN, "throw_in", {"card": "C6", "seat": "S"}),
    (DISCARD_AND_GAME, "forced_discard", {"seat": "S", "card": "HJ", "way": "now"}),
    (TRUMP_TO_DRAW, "face_up", {"card": "H9", "other": "C5"}),
)


@pytest.mark.parametrize(("deal", "reason", "names"), DEALS)
def test_it_is_told_with_what_it_names(deal: Deal, reason: str, names: dict[str, object]) -> None:
    told = explanation_of(deal.position(), parse_card(deal.card)).reason
    assert told is not None
    given = {name: value if isinstance(value, int) else str(value) for name, value in told.values.items()}
    assert (told.reason, given) == (reason, names)


PROVED_ANEW = [deal for deal, *_ in DEALS if deal is not DISCARD_AND_GAME]
"""The slow means of the proof take as long for the deal with a stock as for all others."""


@pytest.mark.by_day(2)
@pytest.mark.parametrize("deal", by_depth([deal for deal in PROVED_ANEW if not deal.stock], PROVED_ANEW))
def test_its_proof_holds(deal: Deal) -> None:
    position, card = deal.position(), parse_card(deal.card)
    told: Any = written(explanation_of(position, card).reason)
    prove_again(position, card, told)


def test_a_discard_is_proved_together_with_game() -> None:
    told = explanation_of(DISCARD_AND_GAME.position(), parse_card(DISCARD_AND_GAME.card)).reason
    assert told is not None
    assert told.proof.rules == ("forced_discard_penalty", "points")


def test_a_reason_of_card_points_has_no_other_point_for_its_cost() -> None:
    deal = Deal("all_fours", "N", {"N": "8.Q6.Q.A8", "S": "4.A8.-.Q97"}, {"trump": "H"}, "C8", "H8")
    told = explanation_of(deal.position(), parse_card(deal.card))
    assert told.reason is not None
    assert (told.reason.reason, Theme.low_lost in told.themes) == ("load", True)
    assert told.text(Speech("en")).endswith("CQ takes this trick and is safe in it: 1 point.")


LOW_IN_HAND = Deal(
    variant="all_fours",
    leader="S",
    hands={"N": "5.-.Q.7", "S": "K.-.K.2"},
    contract={"trump": "D"},
    plays="",
    card="SK",
    rules={"forced_discard_penalty": 2, "low_goes_to": "holder"},
)
"""The queen of diamonds is the lowest trump, a point of North's whoever takes it."""
LOW_FOR_GAME = Deal(
    variant="all_fours",
    leader="S",
    hands={"N": "-.6.K.5", "S": "8.-.QT.-"},
    contract={"trump": "D"},
    plays="",
    card="DT",
    rules={"low_goes_to": "holder"},
)


@pytest.mark.parametrize(
    ("given", "fact"),
    [
        (LOW_IN_HAND, "North ruffs SK with DQ"),
        (LOW_FOR_GAME, "DT falls to North's DK"),
    ],
)
def test_low_is_no_card_to_be_taken_where_it_is_its_holder_s(given: Deal, fact: str) -> None:
    explanation = explanation_of(given.position(), parse_card(given.card))
    assert "the lowest trump" not in explanation.text(Speech())
    assert fact in explanation.text(Speech())
    told: Any = written(explanation.reason)
    prove_again(given.position(), parse_card(given.card), told)


LEAD_FOR_JACK = Deal(
    variant="all_fours",
    leader="S",
    hands={"N": "-.4A.8.6J3", "S": "JQ.2.-.AK2"},
    contract={"trump": "C"},
    plays="SQ C3 HA C2",
    card="H2",
    dealer="S",
)
LEAD_FOR_GAME = Deal(
    variant="all_fours",
    leader="S",
    hands={"N": "JT.42.5.T", "S": "K3.5.3.Q3"},
    contract={"trump": "H"},
    plays="",
    card="S3",
    dealer="N",
)


@pytest.mark.parametrize(
    ("given", "fact"),
    [
        (LEAD_FOR_JACK, "North's CJ is not drawn, and ruffs trick 6: the jack"),
        (LEAD_FOR_GAME, "S3 gives North the lead, not South, and lets North's ST get home: game"),
    ],
)
def test_a_lead_that_is_given_away_names_what_follows(given: Deal, fact: str) -> None:
    position, card = given.position(), parse_card(given.card)
    explanation = explanation_of(position, card)
    assert fact in explanation.text(Speech())
    told: Any = written(explanation.reason)
    prove_again(position, card, told)


SPARED_BESIDE = Deal(
    variant="california_jack",
    leader="S",
    hands={"N": "J.-.K9.-", "S": "2.-.-.53"},
    contract={"trump": "C"},
    plays="",
    card="S2",
    stock="C9 S6",
)
FORCED_AND_SPARED = Deal(
    variant="california_jack",
    leader="N",
    hands={"N": "Q4.-.-.3", "S": "-.T.-.87"},
    contract={"trump": "D"},
    plays="",
    card="C3",
    stock="DT S5 D7 D5",
    dealer="S",
)
BOTH_FORCED = Deal(
    variant="california_jack",
    leader="S",
    hands={"N": "Q.-.J.-", "S": "A.6.-.-"},
    contract={"trump": "H"},
    plays="",
    card="H6",
    stock="S5 H9 CK S3 CQ DK",
)
"""Either player loses a point more: nothing of that is a cost."""


@pytest.mark.parametrize(
    ("given", "cost", "in_french"),
    [
        (BOTH_FORCED, ": game (14 card points to 1).", ": le jeu (14 points de cartes à 1)."),
        (
            SPARED_BESIDE,
            "high and a point for a forced discard that North is spared.",
            "un point pour une défausse forcée épargnée à Nord.",
        ),
        (
            FORCED_AND_SPARED,
            "a point for a forced discard by North and 2 points for forced discards that South is spared.",
            "une défausse forcée de Nord et 2 points pour des défausses forcées épargnées à Sud.",
        ),
    ],
)
def test_whose_forced_discards_a_mistake_costs_is_told(given: Deal, cost: str, in_french: str) -> None:
    explanation = explanation_of(given.position(), parse_card(given.card))
    assert explanation.text(Speech()).endswith(cost)
    assert explanation.text(Speech("fr")).endswith(in_french)


def test_a_single_card_point_is_told_in_the_singular() -> None:
    explanation = explanation_of(ONE_POINT.position(), parse_card(ONE_POINT.card))
    assert explanation.text(Speech("en")).endswith(": game (1 card point to 0).")
    assert explanation.text(Speech("fr")).endswith(": le jeu (1 point de cartes à 0).")
    even = "game (1 card point all: it goes to the side that did not deal)"
    assert Speech("en").say(GAME_EVEN, 1, most=1) == even
    assert Speech("fr").say(GAME_EVEN, 1, most=1).startswith("le jeu (1 point de cartes partout\u00a0:")
