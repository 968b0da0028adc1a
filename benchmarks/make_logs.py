"""Make an archive of game logs: ``python -m benchmarks.make_logs 10000 > logs.ndjson``.

Quick games of every kind but bridge and California Jack, played at random from a seed: deal after deal of
one family after another, so that any part of the archive holds all of them.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from benchmarks.random_deals import random_deal
from solver import find_variant

GAMES = ("quadrette", "belote", "all_fours", "contree", "all_fours_4", "valet_de_trefle")


def make_log(seed: int, index: int, games: tuple[str, ...] = GAMES) -> dict[str, Any]:
    """The log of that number of the archive that a seed names."""
    rng = Random(f"logs {seed} {index}")
    position = random_deal(rng, find_variant(games[index % len(games)]))
    while not position.is_over:
        position = position.play(rng.choice(position.legal_plays()))
    return {"id": f"{position.rules.name}-{seed}-{index + 1}", **position.to_dict()}


def make_lines(n: int, seed: int, games: tuple[str, ...] = GAMES) -> Iterator[str]:
    """The archive, a line for each log."""
    for index in range(n):
        yield json.dumps(make_log(seed, index, games), separators=(",", ":"))


def main() -> None:
    """Write the archive to standard output."""
    parser = argparse.ArgumentParser(description="Make an archive of game logs, NDJSON.")
    parser.add_argument("n", type=int, help="how many logs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="+", default=GAMES, help="in turn; %(default)s if left out")
    arguments = parser.parse_args()
    for line in make_lines(arguments.n, arguments.seed, tuple(arguments.games)):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
