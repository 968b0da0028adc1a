"""One browser and one service for all tests of pages that a process runs."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.board.pages import Served, serve_pages, start_browser

# Of this folder, not of the run: while a browser is driven, its loop is that of the thread.


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with start_browser() as chromium:
        yield chromium


@pytest.fixture(scope="package")
def served(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The service; nothing is judged where no browser would look at it."""
    with serve_pages(tmp_path_factory.mktemp("pages")) as service:
        yield service
