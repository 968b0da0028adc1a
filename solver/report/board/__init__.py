"""The board: a page on which a deal is played through, with the value of every card below it.

Its modules for the browser lie in ``static/``.  They know no rules: `board_data` gives them their words, and
what an analysis says in the shape of the answers to positions.  `board_told` is what a report tells in words.
"""

from solver.report.board.files import (
    board_files,
)
from solver.report.board.puzzle_shown import (
    puzzle_data,
)
from solver.report.board.shown import (
    board_data,
)
from solver.report.board.told import (
    board_told,
)

__all__ = ["board_data", "board_files", "board_told", "puzzle_data"]
