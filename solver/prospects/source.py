"""The source of deals: all that agree with a hand, in the names of a form, and the draw among them."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import log

from solver.game import Deal
from solver.knowledge import ConsistentDeals, Sampling, Viewpoint, draw_deals
from solver.prospects.formula import Model, hold
from solver.prospects.kept import Names, keep_solved
from solver.prospects.matrix import Matrix
from solver.prospects.reading import MOST_DRAWN, Reading, is_enough


@dataclass(frozen=True)
class Source:
    """Where the deals of a hand come from: all that agree with it, in the names of a form, and the draw."""

    viewpoint: Viewpoint
    sampling: Sampling
    names: Names

    @cached_property
    def form(self) -> Viewpoint:
        """The viewpoint in the names of the form."""
        return self.viewpoint.renamed(self.names.suits, self.names.seats)

    @cached_property
    def deals(self) -> ConsistentDeals:
        """All deals of the form that agree."""
        return self.form.deals()

    @property
    def is_exhaustive(self) -> bool:
        """True if no more deals agree than are asked for."""
        return self.deals.count <= self.sampling.samples

    def draw(self, samples: int) -> Iterator[Deal]:
        """Yield so many deals of the form, or all."""
        return draw_deals(self.deals, replace(self.sampling, samples=samples), 0)

    def base(self) -> Matrix:
        """Return the matrix of the deals drawn first."""
        return self.matrix(self.sampling, lambda: tuple(self.draw(self.sampling.samples)))

    def matrix(self, key: Hashable, draw: Callable[[], Sequence[Deal]]) -> Matrix:
        """Return the matrix of the deals that ``draw`` returns, one for each ``key``; they are kept by it."""
        if key not in self._matrices:
            solved = keep_solved(self.form, key, draw)
            self._matrices[key] = Matrix(self.form, solved.deals, solved)
        return self._matrices[key]

    @cached_property
    def _matrices(self) -> dict[Hashable, Matrix]:
        return {}

    def weight(self, reading: Reading, deal: Deal) -> float:
        """Return the chance of the calls of the other players, in a deal of the form."""
        return reading.weight(self._hands(deal))

    def weigh(self, reading: Reading, n_likely: int) -> tuple[list[Deal], list[float]]:
        """Draw and weigh deals until they tell as much as ``n_likely`` of equal weight, or `MOST_DRAWN`."""
        drawn, weights = list[Deal](), list[float]()
        for deal in self.draw(MOST_DRAWN):
            drawn.append(deal)
            weights.append(self.weight(reading, deal))
            # Looked at now and then: a sum over all at each deal would take longer than the deal.
            if len(drawn) % self.sampling.samples == 0 and is_enough(weights, n_likely):
                break
        return drawn, weights

    def gains(self, reading: Reading, deals: Sequence[Deal]) -> list[list[float]]:
        """Return, for each other kind of players, how much likelier the same calls are of them in each deal.

        Logarithms; 0 where the calls are never made.
        """
        found = [list[float]() for _ in reading.doubted]
        for deal in deals:
            hands = self._hands(deal)
            chance = reading.weight(hands)
            for other, of_kind in zip(reading.doubted, found, strict=True):
                by_other = other.weight(hands)
                of_kind.append(log(by_other / chance) if chance and by_other else 0.0)
        return found

    def weights(self, reading: Reading, deal: Deal) -> list[float]:
        """Return, for each number of calls heard from 0 on, the chance of those of the other players."""
        return reading.weights(self._hands(deal))

    def promises(self, reading: Reading, deals: Sequence[Deal]) -> list[float]:
        """Return what deals of the form promise, in points: partners' hands less those of opponents.

        They are taken by the formula of the model, under the trumps that stand, or else the player's best.
        """
        rules, seat = self.viewpoint.rules, self.viewpoint.seat
        trump = reading.trump or self._best_trump(reading.model)
        formula = reading.model.formula(trump)
        return [
            sum(
                formula.worth(hand, trump) * (1 if rules.are_partners(seat, other) else -1)
                for other, hand in self._hands(deal).items()
            )
            for deal in deals
        ]

    def _best_trump(self, model: Model) -> str:
        """Return the trumps in which the player's hand is worth most."""
        rules = self.viewpoint.rules
        hand = hold(rules, self.viewpoint.hand)
        return max(rules.trumps, key=lambda trump: model.formula(trump).worth(hand, trump))

    def _hands(self, deal: Deal) -> dict[str, dict[str, frozenset[str]]]:
        """Return the ranks that the other players hold in a deal of the form, by suit."""
        rules, seat = self.viewpoint.rules, self.viewpoint.seat
        others = [other for other in rules.players if other != seat]
        return {other: self.names.holding(rules, deal, other) for other in others}
