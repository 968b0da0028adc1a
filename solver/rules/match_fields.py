"""The third part of the list of rules: how the taker is found in a game without bids, and the match."""

from dataclasses import dataclass, field

from solver.rules.row import ANY, rule
from solver.rules.score_fields import ResultFields
from solver.rules.words import AuctionKind, DealRest, NextDealer, Scoring, SecondTurn

MAX_TARGET = 100_000

_TAKER = {"scoring": (Scoring.taker,)}
_FOUR_POINT_SCORE = {"scoring": (Scoring.four_points,)}
_TURNED_UP = {"auction": (AuctionKind.turned_up,)}


@dataclass(frozen=True)
class MatchFields(ResultFields):
    """What comes before the play and after it; `solver.rules.grade_fields.RuleFields` goes on from here."""

    # How the taker is found
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

    # The match
    next_dealer: NextDealer = field(
        default=NextDealer.next,
        metadata=rule(
            "match.next_dealer",
            "Who deals after a dealer.",
            {
                NextDealer.next: "The player whose turn comes after the dealer's deals next.",
                NextDealer.left: "The player to the dealer's left deals next.",
                NextDealer.right: "The player to the dealer's right deals next.",
            },
        ),
    )
    target: int = field(
        default=0,
        metadata=rule(
            "match.target",
            "The total at which a match ends; 0 for no such total.",
            {0: "A match has no fixed end.", ANY: "A match ends when a side has {value} points."},
            option=True,
            high=MAX_TARGET,
        ),
    )
    count_in_order: bool = field(
        default=False,
        metadata=rule(
            "match.count_in_order",
            "Whether the points of a deal are counted one after the other, so that the first to the target "
            "wins.",
            {
                False: "When both sides reach the end of a match in one deal, the higher total wins; equal "
                "totals play on.",
                True: "The points of a deal are counted in the order jacks turned up, refusal, points lost "
                "by forced discards, game, high, low, jack, and the first side to reach the end in that "
                "order has won.",
            },
            only=_FOUR_POINT_SCORE,
            everywhere=True,
        ),
    )
