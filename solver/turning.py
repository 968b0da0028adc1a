"""Turning points: the cards with which what a deal is about changed hands.

What it is about is the contract (with litige), the deal in a game scored by its tricks, all the tricks where
they earn more, and each of the four points of all fours.  What changes is what best play by all comes to:
before the card, and after it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from solver.course import Course
from solver.grades import result_pair, verdict_of
from solver.position import Position
from solver.result import CardValue
from solver.rules import Objective, Rules, Scoring
from solver.scoring import DealResult, Outcome
from solver.tally import HONOUR_NAMES


class Turn(NamedTuple):
    """One thing that changed hands with one card."""

    what: str
    """``contract``, ``deal``, ``slam``, ``high``, ``low``, ``jack`` or ``game``."""
    before: str | None
    """What it was with best play: of a contract its outcome, else the side that had it, None for neither."""
    after: str | None


def find_turns(
    position: Position, best: CardValue, chosen: CardValue, lines: tuple[Course, Course]
) -> list[Turn]:
    """What changed hands when ``chosen`` was played in ``position`` instead of ``best``.

    ``lines`` are best play from the position, and best play after ``chosen``, which begins with it.
    """
    turns = [*_contract_turn(position, best, chosen), *_slam_turn(position.rules, *lines)]
    if position.rules.objective == Objective.four_points:
        turns += _point_turns(position.rules, *(course.result for course in lines))
    return turns


def _contract_turn(position: Position, best: CardValue, chosen: CardValue) -> Iterator[Turn]:
    rules = position.rules
    if best.value is None or chosen.value is None:
        return
    before = verdict_of(position, result_pair(rules, best.value))
    after = verdict_of(position, result_pair(rules, chosen.value))
    if before is None or after is None or before == after:
        return
    if before.outcome == Outcome.played:
        yield Turn("deal", _name(rules, before.side), _name(rules, after.side))
    else:
        yield Turn("contract", before.outcome.value, after.outcome.value)


def _slam_turn(rules: Rules, better: Course, played: Course) -> Iterator[Turn]:
    if better.slam_side != played.slam_side and earns_slam(rules):
        yield Turn("slam", _name(rules, better.slam_side), _name(rules, played.slam_side))


def earns_slam(rules: Rules) -> bool:
    """Whether all the tricks earn more than all but one of them and the last trick's own worth."""
    if rules.scoring == Scoring.trick_table:
        return rules.trick_scores[-1] > rules.trick_scores[-2]
    return rules.slam > 0


def _point_turns(rules: Rules, better: DealResult, played: DealResult) -> Iterator[Turn]:
    for bit, name in HONOUR_NAMES.items():
        before, after = (_name(rules, _holder(result, bit)) for result in (better, played))
        if before != after:
            yield Turn(name, before, after)
    before, after = (_name(rules, _scorer(result)) for result in (better, played))
    if before != after:
        yield Turn("game", before, after)


def _holder(result: DealResult, bit: int) -> int | None:
    return next((side for side, honours in enumerate(result.honours) if honours & bit), None)


def _scorer(result: DealResult) -> int | None:
    return next((side for side, points in enumerate(result.game) if points), None)


def _name(rules: Rules, side: int | None) -> str | None:
    return None if side is None else rules.side_names[side]
