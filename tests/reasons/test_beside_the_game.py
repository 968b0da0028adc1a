"""What is told of the tricks to come is said to be best play where the game went on otherwise."""

from typing import Any

import pytest

from solver import Log, analyse

BELOTE: dict[str, Any] = {
    "variant": "belote",
    "dealer": "N",
    "leader": "E",
    "deal": {"N": "J.8.T87.QJ8", "E": "87.-.KQJ9.AT", "S": "AT9.J9.A.K7", "W": "KQ.AKQT7.-.9"},
    "contract": {"trump": "D", "taker": "E"},
    "plays": "DJ DA HA D8 CT CK C9 C8 CA C7 H7 CJ D9 S9 SQ DT "
    "S7 SA SK SJ ST HQ CQ S8 H9 HT H8 DK DQ HJ HK D7",
}
VALET: dict[str, Any] = {
    "variant": "valet_de_trefle",
    "dealer": "S",
    "leader": "E",
    "deal": {"N": "QT987.8.A.8", "E": "-.97.QT9.JT9", "S": "K.AKT.K.AK7", "W": "AJ.QJ.J87.Q"},
    "contract": {"trump": "C", "taker": "E"},
    "plays": "CJ C7 CQ C8 H9 HK HJ H8 HA HQ DA H7 HT D7 S8 CT "
    "DT DK D8 S9 C9 CK SJ SQ D9 CA DJ ST SK SA S7 DQ",
}
CONTREE: dict[str, Any] = {
    "variant": "contree",
    "dealer": "S",
    "leader": "E",
    "deal": {"N": "KJ9.QJ8.7.8", "E": "Q7.T7.J.T97", "S": "A8.AK.AK.AQ", "W": "T.9.QT98.KJ"},
    "contract": {"trump": "S", "taker": "N", "bid": 130},
    "plays": "C7 C8 CJ CQ S8 SQ SJ ST S9 D8 SA S7 SK H9 HK H7 "
    "D7 D9 DK DJ CA C9 HQ CK DA CT HJ DQ HA HT H8 DT",
}


def told(log: dict[str, Any], index: int) -> str:
    """The reason that is told of a card, after what would have been better."""
    data = analyse(Log.from_dict(log | {"plays": log["plays"].split()})).to_dict()
    text: str = data["plays"][index]["explanation"]
    return text.partition("better. ")[2]


@pytest.mark.parametrize(
    ("log", "index", "text"),
    [
        pytest.param(BELOTE, 12, "With best play, East could win the last trick", id="another last trick"),
        pytest.param(VALET, 4, "With best play, South wins a sequence of three", id="another combination"),
    ],
)
def test_what_did_not_happen_is_best_play(log: dict[str, Any], index: int, text: str) -> None:
    assert told(log, index).startswith(text)


def test_a_trick_that_an_opponent_could_still_take_is_won_with_best_play() -> None:
    """South holds the ace of clubs behind the king, and leaves the trick: the jack would be master."""
    text = told(CONTREE, 2)
    assert text.startswith("With best play, CK takes this trick, which otherwise goes to South's CQ")


def test_a_card_that_takes_the_same_cards_now_is_not_to_be_kept_for_them() -> None:
    assert "wanted to win" not in told(VALET, 0)
