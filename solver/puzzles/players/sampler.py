"""The player who samples: hidden hands, and a few deals that agree with what they know, each solved."""

from collections.abc import Mapping
from dataclasses import dataclass

from solver.cards import Card
from solver.engine import Limit, Solver
from solver.game import Position, sign_of
from solver.knowledge import ConsistentDeals, Sampling, draw_deals, find_knowledge
from solver.puzzles.players.player import units_of

USUAL_DEALS = 10
USUAL_NODES = 2_000_000
"""The most nodes for all deals of one position: about a tenth of a second."""
TABLE_MIB = 16


@dataclass(frozen=True, slots=True)
class SamplingPlayer:
    """Does not see the hidden hands; plays the card that is best on average in deals drawn at random.

    The deals drawn depend on the seed, on the number of cards played and on what the player knows.
    """

    n_deals: int = USUAL_DEALS
    seed: int = 1
    """Of the deals drawn; not that of the fair verdict, by which a hidden puzzle is proved."""
    nodes: int = USUAL_NODES
    """The most nodes for one position; each deal has an equal share, and counts only if it is solved."""
    has_taste: bool = True

    @property
    def name(self) -> str:
        """The word for the player in figures."""
        return f"samples_{self.n_deals}"

    def worths(self, position: Position) -> Mapping[Card, float]:
        """Return the mean result after each card, own minus other; the same for all if no deal was solved."""
        sums = dict.fromkeys(position.legal_plays(), 0)
        n_solved, guess = 0, None
        deals = ConsistentDeals(find_knowledge(position))
        limit = Limit(nodes=max(self.nodes // self.n_deals, 1), table_mib=TABLE_MIB)
        solver = Solver(position, limit.table_mib)
        for deal in draw_deals(deals, Sampling(self.n_deals, self.seed), len(position.plays)):
            believed = position.with_deal(deal)
            answer = solver.redealt(believed).solve(believed, limit, guess=guess, with_line=False)
            if not answer.exact:
                continue
            n_solved += 1
            # Most deals are worth about as much as the one before: the search looks there first.
            guess = sign_of(position.side_to_play) * answer.bounds.low
            for card in answer.cards:
                sums[card.card] += card.bounds.low
        scale = max(n_solved, 1) * units_of(position.rules)
        return {card: total / scale for card, total in sums.items()}


SAMPLER = SamplingPlayer()
