"""The doubt about the model that weighed deals (solver/prospects/chance.py)."""

from math import hypot

import pytest

from solver.knowledge import Estimate
from solver.prospects.chance import add_doubt


def test_the_mean_moves_as_far_as_the_weights_of_other_callers_move_it() -> None:
    # Deals half a hundredth likelier, and half a hundredth less: 100 of two hundreds move by half of that.
    found = add_doubt(Estimate(100.0, 3.0), [0.0, 200.0], [1.0, 1.0], [[-0.005, 0.005], [0.01, -0.01]])
    assert found.mean == 100.0
    assert found.error == pytest.approx(hypot(3.0, 0.5, 1.0))


@pytest.mark.parametrize("gains", [[-9.0, 9.0], [9.0, -9.0]])
def test_no_callers_move_it_beyond_the_least_and_the_greatest_number(gains: list[float]) -> None:
    found = add_doubt(Estimate(50.0, 0.0), [0.0, 200.0, None], [3.0, 1.0, 1.0], [[*gains, 0.0]])
    assert found.error == (150.0 if gains[1] > 0 else 50.0)
