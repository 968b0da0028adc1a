"""The formulas of a game's callers held to exact results, on hands that they were not fitted to.

``python -m benchmarks.callers.hands contree 100`` draws hands, each with a trump, solves deals that agree
with them, and tells how far the formula lies from what the side takes there on average, beyond the chance
of so few deals; and how far the share of made contracts that it tells lies from theirs.
"""

import argparse
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from benchmarks.callers.solved import DEALER
from solver.cards import Card
from solver.game import Contract, turns_up
from solver.knowledge import Estimate, Viewpoint
from solver.prospects import Prospects, Take, find_model, find_prospects
from solver.prospects.callers import lead_by
from solver.prospects.counts import TrumpKind, kind_of
from solver.prospects.formula import Formula, hold
from solver.rules import Rules, Scoring, find_variant

SEED = 4242
"""Not that of the deals of the fit."""
N_HANDS, N_DEALS = 120, 40
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
        deck = list(rules.deck)
        rng.shuffle(deck)
        shown: tuple[Card, ...] = ()
        if turns_up(rules):
            place = next(index for index, card in enumerate(deck) if card.suit == trump)
            shown = (deck.pop(place),)
        n_each = rules.cards_each - 3 * len(shown)
        view = Viewpoint(rules, seat, tuple(deck[:n_each]), DEALER, shown)
        prospects = find_prospects(view, n_deals, SEED)
        take = Take(trump, seat, 1 if shown else None)
        prospects.solve([take])
        lead = lead_by(rules, DEALER, seat, seat)
        worth = formula.worth(hold(rules, (*view.hand, *shown)), trump, lead)
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
    mean, n = sum(squares) / len(squares), len(squares)
    hidden = (sum((square - mean) ** 2 for square in squares) / n / n) ** 0.5
    return float(max(mean, hidden) ** 0.5)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("n_hands", type=int)
    parser.add_argument("--deals", type=int, default=N_DEALS, help="for each hand")
    asked = parser.parse_args()
    rules, model = find_variant(asked.game), find_model(asked.game)
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
