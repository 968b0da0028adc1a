"""The rules of the score: section ``[score]``."""

from dataclasses import dataclass, field

from solver.rules.row import ANY, Only, rule
from solver.rules.words import ContractRule, ContractScoring, Scoring, Tie
from solver.sentences import mark
from solver.speech import Speech

CAPOT = mark("capot")
"""The word for the bid of all the tricks; its number is `CAPOT_BID`."""
CAPOT_BID = 250
_TAKER = {"scoring": (Scoring.taker,)}
_BID = {"scoring": (Scoring.bid,)}
_BIDS = {"scoring": (Scoring.bid, Scoring.duplicate)}
_FOUR_POINT_SCORE: Only = {"scoring": (Scoring.four_points,)}


def _numbers(numbers: tuple[int, ...], _: Speech) -> str:
    return ", ".join(map(str, numbers))


def say_bid(bid: int) -> str:
    """Write a bid as players say it: its number, and for all the tricks its name too."""
    return f"{bid} ({CAPOT})" if bid == CAPOT_BID else str(bid)


def _bids(bids: tuple[int, ...], speech: Speech) -> str:
    return ", ".join(f"{bid} ({speech.say(CAPOT)})" if bid == CAPOT_BID else str(bid) for bid in bids)


@dataclass(frozen=True)
class ScoreFields:
    """The score for the result of a deal."""

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
                Scoring.bid: "The taker's side must win the points it has bid, any belote of its own "
                "included.",
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
                ContractRule.threshold: "The taker's side needs a fixed number of points, any belote of "
                "its own included.",
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
            "Who scores when the taker's side has failed by an exact tie; where it needs a fixed number of "
            "points, by one of them.",
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
