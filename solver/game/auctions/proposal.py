"""The auction of all fours: take the suit turned up or propose another; refuse that or accept it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from solver.cards import Card, Notation
from solver.game.auctions.auction import Auction, cannot_say, is_too_much
from solver.game.auctions.words import ACCEPT, PROPOSE, REFUSE, TAKE, format_game_call
from solver.game.redeal import count_jacks
from solver.sentences import phrase


@dataclass(frozen=True, slots=True)
class ProposalAuction(Auction):
    """The decisions on the suit turned up: of the dealer's opponent, then of the dealer.

    >>> from solver.rules import find_variant
    >>> auction = ProposalAuction(find_variant("all_fours_4"), "S").call("propose")
    >>> auction.to_call, auction.calls()
    ('S', ('refuse', 'accept'))
    """

    turned_up: Card | None = None
    """The card turned up first; None if it is not known."""
    later: Card | None = None
    """The card that makes trumps when another suit is accepted; None if it is not known."""
    n_jacks: int | None = None
    """The number of jacks turned up when another suit is accepted, all in all; None if it is not known."""

    def at_start(self) -> Self:
        """Return the auction before the first call."""
        return replace(self, said=())

    @property
    def speakers(self) -> tuple[str, ...]:
        """The dealer's opponent (of four players the dealer's neighbour), then the dealer."""
        return (self.rules.next_seat(self.dealer), self.dealer)

    @property
    def is_over(self) -> bool:
        """True when the suit is settled."""
        return bool(self.said) and self.said[-1] != PROPOSE

    @property
    def is_accepted(self) -> bool:
        """True if another suit was accepted, so that three cards are discarded."""
        return self.said[-1:] == (ACCEPT,)

    @property
    def refused_card(self) -> Card | None:
        """The card turned up first, where another suit was accepted."""
        return self.turned_up if self.is_accepted else None

    @property
    def is_suit_taken(self) -> bool:
        """True if the suit turned up was taken."""
        return self.said[-1:] == (TAKE,)

    @property
    def parts(self) -> Mapping[str, Any]:
        """Trumps, refusal and jacks, as far as the cards turned up are known."""
        if not self.is_over:
            return {}
        is_new = self.is_accepted
        card = self.later if is_new else self.turned_up
        parts: dict[str, Any] = {"refused": self.said[-1] == REFUSE}
        if card is not None:
            parts |= {"trump": card.suit, "turned_up": card}
        if is_new and self.n_jacks is not None:
            parts["turned_jacks"] = self.n_jacks
        elif not is_new and self.turned_up is not None:
            parts["turned_jacks"] = count_jacks((self.turned_up,))
        return parts

    @property
    def n_jacks_seen(self) -> int:
        """The number of jacks among the cards turned up that are known."""
        return count_jacks(self.shown_cards)

    @property
    def shown_cards(self) -> tuple[Card, ...]:
        """The card turned up first and the one that makes trumps after it, as far as they are known."""
        shown = (self.turned_up, self.later if self.is_accepted else None)
        return tuple(card for card in shown if card is not None)

    def calls(self) -> tuple[str, ...]:
        """Return the calls that may be made now."""
        if self.is_over:
            return ()
        return (REFUSE, ACCEPT) if self.said else (TAKE, PROPOSE)

    def call(self, call: str, notation: Notation = "en") -> Self:
        """Return the auction after one call more; raises PositionError as the face says."""
        written = format_game_call(call, self.rules, notation)
        if self.is_over:
            is_too_much(written)
        if call not in self.calls():
            answer = phrase("another suit has been proposed; the dealer refuses or accepts it")
            opening = phrase("nobody has proposed another suit; take the one turned up, or propose one")
            cannot_say(self.seat_of(len(self.said)), written, answer if self.said else opening)
        return replace(self, said=(*self.said, call))
