"""Compares many random positions with the plain solver: ``python -m tests.support.search.agree_with_plain``.

Every game has its share, with random options, and so have games made at random.  Each position is solved by
`solve`, in batches by `solve_many`, and by the core with helpers from the first node on, on each number of
threads that is asked for, with a table that it takes for a large one; every card's value must be that of the
plain solver (`tests.support.search.plain_values`).
"""

import argparse
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from solver import Position, solve, solve_many
from solver.cards import Card
from solver.engine.encode import Encoding
from solver.rules.variants import VARIANTS
from tests.support.positions import position_of_seed
from tests.support.search.plain_values import own_values, plain_values

GAMES = (*VARIANTS, "custom")
FEWEST, MOST = 8, 20
"""The most cards that may be left in a position, drawn between these two."""
BATCH = 500


def position_of(number: int, fewest: int = FEWEST, most: int = MOST) -> Position:
    """The position that a number names, of the games in turn, with so many cards left at the most."""
    return position_of_seed(number, GAMES[number % len(GAMES)], Random(number).randint(fewest, most))


def helped_values(position: Position, threads: int) -> dict[Card, int]:
    """Return what `plain_values` does, from a search that so many threads make from the first node on.

    In a search for points the table is taken for a large one.
    """
    if position.is_over:
        return {}
    encoding = Encoding(position)
    unit: Any = encoding.core
    encoded = encoding.encode_position(position)
    table = unit.Table(1 << 16) if encoding.counts_tricks else unit.Table(1 << 16, near_bytes=0)
    found = unit.solve(encoding.fields, encoded, table, threads=threads, alone_for=0)
    won = encoding.won_so_far(position)
    sign = 1 if position.side_to_play == 0 else -1
    assert all(card.lower == card.upper for card in found.cards)
    return {encoding.card[card.code]: sign * (card.lower + won[0] - won[1]) for card in found.cards}


def compare(numbers: Sequence[int], threads: Sequence[int]) -> int:
    """Compare the positions of some numbers; return how many values were compared.

    Raises:
        AssertionError: two values differ; the message names the position by its number.
    """
    positions = [position_of(number) for number in numbers]
    ways = [[own_values(position, solve(position)) for position in positions]]
    for n in threads:
        many = solve_many(positions, threads=n)
        ways.append([own_values(*pair) for pair in zip(positions, many, strict=True)])
        ways.append([helped_values(position, n) for position in positions])
    n_compared = 0
    for place, (number, position) in enumerate(zip(numbers, positions, strict=True)):
        expected = plain_values(position)
        for way in ways:
            assert way[place] == expected, f"position {number}: {way[place]} and not {expected}"
            n_compared += len(expected)
    return n_compared


def main() -> None:
    """Compare as many as are asked for, and tell how far it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first, all in order")
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    asked = parser.parse_args()
    numbers = iter(range(asked.first, asked.first + asked.positions))
    n_positions = n_values = 0
    while some := list(islice(numbers, BATCH)):
        n_values += compare(some, asked.threads)
        n_positions += len(some)
        print(f"\r{n_positions:,} positions, {n_values:,} values, no difference", end="", flush=True)
    print()


if __name__ == "__main__":
    main()
