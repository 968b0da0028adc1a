"""Calls heard: the deals of a fair verdict, counted by how likely the calls of the auction were in them.

In bridge the contract that it ended in is read, and no call.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from solver.analysis.expectation import BidsCounted
from solver.cards import Card
from solver.game import Auction, Deal, Position
from solver.knowledge import (
    MAX_SAMPLES,
    ConsistentDeals,
    Sampling,
    draw_deals,
    effective_samples,
    seats_in_sight,
)
from solver.prospects import (
    MOST_DRAWN,
    SHARED_DRAWN,
    ContractReading,
    Reading,
    choose,
    find_model,
    least_heard,
    read_contract,
    soften,
)
from solver.rules import AuctionKind


class HeardDeals(NamedTuple):
    """The deals to solve."""

    deals: Iterable[Deal]
    weights: Sequence[float] | None
    """For each deal; None where all count alike."""
    bids: BidsCounted | None


Heard = Reading | ContractReading
"""The calls of an auction, or in bridge the contract that it ended in."""


def find_reading(auction: Auction | None, position: Position, refused: Collection[Card] = ()) -> Heard | None:
    """Return what was said before the play of ``position``, as the model of the game reads it.

    ``refused`` are the cards turned up that nobody took: none of them was among a player's first cards.

    In bridge the contract is read, which all players know, whether the auction is told or not.  Elsewhere
    None without calls, and where there is no model.
    """
    if position.rules.auction == AuctionKind.levels:
        return read_contract(position.rules, position.contract, position.deal)
    if auction is None or not auction.said:
        return None
    model = find_model(auction.rules)
    return None if model is None else Reading(auction, model, refused)


def hear_calls(
    position: Position,
    deals: ConsistentDeals,
    sampling: Sampling,
    reading: Heard | None,
    check: Callable[[], None] = lambda: None,
) -> HeardDeals:
    """Return the deals by which the player to play to ``position`` is judged, of all that agree.

    Up to `SHARED_DRAWN` times as many as are asked for are weighed, until those tell as much as so many of
    equal weight, and up to `MOST_DRAWN` where they still tell less than `least_heard`.  Of these as many as
    are asked for are chosen, the likelier the oftener.

    check: called for each deal that is weighed; it may raise to end the work.
    """
    n_plays, in_sight = len(position.plays), seats_in_sight(position)
    unseen = [seat for seat in position.rules.players if seat not in in_sight]
    if reading is None or not reading.tells_of(unseen):
        return HeardDeals(draw_deals(deals, sampling, n_plays), None, None)
    if sampling.bids == "ignored":
        return HeardDeals(draw_deals(deals, sampling, n_plays), None, "ignored")
    n_asked = sampling.samples
    n_usual = n_asked * SHARED_DRAWN
    n_most = n_asked if deals.count <= n_asked else min(max(n_usual, MOST_DRAWN), MAX_SAMPLES)
    drawn, weights = list[Deal](), list[float]()
    for deal in draw_deals(deals, replace(sampling, samples=n_most), n_plays):
        check()
        drawn.append(deal)
        weights.append(reading.weight_of_deal(deal, unseen))
        n = len(drawn)
        enough = n_asked if n < n_usual else least_heard(n, n_asked)
        if n % n_asked == 0 and effective_samples(weights) >= enough:
            break
    heard, is_softened = soften(weights, n_asked)
    bids: BidsCounted = "unlike" if is_softened else "read"
    if len(drawn) <= n_asked:
        return HeardDeals(drawn, heard, bids)
    chosen = choose(heard, n_asked, Random(f"{sampling.seed} {n_plays}"))
    return HeardDeals([drawn[number] for number in chosen], list(chosen.values()), bids)
