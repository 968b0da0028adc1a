"""Faults of plays, whose sentences name cards: in the letters of the request, or in those of each reader."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from solver.cards import Card, Notation, format_card
from solver.errors import Fault
from solver.sentences import Phrase, Reader


class WrittenCards(str):
    """Cards in the letters of a request, for a place of a sentence; it knows which cards they are."""

    cards: tuple[Card, ...] = ()

    @classmethod
    def of(cls, cards: Iterable[Card], notation: Notation) -> Self:
        """Write ``cards`` one after the other."""
        held = tuple(cards)
        made = cls(" ".join(format_card(card, notation) for card in held))
        made.cards = held
        return made


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
    """Return a phrase, or a value of one, with its cards in other letters."""
    if isinstance(value, WrittenCards):
        return " ".join(map(write, value.cards))
    if isinstance(value, Phrase):
        return replace(value, values=tuple((name, _rewritten(one, write)) for name, one in value.values))
    return value
