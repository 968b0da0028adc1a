"""The figures of players, as a table on a terminal."""

from rich.console import RenderableType
from rich.table import Table

from solver.report.figures import Figures
from solver.report.terminal.answer import new_table
from solver.report.terminal.console import Fitting


def figures_table(figures: Figures) -> RenderableType:
    """Return the table as wide as it fits: with words, with signs for grades, or as a list."""
    heads, rows, columns = figures.heads(), figures.rows(), figures.columns
    wide, listed = new_table(*heads), Table.grid(padding=(0, 2, 0, 0))
    tight_heads = [heads[0], *(column.sign or column.head for column in columns)]
    for row in rows:
        wide.add_row(*row)
        listed.add_row(row[0], "")
        for head, cell in zip(tight_heads[1:], row[1:], strict=True):
            listed.add_row(f"  {head}", cell)
    # The shortest table leaves out the choices, which stand first.
    shortest = [[row[0], *row[2:]] for row in (tight_heads, *rows)]
    return Fitting(
        wide,
        tight_table([tight_heads, *rows]),
        tight_table(shortest),
        tight_table(shortest, folds=True),
        listed,
    )


def tight_table(lines: list[list[str]], *, folds: bool = False) -> Table:
    """Return a table of heads and rows; with ``folds`` names and heads fold, between words."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for index, (head, *cells) in enumerate(zip(*lines, strict=True)):
        words = [*head.split(), *(cells if index else " ".join(cells).split())]
        width = max(map(len, words)) if folds else None
        table.add_column(head, justify="right" if index else "left", min_width=width, max_width=width)
    for row in lines[1:]:
        table.add_row(*row)
    return table
