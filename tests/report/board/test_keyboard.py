"""Whole ways through the pages without a mouse, as new users go: from what is pasted to what is shared."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.report.board.screens import begin_editing, work_out_contracts
from tests.support.board.pages import SHOWN, Served, leads_to, opened, says, wait_until
from tests.support.command_line import ROOT

pytestmark = pytest.mark.server
MOST_STEPS = 150
"""More than any page has that the Tab key stops at."""
FOCUSED_KEY = "document.activeElement.dataset.key"
RING = """
() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
}
"""
FIRST_LINES = "\n".join(
    (
        '[Dealer "N"]',
        '[Vulnerable "None"]',
        '[Deal "N:765.876.9872.876 432.5432.65.5432 AKQJ.AKQ.AK.AKQ9 T98.JT9.QJT43.JT"]',
        '[Contract "7NT"]',
        '[Declarer "S"]',
        '[Play "W"]',
        "DQ D7 D5 DA",
        "-  -  -  -",
    )
)


def tab_to(page: Page, selector: str) -> None:
    """Move the focus by the Tab key until it is on what a selector names, and see that it can be seen."""
    page.wait_for_selector(selector)
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            assert page.evaluate(RING), f"nobody sees that {selector} has the focus"
            return
    raise AssertionError(f"{selector} cannot be reached")


def arrow_to(page: Page, key: str) -> None:
    """Go along a group by the arrow until the focus is on what has that key."""
    for _ in range(MOST_STEPS):
        if page.evaluate(FOCUSED_KEY) == key:
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{key} cannot be reached")


def press(page: Page, selector: str) -> None:
    """Go to a button or a link, and press it."""
    tab_to(page, selector)
    page.keyboard.press("Enter")


def paste(page: Page, selector: str, text: str) -> None:
    """Go to a field, and paste into it."""
    tab_to(page, selector)
    page.keyboard.insert_text(text)


def shared(page: Page, what: str) -> str:
    """Copy something other than before, and return it from the field that shows it."""
    field = "document.querySelector('.share textarea').value"
    before = page.evaluate(field)
    press(page, f"[data-key=share_{what}]")
    wait_until(page, f"{field} !== {json.dumps(before)}")
    return page.input_value(".share textarea")


def test_a_game_of_belote(browser: Browser, served: Served) -> None:
    log = (ROOT / "samples" / "belote.json").read_text(encoding="utf-8")
    options: dict[str, Any] = {"locale": "en", "permissions": ["clipboard-write"]}
    with opened(browser, f"{served.home}/", ready="#incoming", **options) as page:
        # Step 1. Paste the game; it is judged.
        paste(page, "#text", log)
        press(page, "#incoming button[type=submit]")
        page.wait_for_url("**/analyses/*")
        page.wait_for_selector(SHOWN)
        # Step 2. Go to the mistake that decided it, and back before it.
        page.keyboard.press("n")
        page.keyboard.press("n")
        says(page, "#board .status", "South plays queen of diamonds.")
        page.keyboard.press("ArrowLeft")
        # Step 3. Play the better card, and see what it is worth.
        press(page, "button.card[data-key='card DA']")
        page.wait_for_selector(".hand.W.turn")
        page.wait_for_selector("#board .status:has-text('92')")
        # Step 4. Share that line.
        address = shared(page, "address")
    with opened(browser, address, locale="fr") as page:
        page.wait_for_selector(".hand.W.turn")
        page.wait_for_selector(".own button[aria-current]")


FOCUSED = "button.card:focus"
ON_TABLE = "document.activeElement.dataset.key === 'table'"


HELD_CORE = """
{
  const { get, set } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
  const held = [];
  const take = (then) => then && ((event) => held.push(() => then(event)));
  Object.defineProperty(Worker.prototype, "onmessage", {
    configurable: true,
    get,
    set(then) { set.call(this, take(then)); },
  });
  window.letGo = async (selector) => {
    while (!document.querySelector(selector)) {
      held.shift()?.();
      await new Promise((done) => setTimeout(done));
    }
  };
}
"""
"""The core says nothing until `letGo` lets its answers come, one by one, until something is there."""


def let_go(page: Page, selector: str) -> None:
    page.evaluate("letGo", selector)


@pytest.mark.night
def test_the_focus_goes_from_hand_to_hand(browser: Browser, served: Served) -> None:
    """Whoever plays by keyboard waits on the table for a hand that is not there yet, and goes on with it."""
    with opened(browser, f"{served.home}/", ready="#incoming", locale="en") as page:
        # What is fetched ahead, while the reader stays at a card, would be there at once.
        page.add_init_script(HELD_CORE)
        page.goto(f"{served.home}/board")
        let_go(page, SHOWN)
        page.focus("button.card[data-key='card SK']")
        for seat in "WNE":
            page.keyboard.press("Enter")
            wait_until(page, ON_TABLE)
            let_go(page, FOCUSED)
            page.wait_for_selector(f".hand.{seat}.turn")
            assert page.get_attribute(FOCUSED, "aria-disabled") is None
        # Who goes elsewhere meanwhile, or steps, stays there.
        page.keyboard.press("Enter")
        wait_until(page, ON_TABLE)
        page.focus("#typed")
        let_go(page, SHOWN)
        assert page.evaluate("document.activeElement.id") == "typed"
        page.focus("button.card:not([aria-disabled])")
        page.keyboard.press("Enter")
        wait_until(page, ON_TABLE)
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector(SHOWN)
        assert page.evaluate(ON_TABLE)


@pytest.mark.night
def test_a_deal_of_bridge_in_pbn(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", locale="fr") as page:
        paste(page, "#text", FIRST_LINES)
        press(page, "#incoming button[type=submit]")
        page.wait_for_url(lambda url: "/analyses/" in url or "/board#" in url)
        page.wait_for_selector("button.card")
        # The ace of clubs, in French letters, after the last card that was played.
        page.keyboard.press("End")
        page.wait_for_selector(".hand.S.turn")
        page.wait_for_selector(SHOWN)
        tab_to(page, "#typed")
        page.keyboard.type("ta")
        page.keyboard.press("Enter")
        page.wait_for_selector(".hand.W.turn")
        pbn = shared(page, "pbn")
        assert '[Contract "7NT"]' in pbn
        assert "\nDQ D7 D5 DA\n-  -  -  CA\n" in pbn


@pytest.mark.night
def test_a_deal_is_changed(browser: Browser, served: Served) -> None:
    """Had the king of clubs sat with South: two cards change their places."""
    options: dict[str, Any] = {"locale": "en", "permissions": ["clipboard-write"]}
    with opened(browser, f"{served.home}/board", **options) as page:
        press(page, "[data-key=mode_edit]")
        tab_to(page, "[data-key='pick SA']")
        for card in ("CK", "SK"):
            arrow_to(page, f"pick {card}")
            page.keyboard.press("Enter")
        press(page, "[data-key=edit_swap]")
        page.wait_for_selector(".hand.S:has-text('♣ K')")
        address = shared(page, "address")
    with opened(browser, address, locale="en") as page:
        page.wait_for_selector(".edit")
        says(page, ".hand.S", "♣ K")


@pytest.mark.night
def test_the_puzzle_of_the_day(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", locale="en", reduced_motion="reduce") as page:
        press(page, "a[href$='daily?variant=bridge']")
        page.wait_for_url("**/puzzles/*")
        press(page, "button.card")
        page.wait_for_selector(".verdict:not(:empty)")
        if page.locator("button[data-key=show]").count():
            press(page, "button[data-key=show]")
        page.wait_for_selector("button[data-key=look]")
        press(page, "button[data-key=look]")
        page.wait_for_selector(SHOWN)


@pytest.mark.night
def test_the_last_step_leaves_the_focus_on_its_button(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-31", locale="en") as page:
        for key, address in (("next", "#1-32"), ("first", "#1-0")):
            button = page.locator(f"[data-key={key}]")
            button.press("Enter")
            expect(button).to_have_attribute("aria-disabled", "true")
            expect(button).to_be_focused()
            # The address follows after the picture of the step.
            leads_to(page, address)
            # It does nothing, and says so.
            before = page.url
            button.press("Enter")
            assert page.url == before
        page.keyboard.press("ArrowRight")
        expect(button).not_to_have_attribute("aria-disabled", "true")
        expect(button).to_be_focused()
        # A button that is left has no use for the focus.
        page.locator("[data-key=last]").press("Enter")
        page.locator("[data-key=previous]").focus()
        page.keyboard.press("End")
        expect(page.locator("[data-key=last]")).to_be_disabled()


@pytest.mark.night
def test_a_line_that_is_deleted_leaves_the_focus_among_the_lines(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-6", locale="en") as page:
        page.locator("button.card[data-key='card DA']").press("Enter")
        page.locator("[data-key^='delete ']").press("Enter")
        expect(page.locator("[data-key^='delete ']")).to_have_count(0)
        expect(page.locator(".lines button[aria-current]")).to_be_focused()


MOST_STOPS = 30
"""More than the Tab key stops at from the field of a card to the table of contracts, in a deal of bridge."""


@pytest.mark.night
def test_the_lines_are_one_stop_each(browser: Browser, served: Served) -> None:
    with opened(browser, served.judged("bridge"), locale="en") as page:
        page.focus("#typed")
        stops = []
        for _ in range(MOST_STOPS):
            page.keyboard.press("Tab")
            stops.append(page.evaluate(f"{FOCUSED_KEY} ?? document.activeElement.textContent"))
            if stops[-1] == "Work out every contract":
                break
        assert stops[-1] == "Work out every contract"
        assert [
            sum(stop.startswith(kind) for stop in stops) for kind in ("node", "as_played", "as_best")
        ] == [1, 1, 1]


def test_arrows_go_along_the_tricks(browser: Browser, served: Served) -> None:
    """To what is shown the Enter key goes; a line of one's own lies on the way."""
    with opened(browser, f"{served.analysis}#1-6", locale="en") as page:
        page.locator("button.card[data-key='card DA']").press("Enter")
        page.wait_for_selector(".own")
        page.keyboard.press("t")
        line = page.evaluate(FOCUSED_KEY)
        page.keyboard.press("ArrowUp")
        assert page.evaluate(FOCUSED_KEY).startswith("delete ")
        for key in ("Home", "ArrowLeft", "Home"):
            page.keyboard.press(key)
        assert page.evaluate(FOCUSED_KEY) == "node CQ"
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowRight")
        assert page.evaluate(FOCUSED_KEY) == "node CQ CT"
        # Nothing was shown on the way; the Tab key comes back to the same place.
        expect(page.locator(".own [aria-current]")).to_have_attribute("data-key", line)
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(FOCUSED_KEY) == "node CQ CT"
        # Also when the lines were drawn anew meanwhile, as late answers have it.
        page.keyboard.press("Shift+Tab")
        page.locator(".own [aria-current]").evaluate("(drawn) => (window.before = drawn)")
        page.keyboard.press("v")
        page.wait_for_function("!window.before.isConnected")
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED_KEY) == "node CQ CT"
        page.keyboard.press("Enter")
        expect(page.locator(".lines [aria-current]")).to_have_attribute("data-key", "node CQ CT")
        assert page.evaluate(FOCUSED_KEY) == "node CQ CT"


STOPS = "[...document.querySelectorAll('%s')].filter((one) => one.tabIndex === 0).length"


@pytest.mark.night
def test_the_cards_of_the_editor_are_one_stop(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", locale="en") as page:
        begin_editing(page)
        keys = page.evaluate("[...document.querySelectorAll('.pick')].map((one) => one.dataset.key)")
        assert len(keys) == 32
        assert page.evaluate(STOPS % ".pick") == 1
        # Step 1. Every card is on the way of the arrows, through all hands and round.
        tab_to(page, "[data-key='pick SA']")
        for key in [*keys[1:], keys[0]]:
            page.keyboard.press("ArrowRight")
            assert page.evaluate(FOCUSED_KEY) == key
        # Up and down go from suit to suit, and from hand to hand.
        found = []
        for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "End", "ArrowUp"):
            page.keyboard.press(key)
            found.append(page.evaluate(FOCUSED_KEY).removeprefix("pick "))
        assert found == ["H8", "H7", "D8", "CJ", "S7", "C7", "DJ"]
        # Step 2. What is between the hands is reached as before, and the Tab key comes back to the same card.
        page.focus("button[data-key='pick H7']")
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED_KEY) == "type N"
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(FOCUSED_KEY) == "pick H7"
        # So it does when the cards are drawn anew, with or without the focus on one of them.
        page.keyboard.press("e")
        assert page.evaluate(FOCUSED_KEY) == "pick DK"
        page.click("button[data-key=edit_undo]")
        assert page.evaluate(STOPS % ".pick") == 1
        tab_to(page, "[data-key='pick DK']")
        # Step 3. After the mouse the letter of a seat still gives it the card; a field keeps who clicks it.
        page.click("button[data-key='pick DA']")
        page.keyboard.press("n")
        expect(page.locator("[data-key='type N']")).to_have_value("AT.87.AK8.AJ")
        page.click("[data-key='type N']")
        assert page.evaluate(FOCUSED_KEY) == "type N"


@pytest.mark.night
def test_the_table_of_contracts_is_one_stop(browser: Browser, served: Served) -> None:
    name = "document.activeElement.getAttribute('aria-label')"
    with opened(browser, served.judged("bridge"), locale="en") as page:
        work_out_contracts(page)
        table = page.get_by_role("table", name="Every contract")
        names = [one.get_attribute("aria-label") for one in table.get_by_role("button").all()]
        n_rows, n_columns = 5, 3
        assert len(names) == n_rows * n_columns
        expect(table.get_by_role("rowheader")).to_have_count(n_rows)
        expect(table.get_by_role("columnheader")).to_have_count(1 + n_columns)
        assert page.evaluate(STOPS % "table.contracts button") == 1
        tab_to(page, "table.contracts button")
        found = [names.index(page.evaluate(name))]
        for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "End", "ArrowDown", "ArrowUp"):
            page.keyboard.press(key)
            found.append(names.index(page.evaluate(name)))
        assert found == [0, 0, 1, 4, 3, 14, 14, 11]
        # The Tab key goes on behind the table, and comes back to the same cell; Enter plays it.
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED_KEY) == "share_address"
        page.keyboard.press("Shift+Tab")
        assert names.index(page.evaluate(name)) == 11
        page.keyboard.press("Enter")
        page.wait_for_url("**/board#*")
        page.wait_for_selector(SHOWN)


@pytest.mark.night
def test_after_the_mouse_arrows_step_through_the_deal(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-6", locale="en") as page:
        page.click("[data-key='node CQ CT']")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".lines [aria-current]")).to_have_attribute("data-key", "node CQ CT CA")


def test_a_key_that_is_held_presses_no_button_but_the_first(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-0", locale="en") as page:

        def hold(key: str, button: str) -> None:
            page.focus(button)
            for _ in range(4):
                page.keyboard.down(key)
                page.wait_for_timeout(50)
            page.keyboard.up(key)

        for n, key, turn in ((1, "Enter", "W"), (2, "Space", "N")):
            hold(key, "button.card:not([aria-disabled])")
            expect(page.locator(f".hand.{turn}.turn")).to_be_visible()
            expect(page.locator(".middle li")).to_have_count(n)
        # The steps go on.
        hold("Enter", "button[data-key=previous]")
        expect(page.locator(".hand.S.turn")).to_be_visible()
