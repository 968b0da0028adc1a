"""Reports as an HTML page."""

from solver.report.page.page import (
    report_page,
)

__all__ = ["report_page"]
