"""Explaining: the mistakes of a judged deal, each with its reason, proved within a budget."""

from dataclasses import replace

from solver.analysis.judged import DealAnalysis
from solver.engine import Budget
from solver.reasons import Explanation, explain, find_reason


def explain_deal(deal: DealAnalysis, budget: Budget) -> DealAnalysis:
    """Return the deal with the explanation of each card that gave something away.

    Reasons for which the budget leaves nothing are left out; facts that both lines show cost no search.
    """
    if "explanations" in deal.left_out:
        return deal
    mistakes = {play.index: deal.mistake(play) for play in deal.plays}
    found: dict[int, Explanation] = {}
    shown = [(index, mistake) for index, mistake in mistakes.items() if mistake is not None]
    for (index, mistake), part in zip(shown, budget.shares(len(shown)), strict=True):
        found[index] = explain(mistake, find_reason(mistake, part))
    explained = replace(deal, explanations=found)
    if budget.ended is None:
        return explained
    return replace(
        explained, left_out=(*deal.left_out, "reasons"), ended=deal.ended if deal.ended else budget.ended
    )
