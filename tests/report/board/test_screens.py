"""Every screen, for everybody: axe finds nothing, nothing is cut off, a finger hits what it aims at."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.report.board.screens import SCREENS, Screen
from tests.support.pages import (
    Served,
    is_as_wide_as_its_window,
    layout_shift,
    opened,
    too_small_for_a_finger,
    violations,
)

pytestmark = pytest.mark.server
HEIGHT = 900
MOST_SHIFT = 0.02
"""How little may move while a page builds up: a fifth of what is thought good."""
ZOOMED: ViewportSize = {"width": 640, "height": 400}
"""A window of 1280 pixels at 200 %."""
MOVES = """
[...document.querySelectorAll("*")].filter((one) => {
  const { animationName, animationDuration, transitionDuration } = getComputedStyle(one);
  const lasts = (text) => Math.max(...text.split(",").map(parseFloat)) > 0.01;
  return (animationName !== "none" && lasts(animationDuration)) || lasts(transitionDuration);
}).map((one) => one.outerHTML.slice(0, 200))
"""


@pytest.mark.parametrize("screen", SCREENS, ids=[screen.name for screen in SCREENS])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_anybody_can_use_it(browser: Browser, served: Served, screen: Screen, language: str) -> None:
    # Step 1. One load, as a phone would.
    options = {"locale": language, "viewport": {"width": 320, "height": HEIGHT}}
    with opened(browser, screen.address(served), ready=screen.ready, **options) as page:
        assert layout_shift(page) <= MOST_SHIFT
        screen.act(page)
        expect(page.locator("html")).to_have_attribute("lang", language)
        # Step 2. Both widths in both themes.
        for width in (320, 1280):
            page.set_viewport_size({"width": width, "height": HEIGHT})
            assert is_as_wide_as_its_window(page), width
            assert not too_small_for_a_finger(page), width
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                assert not violations(page), (width, theme)
        # Step 3. Zoomed, in the user's own colours, and without movement.
        page.set_viewport_size(ZOOMED)
        assert is_as_wide_as_its_window(page)
        page.emulate_media(forced_colors="active")
        # The colours are the user's; axe would read those that the page asked for.
        assert [name for name, _ in violations(page) if name != "color-contrast"] == []
        page.emulate_media(forced_colors="none", reduced_motion="reduce")
        assert not page.evaluate(MOVES)
