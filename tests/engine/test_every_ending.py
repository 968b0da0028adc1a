"""Every ending of a few tricks, however the cards lie: 230,000 of two tricks, 86 million of three.

What is counted without a search (ext/tricks/sure.pxd, guards.pxd, stops.pxd) is argued in words there, and so
is for which other deals a proof holds.  Here nothing is left to chance: the suits have all lengths, and the
cards of each lie in all ways.  One seat of each side leads: seats differ by their places only.
"""

from collections.abc import Iterator
from math import factorial
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks.builds import compile_unit, load_unit, translate
from tests.support.depth import by_depth

pytestmark = pytest.mark.night

SOURCE = Path(__file__).parents[1] / "support" / "search" / "every_ending.pyx"
TRUMPS = 3
"""Their lane."""
MOST = 13
"""The cards of a suit."""


@pytest.fixture(scope="module")
def unit(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The compiled comparison."""
    folder = tmp_path_factory.mktemp("endings")
    module: ModuleType = load_unit(compile_unit(translate(SOURCE, folder), ()))
    return module


def lengths_of(n: int, n_suits: int, most: int = MOST) -> Iterator[tuple[int, ...]]:
    """Yield the lengths of suits that are alike, with so many cards in all, the longest first."""
    if n_suits == 0:
        yield from [()] * (n == 0)
        return
    for longest in range(min(n, most), -1, -1):
        yield from ((longest, *rest) for rest in lengths_of(n - longest, n_suits - 1, longest))


def with_trumps(n: int) -> Iterator[tuple[int, ...]]:
    """Yield the lengths of three plain suits and of the trumps, of which there is one at least."""
    for n_trumps in range(1, min(n, MOST) + 1):
        yield from ((*plain, n_trumps) for plain in lengths_of(n - n_trumps, 3))


def n_deals(n_tricks: int) -> int:
    """The number of ways to deal the cards."""
    return factorial(4 * n_tricks) // factorial(n_tricks) ** 4


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("trump", [-1, TRUMPS])
def test_every_ending_has_its_value(unit: ModuleType, trump: int, leader: int) -> None:
    n_tricks = by_depth(2, 3)
    endings = unit.Endings(trump, leader, n_tricks)
    suits = [*(lengths_of(4 * n_tricks, 4) if trump < 0 else with_trumps(4 * n_tricks))]
    for lengths in suits:
        endings.compare(lengths)
        assert endings.wrong == [], (lengths, endings.wrong)
    assert endings.n == len(suits) * n_deals(n_tricks)
