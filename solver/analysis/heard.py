"""Calls heard: the deals of a fair verdict, counted by how likely the calls of the auction were in them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from solver.analysis.expectation import BidsCounted
from solver.game import Auction, Deal, Position
from solver.knowledge import (
    MAX_SAMPLES,
    ConsistentDeals,
    Sampling,
    draw_deals,
    effective_samples,
    seats_in_sight,
)
from solver.prospects import Reading, choose, find_model

MOST_DRAWN = 10
"""For each deal that is solved, the most deals that are drawn and weighed."""
LEAST = 8.0
"""Where fewer effective samples than this are left the calls are not read."""


class HeardDeals(NamedTuple):
    """The deals to solve."""

    deals: Iterable[Deal]
    weights: Sequence[float] | None
    """For each deal; None where all count alike."""
    bids: BidsCounted | None


def find_reading(auction: Auction | None) -> Reading | None:
    """Return the calls of an auction as the model of the game reads them; None without calls or a model."""
    if auction is None or not auction.said:
        return None
    model = find_model(auction.rules.name)
    return None if model is None else Reading(auction, model)


def hear_calls(
    position: Position,
    deals: ConsistentDeals,
    sampling: Sampling,
    reading: Reading | None,
    check: Callable[[], None] = lambda: None,
) -> HeardDeals:
    """Return the deals by which the player to play to ``position`` is judged, of all that agree.

    Up to `MOST_DRAWN` times as many as are asked for are weighed, until those tell as much as so many of
    equal weight.  Of these as many as are asked for are chosen, the likelier the oftener.

    check: called for each deal that is weighed; it may raise to end the work.
    """
    n_plays = len(position.plays)
    if reading is None or sampling.bids == "ignored":
        return HeardDeals(draw_deals(deals, sampling, n_plays), None, None if reading is None else "ignored")
    in_sight = seats_in_sight(position)
    unseen = [seat for seat in position.rules.players if seat not in in_sight]
    n_asked = sampling.samples
    n_most = n_asked if deals.count <= n_asked else min(n_asked * MOST_DRAWN, MAX_SAMPLES)
    drawn, weights = list[Deal](), list[float]()
    for deal in draw_deals(deals, replace(sampling, samples=n_most), n_plays):
        check()
        drawn.append(deal)
        weights.append(reading.weight_of_deal(deal, unseen))
        if len(drawn) % n_asked == 0 and effective_samples(weights) >= n_asked:
            break
    if effective_samples(weights) < min(LEAST, len(drawn)):
        return HeardDeals(drawn[:n_asked], None, "unlike")
    if len(drawn) <= n_asked:
        return HeardDeals(drawn, weights, "read")
    chosen = choose(weights, n_asked, Random(f"{sampling.seed} {n_plays}"))
    return HeardDeals([drawn[number] for number in chosen], list(chosen.values()), "read")
