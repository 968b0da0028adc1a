"""Estimates: means over sampled deals, with their standard errors."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import fsum, hypot, inf, sqrt
from statistics import NormalDist
from typing import Self

from solver.answer_row import row

DOUBT = 2.0
"""The number of standard errors within which a mean may well be chance."""
FEW = 30
"""Of fewer deals, the number is greater: they tell little of their own error (`errors_beyond_doubt`)."""
LEAST_ALIKE = 6
"""Deals that are all alike, and fewer, show no error, and are no proof that there is none.

That so many agree is chance in one of 64, at even odds: as seldom as `DOUBT` errors.
"""
UNLIKE = 20.0
"""Where deals tell no more than so many of equal weight, the calls are unlike the model that reads them."""
DIGITS = 3
"""Decimals of expectations in JSON."""
_NOTHING = 1e-9
"""A mean nearer to 0 than that is 0, and only seems not to be by rounding: weights are no exact numbers."""
MAX_EXACT_COUNT = 2**53
"""The greatest count given exactly; greater ones have three digits, as JSON readers may not hold more."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over the deals sampled, and its standard error: 0 when those were all."""

    mean: float = field(metadata=row("", name="", digits=DIGITS))
    error: float = field(metadata=row("Its standard error.", name="_error", low=0, digits=DIGITS))
    doubt: float = DOUBT
    """The number of standard errors within which the mean may well be chance."""

    @property
    def is_sure(self) -> bool:
        """True if it is above 0 beyond doubt."""
        return self.doubt < inf and self.mean > self.doubt * self.error

    def by_few(self, n: float, *, is_alike: bool = False) -> Self:
        """Return the estimate with the doubt of few deals, which may not have shown all of ``error``.

        n: how many deals of equal weight would tell as much; not for estimates by all deals.
        is_alike: they are as good as all alike (`are_alike`), so that ``error`` is not that of many.

        >>> [Estimate(9.0, 3.0).by_few(n).is_sure for n in (3, 5, 60)]
        [False, True, True]
        >>> Estimate(9.0, 0.0).by_few(3).is_sure, Estimate(9.0, 0.0).by_few(6).is_sure
        (False, True)
        """
        if n >= FEW:
            return self
        is_unknown = (is_alike or not self.error) and n < LEAST_ALIKE
        return replace(self, doubt=inf if is_unknown else errors_beyond_doubt(n))

    def with_error(self, other: float) -> Self:
        """Return the mean with another error besides, which has nothing to do with its own."""
        return replace(self, error=hypot(self.error, other)) if other else self


def estimate(numbers: Sequence[float], n_deals: int, weights: Sequence[float] | None = None) -> Estimate:
    """Estimate the mean over ``n_deals`` from ``numbers``, one for each deal drawn without repetition.

    There must be at least two numbers, or one for every deal.  The error allows for the share of the deals
    that was drawn (W. G. Cochran, *Sampling Techniques*, section 2.6).  With ``weights``, of which some are
    above 0, the mean is a ratio of two sums, and its error that of section 6.3, to first order.
    """
    n = len(numbers)
    if weights is None:
        total = sum(numbers)
        if n == n_deals:
            return Estimate(total / n, 0.0)
        spread = n * sum(number * number for number in numbers) - total * total
        return Estimate(total / n, sqrt(max(spread, 0) / (n * n * (n - 1)) * (1 - n / n_deals)))
    if min(numbers) == max(numbers):
        # By their weights they would seem to differ, by rounding.
        return Estimate(float(numbers[0]), 0.0)
    whole = fsum(weights)
    mean = weigh(numbers, weights) / whole
    if abs(mean) < _NOTHING:
        mean = 0.0
    if n == n_deals:
        return Estimate(mean, 0.0)
    spread = fsum((weight * (number - mean)) ** 2 for weight, number in zip(weights, numbers, strict=True))
    return Estimate(mean, sqrt(spread * n / (n - 1) * (1 - n / n_deals)) / whole)


def weigh(numbers: Sequence[float], weights: Sequence[float]) -> float:
    """Return the sum of the numbers, each as often as its weight says, whatever the order of the deals."""
    return fsum(weight * number for weight, number in zip(weights, numbers, strict=True))


def spread_left(
    numbers: Sequence[float], order: Sequence[float], weights: Sequence[float] | None = None
) -> float:
    """Return the part of the square of an error that is left, 0 to 1, of deals that were drawn in order.

    Where deals are drawn at equal steps along something that goes with the numbers, their chance is that of
    neighbours: the mean square of the differences of those, over that of all (K. M. Wolter, *Introduction to
    Variance Estimation*, 2nd edition, section 8.2, the estimator v₂).

    order: what the deals were ordered by, one for each of ``numbers``; equal ones lie as they come.
    weights: as for `estimate`.

    >>> spread_left([1.0, 4.0, 2.0, 3.0], [1.0, 4.0, 2.0, 3.0])
    0.3
    """
    n = len(numbers)
    weighed = [1.0] * n if weights is None else weights
    whole = sum(weighed)
    mean = sum(weight * number for weight, number in zip(weighed, numbers, strict=True)) / whole
    parts = [weight * (number - mean) for weight, number in zip(weighed, numbers, strict=True)]
    spread = sum(part * part for part in parts)
    if n < 2 or not spread:
        return 1.0
    along = [parts[place] for place in sorted(range(n), key=order.__getitem__)]
    steps = sum((one - other) ** 2 for one, other in pairwise(along)) / 2
    return min(steps / spread, 1.0)


def estimate_share(
    shown: Sequence[float], n_deals: int, weights: Sequence[float] | None = None, left: float = 1.0
) -> Estimate:
    """Estimate the share of ``n_deals`` that show something, from ``shown``: 1 for each deal that does, or 0.

    There is doubt also where all of them do, or none: `DOUBT` errors reach to the farther limit of
    `wilson_limits`.  Other arguments are as for `estimate`.

    left: the part of the square of the error that is left (`spread_left`).

    >>> found = estimate_share([1.0] * 100, 10**6)
    >>> found.mean, round(found.error, 3)
    (1.0, 0.019)
    """
    found = estimate(shown, n_deals, weights)
    if len(shown) == n_deals:
        return found
    low, high = wilson_limits(found.mean, _weight_of(shown, weights) / left)
    unseen = sqrt(1 - len(shown) / n_deals)
    return Estimate(found.mean, max(found.mean - low, high - found.mean) / DOUBT * unseen)


def unseen_error(shown: Sequence[float], n_deals: int, weights: Sequence[float] | None = None) -> float:
    """Return how much of the error of a share the deals do not show: all of it where they are all alike.

    Arguments are as for `estimate_share`.

    >>> round(unseen_error([1.0] * 100, 10**6), 4), unseen_error([0.0, 1.0] * 50, 10**6)
    (0.0096, 0.0)
    """
    found = estimate(shown, n_deals, weights)
    if len(shown) == n_deals:
        return 0.0
    low, high = wilson_limits(found.mean, _weight_of(shown, weights))
    whole = ((high - low) / (2 * DOUBT)) ** 2 * (1 - len(shown) / n_deals)
    return sqrt(max(whole - found.error**2, 0.0))


def wilson_limits(share: float, n: float) -> tuple[float, float]:
    """Return the limits within which a share may well lie that was found in ``n`` deals of equal weight.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the
    American Statistical Association 22 (1927), with `DOUBT` standard errors.
    """
    square = DOUBT * DOUBT / n
    middle = (share + square / 2) / (1 + square)
    half = DOUBT * sqrt(share * (1 - share) / n + square / (4 * n)) / (1 + square)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def errors_beyond_doubt(n: float, n_compared: int = 1) -> float:
    """Return how many standard errors a mean over ``n`` deals of equal weight must be from 0 to be no chance.

    For many deals they are `DOUBT`, for few more, as few tell little of their own error (Student's t, by M.
    Abramowitz and I. A. Stegun, *Handbook of Mathematical Functions*, 26.7.5); infinite for one.  The
    greatest of ``n_compared`` means seems great by chance alone, the oftener the more there are (C. E.
    Bonferroni's inequality).

    >>> [round(errors_beyond_doubt(n), 2) for n in (1000, 30, 8, 3)]
    [2.0, 2.09, 2.43, 4.37]
    >>> round(errors_beyond_doubt(1000, 20), 2)
    3.06
    """
    freedom, normal = n - 1, NormalDist()
    if freedom <= 0:
        return inf
    z = normal.inv_cdf(1 - normal.cdf(-DOUBT) / n_compared)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def _weight_of(numbers: Sequence[float], weights: Sequence[float] | None) -> float:
    return len(numbers) if weights is None else effective_samples(weights)


def effective_samples(weights: Sequence[float]) -> float:
    """Return the number of deals of equal weight that would tell as much; 0 if all weights are 0.

    L. Kish, *Survey Sampling* (1965), section 11.7.

    >>> effective_samples([1, 1, 1, 0])
    3.0
    """
    squares = sum(weight * weight for weight in weights)
    return sum(weights) ** 2 / squares if squares else 0.0


def are_alike(numbers: Sequence[float], weights: Sequence[float]) -> bool:
    """True if the numbers other than the commonest weigh together less than one deal of equal weight.

    >>> are_alike([5, 5, 5, 0], [1, 1, 1, 1e-9]), are_alike([5, 5, 5, 0], [1, 1, 1, 1])
    (True, False)
    """
    whole, of_each = fsum(weights), dict[float, float]()
    for number, weight in zip(numbers, weights, strict=True):
        of_each[number] = of_each.get(number, 0.0) + weight
    others = whole - max(of_each.values())
    return others * effective_samples(weights) < whole * (1 - _NOTHING)


def fits_few(samples: float, n_deals: int) -> bool:
    """True if calls fit so few of the deals weighed that they are not those of the model's players.

    samples: the `effective_samples` of all ``n_deals``; where these are few, half of them are enough.
    """
    return samples < min(UNLIKE, n_deals / 2)


def exact_count(n_deals: int) -> float:
    """Return a count as every reader of JSON can hold it: above `MAX_EXACT_COUNT`, to three digits."""
    return n_deals if n_deals <= MAX_EXACT_COUNT else float(f"{n_deals:.3g}")
