"""The reader's own colours, as high contrast: what is chosen and what has the focus look different."""

import pytest
from playwright.sync_api import Browser, Page

from tests.report.board.screens import begin_editing
from tests.support.board.pages import Served, opened

pytestmark = pytest.mark.server
LOOK = """(selector) => {
  const one = document.querySelector(selector);
  document.body.focus();
  document.activeElement.blur();
  const look = () => {
    const { backgroundColor, outlineStyle, borderWidth } = getComputedStyle(one);
    return { backgroundColor, outlined: outlineStyle !== "none", borderWidth };
  };
  const left = look();
  one.focus();
  return [left, look()];
}"""
CHOSEN = (
    "[data-key=kind_result][aria-pressed=true]",
    "[data-key=mode_look][aria-pressed=true]",
    ".trick button[aria-current]",
    ".points button[aria-current]",
)


def looks_chosen(page: Page, chosen: str, other: str) -> None:
    """See that a chosen control is filled, and outlined with the focus alone, as another is."""
    for selector in (chosen, other):
        left, focused = page.evaluate(LOOK, selector)
        assert (left["outlined"], focused["outlined"]) == (False, True), selector
        assert left["backgroundColor"] == focused["backgroundColor"]
    assert left["backgroundColor"] != page.evaluate(LOOK, chosen)[0]["backgroundColor"]


@pytest.mark.night
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_chosen_is_filled(browser: Browser, served: Served, scheme: str) -> None:
    address = f"{served.analysis}#1-7"
    with opened(browser, address, locale="en", forced_colors="active", color_scheme=scheme) as page:
        # After a key the focus is shown.
        page.keyboard.press("Tab")
        for chosen in CHOSEN:
            looks_chosen(page, chosen, "[data-key=kind_loss]")
        left, focused = page.evaluate(LOOK, ".card.game")
        assert (left["outlined"], focused["outlined"]) == (False, True)
        assert left["borderWidth"] != page.evaluate(LOOK, ".card:not(.game)")[0]["borderWidth"]


@pytest.mark.night
def test_a_card_that_is_chosen_in_the_editor_is_filled(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", locale="en", forced_colors="active") as page:
        begin_editing(page)
        page.locator("[data-key='pick CK']").press("Enter")
        looks_chosen(page, "[data-key='pick CK']", "[data-key='pick SK']")
