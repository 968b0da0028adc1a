"""Auctions in which a player takes without bidding: belote's card turned up, trumps that somebody names."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from solver.cards import Card, Notation
from solver.game.auctions.auction import Auction, cannot_say, is_too_much
from solver.game.auctions.words import PASS, TAKE, format_game_call, trump_of
from solver.game.contract import Contract, contract_fields
from solver.game.turned_up import FIRST_TURN, SECOND_TURN
from solver.rules import AuctionKind, SecondTurn
from solver.sentences import Phrase, Seat, phrase


class Chance(NamedTuple):
    """The chance of a player to take."""

    seat: str
    turn: int | None
    """The turn of an auction with a card turned up; None in others."""
    must_take: bool
    """True if the player may not pass."""


@dataclass(frozen=True, slots=True)
class TurnAuction(Auction):
    """An auction that ends when a player takes."""

    def at_start(self) -> Self:
        """Return the auction before the first call."""
        return replace(self, said=())

    @property
    def turn(self) -> int | None:
        """The turn in which the next call is made, or the last was; None where there are no turns."""
        return None

    def chances(self) -> Iterator[Chance]:
        """Yield the chances to take from here on, if nobody does before."""
        auction = self
        while (seat := auction.to_call) is not None:
            can_pass = PASS in auction.calls()
            yield Chance(seat, auction.turn, not can_pass)
            if not can_pass:
                return
            auction = auction.call(PASS)

    @property
    def taker(self) -> str | None:
        """The seat that has taken."""
        return self.seat_of(len(self.said) - 1) if self.said and self.said[-1] != PASS else None

    @property
    def n_passes(self) -> int:
        """The number of passes."""
        return len(self.said) - (self.taker is not None)

    def why_not(self, contract: Contract, notation: Notation = "en") -> Phrase | None:
        """Return why its taker can take no more; cards that are not known leave the trumps open."""
        if contract.taker is None or contract.taker in (chance.seat for chance in self.chances()):
            return None
        return phrase("{seat} has passed", seat=Seat(contract.taker))

    def _after(self, call: str) -> Self:
        return replace(self, said=(*self.said, call))


@dataclass(frozen=True, slots=True)
class NamedAuction(TurnAuction):
    """An auction in which each player names trumps or passes, until one has to name them.

    >>> from solver.rules import find_variant
    >>> auction = NamedAuction(find_variant("valet_de_trefle"), "S").follow(["pass", "pass", "pass"])
    >>> auction.to_call, auction.calls()
    ('S', ('S', 'H', 'D', 'C'))
    """

    @property
    def is_over(self) -> bool:
        """True when somebody has named trumps."""
        return self.taker is not None

    @property
    def parts(self) -> Mapping[str, Any]:
        """Trumps and taker."""
        return {} if self.taker is None else {"trump": self.said[-1], "taker": self.taker}

    @property
    def _must_name(self) -> bool:
        """True if the player whose turn it is may not pass."""
        n_players = self.rules.n_players
        n_free = n_players - 1 if self.rules.auction == AuctionKind.dealer_must else n_players
        return len(self.said) >= n_free

    def calls(self) -> tuple[str, ...]:
        """Return the calls that may be made now: pass, unless it is too late for that, and the trumps."""
        if self.is_over:
            return ()
        return self.rules.trumps if self._must_name else (PASS, *self.rules.trumps)

    def call(self, call: str, notation: Notation = "en") -> Self:
        """Return the auction after one call more; raises PositionError as the face says."""
        written = format_game_call(call, self.rules, notation)
        if self.is_over:
            is_too_much(written)
        if call == PASS and self._must_name:
            first_must = phrase("all have passed, and who spoke first must name trumps")
            last_must = phrase("all the others have passed, and the last to speak must name trumps")
            is_first = self.rules.auction == AuctionKind.first_must
            cannot_say(self.seat_of(len(self.said)), written, first_must if is_first else last_must)
        return self._after(call)


@dataclass(frozen=True, slots=True)
class TurnedUpAuction(TurnAuction):
    """An auction for a card turned up, in two turns.

    >>> from solver.cards import parse_card
    >>> from solver.rules import find_variant
    >>> auction = TurnedUpAuction(find_variant("belote"), "S", turned_up=parse_card("H9"))
    >>> auction.follow(["pass"] * 5).calls()
    ('pass', 'takeS', 'takeD', 'takeC')
    """

    turned_up: Card | None = None
    """The card turned up first; None if it is not known."""
    later: Card | None = None
    """The card turned up for the second turn, where it is a new one; None if that, or if it is not known."""
    has_second: bool = True
    """False if it is known that no card of another suit can be turned up for a second turn."""

    @property
    def moment(self) -> Hashable:
        """The calls made, and the cards turned up; see the face."""
        return self.said, self.turned_up, self.later, self.has_second

    @property
    def turn(self) -> int:
        """The turn in which the next call is made, or the last was: `FIRST_TURN` or `SECOND_TURN`."""
        return FIRST_TURN if self.n_passes < self.rules.n_players else SECOND_TURN

    @property
    def is_over(self) -> bool:
        """True when somebody has taken, and when all have passed in every turn."""
        n_turns = SECOND_TURN if self.has_second else FIRST_TURN
        return self.taker is not None or self.n_passes >= n_turns * self.rules.n_players

    @property
    def parts(self) -> Mapping[str, Any]:
        """Taker, trumps and the card taken, as far as the cards turned up are known."""
        if self.taker is None:
            return {}
        card = self.later if self._took_later else self.turned_up
        suit = None if card is None else card.suit
        trump = suit if self.turn == FIRST_TURN else trump_of(self.said[-1])
        parts: dict[str, Any] = {"taker": self.taker}
        if trump is not None:
            parts["trump"] = trump
        if card is not None and "turned_up" in contract_fields(self.rules):
            parts["turned_up"] = card
        return parts

    @property
    def _took_later(self) -> bool:
        is_new = self.turn == SECOND_TURN and self.rules.second_turn == SecondTurn.new_card
        return self.taker is not None and is_new

    @property
    def refused_card(self) -> Card | None:
        """The card turned up first, where the one turned up after it was taken."""
        return self.turned_up if self._took_later else None

    @property
    def shown_cards(self) -> tuple[Card, ...]:
        """The cards turned up so far, one a turn, as far as they are known."""
        shown = (self.turned_up, self.later if self.turn == SECOND_TURN else None)
        return tuple(card for card in shown if card is not None)

    @property
    def trumps(self) -> tuple[str, ...]:
        """The suits in which the next player may take; in the first turn of a card not known, all."""
        shown = self.turned_up if self.turn == FIRST_TURN else self.later
        if shown is not None:
            return tuple(trump for trump in self.rules.trumps if trump == shown.suit)
        refused = self.turned_up.suit if self.turned_up is not None and self.turn == SECOND_TURN else None
        return tuple(trump for trump in self.rules.trumps if trump != refused)

    def calls(self) -> tuple[str, ...]:
        """Return the calls that may be made now: pass, and take, in the second turn with each suit."""
        if self.is_over:
            return ()
        if self.turn == FIRST_TURN:
            return (PASS, TAKE) if self.trumps else (PASS,)
        return (PASS, *(TAKE + trump for trump in self.trumps))

    def call(self, call: str, notation: Notation = "en") -> Self:
        """Return the auction after one call more; raises PositionError as the face says.

        In the first turn the suit of the card need not be named, and may be; in the second it may be left
        out where only one can be taken.
        """
        seat, written = self.seat_of(len(self.said)), format_game_call(call, self.rules, notation)
        if self.is_over:
            is_too_much(written)
        if call == PASS:
            return self._after(call)
        trump, trumps = trump_of(call), self.trumps
        if self.turn == FIRST_TURN:
            if (trump is not None and (self.turned_up is None or trump not in trumps)) or not trumps:
                cannot_say(seat, written, phrase("in the first turn only the card turned up can be taken"))
            return self._after(TAKE)
        if trump is None:
            if len(trumps) != 1:
                cannot_say(seat, written, phrase("in the second turn whoever takes names the suit"))
            (trump,) = trumps
        if trump not in trumps:
            refused = phrase("all have refused that suit in the first turn")
            other = phrase("the card turned up for the second turn is of another suit")
            cannot_say(seat, written, refused if self.later is None else other)
        return self._after(TAKE + trump)
