"""The faults of a bridge log's remarks, and the contract that its auction ends in."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from solver.errors import Fault, FaultKind, SolverError, Wrong, point, show, wrong, wrong_n
from solver.fault_codes import Code
from solver.game.auctions.bridge import (
    MAX_CALLS,
    BridgeContract,
    call_of,
    find_auction_faults,
    follow_auction,
    is_passed_out,
    parse_call,
)
from solver.game.contract import Contract
from solver.game.keys import BRIDGE_KEYS
from solver.game.letters import parse_notation
from solver.game.remarks import (
    LINE_TAGS,
    MARKS,
    MAX_COMMENT,
    MAX_COMMENTS,
    MAX_ROWS,
    MAX_TABLES,
    MAX_TAGS,
    MAX_TEXT,
    OWN_TAGS,
)
from solver.game.replay import Replay
from solver.rules import AuctionKind, Rules, Scoring
from solver.seats import parse_seat
from solver.sentences import Seat
from solver.wrongs import longer_than, no_text, none_of

N_TRICKS = 13
"""The tricks of a deal of bridge."""

_COMMENT = '{"play": 3, "text": "Well played."}'
"""An example of a comment."""


def find_log_faults(
    data: Mapping[Any, object], rules: Rules, contract: Contract | None, dealer: str | None
) -> list[Fault]:
    """Find the faults of the fields of bridge logs; `find_result_faults` checks the result itself."""
    calls, faults = data.get("auction"), list[Fault]()
    if calls is not None and rules.scoring == Scoring.duplicate:
        faults += find_auction_faults(calls, dealer, _bridge_contract(contract), parse_notation(data))
    elif calls is not None and rules.auction == AuctionKind.none:
        faults.append(Fault("/auction", _not_in_game("auction", rules)))
    return faults + find_remark_faults(data, rules)


def find_remark_faults(data: Mapping[Any, object], rules: Rules) -> list[Fault]:
    """Find the faults of the fields of bridge logs other than the auction."""
    stated = {key: data[key] for key in BRIDGE_KEYS if key != "auction" and data.get(key) is not None}
    if rules.scoring != Scoring.duplicate:
        return [Fault(point("", key), _not_in_game(key, rules)) for key in stated]
    faults: list[Fault] = []
    board, result = stated.get("board", ""), stated.get("result", 0)
    if not isinstance(board, str):
        no_board = wrong(
            Code.wrong_type, "{field} is {value}; it must be a text", field="board", value=show(board)
        )
        faults.append(Fault("/board", no_board, FaultKind.unreadable))
    elif len(board) > MAX_TEXT:
        faults.append(Fault("/board", longer_than(MAX_TEXT)))
    if isinstance(result, bool) or not isinstance(result, int):
        faults.append(Fault("/result", _no_result(Code.wrong_type, result), FaultKind.unreadable))
    elif not 0 <= result <= N_TRICKS:
        faults.append(Fault("/result", _no_result(Code.out_of_range, result)))
    # A deal that was passed out need not tell its passes.
    n_calls = _length(data.get("auction")) or (4 if data.get("passed_out") is True else 0)
    counts = {"call": n_calls, "play": _length(data.get("plays"))}
    faults += _comment_faults(stated.get("comments", ()), counts)
    tags, tables = stated.get("tags", {}), stated.get("tables", {})
    return faults + _tag_faults(tags) + _table_faults(tables, tags)


def _not_in_game(key: str, rules: Rules) -> Wrong:
    if key == "auction":
        return wrong(Code.not_in_game, "{game} has no auction that a log could tell", game=rules.called)
    return wrong(
        Code.not_in_game,
        "{field} is for logs of bridge, not for those of {game}",
        game=rules.called,
        field=key,
    )


def _no_result(code: Code, result: object) -> Wrong:
    return wrong(
        code, "result is {value}; it must be the tricks of the declarer's side, 0 to 13", value=show(result)
    )


def contract_of_auction(data: Mapping[Any, object]) -> dict[str, Any] | None:
    """Return the contract that the auction of a log ends in; None if it is not over or has a fault."""
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
    """Find out why the auction of a log without a contract ends in none."""
    calls = data.get("auction")
    try:
        dealer = None if data.get("dealer") is None else parse_seat(data["dealer"])
    except SolverError:
        return []  # who deals is a fault of its own
    faults = find_auction_faults(calls, dealer, None, parse_notation(data))
    if faults or not isinstance(calls, list | tuple):
        return faults
    if is_passed_out(calls):
        passed = wrong(Code.no_contract, "everybody has passed; there is nothing to play")
        return [Fault("/auction", passed)]
    is_open = wrong(Code.no_contract, "the contract is missing, and the auction is not over")
    return [Fault("/contract", is_open)]


def find_result_faults(data: Mapping[Any, object], contract: Contract, replay: Replay) -> list[Fault]:
    """Compare the ``result`` of a log with the tricks that its cards have won and lost."""
    result, taker = data.get("result"), contract.taker
    if (
        taker is None
        or replay.rules.scoring != Scoring.duplicate
        or not isinstance(result, int)
        or isinstance(result, bool)
        or not 0 <= result <= N_TRICKS
    ):
        return []
    side = replay.rules.side_of(taker)
    won, lost = replay.tally.tricks[side], replay.tally.tricks[1 - side]
    if replay.to_play is None and result != won:
        other = wrong_n(
            Code.contradiction,
            "the result is {value}, but the cards played bring {seat} {n} trick",
            "the result is {value}, but the cards played bring {seat} {n} tricks",
            won,
            value=show(result),
            seat=Seat(taker),
        )
    elif result < won:
        other = wrong_n(
            Code.contradiction,
            "the result is {value}, but the declarer's side has won {n} trick already",
            "the result is {value}, but the declarer's side has won {n} tricks already",
            won,
            value=show(result),
        )
    elif result > N_TRICKS - lost:
        other = wrong_n(
            Code.contradiction,
            "the result is {value}, but the defenders have won {n} trick already",
            "the result is {value}, but the defenders have won {n} tricks already",
            lost,
            value=show(result),
        )
    else:
        return []
    return [Fault("/result", other)]


def _bridge_contract(contract: Contract | None) -> BridgeContract | None:
    if contract is None or contract.taker is None:
        return None
    return BridgeContract(contract.bid or 0, contract.trump, contract.multiplier, contract.taker)


def _tag_faults(tags: object) -> list[Fault]:
    if not isinstance(tags, Mapping):
        none = wrong(
            Code.wrong_type,
            "tags is {value}; it must be an object of texts, as {example}",
            value=show(tags),
            example='{"Event": "Gold Cup"}',
        )
        return [Fault("/tags", none, FaultKind.unreadable)]
    if len(tags) > MAX_TAGS:
        many = wrong(
            Code.too_many, "there are {count} tags; there can be {most}", count=len(tags), most=MAX_TAGS
        )
        return [Fault("/tags", many)]
    faults = []
    for name, text in tags.items():
        pointer = point("/tags", name)
        if not _is_name(name):
            no_name = wrong(
                Code.wrong_word, "{name} is no tag's name; it has letters and digits only", name=show(name)
            )
            faults.append(Fault(pointer, no_name))
        elif name in OWN_TAGS:
            faults.append(Fault(pointer, _no_own_tag(name)))
        if not isinstance(text, str):
            faults.append(Fault(pointer, no_text(text), FaultKind.unreadable))
        elif len(text) > MAX_TEXT:
            faults.append(Fault(pointer, longer_than(MAX_TEXT)))
    return faults


def _no_own_tag(name: str) -> Wrong:
    return wrong(
        Code.contradiction,
        "{name} is no tag of its own here: PBN says with it what other fields of the log state",
        name=name,
    )


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.replace("_", "").isalnum() and name.isascii()


def _comment_faults(comments: object, counts: Mapping[str, int]) -> list[Fault]:
    """Find the faults of comments on the calls and the plays of a log, of which there are ``counts``."""
    if not isinstance(comments, list | tuple):
        none = wrong(
            Code.wrong_type,
            "comments is {value}; write a list, as {example}",
            value=show(comments),
            example=f"[{_COMMENT}]",
        )
        return [Fault("/comments", none, FaultKind.unreadable)]
    if len(comments) > MAX_COMMENTS:
        many = wrong(
            Code.too_many,
            "there are {count} comments; there can be {most}",
            count=len(comments),
            most=MAX_COMMENTS,
        )
        return [Fault("/comments", many)]
    return [
        replace(fault, pointer=point("/comments", index) + fault.pointer)
        for index, comment in enumerate(comments)
        for fault in _faults_of_comment(comment, counts)
    ]


def _length(stated: object) -> int:
    """Return the number of entries of a list; 0 for what is none, which is a fault of its own."""
    return len(stated) if isinstance(stated, list | tuple) else 0


def _faults_of_comment(comment: object, counts: Mapping[str, int]) -> list[Fault]:
    # Step 1. The form: an object of known keys.
    if not isinstance(comment, Mapping):
        none = wrong(
            Code.wrong_type, "{value} is no comment; write {example}", value=show(comment), example=_COMMENT
        )
        return [Fault("", none, FaultKind.unreadable)]
    faults = [
        Fault(
            point("", key),
            wrong(
                Code.unknown_field,
                "a comment has no {name}; it has call or play, mark and text",
                name=show(key),
            ),
        )
        for key in comment
        if key not in ("call", "play", "mark", "text")
    ]
    # Step 2. Its place: the number of a call or of a play.
    is_on_both = comment.get("call") is not None and comment.get("play") is not None
    for key in ("call", "play"):
        number = comment.get(key)
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 0):
            no_number = wrong(
                Code.wrong_type,
                "{field} is {value}; it must be the number of the {field}, from 0",
                field=key,
                value=show(number),
            )
            faults.append(Fault(point("", key), no_number, FaultKind.unreadable))
        elif number is not None and number >= counts[key] and not is_on_both:
            faults.append(Fault(point("", key), _none_of_number(key, number, counts[key])))
    if is_on_both:
        both = wrong(Code.contradiction, "a comment is on a call or on a play, not on both")
        faults.append(Fault("/play", both))
    # Step 3. What it says: a mark, a text or both.
    mark, text = comment.get("mark"), comment.get("text")
    if mark is not None and mark not in MARKS:
        faults.append(Fault("/mark", none_of("mark", mark, MARKS)))
    if text is not None and not isinstance(text, str):
        faults.append(Fault("/text", no_text(text), FaultKind.unreadable))
    elif text is not None and len(text) > MAX_COMMENT:
        faults.append(Fault("/text", longer_than(MAX_COMMENT)))
    if not mark and not text:
        faults.append(Fault("", wrong(Code.missing, "a comment has a text or a mark")))
    return faults


def _none_of_number(key: str, number: int, n: int) -> Wrong:
    """Return what is wrong with a comment on a call or a play of that number, in a log that has ``n``."""
    if key == "call":
        return wrong_n(
            Code.out_of_range,
            "there is no call {number}: the log has {n} call, counted from 0",
            "there is no call {number}: the log has {n} calls, counted from 0",
            n,
            number=show(number),
        )
    return wrong_n(
        Code.out_of_range,
        "there is no play {number}: the log has {n} card played, counted from 0",
        "there is no play {number}: the log has {n} cards played, counted from 0",
        n,
        number=show(number),
    )


def _table_faults(tables: object, tags: object) -> list[Fault]:
    """Find the faults of tables, which are tags with rows: none has the name of a tag of another kind."""
    if not isinstance(tables, Mapping):
        none = wrong(
            Code.wrong_type,
            "tables is {value}; it must be an object of lists of rows, the first the columns",
            value=show(tables),
        )
        return [Fault("/tables", none, FaultKind.unreadable)]
    if len(tables) > MAX_TABLES:
        many = wrong(
            Code.too_many, "there are {count} tables; there can be {most}", count=len(tables), most=MAX_TABLES
        )
        return [Fault("/tables", many)]
    faults = []
    for name, rows in tables.items():
        pointer = point("/tables", name)
        if not _is_name(name):
            no_name = wrong(
                Code.wrong_word, "{name} is no table's name; it has letters and digits only", name=show(name)
            )
            faults.append(Fault(pointer, no_name))
        elif name in OWN_TAGS | LINE_TAGS:
            faults.append(Fault(pointer, _no_own_tag(name)))
        elif isinstance(tags, Mapping) and name in tags:
            twice = wrong(Code.contradiction, "{name} is among the tags, too", name=name)
            faults.append(Fault(pointer, twice))
        if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
            no_rows = wrong(
                Code.wrong_type,
                "{value} is no list of texts; the first is what the columns are called",
                value=show(rows),
            )
            faults.append(Fault(pointer, no_rows, FaultKind.unreadable))
        elif not 1 <= len(rows) <= MAX_ROWS or any(len(row) > MAX_TEXT for row in rows):
            many = wrong(
                Code.too_many,
                "a table has 1 to {rows} rows of {characters} characters at the most",
                rows=MAX_ROWS,
                characters=MAX_TEXT,
            )
            faults.append(Fault(pointer, many))
    return faults
