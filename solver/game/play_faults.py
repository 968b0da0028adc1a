"""Faults of plays, whose sentences name cards: in the letters of the request, or in those of each reader."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

from solver.cards import Card, WrittenCards
from solver.errors import Fault
from solver.sentences import Phrase, Reader, Words


@dataclass(frozen=True, slots=True)
class PlayFault(Fault):
    """A fault in a log that is judged all the same: others than its sender read it too, in their letters."""

    @classmethod
    def of(cls, fault: Fault) -> Self:
        """Make one of the fault of a request."""
        return cls(fault.pointer, fault.wrong, fault.kind, fault.line, fault.column)

    def in_letters(self, speech: Reader) -> Fault:
        """Return the fault with its cards as ``speech`` writes them."""
        return replace(self, wrong=_rewritten(self.wrong, speech.cards.__getitem__))


def _rewritten(value: Any, write: Callable[[Card], str]) -> Any:
    """Return a phrase, or a value or list of one, with its cards in other letters."""
    if isinstance(value, WrittenCards):
        return " ".join(map(write, value.cards))
    if isinstance(value, Phrase):
        return replace(value, values=tuple((name, _rewritten(one, write)) for name, one in value.values))
    if isinstance(value, Words):
        return replace(value, words=tuple(_rewritten(one, write) for one in value.words))
    return value
