"""What follows a step is drawn after it, and nothing of it is lost."""

import pytest
from playwright.sync_api import Browser, expect

from tests.report.board.screens import match_of_three
from tests.support.board.pages import SHOWN, Served, opened

CLICK = """async (then) => {
  // The reader has seen the board, then.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const board = document.getElementById("board");
  const told = () => ({
    table: [...board.querySelectorAll(".middle li")].length,
    lines: board.querySelectorAll(".lines .trick button").length,
    here: board.querySelector(".lines [aria-current]")?.dataset.key ?? null,
    address: location.hash,
  });
  const before = told();
  board.querySelector("button.card:not([aria-disabled])").click();
  if (then) dispatchEvent(new Event(then));
  return [before, told()];
}"""
"""What is seen before a card is played, and in the same moment after it."""


@pytest.mark.night
@pytest.mark.slow
def test_a_card_is_on_the_table_before_the_lines_are_drawn_anew(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", locale="en") as page:
        before, after = page.evaluate(CLICK, "")
        assert (before["table"], after["table"]) == (0, 1)
        assert after | {"table": 0} == before
        expect(page.locator(".lines .trick button[aria-current]")).to_have_count(1)
        assert page.evaluate("location.hash") != before["address"]


@pytest.mark.night
def test_what_is_printed_is_drawn_before(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", locale="en") as page:
        before, after = page.evaluate(CLICK, "beforeprint")
        assert (before["lines"], after["lines"]) == (0, 1)
        assert after["address"] != before["address"]


def test_a_step_just_before_a_link_does_not_take_its_place(browser: Browser, served: Served) -> None:
    with opened(browser, match_of_three(served), ready=".match", locale="en") as page:
        page.click(".costliest a")
        page.wait_for_selector(SHOWN)
        page.evaluate(
            """() => { document.querySelector("[data-key=next]").click(); location.hash = "#match"; }"""
        )
        expect(page.locator(".match")).to_be_visible()
        expect(page).to_have_url(f"{match_of_three(served)}#match")


@pytest.mark.night
def test_the_focus_stays_where_it_was_while_the_lines_are_drawn_anew(
    browser: Browser, served: Served
) -> None:
    with opened(browser, f"{served.analysis}#1-7", locale="en") as page:
        earlier = page.locator(".lines .trick button").nth(2)
        name = earlier.get_attribute("data-key")
        assert name is not None
        earlier.focus()
        earlier.press("Enter")
        here = page.locator(".lines [aria-current]")
        expect(here).to_have_attribute("data-key", name)
        expect(here).to_be_focused()
