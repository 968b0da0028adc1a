"""Matrix games: the exact solution of a zero-sum game of two choices made at the same time.

The rows are one side's choices and the columns the other's; a cell is what the row side gains and the column
side loses.  By von Neumann's theorem both sides can make sure of the same value if they may choose by chance.
If a pure choice of each already makes sure of it, that is a saddle point.  Otherwise the mixed choices are
the solution of a linear programme, found by the simplex method in exact fractions, with Bland's rule against
cycles (G.  Dantzig, Linear Programming and Extensions, 1963, chapter 13).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

Matrix = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class MatrixSolution:
    """The best choices of both sides."""

    value: Fraction
    row_guarantee: int
    """The most that a single row makes sure of; the value, if there is a saddle point."""
    column_guarantee: int
    """The least that a single column concedes; the value, if there is a saddle point."""
    rows: tuple[int, ...]
    """The rows that make sure of ``row_guarantee``; those come first that gain more on mistakes."""
    columns: tuple[int, ...]
    row_mix: dict[int, Fraction]
    """The probability of each row, without rows of 0; empty if there is a saddle point."""
    column_mix: dict[int, Fraction]

    @property
    def has_saddle(self) -> bool:
        """True if a single choice of each side makes sure of the value."""
        return self.row_guarantee == self.column_guarantee


def solve_matrix(matrix: Matrix, check: Callable[[], None] = lambda: None) -> MatrixSolution:
    """Return the value of the game and the best choices of both sides.

    The matrix must have at least one cell; all rows have the same length.  ``check`` is called now and then,
    and may raise to end the work.

    >>> solve_matrix([[1, -1], [-1, 1]]).row_mix
    {0: Fraction(1, 2), 1: Fraction(1, 2)}
    """
    floors = [min(row) for row in matrix]
    ceilings = [max(row[column] for row in matrix) for column in range(len(matrix[0]))]
    low, high = max(floors), min(ceilings)
    rows = [index for index, floor in enumerate(floors) if floor == low]
    columns = [index for index, ceiling in enumerate(ceilings) if ceiling == high]
    rows.sort(key=lambda index: -sum(matrix[index]))
    columns.sort(key=lambda index: sum(row[index] for row in matrix))
    if low == high:
        return MatrixSolution(Fraction(low), low, high, tuple(rows), tuple(columns), {}, {})
    value, row_mix, column_mix = _mix(matrix, check)
    return MatrixSolution(value, low, high, tuple(rows), tuple(columns), row_mix, column_mix)


def _mix(
    matrix: Matrix, check: Callable[[], None]
) -> tuple[Fraction, dict[int, Fraction], dict[int, Fraction]]:
    """Return the value and both sides' mixed choices among those that no other choice dominates."""
    rows, columns = _undominated(matrix, check)
    lift = 1 - min(matrix[row][column] for row in rows for column in columns)
    cells = [[matrix[row][column] + lift for column in columns] for row in rows]
    total, by_row, by_column = _maximise(cells, check)
    value = 1 / total - lift
    row_mix = {row: part / total for row, part in zip(rows, by_row, strict=True) if part}
    column_mix = {column: part / total for column, part in zip(columns, by_column, strict=True) if part}
    return value, row_mix, column_mix


def _undominated(matrix: Matrix, check: Callable[[], None]) -> tuple[list[int], list[int]]:
    """Return the rows and columns that stay when dominated ones are struck out until none is left.

    A choice is dominated if another is at least as good everywhere.
    """
    rows, columns = list(range(len(matrix))), list(range(len(matrix[0])))
    while True:
        check()
        before = len(rows) + len(columns)
        rows = _strike(rows, [[matrix[row][column] for column in columns] for row in rows])
        columns = _strike(columns, [[-matrix[row][column] for row in rows] for column in columns])
        if len(rows) + len(columns) == before:
            return rows, columns


def _strike(names: list[int], choices: list[list[int]]) -> list[int]:
    kept: list[int] = []
    for index, choice in enumerate(choices):
        rivals = [*kept, *range(index + 1, len(choices))]
        if not any(all(a >= b for a, b in zip(choices[rival], choice, strict=True)) for rival in rivals):
            kept.append(index)
    return [names[index] for index in kept]


def _maximise(
    cells: list[list[int]], check: Callable[[], None]
) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """Maximise the sum of non-negative parts of the columns while no row adds up to more than 1.

    All cells must be above 0.  Return the sum, the shadow price of each row and the part of each column.
    """
    n_rows, n_columns = len(cells), len(cells[0])
    tableau = [
        [*map(Fraction, row), *(Fraction(int(index == other)) for other in range(n_rows)), Fraction(1)]
        for index, row in enumerate(cells)
    ]
    goal = [Fraction(-1)] * n_columns + [Fraction(0)] * (n_rows + 1)
    basis = list(range(n_columns, n_columns + n_rows))
    while (entering := next((at for at, cost in enumerate(goal[:-1]) if cost < 0), None)) is not None:
        candidates = [row for row in range(n_rows) if tableau[row][entering] > 0]
        leaving = min(candidates, key=lambda row: (tableau[row][-1] / tableau[row][entering], basis[row]))
        pivot = tableau[leaving][entering]
        tableau[leaving] = [cell / pivot for cell in tableau[leaving]]
        for row in range(n_rows):
            check()
            if row != leaving and tableau[row][entering]:
                tableau[row] = _reduced(tableau[row], tableau[leaving], tableau[row][entering])
        goal = _reduced(goal, tableau[leaving], goal[entering])
        basis[leaving] = entering
    parts = [Fraction(0)] * n_columns
    for row, variable in enumerate(basis):
        if variable < n_columns:
            parts[variable] = tableau[row][-1]
    return goal[-1], goal[n_columns:-1], parts


def _reduced(row: list[Fraction], by: list[Fraction], factor: Fraction) -> list[Fraction]:
    return [cell - factor * other for cell, other in zip(row, by, strict=True)]
