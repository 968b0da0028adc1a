"""Discards on a terminal."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.bidding import Discards
from solver.report.discards import DiscardsReport
from solver.report.terminal.cards import tinted
from solver.rules import Rules
from solver.speech import Speech


def discards_text(rules: Rules, discards: Discards, speech: Speech) -> list[RenderableType]:
    """Return the best discards of both sides under one trump."""
    report = DiscardsReport.of(rules, discards, speech)
    head = Text(style="" if report.is_proved else "yellow").append_text(tinted(report.result))
    if report.result.startswith(report.trumps):
        head.stylize("bold", 0, len(report.trumps))
    parts: list[RenderableType] = [head, *map(Text, report.notes)]
    if report.rows:
        grid = Table.grid(padding=(0, 2))
        for row in report.rows:
            shares = [row.share] if row.share else []
            grid.add_row(Text(row.label, style="bold"), tinted(row.cards), *shares)
        parts.append(grid)
    return parts
