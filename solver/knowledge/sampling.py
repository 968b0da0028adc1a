"""Sampling: what a request asks of the fair verdict, and the deals that are drawn for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

from solver.game import Deal
from solver.json_text import MAX_INTEGER
from solver.knowledge.deals import ConsistentDeals
from solver.sentences import any_of

MAX_SAMPLES = 10_000
"""The most deals that one card may be judged by."""
PlaysJudged = Literal["mistakes", "all"]
PLAYS_JUDGED: tuple[PlaysJudged, ...] = get_args(PlaysJudged)


@dataclass(frozen=True, slots=True)
class Sampling:
    """The deals that each card is judged by; the same seed draws the same deals anywhere, at any time.

    Raises ValueError for numbers out of range.

    >>> Sampling(samples=20, seed=7)
    Sampling(samples=20, seed=7, plays='mistakes')
    """

    samples: int = 100
    """Deals for each card, 1 to `MAX_SAMPLES`; all that agree with the player's knowledge if fewer do."""
    seed: int = 0
    """From 0 to `MAX_INTEGER`."""
    plays: PlaysJudged = "mistakes"
    """``mistakes``: the cards that gave something away with all cards known; ``all``: every card played with
    a choice."""

    def __post_init__(self) -> None:
        if not 1 <= self.samples <= MAX_SAMPLES:
            raise ValueError(f"samples must be from 1 to {MAX_SAMPLES}")
        if not 0 <= self.seed <= MAX_INTEGER:
            raise ValueError(f"seed must be from 0 to {MAX_INTEGER}")
        if self.plays not in PLAYS_JUDGED:
            raise ValueError(f"plays must be {any_of(PLAYS_JUDGED).say()}")


def draw_deals(deals: ConsistentDeals, sampling: Sampling, n_plays: int) -> Iterator[Deal]:
    """Yield different deals in random order: as many as are asked for, or all if no more exist.

    ``n_plays``, the number of cards played before, makes each play of a game draw other deals.
    """
    rng = Random(f"{sampling.seed} {n_plays}")
    if deals.count <= sampling.samples:
        yield from (deals[number] for number in rng.sample(range(deals.count), deals.count))
        return
    drawn: set[int] = set()
    while len(drawn) < sampling.samples:
        number = rng.randrange(deals.count)
        if number not in drawn:
            drawn.add(number)
            yield deals[number]
