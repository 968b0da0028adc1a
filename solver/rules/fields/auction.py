"""The rules of what is said before the play: section ``[auction]``."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from solver.rules.row import rule
from solver.rules.words import (
    AfterDouble,
    AuctionKind,
    DealRest,
    DoubleCalled,
    FirstCall,
    Scoring,
    SecondTurn,
)

AUCTIONS_OF: Mapping[Scoring, tuple[AuctionKind, ...]] = {
    Scoring.taker: (
        AuctionKind.none,
        AuctionKind.turned_up,
        AuctionKind.dealer_must,
        AuctionKind.first_must,
    ),
    Scoring.bid: (AuctionKind.bids,),
    Scoring.duplicate: (AuctionKind.levels,),
    Scoring.four_points: (AuctionKind.proposal, AuctionKind.none),
}
"""The auctions that a game may have, by its scoring; the first is the one of a game that does not say."""

_IN_TURN = {
    "auction": (
        AuctionKind.turned_up,
        AuctionKind.dealer_must,
        AuctionKind.first_must,
        AuctionKind.bids,
    )
}
_BIDS = {"auction": (AuctionKind.bids,)}
_TURNED_UP = {"auction": (AuctionKind.turned_up,)}


@dataclass(frozen=True)
class AuctionFields:
    """The calls, who makes them, and how the rest is dealt when they are over."""

    auction: AuctionKind = field(
        default=AuctionKind.none,
        metadata=rule(
            "auction.kind",
            "What is said before the play.",
            {
                AuctionKind.none: "What is said before the play is none of these rules.",
                AuctionKind.turned_up: "A card is turned up; each player in turn takes it, its suit being "
                "trumps, or passes. When all have passed there is a second turn, and when all pass again "
                "the deal is thrown in.",
                AuctionKind.dealer_must: "Each player in turn names trumps and takes, or passes; when all "
                "the others have passed, the dealer must name them.",
                AuctionKind.first_must: "Each player in turn names trumps and takes, or passes; when all "
                "have passed, the first of them must name them.",
                AuctionKind.bids: "Each player in turn bids points and trumps, above the bid that stands "
                "whatever the trumps, or passes; a player who has passed may still bid. When all the others "
                "have passed, the bid is the contract; when all have passed without a bid, the deal is "
                "thrown in. An opponent may double the bid that stands, and its side then redouble, where "
                "contracts can be multiplied.",
                AuctionKind.levels: "Each player in turn, the dealer first, bids a level and a strain, "
                "doubles, redoubles or passes, by Laws 17 to 22 of duplicate bridge.",
                AuctionKind.proposal: "The player after the dealer takes the suit turned up, or proposes "
                "another. The dealer then refuses, and the suit stays, or accepts: three more cards to each, "
                "the next card of another suit makes trumps, and each discards three.",
            },
            only={"scoring": tuple(AUCTIONS_OF)},
        ),
    )
    first_call: FirstCall = field(
        default=FirstCall.dealer_next,
        metadata=rule(
            "auction.first_call",
            "Who speaks first.",
            {
                FirstCall.dealer_next: "The player after the dealer speaks first.",
                FirstCall.dealer: "The dealer speaks first.",
            },
            only=_IN_TURN,
        ),
    )
    after_double: AfterDouble = field(
        default=AfterDouble.redouble,
        metadata=rule(
            "auction.after_double",
            "What may be said after a double.",
            {
                AfterDouble.redouble: "A double closes the bidding but for a redouble.",
                AfterDouble.bids: "After a double or a redouble the bidding goes on.",
            },
            only=_BIDS,
        ),
    )
    double_called: DoubleCalled = field(
        default=DoubleCalled.contre,
        metadata=rule(
            "auction.double_called",
            "What a double is called in French.",
            {
                DoubleCalled.contre: "A double is called contre, a redouble surcontre.",
                DoubleCalled.coinche: "A double is called coinche, a redouble surcoinche.",
            },
            only=_BIDS,
        ),
    )
    second_turn: SecondTurn = field(
        default=SecondTurn.new_card,
        metadata=rule(
            "auction.second_turn",
            "What can be taken when all have refused the card turned up.",
            {
                SecondTurn.new_card: "For the second turn the next card of another suit is turned up; the "
                "card refused, then those passed over, go under the pack.",
                SecondTurn.any_suit: "In the second turn the card turned up first may be taken in any other "
                "suit.",
            },
            option=True,
            only=_TURNED_UP,
        ),
    )
    deal_rest: DealRest = field(
        default=DealRest.one_by_one,
        metadata=rule(
            "auction.deal_rest",
            "How the rest is dealt when the card turned up has been taken.",
            {
                DealRest.one_by_one: "The rest is dealt one card at a time, the dealer's neighbour first; "
                "the taker, who has the card turned up, is passed over once their hand is full.",
                DealRest.packets: "The rest is dealt in packets, the dealer's neighbour first: two cards to "
                "the taker, who has the card turned up, three to each of the others.",
            },
            option=True,
            only=_TURNED_UP,
        ),
    )
