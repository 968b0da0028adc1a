"""Logs of bridge that state their auction and leave the contract to it."""

from typing import Any

import pytest

from solver import Position, solve
from solver.errors import SolverError
from solver.game.auctions.bridge import call_of, find_auction_faults
from tests.support.bridge_games import normal_log, write_logs

DEAL = {
    "N": "A643.KJT8.92.AK3",
    "E": "2.653.QJT7.T9842",
    "S": "KQ97.Q9.AK54.J75",
    "W": "JT85.A742.863.Q6",
}
LOG: dict[str, Any] = {"variant": "bridge", "dealer": "N", "deal": DEAL}
IN_FRENCH = LOG | {
    "notation": "fr",
    "deal": {
        "N": "A643.RV108.92.AR3",
        "E": "2.653.DV107.109842",
        "S": "RD97.D9.AR54.V75",
        "W": "V1085.A742.863.D6",
    },
}
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
    position = Position.from_dict({**IN_FRENCH, "auction": ENDED})
    assert position == Position.from_dict({**LOG, "auction": ENDED})


FRENCH = [
    ["1 pique", "passe", "4♣", "contre", "passe", "passe", "surcontre", "passe", "passe", "passe"],
    ["1 piques", "passe", "4 trèfles", "contre", "p", "p", "surcontre", "p", "p", "p"],
    ["1P", "Passe", "4T", "X", "P", "P", "XX", "P", "P", "P"],
    ["1p", "je passe", "4 trèfle", "Contre", "p", "p", "surcontre", "p", "p", "p"],
]


@pytest.mark.parametrize("log", [LOG, IN_FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("auction", FRENCH)
def test_french_calls_are_read(auction: list[str], log: dict[str, Any]) -> None:
    assert Position.from_dict({**log, "auction": auction}) == Position.from_dict({**LOG, "auction": ENDED})


@pytest.mark.parametrize(
    ("calls", "notation", "unclear"),
    [
        (["1C", "Pass", "4C", "P", "P", "P"], "fr", []),
        (["1C", "1H", "4C", "P", "P", "P"], "fr", []),
        (["1C", "passe", "4C", "passe", "passe", "passe"], "en", []),
        # It would be clubs, and hearts is meant.
        (["1C", "passe", "4C", "passe", "passe", "passe"], "fr", [0, 2]),
        (["1C", "P", "4C", "X", "P", "P", "P"], "fr", [0, 2]),
        (["1T", "1C", "P", "P", "P"], "en", [1]),
        (["1SA", "Pass", "2C", "P", "P", "P"], "en", [2]),
        (["1 sans atout", "Pass", {"call": "2C", "alert": True}, "P", "P", "P"], "fr", [2]),
    ],
)
def test_clubs_are_not_taken_for_hearts(calls: list[Any], notation: str, unclear: list[int]) -> None:
    found = find_auction_faults(calls, "N", None, notation)  # type: ignore[arg-type]
    places = [f"/auction/{index}" + ("/call" if isinstance(calls[index], dict) else "") for index in unclear]
    assert [fault.pointer for fault in found] == places
    for fault, index in zip(found, unclear, strict=True):
        level = call_of(calls[index])[0]  # type: ignore[index]
        assert f"write {level}♣ or {level}♥" in fault.detail


def test_what_is_stated_comes_before_the_auction() -> None:
    assert faults(ENDED, contract={"trump": "S", "taker": "N", "bid": 4}) == [
        ("/contract", "the contract is 4S by N, but the auction ends in 4CXX by S"),
    ]


@pytest.mark.parametrize("log", [LOG, IN_FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize(
    "stated",
    [
        {},
        {"taker": "S"},
        {"trump": "C", "bid": 4},
        {"level": 4},
        {"multiplier": 4},
        {"trump": "C", "taker": "S", "level": 4, "multiplier": 4},
        None,
    ],
)
def test_what_a_contract_leaves_out_is_taken_from_the_auction(log: dict[str, Any], stated: Any) -> None:
    if stated and "trump" in stated:
        stated = stated | {"trump": "♣"}
    position = Position.from_dict({**log, "auction": ENDED, "contract": stated})
    assert position.contract.to_dict() == {"trump": "C", "taker": "S", "bid": 4, "multiplier": 4}


def test_a_game_with_other_trumps_may_not_have_those_of_its_auction() -> None:
    own = {"extends": "bridge", "name": "own", "trumps": ["S", "H"]}
    ended = ["1NT", "Pass", "Pass", "Pass"]
    for contract in (None, {}, {"taker": "N"}):
        assert faults(ended, variant=own, contract=contract) == [
            ("/contract/trump", "own is not played with trump NT; it can be S or H")
        ]


def test_a_contract_and_its_auction_are_faulty_at_once() -> None:
    assert faults(["1S", "9Z"], contract={"level": 9, "trump": "C"}) == [
        ("/contract/level", "bridge has no level of 9; its levels are 1, 2, 3, 4, 5, 6 or 7"),
        ("/auction/1", "'9Z' is not a call; a call is a bid, as 1H or 3NT, Pass, X or XX"),
    ]


def test_a_call_against_the_rules_is_told_beside_one_that_cannot_be_read_after_it() -> None:
    assert faults(["1S", "1H", "9Z"]) == [
        ("/auction/1", "1H by E is not above 1S"),
        ("/auction/2", "'9Z' is not a call; a call is a bid, as 1H or 3NT, Pass, X or XX"),
    ]
    # What the calls after it may be hangs on what it was to be.
    assert [pointer for pointer, _ in faults(["1S", "9Z", "1H"])] == ["/auction/1"]


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
