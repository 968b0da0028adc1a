"""Reasons of losses that are made of parts, of forced discards, and of hands that ruff at once."""

from typing import Any

import pytest

from solver.answer_json import written
from solver.cards import parse_card
from solver.reasons import prover
from solver.speech import Speech
from tests.support.reasons.mistakes import Deal, explanation_of
from tests.support.reasons.reproof import prove_again

pytestmark = pytest.mark.slow


SPARED = Deal(
    variant="california_jack",
    leader="S",
    hands={"N": "-.-.KJ.AK", "S": "-.85.A6.-"},
    stock="HK C8 H7 C2 H4 D3",
    contract={"trump": "H"},
    plays="H5 DK HK CA",
    card="DA",
)
FORCED = Deal(
    variant="california_jack",
    leader="N",
    hands={"N": "Q9.7.-.-", "S": "-.K5.K.-"},
    stock="D4 H3 D8 C6 S3 C4 D9 H9",
    contract={"trump": "H"},
    plays="SQ",
    card="HK",
    dealer="S",
)
TWO_CARDS = Deal(
    variant="coinche",
    leader="E",
    hands={"N": "8.A.KT9.AQJ", "E": "AJT7.QJ.A.7", "S": "-.987.Q8.KT8", "W": "KQ9.KT.J7.9"},
    contract={"trump": "H", "taker": "N", "bid": 160},
    plays="SJ S8 S9 H8 CT C7 CA C9",
    card="HA",
    dealer="S",
)
"""The ace of trumps is led: partner's nine falls to the jack, and a ten gets home besides."""
CARDS_OF_LAST_TRICK = Deal(
    variant="klaverjas_amsterdam",
    leader="N",
    hands={"N": "KJ.KT.JT.A7", "E": "-.98.AQ7.QT8", "S": "T987.Q.9.KJ", "W": "AQ.AJ7.K8.9"},
    contract={"trump": "D", "taker": "S"},
    plays="SK DQ S8 SQ H9 HQ HA HT SA SJ CT S7 C9 CA C8 CK DT DA D9 DK",
    card="S9",
    dealer="W",
)
PART_OF_TRICK = Deal(
    variant="valet_de_trefle",
    leader="E",
    hands={"N": "J8.A987.J7.-", "E": "-.KQ.AQ9.KJ8", "S": "QT9.J.8.A97", "W": "AK7.T.KT.QT"},
    contract={"trump": "D", "taker": "E"},
    plays="DA D8 DK DJ",
    card="H8",
)
"""The queen, jack and ten of hearts fall together, which is the greater part of the loss."""
RUFFED = Deal(
    variant="valet_de_trefle",
    leader="S",
    hands={"N": "K8.87.AT.AQ", "E": "7.KQ9.97.T7", "S": "AQJ9.J.8.K8", "W": "T.AT.KQJ.J9"},
    contract={"trump": "H", "taker": "S"},
    plays="SA ST SK S7 CK CJ CA CT H8 HK HJ HT",
    card="SQ",
)
ALL_TRICKS = Deal(
    variant="klaverjas_rotterdam",
    leader="S",
    hands={"N": "J7.9.KJ.AK7", "E": "KT.87.A87.T", "S": "A8.AT.QT9.J", "W": "Q9.KQJ.-.Q98"},
    contract={"trump": "D", "taker": "N"},
    plays="DQ CQ DJ D8 DK DA D9 C9 HA HK H9 H7 DT HJ CK D7 SA S9 SJ SK",
    card="CJ",
    dealer="E",
)
GREAT_WITH_LAST = Deal(
    variant="klaverjas_amsterdam",
    leader="W",
    hands={"N": "AT97.-.A.QJT", "E": "J8.Q9.T8.K9", "S": "K.AT87.9.87", "W": "Q.KJ.KQJ7.A"},
    contract={"trump": "D", "taker": "N"},
    plays="DK DA D8 D9 C8 CA CQ C9 D7 S9 DT H8 HQ HA HK S7",
    card="H7",
    dealer="S",
)


@pytest.mark.parametrize(
    ("deal", "reason", "names"),
    [
        (SPARED, "forced_discard", {"seat": "N", "card": "H8", "way": "now"}),
        (FORCED, "forced_discard", {"seat": "S", "trick": 3, "way": ""}),
        (TWO_CARDS, "card_lost", {"card": "H9", "other": "HJ", "seat": "E"}),
        (CARDS_OF_LAST_TRICK, "last_trick", {"card": "CQ", "seat": "E"}),
        (PART_OF_TRICK, "combination_conceded", {"seat": "W", "trick": 1, "way": "sequence_of_three"}),
        (RUFFED, "lead_ruffed", {"card": "SQ", "other": "HA", "seat": "W"}),
        (ALL_TRICKS, "slam_missed", {}),
    ],
)
def test_the_part_is_told_that_makes_the_loss(deal: Deal, reason: str, names: dict[str, object]) -> None:
    position, card = deal.position(), parse_card(deal.card)
    told = explanation_of(position, card).reason
    assert told is not None
    assert told.reason == reason
    given = {name: value if isinstance(value, int) else str(value) for name, value in told.values.items()}
    assert given.items() >= names.items()


@pytest.mark.by_day(1)
@pytest.mark.parametrize("deal", [SPARED, FORCED, CARDS_OF_LAST_TRICK, RUFFED, ALL_TRICKS, GREAT_WITH_LAST])
def test_its_proof_holds(deal: Deal) -> None:
    position, card = deal.position(), parse_card(deal.card)
    told: Any = written(explanation_of(position, card).reason)
    prove_again(position, card, told)


def test_two_cards_are_proved_by_both() -> None:
    told = explanation_of(TWO_CARDS.position(), parse_card(TWO_CARDS.card)).reason
    assert told is not None
    assert told.proof.kind == "worthless"
    assert {str(card) for card in told.proof.cards or ()} == {"H9", "DT"}
    assert told.proof.share >= 2 / 3


def test_this_trick_is_told_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the nodes of a mistake are spent, the cards of this trick still say what they come to."""
    monkeypatch.setattr(prover, "MOST_NODES", 1)
    told = explanation_of(PART_OF_TRICK.position(), parse_card(PART_OF_TRICK.card)).reason
    assert told is not None
    assert told.reason == "combination_conceded"
    assert told.proof.kind == "trick"
    assert told.proof.share >= 1 / 2


LAST_AND_BOTH = Deal(
    variant="belote",
    leader="S",
    hands={"N": "AJT.A.A97.9", "E": "Q.QT7.QT.AT", "S": "K8.KJ9.8.K8", "W": "97.8.KJ.QJ7"},
    contract={"trump": "C", "taker": "S"},
    plays="CK CJ C9 CT CQ D9 CA C8 HQ HJ H8 HA SJ SQ S8 S7",
    card="H7",
    dealer="E",
)
LAST_AND_SEVERAL = Deal(
    variant="belote",
    leader="N",
    hands={"N": "QT7.AJT8.J.-", "E": "8.7.K9.KT98", "S": "A.K9.T.AQJ7", "W": "KJ9.Q.AQ87.-"},
    contract={"trump": "S", "taker": "S"},
    plays="H8 H7 HK HQ SA SJ ST S8 DQ DJ DK DT",
    card="CJ",
    dealer="W",
)
WANTED_FOR_LAST = Deal(
    variant="belote",
    leader="N",
    hands={"N": "7.AKJT7.Q.9", "E": "KQJ.Q.KT8.T", "S": "A9.98.97.87", "W": "T8.-.AJ.AKQJ"},
    contract={"trump": "S", "taker": "E"},
    plays="C9 CT C8 CQ DT D7 DA DQ CK S7 SJ C7 D8 D9 DJ H7 S8 HK SQ S9 H8 ST HJ HQ CJ HT",
    card="SK",
    dealer="W",
)


@pytest.mark.parametrize(
    ("deal", "reason", "fact", "in_french"),
    [
        (
            LAST_AND_BOTH,
            "last_trick",
            "H7 costs HT as well as the last trick, and lets North's SA get home: 56",
            "C7 coûte C10 ainsi que le dernier pli, et laisse passer PA de Nord\xa0",
        ),
        (
            LAST_AND_SEVERAL,
            "last_trick",
            "CJ costs CA and HA as well as the last trick: 51",
            "TV coûte TA et CA ainsi que le dernier pli\xa0",
        ),
        (
            WANTED_FOR_LAST,
            "keep_last",
            "SK is wanted for the last trick, its ten points and West's CA: 36",
            "PR était à garder pour le dernier pli, son dix de der et TA d’Ouest\xa0",
        ),
    ],
)
def test_the_last_trick_is_told_with_cards_where_its_ten_are_little(
    deal: Deal, reason: str, fact: str, in_french: str
) -> None:
    told = explanation_of(deal.position(), parse_card(deal.card))
    assert told.reason is not None
    assert told.reason.reason == reason
    assert fact in told.text(Speech())
    assert in_french in told.text(Speech("fr", "fr"))


def test_a_card_that_is_given_away_is_told_to_win_a_later_trick() -> None:
    deal = Deal(
        variant="quadrette",
        leader="E",
        hands={"N": "T.7.KJ8.9", "E": "J7.K9.T7.-", "S": "KQ.8.-.KJ8", "W": "8.JT.9.T7"},
        contract={"trump": "H"},
        plays="SJ ST S8 SK H8 H9 H7 HT D9 CK D7 D8 CT",
        card="C8",
        dealer="S",
    )
    told = explanation_of(deal.position(), parse_card(deal.card))
    assert "C8 is wanted to win trick 6: 1 trick" in told.text(Speech())


GREAT_OF_FOUR = Deal(
    variant="belote",
    leader="E",
    hands={"N": "T.Q9.KQ.KQ7", "E": "J987.AKJ.9.-", "S": "-.87.A8.AJ98", "W": "AKQ.T.JT7.T"},
    contract={"trump": "D", "taker": "W"},
    plays="HJ H8 HT H9 DJ DQ D9 D8",
    card="SQ",
    dealer="N",
)


@pytest.mark.parametrize(
    ("deal", "fact"),
    [
        (GREAT_WITH_LAST, "H7 costs ST and HT as well as the last trick: a swing of 68 points"),
        (GREAT_OF_FOUR, "SQ costs SA and SK, and lets North's ST and HQ get home: 38 points"),
    ],
)
def test_a_great_loss_of_many_parts_names_more_of_them(deal: Deal, fact: str) -> None:
    told = explanation_of(deal.position(), parse_card(deal.card))
    assert fact in told.text(Speech())
