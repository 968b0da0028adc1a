"""Read JSON strictly: refuse what two readers could understand differently.  Write a value as a line of it.

Not accepted, each with its place: NaN and infinities, numbers that no double holds exactly (RFC 7493), a key
that stands twice in one object, half a UTF-16 character, and nesting beyond a limit.
"""

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NoReturn

from solver.errors import MAX_FAULTS, Fault, FaultKind, UnreadableError, Wrong, point, wrong
from solver.fault_codes import Code
from solver.sentences import EnglishOnly, Phrase, Sayable, mark

MAX_NESTING = 32
"""The deepest nesting of lists and objects by default."""

MAX_INTEGER = 2**53 - 1
"""The greatest whole number that every JSON reader reads alike."""
_MAX_NUMBER_LENGTH = 64

MAX_VALUES = 50_000
"""The most values of a text. A hundred deals, each with rules of its own, hold some 40 000."""
MAX_KEYS = 200
"""The most keys of an object. Rules, the largest objects, have some twenty in each section."""
MAX_KEY_LENGTH = 200
MAX_APART = 2_000
"""The most faults in members of a list that are told apart: rubbish is not worth an error for each of it."""

_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""The first bytes of texts in UTF-16 and UTF-32 (little-endian)."""

# A string of JSON, even one that never ends: with the closing quote optional this is linear in any text.
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class _Unreadable:
    """A place in a parsed value that cannot be read, and why."""

    wrong: Wrong


class UnreadableMember(UnreadableError):
    """The error that stands for a member of a list which cannot be read; ``text`` is its JSON."""

    def __init__(self, faults: Iterable[Fault], text: str) -> None:
        super().__init__(faults)
        self.text = text


@dataclass(frozen=True, slots=True)
class JsonValue:
    """A JSON value within a text, with the places in it that cannot be read."""

    value: object
    end: int
    """The offset in the text at which the value ends."""
    faults: tuple[Fault, ...] = ()


def parse_json(body: bytes | str, max_nesting: int = MAX_NESTING, *, apart: str | None = None) -> object:
    """Parse ``body``, bytes of UTF-8 or a text, as JSON.

    apart: a field of the body with a list whose members do not spoil each other: in the place of one with
        places that cannot be read stands an UnreadableMember, the error that the member alone would raise.
        With more than `MAX_APART` such places all of it is refused.

    Raises UnreadableError with every place that cannot be read, TypeError for what is neither bytes nor text.

    >>> from solver import UnreadableError, parse_json
    >>> parse_json(b'{"trump": "S"}')
    {'trump': 'S'}
    >>> try:
    ...     parse_json(b'{"trump": "S", "trump": "H"}')
    ... except UnreadableError as error:
    ...     print(error.faults[0].detail)
    the key stands twice in this object; which one is meant?
    """
    if isinstance(body, str):
        body = body.encode("utf-8", "surrogatepass")  # half a character is refused below, as in bytes
    elif not isinstance(body, bytes | bytearray):
        raise TypeError(f"parse_json reads bytes or text, and not a {type(body).__name__}")
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if body.startswith(_WIDE_MARKS):
            _refuse(_wide())
        _refuse(
            wrong(Code.bad_json, "this is not UTF-8: byte {number} cannot be read", number=error.start + 1)
        )
    if "\0" in text[:4] and text.strip("\0"):
        _refuse(_wide())
    if not text.strip():
        _refuse(wrong(Code.missing, "the body is empty; send a JSON object"))
    _check_size(text, max_nesting)
    start = skip_space(text, 0)
    try:
        read = decode_json(text, start, max_nesting)
        if (rest := skip_space(text, read.end)) < len(text):
            raise json.JSONDecodeError("Extra data", text, rest)
    except json.JSONDecodeError as error:
        _refuse(_no_json(text, error))
    faults = read.faults
    if faults and apart is not None and _set_apart(read.value, apart, text, max_nesting):
        faults = tuple(islice(_find_faults(read.value), MAX_FAULTS + 1))
    if faults:
        raise UnreadableError(faults)
    return read.value


def _set_apart(value: object, field: str, text: str, max_nesting: int) -> bool:
    """Put an error in the place of each faulty member of a list; False if there is none, or too many are."""
    members = value.get(field) if isinstance(value, dict) else None
    if not isinstance(members, list):
        return False
    n_faults = 0
    texts = _members(text, field, max_nesting)
    for index, (member, of_member) in enumerate(zip(members, texts, strict=True)):
        found = tuple(islice(_find_faults(member), MAX_FAULTS + 1))
        if found:
            members[index] = UnreadableMember(found, of_member)
            n_faults += len(found)
        if n_faults > MAX_APART:
            return False
    return True


def _members(text: str, field: str, max_nesting: int) -> Iterator[str]:
    """Yield the texts of the members of a list in an object, which was read."""
    at = skip_space(text, text.index("{") + 1)
    while True:
        key = decode_json(text, at, max_nesting)
        at = skip_space(text, skip_space(text, key.end) + len(":"))
        if key.value == field:
            break
        at = skip_space(text, skip_space(text, decode_json(text, at, max_nesting).end) + len(","))
    at = skip_space(text, at + len("["))
    while text[at] != "]":
        end = decode_json(text, at, max_nesting).end
        yield text[at:end]
        at = skip_space(text, end)
        if text[at] == ",":
            at = skip_space(text, at + len(","))


def _no_json(text: str, error: json.JSONDecodeError) -> Wrong:
    """Say where a text stops being JSON; the line only of several, as a stream numbers its own."""
    reason, text = reason_of(error), text.rstrip()
    at = min(error.pos, len(text))  # what is cut off ends before the blanks
    column = at - text.rfind("\n", 0, at)
    if "\n" not in text:
        return wrong(
            Code.bad_json, "this is not JSON: column {column}: {reason}", column=column, reason=reason
        )
    return wrong(
        Code.bad_json,
        "this is not JSON: line {line}, column {column}: {reason}",
        line=text.count("\n", 0, at) + 1,
        column=column,
        reason=reason,
    )


def _wide() -> Wrong:
    return wrong(Code.bad_json, "this is in UTF-16 or UTF-32; send it in UTF-8")


_REASONS = frozenset(
    (
        mark("expecting value"),
        mark("expecting ',' delimiter"),
        mark("expecting ':' delimiter"),
        mark("expecting property name enclosed in double quotes"),
        mark("illegal trailing comma before end of array"),
        mark("illegal trailing comma before end of object"),
        mark("unterminated string starting at"),
        mark("invalid control character at"),
        mark("invalid \\escape"),
        mark("invalid \\uXXXX escape"),
        mark("extra data"),
    )
)
"""The messages of Python's JSON reader, without the capital at the start."""
_TRAILING = {
    "]": "illegal trailing comma before end of array",
    "}": "illegal trailing comma before end of object",
}


def reason_of(error: json.JSONDecodeError) -> Sayable:
    """Say why a text is not JSON."""
    said = error.msg[:1].lower() + error.msg[1:].rstrip(": ")
    return Phrase(said) if said in _REASONS else EnglishOnly(said)


def decode_json(text: str, start: int, max_nesting: int = MAX_NESTING) -> JsonValue:
    """Parse the value that begins at ``start``, and leave what comes after it.

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
        _check_size(text[start:], max_nesting)
        # A limit may be higher than what Python can read.
        _refuse(wrong(Code.too_many, "lists and objects are nested too deep to be read"))
    except json.JSONDecodeError as error:
        raise _at_comma(error) from None
    _check_size(text[start:end], max_nesting)
    faults: tuple[Fault, ...] = ()
    if reader.met_faults or _SURROGATE_ESCAPE.search(text, start, end):
        faults = tuple(islice(_find_faults(value), MAX_FAULTS + 1))
    return JsonValue(value, end, faults)


def _at_comma(error: json.JSONDecodeError) -> json.JSONDecodeError:
    """Return an error as Python has it from 3.13 on: at the comma before what closes, not at what closes."""
    at = skip_space(error.doc, error.pos)
    closing, before = error.doc[at : at + 1], error.doc[: error.pos].rstrip()
    if closing in _TRAILING and before.endswith(","):
        return json.JSONDecodeError(_TRAILING[closing], error.doc, len(before) - 1)
    return error


def skip_space(text: str, at: int) -> int:
    """Return the offset of the first character from ``at`` on that is no white space of JSON."""
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


class _Reader:
    """A decoder that leaves an `_Unreadable` in the place of each value that is refused."""

    def __init__(self) -> None:
        self.met_faults = False

    def _unreadable(self, said: Wrong) -> _Unreadable:
        self.met_faults = True
        return _Unreadable(said)

    def object(self, pairs: list[tuple[str, object]]) -> dict[str, object] | _Unreadable:
        """Build an object; refuse keys that stand twice."""
        read = dict(pairs)
        if len(read) > MAX_KEYS:
            return self._unreadable(
                wrong(
                    Code.too_many,
                    "the object has {count} keys; none here needs more than {most}",
                    count=len(read),
                    most=MAX_KEYS,
                )
            )
        if any(len(key) > MAX_KEY_LENGTH for key in read):
            return self._unreadable(
                wrong(
                    Code.too_long,
                    "a key is longer than the {most} characters that a key can have",
                    most=MAX_KEY_LENGTH,
                )
            )
        if len(read) < len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    read[key] = self._unreadable(
                        wrong(Code.contradiction, "the key stands twice in this object; which one is meant?")
                    )
                seen.add(key)
        return read

    def integer(self, text: str) -> int | _Unreadable:
        """Parse a number written in digits alone."""
        if len(text) <= _MAX_NUMBER_LENGTH and abs(int(text)) <= MAX_INTEGER:
            return int(text)
        return self._unreadable(_huge())

    def number(self, text: str) -> int | float | _Unreadable:
        """Parse a number with a point or an exponent: 8.0 is the whole number 8, as in JSON Schema."""
        if len(text) > _MAX_NUMBER_LENGTH:
            return self._unreadable(
                wrong(
                    Code.out_of_range,
                    "the number has {count} digits; none here needs so many",
                    count=len(text),
                )
            )
        number = float(text)
        if abs(number) > MAX_INTEGER:
            return self._unreadable(_huge())
        return int(number) if number.is_integer() else number

    def constant(self, text: str) -> _Unreadable:
        """Refuse NaN and infinities."""
        return self._unreadable(wrong(Code.bad_json, "{text} is not a number of JSON", text=text))


def _huge() -> Wrong:
    return wrong(Code.out_of_range, "the number is huge; none here is above {most}", most=MAX_INTEGER)


def _check_size(text: str, max_nesting: int) -> None:
    """Refuse a value that is nested too deep or holds too much, without recursion."""
    n_brackets = text.count("[") + text.count("{")
    if n_brackets <= max_nesting and n_brackets + text.count(",") <= MAX_VALUES:
        return
    bare = _STRING.sub("", text)
    depth = 0
    for bracket in islice(_BRACKET.finditer(bare), 2 * MAX_VALUES):
        depth += 1 if bracket.group() in "[{" else -1
        if depth > max_nesting:
            _refuse(
                wrong(
                    Code.too_many,
                    "lists and objects are nested more than {most} deep; no request needs that",
                    most=max_nesting,
                )
            )
    if bare.count("[") + bare.count("{") + bare.count(",") > MAX_VALUES:
        _refuse(
            wrong(
                Code.too_many,
                "there are more than {most} values, the most that one text of JSON may hold; send them in "
                "several, or line by line",
                most=MAX_VALUES,
            )
        )


def _find_faults(value: object) -> Iterator[Fault]:
    """Return every fault in ``value``, in the order of the text."""
    todo: list[tuple[str, object]] = [("", value)]
    while todo:
        pointer, here = todo.pop()
        if isinstance(here, _Unreadable):
            yield _fault(pointer, here.wrong)
        elif isinstance(here, str) and _SURROGATE.search(here):
            half = wrong(Code.bad_json, "the text holds half a character (a lone UTF-16 surrogate)")
            yield _fault(pointer, half)
        elif isinstance(here, dict):
            for key in here:
                if _SURROGATE.search(key):
                    half = wrong(Code.bad_json, "a key holds half a character (a lone UTF-16 surrogate)")
                    yield _fault(pointer, half)
            todo.extend((point(pointer, key), here[key]) for key in reversed(here))
        elif isinstance(here, list):
            todo.extend((point(pointer, index), here[index]) for index in range(len(here) - 1, -1, -1))


def _fault(pointer: str, said: Wrong) -> Fault:
    return Fault(pointer, said, FaultKind.unreadable)


def _refuse(said: Wrong) -> NoReturn:
    raise UnreadableError([_fault("", said)])


def json_line(data: object) -> bytes:
    """Return a line of JSON in UTF-8, without its end; lone surrogates stay escaped."""
    return in_utf8(json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False))


def in_utf8(text: str) -> bytes:
    """Return the bytes of a text of JSON, with lone surrogates escaped."""
    return text.encode("utf-8", "backslashreplace")
