"""Answers and analyses as people read them: the words and numbers of all reports.

Stands on `analysis` and `bidding`.  The terminal and the page are packages of their own within it.
"""

from solver.report.plain_text import (
    plain,
)
from solver.report.puzzle import (
    PuzzleReport,
)

__all__ = ["PuzzleReport", "plain"]
