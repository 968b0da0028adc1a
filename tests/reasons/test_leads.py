"""Reasons of leads, and of cards that are kept, in games for card points."""

import pytest

from solver.answer_json import written
from solver.cards import parse_card
from solver.reasons.reason import ProvedReason
from tests.support.reasons.mistakes import Deal, explanation_of
from tests.support.reasons.reproof import prove_again

pytestmark = pytest.mark.slow

DEEPEST = 4
"""The tricks left, at most, for a plain search of a proof."""


MASTER_FIRST = Deal(
    variant="coinche",
    dealer="N",
    leader="W",
    hands={"N": "Q97.A.-.AKJ7", "E": "8.J.KT987.Q", "S": "KJT.97.J.T9", "W": "A.KQT8.AQ.8"},
    contract={"trump": "AT", "taker": "S", "bid": 110},
    plays="HT H9 HJ HA CQ CK C8 C9 ST S8 S9 SA CJ DQ CT D9",
    card="SQ",
)
"""The ace of clubs is master; led later, it goes on partner's trick."""
TO_PARTNER = Deal(
    variant="coinche",
    dealer="W",
    leader="S",
    hands={"N": "AQJ.K.K.AQ7", "E": "-.A7.QT87.T8", "S": "KT8.Q8.J.J9", "W": "97.JT9.A9.K"},
    contract={"trump": "H", "taker": "W", "bid": 110},
    plays="DJ DQ DK DA S7 S8 H7 SJ HA HK HJ H8 HT HQ CT CA H9 C9 D7 CQ CK CJ C8 C7",
    card="S9",
)
TO_DRAW = Deal(
    variant="contree",
    dealer="E",
    leader="N",
    hands={"N": "T.AT8.AJ7.9", "E": "AKQJ.9.T9.7", "S": "87.7.-.AKQT8", "W": "9.KQJ.KQ8.J"},
    contract={"trump": "D", "taker": "N", "bid": 80},
    plays="C9 CJ CT C7 CK DT DA D8",
    card="H8",
)
TEN_CAUGHT = Deal(
    variant="valet_de_trefle",
    dealer="N",
    leader="S",
    hands={"N": "JT.T.Q8.KQ8", "E": "97.KQ7.T.AJ", "S": "A.98.AK9.T9", "W": "KQ8.AJ.J7.7"},
    contract={"trump": "C", "taker": "S"},
    plays="SA S8 ST S7 H8 HA HT HK SK SJ S9 C9",
    card="D9",
)
"""The bare ten falls to the ace of diamonds, and beats the nine."""
TRUMP_SPENT = Deal(
    variant="klaverjas_rotterdam",
    dealer="E",
    leader="S",
    hands={"N": "AK.K8.AKT.9", "E": "J9.A7.87.KT", "S": "QT.J.J9.AQ8", "W": "87.QT9.Q.J7"},
    contract={"trump": "S", "taker": "E"},
    plays="CA CJ C9 CK CQ C7 SK CT H8 HA HJ HQ S9 SQ S7 SA D8 D9 DQ DT HK H7 ST H9",
    card="DJ",
)
"""A club makes East overruff West's eight with the jack."""
DRAW_FIRST = Deal(
    variant="belote",
    dealer="S",
    leader="W",
    hands={"N": "A.J98.A.AQJ", "E": "J9.QT.J7.87", "S": "QT7.A.QT.T9", "W": "K8.K7.K98.K"},
    contract={"trump": "H", "taker": "N"},
    plays="D8 DA D7 DQ CQ C7 C9 CK H7 H8 HT HA ST SK SA S9",
    card="CA",
)
NONE_TO_DRAW = Deal(
    variant="belote",
    dealer="E",
    leader="S",
    hands={"N": "87.AQ9.AKJ.-", "E": "Q.8.T8.AQJ9", "S": "AJT.7.Q7.T8", "W": "K9.KJT.9.K7"},
    contract={"trump": "C", "taker": "E"},
    plays="C8 CK S7 CA SQ SA S9 S8 CT C7 HQ CJ H8 H7 HK HA H9 CQ D7 HT",
    card="C9",
)
LEFT_ALONE = Deal(
    variant="klaverjas_amsterdam",
    dealer="E",
    leader="S",
    hands={"N": "AK.K8.AKT.9", "E": "J9.A7.87.KT", "S": "QT.J.J9.AQ8", "W": "87.QT9.Q.J7"},
    contract={"trump": "S", "taker": "E"},
    plays="CA CJ C9 CK CQ C7 SK CT H8 HA HJ HQ SJ ST S7 SA D8 DJ DQ DT HK H7 C8",
    card="HT",
)
MORE_THAN_LOST = Deal(
    variant="coinche",
    dealer="W",
    leader="S",
    hands={"N": "JT7.T.AK.QJ", "E": "-.AQ87.T7.K9", "S": "AKQ.J9.-.AT7", "W": "98.K.QJ98.8"},
    contract={"trump": "NT", "taker": "S", "bid": 100},
    plays="SA HQ SJ S8 SK C9 S7 S9 CT CK CJ C8 CA H8 CQ D8",
    card="HJ",
)
"""The trick of the jack is worth more than the loss."""
JACK_SPENT = Deal(
    variant="coinche",
    dealer="N",
    leader="W",
    hands={"N": "T.97.KT7.AT", "E": "A8.AKJ.Q.97", "S": "Q7.T8.9.KQJ", "W": "KJ9.Q.AJ8.8"},
    contract={"trump": "AT", "taker": "W", "bid": 110},
    plays="SK SQ SA ST",
    card="HJ",
)
IN_BOTH_LINES = Deal(
    variant="valet_de_trefle",
    dealer="S",
    leader="W",
    hands={"N": "T.Q9.KJ.AT7", "E": "K7.T8.Q7.J9", "S": "Q9.AK.AT8.8", "W": "AJ8.J7.9.KQ"},
    contract={"trump": "S", "taker": "W"},
    plays="CK CA CJ C8 CT C9 DA CQ H9 H8 HK H7 DT D9 DJ D7",
    card="D8",
)
"""South wins queen, jack and ten of hearts anyway, one trick earlier or later."""
KEEPS_THE_LEAD = Deal(
    variant="contree",
    dealer="W",
    leader="S",
    hands={"N": "T.A7.AKQ8.8", "E": "AK.J.T9.JT9", "S": "97.KQT8.7.K", "W": "QJ8.9.J.AQ7"},
    contract={"trump": "C", "taker": "E", "bid": 130},
    plays="H8 HJ HA H9 ST S8 S7 SA CJ C8 CA CK",
    card="C9",
)
"""The king of spades is master, but East has the lead after either card."""


def told_of(lead: Deal) -> ProvedReason:
    """The reason that is told, proved again where a plain search can."""
    position, card = lead.position(), parse_card(lead.card)
    told = explanation_of(position, card).reason
    assert told is not None
    if position.rules.cards_each - len(position.tricks) <= DEEPEST:
        prove_again(position, card, written(told))
    return told


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("lead", "reason", "names"),
    [
        (MASTER_FIRST, "master_not_cashed", {"card": "CA", "seat": "S", "way": "first"}),
        (TO_PARTNER, "lead_beaten", {"other": "ST", "seat": "S", "holder": "E", "way": "lead"}),
        (TO_DRAW, "lead_beaten", {"other": "HK", "seat": "W", "way": "trumps"}),
        (TEN_CAUGHT, "ten_escaped", {"card": "DT", "holder": "E", "other": "DA", "way": "beaten"}),
        (TRUMP_SPENT, "force", {"card": "C8", "seat": "E", "other": "SJ", "way": "spent_over"}),
        (DRAW_FIRST, "trumps_not_drawn", {"card": "HK", "seat": "W", "other": "CA", "way": "now"}),
        (NONE_TO_DRAW, "trumps_drawn", {"card": "C9", "way": "own"}),
        (LEFT_ALONE, "not_ducked", {"card": "HK", "seat": "N"}),
        (MORE_THAN_LOST, "lead_beaten", {"card": "HJ", "other": "HA", "seat": "E"}),
        (JACK_SPENT, "keep", {"card": "HJ"}),
        (KEEPS_THE_LEAD, "trumps_drawn", {"card": "C9", "way": "own"}),
    ],
)
def test_a_lead_is_told_by_what_it_does(lead: Deal, reason: str, names: dict[str, object]) -> None:
    told = told_of(lead)
    assert told.reason == reason
    given = {name: str(value) for name, value in told.values.items()}
    assert given.items() >= names.items()


def test_a_combination_of_both_lines_is_no_reason() -> None:
    assert told_of(IN_BOTH_LINES).reason != "combination_missed"
