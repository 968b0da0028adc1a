"""Explaining: the mistakes of a judged deal, each with its reason, proved within a budget."""

from collections.abc import Mapping
from dataclasses import replace

from solver.analysis.expectation import FairVerdict
from solver.analysis.fair_grades import MISTAKES, RIGHT
from solver.analysis.judged import DealAnalysis
from solver.engine import Budget, Ended, Solver
from solver.reasons import (
    Explanation,
    Mistake,
    ProvedReason,
    explain,
    find_reason,
    find_turns,
    is_as_played,
    is_beside_as_played,
    is_left,
)

TABLE_MIB = 16
"""The most memory for what is proved of one deal while its mistakes are explained."""
FAR = 3
"""The times that a card must be expected to cost what it costs, for it to be told that the cards lay well."""


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
        found[index] = _explained(deal, mistake, find_reason(mistake, part, solver))
    explained = replace(deal, explanations=_with_score_told_once(dict(reversed(found.items()))))
    return explained if budget.ended is None else _without_reasons(explained, budget.ended)


def explain_by_knowledge(deal: DealAnalysis, budget: Budget) -> DealAnalysis:
    """Return the deal with explanations that name the better cards that their players could find.

    And that say what only open cards show: better cards where the card was right by what its player could
    know, or where by that the better one gives away as much.

    Of several best cards one is named that is right by that too, if there is one, and a reason is proved
    of it within ``budget``.
    """
    told = dict(deal.explanations)
    judged = [
        (index, explanation, verdict)
        for index, explanation in reversed(list(deal.explanations.items()))
        if (verdict := deal.plays[index].fair) is not None
    ]
    chosen = {index: verdict.choose(deal.plays[index].before.best) for index, _, verdict in judged}
    disliked = [index for index, explanation, _ in judged if explanation.better not in chosen[index]]
    parts = budget.shares(len(disliked))
    solver = Solver(deal.position, min(budget.limit.table_mib, TABLE_MIB)) if disliked else None
    for index, explanation, verdict in judged:
        if solver is not None and index in disliked:
            reason = find_reason(explanation.mistake, next(parts), solver, chosen[index])
            if reason is not None and reason.better in chosen[index]:
                told[index] = replace(
                    _explained(deal, explanation.mistake, reason),
                    tells_score=explanation.tells_score,
                    decided_in=explanation.decided_in,
                )
        if told[index].reason is None and told[index].better not in chosen[index]:
            told[index] = replace(told[index], named=next(iter(chosen[index])))
        told[index] = replace(
            told[index],
            was_right=verdict.grade in RIGHT,
            is_better_when_open=not verdict.prefers(told[index].better),
            is_cheap=_is_cheap(told[index], verdict),
        )
    explained = replace(deal, explanations=told)
    return explained if budget.ended is None else _without_reasons(explained, budget.ended)


def _is_cheap(explanation: Explanation, verdict: FairVerdict) -> bool:
    """True if a card that is called a mistake costs far less than by what its player could know.

    That it costs less is beyond doubt, and the better card that is named is better by that too.
    """
    cost, expected = explanation.mistake.cost, verdict.chosen.swing
    is_told = verdict.grade in MISTAKES and verdict.prefers(explanation.better)
    return is_told and FAR * cost <= expected.mean and replace(expected, mean=expected.mean - cost).is_sure


def _explained(deal: DealAnalysis, mistake: Mistake, reason: ProvedReason | None) -> Explanation:
    """Return the explanation of a mistake of the deal by the reason that was found."""
    as_played = reason is None or (
        is_as_played(reason, mistake, deal.position) and not is_left(reason, reason.compared or mistake)
    )
    return replace(
        explain(mistake, reason),
        is_as_played=as_played,
        is_beside_as_played=reason is None or is_beside_as_played(reason, mistake, deal.position),
        tells_difference=not deal.is_zero_sum,
    )


def _without_reasons(deal: DealAnalysis, ended: Ended) -> DealAnalysis:
    """Return a deal of which it is said that a limit came before all reasons were found."""
    left_out = deal.left_out if "reasons" in deal.left_out else (*deal.left_out, "reasons")
    return replace(deal, left_out=left_out, ended=deal.ended or ended)


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
