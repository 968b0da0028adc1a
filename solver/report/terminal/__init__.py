"""Reports on a terminal."""

from typing import TYPE_CHECKING

from solver.lazy_face import lazy_face

if TYPE_CHECKING:
    from solver.report.terminal.answer import (
        answer_text as answer_text,
        names_of as names_of,
    )
    from solver.report.terminal.calls import calls_text as calls_text
    from solver.report.terminal.cards import tinted as tinted
    from solver.report.terminal.console import (
        Legible as Legible,
        new_console as new_console,
    )
    from solver.report.terminal.deal import analysis_text as analysis_text
    from solver.report.terminal.games import (
        GamesTable as GamesTable,
        rules_text as rules_text,
    )
    from solver.report.terminal.puzzle import (
        line_table as line_table,
        puzzle_head as puzzle_head,
        puzzle_table as puzzle_table,
        puzzle_text as puzzle_text,
        refutation_text as refutation_text,
        solution_text as solution_text,
    )
    from solver.report.terminal.puzzle_counts import counts_text as counts_text
    from solver.report.terminal.table import table_text as table_text
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "answer": ("answer_text", "names_of"),
        "calls": ("calls_text",),
        "cards": ("tinted",),
        "console": ("Legible", "new_console"),
        "deal": ("analysis_text",),
        "games": ("GamesTable", "rules_text"),
        "puzzle": (
            "line_table",
            "puzzle_head",
            "puzzle_table",
            "puzzle_text",
            "refutation_text",
            "solution_text",
        ),
        "puzzle_counts": ("counts_text",),
        "table": ("table_text",),
    }
    __getattr__, __dir__, __all__ = lazy_face(__name__, _NAMES)
