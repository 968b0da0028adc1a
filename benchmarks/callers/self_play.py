"""Callers of one model against callers of another, over solved deals: which boldness pays.

Who bids higher takes oftener and fails oftener.  The caution of a model is where neither more nor less of it
would win points from players who have it: it is found by play against itself.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from benchmarks.callers.solved import DEALER, SEED, Solved
from solver.game import Pair, deal_score, lead_of, start_auction
from solver.prospects.endings import Endings, HeardMoments
from solver.prospects.formula import Model
from solver.rules import Rules

STEP = 20.0
"""Points of caution between two models that are played against each other."""
MOST_STEPS = 12
"""The search for a caution goes no farther."""


class Edge(NamedTuple):
    """Points a deal that one model wins from another."""

    mean: float
    error: float


def lead_in(rules: Rules, models: tuple[Model, Model], solved: Sequence[Solved]) -> list[int]:
    """Return for each deal what side 0, by the first model, scores less what side 1 does, by the second."""
    n_trumps = len(rules.trumps)
    deals = [solved[index].deal for index in range(0, len(solved), n_trumps)]
    endings = Endings(rules, models[0], SEED, moments=HeardMoments(rules, *models))
    ends = endings.draw([start_auction(rules, DEALER)], deals)
    leads = []
    for number, (ending,) in enumerate(ends):
        contract, lead = ending.contract, 0
        if contract is not None:
            one = solved[number * n_trumps + rules.trumps.index(contract.trump)]
            result: Pair = one.result
            score = deal_score(rules, contract, DEALER, result, one.belote_side)
            assert score is not None, "who bids is a taker"
            lead = lead_of(score.by_side)
        leads.append(lead)
    return leads


def find_edge(rules: Rules, model: Model, other: Model, solved: Sequence[Solved]) -> Edge:
    """Return what players of ``model`` win from those of ``other``; each deal is played on both sides."""
    here = lead_in(rules, (model, other), solved)
    there = lead_in(rules, (other, model), solved)
    edges = [(one - two) / 2 for one, two in zip(here, there, strict=True)]
    mean = sum(edges) / len(edges)
    spread = sum((edge - mean) ** 2 for edge in edges) / len(edges)
    return Edge(mean, (spread / len(edges)) ** 0.5)


def fit_caution(rules: Rules, model: Model, solved: Sequence[Solved]) -> Model:
    """Return the model with the caution against which no step more or less wins beyond its error."""
    found = model
    for _ in range(MOST_STEPS):
        others = [
            replace(found, caution=found.caution + bids, double_caution=found.double_caution + doubles)
            for bids, doubles in product((-STEP, 0.0, STEP), repeat=2)
            if bool(bids) != bool(doubles)
        ]
        edges = [(find_edge(rules, other, found, solved), other) for other in others if other.caution >= 0]
        best, other = max(edges, key=lambda one: one[0].mean)
        here, there = ((one.caution, one.double_caution) for one in (found, other))
        print(f"caution {here}: with {there} {best.mean:.1f} ± {best.error:.1f} points more")
        if best.mean <= best.error:
            break
        found = other
    return found
