"""Reports on a terminal."""

from solver.report.terminal.answer import (
    answer_text,
    names_of,
)
from solver.report.terminal.calls import (
    calls_text,
)
from solver.report.terminal.cards import (
    tinted,
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
from solver.report.terminal.puzzle import (
    line_table,
    puzzle_head,
    puzzle_table,
    puzzle_text,
    refutation_text,
    solution_text,
)
from solver.report.terminal.puzzle_counts import (
    counts_text,
)
from solver.report.terminal.table import (
    table_text,
)

__all__ = [
    "Legible",
    "analysis_text",
    "answer_text",
    "calls_text",
    "counts_text",
    "games_table",
    "legible",
    "line_table",
    "names_of",
    "new_console",
    "puzzle_head",
    "puzzle_table",
    "puzzle_text",
    "refutation_text",
    "rules_text",
    "solution_text",
    "table_text",
    "tinted",
]
