"""What a screen reader comes upon line by line, and what it hears of a step: once, and in order."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.report.board.screens import CARDS
from tests.support.board.pages import SHOWN, Served, opened, wait_until

pytestmark = pytest.mark.server
CHANGES = """
window.changes = [];
const live = (node) => (node instanceof Element ? node : node.parentElement)?.closest("[aria-live]");
let picture = 0;
const count = () => { picture += 1; requestAnimationFrame(count); };
requestAnimationFrame(count);
new MutationObserver((records) => {
  for (const { target } of records) {
    const one = live(target);
    const last = changes.at(-1);
    if (!one || one.ariaBusy === "true" || !one.innerText.trim()) continue;
    if (last?.one !== one || last.picture !== picture) changes.push({ one, picture });
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Notes which live regions change, and how many pictures were drawn before."""

PICTURES = """
(all) => all.map((one) => changes.filter((change) => change.one.matches(one)).map(({ picture }) => picture))
"""


def places_of_changes(page: Page, selectors: list[str]) -> list[list[int]]:
    """Return where each live region of these changed first: the number of the picture."""
    found: list[list[int]] = page.evaluate(PICTURES, selectors)
    return found


@pytest.mark.parametrize("path", ["", "/puzzles", "/board"])
def test_texts_that_change_are_found_line_by_line(browser: Browser, served: Served, path: str) -> None:
    """Orca leaves out the text of a status in Firefox, and says "statusbar" of an empty one."""
    with opened(browser, f"{served.home}{path}", ready="main", locale="en") as page:
        assert page.locator("[role=status]").count() == 0
        page.wait_for_selector("[aria-live=polite][aria-atomic=true]", state="attached")


def test_an_empty_field_for_a_card_is_not_wrong(browser: Browser, served: Served) -> None:
    with opened(browser, served.analysis, locale="en") as page:
        expect(page.get_by_label("Type a card")).to_have_attribute("aria-invalid", "false")


def test_a_button_that_is_pressed_stays(browser: Browser, served: Served) -> None:
    """One that is drawn anew is read out once more, between what is told of the card."""
    with opened(browser, f"{served.analysis}#1-0", locale="en") as page:
        button = page.get_by_role("button", name="Next card")
        button.focus()
        page.evaluate("window.nFocused = 0; addEventListener('focusin', () => (nFocused += 1))")
        for card in ("queen of clubs", "ten of clubs", "ace of clubs"):
            page.keyboard.press("Enter")
            expect(page.locator("#board .status")).to_contain_text(card)
        assert page.evaluate("nFocused") == 0
        # At the end it does nothing, and still has the focus; before that it does again.
        page.keyboard.press("End")
        expect(button).to_have_attribute("aria-disabled", "true")
        page.keyboard.press("Enter")
        expect(button).to_be_focused()
        page.keyboard.press("Home")
        expect(button).not_to_have_attribute("aria-disabled", "true")
        expect(page.get_by_role("button", name="Previous card")).to_be_disabled()
        page.keyboard.press("Enter")
        expect(page.locator("#board .status")).to_contain_text("queen of clubs")


def test_a_verdict_changes_after_the_card(browser: Browser, served: Served) -> None:
    """Of texts that change in one picture Firefox tells any first."""
    with opened(browser, f"{served.analysis}#1-6", ready=SHOWN, locale="en") as page:
        page.evaluate(CHANGES)
        page.keyboard.press("ArrowRight")
        expect(page.locator(".remark")).to_contain_text("blunder")
        wait_until(page, "changes.length > 1")
        [[status], [remark]] = places_of_changes(page, [".status", ".remark"])
        assert status < remark


def test_a_rating_changes_after_the_verdict(browser: Browser, served: Served) -> None:
    with opened(browser, served.puzzle("belote"), ready=CARDS, locale="en") as page:
        page.wait_for_load_state("networkidle")
        page.evaluate(CHANGES)
        page.get_by_role("button", name="Show the solution").click()
        expect(page.locator(".reader [aria-atomic]").first).to_have_text("Not rated, as you were helped.")
        verdicts, [standing] = places_of_changes(page, [".verdict", ".reader [aria-atomic]"])
        assert verdicts[0] < standing


def test_the_sign_of_a_verdict_is_for_the_eye(browser: Browser, served: Served) -> None:
    with opened(browser, served.puzzle("belote"), ready=CARDS, locale="en") as page:
        page.get_by_role("button", name="Show the solution").click()
        verdict = page.locator(".verdict.right")
        sign = verdict.evaluate("one => getComputedStyle(one, '::before').content")
        assert sign == '"✓ " / ""'


def test_a_verdict_fills_a_place_that_is_there(browser: Browser, served: Served) -> None:
    """What is put on the page with its text is not heard as a change."""
    with opened(browser, f"{served.analysis}#1-0", ready=SHOWN, locale="en") as page:
        remark = page.locator(".remark")
        expect(remark).to_be_empty()
        assert remark.evaluate("one => getComputedStyle(one).display") == "block"
