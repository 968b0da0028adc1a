"""The one list of rules: every rule field with its default, its words and its English sentences.

Field for field this is what a variant file may state, what ``GET /v1/variants/NAME`` returns and what the
solver obeys.  The defaults are those of plain whist, unscored.  `solver.rules.play_fields` begins the
list; here
follow what the sides play for and what it is worth; `solver.rules.match_fields` goes on from there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from solver.rules.play_fields import MAX_STOCK, NO_RANKS, PlayFields, say_ranks
from solver.rules.row import ANY, Only, rule
from solver.rules.words import (
    Announced,
    ContractRule,
    ContractScoring,
    LowGoesTo,
    Objective,
    PenaltyLasts,
    Scoring,
    Tie,
)
from solver.sentences import mark
from solver.speech import Speech

CAPOT = mark("capot")
"""The word for the bid of all the tricks; its number is `CAPOT_BID`."""
CAPOT_BID = 250

MAX_BONUS = 500
"""No bonus is greater, so that no result leaves the numbers of the core."""

_MAX_PENALTY = 10

_CARD_POINTS = {"objective": (Objective.card_points,)}
_FOUR_POINTS = {"objective": (Objective.four_points,)}
_TAKER = {"scoring": (Scoring.taker,)}
_BID = {"scoring": (Scoring.bid,)}
_BIDS = {"scoring": (Scoring.bid, Scoring.duplicate)}
_CONTRACT = {"scoring": (Scoring.taker, Scoring.bid)}
_FOUR_POINT_SCORE: Only = {"scoring": (Scoring.four_points,)}


def _numbers(numbers: tuple[int, ...], _: Speech) -> str:
    return ", ".join(map(str, numbers))


def say_bid(bid: int) -> str:
    """A bid as players say it: by its number, and the one for all the tricks by its name too."""
    return f"{bid} ({CAPOT})" if bid == CAPOT_BID else str(bid)


def _bids(bids: tuple[int, ...], speech: Speech) -> str:
    return ", ".join(f"{bid} ({speech.say(CAPOT)})" if bid == CAPOT_BID else str(bid) for bid in bids)


@dataclass(frozen=True)
class ResultFields(PlayFields):
    """What the result is and what it is worth; `solver.rules.match_fields.MatchFields` goes on from here."""

    # What the sides play for
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
                0: "A sequence of four in one trick earns nothing.",
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
            "Points for the winner of a trick that holds a sequence of three in one suit, but not one of "
            "four.",
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
            "Points for the winner of a trick that holds king and queen of trumps.",
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
            "Points for the side of a player who was dealt king and queen of trumps.",
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

    # What the result is worth
    scoring: Scoring = field(
        default=Scoring.none,
        metadata=rule(
            "score.scoring",
            "How the result of the play becomes the score of the deal.",
            {
                Scoring.none: "The deal has no score but its result.",
                Scoring.trick_table: "Each side scores by the number of its tricks.",
                Scoring.four_points: "Each side scores the points it has won.",
                Scoring.taker: "The taker's side must do better than the defenders, or as well as the rules "
                "ask.",
                Scoring.bid: "The taker's side must win the points it has bid, its belote included.",
                Scoring.duplicate: "A contract scores as in duplicate bridge (Law 77): points for each trick "
                "over six, a bonus for a part-score, a game or a slam, and points for each trick over or "
                "under the contract, all by strain, doubling and vulnerability. Endings have no score.",
            },
        ),
    )
    trick_scores: tuple[int, ...] = field(
        default=(),
        metadata=rule(
            "score.trick_scores",
            "What a side scores for no trick, one trick, two tricks and so on.",
            "For 0, 1, 2 … tricks a side scores {value}.",
            only={"scoring": (Scoring.trick_table,)},
            shown=_numbers,
        ),
    )
    contract_rule: ContractRule = field(
        default=ContractRule.majority,
        metadata=rule(
            "score.contract_rule",
            "What the taker's side needs.",
            {
                ContractRule.threshold: "The taker's side needs a fixed number of points, its belote "
                "included.",
                ContractRule.majority: "The taker's side needs more points than the defenders, everything "
                "included.",
            },
            option=True,
            only=_TAKER,
        ),
    )
    threshold: int = field(
        default=0,
        metadata=rule(
            "score.threshold",
            "The points the taker's side needs.",
            "The taker's side needs {value} points.",
            option=True,
            only={"contract_rule": (ContractRule.threshold,)},
        ),
    )
    tie: Tie = field(
        default=Tie.own,
        metadata=rule(
            "score.tie",
            "Who scores when the taker's side has failed by an exact tie.",
            {
                Tie.held_over: "If the taker's side has failed and both sides are equal, the defenders score "
                "their half, and the taker's half is held over: it goes to the taker's side of the next deal "
                "if it makes its contract, else to the defenders.",
                Tie.own: "If the taker's side has failed and both sides are equal, only the defenders score, "
                "their own half.",
                Tie.all: "If the taker's side has failed and both sides are equal, the defenders score "
                "everything.",
            },
            option=True,
            only=_TAKER,
        ),
    )
    bids: tuple[int, ...] = field(
        default=(),
        metadata=rule(
            "score.bids", "The bids, lowest first.", "The bids are {value}.", only=_BIDS, shown=_bids
        ),
    )
    multipliers: tuple[int, ...] = field(
        default=(1,),
        metadata=rule(
            "score.multipliers",
            "By what a contract can be multiplied: 2 when doubled, 4 when redoubled.",
            "A contract counts, undoubled, doubled and so on, times {value}.",
            only=_BIDS,
            low=1,
            high=16,
            shown=_numbers,
        ),
    )
    contract_scoring: ContractScoring = field(
        default=ContractScoring.points_plus_bid,
        metadata=rule(
            "score.contract_scoring",
            "What a contract is worth.",
            {
                ContractScoring.points_plus_bid: "A contract made: the taker's side scores its points plus "
                "the bid, the defenders their points. Failed: the defenders score the fixed points plus the "
                "bid.",
                ContractScoring.bid_only: "A contract made: the taker's side scores the bid, the defenders "
                "nothing. Failed: the defenders score the bid.",
                ContractScoring.points_only: "A contract made: each side scores its points. Failed: the "
                "defenders score the fixed points.",
            },
            option=True,
            only=_BID,
        ),
    )
    failed_points: int = field(
        default=160,
        metadata=rule(
            "score.failed_points",
            "The fixed points the defenders score for a failed contract.",
            "The fixed points for a failed contract are {value}.",
            only=_BID,
        ),
    )
    turned_jack_points: int = field(
        default=0,
        metadata=rule(
            "score.turned_jack_points",
            "Points to the dealer for each jack turned up while looking for trumps.",
            {
                0: "A jack turned up as trump scores nothing.",
                1: "Each jack that the dealer turns up while looking for trumps is 1 point to the dealer's "
                "side.",
                ANY: "Each jack that the dealer turns up while looking for trumps is {value} points to the "
                "dealer's side.",
            },
            only=_FOUR_POINT_SCORE,
            high=10,
        ),
    )
    refusal_points: int = field(
        default=0,
        metadata=rule(
            "score.refusal_points",
            "Points to the dealer's opponents when the dealer refuses another trump suit.",
            {
                0: "A dealer who refuses another trump suit gives nothing for it.",
                1: "A dealer who refuses another trump suit gives 1 point to the opponents.",
                ANY: "A dealer who refuses another trump suit gives {value} points to the opponents.",
            },
            only={**_FOUR_POINT_SCORE, "stock": range(1)},
            high=10,
        ),
    )
