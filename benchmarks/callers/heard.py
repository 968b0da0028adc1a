"""The fair verdict's reading measured: what chance it gives the deal as it was, by players of many kinds.

``python -m benchmarks.callers.heard contree 60`` deals cards, lets four players of one kind call, and plays
at random.  At some cards the player looks at the deals that agree with what was seen, and weighs them by the
calls of the others.  How much likelier the true deal is by these weights than if all counted alike tells how
well they are read: the logarithm, on average; 0 where nothing is read.  Of many deals some are drawn, and the
true one is put among them.

Told is that of the power to which the chances count (`SHARPNESS`), and of others; then of the looks at which
few samples are left in effect, so that calls are heard less sharply, and what they would come to if these
were not.  Players of kinds that are not the model's open by rules
of their own, and go on as those of the model do; with ``--silent`` they make no bid but their own.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import log, sqrt
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from benchmarks.callers.flatter import Taken, auction_of, deal_of, taken_deal
from benchmarks.callers.recovery import FURTHER_HABITS, HABITS, SCALE_HABITS, Habit
from solver.analysis.heard import find_reading
from solver.game import Auction, Deal, Position
from solver.knowledge import (
    ConsistentDeals,
    Sampling,
    draw_deals,
    find_knowledge,
    seats_in_sight,
)
from solver.prospects.endings import Endings
from solver.prospects.formula import Model, doubted, find_model
from solver.prospects.reading import MOST_DRAWN, SHARPNESS, soften
from solver.rules import Rules, find_variant

SEED = 23
SAMPLES = 60
AT = (0, 3, 6, 9, 12, 14, 16, 18, 20, 21, 22, 23, 24, 25, 26)
"""The numbers of cards played at which somebody looks."""
NEVER = 1e-300
"""A chance below that is none."""
POWERS = (0.25, 0.5, 0.6, 0.7, 0.8, 1.0)
"""The powers of the chances that are compared."""
KINDS = {**FURTHER_HABITS, **SCALE_HABITS, **HABITS}
MODELS = ("model", "sharp", "blunt", "timid")


class Look(NamedTuple):
    """One look at the deals, and how much likelier the true one is: as a logarithm."""

    is_all: bool
    """True if all deals that agree are weighed."""
    is_softened: bool
    heard: float
    """As the calls are heard."""
    unsoftened: float
    """If few samples changed nothing."""
    by_power: tuple[float, ...]
    """The same, by the chances to each of `POWERS`."""


def by_model(model: Model, rules: Rules, auction: Auction, deal: Deal, number: int) -> Auction:
    """Return the auction of players of a model."""
    for call, _ in Endings(rules, model, SEED).calls(auction, deal, number):
        auction = auction.call(call)
    return auction


def by_habit(habit: Habit, auction: Auction, deal: Deal, *, opens: bool) -> Auction:
    """Return the auction of players who make the one bid that their hand is worth, where they still may.

    opens: True to end with the first bid.
    """
    while (seat := auction.to_call) is not None:
        call = habit(deal.hands[seat])
        auction = auction.call(call if call in dict(auction.options()) else "pass")
        if opens and call != "pass":
            break
    return auction


def auctions(rules: Rules, kind: str, *, is_silent: bool) -> Iterator[Taken]:
    """Yield deals that somebody has taken, before the first card, with their auctions."""
    model = find_model(rules)
    assert model is not None, "the game has a model of callers"
    blunt, timid = doubted(model)
    models = {"model": model, "blunt": blunt, "timid": timid, "sharp": replace(model, noise=model.noise / 2)}
    number = 0
    while True:
        number += 1
        deal = deal_of(rules, number, SEED)
        auction = auction_of(rules, deal)
        if kind in models:
            auction = by_model(models[kind], rules, auction, deal, number)
        else:
            auction = by_habit(KINDS[kind], auction, deal, opens=not is_silent)
            auction = auction if auction.is_over else by_model(model, rules, auction, deal, number)
        taken = taken_deal(rules, deal, auction)
        if taken is not None:
            yield taken


def look(position: Position, auction: Auction) -> Look | None:
    """Return what the player to play may believe; None where the calls tell nothing."""
    reading, in_sight = find_reading(auction, position), seats_in_sight(position)
    unseen = [seat for seat in position.rules.players if seat not in in_sight]
    deals = ConsistentDeals(find_knowledge(position))
    if reading is None or not reading.tells_of(unseen) or deals.count < 2:
        return None
    drawn = draw_deals(deals, Sampling(MOST_DRAWN, SEED), len(position.plays))
    weights = [reading.weight_of_deal(deal, unseen) for deal in drawn]
    true = reading.weight_of_deal(position.deal, unseen)
    is_all = len(weights) == deals.count
    if is_all:
        place = min(range(len(weights)), key=lambda number: abs(weights[number] - true))
    else:
        place = len(weights)
        weights.append(true)
    heard, is_softened = soften(weights, SAMPLES)
    by_power = [gain([weight ** (power / SHARPNESS) for weight in weights], place) for power in POWERS]
    return Look(is_all, is_softened, gain(heard, place), gain(weights, place), tuple(by_power))


def gain(weights: Sequence[float], place: int) -> float:
    """Return how much likelier the deal at ``place`` is than if all counted alike, as a logarithm."""
    return log(max(weights[place], NEVER) * len(weights) / sum(weights))


def told(gains: Sequence[float]) -> str:
    """Return a mean with its standard error."""
    error = stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 0.0
    return f"{mean(gains):+.2f} ± {error:.2f}"


def looks(rules: Rules, kind: str, n_deals: int, *, is_silent: bool) -> Iterator[Look]:
    """Yield the looks at so many deals of one kind of players."""
    for number, (start, auction) in enumerate(islice(auctions(rules, kind, is_silent=is_silent), n_deals)):
        position, rng = start, Random(f"{SEED} {number}")
        while position.to_play is not None:
            cards = position.legal_plays()
            if len(position.plays) in AT and len(cards) > 1:
                found = look(position, auction)
                if found is not None:
                    yield found
            position = position.play(rng.choice(cards))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=("belote", "coinche", "contree", "klaverjas", "valet_de_trefle"))
    parser.add_argument("deals", type=int, help="of each kind of players")
    parser.add_argument("--of", choices=(*MODELS, *KINDS), help="one kind")
    parser.add_argument("--silent", action="store_true")
    asked = parser.parse_args()
    rules = find_variant(asked.game)
    kinds = MODELS + (tuple(KINDS) if asked.game in ("contree", "coinche") else ())
    for kind in kinds if asked.of is None else (asked.of,):
        found = list(looks(rules, kind, asked.deals, is_silent=asked.silent))
        gains = zip(POWERS, zip(*(one.by_power for one in found), strict=True), strict=True)
        powers = ", ".join(f"{power:g}: {told(of_power)}" for power, of_power in gains)
        print(f"{rules.name}, {kind}, by the power: {powers}", flush=True)
        for is_all in (False, True):
            group = [one for one in found if one.is_all == is_all]
            few = [one for one in group if one.is_softened]
            line = f"{rules.name}, {kind}, {'all' if is_all else 'some'} weighed: {len(group)} looks"
            if group:
                line += f", {told([one.heard for one in group])}; {len(few)} softened"
            if few:
                line += f", {told([one.heard for one in few])}"
                line += f", else {told([one.unsoftened for one in few])}"
                line += f", less that {told([one.heard - one.unsoftened for one in few])}"
            print(line, flush=True)


if __name__ == "__main__":
    main()
