"""Bridge games as other programs write them, PBN and LIN, to logs and back."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any, Literal

from solver.errors import (
    Fault,
    FaultKind,
    SolverError,
    UnreadableError,
    point,
    raise_faults,
    show,
    wrong,
)
from solver.fault_codes import Code
from solver.formats.lin.read import read_lin
from solver.formats.lin.write import write_board, write_link
from solver.formats.pbn.read import read_pbn
from solver.formats.pbn.write import HEADER, DoubleDummy, write_game
from solver.formats.record import Record
from solver.game import (
    BRIDGE_KEYS,
    PASS,
    Position,
    contract_of_auction,
    find_card_faults,
    find_log_faults,
    find_played,
    format_deal,
    is_passed_out,
    parse_card_list,
    parse_contract,
    parse_deal,
    parse_notation,
    parse_vulnerable,
)
from solver.json_text import is_wide
from solver.rules import Scoring, find_variant
from solver.seats import CLOCKWISE, parse_seat
from solver.sentences import Seat, all_of, phrase
from solver.wrongs import no_names, no_text, wide_text

TextFormat = Literal["pbn", "lin"]
TEXT_FORMATS: tuple[TextFormat, ...] = ("pbn", "lin")
OutFormat = Literal["pbn", "lin", "link"]
OUT_FORMATS: tuple[OutFormat, ...] = ("pbn", "lin", "link")

_READERS: Mapping[TextFormat, Callable[[str], Iterator[Record]]] = {"pbn": read_pbn, "lin": read_lin}

_KEPT = ("dealer", "vulnerable", "deal", "contract", "leader", "plays")
_OF_A_TABLE = ("variant", "id", "players", "board", "tags", "tables", "dealer", "vulnerable", "deal")


def format_of(name: str) -> TextFormat | None:
    """The format that a file of that name has by its ending."""
    ending = PurePath(name).suffix.lower()
    return next((known for known in TEXT_FORMATS if ending == f".{known}"), None)


def read_records(raw: bytes, text_format: TextFormat) -> Iterator[Record]:
    """The games in ``raw``, one after another, each with its faults.

    Text is UTF-8, or else Latin-1 as older programs write it.  Raises UnreadableError for UTF-16.
    """
    if is_wide(raw):
        raise UnreadableError([Fault("", wide_text(), FaultKind.unreadable, 1, 1)])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    return _READERS[text_format](text)


def read_log(record: Record, *, partial: bool = False) -> dict[str, Any]:
    """The log of a record, which can be played.

    Raises SolverError with every fault of the record and of its log, each at its line and column; with
    ``partial`` the plays may go wrong, and the log is one that says so.
    """
    return _read_whole(record, record.body, needs_contract=True, partial=partial)


def read_deal(record: Record) -> dict[str, Any]:
    """What a table is made of: the deal of a record, dealer and vulnerability; the rest does not count.

    Raises SolverError with every fault of the record, each at its line and column.
    """
    body = record.body and {key: value for key, value in record.body.items() if key in _OF_A_TABLE}
    return _read_whole(record, body, needs_contract=False)


def _read_whole(
    record: Record, body: dict[str, Any] | None, *, needs_contract: bool, partial: bool = False
) -> dict[str, Any]:
    if body is None:
        raise UnreadableError(record.faults)
    faults = _faults_of(record, body)
    if partial:
        faults = [fault for fault in faults if not fault.pointer.startswith(("/plays", "/result"))]
    lacking = _find_lacking(body, faults, needs_contract=needs_contract)
    raise_faults([*_in_order_of_text(faults), *record.locate(lacking)])
    return body


def _faults_of(record: Record, body: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with the text, and with the log that it makes, unless the text is to blame for it."""
    said = {fault.pointer for fault in record.faults} - {""}
    return [*record.faults, *record.locate(fault for fault in _check(body) if fault.pointer not in said)]


def _in_order_of_text(faults: Iterable[Fault]) -> list[Fault]:
    return sorted(faults, key=lambda fault: (fault.line or 0, fault.column or 0))


def convert_record(record: Record) -> dict[str, Any]:
    """The log of a record in its normal form, which may lack contract or hands.

    Raises SolverError with every fault, each at its line and column.
    """
    if record.body is None:
        raise UnreadableError(record.faults)
    raise_faults(_in_order_of_text(_faults_of(record, record.body)))
    return normal_log(record.body)


def split_deals(data: object) -> list[Mapping[str, Any]]:
    """The logs of single deals that a log of one or several holds, each with what they share.

    Raises SolverError for what is no object.
    """
    if not isinstance(data, Mapping):
        none = wrong(Code.wrong_type, "a log is an object, not {value}", value=show(data))
        raise UnreadableError([Fault("", none, FaultKind.unreadable)])
    deals = data.get("deals")
    if not isinstance(deals, list):
        return [data]
    shared = {key: value for key, value in data.items() if key not in ("deals", "id")}
    return [{**shared, **deal} if isinstance(deal, Mapping) else {"variant": deal} for deal in deals]


def write_game_of(
    log: Mapping[str, Any], out_format: str, *, is_first: bool, known: DoubleDummy | None = None
) -> str:
    """A log of bridge, as `normal_log` has it, as a game of a text of that format.

    ``known``, what best play brings, is written in PBN only.
    """
    if out_format == "pbn":
        return (HEADER if is_first else "") + "\n" + write_game(log, known)
    if out_format == "lin":
        return write_board(log) + "\n"
    return write_link(log) + "\n"


def write_logs(logs: Iterable[Mapping[str, Any]], out_format: OutFormat) -> str:
    """``logs`` of bridge, each as `normal_log` has it, as a text of that format."""
    return "".join(write_game_of(log, out_format, is_first=not n) for n, log in enumerate(logs))


def normal_log(body: Mapping[str, Any]) -> dict[str, Any]:
    """A log of bridge in one form, whatever form it was stated in; it may lack contract, hands or plays.

    Raises SolverError with all its faults.
    """
    raise_faults(_check(body))
    log = {key: body[key] for key in ("id", "players", *BRIDGE_KEYS) if body.get(key) is not None}
    log["variant"] = "bridge"
    if body.get("passed_out") is True:
        log.setdefault("auction", [PASS] * 4)
    if "comments" in log:
        log["comments"] = sorted(map(_in_order, log["comments"]), key=_place_of)
    if "players" in log:
        log["players"] = {seat: log["players"][seat] for seat in CLOCKWISE if seat in log["players"]}
    kept: Mapping[str, Any] = body
    if _is_playable(body):
        kept = Position.from_dict(_of_position(body)).to_dict()
    elif body.get("deal") is not None:
        deal, _ = parse_deal(body["deal"], None, find_variant("bridge"), parse_notation(body), [])
        kept = {**body, "deal": format_deal(deal.sorted())}
    if body.get("vulnerable") is not None:
        kept = {**kept, "vulnerable": body["vulnerable"]}  # a position does not say that nobody is
    derived = {key for key in ("dealer", "leader") if body.get(key) is None}
    return log | {key: kept[key] for key in _KEPT if key not in derived and kept.get(key) is not None}


def _in_order(comment: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: comment[key] for key in ("call", "play", "mark", "text") if comment.get(key) not in (None, "")
    }


def _place_of(comment: Mapping[str, Any]) -> tuple[int, int]:
    """Comments on the game come first, then those on calls and on plays."""
    kinds = ("call", "play")
    return next(((1 + kinds.index(kind), comment[kind]) for kind in kinds if kind in comment), (0, 0))


def _of_position(body: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key not in ("limit", "cards")}


def _is_playable(body: Mapping[str, Any]) -> bool:
    """Whether a log can be a position: it has a contract and all hands, or as many cards as tell them."""
    deal, plays = body.get("deal"), body.get("plays")
    if body.get("contract") is None and contract_of_auction(body) is None:
        return False
    if deal is None:
        return isinstance(plays, list | tuple) and len(plays) >= 52
    return not (isinstance(deal, Mapping) and len(deal) < 4)


def _check(body: Mapping[str, Any]) -> list[Fault]:
    """The faults of a log that may lack its contract or some hands."""
    faults = _name_faults(body)
    if body.get("passed_out") is True:
        faults += find_played(body)
    if _is_playable(body):
        try:
            position = Position.from_dict(_of_position(body))
        except SolverError as error:
            return [*faults, *error.faults]
        if position.rules.scoring != Scoring.duplicate:
            other = wrong(
                Code.not_done_here,
                "{game} is not bridge; only bridge is written so",
                game=position.rules.called,
            )
            faults.append(Fault("/variant", other))
        return faults
    rules, notation = find_variant("bridge"), parse_notation(body)
    if body.get("variant") not in (rules.name, *rules.aliases):
        other = wrong(Code.not_done_here, "the game must be bridge; only bridge is written so")
        faults.append(Fault("/variant", other))
    dealer = _seat_of(body, "dealer", faults)
    _seat_of(body, "leader", faults)
    parse_vulnerable(body.get("vulnerable"), rules, faults)
    contract = None
    if body.get("contract") is not None:
        contract = parse_contract(body["contract"], rules, notation, "/contract", faults)
    if body.get("deal") is not None:
        deal, places = parse_deal(body["deal"], None, rules, notation, faults)
        faults += find_card_faults(deal, rules, notation, places)
    parse_card_list(body.get("plays") or (), notation, "/plays", faults)
    return faults + find_log_faults(body, rules, contract, dealer)


def _seat_of(body: Mapping[str, Any], key: str, faults: list[Fault]) -> str | None:
    if body.get(key) is None:
        return None
    try:
        return parse_seat(body[key])
    except SolverError as error:
        faults += [replace(fault, pointer=point("", key)) for fault in error.faults]
        return None


def _name_faults(body: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with the id and the players' names."""
    stated = body.get("players")
    if stated is not None and not isinstance(stated, Mapping):
        return [Fault("/players", no_names("players", stated), FaultKind.unreadable)]
    names = {
        "/id": body.get("id"),
        **{point("/players", seat): name for seat, name in (stated or {}).items()},
    }
    return [
        Fault(pointer, no_text(name), FaultKind.unreadable)
        for pointer, name in names.items()
        if name is not None and not isinstance(name, str)
    ]


def _find_lacking(body: Mapping[str, Any], faults: Iterable[Fault], *, needs_contract: bool) -> list[Fault]:
    """Why a log of a record that may be without fault cannot be played, or have a table."""
    name, deal = body.get("id") or phrase("this game"), body.get("deal")
    calls = body.get("auction", ())
    said = {fault.pointer.split("/")[1] for fault in faults if fault.pointer}
    if is_passed_out(calls):
        passed = wrong(Code.no_contract, "{name} was passed out; there is nothing to play", name=name)
        return [Fault("/auction", passed)]
    if deal is None and not (needs_contract and len(body.get("plays", ())) >= 52) and "deal" not in said:
        return [Fault("/deal", wrong(Code.missing, "{name} has no deal", name=name))]
    if isinstance(deal, Mapping) and len(deal) < 4 and "deal" not in said:
        lacking = wrong(
            Code.missing_hand,
            "the cards of {seats} are not known; a solver must see all the cards",
            seats=all_of(Seat(seat) for seat in CLOCKWISE if seat not in deal),
        )
        return [Fault("/deal", lacking)]
    if needs_contract and "contract" not in body and said.isdisjoint(("contract", "auction", "dealer")):
        if calls and "dealer" in body:
            is_open = wrong(
                Code.no_contract, "the auction of {name} is not over, and no contract is stated", name=name
            )
            return [Fault(point("/auction", len(calls) - 1), is_open)]
        none = wrong(
            Code.no_contract,
            "{name} has no contract; who leads, and to what trumps, hangs on it",
            name=name,
        )
        return [Fault("/contract", none)]
    return []
