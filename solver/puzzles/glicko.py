"""Glicko-2: ratings that say how sure they are, of puzzles and of those who try them.

After M. E. Glickman, "Example of the Glicko-2 system" (Boston University, 2013; glicko.net), step by step.
A puzzle and its solver play one game: who solves it wins, who fails loses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178
"""Points of a rating in one unit of the inner scale."""
USUAL_RATING = 1500
"""The rating of a puzzle or a solver of whom nothing is known."""
MIN_RATING, MAX_RATING = 100.0, 4000.0
MIN_DEVIATION, MAX_DEVIATION = 30.0, 350.0
USUAL_VOLATILITY, MAX_VOLATILITY = 0.06, 0.1
USUAL_TAU = 0.75
"""The change of volatility that is to be expected; the paper asks for 0.3 to 1.2."""
PRECISION = 1e-6
"""Of the logarithm of the volatility's square."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its deviation and volatility.

    The true strength lies within two deviations of the rating with a probability of 95 %.

    Raises:
        ValueError: a number is out of range.
    """

    rating: float = float(USUAL_RATING)
    """From `MIN_RATING` to `MAX_RATING`; `USUAL_RATING` for who is unknown."""
    deviation: float = MAX_DEVIATION
    """From `MIN_DEVIATION` to `MAX_DEVIATION`; the latter for who is unknown."""
    volatility: float = USUAL_VOLATILITY
    """The change of strength to be expected in a period, on the inner scale; above 0, to `MAX_VOLATILITY`."""

    def __post_init__(self) -> None:
        if not MIN_RATING <= self.rating <= MAX_RATING:
            raise ValueError(f"a rating is from {MIN_RATING:.0f} to {MAX_RATING:.0f}")
        if not MIN_DEVIATION <= self.deviation <= MAX_DEVIATION:
            raise ValueError(f"a deviation is from {MIN_DEVIATION:.0f} to {MAX_DEVIATION:.0f}")
        if not 0 < self.volatility <= MAX_VOLATILITY:
            raise ValueError(f"a volatility is above 0, and at most {MAX_VOLATILITY}")

    def wait(self, n_periods: int = 1) -> "Rating":
        """Return the rating after periods without a game: the same, but less sure."""
        deviation = sqrt((self.deviation / SCALE) ** 2 + n_periods * self.volatility**2) * SCALE
        return Rating(self.rating, min(deviation, MAX_DEVIATION), self.volatility)

    def expect(self, other: "Rating") -> float:
        """Return the score to be expected against another, 0 to 1."""
        return 1 / (1 + exp(-_impact(other) * (self.rating - other.rating) / SCALE))

    def rate(self, games: Sequence[tuple["Rating", float]], tau: float = USUAL_TAU) -> "Rating":
        """Return the rating after one period.

        games: each opponent as they were before the period, and the score against them: 1 for a win, 0 for
            a loss, 0.5 for a draw.
        tau: above 0; the smaller, the less a surprise changes the volatility.

        Raises:
            ValueError: a score is not from 0 to 1, or ``tau`` is not above 0.
        """
        # Step 1. Without a game only the deviation grows.
        if tau <= 0:
            raise ValueError("tau is above 0")
        if any(not 0 <= score <= 1 for _, score in games):
            raise ValueError("a score is from 0 to 1")
        if not games:
            return self.wait()
        # Step 2. The inner scale (step 2 of the paper).
        deviation = self.deviation / SCALE
        # Steps 3 and 4. The variance of the rating by these games alone, and the improvement that they show.
        information = surprise = 0.0
        for other, score in games:
            expected, impact = self.expect(other), _impact(other)
            information += impact**2 * expected * (1 - expected)
            surprise += impact * (score - expected)
        variance = 1 / information
        # Step 5. The new volatility.
        volatility = _find_volatility(self.volatility, deviation**2, variance, variance * surprise, tau)
        volatility = min(volatility, MAX_VOLATILITY)
        # Steps 6 to 8. The new deviation and rating.
        before = deviation**2 + volatility**2
        after = 1 / (1 / before + information)
        rating = self.rating + SCALE * after * surprise
        return Rating(
            rating=min(max(rating, MIN_RATING), MAX_RATING),
            deviation=min(max(sqrt(after) * SCALE, MIN_DEVIATION), MAX_DEVIATION),
            volatility=volatility,
        )


def _impact(other: Rating) -> float:
    """Return the weight of a game: the less is known of the opponent, the less it is (g in the paper)."""
    return 1 / sqrt(1 + 3 * (other.deviation / SCALE / pi) ** 2)


def _find_volatility(
    before: float, deviation_squared: float, variance: float, improvement: float, tau: float
) -> float:
    """Return the new volatility, by the Illinois variant of regula falsi (step 5 of the paper)."""
    spread = deviation_squared + variance
    start = log(before**2)

    def slope(x: float) -> float:
        grown = exp(x)
        pull = grown * (improvement**2 - spread - grown) / (2 * (spread + grown) ** 2)
        return pull - (x - start) / tau**2

    # Step 1. Two points with the root between them.
    low = start
    if improvement**2 > spread:
        high = log(improvement**2 - spread)
    else:
        n_steps = 1
        while slope(start - n_steps * tau) < 0:
            n_steps += 1
        high = start - n_steps * tau
    # Step 2. The interval is narrowed.
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
