"""The rules of the match: section ``[match]``."""

from dataclasses import dataclass, field

from solver.rules.row import ANY, rule
from solver.rules.words import NextDealer, Scoring

MAX_TARGET = 100_000
_FOUR_POINT_SCORE = {"scoring": (Scoring.four_points,)}


@dataclass(frozen=True)
class MatchFields:
    """The next dealer, and the end of a match."""

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
            "The total of all scores at which a match ends; 0 for no such total.",
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
                "by forced discards, game, high, low, jack, those that the game has, and the first side to "
                "reach the end in that order has won.",
            },
            only=_FOUR_POINT_SCORE,
            everywhere=True,
        ),
    )
