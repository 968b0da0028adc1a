"""The judged calls of a deal on a terminal: a table of all, then what is said of those that matter."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from solver.report.deal import DealReport
from solver.report.said_calls import CallRow, CallsReport
from solver.report.terminal.cards import tinted
from solver.report.terminal.signs import INDENT, STYLES
from solver.report.terminal.tables import Row, fitting_table


def said_calls_text(report: DealReport) -> Iterator[RenderableType]:
    """Yield the table of the calls, what is said of them, and what that rests on, if it was asked for."""
    calls = CallsReport(report)
    if not calls.is_shown:
        return
    yield Text(calls.title, style="bold")
    yield Text()
    if calls.rows:
        named = (_named(row).append(f" {row.mark}" if row.mark else "") for row in calls.rows)
        rows: list[Row] = [[name, *calls.cells(row)] for name, row in zip(named, calls.rows, strict=True)]
        yield fitting_table(calls.heads, rows)
        yield Text()
        told = [row for row in calls.rows if row.says]
        for row in told:
            yield _named(row)
            yield Padding(tinted(row.says), (0, 0, 0, INDENT))
        if told:
            yield Text()
    if calls.contract is not None:
        heading, says = calls.contract
        yield Text(heading)
        yield Padding(tinted(says), (0, 0, 0, INDENT))
        yield Text()
    yield from (Text(line, style="dim") for line in calls.notes())
    yield Text()


def _named(row: CallRow) -> Text:
    """Return a call with its player and its sign."""
    named = tinted(row.named)
    if row.sign:
        named.append(f" {row.sign}", style=STYLES[row.call.grade])
    return named
