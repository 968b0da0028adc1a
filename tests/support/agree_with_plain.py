"""Compares many random positions with the plain solver: ``python -m tests.support.agree_with_plain``.

Every game has its share, with random options, and so have games made at random.  Each position is solved by
`solve` and in a batch by `solve_many`, on each number of threads that is asked for; every card's value must
be that of the plain solver (`tests.support.plain_values`).
"""

import argparse
from collections.abc import Sequence
from itertools import islice
from random import Random

from solver import Position, solve, solve_many
from solver.rules.variants import VARIANTS
from tests.support.plain_values import own_values, plain_values
from tests.support.positions import position_of_seed

GAMES = (*VARIANTS, "custom")
FEWEST, MOST = 8, 20
"""The most cards that may be left in a position, drawn between these two."""
BATCH = 500


def position_of(number: int) -> Position:
    """The position that a number names, of the games in turn."""
    return position_of_seed(number, GAMES[number % len(GAMES)], Random(number).randint(FEWEST, MOST))


def compare(numbers: Sequence[int], threads: Sequence[int]) -> int:
    """Compare the positions of some numbers; return how many values were compared.

    Raises:
        AssertionError: two values differ; the message names the position by its number.
    """
    positions = [position_of(number) for number in numbers]
    answers = [[solve(position) for position in positions]]
    answers += [solve_many(positions, threads=n) for n in threads]
    n_compared = 0
    for place, (number, position) in enumerate(zip(numbers, positions, strict=True)):
        expected = plain_values(position)
        for many in answers:
            found = own_values(position, many[place])
            assert found == expected, f"position {number}: {found} and not {expected}"
            n_compared += len(found)
    return n_compared


def main() -> None:
    """Compare as many as are asked for, and tell how far it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0, help="the number of the first position")
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    asked = parser.parse_args()
    numbers = iter(range(asked.seed, asked.seed + asked.positions))
    n_positions = n_values = 0
    while some := list(islice(numbers, BATCH)):
        n_values += compare(some, asked.threads)
        n_positions += len(some)
        print(f"\r{n_positions:,} positions, {n_values:,} values, no difference", end="", flush=True)
    print()


if __name__ == "__main__":
    main()
