"""Reports as an HTML page."""

from typing import TYPE_CHECKING

from solver.lazy_face import lazy_face

if TYPE_CHECKING:
    from solver.report.page.folder import board_folder as board_folder
    from solver.report.page.hand_records import (
        HandRecord as HandRecord,
        hand_records_page as hand_records_page,
    )
    from solver.report.page.page import report_page as report_page
    from solver.report.page.sheet import puzzle_sheet as puzzle_sheet
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "folder": ("board_folder",),
        "hand_records": ("HandRecord", "hand_records_page"),
        "page": ("report_page",),
        "sheet": ("puzzle_sheet",),
    }
    __getattr__, __dir__, __all__ = lazy_face(__name__, _NAMES)
