"""Two words of an entry by two writers (ext/points/table.pxd): they give no cards like those of either."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from benchmarks.builds import compile_unit, load_unit, translate

SOURCE = """
from libc.stdint cimport uint64_t

from points.table cimport marked


def mark(uint64_t cards, uint64_t proof):
    return marked(cards, proof)
"""
FIELDS = {"state": (0, 32), "lower": (32, 16), "upper": (48, 16)}
"""The parts of a proof: the first bit and the number of bits of each."""
HALF = (1 << 32) - 1


@pytest.fixture
def mark(tmp_path: Path) -> Callable[[int, int], int]:
    """The mark of an entry with cards and a proof; and the cards of one with a mark and a proof."""
    source = tmp_path / "marks.pyx"
    source.write_text(SOURCE, encoding="utf-8")
    found: Callable[[int, int], int] = load_unit(compile_unit(translate(source, tmp_path), ("-O0",))).mark
    return found


@pytest.mark.night
def test_proofs_that_differ_in_one_part_give_cards_that_differ_everywhere(
    mark: Callable[[int, int], int],
) -> None:
    for field, (first, n_bits) in FIELDS.items():
        rng = Random(field)
        for _ in range(20_000):
            cards, proof, change = rng.getrandbits(64), rng.getrandbits(64), rng.randrange(1, 1 << n_bits)
            assert mark(mark(cards, proof), proof) == cards
            torn = mark(mark(cards, proof), proof ^ change << first) ^ cards
            assert min(torn & HALF, torn >> 32) > 0, (field, cards, proof, change)
