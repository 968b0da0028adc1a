"""The deals of the study of klaverjas: one of each class, and what all of them would cost."""

from itertools import islice
from random import Random

import pytest

from benchmarks.klaverjas import (
    HEAD,
    N_DEALS,
    Estimate,
    count_classes,
    draw_class,
    draw_of_classes,
    measure,
)

EIGHT = (8, 8, 8, 8)


@pytest.mark.slow
def test_there_are_as_many_classes_as_the_study_solved() -> None:
    assert count_classes(EIGHT, 4, 8) == N_DEALS
    assert count_classes((2, 2), 2, 2) == 3


def test_every_class_is_drawn_equally_often() -> None:
    rng, n = Random(1), 3_000
    drawn = [tuple(draw_class(rng, (2, 2), 2, 2)) for _ in range(n)]
    counts = {found: drawn.count(found) for found in set(drawn)}
    assert set(counts) == {((2, 0), (0, 2)), ((1, 1), (1, 1)), ((0, 2), (2, 0))}
    assert all(abs(count - n / 3) < 5 * (n * 2 / 9) ** 0.5 for count in counts.values())


def test_deals_are_whole_and_all_different() -> None:
    deals = list(islice(draw_of_classes(3), 50))
    for position in deals:
        assert set(position.deal.cards()) == position.rules.deck_set
        assert (position.to_play, position.contract.taker, position.contract.trump) == ("N", "N", "S")
    assert len({position.deal for position in deals}) == len(deals)
    assert next(draw_of_classes(3)) == deals[0]


def test_the_first_deals_are_solved_by_the_plain_reference_too() -> None:
    found = measure(draw_of_classes(1), 2, "all", n_checked=1)
    assert len(found.nodes) == 2
    assert min(found.nodes) > 0


def test_the_cost_of_all_is_told_with_its_error() -> None:
    estimate = Estimate((10.0, 12.0), (100, 300, 200))
    assert round(estimate.hours, 2) == round(11 * N_DEALS / 3.6e6, 2)
    assert round(estimate.hours_error, 3) == round(N_DEALS / 3.6e6, 3)
    line = estimate.line("of classes", "every card")
    assert line.count("|") == HEAD.splitlines()[0].count("|")
    assert "| 3.0 ± 0.3 | 3 | yes |" in line
