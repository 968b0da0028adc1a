"""Merges the faults that the schema and the solver find in one request.

The schema checks types and words, the solver checks cards.  Where both report one place, the solver's fault
is kept.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from solver import (
    Code,
    Fault,
    FaultKind,
    PositionError,
    RulesError,
    SolverError,
    UnreadableError,
)
from solver.errors import MAX_FAULTS, Wrong, merge_faults, point, show, wrong
from solver.sentences import EnglishOnly, all_of, phrase
from solver.wrongs import no_field

_IN_RULES = re.compile(r"(/deals/\d+)?/(rules|variant/)")
"""The places of a request that hold rules."""
_IN_LABELS = re.compile(r"(/deals/\d+)?/(id|players)(/|$)")
"""The places of a request that hold labels."""


class InvalidRequestError(SolverError):
    """A readable request for something that cannot be done, such as a limit of 0 ms."""


def impossible(wrong: Wrong) -> Fault:
    """Make the message of a schema about a value of the right type that is out of range."""
    return Fault("", wrong, FaultKind.impossible)


def unreadable(wrong: Wrong) -> Fault:
    """Make the message of a schema about a value of the wrong type."""
    return Fault("", wrong, FaultKind.unreadable)


def unknown_parameter(name: str, known: Iterable[str]) -> Wrong:
    """Say that a query has a parameter that is none of those it may have."""
    if not (names := tuple(known)):
        return wrong(
            Code.unknown_field, "{name} is no part of this query, which takes no parameters", name=show(name)
        )
    return wrong(
        Code.unknown_field,
        "{name} is no part of this query; it takes {known}",
        name=show(name),
        known=all_of(names),
    )


@dataclass(frozen=True, slots=True)
class UnknownField:
    """The message of a schema about an unknown field: the names that are known there."""

    known: tuple[str, ...]
    says: Callable[[object, Iterable[str]], Wrong] = no_field
    """Makes the sentence, of the field and those that are known."""


@dataclass(frozen=True, slots=True)
class MisshapenField:
    """The message of a schema about the form of a field, which it does not know by name: a code and a text.

    The text has a place for the ``field``.
    """

    code: Code
    text: str


def shape_faults(messages: object, data: object = None, pointer: str = "", name: str = "") -> Iterator[Fault]:
    """Yield the faults in the messages of a marshmallow ValidationError, nested by field name and index.

    They come in the order of ``data``, which they are about; those of what is missing there come last.
    """
    if isinstance(messages, Mapping):
        for key in _in_order(messages, data):
            below = messages[key]
            if key == "_schema":
                yield from shape_faults(below, data, pointer, name)
            else:
                inside = data.get(key) if isinstance(data, Mapping) else None
                if isinstance(data, list) and isinstance(key, int) and key < len(data):
                    inside = data[key]
                named = key if isinstance(key, str) else name
                yield from shape_faults(below, inside, point(pointer, key), named)
    elif isinstance(messages, Fault):
        yield replace(messages, pointer=pointer + messages.pointer)
    elif isinstance(messages, UnknownField):
        yield Fault(pointer, messages.says(name, messages.known))
    elif isinstance(messages, MisshapenField):
        misshapen = wrong(messages.code, messages.text, field=name or phrase("the body"))
        yield Fault(pointer, misshapen, FaultKind.unreadable)
    elif isinstance(messages, Iterable) and not isinstance(messages, str):
        for message in messages:
            yield from shape_faults(message, data, pointer, name)
    else:
        reason = EnglishOnly(str(messages))
        yield Fault(
            pointer,
            wrong(Code.wrong_type, "this cannot be read: {reason}", reason=reason),
            FaultKind.unreadable,
        )


def _in_order(messages: Mapping[Any, object], data: object) -> list[Any]:
    """Return the keys of messages in the order of the data: marshmallow finds unknown fields in any order."""
    stated = [key for key in data if key in messages] if isinstance(data, Mapping) else []
    return list(dict.fromkeys((*stated, *messages)))


def first_faults(messages: object, data: object) -> list[Fault]:
    """Return the faults in the messages of a ValidationError about ``data``, at most `MAX_FAULTS`."""
    return list(islice(shape_faults(messages, data), MAX_FAULTS))


def class_of(error: SolverError) -> type[SolverError]:
    """Return the class of an error; RulesError of a position of which nothing is wrong but its rules.

    Labels are no part of a position: where they alone are wrong it is InvalidRequestError.
    """
    if not isinstance(error, PositionError):
        return type(error)
    places = [fault.pointer for fault in error.faults if not _IN_LABELS.match(fault.pointer)]
    if not places:
        return InvalidRequestError
    return RulesError if all(map(_IN_RULES.match, places)) else PositionError


def raise_all(shape: Iterable[Fault], domain: SolverError | None) -> None:
    """Raise one exception with the faults of schema and solver; return if there are none.

    It is UnreadableError if one fault is unreadable, else of the class of the solver's error
    (`class_of`), else InvalidRequestError.
    """
    faults = merge_faults(() if domain is None else domain.faults, shape)
    if any(fault.kind == FaultKind.unreadable for fault in faults):
        raise UnreadableError(faults)
    if domain is not None:
        raise class_of(domain)(faults)
    if faults:
        raise InvalidRequestError(faults)


def joined(faults: Sequence[Fault], error: SolverError | None) -> SolverError:
    """Return one error with ``faults`` of a query and those of a body; it is of the class of the latter."""
    if error is None:
        return InvalidRequestError(faults)
    return class_of(error)([*faults, *error.faults])
