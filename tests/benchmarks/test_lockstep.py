"""Many threads in one search, counted in turns: two of them come to the end sooner than one."""

from pathlib import Path

import pytest

from benchmarks.bridge_deals import BridgeWork, position_of, read_fixed
from benchmarks.lists import CALIFORNIA_24, read_cases
from benchmarks.lockstep import build, n_nodes
from solver import Position

LEAST_GAIN = 1.15
"""From deal to deal it is 1.3 to 2."""


def long_points() -> Position:
    """A deal of California Jack that takes more than a million nodes, every card."""
    return next(iter(read_cases(CALIFORNIA_24))).position


def long_tricks() -> Position:
    """The freak of bridge that takes longest."""
    return position_of(next(iter(read_fixed(BridgeWork.value, freaks=True))).asked)


@pytest.mark.night
@pytest.mark.parametrize(("unit", "wanted"), [("points", "all"), ("tricks", "value")])
def test_two_threads_take_fewer_turns_than_one(unit: str, wanted: str, tmp_path: Path) -> None:
    units = {unit: build(unit, tmp_path)}
    position = long_points() if unit == "points" else long_tricks()
    alone = n_nodes(units, position, wanted, 1)
    assert alone > 1_000_000
    assert alone > LEAST_GAIN * n_nodes(units, position, wanted, 2)
