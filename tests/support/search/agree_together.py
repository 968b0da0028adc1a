"""Compares long searches by several threads with one: ``python -m tests.support.search.agree_together``.

The plain solver, which `agree_with_plain` asks, is too slow for positions in which threads of one search
come to help each other.  So here every card's value by several threads, from the first node on, must be
that by one; what they leave in the table must do for all positions after the next card.
"""

import argparse
from collections.abc import Sequence
from typing import Any

from solver.engine.encode import Encoding
from tests.support.search.agree_with_plain import position_of

FEWEST, MOST = 22, 34
"""The most cards that may be left in a position, drawn between these two."""
LONG = 20_000
"""Nodes of one thread from which on a position is compared, in which threads find something to share."""
MOST_NODES = 1_000_000
TABLE_BYTES = 1 << 24


def compare(number: int, threads: Sequence[int]) -> int:
    """Compare the position of a number; return how many values were compared, 0 if it is no long search.

    Raises:
        AssertionError: two values differ; the message names the position by its number.
    """
    position = position_of(number, FEWEST, MOST)
    if position.is_over:
        return 0
    encoding = Encoding(position)
    unit: Any = encoding.core
    encoded = encoding.encode_position(position)
    alone = unit.solve(encoding.fields, encoded, unit.Table(TABLE_BYTES), node_limit=MOST_NODES)
    if not LONG <= alone.nodes < MOST_NODES:
        return 0
    wanted = _values(alone)
    later = [encoding.encode_position(position.play(card)) for card in position.legal_plays()]
    expected = [_values(unit.solve(encoding.fields, one, unit.Table(TABLE_BYTES))) for one in later]
    for n in threads:
        table = unit.Table(TABLE_BYTES)
        found = _values(unit.solve(encoding.fields, encoded, table, threads=n, alone_for=0))
        assert found == wanted, f"position {number} by {n} threads: {found} and not {wanted}"
        left = [_values(unit.solve(encoding.fields, one, table)) for one in later]
        assert left == expected, f"position {number}: {n} threads have left what is not true"
    return len(threads) * (len(wanted) + sum(map(len, expected)))


def _values(found: Any) -> dict[int, tuple[int, int]]:
    """The bounds of each class of cards."""
    return {card.code: (card.lower, card.upper) for card in found.cards}


def main() -> None:
    """Compare as many as are asked for, and tell how far it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first, all in order")
    parser.add_argument("--threads", type=int, nargs="*", default=[2, 8])
    asked = parser.parse_args()
    number, n_positions, n_values = asked.first, 0, 0
    while n_positions < asked.positions:
        n_compared = compare(number, asked.threads)
        number += 1
        if n_compared:
            n_positions += 1
            n_values += n_compared
            print(f"\r{n_positions:,} positions, {n_values:,} values, no difference", end="", flush=True)
    print(f", up to number {number - 1:,}")


if __name__ == "__main__":
    main()
