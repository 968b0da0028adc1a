"""Faults in a request, each with its place, and the exceptions that carry them.

A *fault* says where it sits as a JSON pointer (RFC 6901, ``""`` for the whole), what is wrong as a code for
programs, and in a card player's words, in the language they read.  Everything that reads input collects all
its faults and raises them together, so that a request is corrected in one go.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate
from typing import NoReturn

from solver.answer_row import row, shows
from solver.fault_codes import Code
from solver.sentences import Counted, Language, Phrase, PlaceValue, Quoted, Reader, in_full, phrase

MAX_FAULTS = 200
"""The most faults that an exception carries: a megabyte of rubbish is not worth a megabyte of answer."""

_SHOWN_CHARACTERS = 40
_SHOWN_INTEGER = 10**15


class FaultKind(StrEnum):
    """The kind of a fault: the text cannot be read, its content is impossible, or a name is not known."""

    unreadable = "unreadable"
    impossible = "impossible"
    unknown = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong(Phrase):
    """A sentence that says what is wrong, and the code by which programs know it."""

    code: Code


def wrong(code: Code, message: str, /, **values: PlaceValue) -> Wrong:
    """Return a sentence to translate, with ``values`` in its places, and its code."""
    return Wrong(message, 0, tuple(values.items()), code=code)


def wrong_n(code: Code, one: str, several: str, n: int, /, **values: PlaceValue) -> Wrong:
    """Return a sentence to translate that depends on the number ``n``, and its code."""
    return Wrong(Counted(one, several), n, tuple(values.items()), code=code)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a request.

    >>> from solver import Position, SolverError
    >>> try:
    ...     Position.from_dict({"variant": "belote", "deal": "N:", "contract": {"trump": "X"}})
    ... except SolverError as error:
    ...     [(fault.pointer, fault.code.value) for fault in error.faults]
    [('/contract/trump', 'not_a_trump'), ('/deal', 'not_a_deal')]
    """

    pointer: str = field(metadata=row("Where: a JSON pointer (RFC 6901) into the body; empty for the whole."))
    wrong: Wrong
    kind: FaultKind = FaultKind.impossible

    @property
    @shows(
        "What is wrong, as a word for programs: it stays, while sentences may get better. "
        + " ".join(f"`{code}`: {code.meaning}" for code in Code)
    )
    def code(self) -> Code:
        """The code by which programs know what is wrong."""
        return self.wrong.code

    @shows(
        "What is wrong, in a card player's words, and what would be right, in the language that "
        "`Accept-Language` asks for; of a partial log with its cards in the letters of `notation`.",
        name="detail",
    )
    def detail_to(self, speech: Reader) -> str:
        """Return what is wrong, in the language of ``speech``."""
        return self.in_letters(speech).wrong.say(speech.language)

    line: int | None = field(
        default=None,
        metadata=row(
            "Of a body in PBN or LIN: the line, from 1. The pointer is then into the JSON that it stands "
            "for.",
            absent="for a body in JSON",
            low=1,
        ),
    )
    column: int | None = field(
        default=None,
        metadata=row("The character of that line, from 1.", absent="for a body in JSON", low=1),
    )

    @property
    def detail(self) -> str:
        """The sentence in English."""
        return self.wrong.say()

    def say(self, language: Language = "en") -> str:
        """Say the place of the fault and what is wrong, in ``language``."""
        detail = self.wrong.say(language)
        if self.line is not None:
            place = phrase("line {line}, column {column}", line=self.line, column=self.column)
            return phrase("{place}: {detail}", place=place, detail=detail).say(language)
        if not self.pointer:
            return detail
        return phrase("{place}: {detail}", place=self.pointer, detail=detail).say(language)

    def tell(self, language: Language = "en") -> str:
        """Say the same to people, who read the names of seats where programs read letters."""
        return replace(self, wrong=in_full(self.wrong)).say(language)

    def tell_to(self, speech: Reader) -> str:
        """Say the same in the language of ``speech``."""
        return self.in_letters(speech).tell(speech.language)

    def in_letters(self, speech: Reader) -> "Fault":
        """Return the fault with its cards as ``speech`` writes them, if others than its sender read it."""
        return self

    def __str__(self) -> str:
        return self.say()


class SolverError(ValueError):
    """An error in the input; ``faults`` holds every fault found, at least one."""

    def __init__(self, faults: Iterable[Fault] | Wrong) -> None:
        found = (Fault("", faults),) if isinstance(faults, Wrong) else tuple(faults)
        if len(found) > MAX_FAULTS:
            found = (*found[: MAX_FAULTS - 1], _rest_of(found[MAX_FAULTS - 1 :]))
        self.faults: tuple[Fault, ...] = found
        super().__init__(self.faults)

    def say(self, language: Language = "en") -> str:
        """Say every fault with its place, one line each, in ``language``."""
        return "\n".join(fault.say(language) for fault in self.faults)

    def __str__(self) -> str:
        return self.say()


def _rest_of(faults: tuple[Fault, ...]) -> Fault:
    """Return the fault that stands for those beyond the limit; it counts as the worst of them."""
    kinds = {fault.kind for fault in faults}
    worst = next(
        kind for kind in (FaultKind.unreadable, FaultKind.unknown, FaultKind.impossible) if kind in kinds
    )
    ends = wrong(
        Code.more_faults, "the list of faults ends here; there are {more} more at least", more=len(faults)
    )
    return Fault("", ends, worst)


class UnreadableError(SolverError):
    """The input cannot be read: no card, no number, no object where there should be one."""


class UnknownVariantError(SolverError):
    """No game has the name asked for."""


class RulesError(SolverError):
    """The rules can be read, but no game can have them."""


class PositionError(SolverError):
    """The position can be read, but cannot come about at the table."""


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


def merge_faults(known: Sequence[Fault], more: Iterable[Fault]) -> list[Fault]:
    """Return ``known`` faults, then those of ``more`` at places that have none, neither around nor in them.

    >>> limit, nodes, name = (Fault(at, wrong(Code.missing, "")) for at in ("/limit", "/limit/nodes", "/id"))
    >>> [fault.pointer for fault in merge_faults([nodes], [limit, name])]
    ['/limit/nodes', '/id']
    """
    said = {fault.pointer for fault in known}
    around = {place for pointer in said for place in _places_above(pointer)}
    added = [
        fault
        for fault in more
        if fault.pointer not in around and said.isdisjoint(_places_above(fault.pointer))
    ]
    return [*known, *added]


def _places_above(pointer: str) -> Iterator[str]:
    """Yield the place of ``pointer`` and each place that contains it, except the whole body."""
    return accumulate(f"/{step}" for step in pointer.split("/")[1:]) if pointer else iter([""])


def point(pointer: str, *steps: object) -> str:
    """Extend the JSON pointer ``pointer`` by ``steps``, escaped as RFC 6901 asks."""
    return pointer + "".join("/" + _step(step) for step in steps)


def _step(step: object) -> str:
    text = step if isinstance(step, str) else str(show(step))
    if text.isascii() and text.isidentifier():
        return text
    readable = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return readable.replace("~", "~0").replace("/", "~1")


def show(value: object) -> Phrase | Quoted | str:
    """Shorten any JSON value to a few printable words, for the message of a fault."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            text = str(value)
            return Quoted(text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…")
        case int():
            return str(int(value)) if abs(value) < _SHOWN_INTEGER else phrase("a huge number")
        case float():
            return repr(float(value))
        case list() | tuple():
            return phrase("a list")
        case dict():
            return phrase("an object")
    return phrase("a value of type {type}", type=type(value).__name__)
