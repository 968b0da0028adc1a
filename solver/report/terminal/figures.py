"""The figures of players, as a table on a terminal."""

from rich.console import RenderableType

from solver.report.figures import Figures
from solver.report.terminal.console import Fitting
from solver.report.terminal.tables import listed, new_table, tight_table


def figures_table(figures: Figures) -> RenderableType:
    """Return the table as wide as it fits: with words, with signs for grades, or as a list."""
    heads, rows, columns = figures.heads(), figures.rows(), figures.columns
    tight_heads = [heads[0], *(column.sign or column.head for column in columns)]
    # The shortest table leaves out the choices, which stand first.
    shortest = [[row[0], *row[2:]] for row in (tight_heads, *rows)]
    return Fitting(
        new_table(*heads, rows=rows),
        new_table(*tight_heads, rows=rows),
        new_table(*tight_heads, rows=rows, folds=True),
        tight_table([tight_heads, *rows]),
        tight_table(shortest),
        tight_table(shortest, folds=True),
        listed(tight_heads, rows),
    )
