"""Reading a request's body: JSON, refused where two readers could understand it differently.

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

from flask import Request
from werkzeug.exceptions import UnsupportedMediaType

from solver import Fault, FaultKind, UnreadableError

from .arrival import read_bytes
from .faults import MAX_FAULTS, point

MEDIA_TYPE = "application/json"

MAX_INTEGER = 2**53 - 1
"""The greatest whole number that every JSON reader reads alike."""
_MAX_NUMBER_LENGTH = 64

MAX_VALUES = 50_000
"""More values than any request needs: a hundred deals, each with rules of its own, are some 40 000."""
MAX_KEYS = 200
"""More keys than any object of a request needs; rules, the largest, have some twenty in each section."""
MAX_KEY_LENGTH = 200

# A string of JSON, even one that never ends: with the closing quote optional this is linear in any text.
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How texts of UTF-16 and UTF-32 (little-endian) begin."""
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class _Unreadable:
    """Stands in a parsed value where something cannot be read; says why."""

    detail: str


def read_body(request: Request, max_bytes: int, max_nesting: int) -> object:
    """The JSON value in the body of ``request``.

    Raises UnsupportedMediaType for any other kind of body, what `read_bytes` raises for one that is too long
    or does not arrive, UnreadableError for what is not JSON.
    """
    if request.mimetype != MEDIA_TYPE:
        sent = (
            f"{request.mimetype[:80]} is not read here"
            if request.mimetype
            else "the body has no Content-Type"
        )
        raise UnsupportedMediaType(f"{sent}; send JSON with Content-Type: {MEDIA_TYPE}")
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if charset not in ("utf-8", "utf8", "us-ascii"):
        raise UnsupportedMediaType(f"the charset {charset[:40]} is not read here; JSON is sent in UTF-8")
    encoding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding != "identity":
        raise UnsupportedMediaType(
            f"the Content-Encoding {encoding[:40]} is not read here; send the JSON as it is"
        )
    return parse_json(read_bytes(request, max_bytes), max_nesting)


def parse_json(body: bytes, max_nesting: int) -> object:
    """The value that ``body`` writes in JSON; raises UnreadableError with everything that cannot be read."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if body.startswith(_WIDE_MARKS):
            _refuse("the body is in UTF-16 or UTF-32; send it in UTF-8")
        _refuse(f"the body is not UTF-8: byte {error.start + 1} cannot be read")
    if 0 < text[:4].count("\0") < 4:
        _refuse("the body is in UTF-16 or UTF-32; send it in UTF-8")
    if not text.strip():
        _refuse("the body is empty; send a JSON object")
    _check_size(text, max_nesting)
    reader = _Reader()
    try:
        value = reader.read(text)
    except json.JSONDecodeError as error:
        _refuse(f"the body is not JSON: line {error.lineno}, column {error.colno}: {error.msg}")
    except RecursionError:
        _refuse("lists and objects are nested too deep")
    if reader.met_faults or _SURROGATE_ESCAPE.search(text):
        faults = list(islice(_find_faults(value), MAX_FAULTS))
        if faults:
            raise UnreadableError(faults)
    return value


class _Reader:
    """Parses JSON and leaves an `_Unreadable` wherever a value, or the key above it, is refused."""

    def __init__(self) -> None:
        self.met_faults = False

    def read(self, text: str) -> object:
        """The value of ``text``; raises JSONDecodeError."""
        value: object = json.loads(
            text,
            object_pairs_hook=self._object,
            parse_int=self._integer,
            parse_float=self._number,
            parse_constant=self._constant,
        )
        return value

    def _unreadable(self, detail: str) -> _Unreadable:
        self.met_faults = True
        return _Unreadable(detail)

    def _object(self, pairs: list[tuple[str, object]]) -> dict[str, object] | _Unreadable:
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

    def _integer(self, text: str) -> int | _Unreadable:
        if len(text) <= _MAX_NUMBER_LENGTH and abs(int(text)) <= MAX_INTEGER:
            return int(text)
        return self._unreadable(f"the number is huge; none here is above {MAX_INTEGER}")

    def _number(self, text: str) -> int | float | _Unreadable:
        """A number written with a point or an exponent: 8.0 is the whole number 8, as in JSON Schema."""
        if len(text) > _MAX_NUMBER_LENGTH:
            return self._unreadable(f"the number has {len(text)} digits; none here needs so many")
        number = float(text)
        if abs(number) > MAX_INTEGER:
            return self._unreadable(f"the number is huge; none here is above {MAX_INTEGER}")
        return int(number) if number.is_integer() else number

    def _constant(self, text: str) -> _Unreadable:
        return self._unreadable(f"{text} is not a number of JSON")


def _check_size(text: str, max_nesting: int) -> None:
    """Refuse what is nested too deep or holds too much, without recursion and before anything is built."""
    n_brackets = text.count("[") + text.count("{")
    if n_brackets <= max_nesting and n_brackets + text.count(",") <= MAX_VALUES:
        return
    bare = _STRING.sub("", text)
    depth = 0
    for bracket in islice(_BRACKET.finditer(bare), 2 * MAX_VALUES):
        depth += 1 if bracket.group() in "[{" else -1
        if depth > max_nesting:
            _refuse(f"lists and objects are nested more than {max_nesting} deep; no request needs that")
    if bare.count("[") + bare.count("{") + bare.count(",") > MAX_VALUES:
        _refuse(f"the body holds more than {MAX_VALUES} values; no request needs so many")


def _find_faults(value: object) -> Iterator[Fault]:
    """Every place in ``value`` that cannot be read, in the order of the text."""
    todo: list[tuple[str, object]] = [("", value)]
    while todo:
        pointer, here = todo.pop()
        if isinstance(here, _Unreadable):
            yield Fault(pointer, here.detail, FaultKind.unreadable)
        elif isinstance(here, str) and _SURROGATE.search(here):
            yield Fault(
                pointer, "the text holds half a character (a lone UTF-16 surrogate)", FaultKind.unreadable
            )
        elif isinstance(here, dict):
            for key in here:
                if _SURROGATE.search(key):
                    yield Fault(
                        pointer,
                        "a key holds half a character (a lone UTF-16 surrogate)",
                        FaultKind.unreadable,
                    )
            todo.extend((point(pointer, key), here[key]) for key in reversed(here))
        elif isinstance(here, list):
            todo.extend((point(pointer, index), here[index]) for index in range(len(here) - 1, -1, -1))


def _refuse(detail: str) -> NoReturn:
    raise UnreadableError([Fault("", detail, FaultKind.unreadable)])
