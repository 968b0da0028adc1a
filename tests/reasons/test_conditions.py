"""Conditions of reasons, each by a position in which it alone decides which one is told."""

import pytest

from solver.cards import parse_card
from tests.support.reasons.mistakes import Deal, explanation_of

DEALS = [
    pytest.param(
        Deal(
            "klaverjas_amsterdam",
            "N",
            {"N": "8.-.9.J7", "E": "T.Q.J.9", "S": "-.AK.AT.-", "W": "KQ.T9.-.-"},
            {"trump": "H", "taker": "E"},
            "",
            "C7",
            dealer="W",
        ),
        "force exchange",
        id="the value of the card moves by exactly as much as it may",
    ),
    pytest.param(
        Deal(
            "coinche",
            "S",
            {"N": "-.K.-.A97", "E": "Q.Q.A8.-", "S": "AT9.-.J.-", "W": "-.J.T.J8"},
            {"trump": "C", "taker": "N", "bid": 100},
            "SA SQ",
            "HK",
            dealer="W",
        ),
        "card_lost lines",
        id="most of the loss stays where that hand has the suit",
    ),
    pytest.param(
        Deal(
            "all_fours_4",
            "E",
            {"N": "KJ.-.-.K", "E": "T.J.-.3", "S": "-.9.T.6", "W": "-.-.4.Q5"},
            {"trump": "H"},
            "ST H9 C5 SK",
            "C6",
        ),
        "keep keep",
        id="the trump falls to the card that was played as well",
    ),
    pytest.param(
        Deal("all_fours", "S", {"N": "-.T.KQ.J7", "S": "T.A9.T3.-"}, {"trump": "D"}, "", "H9"),
        None,
        id="who ruffs a lead has another trump for it",
    ),
    pytest.param(
        Deal(
            "all_fours_4",
            "E",
            {"N": "J.7.8.-", "E": "-.J.9.A", "S": "-.2.K.5", "W": "9.Q.2.-"},
            {"trump": "S"},
            "HJ H2",
            "HQ",
        ),
        "not_ducked keep",
        id="who overruffs has another trump for it",
    ),
    pytest.param(
        Deal(
            "whist",
            "N",
            {"N": "2.K3.-.Q", "E": "4.6.9.4", "S": "-.985.-.T", "W": "K7.-.62.-"},
            {"trump": "C"},
            "",
            "H3",
            dealer="W",
        ),
        "card_lost lines",
        id="two masters fall after another best card too",
    ),
    pytest.param(
        Deal(
            "klaverjas_amsterdam",
            "N",
            {"N": "9.J7.-.Q8", "E": "AT8.-.A.7", "S": "7.T9.T.J", "W": "-.KQ.Q8.K"},
            {"trump": "H", "taker": "N"},
            "",
            "S9",
            dealer="W",
        ),
        "card_lost lines",
        id="the second of two masters need not fall",
    ),
    pytest.param(
        Deal(
            "bridge",
            "N",
            {"N": "K5.4.3.5", "E": "4.6.J2.9", "S": "QT.Q7.-.8", "W": "J.5.8.AJ"},
            {"trump": "D", "taker": "W", "bid": 7, "multiplier": 2},
            "SK S4 ST SJ S5 D2 SQ",
            "CA",
            dealer="E",
        ),
        "masters_together spend",
        id="masters fall together after a mistake behind other cards",
    ),
    pytest.param(
        Deal(
            "whist",
            "N",
            {"N": "5.9.8.A9", "E": "T7.Q4.9.-", "S": "3.-.QT3.2", "W": "-.T.K6.85"},
            {"trump": "D"},
            "H9 H4 C2 HT C5 C9",
            "ST",
            dealer="W",
        ),
        "keep lines",
        id="cards that count nothing are not given away in either case",
    ),
    pytest.param(
        Deal(
            "whist",
            "W",
            {"N": "Q98.6.-.-", "E": "4.Q.-.Q2", "S": "-.8.T.76", "W": "3.-.AJ.A"},
            {"trump": "H"},
            "",
            "S3",
            dealer="S",
        ),
        "lead_beaten exchange",
        id="a master that would be ruffed is not cashed",
    ),
    pytest.param(
        Deal(
            "bridge",
            "E",
            {"N": "6.T.Q6.J", "E": "4.A4.-.AQ", "S": "AJ.-.KT.3", "W": "Q9.3.9.K"},
            {"trump": "NT", "taker": "N", "bid": 5},
            "",
            "S4",
            dealer="W",
        ),
        "card_lost lines",
        id="a master that partner's card beats is not cashed",
    ),
    pytest.param(
        Deal(
            "coinche",
            "N",
            {"N": "K9.Q8.-.8", "E": "T.T9.K.7", "S": "-.KJ7.T.9", "W": "Q7.-.J9.J"},
            {"trump": "H", "taker": "E", "bid": 130, "multiplier": 2},
            "HQ S7",
            "HK",
            dealer="E",
        ),
        "trick_not_taken worthless",
        id="the better card wins the trick",
    ),
    pytest.param(
        Deal(
            "bridge",
            "W",
            {"N": "5.Q.J.-", "E": "3.5.9.-", "S": "T.72.-.-", "W": "-.AK.2.-"},
            {"trump": "D", "taker": "S", "bid": 7, "multiplier": 4},
            "",
            "D2",
        ),
        "force exchange",
        id="a master that wins nothing in best play is not cashed",
    ),
    pytest.param(
        Deal(
            "quadrette",
            "E",
            {"N": "7.-.Q.AK", "E": "A.T.J8.-", "S": "-.K9.97.-", "W": "-.Q.-.QJ8"},
            {"trump": "S"},
            "HT DQ HQ HK",
            "D9",
            dealer="S",
        ),
        "force spend",
        id="partner's trump is not overruffed by an own one",
    ),
    pytest.param(
        Deal(
            "bridge",
            "E",
            {"N": "A8.-.K.-", "E": "J6.6.-.-", "S": "3.T.6.-", "W": "Q.A.-.Q"},
            {"trump": "S", "taker": "N", "bid": 7},
            "",
            "SJ",
            dealer="S",
        ),
        "lead_beaten keep",
        id="a lower card that costs exactly as much makes the suit bad",
    ),
    pytest.param(
        Deal(
            "quadrette",
            "N",
            {"N": "8.T.AQ.-", "E": "-.8.T.J8", "S": "AK9.-.-.T", "W": "Q.-.KJ.9"},
            {"trump": "D"},
            "",
            "DQ",
            dealer="E",
        ),
        "trumps_drawn keep",
        id="a lower card that costs less does not",
    ),
    pytest.param(
        Deal(
            "bridge",
            "S",
            {"N": "-.6.-.8", "E": "-.-.8.A", "S": "-.A.-.Q", "W": "7.T.-.-"},
            {"trump": "C", "taker": "E", "bid": 1, "multiplier": 2},
            "",
            "CQ",
            dealer="E",
        ),
        "lead_beaten keep",
        id="there is no lower card of the suit",
    ),
    pytest.param(
        Deal(
            "coinche",
            "S",
            {"N": "9.T.-.J", "E": "-.8.Q7.-", "S": "K.-.8.7", "W": "A8.-.-.9"},
            {"trump": "H", "taker": "W", "bid": 150},
            "",
            "C7",
            dealer="W",
        ),
        "void exchange",
        id="the same hand ruffs the better lead too",
    ),
    pytest.param(
        Deal(
            "klaverjas_rotterdam",
            "N",
            {"N": "A.-.97.-", "E": "J.-.K.8", "S": "-.J.-.97", "W": "8.Q.T.-"},
            {"trump": "H", "taker": "E"},
            "",
            "SA",
            dealer="W",
        ),
        "void exchange",
        id="an own hand can ruff in best play",
    ),
    pytest.param(
        Deal(
            "belote",
            "N",
            {"N": "Q.Q.-.Q", "E": "9.T.K.-", "S": "J.9.7.-", "W": "T.A.-.A"},
            {"trump": "H", "taker": "S"},
            "SQ S9 SJ ST",
            "HA",
            dealer="W",
        ),
        "ten_exposed worthless",
        id="an opponent ruffs in best play",
    ),
]


@pytest.mark.parametrize(("deal", "told"), DEALS)
def test_what_is_told_is_what_the_condition_leaves(deal: Deal, told: str | None) -> None:
    reason = explanation_of(deal.position(), parse_card(deal.card)).reason
    assert (reason and f"{reason.reason} {reason.proof.kind}") == told
