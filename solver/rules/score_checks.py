"""Checks of the rules of the score: tables, thresholds, bids, and what bridge asks for."""

from collections.abc import Iterator

from solver.cards import ALL_TRUMPS
from solver.rules.contradictions import Contradiction, contradicts, looks_at
from solver.rules.fields import RuleFields
from solver.rules.fields.cards import totals_by_trump
from solver.rules.fields.score import CAPOT_BID
from solver.rules.words import ALL_TRICKS, LEVELS, AuctionKind, ContractRule, Objective, Scoring, Turn
from solver.sentences import all_of

_MORE_POINTS = (
    "four_of_a_kind",
    "four_of_a_kind_except",
    "sequence_of_four",
    "sequence_of_three",
    "trick_marriage",
    "forced_discard_penalty",
)
"""The rules by which the points of a deal depend on its play."""


def asks_for_capot(rules: RuleFields) -> bool:
    """Tell if the bid of `CAPOT_BID` stands for all the tricks, as in every game with a slam."""
    return rules.scoring == Scoring.bid and bool(rules.slam) and CAPOT_BID in rules.bids


@looks_at("scoring", "sides", "cards_each", "stock", "trick_scores")
def _trick_table_is_full(rules: RuleFields) -> Iterator[Contradiction]:
    if rules.scoring == Scoring.trick_table:
        # Each player draws a card of the stock after every trick.
        n_tricks = rules.cards_each + rules.stock // max(sum(map(len, rules.sides)), 1)
        needed = n_tricks + 1
        if len(rules.trick_scores) != needed:
            yield contradicts(
                "trick_scores",
                "trick_scores has {count} numbers; with {each} tricks it must have {needed}, for 0 "
                "to {each} tricks",
                count=len(rules.trick_scores),
                each=n_tricks,
                needed=needed,
            )
        if list(rules.trick_scores) != sorted(rules.trick_scores):
            yield contradicts("trick_scores", "trick_scores falls; more tricks can never score less")


@looks_at("scoring", "contract_rule", "threshold")
def _threshold_is_stated(rules: RuleFields) -> Iterator[Contradiction]:
    if (
        rules.scoring == Scoring.taker
        and rules.contract_rule == ContractRule.threshold
        and not rules.threshold
    ):
        yield contradicts(
            "threshold", "threshold is 0; with contract_rule threshold it must be 1 or more, as 82"
        )


@looks_at("scoring", "bids", "multipliers")
def _bids_rise(rules: RuleFields) -> Iterator[Contradiction]:
    if rules.scoring in (Scoring.bid, Scoring.duplicate) and not rules.bids:
        yield contradicts(
            "bids", "bids is empty; with scoring {scoring} there must be one at least", scoring=rules.scoring
        )
    for name, numbers in (("bids", rules.bids), ("multipliers", rules.multipliers)):
        if list(numbers) != sorted(set(numbers)):
            yield contradicts(name, "{field} must rise, each number once")
    if 1 not in rules.multipliers:
        yield contradicts("multipliers", "multipliers lacks 1, the contract that nobody has doubled")


_CALLED = ((1,), (1, 2), (1, 2, 4))
"""The multipliers that the calls of an auction of bids can come to."""


@looks_at("scoring", "auction", "multipliers")
def _multipliers_can_be_called(rules: RuleFields) -> Iterator[Contradiction]:
    numbers = tuple(sorted(set(rules.multipliers)))
    # Without 1 it is told of above.
    if rules.auction == AuctionKind.bids and 1 in numbers and numbers not in _CALLED:
        yield contradicts(
            "multipliers",
            "multipliers has {numbers}, but with auction {auction} a double makes 2 of 1 and a redouble 4; "
            "it must be 1 alone, 1 and 2, or 1, 2 and 4",
            numbers=all_of(map(str, numbers)),
            auction=rules.auction,
        )


@looks_at(
    *("scoring", "bids", "contract_rule", "threshold", "objective", "points", "point_table", "trumps"),
    *("suits", "ranks", "sides", "cards_each", "stock", "last_trick", "slam", "belote", *_MORE_POINTS),
)
def _contracts_can_be_made(rules: RuleFields) -> Iterator[Contradiction]:
    asked = {"bids": max(rules.bids, default=0) if rules.scoring == Scoring.bid else 0}
    if asked["bids"] >= CAPOT_BID and asks_for_capot(rules):
        asked["bids"] = max((bid for bid in rules.bids if bid < CAPOT_BID), default=0)
    if rules.scoring == Scoring.taker and rules.contract_rule == ContractRule.threshold:
        asked["threshold"] = rules.threshold
    most = _largest_result(rules)
    for name, number in asked.items():
        if most is not None and number > most:
            yield contradicts(
                name,
                "{field} asks for {number}, but no side can win more than {most}",
                number=number,
                most=most,
            )


def _largest_result(rules: RuleFields) -> int | None:
    """Return the most that a side can win in a deal, its belote included; None where that is not known."""
    if rules.objective == Objective.tricks:
        return rules.cards_each + rules.stock // max(sum(map(len, rules.sides)), 1) + rules.belote
    if rules.objective != Objective.card_points or any(getattr(rules, name) for name in _MORE_POINTS):
        return None
    cards = totals_by_trump(rules).values()
    return max(cards, default=0) + rules.last_trick + rules.slam + rules.belote


@looks_at("scoring", "bids", "slam", *_MORE_POINTS)
def _capot_can_be_told(rules: RuleFields) -> Iterator[Contradiction]:
    if not asks_for_capot(rules):
        return
    if max(rules.bids) > CAPOT_BID:
        yield contradicts(
            "bids",
            "bids go beyond {capot}, which stands for all the tricks in a game with a slam; no bid is higher",
            capot=CAPOT_BID,
        )
    if any(getattr(rules, name) for name in _MORE_POINTS):
        yield contradicts(
            "bids",
            "bids has {capot}, which stands for all the tricks in a game with a slam; where combinations or "
            "penalties count, the points do not tell who took all the tricks",
            capot=CAPOT_BID,
        )


@looks_at("scoring", "sides", "turn", "cards_each", "stock", "trumps", "bids", "multipliers")
def _duplicate_is_bridge(rules: RuleFields) -> Iterator[Contradiction]:
    if rules.scoring != Scoring.duplicate:
        return
    needed = {
        "sides": sorted(rules.sides) == ["EW", "NS"],
        # Auctions are read in the order of the laws.
        "turn": rules.turn == Turn.clockwise,
        "cards_each": rules.cards_each == ALL_TRICKS,
        "trumps": ALL_TRUMPS not in rules.trumps,
        "bids": set(rules.bids) <= set(LEVELS),
        "multipliers": set(rules.multipliers) <= {1, 2, 4},
    }
    for name, is_right in needed.items():
        if not is_right:
            yield contradicts(
                name,
                "scoring duplicate is for bridge: NS against EW, turn clockwise, 13 cards each, a suit or no "
                "trumps, bids from 1 to 7, multipliers 1, 2 and 4",
            )
