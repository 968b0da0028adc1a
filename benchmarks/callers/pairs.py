"""The tricks that a pair of bridge takes by what it holds, fitted to solved deals, as the solver loads them.

``python -m benchmarks.callers.pairs 1500`` draws so many deals and solves each for both pairs, without trumps
and in the pair's longest suit.  A formula is the least squares of four fifths of the deals; its figures are
those of the last fifth.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random

from benchmarks.callers.least_squares import Sums, figures_of
from solver.cards import NO_TRUMPS
from solver.engine import Limit, solve_many
from solver.game import Contract, Deal, Position, number_sides
from solver.prospects.pairs import FILE, KINDS, Kind, PairCounts, PairModel, kind_of_strain
from solver.rules import Rules, find_variant

SEED = 2026
VERSION = 1
NOISE = 40.0
"""Points of a score; stated, not fitted: it stands for all that bidding cannot find out."""
AT_ONCE = 50

Row = tuple[dict[str, int], int]
"""The counts of a pair, and its tricks."""


def draw(rules: Rules, number: int) -> Deal:
    """Return the deal with that number."""
    deck = list(rules.deck)
    Random(f"{SEED} {number}").shuffle(deck)
    return Deal(
        {seat: tuple(deck[place * 13 : (place + 1) * 13]) for place, seat in enumerate(rules.players)}
    ).sorted()


def _partner(rules: Rules, seat: str) -> str:
    return rules.next_seat(rules.next_seat(seat))


def rows_of(rules: Rules, n_deals: int) -> dict[Kind, list[Row]]:
    """Draw and solve deals; return the rows of both pairs by kind of strain."""
    found: dict[Kind, list[Row]] = {kind: [] for kind in KINDS}
    for start in range(0, n_deals, AT_ONCE):
        asked: list[tuple[Position, str, str]] = []
        for number in range(start, min(start + AT_ONCE, n_deals)):
            deal = draw(rules, number)
            for declarer in rules.players[:2]:
                pair = [*deal.hands[declarer], *deal.hands[_partner(rules, declarer)]]
                longest = max(rules.suits, key=lambda suit: sum(card.suit == suit for card in pair))
                for strain in (longest, NO_TRUMPS):
                    leader = rules.next_seat(declarer)
                    position = Position(rules, Contract(strain), deal, dealer=declarer, leader=leader)
                    asked.append((position, declarer, strain))
        answers = solve_many([position for position, _, _ in asked], Limit(), cards="none")
        for (position, declarer, strain), answer in zip(asked, answers, strict=True):
            assert answer.value is not None, "without a limit all is proved"
            hands = [position.deal.hands[seat] for seat in (declarer, _partner(rules, declarer))]
            tricks = number_sides(rules, answer.value)[rules.side_of(declarer)]
            found[kind_of_strain(strain)].append((PairCounts(hands).of(strain), tricks))
    return found


def fit(rows: Sequence[Row], n_deals: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return the formula of the rows, and its figures."""
    sums = Sums()
    for number, (counts, tricks) in enumerate(rows):
        if number // 2 % 5:
            sums.add(counts, tricks)
    points = sums.fit()
    held_out = [row for number, row in enumerate(rows) if number // 2 % 5 == 0]
    return points, {"deals": n_deals, **figures_of(points, held_out)}


def write_model(path: Path, model: PairModel) -> None:
    """Write the file that the solver loads."""
    lines = [
        "# Written by python -m benchmarks.callers.pairs; see solver/prospects/pairs.py.",
        f"version = {model.version}",
        f"seed = {model.seed}",
        f"noise = {model.noise}",
    ]
    for kind in KINDS:
        for part, numbers in (("figures", model.figures[kind]), ("points", model.points[kind])):
            lines += ["", f"[{kind}.{part}]"]
            lines += [f"{name} = {number:.5g}" for name, number in numbers.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("n_deals", type=int)
    parser.add_argument("--out", type=Path, default=FILE, help="default: the file that the solver loads")
    asked = parser.parse_args()
    points: dict[Kind, dict[str, float]] = {}
    figures: dict[Kind, dict[str, float]] = {}
    for kind, rows in rows_of(find_variant("bridge"), asked.n_deals).items():
        points[kind], figures[kind] = fit(rows, asked.n_deals)
        print(f"{kind}: {figures[kind]}")
    write_model(asked.out, PairModel(VERSION, SEED, NOISE, points, figures))


if __name__ == "__main__":
    main()
