"""Deals of bridge that agree with the hands in sight, the likelier by the contract the oftener."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from solver.calls.bridge.pairs import PairModel, find_pair_model
from solver.game import BridgeAuction, Deal, Vulnerable
from solver.knowledge import Sampling, Viewpoint, draw_deals, effective_samples
from solver.prospects import choose
from solver.rules import Rules

MOST_DRAWN = 4000
"""The most deals that are weighed by the contract; of these as many as asked for are solved."""
UNLIKE = 20.0
"""Where those tell no more than so many of equal weight, the contract is unlike the hand."""


@dataclass(frozen=True)
class Drawn:
    """The deals that are to be solved."""

    deals: Sequence[Deal]
    n_deals: int
    """Those that agree with what is seen."""
    weights: Sequence[float] | None = None
    model: PairModel | None = None
    is_unlike: bool = False


def draw(viewpoint: Viewpoint, auction: BridgeAuction, vulnerable: Vulnerable, sampling: Sampling) -> Drawn:
    """Draw deals that agree with the hands in sight, the likelier by the contract the oftener."""
    agreeing = viewpoint.deals()
    bid, rules = auction.bid, viewpoint.rules
    if bid is None or viewpoint.partner or sampling.bids != "read":
        return Drawn(list(draw_deals(agreeing, sampling, 0)), agreeing.count)
    model = find_pair_model()
    deals = list(draw_deals(agreeing, replace(sampling, samples=max(MOST_DRAWN, sampling.samples)), 0))
    pair = (bid.declarer, rules.next_seat(rules.next_seat(bid.declarer)))
    is_vulnerable = vulnerable.includes(side_name(rules, bid.declarer))
    weights = [
        model.chance([deal.hands[seat] for seat in pair], bid.strain, bid.level, vulnerable=is_vulnerable)
        for deal in deals
    ]
    chosen = choose(weights, sampling.samples, Random(sampling.seed))
    return Drawn(
        [deals[place] for place in chosen],
        agreeing.count,
        tuple(chosen.values()),
        model,
        effective_samples(weights) < UNLIKE,
    )


def side_name(rules: Rules, seat: str) -> str:
    """Return the name of a player's side."""
    return rules.side_names[rules.side_of(seat)]
