"""Tables as data for the board: heads, and rows of cells that can be sorted by the numbers behind them."""

from collections.abc import Sequence
from typing import Any

from solver.report.figures import Figures

Cell = str | tuple[str, float]
"""The text of a cell, and where it is a number, that number."""


def table(heads: Sequence[str], rows: Sequence[Sequence[Cell]], **more: Any) -> dict[str, Any]:
    """Return a table as JSON, whose first cell of a row is the head of that row; ``more`` joins it."""
    return {"heads": list(heads), "rows": [[_cell(cell) for cell in row] for row in rows], **more}


def sized(text: str, number: float | None) -> Cell:
    """Return a cell with the number behind its text; without one, it has none to be sorted by."""
    return text if number is None else (text, number)


def figures_table(figures: Figures) -> dict[str, Any]:
    """Return the figures of those who played, a row each."""
    columns = figures.columns
    rows = [
        [name, *(sized(column.cell(summary), column.size(summary)) for column in columns)]
        for name, summary in figures.of
    ]
    return table(figures.heads(), rows)


def _cell(cell: Cell) -> str | list[str | float]:
    return cell if isinstance(cell, str) else list(cell)
