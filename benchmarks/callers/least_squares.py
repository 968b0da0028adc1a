"""Least squares over rows that have few different counts: rows alike are added up first."""

from collections.abc import Mapping, Sequence

Row = Mapping[str, float]
RIDGE = 1e-6
"""Added to the diagonal: a count that never differs from a sum of others gets no wild number."""


class Sums:
    """The rows of a fit, those with the same counts together."""

    def __init__(self) -> None:
        self._sums: dict[tuple[tuple[str, float], ...], list[float]] = {}

    def add(self, row: Row, number: float, weight: float = 1.0) -> None:
        """Add a row, of which ``number`` is to be told."""
        key = tuple(sorted(row.items()))
        held = self._sums.setdefault(key, [0.0, 0.0])
        held[0] += weight
        held[1] += weight * number

    def fit(self) -> dict[str, float]:
        """Return the number for each count whose sum over a row is nearest to what the row tells."""
        names = sorted({name for key in self._sums for name, _ in key})
        place = {name: index for index, name in enumerate(names)}
        square = [[0.0] * len(names) for _ in names]
        right = [0.0] * len(names)
        for key, (weight, total) in self._sums.items():
            for name, number in key:
                line = square[place[name]]
                right[place[name]] += number * total
                for other, count in key:
                    line[place[other]] += weight * number * count
        whole = sum(weight for weight, _ in self._sums.values())
        for index in range(len(names)):
            square[index][index] += RIDGE * whole
        return dict(zip(names, _solve(square, right), strict=True))


def tell(points: Mapping[str, float], row: Row) -> float:
    """Return what a fit tells of a row."""
    return sum(points.get(name, 0.0) * number for name, number in row.items())


def figures_of(points: Mapping[str, float], held_out: Sequence[tuple[Row, float]]) -> dict[str, float]:
    """Return ``r2`` and ``error``, the standard deviation of what is left, of rows that were not fitted to.

    held_out: each row with the number that is to be told.
    """
    mean = sum(number for _, number in held_out) / len(held_out)
    spread = sum((number - mean) ** 2 for _, number in held_out)
    left = sum((number - tell(points, row)) ** 2 for row, number in held_out)
    return {"r2": 1 - left / spread, "error": (left / len(held_out)) ** 0.5}


def _solve(square: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of linear equations with a positive definite matrix, by elimination."""
    lines = [[*line, number] for line, number in zip(square, right, strict=True)]
    n = len(lines)
    for index in range(n):
        for below in range(index + 1, n):
            part = lines[below][index] / lines[index][index]
            if part:
                lines[below] = [
                    one - part * other for one, other in zip(lines[below], lines[index], strict=True)
                ]
    found = [0.0] * n
    for index in reversed(range(n)):
        known = sum(lines[index][later] * found[later] for later in range(index + 1, n))
        found[index] = (lines[index][n] - known) / lines[index][index]
    return found
