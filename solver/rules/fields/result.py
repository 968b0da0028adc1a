"""The rules of the result: sections ``[result]`` and ``[bonus]``."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from solver.rules.fields.cards import MAX_STOCK, NO_RANKS, say_ranks
from solver.rules.row import ANY, rule
from solver.rules.words import (
    Announced,
    LowGoesTo,
    Objective,
    PenaltyLasts,
    Scoring,
)

MAX_BONUS = 500
"""The greatest bonus, so that no result leaves the numbers of the core."""
_MAX_PENALTY = 10
_CARD_POINTS = {"objective": (Objective.card_points,)}
_FOUR_POINTS = {"objective": (Objective.four_points,)}
_CONTRACT = {"scoring": (Scoring.taker, Scoring.bid)}

COMBINATIONS = (
    "four_of_a_kind",
    "four_of_a_kind_except",
    "sequence_of_four",
    "sequence_of_three",
    "trick_marriage",
)
"""The rules by which the cards of one trick earn points together."""


@dataclass(frozen=True)
class ResultFields:
    """The aim of the sides, and the bonuses won in play."""

    objective: Objective = field(
        default=Objective.tricks,
        metadata=rule(
            "result.objective",
            "What the sides play for, trick by trick.",
            {
                Objective.tricks: "The sides play for tricks.",
                Objective.card_points: "The sides play for the points of the cards in their tricks, with the "
                "bonuses won in play.",
                Objective.four_points: "The sides play for four points: high, low and jack, for the side "
                "whose tricks hold the highest trump dealt, the lowest, and the jack, and game, for the side "
                "with more card points in its tricks (if equal, the side that is not the dealer's).",
            },
        ),
    )
    forced_discard_penalty: int = field(
        default=0,
        metadata=rule(
            "result.forced_discard_penalty",
            "Points lost by a player who can neither follow suit nor ruff, each time.",
            {
                0: "A player who can neither follow suit nor ruff loses nothing by it.",
                1: "A player who can neither follow suit nor ruff loses a point each time.",
                ANY: "A player who can neither follow suit nor ruff loses {value} points each time.",
            },
            option=True,
            only=_FOUR_POINTS,
            high=_MAX_PENALTY,
        ),
    )
    penalty_lasts: PenaltyLasts = field(
        default=PenaltyLasts.deal,
        metadata=rule(
            "result.penalty_lasts",
            "How long points are lost by a player who can neither follow suit nor ruff.",
            {
                PenaltyLasts.deal: "These points can be lost in every trick of the deal.",
                PenaltyLasts.stock: "These points can be lost only as long as cards are drawn: for the last "
                "time in the trick after which the last cards of the stock are taken.",
            },
            option=True,
            only={"forced_discard_penalty": range(1, _MAX_PENALTY + 1), "stock": range(1, MAX_STOCK + 1)},
        ),
    )
    low_goes_to: LowGoesTo = field(
        default=LowGoesTo.trick_winner,
        metadata=rule(
            "result.low_goes_to",
            "Whose point the lowest trump is.",
            {
                LowGoesTo.trick_winner: "The point for the lowest trump goes to the side whose tricks hold "
                "it.",
                LowGoesTo.holder: "The point for the lowest trump goes to the side it was dealt to, or that "
                "drew it.",
            },
            option=True,
            only=_FOUR_POINTS,
        ),
    )
    last_trick: int = field(
        default=0,
        metadata=rule(
            "bonus.last_trick",
            "Points for winning the last trick.",
            {0: "The last trick earns nothing more.", ANY: "Winning the last trick is worth {value} points."},
            only=_CARD_POINTS,
            high=MAX_BONUS,
            quiet=True,
        ),
    )
    slam: int = field(
        default=0,
        metadata=rule(
            "bonus.slam",
            "Points for winning all the tricks.",
            {
                0: "Winning all the tricks earns nothing more.",
                ANY: "Winning all the tricks is worth {value} points more.",
            },
            only=_CARD_POINTS,
            high=MAX_BONUS,
            quiet=True,
        ),
    )
    four_of_a_kind: int = field(
        default=0,
        metadata=rule(
            "bonus.four_of_a_kind",
            "Points for the winner of a trick that consists of four cards of one rank.",
            {
                0: "Four of a kind in one trick earns nothing.",
                ANY: "Four of a kind in one trick is worth {value} points to its winner.",
            },
            only=_CARD_POINTS,
            high=MAX_BONUS,
            quiet=True,
        ),
    )
    four_of_a_kind_except: Mapping[str, int] = field(
        default=NO_RANKS,
        metadata=rule(
            "bonus.four_of_a_kind_except",
            "The ranks of which four in one trick are worth other points.",
            "Of some ranks four in one trick are worth other points: {value}.",
            only=_CARD_POINTS,
            high=MAX_BONUS,
            shown=say_ranks,
            quiet=True,
        ),
    )
    sequence_of_four: int = field(
        default=0,
        metadata=rule(
            "bonus.sequence_of_four",
            "Points for the winner of a trick that is a sequence of four in one suit.",
            {
                0: "A sequence of four in one trick earns no more than one of three.",
                ANY: "A sequence of four cards of one suit in one trick, in natural order, is worth {value} "
                "points to its winner.",
            },
            only=_CARD_POINTS,
            high=MAX_BONUS,
            quiet=True,
        ),
    )
    sequence_of_three: int = field(
        default=0,
        metadata=rule(
            "bonus.sequence_of_three",
            "Points for the winner of a trick that holds a sequence of three in one suit, and none of four "
            "that earns points as such.",
            {
                0: "A sequence of three in one trick earns nothing.",
                ANY: "A sequence of three cards of one suit in one trick, in natural order, is worth {value} "
                "points to its winner.",
            },
            only=_CARD_POINTS,
            high=MAX_BONUS,
            quiet=True,
        ),
    )
    trick_marriage: int = field(
        default=0,
        metadata=rule(
            "bonus.trick_marriage",
            "Points for the winner of a trick that holds king and queen of trumps: of the suit that is "
            "trumps, so of none without trumps or with all suits as trumps.",
            {
                0: "King and queen of trumps in one trick earn nothing.",
                ANY: "King and queen of trumps in one trick are worth {value} points to its winner, even "
                "inside a sequence.",
            },
            only=_CARD_POINTS,
            high=MAX_BONUS,
            quiet=True,
        ),
    )
    belote: int = field(
        default=0,
        metadata=rule(
            "bonus.belote",
            "Points for the side of a player who was dealt king and queen of trumps: of the suit that is "
            "trumps, so of none without trumps or with all suits as trumps.",
            {
                0: "King and queen of trumps in one hand earn nothing.",
                ANY: "King and queen of trumps in one hand (belote-rebelote) are worth {value} points to "
                "that side, whatever happens.",
            },
            only=_CONTRACT,
            high=MAX_BONUS,
            quiet=True,
        ),
    )
    belote_announced: Announced = field(
        default=Announced.when_played,
        metadata=rule(
            "bonus.belote_announced",
            "When king and queen of trumps in one hand are announced.",
            {
                Announced.when_played: "King and queen of trumps in one hand are announced as the first of "
                "them is played.",
                Announced.at_start: "King and queen of trumps in one hand are announced before the first "
                "card is played.",
            },
            only={"belote": range(1, MAX_BONUS + 1)},
        ),
    )
