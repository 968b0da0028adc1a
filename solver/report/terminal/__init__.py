"""Reports on a terminal."""

from solver.report.terminal.answer import (
    answer_text,
    names_of,
)
from solver.report.terminal.console import (
    Legible,
    legible,
    new_console,
)
from solver.report.terminal.deal import (
    analysis_text,
)
from solver.report.terminal.games import (
    games_table,
    rules_text,
)
from solver.report.terminal.table import (
    table_text,
)

__all__ = [
    "Legible",
    "analysis_text",
    "answer_text",
    "games_table",
    "legible",
    "names_of",
    "new_console",
    "rules_text",
    "table_text",
]
