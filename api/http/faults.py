"""The faults of one request, found by its schema and by the solver, brought together.

The schema knows types and words, the solver knows cards; where both object to one place the solver is heard.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate, islice

from solver import (
    Code,
    EnglishOnly,
    Fault,
    FaultKind,
    SolverError,
    UnreadableError,
    Wrong,
    all_of,
    point,
    show,
    wrong,
)

MAX_FAULTS = 200
"""No answer lists more; the solver's errors hold no more either."""


class InvalidRequestError(SolverError):
    """A request that can be read, but asks for what the service does not do: a limit of no time, say."""


def impossible(wrong: Wrong) -> Fault:
    """A message of a schema about a value of the right type that it cannot be."""
    return Fault("", wrong, FaultKind.impossible)


def unreadable(wrong: Wrong) -> Fault:
    """A message of a schema about a value that is not of the right type."""
    return Fault("", wrong, FaultKind.unreadable)


@dataclass(frozen=True, slots=True)
class UnknownField:
    """A message of a schema: which fields there are where another one is given."""

    known: tuple[str, ...]


def shape_faults(messages: object, pointer: str = "", name: object = "") -> Iterator[Fault]:
    """The faults in the messages of a marshmallow ValidationError, nested by field name and index."""
    if isinstance(messages, Mapping):
        for key, below in messages.items():
            yield from shape_faults(below, pointer if key == "_schema" else point(pointer, key), key)
    elif isinstance(messages, Fault):
        yield replace(messages, pointer=pointer)
    elif isinstance(messages, UnknownField):
        strange = wrong(
            Code.unknown_field,
            "there is no field {name} here; there are {known}",
            name=show(name),
            known=all_of(messages.known),
        )
        yield Fault(pointer, strange)
    elif isinstance(messages, Iterable) and not isinstance(messages, str):
        for message in messages:
            yield from shape_faults(message, pointer, name)
    else:
        reason = EnglishOnly(str(messages))
        yield Fault(
            pointer,
            wrong(Code.wrong_type, "this cannot be read: {reason}", reason=reason),
            FaultKind.unreadable,
        )


def first_faults(messages: object) -> list[Fault]:
    """The faults in the messages of a ValidationError, as many as an answer lists."""
    return list(islice(shape_faults(messages), MAX_FAULTS))


def raise_all(shape: Iterable[Fault], domain: SolverError | None) -> None:
    """Raise one exception with the faults of both; return if there is none.

    Its class is the one that fits the worst of them; among faults that can be read, the solver's.
    """
    known = () if domain is None else domain.faults
    said = {fault.pointer for fault in known}
    around = {place for pointer in said for place in _places_above(pointer)}
    added = [
        fault
        for fault in shape
        if fault.pointer not in around and said.isdisjoint(_places_above(fault.pointer))
    ]
    faults = [*known, *added]
    if any(fault.kind == FaultKind.unreadable for fault in faults):
        raise UnreadableError(faults)
    if domain is not None:
        raise type(domain)(faults)
    if faults:
        raise InvalidRequestError(faults)


def _places_above(pointer: str) -> Iterator[str]:
    """The place that ``pointer`` leads to and every place that holds it, but for the whole."""
    return accumulate(f"/{step}" for step in pointer.split("/")[1:]) if pointer else iter([""])
