"""What a screen reader comes upon line by line."""

import pytest
from playwright.sync_api import Browser, expect

from tests.report.board.screens import CARDS
from tests.support.board.pages import Served, opened

pytestmark = pytest.mark.server


@pytest.mark.parametrize("path", ["", "/puzzles", "/board"])
def test_texts_that_change_are_found_line_by_line(browser: Browser, served: Served, path: str) -> None:
    """Orca leaves out the text of a status in Firefox, and says "statusbar" of an empty one."""
    with opened(browser, f"{served.home}{path}", ready="main", locale="en") as page:
        assert page.locator("[role=status]").count() == 0
        page.wait_for_selector("[aria-live=polite][aria-atomic=true]", state="attached")


def test_an_empty_field_for_a_card_is_not_wrong(browser: Browser, served: Served) -> None:
    with opened(browser, served.analysis, locale="en") as page:
        expect(page.get_by_label("Type a card")).to_have_attribute("aria-invalid", "false")


def test_the_sign_of_a_verdict_is_for_the_eye(browser: Browser, served: Served) -> None:
    with opened(browser, served.puzzle("belote"), ready=CARDS, locale="en") as page:
        page.get_by_role("button", name="Show the solution").click()
        verdict = page.locator(".verdict.right")
        sign = verdict.evaluate("one => getComputedStyle(one, '::before').content")
        assert sign == '"✓ " / ""'
