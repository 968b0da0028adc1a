"""The formulas of a game's callers held to exact results, on hands that they were not fitted to.

``python -m benchmarks.callers.hands contree 100`` draws hands, each with a trump, solves deals that agree
with them, and tells how far the formula lies from what the side takes there on average, beyond the chance
of so few deals; and how far the share of made contracts that it tells lies from theirs.
"""

import argparse
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from benchmarks.callers.solved import DEALER
from solver.cards import Card
from solver.game import N_DEALT_LATER, Contract, start_auction, turns_up
from solver.knowledge import Estimate, Viewpoint, estimate
from solver.prospects import Prospects, Take, find_model, find_prospects
from solver.prospects.callers import find_caller, lead_by
from solver.prospects.counts import TrumpKind, kind_of
from solver.prospects.endings import Endings
from solver.prospects.formula import Formula, Model, hold
from solver.rules import Rules, Scoring, find_variant

SEED = 4242
"""Not that of the deals of the fit."""
N_HANDS, N_HEARD, N_DEALS = 120, 80, 40
BIDS = (80, 100, 120)


class Fresh(NamedTuple):
    """A hand, and what it comes to."""

    worth: float
    """By the formula."""
    taken: Estimate
    """By deals that are solved."""
    prospects: Prospects
    take: Take


def fresh_hands(
    rules: Rules, formula: Formula, kind: TrumpKind, n_hands: int, n_deals: int
) -> Iterator[Fresh]:
    """Yield hands, each in one trump of that kind, with so many deals solved."""
    trumps = [trump for trump in rules.trumps if kind_of(trump) == kind]
    for number in range(n_hands):
        rng = Random(f"{SEED} {number}")
        seat, trump = rules.players[number % rules.n_players], rng.choice(trumps)
        view = _draw_view(rules, seat, rng, trump)
        prospects = find_prospects(view, n_deals, SEED)
        take = Take(trump, seat, 1 if view.shown else None)
        prospects.solve([take])
        lead = lead_by(rules, DEALER, seat, seat)
        worth = formula.worth(hold(rules, (*view.hand, *view.shown)), trump, lead)
        yield Fresh(worth, prospects.mean(prospects.points(take)), prospects, take)


def measure_own_error(rules: Rules, formula: Formula, kind: TrumpKind) -> float:
    """Return the standard deviation of the worth from the mean of all deals, in points.

    What the chance of few deals adds to the squares is taken off; what is left is no less than what chance
    may hide, one standard error.
    """
    squares = [
        (one.worth - one.taken.mean) ** 2 - one.taken.error**2
        for one in fresh_hands(rules, formula, kind, N_HANDS, N_DEALS)
    ]
    return _left(squares)


def measure_heard_error(rules: Rules, model: Model) -> float:
    """Return the same once others have called: from the mean of the deals as the model reads the calls.

    The others call as players of the model; the trump is that of the contract that stands, or the best one
    of the hand.
    """
    squares = []
    for number in range(N_HEARD):
        rng = Random(f"{SEED} heard {number}")
        view = _draw_view(rules, rules.players[number % rules.n_players], rng, rng.choice(rules.suits))
        prospects = find_prospects(view, N_DEALS, SEED)
        # Step 1. The calls before the player's, in a deal that agrees with the hand.
        start = start_auction(rules, DEALER, view.shown[0] if view.shown else None)
        calls = [call for call, _ in Endings(rules, model, SEED).calls(start, prospects.deals[0], number)]
        turns = [place for place in range(1, len(calls)) if start.seat_of(place) == view.seat]
        if not turns or (view.shown and turns[0] >= rules.n_players):
            continue
        auction = start.follow(calls[: turns[0]])
        # Step 2. What the formula says, and what deals say that are read.
        caller, standing = find_caller(auction, model), auction.standing
        held = caller.held(hold(rules, view.hand))
        worths = caller.worths(held)
        trump = view.shown[0].suit if view.shown else max(worths, key=worths.__getitem__)
        if standing is not None and number % 2:
            trump = standing.trump
        read, take = prospects.read(auction, model), Take(trump, view.seat, 1 if view.shown else None)
        read.solve([take])
        points = [float(point) for point in read.points(take) if point is not None]
        taken = estimate(points, read.n_deals, read.weights)
        squares.append((worths[trump] - taken.mean) ** 2 - taken.error**2)
    return _left(squares)


def _left(squares: Sequence[float]) -> float:
    """Return the root of the mean of squares, or of what chance may hide of it if that is more."""
    mean, n = sum(squares) / len(squares), len(squares)
    hidden = (sum((square - mean) ** 2 for square in squares) / n / n) ** 0.5
    return float(max(mean, hidden) ** 0.5)


def _draw_view(rules: Rules, seat: str, rng: Random, shown_suit: str) -> Viewpoint:
    """Return a random hand; where a card is turned up, it is of ``shown_suit``."""
    deck = list(rules.deck)
    rng.shuffle(deck)
    shown: tuple[Card, ...] = ()
    if turns_up(rules):
        place = next(index for index, card in enumerate(deck) if card.suit == shown_suit)
        shown = (deck.pop(place),)
    n_each = rules.cards_each - (N_DEALT_LATER if shown else 0)
    return Viewpoint(rules, seat, tuple(deck[:n_each]), DEALER, shown)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("n_hands", type=int)
    parser.add_argument("--deals", type=int, default=N_DEALS, help="for each hand")
    asked = parser.parse_args()
    rules = find_variant(asked.game)
    model = find_model(rules)
    assert model is not None, "the game has a model"
    for kind, formula in model.formulas.items():
        found = list(fresh_hands(rules, formula, kind, asked.n_hands, asked.deals))
        off = [one.worth - one.taken.mean for one in found]
        chance = sum(one.taken.error**2 for one in found) / len(found)
        own = max(sum(one**2 for one in off) / len(off) - chance, 0.0) ** 0.5
        near = sum(
            abs(one.worth - one.taken.mean) <= 2 * (one.taken.error**2 + formula.own_error**2) ** 0.5
            for one in found
        )
        bias = sum(off) / len(off)
        print(
            f"{asked.game} {kind}: off by {own:.1f} points ({bias:+.1f} on average), told "
            f"{formula.own_error:.1f}; {near} of {len(found)} within two errors"
        )
        if rules.scoring != Scoring.bid:
            continue
        for bid in BIDS:
            squares, n_in, gap = 0.0, 0, 0.0
            for one in found:
                told = [formula_makes(formula, one.worth + shift, bid) for shift in (0, -1, 1)]
                slope = (told[2] - told[1]) / 2 * formula.own_error
                true = one.prospects.makes(Contract(one.take.trump, one.take.taker, bid))
                least = max(true.error, 0.5 / asked.deals)
                squares += (told[0] - true.mean) ** 2 - true.error**2
                gap += told[0] - true.mean
                n_in += abs(told[0] - true.mean) <= 2 * (slope**2 + least**2) ** 0.5
            n = len(found)
            print(
                f"  {bid}: off by {100 * max(squares / n, 0) ** 0.5:.1f} % ({100 * gap / n:+.1f}), "
                f"{n_in} of {n} within two errors"
            )


def formula_makes(formula: Formula, worth: float, bid: int) -> float:
    """Return the share of results about a worth that reach a bid."""
    results = formula.results(worth)
    return sum(points >= bid for points in results) / len(results)


if __name__ == "__main__":
    main()
