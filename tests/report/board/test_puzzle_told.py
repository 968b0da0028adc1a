"""What a screen reader is told of a puzzle: each card once, and where the focus goes meanwhile."""

import pytest
from playwright.sync_api import Browser

from tests.report.board.test_puzzle_flows import with_puzzle
from tests.report.board.test_spoken import TOLD, told_after
from tests.support.board.pages import Served, opened

pytestmark = pytest.mark.server

KEYS_OF_FOCUS = """
window.focused = [];
addEventListener("focusin", ({ target }) => focused.push(target.dataset.key));
"""


def test_a_card_of_a_puzzle_is_named_once(browser: Browser, served: Served) -> None:
    """By its verdict; what answers it is told together, and no card of others has the focus meanwhile."""
    with opened(browser, with_puzzle(served), ready="button.card", locale="en") as page:
        page.focus("button.card[data-key='card HA']")
        page.evaluate(TOLD + KEYS_OF_FOCUS)
        verdict, *_, answered = told_after(page, "Enter", " plays ")
        assert verdict.startswith("Ace of hearts misses the goal")
        assert "ace of hearts" not in answered.lower()
        assert answered.count(" plays ") == page.locator(".lines .trick button").count() - 1
        assert page.evaluate("focused") == ["table", "retry"]
        page.keyboard.press("Enter")
        page.focus("button.card[data-key='card DK']")
        page.evaluate("focused.length = 0")
        told = told_after(page, "Enter", " plays ")
        assert told[0] == "King of diamonds is right."
        assert len(told) == 2
        page.wait_for_selector("button.card:focus")
        table, card = page.evaluate("focused")
        assert table == "table"
        assert card.startswith("card ")
