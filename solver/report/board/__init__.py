"""The board: a page on which a deal is played through, with the value of every card below it.

Its modules for the browser lie in ``static/``.  They know no rules: `board_data` gives them their words, and
what an analysis says in the shape of the answers to positions.  `board_told` is what a report tells in words.
"""

from typing import TYPE_CHECKING

from solver.lazy_face import lazy_face

if TYPE_CHECKING:
    from solver.report.board.files import board_files as board_files
    from solver.report.board.puzzle_shown import puzzle_data as puzzle_data
    from solver.report.board.shown import board_data as board_data
    from solver.report.board.told import board_told as board_told
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "files": ("board_files",),
        "puzzle_shown": ("puzzle_data",),
        "shown": ("board_data",),
        "told": ("board_told",),
    }
    __getattr__, __dir__, __all__ = lazy_face(__name__, _NAMES)
