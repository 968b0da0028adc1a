"""Moments of one auction weighed: how likely the calls heard by each were, in deals that serve them all."""

from collections.abc import Sequence

from solver.game import Deal
from solver.knowledge import MAX_SAMPLES, effective_samples
from solver.prospects.reading import FLOOR, LEAST_HEARD, SHARED_DRAWN, Reading
from solver.prospects.source import Source


def weigh_moments(
    source: Source, reading: Reading, moments: Sequence[int]
) -> tuple[list[Deal], list[list[float]], list[bool]]:
    """Return deals, their parts in what each moment tells, and which moments hear nothing.

    Deals are weighed until those tell enough at every moment.  Calls that hardly fit any deal are not heard:
    then all deals count alike.

    moments: for each, how many of the calls of ``reading`` are heard.
    """
    # Step 1. The deals, with the chance of what each moment has heard.
    drawn, weights, n_asked = list[Deal](), [list[float]() for _ in moments], source.sampling.samples
    for deal in source.draw(min(SHARED_DRAWN * n_asked, MAX_SAMPLES)):
        chances = source.weights(reading, deal)
        drawn.append(deal)
        for moment, of_moment in zip(moments, weights, strict=True):
            of_moment.append(chances[moment])
        if len(drawn) % n_asked == 0 and min(map(effective_samples, weights)) >= n_asked:
            break
    # Step 2. The parts.
    least = min(LEAST_HEARD, FLOOR * len(drawn))
    unheard = [effective_samples(of_moment) < least for of_moment in weights]
    parts = [
        _in_parts([1.0] * len(drawn) if is_unheard else of_moment)
        for of_moment, is_unheard in zip(weights, unheard, strict=True)
    ]
    return drawn, parts, unheard


def _in_parts(weights: Sequence[float]) -> list[float]:
    """Return ``weights`` as parts of their sum."""
    whole = sum(weights)
    return [weight / whole for weight in weights]
