"""The doubt about the model that weighed deals (solver/prospects/chance.py)."""

from math import hypot, inf
from random import Random
from statistics import mean, pvariance

import pytest

from solver.knowledge import Estimate
from solver.prospects.chance import Steps, add_doubt


def test_the_mean_moves_as_far_as_the_weights_of_other_callers_move_it() -> None:
    # Deals half a hundredth likelier, and half a hundredth less: 100 of two hundreds move by half of that.
    found = add_doubt(Estimate(100.0, 3.0), [0.0, 200.0], [1.0, 1.0], [[-0.005, 0.005], [0.01, -0.01]])
    assert found.mean == 100.0
    assert found.error == pytest.approx(hypot(3.0, 0.5, 1.0))


@pytest.mark.parametrize("gains", [[-9.0, 9.0], [9.0, -9.0]])
def test_no_callers_move_it_beyond_the_least_and_the_greatest_number(gains: list[float]) -> None:
    found = add_doubt(Estimate(50.0, 0.0), [0.0, 200.0, None], [3.0, 1.0, 1.0], [[*gains, 0.0]])
    assert found.error == (150.0 if gains[1] > 0 else 50.0)


@pytest.mark.parametrize(("n_solved", "left"), [(60, 0.0), (30, 0.5), (6, 0.9)])
def test_the_first_of_the_deals_chosen_are_a_random_part_of_the_steps(n_solved: int, left: float) -> None:
    # What a deal comes to is what it promises: at equal steps there is no chance, and in the first all of it.
    rng, numbers = Random(3), [float(number) for number in range(60)]
    found = list[float]()
    means = list[float]()
    for _ in range(300):
        rng.shuffle(numbers)
        found.append(Steps(tuple(numbers), inf).spread_left(numbers[:n_solved], None))
        means.append(mean(numbers[:n_solved]))
    assert mean(found) == pytest.approx(left, abs=0.03)
    # So far the means scatter, as a part of what those of deals drawn at random would.
    assert pvariance(means) == pytest.approx(left * pvariance(numbers) / n_solved, rel=0.2, abs=1e-9)
