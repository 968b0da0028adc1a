"""What a log of bridge says besides its position: auction, board, result, comments, tags, tables of PBN."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from solver.auction import (
    MAX_CALLS,
    BridgeContract,
    call_of,
    find_auction_faults,
    follow_auction,
    is_passed_out,
    parse_call,
)
from solver.contract import Contract
from solver.errors import Fault, FaultKind, SolverError, point, show
from solver.record import MARKS, MAX_COMMENT, MAX_COMMENTS, MAX_ROWS, MAX_TABLES, MAX_TEXT
from solver.replay import Replay
from solver.rules import Rules, Scoring
from solver.seats import parse_seat

BRIDGE_KEYS = ("auction", "board", "result", "comments", "tags", "tables")
"""The fields of a log that only bridge has."""

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
    faults += _comment_faults(stated.get("comments", ()))
    return faults + _tag_faults(stated.get("tags", {})) + _table_faults(stated.get("tables", {}))


def contract_of_auction(data: Mapping[Any, object]) -> dict[str, Any] | None:
    """The contract that the auction of a log of bridge ends in, where it is complete and without fault."""
    calls, dealer = data.get("auction"), data.get("dealer")
    if not isinstance(calls, list | tuple) or len(calls) > MAX_CALLS:
        return None
    read = [parse_call(call_of(entry)) for entry in calls]
    try:
        auction = follow_auction(parse_seat(dealer), [call for call in read if call])
    except SolverError:
        return None
    is_whole = None not in read and auction.is_over and auction.n_calls == len(read)
    return auction.bid.to_dict() if is_whole and auction.bid else None


def find_open_faults(data: Mapping[Any, object]) -> list[Fault]:
    """Why the auction of a log that states no contract does not end in one."""
    calls = data.get("auction")
    try:
        dealer = None if data.get("dealer") is None else parse_seat(data["dealer"])
    except SolverError:
        return []  # who deals is a fault of its own
    faults = find_auction_faults(calls, dealer, None)
    if faults or not isinstance(calls, list | tuple):
        return faults
    if is_passed_out(calls):
        return [Fault("/auction", "everybody has passed; there is nothing to play")]
    return [Fault("/contract", "the contract is missing, and the auction is not over")]


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
        if not _is_name(name):
            detail = f"{show(name)} is no tag's name; it has letters and digits only"
            faults.append(Fault(pointer, detail))
        if not isinstance(text, str):
            faults.append(Fault(pointer, f"{show(text)} is not a text", FaultKind.unreadable))
        elif len(text) > MAX_TEXT:
            faults.append(Fault(pointer, f"longer than {MAX_TEXT} characters"))
    return faults


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.replace("_", "").isalnum() and name.isascii()


def _comment_faults(comments: object) -> list[Fault]:
    if not isinstance(comments, list | tuple):
        detail = f"comments is {show(comments)}; write a list, as [{{'play': 3, 'text': 'Well played.'}}]"
        return [Fault("/comments", detail, FaultKind.unreadable)]
    if len(comments) > MAX_COMMENTS:
        return [Fault("/comments", f"there are {len(comments)} comments; there can be {MAX_COMMENTS}")]
    return [
        replace(fault, pointer=point("/comments", index) + fault.pointer)
        for index, comment in enumerate(comments)
        for fault in _faults_of_comment(comment)
    ]


def _faults_of_comment(comment: object) -> list[Fault]:
    if not isinstance(comment, Mapping):
        detail = f"{show(comment)} is no comment; write {{'play': 3, 'text': 'Well played.'}}"
        return [Fault("", detail, FaultKind.unreadable)]
    faults = [
        Fault(point("", key), f"a comment has no {show(key)}; it has call or play, mark and text")
        for key in comment
        if key not in ("call", "play", "mark", "text")
    ]
    for key in ("call", "play"):
        number = comment.get(key)
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 0):
            detail = f"{key} is {show(number)}; it must be the number of the {key}, from 0"
            faults.append(Fault(point("", key), detail, FaultKind.unreadable))
    if comment.get("call") is not None and comment.get("play") is not None:
        faults.append(Fault("/play", "a comment is on a call or on a play, not on both"))
    mark, text = comment.get("mark"), comment.get("text")
    if mark is not None and mark not in MARKS:
        faults.append(Fault("/mark", f"mark is {show(mark)}; it must be one of {', '.join(MARKS)}"))
    if text is not None and not isinstance(text, str):
        faults.append(Fault("/text", f"{show(text)} is not a text", FaultKind.unreadable))
    elif text is not None and len(text) > MAX_COMMENT:
        faults.append(Fault("/text", f"longer than {MAX_COMMENT} characters"))
    if not mark and not text:
        faults.append(Fault("", "a comment has a text or a mark"))
    return faults


def _table_faults(tables: object) -> list[Fault]:
    if not isinstance(tables, Mapping):
        detail = f"tables is {show(tables)}; it must be an object of lists of rows, the first the columns"
        return [Fault("/tables", detail, FaultKind.unreadable)]
    if len(tables) > MAX_TABLES:
        return [Fault("/tables", f"there are {len(tables)} tables; there can be {MAX_TABLES}")]
    faults = []
    for name, rows in tables.items():
        pointer = point("/tables", name)
        if not _is_name(name):
            faults.append(Fault(pointer, f"{show(name)} is no table's name; it has letters and digits only"))
        if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
            detail = f"{show(rows)} is no list of texts; the first is what the columns are called"
            faults.append(Fault(pointer, detail, FaultKind.unreadable))
        elif not 1 <= len(rows) <= MAX_ROWS or any(len(row) > MAX_TEXT for row in rows):
            detail = f"a table has 1 to {MAX_ROWS} rows of {MAX_TEXT} characters at the most"
            faults.append(Fault(pointer, detail))
    return faults
