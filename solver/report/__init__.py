"""Answers and analyses as people read them: the words and numbers of all reports.

Stands on `analysis` and `bidding`.  The terminal and the page are packages of their own within it.
"""

from typing import TYPE_CHECKING

from solver.lazy_face import lazy_face

if TYPE_CHECKING:
    from solver.report.plain_text import plain as plain
    from solver.report.puzzle import PuzzleReport as PuzzleReport
    from solver.report.puzzle_ends import SOLVED_SAYS as SOLVED_SAYS
    from solver.report.table import TableReport as TableReport
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "plain_text": ("plain",),
        "puzzle": ("PuzzleReport",),
        "puzzle_ends": ("SOLVED_SAYS",),
        "table": ("TableReport",),
    }
    __getattr__, __dir__, __all__ = lazy_face(__name__, _NAMES)
