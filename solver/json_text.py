"""Reading JSON strictly: refused where two readers could understand it differently.

Not accepted, each with its place: NaN and infinities, numbers that no double holds exactly (RFC 7493), a key
that stands twice in one object, half a UTF-16 character, and nesting beyond a limit.
"""

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NoReturn

from solver.errors import MAX_FAULTS, Fault, FaultKind, UnreadableError, point

MAX_NESTING = 32
"""How deep lists and objects may be nested where nobody says otherwise."""

MAX_INTEGER = 2**53 - 1
"""The greatest whole number that every JSON reader reads alike."""
_MAX_NUMBER_LENGTH = 64

MAX_VALUES = 50_000
"""More values than any request needs: a hundred deals, each with rules of its own, are some 40 000."""
MAX_KEYS = 200
"""More keys than any object of a request needs; rules, the largest, have some twenty in each section."""
MAX_KEY_LENGTH = 200

_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How texts of UTF-16 and UTF-32 (little-endian) begin."""

# A string of JSON, even one that never ends: with the closing quote optional this is linear in any text.
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class _Unreadable:
    """Stands in a parsed value where something cannot be read; says why."""

    detail: str


@dataclass(frozen=True, slots=True)
class JsonValue:
    """A value in a text that is JSON, with what in it cannot be read."""

    value: object
    end: int
    """Where in the text it ends."""
    faults: tuple[Fault, ...] = ()


def parse_json(body: bytes, max_nesting: int = MAX_NESTING) -> object:
    """The value that ``body`` writes in JSON; raises UnreadableError with everything that cannot be read."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if is_wide(body):
            _refuse("the body is in UTF-16 or UTF-32; send it in UTF-8")
        _refuse(f"the body is not UTF-8: byte {error.start + 1} cannot be read")
    if "\0" in text[:4] and text.strip("\0"):
        _refuse("the body is in UTF-16 or UTF-32; send it in UTF-8")
    if not text.strip():
        _refuse("the body is empty; send a JSON object")
    _check_size(text, max_nesting)
    start = skip_space(text, 0)
    try:
        read = decode_json(text, start, max_nesting)
        if (rest := skip_space(text, read.end)) < len(text):
            raise json.JSONDecodeError("Extra data", text, rest)
    except json.JSONDecodeError as error:
        _refuse(f"the body is not JSON: line {error.lineno}, column {error.colno}: {error.msg}")
    if read.faults:
        raise UnreadableError(read.faults)
    return read.value


def is_wide(text: bytes) -> bool:
    """Whether ``text`` begins as UTF-16 or UTF-32 does."""
    return text.startswith(_WIDE_MARKS)


def decode_json(text: str, start: int, max_nesting: int = MAX_NESTING) -> JsonValue:
    """The value that begins at ``start``, whatever comes after it.

    Raises JSONDecodeError for what is not JSON, UnreadableError for what is nested too deep or too much.
    """
    reader = _Reader()
    decoder = json.JSONDecoder(
        object_pairs_hook=reader.object,
        parse_int=reader.integer,
        parse_float=reader.number,
        parse_constant=reader.constant,
    )
    try:
        value, end = decoder.raw_decode(text, start)
    except RecursionError:
        _refuse_nesting(max_nesting)
    _check_size(text[start:end], max_nesting)
    faults: tuple[Fault, ...] = ()
    if reader.met_faults or _SURROGATE_ESCAPE.search(text, start, end):
        faults = tuple(islice(_find_faults(value), MAX_FAULTS + 1))
    return JsonValue(value, end, faults)


def skip_space(text: str, at: int) -> int:
    """The place of the first character from ``at`` on that is no white space of JSON."""
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


class _Reader:
    """Leaves an `_Unreadable` wherever a value, or the key above it, is refused."""

    def __init__(self) -> None:
        self.met_faults = False

    def _unreadable(self, detail: str) -> _Unreadable:
        self.met_faults = True
        return _Unreadable(detail)

    def object(self, pairs: list[tuple[str, object]]) -> dict[str, object] | _Unreadable:
        """An object, each of whose keys stands once."""
        read = dict(pairs)
        if len(read) > MAX_KEYS:
            return self._unreadable(f"the object has {len(read)} keys; none here needs more than {MAX_KEYS}")
        if any(len(key) > MAX_KEY_LENGTH for key in read):
            return self._unreadable(
                f"a key is longer than the {MAX_KEY_LENGTH} characters that a key can have"
            )
        if len(read) < len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    read[key] = self._unreadable("the key stands twice in this object; which one is meant?")
                seen.add(key)
        return read

    def integer(self, text: str) -> int | _Unreadable:
        """A number written in digits alone."""
        if len(text) <= _MAX_NUMBER_LENGTH and abs(int(text)) <= MAX_INTEGER:
            return int(text)
        return self._unreadable(f"the number is huge; none here is above {MAX_INTEGER}")

    def number(self, text: str) -> int | float | _Unreadable:
        """A number written with a point or an exponent: 8.0 is the whole number 8, as in JSON Schema."""
        if len(text) > _MAX_NUMBER_LENGTH:
            return self._unreadable(f"the number has {len(text)} digits; none here needs so many")
        number = float(text)
        if abs(number) > MAX_INTEGER:
            return self._unreadable(f"the number is huge; none here is above {MAX_INTEGER}")
        return int(number) if number.is_integer() else number

    def constant(self, text: str) -> _Unreadable:
        """NaN or an infinity."""
        return self._unreadable(f"{text} is not a number of JSON")


def _check_size(text: str, max_nesting: int) -> None:
    """Refuse what is nested too deep or holds too much, without recursion."""
    n_brackets = text.count("[") + text.count("{")
    if n_brackets <= max_nesting and n_brackets + text.count(",") <= MAX_VALUES:
        return
    bare = _STRING.sub("", text)
    depth = 0
    for bracket in islice(_BRACKET.finditer(bare), 2 * MAX_VALUES):
        depth += 1 if bracket.group() in "[{" else -1
        if depth > max_nesting:
            _refuse_nesting(max_nesting)
    if bare.count("[") + bare.count("{") + bare.count(",") > MAX_VALUES:
        _refuse(f"there are more than {MAX_VALUES} values; no request needs so many")


def _refuse_nesting(max_nesting: int) -> NoReturn:
    _refuse(f"lists and objects are nested more than {max_nesting} deep; no request needs that")


def _find_faults(value: object) -> Iterator[Fault]:
    """Every place in ``value`` that cannot be read, in the order of the text."""
    todo: list[tuple[str, object]] = [("", value)]
    while todo:
        pointer, here = todo.pop()
        if isinstance(here, _Unreadable):
            yield _fault(pointer, here.detail)
        elif isinstance(here, str) and _SURROGATE.search(here):
            yield _fault(pointer, "the text holds half a character (a lone UTF-16 surrogate)")
        elif isinstance(here, dict):
            for key in here:
                if _SURROGATE.search(key):
                    yield _fault(pointer, "a key holds half a character (a lone UTF-16 surrogate)")
            todo.extend((point(pointer, key), here[key]) for key in reversed(here))
        elif isinstance(here, list):
            todo.extend((point(pointer, index), here[index]) for index in range(len(here) - 1, -1, -1))


def _fault(pointer: str, detail: str) -> Fault:
    return Fault(pointer, detail, FaultKind.unreadable)


def _refuse(detail: str) -> NoReturn:
    raise UnreadableError([_fault("", detail)])
