"""The figures of players, as a table on a terminal."""

from rich.console import RenderableType
from rich.table import Table

from solver.report.figures import Figures
from solver.report.terminal.answer import new_table
from solver.report.terminal.console import Fitting


def figures_table(figures: Figures) -> RenderableType:
    """Return the table as wide as it fits: with words, with signs for grades, or with signs and costs."""
    heads, rows, columns = figures.heads(), figures.rows(), figures.columns()
    wide = new_table(*heads)
    tight_heads = [heads[0], *(column.sign or column.head for column in columns)]
    # The shortest table leaves out the choices, which stand first.
    tables = [wide, _narrow(tight_heads), _narrow([tight_heads[0], *tight_heads[2:]])]
    for row in rows:
        for table, cells in zip(tables, (row, row, [row[0], *row[2:]]), strict=True):
            table.add_row(*cells)
    return Fitting(*tables)


def _narrow(heads: list[str]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for index, head in enumerate(heads):
        table.add_column(head, justify="right" if index else "left")
    return table
