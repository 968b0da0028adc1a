"""Reasons: the words for why a card was a mistake, and what goes with one that is proved."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from solver.answer_row import SeatName, row, shows
from solver.cards import Card


class Reason(StrEnum):
    """A reason why a card was a mistake; *own* is the side of the player who made it.

    >>> Reason("trick_not_taken").says
    'The opponents win this trick, which own wins with the best card.'
    """

    says: str
    """The reason in a sentence."""

    def __new__(cls, word: str, says: str) -> "Reason":
        reason = str.__new__(cls, word)
        reason._value_ = word
        reason.says = says
        return reason

    trick_not_taken = "trick_not_taken", "The opponents win this trick, which own wins with the best card."


@dataclass(frozen=True, slots=True)
class Move:
    """A card that was put into another hand."""

    card: Card = field(metadata=row("The card."))
    giver: SeatName = field(metadata=row("The seat that holds it.", name="from"))
    taker: SeatName = field(metadata=row("The seat that was to hold it.", name="to"))


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of a card before and after the change: own minus other of the result."""

    before: int = field(metadata=row("In the deal as it is."))
    after: int = field(metadata=row("In the deal as it was changed."))


ChangeKind = Literal["exchange", "lead", "award", "keep", "bonus", "worthless", "trick"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A reason proved: one fact of the position was changed, and both cards solved again.

    The mistake is explained as far as it is gone in the changed position.
    """

    kind: ChangeKind = field(
        metadata=row(
            "The change. `exchange`: cards were put into other hands, `moves`, before the card was played. "
            "`lead`: after this trick `seat` was on lead, after whichever of the two cards the change is "
            "for. `award`: the trick of the card that was played went to `seat`, who had the lead then. "
            "`keep`: after the trick of the card that was played, its player held it still, in the place of "
            "the best card. `bonus`: the rules in `rules` earned nothing. `worthless`: `cards` counted for "
            "nothing. `trick`: nothing was changed; the owners of `cards` of this trick account for the loss."
        )
    )
    moves: tuple[Move, ...] | None = field(
        default=None, metadata=row("The cards put into other hands.", absent="for other changes")
    )
    seat: SeatName | None = field(
        default=None, metadata=row("The seat that has the lead or the trick.", absent="for other changes")
    )
    cards: tuple[Card, ...] | None = field(
        default=None, metadata=row("The cards that the change is about.", absent="for other changes")
    )
    rules: tuple[str, ...] | None = field(
        default=None, metadata=row("The rules that were set to nothing.", absent="for other changes")
    )
    best: Worth = field(metadata=row("The value of the best card, *own minus other*."))
    played: Worth = field(metadata=row("The value of the card that was played, *own minus other*."))

    @property
    @shows("The share of the loss that is gone with the change: 1 for all of it.", digits=2)
    def share(self) -> float:
        """The share of the loss that is gone with the change; above 1 if the card is better then."""
        before = self.best.before - self.played.before
        return (before - (self.best.after - self.played.after)) / before


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvedReason:
    """A reason with its proof, and the cards and seats that its sentence names."""

    reason: Reason = field(
        metadata=row(
            "The reason; *own* is the side that played the card.\n\n"
            + "\n".join(f"- `{reason}`: {reason.says}" for reason in Reason),
            name="name",
        )
    )
    values: Mapping[str, Any] = field(default_factory=dict)
    """The things that the sentence names: cards, seats' letters, indexes of tricks from 0, numbers."""
    hidden: tuple[Card, ...] = field(
        default=(),
        metadata=row("The cards, hidden from the player, on whose place the reason rests; empty if on none."),
    )
    is_weak: bool = field(
        default=False, metadata=row("Whether it is only likely, and told with caution.", name="weak")
    )
    proof: Proof = field(metadata=row("How it was proved."))
