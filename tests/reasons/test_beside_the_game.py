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


def told(log: dict[str, Any], index: int) -> str:
    """The reason that is told of a card, after what would have been better."""
    data = analyse(Log.from_dict(log | {"plays": log["plays"].split()})).to_dict()
    text: str = data["plays"][index]["explanation"]
    return text.partition("better. ")[2]


@pytest.mark.parametrize(
    ("log", "index", "text"),
    [
        pytest.param(BELOTE, 12, "With best play, North wins the last trick", id="another last trick"),
        pytest.param(VALET, 4, "With best play, South wins a sequence of three", id="another combination"),
    ],
)
def test_what_did_not_happen_is_best_play(log: dict[str, Any], index: int, text: str) -> None:
    assert told(log, index).startswith(text)


def test_a_card_that_takes_the_same_cards_now_is_not_to_be_kept_for_them() -> None:
    assert "wanted to win" not in told(VALET, 0)
