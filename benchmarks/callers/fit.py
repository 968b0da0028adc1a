"""The formulas of a game's callers, fitted to solved deals and written as the file that the solver loads.

``python -m benchmarks.callers.fit contree FILE`` reads the deals of `benchmarks.callers.solved`.

Each hand of each deal under each trump is a row: its counts, and what its side takes, belote included.  A
formula is the least squares of four fifths of the deals; its figures are those of the last fifth.
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.callers.least_squares import Sums
from benchmarks.callers.solved import DEALER, SEED, Solved, read_solved
from solver.cards import Card
from solver.game import start_auction, turns_up
from solver.prospects.callers import Caller, CallTurn, call_turn, hear, nothing_heard
from solver.prospects.counts import TrumpKind, count_hand, kind_of
from solver.prospects.formula import (
    CONSTANT,
    MODELS,
    ON_LEAD,
    PARTNER_LEADS,
    Formula,
    Model,
    hold,
)
from solver.prospects.shares import ExpectedScores
from solver.rules import Rules, Scoring, find_variant

NOISE = 30.0
"""Points; stated, not fitted: there are no auctions of people to fit it to."""
CAUTION = 40.0
"""Points; stated too."""
VERSION = 1
N_LEVELS = 16
"""The results that are kept for each worth."""
LEAST_ROWS = 240
"""A worth has its own results where there are so many rows."""
STEP = 10.0
"""Points between the worths for which results are kept."""
N_ROUNDS = 2
"""The times that auctions are called by what the round before has found."""
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
            side = rules.side_of(seat)
            points = one.result[side] + rules.belote * (one.belote_side == side)
            for cards in _seen(rules, hand, one.take.trump, index):
                counts: dict[str, float] = {CONSTANT: 1, **count_hand(hold(rules, cards), one.take.trump)}
                if seat == leader:
                    counts[ON_LEAD] = 1
                elif rules.side_of(leader) == side:
                    counts[PARTNER_LEADS] = 1
                yield HandRow(index // n_trumps, kind_of(one.take.trump), counts, points, whole)


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


def fit_hands(rows: Sequence[HandRow]) -> Formula:
    """Return the formula of the rows of one kind of trumps."""
    sums = Sums()
    for row in rows:
        if row.number % 5:
            sums.add(row.counts, row.points)
    points = sums.fit()
    guessed = [(sum(points.get(name, 0.0) * n for name, n in row.counts.items()), row) for row in rows]
    held_out = [(worth, row.points) for worth, row in guessed if row.number % 5 == 0]
    mean = sum(taken for _, taken in held_out) / len(held_out)
    spread = sum((taken - mean) ** 2 for _, taken in held_out)
    left = sum((taken - worth) ** 2 for worth, taken in held_out)
    return Formula(
        points=points,
        said={},
        scatter=_scatter([(worth, row.points) for worth, row in guessed]),
        figures={
            "deals": len({row.number for row in rows}),
            "hands": len(rows),
            "r2": 1 - left / spread,
            "error": (left / len(held_out)) ** 0.5,
            "whole": sum(row.whole for row in rows) / len(rows),
        },
    )


def fit_calls(rules: Rules, model: Model, solved: Sequence[Solved]) -> Model:
    """Return the model with what calls tell besides a hand, fitted to auctions of players of ``model``."""
    sums = {kind: Sums() for kind in model.formulas}
    scores = ExpectedScores(rules, model)
    n_trumps = len(rules.trumps)
    for index in range(0, len(solved), n_trumps):
        deal = solved[index].deal
        hands = {seat: hold(rules, hand) for seat, hand in deal.hands.items()}
        for turn in play_auction(rules, model, scores, hands, Random(f"{SEED} calls {index}")):
            side = rules.side_of(turn.seat)
            for one in solved[index : index + n_trumps]:
                trump = one.take.trump
                taken = one.result[side] + rules.belote * (one.belote_side == side)
                worth = model.formula(trump).worth(hands[turn.seat], trump, turn.lead_by[one.take.taker])
                if turn.said[trump]:
                    sums[kind_of(trump)].add(turn.said[trump], taken - worth)
    formulas = {kind: replace(formula, said=sums[kind].fit()) for kind, formula in model.formulas.items()}
    return replace(model, formulas=formulas)


def play_auction(
    rules: Rules,
    model: Model,
    scores: ExpectedScores,
    hands: Mapping[str, Mapping[str, frozenset[str]]],
    rng: Random,
) -> list[CallTurn]:
    """Return the turns of an auction of players of ``model``."""
    auction, turns = start_auction(rules, DEALER), list[CallTurn]()
    heard = nothing_heard(rules)
    while not auction.is_over:
        turn = call_turn(auction, heard)
        turns.append(turn)
        chances = Caller(model, turn, scores).chances(hands[turn.seat])
        (call,) = rng.choices(list(chances), list(chances.values()))
        auction = auction.call(call)
        heard[turn.seat] = hear(rules, heard[turn.seat], call, auction.standing)
    return turns


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


def write_model(path: Path, model: Model) -> None:
    """Write the file of a game."""
    lines = [
        f"# Written by python -m benchmarks.callers.fit {model.name}; see solver/prospects/formula.py.",
        f"version = {model.version}",
        f"seed = {model.seed}",
        f"noise = {model.noise}",
        f"caution = {model.caution}",
    ]
    for kind, formula in model.formulas.items():
        lines += ["", f"[{kind}]", "scatter = ["]
        lines += [f"    [{', '.join(f'{number:.0f}' for number in row)}]," for row in formula.scatter]
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
    solved = list(read_solved(asked.file, rules))
    rows = list(hand_rows(rules, solved))
    formulas: dict[TrumpKind, Formula] = {}
    for kind in TrumpKind:
        of_kind = [row for row in rows if row.kind == kind]
        if of_kind:
            formulas[kind] = fit_hands(of_kind)
    model = Model(asked.game, VERSION, SEED, NOISE, CAUTION, formulas)
    if rules.scoring == Scoring.bid:
        for _ in range(N_ROUNDS):
            model = fit_calls(rules, model, solved)
    for kind, formula in model.formulas.items():
        print(f"{asked.game} {kind}: {formula.figures}")
    write_model(asked.out or MODELS / f"{asked.game}.toml", model)


if __name__ == "__main__":
    main()
