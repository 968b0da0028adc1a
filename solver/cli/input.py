"""The input of the command line: JSON bodies from files or a pipe of any length, one after another."""

import io
import json
import os
import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import chain, pairwise
from pathlib import Path
from typing import BinaryIO, NoReturn

from solver.cli.spoken import not_read
from solver.cli.streams import tell_typist
from solver.errors import Fault, FaultKind, SolverError, UnreadableError, Wrong, show, wrong
from solver.fault_codes import Code
from solver.file_text import is_text, n_bytes_of, utf8_stream
from solver.formats import ReadGame, Record, format_of, is_link, read_log, read_records
from solver.game import DealOfLog, split_log
from solver.json_text import MAX_NESTING, JsonValue, decode_json, reason_of, skip_space
from solver.sentences import Language, phrase
from solver.wrongs import no_utf8, not_text

MAX_BODY = 4 * 2**20
"""The longest body, in bytes: far more than a log of a hundred deals needs, and all that is held at once."""

STANDARD_INPUT = "-"
"""The name of standard input."""

_UTF8_MARK = b"\xef\xbb\xbf"
_OTHERS = {"pbn": re.compile(r'%|\[[A-Z]\w*\s*"'), "lin": re.compile(r"[a-z]{2}\|[^|]*+\||https?://")}
"""The beginnings by which a game of bridge in another format is known from JSON."""
_LINE_END = re.compile(rb"\r?\r?\n|\r")
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?')


@dataclass(frozen=True, slots=True)
class Body:
    """One JSON value of the input, or a game of a text, or the faults for which it cannot be read."""

    line: int
    """The number of the line it starts on, from 1."""
    value: object = None
    faults: tuple[Fault, ...] = ()
    is_json: bool = True
    """True if it is JSON, even if it is no valid request."""
    end: int = 0
    """The bytes of the input that are read with it."""
    log_id: str = ""
    """The id of a game of a text that cannot be read, where it is known."""


@dataclass(frozen=True, slots=True)
class Named:
    """A body and the file that it comes from."""

    file: str
    """The file as it was named; ``-`` for standard input."""
    body: Body
    end: int = 0
    """The bytes of all files that are read with it."""
    told: set[Fault] = field(default_factory=set, compare=False)
    """Of a deal of a match: the faults of the match that are told already."""

    def placed(self, faults: Iterable[Fault]) -> list[Fault]:
        """Return faults at their place in the body; those of what the deals of a match share, once."""
        deal = self.body.value
        if not isinstance(deal, DealOfLog):
            return list(faults)
        new = [fault for fault in dict.fromkeys(map(deal.placed, faults)) if fault not in self.told]
        self.told.update(new)
        return new

    def place_in(self, language: Language = "en") -> str:
        """Return the file and the line, for the beginning of a report."""
        return self.source + phrase("line {line}", line=self.body.line).say(language)

    @property
    def source(self) -> str:
        """The file, for the beginning of a report that goes on with the line; empty for standard input."""
        is_named = self.file != STANDARD_INPUT and not is_link(self.file)
        return f"{self.file}, " if is_named else ""


def read_files(
    files: Sequence[str], language: Language, text_format: str | None = None, read: ReadGame = read_log
) -> Iterator[Named]:
    """Yield the bodies of one file after the other; raises ClickException for one that cannot be read.

    ``language`` is that of a reader at the keyboard.  ``text_format`` is ``json``, ``pbn`` or ``lin``;
    without it, each file is what its ending says.  ``read`` makes a body of a game in PBN or LIN, or
    raises SolverError.
    """
    end = 0
    for file in files:
        known = text_format or format_of(file) or "json"
        with open_input(file) as stream:
            tell_typist(stream, known, language)
            size = end
            for body in read_bodies(stream) if known == "json" else read_games(stream, known, read):
                size = end + body.end
                yield Named(file, body, size)
            end = size


def deals_of(bodies: Iterable[Named]) -> Iterator[Named]:
    """Yield each deal of a match as a body of its own, a `DealOfLog`, and other bodies as they are."""
    for named in bodies:
        log = named.body.value
        if named.body.faults or not isinstance(log, Mapping) or "deals" not in log:
            yield named
            continue
        if log["deals"] is None:  # as if it were left out
            rest = {key: value for key, value in log.items() if key != "deals"}
            yield replace(named, body=replace(named.body, value=rest))
            continue
        try:
            deals, faults = split_log(log)
        except SolverError as error:
            yield replace(named, body=replace(named.body, faults=error.faults))
            continue
        if not all(fault.pointer.startswith("/deals/") for fault in faults):
            yield replace(named, body=replace(named.body, faults=tuple(faults)))
            continue
        for deal in deals:
            place = f"/deals/{deal.index}"
            own = (fault for fault in faults if fault.pointer.startswith(f"{place}/"))
            found = tuple(replace(fault, pointer=fault.pointer.removeprefix(place)) for fault in own)
            yield replace(named, body=replace(named.body, value=deal, faults=found))


@contextmanager
def open_input(file: str) -> Iterator[BinaryIO]:
    """Open the file, a link or standard input; raises ClickException where it cannot be read to its end.

    A text in UTF-16 is read as one in UTF-8.
    """
    try:
        with _opened(file) as stream:
            yield utf8_stream(stream)
    except OSError as error:
        raise not_read(file, error) from None


def _opened(file: str) -> AbstractContextManager[io.BufferedIOBase]:
    if is_link(file):
        return io.BytesIO(file.encode("utf-8", "surrogateescape"))
    if file != STANDARD_INPUT:
        return Path(file).open("rb")
    try:
        # A copy: a thread that waits for input must not hold standard input itself.
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    except io.UnsupportedOperation:  # what stands for standard input is no file
        return nullcontext(sys.stdin.buffer)  # type: ignore[arg-type]


def read_games(stream: BinaryIO, text_format: str | None, read: ReadGame) -> Iterator[Body]:
    """Yield the games of a file of PBN or LIN, each as ``read`` returns it."""
    raw = stream.read()
    size = n_bytes_of(stream, raw)
    try:
        for record, part in _with_parts(read_records(raw, "pbn" if text_format == "pbn" else "lin"), raw):
            end = int(part * size)
            try:
                yield Body(record.place.line, read(record), end=end)
            except SolverError as error:
                log_id = (record.body or {}).get("id", "")
                yield Body(record.place.line, faults=error.faults, end=end, log_id=log_id)
    except SolverError as error:
        yield Body(1, faults=error.faults, end=size)


def _with_parts(records: Iterator[Record], raw: bytes) -> Iterator[tuple[Record, float]]:
    """Yield each record with the part of the text that ends where the next one begins."""
    ends = (found.end() for found in _LINE_END.finditer(raw))
    line, start = 1, 0
    for record, following in pairwise(chain(records, [None])):
        assert record is not None, "only the last one has none after it"
        while following is not None and line < following.place.line and (end := next(ends, 0)):
            line, start = line + 1, end
        place = None if following is None else following.place
        yield record, 1.0 if place is None else min((start + place.column - 1) / len(raw), 1.0)


def read_bodies(stream: BinaryIO, max_nesting: int = MAX_NESTING) -> Iterator[Body]:
    """Yield the JSON values of ``stream``: one a line, or each spread over any number of lines.

    A value on a line of its own is given as soon as that line is there, so that a pipe can be answered
    while it is still being written.  Never holds more than one body, and never raises on what it reads.
    Where a value of many lines cannot be read, the next one begins with a line that begins with a brace.

    max_nesting: the deepest nesting of lists and objects.
    """
    lines = _Lines(stream, max_nesting)
    for number, raw in lines:
        if number == 1 and not is_text(raw):
            yield Body(1, faults=_faults(not_text()), is_json=False, end=lines.end)
            return
        if raw.strip():
            for body in _read_from(number, raw, lines):
                yield Body(body.line, body.value, body.faults, body.is_json, lines.end)


class _Lines:
    """The numbered lines of a stream, some of which can be given back."""

    def __init__(self, stream: BinaryIO, max_nesting: int) -> None:
        self.max_nesting = max_nesting
        self._stream = stream
        self._number = 0
        self._given_back: deque[tuple[int, bytes]] = deque()
        self.end = 0

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        while (line := self.next()) is not None:
            yield line

    def next(self) -> tuple[int, bytes] | None:
        """Return the next line and its number; of a line that is too long, a little more than is allowed."""
        if self._given_back:
            number, raw = self._given_back.popleft()
        elif raw := self._stream.readline(MAX_BODY + 1):
            self._number = number = self._number + 1
            self.end += n_bytes_of(self._stream, raw)
            end = raw
            while len(end) > MAX_BODY and not end.endswith(b"\n"):
                end = self._stream.readline(MAX_BODY + 1)
                self.end += n_bytes_of(self._stream, end)
            # Files that are joined may each begin with it.
            raw = raw.removeprefix(_UTF8_MARK)
        else:
            return None
        return number, raw

    def give_back(self, lines: list[tuple[int, bytes]]) -> None:
        """Return ``lines`` to the stream, to be read again before the others."""
        self._given_back.extendleft(reversed(lines))


def _read_from(number: int, raw: bytes, lines: _Lines) -> Iterator[Body]:
    """Yield the value that begins on a line; several if one ends on the line on which another begins."""
    nesting = lines.max_nesting
    body = _read_line(number, raw, nesting)
    if body.is_json or raw.lstrip()[:1] not in (b"{", b"["):
        yield body
        return
    outlook = _outlook_of(raw, nesting)
    if outlook == _Outlook.over:
        yield body
        return
    spread, depth = [(number, raw)], _depth(raw)
    size = tried = len(raw)
    has_next = False
    while (line := lines.next()) is not None:
        spread.append(line)
        size += len(line[1])
        depth += _depth(line[1])
        has_next = has_next or line[1].startswith(b"{")
        if has_next and (outlook == _Outlook.wrong or depth > nesting):
            break
        # A whole value is met where its brackets are closed; a wrong one is looked for now and then.
        if depth > 0 and size <= MAX_BODY and size < 2 * tried and len(spread) > 3:
            continue
        tried = size
        text = b"".join(raw for _, raw in spread)
        bodies = list(_read_spread(number, text, nesting))
        if all(body.is_json for body in bodies) and depth <= 0:
            yield from bodies
            return
        outlook = _outlook_of(text, nesting)
        if depth <= 0 or outlook == _Outlook.over or (has_next and outlook == _Outlook.wrong):
            break
    else:
        bodies = list(_read_spread(number, b"".join(raw for _, raw in spread), nesting))
    if has_next:
        yield body
        lines.give_back(spread[1:])
        return
    yield from bodies
    _skip_to_next(lines)


def _skip_to_next(lines: _Lines) -> None:
    """Skip the rest of a value that cannot be read."""
    for line in lines:
        if line[1].startswith(b"{"):
            lines.give_back([line])
            return


def _depth(raw: bytes) -> int:
    """Return the number of brackets that a line opens minus the number that it closes."""
    bare = _STRING.sub(b"", raw)
    return sum(bare.count(bracket) for bracket in (b"{", b"[")) - sum(map(bare.count, (b"}", b"]")))


class _Outlook(Enum):
    """The prospects of the first lines of a value."""

    good = "good"
    """Other lines may make it a value."""
    wrong = "wrong"
    """It is no value, whatever follows; its other lines may follow."""
    over = "over"
    """It is no value, or one with something after it, and has no other lines."""


def _outlook_of(raw: bytes, max_nesting: int) -> _Outlook:
    """Return what may become of text that is no JSON value."""
    if len(raw) > MAX_BODY:
        return _Outlook.over
    text = raw.decode("utf-8", "replace").strip()
    try:
        decode_json(text, 0, max_nesting)
    except json.JSONDecodeError as error:
        if error.pos >= len(text):
            return _Outlook.good
        return _Outlook.over if text.startswith("{") and text.endswith("}") else _Outlook.wrong
    except SolverError:
        pass
    return _Outlook.over


def _read_line(number: int, raw: bytes, max_nesting: int) -> Body:
    try:
        text = _decode(raw)
        read = _decode_json(text, skip_space(text, 0), max_nesting)
        if (rest := skip_space(text, read.end)) < len(text):
            _refuse(
                wrong(
                    Code.bad_json,
                    "not one JSON value: after it comes {text}",
                    text=show(text[rest : rest + 20]),
                )
            )
    except UnreadableError as error:
        return Body(number, faults=error.faults, is_json=False)
    return Body(number, read.value, read.faults)


def _read_spread(line: int, raw: bytes, max_nesting: int) -> Iterator[Body]:
    """Yield JSON values one after another, wherever their lines end, up to the first text that is no JSON."""
    end = 0
    try:
        text = _decode(raw)
        while (start := skip_space(text, end)) < len(text):
            line += text.count("\n", end, start)
            read = _decode_json(text, start, max_nesting)
            end = read.end
            yield Body(line, read.value, read.faults)
            line += text.count("\n", start, end)
    except UnreadableError as error:
        yield Body(line, faults=error.faults, is_json=False)


def _decode(raw: bytes) -> str:
    if len(raw) > MAX_BODY:
        _refuse(wrong(Code.too_long, "longer than {most} bytes; no body needs so much", most=MAX_BODY))
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        _refuse(no_utf8(error, Code.bad_json))


def _decode_json(text: str, at: int, max_nesting: int) -> JsonValue:
    """Return the JSON value that starts at ``at``; raises UnreadableError."""
    try:
        return decode_json(text, at, max_nesting)
    except json.JSONDecodeError as error:
        # A body that breaks off is at fault where it ends, not in the line after it.
        fault = min(error.pos, len(text.rstrip()))
        row, column = text.count("\n", at, fault), fault - text.rfind("\n", 0, fault)
        place = phrase("column {column}", column=column)
        if row:
            place = phrase("line {line}, column {column}", line=row + 1, column=column)
        not_json = wrong(Code.bad_json, "not JSON: {reason} ({place})", reason=reason_of(error), place=place)
        for name, begins in _OTHERS.items():
            if begins.match(text, at):
                not_json = wrong(
                    Code.bad_json,
                    "{fault}; {format} is read with --from {name}",
                    fault=not_json,
                    format=name.upper(),
                    name=name,
                )
        _refuse(not_json)


def _refuse(said: Wrong) -> NoReturn:
    raise UnreadableError(_faults(said))


def _faults(said: Wrong) -> tuple[Fault, ...]:
    return (Fault("", said, FaultKind.unreadable),)
