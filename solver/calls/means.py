"""Means over the deals of what choices score, each held against the best of them."""

from collections.abc import Sequence
from itertools import repeat
from typing import NamedTuple

from solver.game import sign_of
from solver.knowledge import Estimate, estimate, estimate_share
from solver.rules import Rules

Scores = tuple[float, float]
"""The scores of side 0 and side 1 in a deal."""


class Worth(NamedTuple):
    """The means of one choice."""

    score: dict[str, float]
    """By side."""
    lead: Estimate
    """Of the player's side less the other."""
    swing: Estimate
    """The points given away against the best choice, deal by deal."""


class Means:
    """Means over some of the deals that agree with what a player sees, of equal weight or not."""

    def __init__(self, rules: Rules, seat: str, n_deals: int, weights: Sequence[float] | None = None) -> None:
        """Take what the player of ``seat`` sees.

        n_deals: the deals that agree; means over all of them have no error.
        weights: one for each deal of which numbers are told; None if all are equal.
        """
        self._rules = rules
        self._sign = sign_of(rules.side_of(seat))
        self._n_deals = n_deals
        self._weights = weights

    def worths(self, scored: Sequence[Sequence[Scores]]) -> list[Worth]:
        """Return the means of each choice, of which ``scored`` has the scores deal by deal."""
        leads = [self.leads(scores) for scores in scored]
        means = [self.mean(of) for of in leads]
        best = leads[max(range(len(means)), key=lambda place: means[place].mean)]
        return [
            Worth(
                self.score(scores),
                mean,
                self.mean([most - own for most, own in zip(best, of, strict=True)]),
            )
            for scores, of, mean in zip(scored, leads, means, strict=True)
        ]

    def leads(self, scores: Sequence[Scores]) -> list[float]:
        """Return what the player's side scores less the other, deal by deal."""
        return [self._sign * (first - second) for first, second in scores]

    def score(self, scores: Sequence[Scores]) -> dict[str, float]:
        """Return the mean score of each side."""
        return {
            name: self.mean([score[side] for score in scores]).mean
            for side, name in enumerate(self._rules.side_names)
        }

    def share(self, shown: Sequence[float]) -> Estimate:
        """Estimate the share of the deals that show something: 1 for each that does, or 0."""
        return estimate_share(shown, self._n_deals, self._weights)

    def mean(self, numbers: Sequence[float]) -> Estimate:
        """Estimate the mean of numbers, one for each deal."""
        return estimate(numbers, self._n_deals, self._weights)

    def break_even(
        self, leads: Sequence[float], others: Sequence[float], made: Sequence[float], *, is_double: bool
    ) -> float | None:
        """Return the share of made contracts at which one choice pays as much as another: `break_even`."""
        return break_even(leads, others, made, self._weights, is_double=is_double)


def break_even(
    leads: Sequence[float],
    others: Sequence[float],
    made: Sequence[float],
    weights: Sequence[float] | None = None,
    *,
    is_double: bool = False,
) -> float | None:
    """Return the share of made contracts at which one choice pays as much as another.

    What the one wins or loses against the other is averaged over the deals in which its contract is made, and
    over those in which it is not; the share is the one at which the two weigh the same.  None where the one
    pays at every share, or at none, and where it is not its contract that decides: a bid that pays in the
    deals in which it would fail pays by what the others say to it.

    leads, others: what the player's side scores less the other, deal by deal, by the one and by the other.
    made: 1 for each deal in which the contract is made, else 0.
    weights: one for each deal, or for more; None if all are equal.
    is_double: the one is a double, which pays where the contract fails.

    >>> break_even([10, 10, -20], [0, 0, 0], [1, 1, 0])
    0.6666666666666666
    """
    means = []
    for wanted in (1, 0):
        held = [
            (weight, own - other)
            for weight, own, other, one in zip(weights or repeat(1.0), leads, others, made, strict=False)
            if one == wanted
        ]
        whole = sum(weight for weight, _ in held)
        if not whole:
            return None
        means.append(sum(weight * gain for weight, gain in held) / whole)
    won, lost = means
    decides = won < 0 < lost if is_double else lost < 0 < won
    return lost / (lost - won) if decides else None
