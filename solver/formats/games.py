"""Bridge games as other programs write them, PBN and LIN, read and written."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import PurePath
from typing import Any, Literal

from solver.errors import (
    Fault,
    FaultKind,
    SolverError,
    UnreadableError,
    point,
    raise_faults,
    wrong,
)
from solver.fault_codes import Code
from solver.file_text import as_utf8
from solver.formats.lin.read import read_lin
from solver.formats.lin.write import write_board, write_link
from solver.formats.pbn.read import read_pbn
from solver.formats.pbn.write import HEADER, DoubleDummy, write_game
from solver.formats.record import Record, of_board
from solver.game import Deal, Game, find_size_faults, is_passed_out
from solver.labels import LogName
from solver.rules import find_variant
from solver.seats import CLOCKWISE
from solver.sentences import Seat, all_of, phrase
from solver.wrongs import no_log

TextFormat = Literal["pbn", "lin"]
"""A format of bridge that is read."""
TEXT_FORMATS: tuple[TextFormat, ...] = ("pbn", "lin")
OutFormat = Literal["pbn", "lin", "link"]
OUT_FORMATS: tuple[OutFormat, ...] = ("pbn", "lin", "link")

_READERS: Mapping[TextFormat, Callable[[str], Iterator[Record]]] = {"pbn": read_pbn, "lin": read_lin}

_HEAD = 1_000
"""Among so many first bytes a charset is stated."""
_CHARSET = re.compile(
    rb"(?:^|[\r\n])%[^\r\n]*charset\s*=\s*\"?"
    rb"(iso-?8859-(?:[2-9]|1[03-6])|(?:windows-|cp)125[0-8]|koi8-[ru])\b",
    re.IGNORECASE,
)
"""A charset of one byte a sign that is stated as PBN does: %Content-type: text/x-pbn; charset=ISO-8859-2."""

_WITHOUT_PLAY = ("variant", "id", "players", "board", "tags", "tables", "dealer", "vulnerable", "deal")
"""The fields of a log that are known before the auction."""

ReadGame = Callable[[Record], Game]
"""A function that makes a game of a record: `read_log`, `read_deal` or `convert_record`."""


def is_link(name: str) -> bool:
    """True if ``name`` is not that of a file but a link that holds a game."""
    return name.lower().startswith(("http://", "https://"))


def format_of(name: str) -> TextFormat | None:
    """Return the format of a file by the ending of its name, or of a link; None if it is neither."""
    if is_link(name):
        return "lin"
    ending = PurePath(name).suffix.lower()
    return next((known for known in TEXT_FORMATS if ending == f".{known}"), None)


def read_records(raw: bytes, text_format: TextFormat) -> Iterator[Record]:
    """Read the games of a file, one after another, each with its faults.

    The text is UTF-16 if its byte-order mark says so, UTF-8, or else in the charset that a line of PBN at its
    head states, or in Windows-1252 or Latin-1, as older programs write it.

    Raises UnreadableError for what is no text, TypeError for what is no bytes, and ValueError for another
    format than `TEXT_FORMATS`.

    >>> [record] = read_records(b'[Board "7"] [Deal "N:AK... QJ... ..32. ..54."]', "pbn")
    >>> record.body["deal"]["N"], record.faults
    ('AK...', ())
    """
    if text_format not in _READERS:
        raise ValueError(f"{text_format!r} is no format to read; there are {', '.join(_READERS)}")
    if not isinstance(raw, bytes | bytearray):
        raise TypeError(f"read_records reads the bytes of a file, and not a {type(raw).__name__}")
    return _READERS[text_format](_decoded(as_utf8(bytes(raw))))


def _decoded(raw: bytes) -> str:
    """Return the text of a file; Windows-1252 is Latin-1 with more signs, among them ’ and œ."""
    with suppress(UnicodeDecodeError):
        return raw.decode("utf-8")
    if (stated := _CHARSET.search(raw, 0, _HEAD)) is not None:
        return raw.decode(stated[1].decode("ascii"), "replace")
    with suppress(UnicodeDecodeError):
        return raw.decode("cp1252")
    return raw.decode("latin-1")


def read_log(record: Record, *, partial: bool = False) -> Game:
    """Read the game of a record, which must have a contract and all its hands.

    Raises SolverError with every fault of the record and of its log, each at its line and column; with
    ``partial`` the faults of the plays are left with the game instead.

    >>> text = b'[Deal "N:AK... QJ... ..32. ..54."] [Declarer "W"] [Contract "1NT"]'
    >>> game = read_log(next(read_records(text, "pbn")))
    >>> game.contract.trump, game.position.to_play
    ('NT', 'N')
    """
    return _read_game(record, record.body, needs=("deal", "contract"), partial=partial)


def read_deal(record: Record) -> Game:
    """Read the deal of a record, its dealer and vulnerability; its auction and plays are not looked at.

    What it leaves out of these two follows from the number of its board, unless the other contradicts that.

    Raises SolverError with every fault of the record, each at its line and column.
    """
    body = record.body and {key: value for key, value in record.body.items() if key in _WITHOUT_PLAY}
    if body:
        told = of_board(body.get("board", ""))
        if all(body.get(key, value) == value for key, value in told.items()):
            body |= told
    game = _read_game(record, body, needs=("deal",))
    raise_faults(record.locate(find_size_faults(Deal(game.hands), find_variant("bridge"))))
    return game


def convert_record(record: Record) -> Game:
    """Read the game of a record, which may lack its contract or hands.

    Raises SolverError with every fault, each at its line and column, TypeError for what is no record.

    >>> game = convert_record(next(read_records(b'[Deal "N:AK... - - -"]', "pbn")))
    >>> game.to_dict()
    {'variant': 'bridge', 'deal': {'N': 'AK.-.-.-'}}
    """
    if not isinstance(record, Record):
        raise TypeError(
            f"convert_record takes a Record, as read_records yields, and not a {type(record).__name__}"
        )
    return _read_game(record, record.body)


def _read_game(
    record: Record, body: dict[str, Any] | None, *, needs: Collection[str] = (), partial: bool = False
) -> Game:
    """Read ``body``, the log of a record; ``needs`` are the fields that it must have."""
    if body is None:
        raise UnreadableError(record.faults)
    faults, game = list(record.faults), None
    try:
        game = Game.from_dict(body, partial=partial)
    except SolverError as error:
        # A fault of the text has its log refused as well: report it once.
        said = {fault.pointer for fault in record.faults} - {""}
        faults += record.locate(fault for fault in error.faults if fault.pointer not in said)
    if partial:
        others = [fault for fault in faults if not fault.pointer.startswith(("/plays", "/result"))]
        faults = others if game is not None else others or faults
    lacking = record.locate(_find_lacking(body, faults, needs))
    raise_faults([*sorted(faults, key=_place_of), *lacking])
    assert game is not None, "a log without fault is a game"
    return game


def _place_of(fault: Fault) -> tuple[int, int]:
    return fault.line or 0, fault.column or 0


def split_deals(data: object) -> list[Mapping[str, Any]]:
    """Split a log into those of its single deals, each with what they share.

    Raises SolverError for anything but an object.
    """
    if not isinstance(data, Mapping):
        raise UnreadableError([Fault("", no_log(data), FaultKind.unreadable)])
    deals = data.get("deals")
    if not isinstance(deals, list):
        return [data]
    shared = {key: value for key, value in data.items() if key not in ("deals", "id")}
    return [
        # A field that is None counts as left out: it hides none that the deals share.
        {**shared, **{key: value for key, value in deal.items() if value is not None}}
        if isinstance(deal, Mapping)
        else {"variant": deal}
        for deal in deals
    ]


def write_game_of(game: Game, out_format: str, *, is_first: bool, known: DoubleDummy | None = None) -> str:
    """Write a game as a part of a text; the first of a text of PBN begins with a header.

    ``known``, the tricks of every contract, is written in PBN only.  Raises ValueError for another format
    than `OUT_FORMATS`, TypeError for what is no game.

    >>> game = Game.from_dict({"variant": "bridge", "dealer": "N", "auction": ["1C", "Pass"]})
    >>> write_game_of(game, "lin", is_first=True)
    'st||md|3,,,|rh||mb|1C|mb|p|\\n'
    """
    if not isinstance(game, Game):
        kind = type(game).__name__
        raise TypeError(
            f"write_game_of writes a Game, and not a {kind}; Game.from_dict(…) makes one of a dict"
        )
    if out_format == "pbn":
        return (HEADER if is_first else "") + "\n" + write_game(game, known)
    if out_format == "lin":
        return write_board(game) + "\n"
    if out_format == "link":
        return write_link(game) + "\n"
    raise ValueError(f"{out_format!r} is no format to write; there are {', '.join(OUT_FORMATS)}")


def find_lacking(game: Game) -> list[Fault]:
    """Return why a game cannot be played: it was passed out, or lacks hands or its contract."""
    return _find_lacking(game.to_dict(), (), ("deal", "contract"))


def find_lacking_hands(game: Game) -> list[Fault]:
    """Return why a game has no table of contracts: it lacks hands."""
    body = {key: value for key, value in game.to_dict().items() if key in _WITHOUT_PLAY}
    return _find_lacking(body, (), ("deal",))


def _find_lacking(body: Mapping[str, Any], faults: Iterable[Fault], needs: Collection[str]) -> list[Fault]:
    """Find the fields that a log ``needs`` and lacks, unless ``faults`` name them already."""
    if not needs:
        return []
    needs_contract = "contract" in needs
    log_id, deal = body.get("id"), body.get("deal")
    name = LogName(log_id) if log_id else phrase("this game")
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
