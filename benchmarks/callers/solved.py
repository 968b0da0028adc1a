"""Random deals with what they come to in every trump: drawn by number from a seed, solved, kept in a file.

``python -m benchmarks.callers.solved contree 100000 FILE`` goes on where the file ends.  Each line has the
results of one deal, for side 0 and side 1, trump by trump: those of `takes_of`.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from solver.engine import Limit, solve_many
from solver.game import Contract, Deal, Pair, Position, find_belote_side, number_sides
from solver.prospects import Take
from solver.rules import Rules, find_variant

SEED = 2026
DEALER = "W"
AT_ONCE = 32
"""The deals that are solved before they are written."""


class Solved(NamedTuple):
    """The end of a deal in one trump, with best play of all."""

    deal: Deal
    take: Take
    result: Pair
    belote_side: int | None


def draw(rules: Rules, number: int, seed: int = SEED) -> Deal:
    """Return the deal with that number, all cards dealt."""
    deck = list(rules.deck)
    Random(f"{seed} {number}").shuffle(deck)
    n_each = rules.cards_each
    return Deal(
        {seat: tuple(deck[place * n_each : (place + 1) * n_each]) for place, seat in enumerate(rules.players)}
    ).sorted()


def takes_of(rules: Rules, number: int) -> list[Take]:
    """Return the takes that are solved in the deal with that number: every trump, the players in turn."""
    return [Take(trump, rules.players[number % rules.n_players]) for trump in rules.trumps]


def position_of(rules: Rules, deal: Deal, take: Take) -> Position:
    """Return the start of the play."""
    leader = rules.first_leader(DEALER, take.taker)
    return Position(rules, Contract(take.trump), deal, dealer=DEALER, leader=leader)


def solve_to(path: Path, rules: Rules, n_deals: int) -> None:
    """Go on with the file until it has ``n_deals`` deals."""
    number = len(path.read_text("utf-8").splitlines()) if path.exists() else 0
    with path.open("a", encoding="utf-8") as file:
        while number < n_deals:
            numbers = range(number, min(number + AT_ONCE, n_deals))
            asked = [
                position_of(rules, deal, take)
                for one in numbers
                for deal in [draw(rules, one)]
                for take in takes_of(rules, one)
            ]
            answers = iter(solve_many(asked, Limit(table_mib=16), cards="none"))
            for one in numbers:
                results: list[int] = []
                for _ in takes_of(rules, one):
                    value = next(answers).value
                    assert value is not None, "without a limit all is proved"
                    results += number_sides(rules, value)
                file.write(" ".join(map(str, results)) + "\n")
            file.flush()
            number = numbers[-1] + 1


def read_solved(path: Path, rules: Rules, n_deals: int | None = None) -> Iterator[Solved]:
    """Yield what is in the file, deal by deal and trump by trump."""
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(islice(file, n_deals)):
            deal, results = draw(rules, number), list(map(int, line.split()))
            takes = takes_of(rules, number)
            pairs: Sequence[Pair] = list(zip(results[::2], results[1::2], strict=True))
            for take, pair in zip(takes, pairs, strict=True):
                yield Solved(deal, take, pair, find_belote_side(rules, take.trump, deal.hands))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("n_deals", type=int)
    parser.add_argument("file", type=Path)
    asked = parser.parse_args()
    solve_to(asked.file, find_variant(asked.game), asked.n_deals)


if __name__ == "__main__":
    main()
