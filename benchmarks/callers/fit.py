"""The formulas of a game's callers, fitted to solved deals and written as the file that the solver loads.

``python -m benchmarks.callers.fit contree FILE`` reads the deals of `benchmarks.callers.solved`.

Each hand of each deal under each trump is a row: its counts, and what its side takes, belote included.  A
formula is the least squares of four fifths of the deals; its figures are those of the last fifth.
"""

import argparse
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.callers.hands import measure_heard_error, measure_own_error
from benchmarks.callers.least_squares import Sums, tell
from benchmarks.callers.self_play import fit_caution
from benchmarks.callers.solved import DEALER, SEED, Solved, read_solved
from solver.cards import Card
from solver.game import start_auction, turns_up
from solver.prospects.callers import count_said, hear, lead_by, nothing_heard
from solver.prospects.counts import TrumpKind, count_suit, kind_of, role_of
from solver.prospects.endings import Endings
from solver.prospects.formula import CONSTANT, MODELS, ON_LEAD, PARTNER_LEADS, Formula, Model, hold
from solver.rules import Rules, Scoring, find_variant

NOISE = 30.0
"""Points; stated, not fitted: there are no auctions of people to fit it to."""
CAUTION = 40.0
"""Points; stated too where points are not bid, and else where the search for it begins."""
VERSION = 2
HELD_OUT = 5
"""Of so many deals one is left out of the fit."""
LEARNING = (300, 1000, 3000, 10_000, 30_000)
"""The numbers of deals, held out ones included, at which it is told how well a fit does."""
N_LEVELS = 32
"""The results that are kept for each worth."""
LEAST_ROWS = 240
"""A worth has its own results where there are so many rows."""
STEP = 10.0
"""Points between the worths for which results are kept."""
N_ROUNDS = 5
"""The times that auctions are called by what the rounds before have found."""
N_CAUTIONS = 2
"""The times that the caution is found anew by those."""
MOST_AUCTIONS = 3000
"""The deals in which they are called."""
N_SPLITS = 3
"""Where a card is turned up: the choices of first cards that each hand with a trump is tried with."""


class HandRow(NamedTuple):
    """One hand of a solved deal."""

    number: int
    """Of the deal."""
    kind: TrumpKind
    counts: dict[str, float]
    points: int
    """Of the player's side, belote included."""
    whole: int
    """Of both sides."""


def hand_rows(rules: Rules, solved: Iterable[Solved]) -> Iterator[HandRow]:
    """Yield the rows of all hands."""
    n_trumps = len(rules.trumps)
    for index, one in enumerate(solved):
        leader = rules.first_leader(DEALER, one.take.taker)
        assert leader is not None, "the dealer is known"
        whole = sum(one.result) + rules.belote * (one.belote_side is not None)
        for seat, hand in one.deal.hands.items():
            side, points = rules.side_of(seat), _points_of(rules, seat, one)
            for cards in _seen(rules, hand, one.take.trump, index):
                counts: dict[str, float] = {CONSTANT: 1, **_count_hand(hold(rules, cards), one.take.trump)}
                if seat == leader:
                    counts[ON_LEAD] = 1
                elif rules.side_of(leader) == side:
                    counts[PARTNER_LEADS] = 1
                yield HandRow(index // n_trumps, kind_of(one.take.trump), counts, points, whole)


def _count_hand(holding: Mapping[str, frozenset[str]], trump: str) -> Counter[str]:
    """Return the counts of a hand under a trump, from the ranks held in each suit."""
    counted = Counter[str]()
    for suit, ranks in holding.items():
        counted.update(count_suit(role_of(suit, trump), ranks))
    return counted


def _seen(rules: Rules, hand: Sequence[Card], trump: str, index: int) -> Iterator[Sequence[Card]]:
    """Yield the cards by which a hand is judged: all, or the first ones and the card turned up.

    Where a card is turned up each trump of the hand may have been that card, and any others the first ones.
    """
    if not turns_up(rules):
        yield hand
        return
    rng = Random(index)
    for turned_up in hand:
        if turned_up.suit == trump:
            others = [card for card in hand if card != turned_up]
            for _ in range(N_SPLITS):
                yield (turned_up, *rng.sample(others, 5))


class Rows:
    """The rows of one kind of trumps, each with little memory: rows with the same counts share them."""

    def __init__(self) -> None:
        self.counts: list[dict[str, float]] = []
        self.which = array("i")
        """For each row, the place of its counts among those above."""
        self.numbers = array("i")
        """The deals."""
        self.points = array("i")
        self.whole = 0
        """The sum over all rows."""
        self._places: dict[tuple[tuple[str, float], ...], int] = {}

    def add(self, row: HandRow) -> None:
        """Add a row."""
        place = self._places.setdefault(tuple(sorted(row.counts.items())), len(self.counts))
        if place == len(self.counts):
            self.counts.append(row.counts)
        self.which.append(place)
        self.numbers.append(row.number)
        self.points.append(row.points)
        self.whole += row.whole

    def fit(self, n_deals: int | None = None) -> dict[str, float]:
        """Return the points of the counts, by what is not held out of the first ``n_deals``, or of all."""
        sums = Sums()
        for which, number, points in zip(self.which, self.numbers, self.points, strict=True):
            if n_deals is not None and number >= n_deals:
                break
            if number % HELD_OUT:
                sums.add(self.counts[which], points)
        return sums.fit()

    def worths(self, points: Mapping[str, float]) -> list[float]:
        """Return what the counts of each place are worth by a fit."""
        return [tell(points, counts) for counts in self.counts]


def collect(rules: Rules, solved: Iterable[Solved]) -> dict[TrumpKind, Rows]:
    """Return the rows of all hands by the kind of trumps."""
    found: dict[TrumpKind, Rows] = {}
    for row in hand_rows(rules, solved):
        found.setdefault(row.kind, Rows()).add(row)
    return found


def fit_hands(rows: Rows) -> Formula:
    """Return the formula of the rows of one kind of trumps."""
    points = rows.fit()
    worths = rows.worths(points)
    pairs = [(worths[which], taken) for which, taken in zip(rows.which, rows.points, strict=True)]
    r2, r2_error, error, error_error = held_out(rows, points)
    return Formula(
        points=points,
        said={},
        scatter=_scatter(pairs),
        figures={
            "deals": len(set(rows.numbers)),
            "hands": len(pairs),
            "r2": r2,
            "r2_error": r2_error,
            "error": error,
            "error_error": error_error,
            "whole": rows.whole / len(pairs),
        },
    )


def held_out(rows: Rows, points: Mapping[str, float]) -> tuple[float, float, float, float]:
    """Return R² and the standard deviation of what is left, in the deals held out, each with its error.

    The hands of a deal hang together, so that standard errors are those of means over deals (of ratios by
    the delta method).
    """
    worths = rows.worths(points)
    held = [
        (number, taken, taken - worths[which])
        for number, taken, which in zip(rows.numbers, rows.points, rows.which, strict=True)
        if number % HELD_OUT == 0
    ]
    mean = sum(taken for _, taken, _ in held) / len(held)
    by_deal: dict[int, list[float]] = {}
    for number, taken, left in held:
        of_deal = by_deal.setdefault(number, [0.0, 0.0, 0.0])
        for place, value in enumerate((left**2, (taken - mean) ** 2, 1.0)):
            of_deal[place] += value
    all_left, spread, n = (sum(of_deal[place] for of_deal in by_deal.values()) for place in range(3))
    part, error = all_left / spread, (all_left / n) ** 0.5
    off_part = sum((left - part * all_) ** 2 for left, all_, _ in by_deal.values()) ** 0.5 / spread
    off_error = sum((left - error**2 * count) ** 2 for left, _, count in by_deal.values()) ** 0.5 / n
    return 1 - part, off_part, error, off_error / (2 * error)


def learn(rows: Rows) -> list[list[float]]:
    """Return how the fit gains by more deals: their number, then R² and what is left."""
    n_all = max(rows.numbers) + 1
    found = []
    for n_deals in [n for n in LEARNING if n < n_all] + [n_all]:
        r2, _, error, _ = held_out(rows, rows.fit(n_deals))
        found.append([float(n_deals), r2, error])
    return found


def fit_calls(rules: Rules, model: Model, solved: Sequence[Solved]) -> Model:
    """Return the model with what calls tell besides a hand, nearer to what auctions of its players tell.

    Who reads much into calls makes calls that tell less, and the other way round: each round goes half of
    the way, as whole steps would swing to and fro.
    """
    sums = {kind: Sums() for kind in model.formulas}
    n_trumps, start = len(rules.trumps), start_auction(rules, DEALER)
    endings = Endings(rules, model, SEED)
    leads = {seat: lead_by(rules, DEALER, seat, seat) for seat in rules.players}
    for index in range(0, len(solved), n_trumps):
        deal, of_deal = solved[index].deal, solved[index : index + n_trumps]
        over = {
            (seat, one.take.trump): _points_of(rules, seat, one)
            - model.formula(one.take.trump).worth(hold(rules, hand), one.take.trump, leads[seat])
            for seat, hand in deal.hands.items()
            for one in of_deal
        }
        heard = nothing_heard(rules)
        for place, (call, standing) in enumerate(endings.calls(start, deal, index)):
            seat = start.seat_of(place)
            for trump, counts in count_said(rules, seat, heard).items():
                if counts:
                    sums[kind_of(trump)].add(counts, over[seat, trump])
            heard[seat] = hear(rules, heard[seat], call, standing)
    formulas = {}
    for kind, formula in model.formulas.items():
        told = sums[kind].fit()
        said = {name: (formula.said.get(name, 0.0) + points) / 2 for name, points in told.items()}
        formulas[kind] = replace(formula, said=said)
    return replace(model, formulas=formulas)


def _points_of(rules: Rules, seat: str, one: Solved) -> int:
    """Return what the side of a player takes, belote included."""
    side = rules.side_of(seat)
    return one.result[side] + rules.belote * (one.belote_side == side)


def _scatter(pairs: Sequence[tuple[float, int]]) -> list[list[float]]:
    """Return rising worths with what was taken about there, at equally likely levels."""
    ranked = sorted(pairs)
    groups: list[list[tuple[float, int]]] = []
    for _, group in groupby(ranked, key=lambda pair: pair[0] // STEP):
        held = list(group)
        # A worth with few hands goes with the one below it; the lowest with the one above.
        if groups and (len(held) < LEAST_ROWS or len(groups[-1]) < LEAST_ROWS):
            groups[-1] += held
        else:
            groups.append(held)
    rows = []
    for group_held in groups:
        worth = sum(pair[0] for pair in group_held) / len(group_held)
        taken = sorted(pair[1] for pair in group_held)
        levels = [taken[int((level + 0.5) / N_LEVELS * len(taken))] for level in range(N_LEVELS)]
        rows.append([worth, *map(float, levels)])
    return rows


def write_model(path: Path, model: Model, learning: Mapping[TrumpKind, Sequence[Sequence[float]]]) -> None:
    """Write the file of a game; ``learning`` of each formula as `learn` returns it."""
    lines = [
        f"# Written by python -m benchmarks.callers.fit {model.name}; see solver/prospects/formula.py.",
        f"version = {model.version}",
        f"seed = {model.seed}",
        f"noise = {model.noise}",
        f"caution = {model.caution}",
        f"double_caution = {model.double_caution}",
    ]
    for kind, formula in model.formulas.items():
        lines += ["", f"[{kind}]", "scatter = ["]
        lines += [f"    [{', '.join(f'{number:.0f}' for number in row)}]," for row in formula.scatter]
        lines += ["]", "# Deals, R² and what is left, in points, in the deals held out.", "learning = ["]
        lines += [f"    [{n:.0f}, {r2:.4f}, {error:.2f}]," for n, r2, error in learning[kind]]
        lines += ["]"]
        for part in ("figures", "points", "said"):
            lines += ["", f"[{kind}.{part}]"]
            lines += [f"{name} = {number:.4g}" for name, number in getattr(formula, part).items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("file", type=Path)
    parser.add_argument("--out", type=Path, help="default: the file that the solver loads")
    asked = parser.parse_args()
    rules = find_variant(asked.game)
    # Step 1. What hands are worth.
    rows = collect(rules, read_solved(asked.file, rules))
    formulas = {kind: fit_hands(rows[kind]) for kind in TrumpKind if kind in rows}
    learning = {kind: learn(rows[kind]) for kind in formulas}
    for kind, formula in formulas.items():
        figures = {**formula.figures, "own_error": measure_own_error(rules, formula, kind)}
        formulas[kind] = replace(formula, figures=figures)
    model = Model(asked.game, VERSION, SEED, NOISE, CAUTION, CAUTION, formulas)
    # Step 2. What calls add to that, and how bold it pays to be, each by the other.
    if rules.scoring == Scoring.bid:
        solved = list(read_solved(asked.file, rules, MOST_AUCTIONS))
        for number in range(N_ROUNDS * (N_CAUTIONS + 1)):
            if number and number % N_ROUNDS == 0:
                model = fit_caution(rules, model, solved)
            model = fit_calls(rules, model, solved)
    # Step 3. How far the formulas are off once others have called.
    heard = measure_heard_error(rules, model)
    formulas = {
        kind: replace(formula, figures={**formula.figures, "heard_error": heard})
        for kind, formula in model.formulas.items()
    }
    model = replace(model, formulas=formulas)
    for kind, formula in model.formulas.items():
        print(f"{asked.game} {kind}: {formula.figures} {learning[kind]}")
    write_model(asked.out or MODELS / f"{asked.game}.toml", model, learning)


if __name__ == "__main__":
    main()
