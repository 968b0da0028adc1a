"""Moments of one auction weighed: how likely the calls heard by each were, in deals that serve them all."""

from collections.abc import Sequence

from solver.game import Deal
from solver.knowledge import MAX_SAMPLES, effective_samples
from solver.prospects.reading import SHARED_DRAWN, Reading, soften
from solver.prospects.source import Source


def weigh_moments(
    source: Source, reading: Reading, moments: Sequence[int]
) -> tuple[list[Deal], list[list[float]], list[bool]]:
    """Return deals, their parts in what each moment tells, and which moments heard calls unlike the model.

    Deals are weighed until those tell enough at every moment.  Calls that hardly fit any deal are unlike the
    model: they are heard less sharply (`soften`).

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
    heard = [soften(of_moment, n_asked) for of_moment in weights]
    return drawn, [_in_parts(of_moment) for of_moment, _ in heard], [is_unlike for _, is_unlike in heard]


def _in_parts(weights: Sequence[float]) -> list[float]:
    """Return ``weights`` as parts of their sum."""
    whole = sum(weights)
    return [weight / whole for weight in weights]
