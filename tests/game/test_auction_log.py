"""Logs of bridge that state their auction and leave the contract to it."""

from typing import Any

import pytest

from solver import Position, solve
from solver.errors import SolverError
from solver.formats.games import normal_log
from tests.support.bridge_games import write_logs

DEAL = {
    "N": "A643.KJT8.92.AK3",
    "E": "2.653.QJT7.T9842",
    "S": "KQ97.Q9.AK54.J75",
    "W": "JT85.A742.863.Q6",
}
LOG: dict[str, Any] = {"variant": "bridge", "dealer": "N", "deal": DEAL}
ENDED = ["1S", "Pass", {"call": "4C", "alert": True}, "X", "Pass", "Pass", "XX", "P", "P", "P"]


def faults(auction: object, **more: object) -> list[tuple[str, str]]:
    with pytest.raises(SolverError) as raised:
        Position.from_dict({**LOG, "auction": auction, **more})
    return [(fault.pointer, fault.detail) for fault in raised.value.faults]


def test_an_auction_that_is_over_names_the_contract() -> None:
    position = Position.from_dict({**LOG, "auction": ENDED})
    assert position.contract.to_dict() == {"trump": "C", "taker": "S", "bid": 4, "multiplier": 4}
    assert (position.to_play, position) == (
        "W", Position.from_dict({**LOG, "contract": position.contract.to_dict()}),
    )  # fmt: skip
    assert solve(position).exact


def test_calls_are_the_same_in_every_notation_of_cards() -> None:
    french = {"N": "A643.RV108.92.AR3", "E": "2.653.DV107.109842", "S": "RD97.D9.AR54.V75"}
    deal = {**french, "W": "V1085.A742.863.D6"}
    position = Position.from_dict({**LOG, "deal": deal, "notation": "fr", "auction": ENDED})
    assert position == Position.from_dict({**LOG, "auction": ENDED})


def test_what_is_stated_comes_before_the_auction() -> None:
    assert faults(ENDED, contract={"trump": "S", "taker": "N", "bid": 4}) == [
        ("/contract", "the contract is 4S by N, but the auction ends in 4CXX by S"),
    ]


@pytest.mark.parametrize(
    ("auction", "pointer", "said"),
    [
        (["Pass"] * 4, "/auction", "everybody has passed; there is nothing to play"),
        (["1S", "Pass"], "/contract", "the contract is missing, and the auction is not over"),
        ([], "/contract", "the contract is missing, and the auction is not over"),
        (["1S", "1H", "P", "P", "P"], "/auction/1", "1H by E is not above 1S"),
        (["1S", "8H", "P", "P", "P"], "/auction/1", "'8H' is not a call"),
        (["1S", "P", "P", "P", "P"], "/auction/4", "Pass is too much: the auction is over"),
        ("1S PPP", "/auction", "'1S PPP' is not a list of calls"),
    ],
)
def test_an_auction_that_names_no_contract_is_told(auction: object, pointer: str, said: str) -> None:
    ((found, detail),) = faults(auction)
    assert found == pointer
    assert detail.startswith(said)


def test_the_dealer_is_told_once() -> None:
    ((pointer, detail),) = faults(ENDED, dealer=None)
    assert (pointer, detail.split(";")[0]) == ("/dealer", "there is no dealer")
    ((pointer, _),) = faults(ENDED, dealer="Q")
    assert pointer == "/dealer"


def test_a_contract_that_the_auction_names_is_written() -> None:
    log = normal_log({**LOG, "auction": ENDED})
    assert log["contract"] == {"trump": "C", "taker": "S", "bid": 4, "multiplier": 4}
    assert '[Declarer "S"]\n[Contract "4CXX"]' in write_logs([log], "pbn")
    assert "contract" not in normal_log({**LOG, "auction": ["1S"]})
