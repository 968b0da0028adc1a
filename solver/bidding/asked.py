"""Deals to make a table of: without a contract, at the stage of the deal at which the request shows them.

That is a whole deal; in belote also the dealt part of one, with the card turned up and the rest of the pack;
in all fours for two also the nine cards each after a redeal, of which three are to be discarded.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from solver.bidding.read_asked import DealReader
from solver.cards import Card
from solver.errors import Fault, FaultKind, UnreadableError, raise_faults
from solver.game import (
    AuctionTurn,
    Deal,
    Game,
    Pack,
    Position,
    Vulnerable,
    auction_turns,
    deal_rest,
    find_size_faults,
    read_in_letters,
)
from solver.rules import Rules, find_variant
from solver.wrongs import no_position


@dataclass(frozen=True, slots=True)
class TableDeal:
    """A deal to make a table of: no contract, no plays.

    >>> deal = {"N": "A...", "E": "K...", "S": ".A..", "W": ".K.."}
    >>> TableDeal.from_dict({"variant": "bridge", "dealer": "N", "deal": deal}).dealer
    'N'
    """

    rules: Rules
    deal: Deal
    """The hands; with ``turned_up`` those before the last cards are dealt, the rest of the pack as stock."""
    dealer: str | None
    leader: str | None
    """The first leader under any contract; None if it depends on the taker, or if every leader is tried."""
    turned_up: Card | None = None
    """Belote: the card turned up, if the auction is still to come."""
    trump: str | None = None
    """All fours: the trumps turned up, after a redeal or before one; None to try every suit."""
    pack: Pack | None = None
    """All fours: the card turned up and the pack, if another suit may still be proposed."""
    vulnerable: Vulnerable = Vulnerable.none
    """Bridge: the vulnerable sides."""

    @property
    def has_discards(self) -> bool:
        """True if cards are to be discarded before the play."""
        return len(next(iter(self.deal.hands.values()))) > self.rules.cards_each

    @property
    def turns(self) -> tuple[AuctionTurn, ...]:
        """The turns of the auction of belote, if it is still to come."""
        if self.turned_up is None:
            return ()
        return auction_turns(self.rules, self.turned_up, self.deal.stock)

    def dealt_to(self, taker: str, turn: AuctionTurn) -> Deal:
        """Return the hands that are played when ``taker`` has taken in that turn."""
        assert self.dealer is not None, "a deal with an auction to come has a dealer"
        return deal_rest(self.rules, self.dealer, self.deal.hands, turn, taker)

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Return the deal that a request states; ``data`` may be any JSON value.

        The request of a position or a log is read too: the table is that of its deal as it was dealt.  Raises
        SolverError with every fault of the request, each with its JSON pointer.
        """
        if not isinstance(data, Mapping):
            raise UnreadableError([Fault("", no_position(data), FaultKind.unreadable)])
        stated = {key: value for key, value in data.items() if value is not None}
        return cls(**read_in_letters(stated, lambda asked: DealReader(asked).read()))

    @classmethod
    def of(cls, source: object) -> Self:
        """Return the deal of a game of bridge, or of a request, any JSON value; a deal is returned as it is.

        Raises SolverError as `from_dict`, and PositionError for a game of which a hand is not known.
        """
        if not isinstance(source, Game):
            return source if isinstance(source, cls) else cls.from_dict(source)
        rules, deal = find_variant("bridge"), Deal(source.hands)
        raise_faults(find_size_faults(deal, rules))
        return cls(rules, deal, source.dealer, None, vulnerable=source.vulnerable or Vulnerable.none)

    @classmethod
    def of_position(cls, position: Position) -> Self:
        """Return the deal of a position, as it was dealt."""
        rules = position.rules
        leader = None if rules.leads_by_taker else position.first_leader
        return cls(rules, position.deal, position.dealer, leader, vulnerable=position.contract.vulnerable)
