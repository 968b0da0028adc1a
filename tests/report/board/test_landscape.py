"""The board on a phone that lies on its side: lower than wide."""

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.support.board.pages import Served, is_as_wide_as_its_window, opened

PHONES: tuple[ViewportSize, ...] = ({"width": 667, "height": 375}, {"width": 844, "height": 390})
ENDS = """[...document.querySelectorAll(".felt, .choices, .steps")].map((one) => one.getBoundingClientRect())
  .map(({ top, bottom }) => [top, bottom])"""


@pytest.mark.by_day(1)
@pytest.mark.server
@pytest.mark.parametrize("viewport", PHONES, ids=lambda one: str(one["width"]))
def test_the_table_the_cards_and_the_steps_are_seen_together(
    browser: Browser, served: Served, viewport: ViewportSize
) -> None:
    with opened(browser, f"{served.analysis}#1-6", viewport=viewport, locale="fr") as page:
        page.locator(".felt").evaluate("felt => felt.scrollIntoView()")
        ends = page.evaluate(ENDS)
        assert len(ends) == 3
        # What names the player to play may lie above: the table begins the window.
        assert all(bottom <= viewport["height"] for _, bottom in ends)
        assert all(top > -20 for top, _ in ends)
        assert is_as_wide_as_its_window(page)
