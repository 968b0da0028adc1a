"""The faults of one request, found by its schema and by the solver, brought together.

The schema knows types and words, the solver knows cards; where both object to one place the solver is heard.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from solver import Fault, FaultKind, SolverError, UnreadableError


class InvalidRequestError(SolverError):
    """A request that can be read, but asks for what the service does not do: a limit of no time, say."""


class Impossible(str):
    """A message of a schema about a value of the right type that it cannot be; all others mean unreadable."""

    __slots__ = ()


def shape_faults(messages: object, pointer: str = "") -> Iterator[Fault]:
    """The faults in the messages of a marshmallow ValidationError, nested by field name and index."""
    if isinstance(messages, Mapping):
        for key, below in messages.items():
            yield from shape_faults(below, pointer if key == "_schema" else point(pointer, key))
    elif isinstance(messages, Iterable) and not isinstance(messages, str):
        for message in messages:
            yield from shape_faults(message, pointer)
    else:
        kind = FaultKind.impossible if isinstance(messages, Impossible) else FaultKind.unreadable
        yield Fault(pointer, str(messages), kind)


def raise_all(shape: Iterable[Fault], domain: SolverError | None) -> None:
    """Raise one exception with the faults of both; return if there is none.

    Its class is the one that fits the worst of them; among faults that can be read, the solver's.
    """
    known = () if domain is None else domain.faults
    said = {fault.pointer for fault in known}
    added = [fault for fault in shape if not any(_is_same_place(fault.pointer, other) for other in said)]
    faults = [*known, *added]
    if any(fault.kind == FaultKind.unreadable for fault in faults):
        raise UnreadableError(faults)
    if domain is not None:
        raise type(domain)(faults)
    if faults:
        raise InvalidRequestError(faults)


def _is_same_place(pointer: str, other: str) -> bool:
    """Whether one of two pointers leads to the other or to something inside it."""
    return pointer == other or pointer.startswith(other + "/") or other.startswith(pointer + "/")


def fault_dict(fault: Fault) -> dict[str, Any]:
    """A fault as an entry of a problem's ``errors``."""
    return {"pointer": fault.pointer, "detail": fault.detail}


def point(pointer: str, *steps: object) -> str:
    """The JSON pointer that goes on from ``pointer`` by ``steps``, escaped as RFC 6901 asks."""
    return pointer + "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)
