"""The judged calls of a deal on a terminal: a table of all, then what is said of those that matter."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from solver.analysis import JudgedCall
from solver.report.deal import DealReport
from solver.report.said_calls import HEADING, call_heads, call_row, calls_footing, is_told
from solver.report.terminal.answer import new_table
from solver.report.terminal.cards import tinted
from solver.report.terminal.signs import INDENT, STYLES


def said_calls_text(report: DealReport) -> Iterator[RenderableType]:
    """Yield the table of the calls, what is said of them, and what that rests on, if it was asked for."""
    calls, speech = report.deal.calls, report.speech
    footing = list(calls_footing(report.deal, speech))
    if calls is None or not footing:
        return
    yield Text(speech.say(HEADING), style="bold")
    yield Text()
    if calls:
        table = new_table("", *call_heads(speech))
        for call in calls:
            row = call_row(call, speech)
            table.add_row(_named(report, call), row.makes, row.needs, row.lead, row.swing)
        yield table
        yield Text()
        for call in filter(is_told, calls):
            yield _named(report, call)
            yield Padding(tinted(call.text(speech)), (0, 0, 0, INDENT))
        yield Text()
    yield from (Text(line, style="dim") for line in footing)
    yield Text()


def _named(report: DealReport, call: JudgedCall) -> Text:
    """Return a call with its player and its sign."""
    row = call_row(call, report.speech)
    named = Text(f"{report.player(call.seat)} · ").append_text(tinted(row.call))
    if row.sign:
        named.append(f" {row.sign}", style=STYLES[call.grade])
    return named
