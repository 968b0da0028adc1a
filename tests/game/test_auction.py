"""Auctions of bridge: which calls may be made, and the contract that they end in."""

import json
from pathlib import Path

import pytest

from solver.game.auctions.bridge import (
    BridgeAuction,
    BridgeContract,
    find_auction_faults,
    follow_auction,
    parse_call,
)
from solver.game.position import Position
from solver.rules import find_variant

SAMPLES = Path(__file__).parents[2] / "samples"
GAME = {"variant": "bridge", "deal": {"N": "A...", "E": "K...", "S": "Q...", "W": "J..."}}


def calls(text: str) -> list[str]:
    read = [parse_call(call) for call in text.split()]
    assert None not in read
    return [call for call in read if call]


@pytest.mark.parametrize(
    ("dealer", "said", "contract"),
    [
        ("N", "1S P 2N P 4S X P P P", "4SX by N"),
        ("N", "P P P P", "None"),
        ("E", "p 1h P 2H p 4h p p p", "4H by S"),
        ("W", "1C 1D D 2D P P 3C P P P", "3C by W"),
        ("S", "1NT X XX P P P", "1NTXX by S"),
        # The first of the side to name the strain declares, whoever names it last: not the other side's.
        ("N", "1D 1H 2D 2H 3D 3H P P P", "3H by E"),
        ("N", "1H 2H X P 3H P P P", "3H by N"),
    ],
)
def test_an_auction_ends_in_a_contract(dealer: str, said: str, contract: str) -> None:
    auction = follow_auction(dealer, calls(said))
    assert auction.is_over
    assert auction.n_calls == len(said.split())
    assert str(auction.bid) == contract


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("1S 1S", "1S by E is not above 1S"),
        ("1NT 1S", "1S by E is not above 1NT"),
        ("P X", "E cannot say X: nobody has bid"),
        ("1S P X", "S cannot say X: the last bid was not made by the opponents"),
        ("1S X X", "S cannot say X: the last bid was not made by the opponents"),
        ("1S X P X", "W cannot say X: 1SX by N is doubled already"),
        ("1S P XX", "S cannot say XX: 1S by N is not doubled"),
        ("1S X P XX", "W cannot say XX: the last bid was not made by the own side"),
        ("P P P P P", "Pass is too much: the auction is over"),
        ("1C P P P 1D", "1D is too much: the auction is over"),
    ],
)
def test_a_call_that_may_not_be_made_is_refused(said: str, fault: str) -> None:
    *before, last = calls(said)
    auction = follow_auction("N", before)
    assert auction.n_calls == len(before)
    with pytest.raises(ValueError, match=f"^{fault}$"):
        auction.call(last)
    (found,) = find_auction_faults([*before, last], "N", None, "en")
    assert (found.pointer, found.detail) == (f"/auction/{len(before)}", fault)


def test_a_double_lapses_with_the_next_bid() -> None:
    auction = follow_auction("N", calls("1S X 2S P P P"))
    assert auction.bid == BridgeContract(2, "S", 1, "N")
    assert follow_auction("N", calls("1S X 2S X P")).is_over is False


def test_nobody_bids_above_seven_no_trumps() -> None:
    last = BridgeAuction(find_variant("bridge"), "N").call("7NT")
    for level in range(1, 8):
        for strain in ("C", "D", "H", "S", "NT"):
            with pytest.raises(ValueError, match="not above 7NT"):
                last.call(f"{level}{strain}")


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("pass", "Pass"), ("P", "Pass"), ("dbl", "X"), ("d", "X"), ("R", "XX"), ("xx", "XX"), ("1n", "1NT"),
        (" 7C ", "7C"), ("8C", None), ("0C", None), ("1", None), ("", None), (None, None), (3, None),
        ("1SX", None), ("1 ♠", "1S"), ("3 SA", "3NT"), ("4 cœur", "4H"), ("2k", "2D"), ("1 à trèfle", "1C"),
        ("Je passe", "Pass"), ("contre", "X"), ("Surcontre", "XX"), ("80 cœur", None), ("1 tout atout", None),
        ("pass" * 100, None),
    ],
)  # fmt: skip
def test_calls_are_read_in_their_usual_forms(text: object, call: str | None) -> None:
    assert parse_call(text) == call


def test_a_log_of_bridge_may_carry_its_auction() -> None:
    contract = {"trump": "S", "taker": "N", "bid": 1}
    Position.from_dict(
        {**GAME, "dealer": "N", "contract": contract, "auction": ["1S", {"call": "p"}, "P", "P"]}
    )
    faults = _faults(
        {**GAME, "dealer": "N", "contract": contract, "auction": ["1S", "P", "2S", "P", "P", "P"]}
    )
    assert faults == {"/contract": "the contract is 1S by N, but the auction ends in 2S by N"}
    doubled = {**contract, "multiplier": 2}
    faults = _faults({**GAME, "dealer": "N", "contract": doubled, "auction": ["1S", "P", "P", "P"]})
    assert faults == {"/contract": "the contract is 1SX by N, but the auction ends in 1S by N"}
    faults = _faults({**GAME, "dealer": "N", "contract": contract, "auction": ["P"] * 4})
    assert faults == {"/contract": "the contract is 1S by N, but the auction ends in four passes"}
    # Of a contract without its level, trumps and declarer must agree.
    loose = {"trump": "S", "taker": "N"}
    Position.from_dict({**GAME, "dealer": "N", "contract": loose, "auction": ["2S", "P", "P", "P"]})


def test_all_that_is_wrong_with_an_auction_is_said() -> None:
    contract = {"trump": "S", "taker": "N", "bid": 1}
    faults = _faults(
        {
            **GAME,
            "contract": contract,
            "auction": ["1S", "9S", {"call": 1, "alert": "yes", "note": 3, "foo": 1}],
            "result": 14,
            "board": 7,
            "tags": {"Event": 1, "a b": "x"},
        }
    )
    assert set(faults) == {
        "/auction/1", "/auction/2/call", "/auction/2/alert", "/auction/2/note", "/auction/2/foo", "/dealer",
        "/result", "/board", "/tags/Event", "/tags/a b",
    }  # fmt: skip
    assert "/auction" in _faults({**GAME, "contract": contract, "auction": "1S"})
    assert "/auction" in _faults({**GAME, "contract": contract, "auction": ["P"] * 400})
    assert "/tags" in _faults({**GAME, "contract": contract, "tags": []})


@pytest.mark.parametrize("kind", ["tags", "tables"])
@pytest.mark.parametrize("name", ["Dealer", "Contract", "Auction", "North", "Note", "Event", "ActionTable"])
def test_no_tag_stands_for_another_field_or_twice(kind: str, name: str) -> None:
    contract = {"trump": "S", "taker": "N", "bid": 1}
    stated = {"tags": {"ActionTable": "x"}, kind: {name: "4S" if kind == "tags" else ["Rank", "1"]}}
    body = {**GAME, "contract": contract, **stated}
    if name == "ActionTable" and kind == "tables":
        assert _faults(body) == {"/tables/ActionTable": "ActionTable is among the tags, too"}
    elif kind == "tags" and name in ("Event", "ActionTable"):
        Position.from_dict(body)
    else:
        (told,) = _faults(body).items()
        assert told == (
            f"/{kind}/{name}",
            f"{name} is no tag of its own here: PBN says with it what other fields of the log state",
        )


@pytest.mark.parametrize(
    ("n_plays", "possible", "too_low", "too_high"),
    [
        (
            51,
            (9, 10),
            "the declarer's side has won 9 tricks already",
            "the defenders have won 3 tricks already",
        ),
        (
            12,
            (2, 12),
            "the declarer's side has won 2 tricks already",
            "the defenders have won 1 trick already",
        ),
        (4, (1, 13), "the declarer's side has won 1 trick already", None),
        (0, (0, 13), None, None),
    ],
)
def test_a_result_agrees_with_the_tricks_so_far(
    n_plays: int, possible: tuple[int, int], too_low: str | None, too_high: str | None
) -> None:
    sample = json.loads((SAMPLES / "bridge.json").read_text(encoding="utf-8"))
    log = {**sample, "plays": sample["plays"][:n_plays]}
    for result in range(14):
        told = too_low if result < possible[0] else too_high if result > possible[1] else None
        if told is None:
            Position.from_dict({**log, "result": result})
        else:
            assert _faults({**log, "result": result}) == {"/result": f"the result is {result}, but {told}"}


def test_other_games_have_no_auction_of_bridge() -> None:
    faults = _faults({"variant": "belote", "contract": {"trump": "S", "taker": "N"}, "auction": ["1S"]})
    assert faults["/auction/0"] == "'1S' is not a call of belote; its calls are as pass, take or takeS"
    faults = _faults({"variant": "whist", "contract": {"trump": "S"}, "auction": ["1S"]})
    assert faults["/auction"] == "whist has no auction that a log could tell"


def _faults(body: dict[str, object]) -> dict[str, str]:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        Position.from_dict(body)
    return {fault.pointer: fault.detail for fault in caught.value.faults}  # type: ignore[attr-defined]
