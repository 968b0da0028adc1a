"""The knowledge of one player before the play: their hand, the dealer, and the cards turned up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from solver.cards import Card, card_of, sort_cards
from solver.game import N_DEALT_LATER, N_DISCARDED, AuctionTurn, Deal, auction_turns, turns_up
from solver.knowledge.deals import ConsistentDeals
from solver.knowledge.known import Knowledge
from solver.rules import AuctionKind, Rules

N_AT_TABLE = 4


@dataclass(frozen=True)
class Viewpoint:
    """The sight of one player while the calls are made.

    Where a card is turned up, as in belote, this is the moment before the rest is dealt: ``hand`` has five
    cards, and a deal that agrees has as many in each hand, with the pack as its stock, from the first card
    turned up down.  In all fours a deal that agrees has the pack as its stock, too, until another suit is
    accepted; then each hand has three cards more, and the pack does not matter any more.

    >>> from solver import Viewpoint, find_variant, parse_card
    >>> hand = tuple(map(parse_card, "SJ S9 SA S7 HA HT D7 C8".split()))
    >>> Viewpoint(find_variant("contree"), "N", hand, dealer="W").deals().count
    9465511770

    Raises ValueError if hand or cards turned up do not fit the game.
    """

    rules: Rules
    seat: str
    hand: tuple[Card, ...]
    """Sorted when it is made."""
    dealer: str
    shown: tuple[Card, ...] = ()
    """The cards turned up, in order, none of them in a hand: in the first turn one; in the second, where it
    is of a new card, the one refused, those passed over, and the one that lies there.  In all fours the same:
    one, and when another suit is accepted all up to the one that makes trumps."""
    partner: tuple[Card, ...] = ()
    """The hand of the partner across the table, where it is seen too; sorted when it is made."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(sort_cards(self.hand)))
        object.__setattr__(self, "partner", tuple(sort_cards(self.partner)))
        rules, seen = self.rules, (*self.hand, *self.shown, *self.partner)
        if self.seat not in rules.players or self.dealer not in rules.players:
            raise ValueError(f"the players are {', '.join(rules.players)}")
        if len(self.hand) != self.n_each or len(rules.deck_set.intersection(seen)) != len(seen):
            raise ValueError(f"a hand is {self.n_each} different cards of the deck, none of them turned up")
        if self.partner and (rules.n_players != N_AT_TABLE or len(self.partner) != self.n_each):
            raise ValueError(f"a partner, one of four players, holds {self.n_each} cards too")
        if bool(self.shown) != (self.has_pack or self.is_proposal):
            raise ValueError("cards are shown in games in which one is turned up for the auction")

    @property
    def in_sight(self) -> Mapping[str, tuple[Card, ...]]:
        """The hands that are seen, by seat."""
        seen = {self.seat: self.hand}
        if self.partner:
            seen[self.rules.next_seat(self.rules.next_seat(self.seat))] = self.partner
        return seen

    @cached_property
    def has_pack(self) -> bool:
        """True if the rest is dealt after the auction, from a pack whose top card is turned up."""
        return turns_up(self.rules)

    @cached_property
    def is_proposal(self) -> bool:
        """True if the suit turned up is taken, or another proposed: as in all fours."""
        return self.rules.auction == AuctionKind.proposal

    @cached_property
    def has_redeal(self) -> bool:
        """True if another suit was accepted, and each player is to discard."""
        return self.is_proposal and len(self.shown) > 1

    @cached_property
    def n_each(self) -> int:
        """The cards of each hand; in belote before the rest is dealt, in all fours before the discards."""
        n_more = N_DISCARDED if self.has_redeal else -N_DEALT_LATER if self.has_pack else 0
        return self.rules.cards_each + n_more

    @cached_property
    def knowledge(self) -> Knowledge:
        """The player's knowledge as `ConsistentDeals` counts by it."""
        rules, in_sight = self.rules, self.in_sight
        seen = {*self.hand, *self.shown, *self.partner}
        pool = tuple(card for card in rules.deck if card not in seen)
        n_hidden = {seat: self.n_each for seat in rules.players if seat not in in_sight}
        n_stock, on_stock = rules.stock, self.shown
        if self.has_pack:
            n_stock = rules.n_players * N_DEALT_LATER - len(self.shown)
        elif self.has_redeal:
            on_stock = ()
        elif self.is_proposal:
            n_stock = len(pool) - sum(n_hidden.values())
        return Knowledge(
            known={seat: in_sight.get(seat, ()) for seat in rules.players},
            pool=pool,
            n_hidden=n_hidden,
            n_stock=n_stock,
            stock_seen=on_stock,
        )

    def deals(self, check: Callable[[], None] = lambda: None) -> ConsistentDeals:
        """Return all deals that agree with what the player sees; ``check`` as for `ConsistentDeals`."""
        return ConsistentDeals(self.knowledge, check)

    def turns(self, deal: Deal) -> tuple[AuctionTurn, ...]:
        """Return the turns in which the card turned up can be taken in ``deal``; empty where none is."""
        return auction_turns(self.rules, deal.stock[0], deal.stock[1:]) if self.has_pack else ()

    def renamed(self, suits: Mapping[str, str], seats: Mapping[str, str]) -> "Viewpoint":
        """Return the viewpoint with other names for suits and seats."""
        return Viewpoint(
            self.rules,
            seats[self.seat],
            tuple(card_of(suits[card.suit], card.rank) for card in self.hand),
            seats[self.dealer],
            tuple(card_of(suits[card.suit], card.rank) for card in self.shown),
            tuple(card_of(suits[card.suit], card.rank) for card in self.partner),
        )
