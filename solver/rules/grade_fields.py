"""The end of the list of rules: from what swing on a card is called an inaccuracy, a mistake or a blunder.

`solver.analysis.grades` says how these numbers, the deal score and the contract make the grade of a card.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from solver.rules.match_fields import MatchFields
from solver.rules.row import rule
from solver.rules.words import Objective

MAX_SWING = 10_000


class Thresholds(NamedTuple):
    """The swings of the result, own minus other, from which on a card has its grade."""

    inaccuracy: int
    mistake: int
    blunder: int


_FEW = Thresholds(2, 2, 4)
"""Of games for tricks: one trick given away is a swing of 2."""
_FOUR_POINTS = Thresholds(1, 2, 4)
"""A point lost is a swing of 1, a point that the other side gets instead one of 2."""
_SHARES = (0.04, 0.12, 0.3)
"""Of all card points of a deal, where the game is played for those."""


def _says(name: str) -> str:
    return f"A card that gives away {{value}} or more of its side's result minus the other's is {name}."


@dataclass(frozen=True)
class RuleFields(MatchFields):
    """The rules of one game, as rows of facts; `solver.rules.rules.Rules` adds what follows from them."""

    inaccuracy: int = field(
        default=0,
        metadata=rule(
            "grades.inaccuracy",
            "The swing of the result from which on a card is an inaccuracy; a card that gives away less is "
            "good. If left out, as the objective and the points of the cards suggest.",
            _says("an inaccuracy"),
            low=1,
            high=MAX_SWING,
        ),
    )
    mistake: int = field(
        default=0,
        metadata=rule(
            "grades.mistake",
            "The swing of the result from which on a card is a mistake.",
            _says("a mistake"),
            low=1,
            high=MAX_SWING,
        ),
    )
    blunder: int = field(
        default=0,
        metadata=rule(
            "grades.blunder",
            "The swing of the result from which on a card is a blunder. A card that turns the contract is "
            "one anyway; a card that costs nothing in the score is an inaccuracy at the worst.",
            _says("a blunder"),
            low=1,
            high=MAX_SWING,
        ),
    )


def settle_thresholds(rules: RuleFields) -> Thresholds:
    """The numbers of the grades that a game states and, for the others, the usual ones that fit between."""
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
