"""Sampling: what a request asks of the fair verdict, and the deals that are drawn for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal, Self, get_args

from solver.game import Deal
from solver.json_text import MAX_INTEGER
from solver.knowledge.deals import ConsistentDeals
from solver.sentences import any_of
from solver.whole_numbers import check_whole

MAX_SAMPLES = 10_000
"""The most deals that one card may be judged by."""
PlaysJudged = Literal["mistakes", "all"]
"""The cards of a log that a fair verdict judges, as `Sampling.plays` says."""
PLAYS_JUDGED: tuple[PlaysJudged, ...] = get_args(PlaysJudged)
BidsRead = Literal["read", "ignored"]
"""The use that a fair verdict makes of the calls, as `Sampling.bids` says."""
BIDS_READ: tuple[BidsRead, ...] = get_args(BidsRead)


USUAL_SAMPLES = 60
USUAL_NODES = 10_000_000
"""About half a second of one core in games for points, a second in games for tricks."""


CALL_SAMPLES = 60
CALL_NODES = 18_000_000
"""For the calls of a deal; with the drawing of deals two to three seconds of one core."""


LEAST_DEALS = 2
"""The fewest deals to judge a card or a call by, unless no more agree: one tells nothing of its own error."""
USUAL_HAND_DEALS = 100
"""The deals by which a hand is judged where no number is stated."""
USUAL_PAIR_DEALS = 30
"""The same with both hands of a pair of bridge, whose deals are solved in all twenty contracts."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """The deals that each card is judged by; the same seed draws the same deals anywhere, at any time.

    Raises ValueError for numbers out of range.

    >>> Sampling(samples=20, seed=7)
    Sampling(samples=20, seed=7, plays='mistakes', nodes=None, bids='read')
    """

    samples: int = USUAL_SAMPLES
    """Deals for each card, 1 to `MAX_SAMPLES`; all that agree with the player's knowledge if fewer do."""
    seed: int = 0
    """From 0 to `MAX_INTEGER`."""
    plays: PlaysJudged = "mistakes"
    """``mistakes``: the cards that gave something away with all cards known; ``all``: every card played with
    a choice."""
    nodes: int | None = None
    """The most nodes for all cards of one deal of a log; None for as many as the limit allows.

    The cards share them, those with the fewest cards left first.  A card that needs more is judged by fewer
    deals, the same on every machine.
    """
    bids: BidsRead = "read"
    """``read``: deals count by how likely the calls of the auction were in them, where the log states it and
    the game has a model of callers, in bridge how likely the contract was; ``ignored``: all deals count
    alike."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "samples", check_whole("samples", self.samples, 1, MAX_SAMPLES))
        object.__setattr__(self, "seed", check_whole("seed", self.seed, 0, MAX_INTEGER))
        if self.plays not in PLAYS_JUDGED:
            raise ValueError(f"plays must be {any_of(PLAYS_JUDGED).say()}")
        if self.bids not in BIDS_READ:
            raise ValueError(f"bids must be {any_of(BIDS_READ).say()}")
        if self.nodes is not None:
            object.__setattr__(self, "nodes", check_whole("nodes", self.nodes, 1))

    @classmethod
    def asked(
        cls,
        samples: int | None = None,
        seed: int = 0,
        plays: PlaysJudged = "mistakes",
        bids: BidsRead = "read",
    ) -> Self:
        """Return the sampling that a request asks for.

        Where it leaves out ``samples``, these are the usual ones, within `USUAL_NODES`.
        """
        nodes = USUAL_NODES if samples is None else None
        return cls(samples or USUAL_SAMPLES, seed, plays, nodes, bids)

    @classmethod
    def of_calls(cls, fair: Self | None) -> Self:
        """Return the sampling by which calls are judged, with the seed and bids of the fair verdict."""
        asked = fair or cls()
        return cls(CALL_SAMPLES, asked.seed, nodes=CALL_NODES, bids=asked.bids)


def draw_deals(deals: ConsistentDeals, sampling: Sampling, n_plays: int) -> Iterator[Deal]:
    """Yield different deals in random order: as many as are asked for, or all if no more exist.

    ``n_plays``, the number of cards played before, makes each play of a game draw other deals.
    """
    return (deals[number] for number in draw_numbers(deals, sampling, n_plays))


def draw_numbers(deals: ConsistentDeals, sampling: Sampling, n_plays: int) -> Iterator[int]:
    """Yield the numbers of the deals that `draw_deals` yields."""
    rng = Random(f"{sampling.seed} {n_plays}")
    if deals.count <= sampling.samples:
        yield from rng.sample(range(deals.count), deals.count)
        return
    drawn: set[int] = set()
    while len(drawn) < sampling.samples:
        number = rng.randrange(deals.count)
        if number not in drawn:
            drawn.add(number)
            yield number
