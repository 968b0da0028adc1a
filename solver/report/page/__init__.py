"""Reports as an HTML page."""

from solver.report.page.folder import (
    board_folder,
)
from solver.report.page.page import (
    report_page,
)

__all__ = ["board_folder", "report_page"]
