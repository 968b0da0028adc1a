"""Means over sampled deals, with their errors."""

from itertools import combinations
from math import sqrt
from random import Random

import pytest

from solver.knowledge.estimates import (
    Estimate,
    are_alike,
    effective_samples,
    estimate,
    estimate_share,
    spread_left,
)

DEALS = (3, -1, 4, 1, -5, 9)
"""What a card gives away in each of six deals."""


@pytest.mark.parametrize("size", [2, 3, 5])
def test_the_error_is_that_of_drawing_without_repetition(size: int) -> None:
    """Over all samples the mean is unbiased, and the mean squared error is how far the means scatter."""
    samples = list(combinations(DEALS, size))
    estimates = [estimate(sample, len(DEALS)) for sample in samples]
    true_mean = sum(DEALS) / len(DEALS)
    scatter = sum((found.mean - true_mean) ** 2 for found in estimates) / len(samples)
    assert sum(found.mean for found in estimates) / len(samples) == pytest.approx(true_mean)
    assert sum(found.error**2 for found in estimates) / len(samples) == pytest.approx(scatter)


def test_of_all_deals_there_is_no_error() -> None:
    assert estimate(DEALS, len(DEALS)) == Estimate(sum(DEALS) / len(DEALS), 0.0)
    assert estimate((7,), 1) == Estimate(7.0, 0.0)


def test_of_endless_deals_it_is_the_usual_standard_error() -> None:
    mean = sum(DEALS) / 6
    usual = sqrt(sum((number - mean) ** 2 for number in DEALS) / 5 / 6)
    assert estimate(DEALS, 10**400).error == pytest.approx(usual)


def test_equal_weights_change_nothing() -> None:
    plain, weighed = estimate(DEALS, 100), estimate(DEALS, 100, [0.5] * len(DEALS))
    assert weighed.mean == pytest.approx(plain.mean)
    assert weighed.error == pytest.approx(plain.error)


def test_a_whole_weight_is_a_deal_drawn_so_often() -> None:
    found = estimate(DEALS, 10**9, [2, 1, 1, 0, 3, 1])
    assert found.mean == pytest.approx((3 * 2 - 1 + 4 - 5 * 3 + 9) / 8)
    assert effective_samples([2, 1, 1, 0, 3, 1]) == pytest.approx(64 / 16)
    assert estimate(DEALS, len(DEALS), [2, 1, 1, 0, 3, 1]).error == 0


def test_the_weighted_error_is_how_far_the_means_scatter() -> None:
    """Numbers of a known mean, drawn with chances that the weights undo."""
    rng = Random(5)
    found = []
    for _ in range(400):
        drawn = rng.choices(range(10), [1 + number for number in range(10)], k=60)
        found.append(estimate(drawn, 10**9, [1 / (1 + number) for number in drawn]))
    scatter = sum((one.mean - 4.5) ** 2 for one in found) / len(found)
    assert sum(one.error**2 for one in found) / len(found) == pytest.approx(scatter, rel=0.15)


def test_weights_of_nothing_leave_nothing() -> None:
    assert effective_samples([0.0, 0.0]) == 0


def test_what_goes_with_the_order_of_a_draw_is_no_chance() -> None:
    """One of each ten neighbours is drawn: the error told is how far the means scatter, not the usual one."""
    rng, found = Random(8), list[tuple[float, float, float]]()
    for _ in range(400):
        first = rng.randrange(10)
        places = range(first, 400, 10)
        numbers = [place / 50 + rng.choice((-1.0, 1.0)) for place in places]
        usual = estimate(numbers, 10**9)
        found.append((usual.mean, usual.error, spread_left(numbers, [float(place) for place in places])))
    true = sum(range(400)) / 400 / 50
    scatter = sum((mean - true) ** 2 for mean, *_ in found) / len(found)
    assert sum(error**2 * left for _, error, left in found) / len(found) == pytest.approx(scatter, rel=0.3)
    assert sum(left for *_, left in found) / len(found) < 0.35


def test_where_all_numbers_are_alike_an_order_takes_no_error_away() -> None:
    assert spread_left([1.0] * 5, [1.0, 2.0, 3.0, 4.0, 5.0]) == 1
    assert spread_left([1.0], [1.0]) == 1
    some = [1.0, 0.0, 1.0, 1.0]
    assert estimate_share(some, 10**9, left=0.25).error < estimate_share(some, 10**9).error
    assert estimate_share([1.0] * 20, 10**9, left=1.0) == estimate_share([1.0] * 20, 10**9)


@pytest.mark.parametrize(("n", "is_sure"), [(2, False), (5, False), (8, True), (29, True), (60, True)])
def test_few_deals_prove_less_by_the_same_errors(n: int, is_sure: bool) -> None:
    assert Estimate(5.0, 2.0).by_few(n).is_sure == is_sure


@pytest.mark.parametrize(("n", "is_sure"), [(2, False), (5, False), (6, True)])
def test_few_deals_that_are_alike_prove_nothing(n: int, is_sure: bool) -> None:
    rng = Random(n)
    for weights in (None, [rng.random() for _ in range(n)]):
        found = estimate([7.0] * n, 1000, weights)
        assert found == Estimate(7.0, 0.0), "no error by rounding"
        assert found.by_few(n).is_sure == is_sure


@pytest.mark.parametrize(
    ("numbers", "weights", "is_sure"),
    [
        ([10, 10, 0, 3, -4, 0, 0, 0], [1, 1, *[1e-6] * 6], False),
        ([5, 5, 5, 5, 0], [1, 0.3, 0.7, 0.9, 1e-9], False),
        ([5, 5, 5, 5, 5, 5, 0], [1, 1, 1, 1, 1, 1, 1e-9], True),
        ([5, 4, 5, 4, 5], [1, 0.9, 1, 0.9, 1], True),
    ],
)
def test_few_deals_that_are_alike_but_for_some_that_weigh_nothing_prove_nothing(
    numbers: list[int], weights: list[float], is_sure: bool
) -> None:
    found, n = estimate(numbers, 10**6, weights), effective_samples(weights)
    assert found.by_few(n, is_alike=are_alike(numbers, weights)).is_sure == is_sure
