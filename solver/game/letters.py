"""The letters of a request: the notation it asks for, and cards that were written in the other one."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from solver.cards import NOTATIONS, Notation
from solver.errors import Fault, FaultKind, SolverError, raise_faults, show, wrong
from solver.fault_codes import Code
from solver.sentences import any_of

T = TypeVar("T")

_MANY_UNREADABLE = 2
"""From this many unreadable cards, trumps or ranks of hands on the other notation is tried: one is a slip."""

_OTHER_LETTERS = {
    "fr": wrong(
        Code.contradiction,
        'the cards cannot be read in English letters, but in French ones: say "notation": "fr"',
    ),
    "en": wrong(
        Code.contradiction,
        'the cards cannot be read in French letters, but in English ones: say "notation": "en"',
    ),
}
"""The fault of cards in other letters than was said, by the notation in which they can be read."""


def parse_notation(data: object) -> Notation:
    """Return the notation that a request asks for in ``notation``; English for any other value."""
    stated = data.get("notation") if isinstance(data, Mapping) else None
    if stated is None:
        return "en"
    return next((notation for notation in NOTATIONS if notation == stated), "en")


def explain_letters(
    stated: Mapping[Any, object],
    faults: list[Fault],
    read_again: Callable[[Mapping[Any, object]], list[Fault]],
) -> list[Fault]:
    """Reduce the faults of cards in the wrong letters to one that names the letters.

    The letters are wrong if ``notation`` is no notation, or if the cards can be read in the other one only,
    as ``read_again`` finds out, which returns the faults of a request.
    """
    notation = stated.get("notation", "en")
    if notation not in NOTATIONS:
        none = wrong(
            Code.wrong_word,
            "{value} is no notation; it must be {allowed}",
            value=show(notation),
            allowed=any_of(NOTATIONS),
        )
        others = [fault for fault in faults if not _hangs_on_letters(fault)]
        return [Fault("/notation", none, FaultKind.unreadable), *others]
    if faults and _count_unreadable(faults) >= _MANY_UNREADABLE:
        other = "fr" if notation == "en" else "en"
        in_other = read_again({**stated, "notation": other})
        # Some cards may be in letters of one kind, the others in those of the other.
        is_readable = not _count_unreadable(in_other)
        if is_readable and all(fault.pointer != "/notation" for fault in in_other):
            return [Fault("/notation", _OTHER_LETTERS[other], FaultKind.unreadable), *in_other]
    return faults


def read_in_letters(stated: Mapping[Any, object], read: Callable[[Mapping[Any, object]], T]) -> T:
    """Return what ``read`` makes of a request; raises SolverError with the faults of `explain_letters`."""

    def read_again(other: Mapping[Any, object]) -> list[Fault]:
        try:
            read(other)
        except SolverError as error:
            return list(error.faults)
        return []

    try:
        return read(stated)
    except SolverError as error:
        without_nulls = {key: value for key, value in stated.items() if value is not None}
        raise_faults(explain_letters(without_nulls, list(error.faults), read_again))
        raise


def _hangs_on_letters(fault: Fault) -> bool:
    """True if a fault is about cards or suits, which each notation writes in its own letters."""
    return fault.pointer.split("/")[1:2] in (["deal"], ["stock"], ["plays"], ["auction"], ["hand"]) or (
        fault.pointer == "/contract/trump"
    )


def _count_unreadable(faults: list[Fault]) -> int:
    """Count what cannot be read; the fault of a hand has the number of its strange ranks."""
    unreadable = [fault for fault in faults if fault.kind == FaultKind.unreadable]
    return sum(max(fault.wrong.n, 1) for fault in unreadable if _hangs_on_letters(fault))
