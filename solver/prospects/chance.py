"""The errors of means over deals chosen in order, and the doubt about the model that weighed them."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, repeat
from math import inf, sqrt

from solver.knowledge import Estimate, effective_samples, spread_left


@dataclass(frozen=True, slots=True)
class Steps:
    """Equal steps along what deals promise, at which some were chosen of those that were weighed."""

    order: Sequence[float]
    """The points that each of the deals chosen promises."""
    n_likely: float
    """The number of deals of equal weight that tell as much as those weighed; infinite if they are all."""

    @classmethod
    def along(
        cls, promises: Sequence[float], chosen: Sequence[int], weights: Sequence[float], n_deals: int
    ) -> "Steps":
        """Return the steps of a choice.

        promises, weights: for each deal weighed.
        chosen: the places of those that were chosen.
        n_deals: the deals that there are; if all are weighed, what they tell has no chance.
        """
        n_likely = inf if len(weights) == n_deals else effective_samples(weights)
        return cls([promises[number] for number in chosen], n_likely)

    def spread_left(self, numbers: Sequence[float | None], weights: Sequence[float] | None) -> float:
        """Return the part of the square of the error of a mean that is left by the order, 0 to 1.

        It is that of neighbours; of the rest there is as much as the chance of the deals weighed.  Where a
        limit left some deals unsolved there is as much of it as these are of all, too: those before it lie at
        no equal steps, but are a random part of them (W. G. Cochran, *Sampling Techniques*, section 2.6).

        numbers, weights: for the first of the deals chosen; those without a number are left out.
        """
        rows = zip(numbers, self.order, weights or repeat(1.0), strict=False)
        held = [(number, place, weight) for number, place, weight in rows if number is not None]
        shown, order, weighed = (list(column) for column in zip(*held, strict=True))
        spread = spread_left(shown, order, weighed)
        spread += (1 - spread) * (1 - len(numbers) / len(self.order))
        return spread + (1 - spread) * min(effective_samples(weighed) / self.n_likely, 1.0)


def add_doubt(
    found: Estimate,
    numbers: Sequence[float | None],
    weights: Sequence[float],
    gains: Sequence[Sequence[float]],
) -> Estimate:
    """Return an estimate with what the model may err by in its error.

    It is how far the mean would move, to first order, if callers were of other kinds, squared and added up;
    never beyond the least and the greatest of the numbers, as no weights move a mean so far.

    gains: for each kind, the logarithms of how much likelier each deal is by it.
    """
    square = found.error**2
    for of_kind in gains:
        rows = [row for row in zip(weights, of_kind, numbers, strict=False) if row[2] is not None]
        whole = sum(weight for weight, *_ in rows)
        mean = sum(weight * gain for weight, gain, _ in rows) / whole
        apart = [(n or 0.0) - found.mean for *_, n in rows]
        moved = (
            sum(weight * (gain - mean) * n for (weight, gain, _), n in zip(rows, apart, strict=True)) / whole
        )
        square += min(max(moved, min(apart)), max(apart)) ** 2
    return Estimate(found.mean, sqrt(square))


def weighted_quantiles(
    numbers: Sequence[float], weights: Sequence[float], parts: Sequence[float]
) -> list[float]:
    """Return, for each of ``parts``, 0 to 1, the least of ``numbers`` that this part of the weights reaches.

    Raises ValueError if no weight is above 0.
    """
    ranked = sorted(pair for pair in zip(numbers, weights, strict=True) if pair[1] > 0)
    reached = list(accumulate(weight for _, weight in ranked))
    if not reached:
        raise ValueError("too few deals are solved for a quantile")
    return [ranked[bisect_left(reached, part * reached[-1])][0] for part in parts]
