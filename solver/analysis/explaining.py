"""Explaining: the mistakes of a judged deal, each with its reason, proved within a budget."""

from collections.abc import Mapping
from dataclasses import replace

from solver.analysis.grades import Grade
from solver.analysis.judged import DealAnalysis
from solver.engine import Budget, Solver
from solver.reasons import (
    Explanation,
    explain,
    find_reason,
    find_turns,
    is_as_played,
    is_beside_as_played,
    is_left,
)

TABLE_MIB = 16
"""The most memory for what is proved of one deal while its mistakes are explained."""


def explain_deal(deal: DealAnalysis, budget: Budget, solver: Solver | None = None) -> DealAnalysis:
    """Return the deal with the explanation of each card that gave something away.

    Reasons for which the budget leaves nothing are left out; facts that both lines show cost no search.  The
    last mistakes come first: their reasons cost least, and are left if a limit comes.

    solver: of this deal; without one it is made.
    """
    if "explanations" in deal.left_out:
        return deal
    mistakes = {play.index: deal.mistake(play) for play in deal.plays}
    found: dict[int, Explanation] = {}
    shown = [(index, mistake) for index, mistake in reversed(mistakes.items()) if mistake is not None]
    solver = solver or Solver(deal.position, min(budget.limit.table_mib, TABLE_MIB))
    for (index, mistake), part in zip(shown, budget.shares(len(shown)), strict=True):
        reason = find_reason(mistake, part, solver)
        as_played = reason is None or (
            is_as_played(reason, mistake, deal.position) and not is_left(reason, mistake)
        )
        beside = reason is None or is_beside_as_played(reason, mistake, deal.position)
        found[index] = replace(
            explain(mistake, reason),
            is_as_played=as_played,
            is_beside_as_played=beside,
            tells_difference=not deal.is_zero_sum,
        )
    explained = replace(deal, explanations=_with_score_told_once(dict(reversed(found.items()))))
    if budget.ended is None:
        return explained
    return replace(
        explained, left_out=(*deal.left_out, "reasons"), ended=deal.ended if deal.ended else budget.ended
    )


def explain_by_knowledge(deal: DealAnalysis) -> DealAnalysis:
    """Return the deal with explanations that say what only open cards show.

    Those are better cards where the card was right by what its player could know, or where by that the better
    one gives away as much.
    """
    told = dict(deal.explanations)
    for index, explanation in deal.explanations.items():
        verdict = deal.plays[index].fair
        if verdict is not None:
            told[index] = replace(
                explanation,
                was_right=verdict.grade in (Grade.best, Grade.good),
                is_better_when_open=not verdict.prefers(explanation.better),
            )
    return replace(deal, explanations=told)


def _with_score_told_once(found: Mapping[int, Explanation]) -> dict[int, Explanation]:
    """Return explanations of which the first card alone that costs nothing in the score says so.

    It names the trick that decided the contract before, unless the contract turns again after it.
    """
    told: dict[int, Explanation] = {}
    turning = [
        index
        for index, explanation in found.items()
        if any(turn.what == "contract" for turn in find_turns(explanation.mistake))
    ]
    is_said = False
    for index, explanation in found.items():
        is_decided = bool(turning) and turning[-1] < index
        decided_in = len(found[turning[-1]].mistake.position.tricks) if is_decided else None
        told[index] = replace(explanation, tells_score=not is_said, decided_in=decided_in)
        is_said = is_said or not explanation.costs_score
    return told
