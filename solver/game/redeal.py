"""All fours: what is dealt when the dealer accepts another suit than the one turned up."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from solver.answer_row import row
from solver.cards import Card
from solver.rules import Rules

N_DISCARDED = 3
"""Cards that a player is dealt more in a redeal, and has too many after it."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The card turned up for trumps, and the pack below it, its top card first."""

    turned_up: Card
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Redeal:
    """Hands and card turned up after a redeal, before anything is discarded."""

    hands: Mapping[str, tuple[Card, ...]]
    passed_over: tuple[Card, ...] = field(
        metadata=row("Cards of the first suit that were turned up on the way to another.")
    )
    turned_up: Card = field(metadata=row("The card whose suit is trumps."))


def deal_again(rules: Rules, dealer: str, hands: Mapping[str, tuple[Card, ...]], pack: Pack) -> Redeal | None:
    """Deal three more cards to each, the dealer's neighbour first, and turn up a card of another suit.

    Return None where the pack has no such card.
    """
    seats = rules.seats_from(rules.next_seat(dealer))
    dealt = dict(hands)
    for index, seat in enumerate(seats):
        dealt[seat] = (*hands[seat], *pack.cards[index * N_DISCARDED : (index + 1) * N_DISCARDED])
    rest = pack.cards[len(seats) * N_DISCARDED :]
    for index, card in enumerate(rest):
        if card.suit != pack.turned_up.suit and card.suit in rules.trumps:
            return Redeal(dealt, rest[:index], card)
    return None


def count_jacks(cards: Iterable[Card]) -> int:
    """Count the jacks among the cards turned up."""
    return sum(card.rank == "J" for card in cards)
