"""The swings at which a card becomes an inaccuracy, a mistake or a blunder, stated or usual."""

from typing import NamedTuple

from solver.rules.fields import RuleFields
from solver.rules.words import Objective


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
    table = rules.points.get(rules.point_table, {})
    plain, trump = (sum(table.get(kind, {}).values()) for kind in ("plain", "trump"))
    total = plain * max(len(rules.suits) - 1, 0) + max(trump, plain) + rules.last_trick
    return Thresholds(*(max(round(share * total), 1) for share in _SHARES))
