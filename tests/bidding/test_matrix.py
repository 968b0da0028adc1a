"""Matrix games: by hand, and by the conditions that an optimal choice meets and no other does."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, strategies as st

from solver.bidding.matrix import solve_matrix

MATRICES = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(-4, 4), min_size=width, max_size=width), min_size=1, max_size=6
    )
)


def test_a_saddle_point() -> None:
    solved = solve_matrix([[3, 1, 2], [0, -1, 5]])
    assert solved.value == 1
    assert (solved.rows, solved.columns, solved.has_saddle) == ((0,), (1,), True)
    assert (solved.row_mix, solved.column_mix) == ({}, {})


def test_matching_pennies() -> None:
    solved = solve_matrix([[1, -1], [-1, 1]])
    half = Fraction(1, 2)
    assert solved.value == 0
    assert (solved.row_guarantee, solved.column_guarantee) == (-1, 1)
    assert (solved.row_mix, solved.column_mix) == ({0: half, 1: half}, {0: half, 1: half})


def test_a_value_that_is_a_fraction() -> None:
    solved = solve_matrix([[2, -1], [-3, 4]])
    assert solved.value == Fraction(1, 2)
    assert solved.row_mix == {0: Fraction(7, 10), 1: Fraction(3, 10)}


def test_the_best_rows_gain_most_on_mistakes_first() -> None:
    solved = solve_matrix([[0, 1, 1], [0, 3, 3], [0, 0, 0]])
    assert solved.rows == (1, 0, 2)


@given(MATRICES)
def test_both_sides_make_sure_of_the_value(matrix: list[list[int]]) -> None:
    solved = solve_matrix(matrix)
    assert solved.row_guarantee == max(min(row) for row in matrix)
    assert solved.column_guarantee == min(max(column) for column in zip(*matrix, strict=True))
    assert solved.row_guarantee <= solved.value <= solved.column_guarantee
    row_mix = solved.row_mix or {solved.rows[0]: Fraction(1)}
    column_mix = solved.column_mix or {solved.columns[0]: Fraction(1)}
    for mix in (row_mix, column_mix):
        assert sum(mix.values()) == 1
        assert all(part > 0 for part in mix.values())
    for column in range(len(matrix[0])):
        assert sum(part * matrix[row][column] for row, part in row_mix.items()) >= solved.value
    for row in matrix:
        assert sum(part * row[column] for column, part in column_mix.items()) <= solved.value


def test_work_on_a_matrix_can_be_ended() -> None:
    n_checks = 0

    def check() -> None:
        nonlocal n_checks
        n_checks += 1
        if n_checks > 200:
            raise TimeoutError

    chance = Random(1)
    matrix = [[chance.randint(-4, 4) for _ in range(84)] for _ in range(84)]
    with pytest.raises(TimeoutError):
        solve_matrix(matrix, check)
    assert solve_matrix([[1, -1], [-1, 1]], check=lambda: None).value == 0
