"""Auctions of bids of points, as in belote contrée: bids that rise, a double, a redouble."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from solver.cards import Notation
from solver.game.auctions.auction import Auction, cannot_say, is_not_above, is_too_much
from solver.game.auctions.speaking import (
    DOUBLED,
    REDOUBLED,
    UNDOUBLED,
    bid_height,
    called_multipliers,
    double_closes,
)
from solver.game.auctions.words import DOUBLE, PASS, REDOUBLE, bid_call, format_game_call, split_bid
from solver.game.contract import Contract
from solver.sentences import Phrase, Seat, phrase


@dataclass(frozen=True, slots=True)
class BidAuction(Auction):
    """An auction of bids of points.

    >>> from solver.rules import find_variant
    >>> auction = BidAuction(find_variant("contree"), "S").follow(["pass", "80H", "double"])
    >>> auction.to_call, auction.calls(), auction.parts["taker"]
    ('S', ('pass', 'redouble'), 'N')
    """

    taker: str | None = None
    """The seat of the bid that stands."""
    bid: int = 0
    trump: str = ""
    multiplier: int = UNDOUBLED
    n_passes: int = 0
    """The number of passes since the last other call."""

    def at_start(self) -> Self:
        """Return the auction before the first call."""
        return type(self)(self.rules, self.dealer)

    @property
    def parts(self) -> Mapping[str, Any]:
        """The contract that stands; nothing is open in it."""
        if self.taker is None:
            return {}
        return {
            "trump": self.trump,
            "taker": self.taker,
            "bid": self.bid,
            "multiplier": self.multiplier,
        }

    def why_not(self, contract: Contract, notation: Notation = "en") -> Phrase | None:
        """Return why neither the bid that stands nor one above it can become ``contract``, or None."""
        if contract.taker is None or contract.bid is None:
            return None
        stands = "" if self.taker is None else self._standing_call(notation)
        is_same = (contract.taker, contract.bid, contract.trump) == (self.taker, self.bid, self.trump)
        is_lower = is_same and contract.multiplier < self.multiplier
        if is_lower or (self._is_closed and not is_same):
            return phrase("{call} is doubled", call=stands)
        if is_same:
            return None
        if not self._is_above(contract.bid, contract.trump):
            return phrase("{call} stands", call=stands)
        # Who has no turn left has one after another's bid, or a double that does not close the bidding.
        low = -1 if self.taker is None else bid_height(self.rules, self.bid, self.trump)
        has_turn = contract.taker in self._left() or self._lies_between(low, contract)
        if has_turn or (not double_closes(self.rules) and any(map(self._can_double, self._left()))):
            return None
        return phrase("{seat} has no call left", seat=Seat(contract.taker))

    def _standing_call(self, notation: Notation) -> str:
        return format_game_call(bid_call(self.bid, self.trump), self.rules, notation)

    @property
    def is_over(self) -> bool:
        """True after the passes of all the others, or when they can say nothing else."""
        if self.taker is None:
            return self.n_passes >= self.rules.n_players
        return not any(map(self._can_speak, self._left()))

    def _left(self) -> Iterator[str]:
        """Iterate over the seats that still speak if all pass, in turn."""
        return self._next_speakers(self.rules.n_players - (self.taker is not None) - self.n_passes)

    def _can_speak(self, seat: str) -> bool:
        """True if ``seat`` could say something else than pass if it were its turn."""
        if not self._is_closed and self.bid < self.rules.bids[-1]:
            return True
        return self._can_double(seat)

    def _can_double(self, seat: str) -> bool:
        """True if ``seat`` could double or redouble if it were its turn."""
        return any(self._why_not_doubled(word, seat) is None for word in (DOUBLE, REDOUBLE))

    def calls(self) -> tuple[str, ...]:
        """Return the calls that may be made now: pass, double, redouble, and the bids, lowest first."""
        return () if self.is_over else self._calls_of(self.seat_of(len(self.said)))

    def _calls_of(self, seat: str) -> tuple[str, ...]:
        """Return what ``seat`` could say if it were its turn."""
        words = [word for word in (DOUBLE, REDOUBLE) if self._why_not_doubled(word, seat) is None]
        bids = [
            bid_call(bid, trump)
            for bid in self.rules.bids
            for trump in self.rules.trumps
            if not self._is_closed and self._is_above(bid, trump)
        ]
        return (PASS, *words, *bids)

    def options(self) -> tuple[tuple[str, Contract | None], ...]:
        """Return the calls that may be made now, each with the contract that stands after it."""
        stands, seat, found = self.standing, self.seat_of(len(self.said)), list[tuple[str, Contract | None]]()
        for call in self.calls():
            after = stands
            if stands is not None and call in (DOUBLE, REDOUBLE):
                after = replace(stands, multiplier=DOUBLED if call == DOUBLE else REDOUBLED)
            elif call != PASS:
                bid, trump = split_bid(call)
                after = Contract(trump, seat, bid)
            found.append((call, after))
        return tuple(found)

    @property
    def moment(self) -> Hashable:
        """The player whose turn it is, the contract that stands, and the passes since; see the face."""
        turn = len(self.said) % self.rules.n_players
        return turn, self.taker, self.bid, self.trump, self.multiplier, self.n_passes

    def call(self, call: str, notation: Notation = "en") -> Self:
        """Return the auction after one call more; raises PositionError as the face says."""
        seat = self.seat_of(len(self.said))
        written = format_game_call(call, self.rules, notation)
        is_closing = self.taker is not None and self.n_passes < self.rules.n_players - 1
        if self.is_over and not (call == PASS and is_closing):
            is_too_much(written)
        after = replace(self, said=(*self.said, call), n_passes=0)
        if call == PASS:
            return replace(after, n_passes=self.n_passes + 1)
        if call in (DOUBLE, REDOUBLE):
            if (why := self._why_not_doubled(call, seat)) is not None:
                cannot_say(seat, written, why)
            return replace(after, multiplier=DOUBLED if call == DOUBLE else REDOUBLED)
        if self._is_closed:
            cannot_say(seat, written, phrase("a double closes the bidding but for a redouble"))
        bid, trump = split_bid(call)
        if not self._is_above(bid, trump):
            is_not_above(seat, written, self._standing_call(notation))
        return replace(after, taker=seat, bid=bid, trump=trump, multiplier=UNDOUBLED)

    @property
    def _is_closed(self) -> bool:
        return self.multiplier != UNDOUBLED and double_closes(self.rules)

    def _is_above(self, bid: int, trump: str) -> bool:
        if self.taker is None:
            return True
        return bid_height(self.rules, bid, trump) > bid_height(self.rules, self.bid, self.trump)

    def _why_not_doubled(self, call: str, seat: str) -> Phrase | None:
        """Return why ``seat`` cannot double or redouble the bid that stands; None if it can."""
        wanted = DOUBLED if call == DOUBLE else REDOUBLED
        if wanted not in called_multipliers(self.rules):
            return phrase("{game} knows no such call", game=self.rules.called)
        if self.taker is None:
            return phrase("nobody has bid")
        is_own = self.rules.side_of(seat) == self.rules.side_of(self.taker)
        if call == DOUBLE and is_own:
            return phrase("the last bid was not made by the opponents")
        if call == REDOUBLE and not is_own:
            return phrase("the last bid was not made by the own side")
        if call == DOUBLE and self.multiplier != UNDOUBLED:
            return phrase("the bid is doubled already")
        if call == REDOUBLE and self.multiplier == UNDOUBLED:
            return phrase("nobody has doubled the bid")
        return phrase("the bid is redoubled already") if self.multiplier >= wanted else None
