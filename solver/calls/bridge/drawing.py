"""Deals of bridge that agree with the hands in sight, the likelier by the contract the oftener."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from solver.engine import Budget
from solver.game import Contract, Deal
from solver.knowledge import (
    MAX_SAMPLES,
    UNLIKE,
    Sampling,
    Viewpoint,
    draw_deals,
    draw_numbers,
    effective_samples,
)
from solver.prospects import ContractReading, PairModel, choose

DRAWN_AT_ONCE = 4000
"""The deals that are weighed by the contract, up to `MAX_SAMPLES` where few of them fit.

Of these as many as asked for are solved.
"""


@dataclass(frozen=True)
class Drawn:
    """The deals that are to be solved."""

    deals: Sequence[Deal]
    n_deals: int
    """Those that agree with what is seen."""
    weights: Sequence[float] | None = None
    model: PairModel | None = None
    is_unlike: bool = False


def draw(
    viewpoint: Viewpoint,
    contract: Contract | None,
    sampling: Sampling,
    budget: Budget | None = None,
) -> Drawn:
    """Draw deals that agree with the hands in sight, the likelier by the contract the oftener.

    contract: the one that stands, with the vulnerable sides; None if nobody has bid.
    When ``budget`` is late, no more are weighed than are asked for.
    """
    agreeing = viewpoint.deals()
    if contract is None or viewpoint.partner or sampling.bids != "read":
        return Drawn(list(draw_deals(agreeing, sampling, 0)), agreeing.count)
    reading = ContractReading(viewpoint.rules, contract)
    # Only the deals that are chosen are dealt out; to weigh the others the hands of the pair are enough.
    numbers, weights = list[int](), list[float]()
    for number in draw_numbers(agreeing, replace(sampling, samples=MAX_SAMPLES), 0):
        numbers.append(number)
        weights.append(reading.weight_of_hands({**viewpoint.in_sight, **agreeing.hidden_hands(number)}))
        if budget is not None and budget.is_late and len(numbers) >= sampling.samples:
            break
        # Looked at now and then: a sum over all at each deal would take longer than the deal.
        is_whole = len(numbers) % max(DRAWN_AT_ONCE, sampling.samples) == 0
        if is_whole and effective_samples(weights) >= UNLIKE:
            break
    chosen = choose(weights, sampling.samples, Random(sampling.seed))
    return Drawn(
        [agreeing[numbers[place]] for place in chosen],
        agreeing.count,
        tuple(chosen.values()),
        reading.model,
        effective_samples(weights) < UNLIKE,
    )
