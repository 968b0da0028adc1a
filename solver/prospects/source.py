"""The source of deals: all that agree with a hand, in the names of a form, and the draw among them."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import log

from solver.game import Deal
from solver.knowledge import ConsistentDeals, Sampling, Viewpoint, draw_deals
from solver.prospects.kept import Names, keep_matrix
from solver.prospects.matrix import Matrix
from solver.prospects.reading import Reading


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
        """Return the matrix of the deals that ``draw`` returns, kept by ``key``."""
        return keep_matrix(self.form, key, draw)

    def weight(self, reading: Reading, deal: Deal) -> float:
        """Return the chance of the calls of the other players, in a deal of the form."""
        return reading.weight(self._hands(deal))

    def gain(self, reading: Reading, deal: Deal) -> float:
        """Return the logarithm of how much likelier the same calls are of players half as sharp.

        0 where they are never made.
        """
        hands = self._hands(deal)
        chance, softer = reading.weight(hands), reading.softened.weight(hands)
        return log(softer / chance) if chance and softer else 0.0

    def weights(self, reading: Reading, deal: Deal) -> list[float]:
        """Return, for each number of calls heard from 0 on, the chance of those of the other players."""
        return reading.weights(self._hands(deal))

    def _hands(self, deal: Deal) -> dict[str, dict[str, frozenset[str]]]:
        """Return the ranks that the other players hold in a deal of the form, by suit."""
        rules, seat = self.viewpoint.rules, self.viewpoint.seat
        others = [other for other in rules.players if other != seat]
        return {other: self.names.holding(rules, deal, other) for other in others}
