"""The rules of finding the taker in a game without bids: section ``[auction]``."""

from dataclasses import dataclass, field

from solver.rules.row import rule
from solver.rules.words import AuctionKind, DealRest, Scoring, SecondTurn

_TAKER = {"scoring": (Scoring.taker,)}
_TURNED_UP = {"auction": (AuctionKind.turned_up,)}


@dataclass(frozen=True)
class AuctionFields:
    """The way the taker is found, and the rest is dealt."""

    auction: AuctionKind = field(
        default=AuctionKind.none,
        metadata=rule(
            "auction.kind",
            "How the taker is found in a game without bids.",
            {
                AuctionKind.none: "How the taker is found is none of these rules.",
                AuctionKind.turned_up: "A card is turned up; each player in turn takes it, its suit being "
                "trumps, or passes. When all have passed there is a second turn, and when all pass again "
                "the deal is thrown in.",
                AuctionKind.dealer_must: "Each player in turn names trumps and takes, or passes; when all "
                "the others have passed, the dealer must name them.",
                AuctionKind.first_must: "Each player in turn names trumps and takes, or passes; when all "
                "have passed, the first of them must name them.",
            },
            only=_TAKER,
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
