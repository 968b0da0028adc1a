"""Moments of one auction weighed: how likely the calls heard by each were, in deals that serve them all."""

from collections.abc import Sequence

from solver.game import Deal
from solver.knowledge import MAX_SAMPLES, effective_samples
from solver.prospects.reading import SHARED_DRAWN, Reading, least_heard
from solver.prospects.source import Source

N_HALVED = 20
"""The times that the range of powers is halved: to a millionth."""


def weigh_moments(
    source: Source, reading: Reading, moments: Sequence[int]
) -> tuple[list[Deal], list[list[float]], list[bool]]:
    """Return deals, their parts in what each moment tells, and which moments heard calls unlike the model.

    Deals are weighed until those tell enough at every moment.  Calls that hardly fit any deal are unlike the
    model: they are heard as those of players who are so much less sharp that `least_heard` samples are left.

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
    least = least_heard(len(drawn), n_asked)
    unlike = [effective_samples(of_moment) < least for of_moment in weights]
    parts = [
        _in_parts(temper(of_moment, least) if is_unlike else of_moment)
        for of_moment, is_unlike in zip(weights, unlike, strict=True)
    ]
    return drawn, parts, unlike


def temper(weights: Sequence[float], least: float) -> list[float]:
    """Return the weights raised to the highest power, 0 to 1, that leaves so many effective samples.

    A player whose calls have chances p, to a power, makes the same choices as one whose noise is greater.
    Equal weights if too few are above 0.

    >>> [round(weight, 2) for weight in temper([1.0, 0.01, 0.01], 2)]
    [1.0, 0.25, 0.25]
    """
    most = max(weights)
    if sum(weight > 0 for weight in weights) < least:
        return [1.0] * len(weights)
    shares = [weight / most for weight in weights]
    low, high = 0.0, 1.0
    for _ in range(N_HALVED):
        middle = (low + high) / 2
        if effective_samples([share**middle for share in shares]) < least:
            high = middle
        else:
            low = middle
    return [share**low for share in shares]


def _in_parts(weights: Sequence[float]) -> list[float]:
    """Return ``weights`` as parts of their sum."""
    whole = sum(weights)
    return [weight / whole for weight in weights]
