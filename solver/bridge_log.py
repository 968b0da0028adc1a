"""What a log of bridge says besides its position: auction, board, the tricks agreed upon, tags of PBN."""

from collections.abc import Mapping
from typing import Any

from solver.auction import BridgeContract, find_auction_faults
from solver.contract import Contract
from solver.errors import Fault, FaultKind, point, show
from solver.replay import Replay
from solver.rules import Rules, Scoring

BRIDGE_KEYS = ("auction", "board", "result", "tags")
"""The fields of a log that only bridge has."""

MAX_TEXT = 200
"""The longest board and the longest tag."""
MAX_TAGS = 100


def find_log_faults(
    data: Mapping[Any, object], rules: Rules, contract: Contract | None, dealer: str | None
) -> list[Fault]:
    """What is wrong with the fields of a log that only bridge has; all but the result's truth."""
    stated = {key: data[key] for key in BRIDGE_KEYS if data.get(key) is not None}
    if rules.scoring != Scoring.duplicate:
        return [Fault(point("", key), f"{rules.name} has no {key}; bridge has") for key in stated]
    faults: list[Fault] = []
    if "auction" in stated:
        faults += find_auction_faults(stated["auction"], dealer, _bridge_contract(contract))
    board, result = stated.get("board", ""), stated.get("result", 0)
    if not isinstance(board, str):
        faults.append(Fault("/board", f"board is {show(board)}; it must be a text", FaultKind.unreadable))
    elif len(board) > MAX_TEXT:
        faults.append(Fault("/board", f"longer than {MAX_TEXT} characters"))
    if isinstance(result, bool) or not isinstance(result, int):
        detail = f"result is {show(result)}; it must be the tricks of the declarer's side, 0 to 13"
        faults.append(Fault("/result", detail, FaultKind.unreadable))
    elif not 0 <= result <= 13:
        detail = f"result is {show(result)}; it must be the tricks of the declarer's side, 0 to 13"
        faults.append(Fault("/result", detail))
    return faults + _tag_faults(stated.get("tags", {}))


def find_result_faults(data: Mapping[Any, object], contract: Contract, replay: Replay) -> list[Fault]:
    """Whether the ``result`` of a log whose cards were all played is what they brought."""
    result, taker = data.get("result"), contract.taker
    if (
        result is None
        or taker is None
        or replay.to_play is not None
        or replay.rules.scoring != Scoring.duplicate
    ):
        return []
    won = replay.tally.tricks[replay.rules.side_of(taker)]
    if result == won:
        return []
    return [
        Fault("/result", f"the result is {show(result)}, but the cards played bring {taker} {won} tricks")
    ]


def _bridge_contract(contract: Contract | None) -> BridgeContract | None:
    if contract is None or contract.taker is None:
        return None
    return BridgeContract(contract.bid or 0, contract.trump, contract.multiplier, contract.taker)


def _tag_faults(tags: object) -> list[Fault]:
    if not isinstance(tags, Mapping):
        detail = f"tags is {show(tags)}; it must be an object of texts, as {{'Event': 'Gold Cup'}}"
        return [Fault("/tags", detail, FaultKind.unreadable)]
    if len(tags) > MAX_TAGS:
        return [Fault("/tags", f"there are {len(tags)} tags; there can be {MAX_TAGS}")]
    faults = []
    for name, text in tags.items():
        pointer = point("/tags", name)
        if not isinstance(name, str) or not name.replace("_", "").isalnum() or not name.isascii():
            detail = f"{show(name)} is no tag's name; it has letters and digits only"
            faults.append(Fault(pointer, detail))
        if not isinstance(text, str):
            faults.append(Fault(pointer, f"{show(text)} is not a text", FaultKind.unreadable))
        elif len(text) > MAX_TEXT:
            faults.append(Fault(pointer, f"longer than {MAX_TEXT} characters"))
    return faults
