"""Turning points: the cards with which something that the deal is played for changed hands.

That is the contract (with litige), or the deal in a game scored by its tricks; all the tricks where they earn
more; and each of the four points of all fours.  Where penalties make only the difference of the four points
certain, it is the side that scores more of them.  What best play by all comes to is compared before the card
and after it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from solver.answer_row import row
from solver.game import HONOUR_NAMES, DealResult, Outcome, earns_slam
from solver.reasons.settled import is_sum_fixed, settled_leader
from solver.reasons.themes import Mistake
from solver.rules import Objective, Rules

TurnOf = Literal["contract", "deal", "slam", "high", "low", "jack", "game"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that changed hands with one card."""

    what: TurnOf = field(
        metadata=row(
            "What changed hands: the `contract`; the `deal`, in a game scored by its tricks, and in all "
            "fours with penalties, where only the difference of the scores is certain; the `slam`, all the "
            "tricks; one of the four points of all fours. Combinations, too, leave only the difference "
            "certain: the contract and the slam are there where it settles them."
        )
    )
    before: str | None = field(
        metadata=row(
            "What it was: of a contract `made`, `failed`, `litige` or `tied`; else the side that had it, "
            "null for neither.",
            name="from",
        )
    )
    after: str | None = field(metadata=row("What it is after the card, in the same words.", name="to"))


def find_turns(mistake: Mistake, told: Mistake | None = None) -> list[Turn]:
    """Return what changed hands with the card that was played instead of the best one.

    told: the mistake beside the best card that is told, whose line has the points of all fours that its
        explanation names.
    """
    turns = [*_contract_turn(mistake), *_slam_turn(mistake)]
    if mistake.rules.objective == Objective.four_points:
        turns += _point_turns(told or mistake) if is_sum_fixed(mistake.rules) else _leader_turn(mistake)
    return turns


def _contract_turn(mistake: Mistake) -> Iterator[Turn]:
    before, after = mistake.verdicts
    if before is None or after is None or before == after:
        return
    if before.outcome == Outcome.played:
        yield Turn("deal", _name(mistake.rules, before.side), _name(mistake.rules, after.side))
    else:
        yield Turn("contract", before.outcome.value, after.outcome.value)


def _slam_turn(mistake: Mistake) -> Iterator[Turn]:
    before, after = mistake.slams or (None, None)
    if before != after and earns_slam(mistake.rules):
        yield Turn("slam", _name(mistake.rules, before), _name(mistake.rules, after))


def _leader_turn(mistake: Mistake) -> Iterator[Turn]:
    before, after = (settled_leader(mistake.position, lead) for lead in mistake.leads)
    if before is not None and after is not None and before != after:
        yield Turn("deal", _name(mistake.rules, *before), _name(mistake.rules, *after))


def _point_turns(mistake: Mistake) -> Iterator[Turn]:
    results = (mistake.better.result, mistake.played.result)
    for bit, name in HONOUR_NAMES.items():
        before, after = (_name(mistake.rules, _holder(result, bit)) for result in results)
        if before != after:
            yield Turn(name, before, after)
    before, after = (_name(mistake.rules, _scorer(result)) for result in results)
    if before != after:
        yield Turn("game", before, after)


def _holder(result: DealResult, bit: int) -> int | None:
    return next((side for side, honours in enumerate(result.honours) if honours & bit), None)


def _scorer(result: DealResult) -> int | None:
    return next((side for side, points in enumerate(result.game) if points), None)


def _name(rules: Rules, side: int | None) -> str | None:
    return None if side is None else rules.side_names[side]
