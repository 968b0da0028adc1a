"""The swings at which a card becomes an inaccuracy, a mistake or a blunder, and the stake of a deal."""

from typing import Any, NamedTuple

from solver.rules.fields import RuleFields
from solver.rules.fields.cards import totals_by_trump
from solver.rules.words import ContractScoring, Objective, Scoring, Source


class Thresholds(NamedTuple):
    """The swings of the result, own minus other, from which on a card has its grade."""

    inaccuracy: int
    mistake: int
    blunder: int


_FEW = Thresholds(2, 2, 4)
"""In games for tricks, one trick given away is a swing of 2."""
_FOUR_POINTS = Thresholds(1, 2, 4)
"""A point lost is a swing of 1, a point that the other side gets instead one of 2."""
_SHARES = (0.04, 0.12, 0.3)
"""Shares of all card points of a deal, in games for card points."""


_GAME_TURNED = 450
"""Bridge, not vulnerable: 400 for three no-trumps made, 50 for one down."""


def settle_thresholds(rules: RuleFields) -> Thresholds:
    """Return the thresholds that a game states; usual ones that fit between stand for the others."""
    settled: list[int] = []
    stated = (rules.inaccuracy, rules.mistake, rules.blunder)
    for index, (own, usual) in enumerate(zip(stated, _usual_thresholds(rules), strict=True)):
        above = min(filter(None, stated[index + 1 :]), default=usual)
        below = settled[-1] if settled else 1
        settled.append(own or max(min(usual, above), below))
    return Thresholds(*settled)


def _usual_thresholds(rules: RuleFields) -> Thresholds:
    if rules.objective == Objective.four_points:
        return _FOUR_POINTS
    if rules.objective == Objective.tricks:
        return _FEW
    return Thresholds(*(max(round(share * _total(rules)), 1) for share in _SHARES))


def usual_stake(rules: RuleFields) -> int:
    """Return what turning a usual contract changes in own minus other of the deal score.

    0 for games whose score is the result, or that have none.
    """
    total = _total(rules)
    match rules.scoring:
        case Scoring.taker:
            # Half of the points more or less, and all of them go to the defenders.
            return max(total, 1)
        case Scoring.bid if rules.bids:
            # One of the lower bids, in contrée 100, just made or failed.
            bid = rules.bids[len(rules.bids) // 4]
            counts_points = rules.contract_scoring != ContractScoring.bid_only
            counts_bid = rules.contract_scoring != ContractScoring.points_only
            points = (2 * bid - total + rules.failed_points) * counts_points
            return max(2 * bid * counts_bid + points, 1)
        case Scoring.duplicate:
            return _GAME_TURNED
        case Scoring.trick_table:
            # The deal won as narrowly as can be, or lost so.
            return 2 * min((score for score in rules.trick_scores if score), default=1)
    return 0


def leave_out_usual_stake(rules: RuleFields, written: dict[str, Any]) -> dict[str, Any]:
    """Return rules as ``written``, without the source of a stake that the game has by decision, as is usual.

    Puzzles and analyses had names when that was no source of its own; so they keep them.
    """
    if rules.stake != usual_stake(rules) or written["sources"].get("stake") != Source.decision:
        return written
    sources = {name: source for name, source in written["sources"].items() if name != "stake"}
    return {**written, "sources": sources}


def _total(rules: RuleFields) -> int:
    """Return all card points of a deal, the last trick's included; with a trump suit, if cards count then."""
    totals = totals_by_trump(rules)
    with_suit = (total for trump, total in totals.items() if trump in rules.suits)
    return (max(with_suit, default=0) or max(totals.values(), default=0)) + rules.last_trick
