"""What can be wrong with a request: faults, each with its place, and the exceptions that carry them.

A *fault* says where it sits as a JSON pointer (RFC 6901, ``""`` for the whole) and what is wrong in a card
player's words.  Everything that reads input collects all its faults and raises them together, so that a
request is corrected in one go.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

MAX_FAULTS = 200
"""No exception carries more faults than this: a megabyte of rubbish is not worth a megabyte of answer."""

_SHOWN_CHARACTERS = 40
_SHOWN_INTEGER = 10**15


class FaultKind(StrEnum):
    """By whose hand a fault came: the text is wrong, the cards are, or the name is not known."""

    unreadable = "unreadable"
    impossible = "impossible"
    unknown = "unknown"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the JSON pointer to it, a sentence about it, and its kind."""

    pointer: str
    detail: str
    kind: FaultKind = FaultKind.impossible
    line: int | None = None
    """The line it is in, from 1, where the input is a text of lines and not JSON."""
    column: int | None = None
    """The character of that line at which it begins, from 1."""

    def __str__(self) -> str:
        if self.line is not None:
            return f"line {self.line}, column {self.column}: {self.detail}"
        return f"{self.pointer}: {self.detail}" if self.pointer else self.detail


class SolverError(ValueError):
    """Anything a caller can get wrong; ``faults`` holds every fault that was found, at least one."""

    def __init__(self, faults: Iterable[Fault] | str) -> None:
        found = (Fault("", faults),) if isinstance(faults, str) else tuple(faults)
        if len(found) > MAX_FAULTS:
            found = (*found[: MAX_FAULTS - 1], _rest_of(found[MAX_FAULTS - 1 :]))
        self.faults: tuple[Fault, ...] = found
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


def _rest_of(faults: tuple[Fault, ...]) -> Fault:
    """What stands in the place of the faults that one too long a list leaves out; it counts as the worst."""
    kinds = {fault.kind for fault in faults}
    worst = next(
        kind for kind in (FaultKind.unreadable, FaultKind.unknown, FaultKind.impossible) if kind in kinds
    )
    return Fault("", f"the list of faults ends here; there are {len(faults)} more at least", worst)


class UnreadableError(SolverError):
    """Something cannot be read at all: not a card, not a number, not an object."""


class UnknownVariantError(SolverError):
    """No game has that name."""


class RulesError(SolverError):
    """Rules that can be read, but that no game can have."""


class PositionError(SolverError):
    """A position that can be read, but that cannot come about at the table."""


def raise_faults(faults: Iterable[Fault], impossible: type[SolverError] = PositionError) -> None:
    """Raise the exception that fits the worst of ``faults``; return if there is none.

    Raises UnreadableError if any fault is unreadable, else UnknownVariantError if any is unknown, else the
    class ``impossible``.
    """
    found = tuple(dict.fromkeys(faults))
    if found:
        _raise(found, impossible)


def _raise(faults: tuple[Fault, ...], impossible: type[SolverError]) -> NoReturn:
    kinds = {fault.kind for fault in faults}
    if FaultKind.unreadable in kinds:
        raise UnreadableError(faults)
    if FaultKind.unknown in kinds:
        raise UnknownVariantError(faults)
    raise impossible(faults)


def point(pointer: str, *steps: object) -> str:
    """The JSON pointer that goes on from ``pointer`` by ``steps``, escaped as RFC 6901 asks."""
    return pointer + "".join("/" + _step(step) for step in steps)


def _step(step: object) -> str:
    text = step if isinstance(step, str) else show(step)
    readable = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return readable.replace("~", "~0").replace("/", "~1")


def show(value: object) -> str:
    """Any value of any JSON in a few words, short and printable whatever it holds: for faults' messages."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            text = str(value)
            return repr(text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…")
        case int():
            return str(int(value)) if abs(value) < _SHOWN_INTEGER else "a huge number"
        case float():
            return repr(float(value))
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
    return f"a {type(value).__name__}"


def list_words(words: Iterable[object], last: str = "or") -> str:
    """``a, b or c``: the allowed words of a fault's message."""
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    return ", ".join(texts[:-1]) + f" {last} " + texts[-1]
