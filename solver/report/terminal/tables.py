"""Tables of figures on a terminal, in as many forms as it takes to fit its width."""

from collections.abc import Sequence

from rich import box
from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.report.plain_text import glued
from solver.report.terminal.console import Fitting

Shown = str | Text
"""The content of a cell."""
Row = Sequence[Shown]


def fitting_table(heads: Sequence[str], rows: Sequence[Row]) -> RenderableType:
    """Return a table of ``heads`` and ``rows``: with a line, its heads folded, without a line, or as a list.

    The first column has the names of the rows, all others hold numbers.
    """
    lines = [heads, *rows]
    return Fitting(
        new_table(*heads, rows=rows),
        new_table(*heads, rows=rows, folds=True),
        tight_table(lines),
        tight_table(lines, folds=True),
        listed(heads, rows),
    )


def new_table(*heads: str, rows: Sequence[Row] = (), folds: bool = False) -> Table:
    """Return a table with a line under its heads; all columns but the first hold numbers.

    folds: True for heads that fold between words.
    """
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for index, (head, *cells) in enumerate(zip(map(glued, heads) if folds else heads, *rows, strict=True)):
        width = _widest([*head.split(" "), *cells]) if folds else None
        table.add_column(
            head,
            justify="right" if index else "left",
            no_wrap=not folds,
            min_width=width,
            max_width=width,
        )
    for row in rows:
        table.add_row(*row)
    return table


def tight_table(lines: Sequence[Row], *, folds: bool = False) -> Table:
    """Return a table of heads and rows without a line; with ``folds`` names and heads fold, between words."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for index, (head, *cells) in enumerate(zip(*lines, strict=True)):
        named = glued(str(head)) if folds else str(head)
        words = [*named.split(" "), *(cells if index else " ".join(map(str, cells)).split(" "))]
        width = _widest(words) if folds else None
        table.add_column(named, justify="right" if index else "left", min_width=width, max_width=width)
    for row in lines[1:]:
        table.add_row(*row)
    return table


def listed(heads: Sequence[str], rows: Sequence[Row]) -> Table:
    """Return a table as a list: below the name of each row a line for each of its cells."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(no_wrap=True)
    for name, *cells in rows:
        table.add_row(name, "")
        for head, cell in zip(heads[1:], cells, strict=True):
            table.add_row(f"  {glued(head)}", cell)
    return table


def _widest(texts: Sequence[Shown]) -> int:
    return max(cell_len(str(text)) for text in texts)
