"""What the command line reads: JSON bodies from a file or a pipe, and what they ask besides the position."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, NoReturn

from solver.errors import Fault, FaultKind, SolverError, UnreadableError
from solver.json_text import JsonValue, decode_json, is_wide, skip_space

_UTF8_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Body:
    """One JSON value of the input, or what kept it from being read."""

    line: int
    """The number of the line it starts on, from 1."""
    value: object = None
    faults: tuple[Fault, ...] = ()
    is_json: bool = True
    """Whether it is JSON at all, so that what comes after it can be read."""


def read_bodies(stream: BinaryIO) -> Iterator[Body]:
    """The JSON values of ``stream``: one a line, or each spread over as many lines as it likes.

    A value on a line of its own is given as soon as that line is there, so that a pipe can be answered
    while it is still being written.  Never raises on what it reads.
    """
    number = 0
    for raw in stream:
        number += 1
        if number == 1:
            if is_wide(raw):
                yield Body(1, faults=_faults("the input is UTF-16 text; save it as UTF-8"), is_json=False)
                return
            raw = raw.removeprefix(_UTF8_MARK)
        if not raw.strip():
            continue
        body = _read_line(number, raw)
        if not body.is_json and _may_go_on(raw):
            yield from _read_rest(number, raw, stream)
            return
        yield body


def _may_go_on(raw: bytes) -> bool:
    """Whether a line that is no JSON value may be the first of a value of many lines, not just a bad line."""
    text = raw.decode("utf-8", "replace").strip()
    try:
        decode_json(text, 0)
    except json.JSONDecodeError as error:
        return error.pos >= len(text) or not (text.startswith("{") and text.endswith("}"))
    except SolverError:
        return False
    return False


def _read_rest(number: int, raw: bytes, stream: BinaryIO) -> Iterator[Body]:
    """The values from a line on that is not a whole one: of many lines each, or of one line but some bad."""
    lines = [raw, *stream]
    bodies = list(_read_spread(number, b"".join(lines)))
    if not all(body.is_json for body in bodies):
        by_line = [_read_line(number + index, line) for index, line in enumerate(lines) if line.strip()]
        if any(isinstance(body.value, dict) for body in by_line):
            bodies = by_line
    yield from bodies


def _read_line(number: int, raw: bytes) -> Body:
    try:
        text = _decode(raw)
        read = _decode_json(text, skip_space(text, 0))
        if (rest := skip_space(text, read.end)) < len(text):
            _refuse(f"not one JSON value: after it comes {text[rest : rest + 20]!r}")
    except UnreadableError as error:
        return Body(number, faults=error.faults, is_json=False)
    return Body(number, read.value, read.faults)


def _read_spread(line: int, raw: bytes) -> Iterator[Body]:
    """JSON values one after another, whatever their lines; what is not JSON ends them."""
    end = 0
    try:
        text = _decode(raw)
        while (start := skip_space(text, end)) < len(text):
            line += text.count("\n", end, start)
            read = _decode_json(text, start)
            end = read.end
            yield Body(line, read.value, read.faults)
            line += text.count("\n", start, end)
    except UnreadableError as error:
        yield Body(line, faults=error.faults, is_json=False)


def _decode(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        _refuse(f"not UTF-8 text: byte 0x{raw[error.start]:02x} at place {error.start + 1}")


def _decode_json(text: str, at: int) -> JsonValue:
    """The JSON value that starts at ``at``; raises UnreadableError."""
    try:
        return decode_json(text, at)
    except json.JSONDecodeError as error:
        row, column = text.count("\n", at, error.pos), error.pos - text.rfind("\n", 0, error.pos)
        below = f"line {row + 1}, " if row else ""
        _refuse(f"not JSON: {error.msg[0].lower()}{error.msg[1:]} ({below}column {column})")


def _refuse(detail: str) -> NoReturn:
    raise UnreadableError(_faults(detail))


def _faults(detail: str) -> tuple[Fault, ...]:
    return (Fault("", detail, FaultKind.unreadable),)
