"""The browser's Back and Forward: a mode is a step, and Back leads out of it to the deal."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.report.board.screens import MID_PLAY, begin_try, match_of_three
from tests.support.board.pages import SHOWN, Served, leads_to, opened, wait_until

pytestmark = pytest.mark.server
STILL: dict[str, Any] = {
    "locale": "en",
    "reduced_motion": "reduce",
    "viewport": {"width": 360, "height": 740},
}
"""A phone; cards follow each other without a pause."""
PANELS = {"edit": ".edit .status:not(:empty)", "learn": "#learn-whose", "try": "#try-seat"}
MODES = sorted(PANELS)


def looks(page: Page) -> None:
    """Wait until the deal is looked at, with its values, and the history stands there."""
    expect(page.locator("[data-key=mode_look]")).to_have_attribute("aria-pressed", "true")
    page.wait_for_selector(SHOWN)
    expect(page.locator(".panel.mode, .panel.edit")).to_have_count(0)
    wait_until(page, "!history.state?.mode")


def from_home(page: Page, served: Served, address: str, ready: str = SHOWN) -> None:
    """Come to a page from the first one, so that Back can leave it."""
    page.goto(f"{served.home}/")
    page.goto(address)
    page.wait_for_selector(ready)


def stands_at(page: Page, n_played: int, n_cards: int) -> None:
    """Wait until a line of so many cards stands there, the reader after so many of them."""
    cards = page.locator(".lines .trick button")
    expect(cards).to_have_count(n_cards)
    expect(cards.nth(n_played - 1)).to_have_attribute("aria-current", "step")


REFUSED = """
(method) => {
  history[method] = () => { throw new DOMException("too many changes", "SecurityError"); };
}
"""


@pytest.mark.parametrize("method", ["replaceState", "pushState"])
def test_a_mode_begins_where_the_browser_refuses_a_step(
    browser: Browser, served: Served, method: str
) -> None:
    """As Safari does after a hundred changes of the address in ten seconds."""
    with opened(browser, f"{served.home}/", ready="#incoming", **STILL) as page:
        from_home(page, served, f"{served.home}/board#{MID_PLAY}&at=2")
        page.evaluate("window.stays = true")
        page.evaluate(REFUSED, method)
        page.click("[data-key=mode_try]")
        page.wait_for_selector(PANELS["try"])
        page.click("[data-key=mode_look]")
        looks(page)
        assert page.evaluate("window.stays")


@pytest.mark.by_day(1)
@pytest.mark.parametrize("mode", MODES)
def test_back_leads_out_of_a_mode_and_then_off_the_page(browser: Browser, served: Served, mode: str) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", **STILL) as page:
        from_home(page, served, f"{served.home}/board#{MID_PLAY}&at=2")
        stands_at(page, 2, 4)
        page.evaluate("window.stays = true")
        for _ in range(2):
            page.click(f"[data-key=mode_{mode}]")
            page.wait_for_selector(PANELS[mode])
            leads_to(page, f"line=adge&at=2&mode={mode}")
            page.go_back()
            looks(page)
            stands_at(page, 2, 4)
            expect(page).to_have_url(re.compile("line=adge&at=2$"))
        # Forward leads into the mode again, and its own button out of it.
        page.go_forward()
        page.wait_for_selector(PANELS[mode])
        leads_to(page, f"line=adge&at=2&mode={mode}")
        page.click("[data-key=mode_look]")
        looks(page)
        stands_at(page, 2, 4)
        expect(page).to_have_url(re.compile("line=adge&at=2$"))
        assert page.evaluate("stays")
        page.go_back()
        page.wait_for_selector("#incoming")


@pytest.mark.night
def test_what_was_tried_is_kept_as_a_line_when_the_reader_goes_back(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", **STILL) as page:
        from_home(page, served, f"{served.analysis}#1-6")
        begin_try(page)
        page.click("button.card[data-key='card D7']")
        page.wait_for_selector("button.card:focus")
        page.go_back()
        looks(page)
        expect(page.locator(".own")).to_have_count(1)
        expect(page).to_have_url(re.compile(r"\?deal=1&play=6&line=\w+$"))
        expect(page.locator("#table:focus, [data-key=table]:focus")).to_be_in_viewport()
        address = page.url
        page.go_forward()
        page.wait_for_selector("#try-seat")
        page.keyboard.press("Escape")
        looks(page)
        expect(page).to_have_url(address)
        page.keyboard.press("Home")
        leads_to(page, "#1-0")
        page.go_back()
        page.wait_for_selector("#incoming")


@pytest.mark.night
def test_a_mode_after_another_is_no_further_step(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", **STILL) as page:
        from_home(page, served, f"{served.home}/board#{MID_PLAY}")
        stands_at(page, 4, 4)
        for mode in ("try", "learn", "edit"):
            page.click(f"[data-key=mode_{mode}]")
            page.wait_for_selector(PANELS[mode])
        page.go_back()
        looks(page)
        stands_at(page, 4, 4)
        page.go_back()
        page.wait_for_selector("#incoming")


@pytest.mark.night
def test_a_changed_deal_is_kept_when_the_reader_goes_back(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board#{MID_PLAY}", **STILL) as page:
        stands_at(page, 4, 4)
        page.click("[data-key=mode_edit]")
        page.wait_for_selector(PANELS["edit"])
        page.click("button[data-key='pick SK']")
        page.click("button[data-key='pick SQ']")
        leads_to(page, "W=K98.K.J.T97")
        page.go_back()
        looks(page)
        leads_to(page, "W=K98.K.J.T97")
        stands_at(page, 4, 4)


@pytest.mark.night
@pytest.mark.parametrize("way", ["reload", "shared"])
def test_a_mode_of_the_address_begins_again(browser: Browser, served: Served, way: str) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", **STILL) as page:
        from_home(page, served, f"{served.home}/board#{MID_PLAY}")
        stands_at(page, 4, 4)
        page.click("[data-key=mode_try]")
        page.wait_for_selector(PANELS["try"])
        if way == "reload":
            page.reload()
        else:
            from_home(page, served, page.url, PANELS["try"])
        page.wait_for_selector(PANELS["try"])
        leads_to(page, "mode=try")
        page.go_back()
        if way == "reload":
            looks(page)
            stands_at(page, 4, 4)
            expect(page).to_have_url(re.compile("line=adge$"))
            page.go_back()
        page.wait_for_selector("#incoming")


@pytest.mark.night
def test_an_analysis_that_is_loaded_again_in_a_mode_is_looked_at(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", **STILL) as page:
        from_home(page, served, f"{served.analysis}#1-6")
        page.click("[data-key=mode_learn]")
        page.wait_for_selector(PANELS["learn"])
        page.reload()
        looks(page)
        page.keyboard.press("ArrowRight")
        leads_to(page, "#1-7")
        page.go_back()
        page.wait_for_selector("#incoming")


@pytest.mark.night
def test_the_deals_of_a_match_are_gone_through_back_and_forth(browser: Browser, served: Served) -> None:
    with opened(browser, match_of_three(served), ready=".match", **STILL) as page:
        page.click(".costliest a >> nth=0")
        page.wait_for_selector(SHOWN)
        leads_to(page, "#1-7")
        page.click("[data-key=mode_try]")
        page.wait_for_selector(PANELS["try"])
        page.click("nav.deals a[href='#3-0']")
        looks(page)
        leads_to(page, "#3-0")
        page.click("[data-key=mode_learn]")
        page.wait_for_selector("#mode-heading")
        page.go_back()
        looks(page)
        leads_to(page, "#3-0")
        # The mode of the first deal is passed over.
        page.go_back()
        leads_to(page, "#1-7")
        looks(page)
        expect(page.locator("#deal-title")).to_contain_text("Deal 1 of 4")
        page.go_back()
        page.wait_for_selector(".match")
        page.go_forward()
        leads_to(page, "#1-7")
        looks(page)
        page.go_forward()
        page.wait_for_selector(PANELS["try"])
        page.go_forward()
        leads_to(page, "#3-0")
        looks(page)
        expect(page.locator("#deal-title")).to_contain_text("Deal 3 of 4")


@pytest.mark.night
def test_back_from_the_page_that_changes_a_deal_leads_to_the_analysis(
    browser: Browser, served: Served
) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", **STILL) as page:
        from_home(page, served, f"{served.analysis}#1-6")
        for mode in ("", "try"):
            if mode:
                page.click(f"[data-key=mode_{mode}]")
                page.wait_for_selector(PANELS[mode])
            page.click("[data-key=mode_edit]")
            page.wait_for_selector(PANELS["edit"])
            leads_to(page, "/board#")
            page.go_back()
            leads_to(page, "#1-6")
            looks(page)
        page.go_back()
        page.wait_for_selector("#incoming")


@pytest.mark.night
def test_who_leaves_a_mode_and_enters_another_at_once_is_in_it(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", **STILL) as page:
        from_home(page, served, f"{served.home}/board#{MID_PLAY}")
        stands_at(page, 4, 4)
        page.click("[data-key=mode_try]")
        page.wait_for_selector(PANELS["try"])
        page.evaluate(
            "['look', 'learn'].forEach((one) => document.querySelector(`[data-key=mode_${one}]`).click())"
        )
        page.wait_for_selector(PANELS["learn"])
        leads_to(page, "mode=learn")
        page.go_back()
        looks(page)
        expect(page).to_have_url(re.compile("line=adge$"))
        page.go_back()
        page.wait_for_selector("#incoming")


def test_back_to_a_line_of_ones_own_leads_to_its_deal(browser: Browser, served: Served) -> None:
    """Its address has fields, that of the next deal a fragment."""
    address = match_of_three(served)
    with opened(browser, f"{address}#1-6", **STILL) as page:
        page.locator("button.card[data-key='card DA']").press("Enter")
        page.wait_for_selector(".own")
        leads_to(page, "?deal=1&play=6&line=a")
        page.click("nav.deals a[href='#3-0']")
        leads_to(page, "#3-0")
        expect(page.locator("#deal-title")).to_contain_text("Deal 3 of 4")
        page.go_back()
        leads_to(page, "?deal=1&play=6&line=a")
        expect(page.locator("#deal-title")).to_contain_text("Deal 1 of 4")
        expect(page.locator(".own [aria-current]")).to_have_count(1)
        # The address goes on with the reader.
        page.click("[data-key=previous]")
        leads_to(page, "#1-6")


def test_cards_after_those_of_a_game_that_stopped_are_a_line_of_ones_own(
    browser: Browser, served: Served
) -> None:
    with opened(browser, f"{match_of_three(served)}#4-8", **STILL) as page:
        expect(page.locator(".own")).to_have_count(0)
        page.locator("button.card:not([aria-disabled])").first.press("Enter")
        expect(page.locator(".own .trick button")).to_have_count(1)
        page.wait_for_selector(SHOWN)
        page.click(".own [data-key^='delete ']")
        expect(page.locator(".own")).to_have_count(0)
        expect(page.locator(".lines .trick button")).to_have_count(8)


def test_nothing_is_worked_on_where_back_shows_the_page_as_it_was_left(
    browser: Browser, served: Served
) -> None:
    """As browsers do that people use; the one of the tests loads pages anew."""
    with opened(browser, f"{served.home}/", ready="#incoming", **STILL) as page:
        page.route(re.compile("/v1/analyses"), lambda route: None)
        page.click("#sample-belote")
        working = page.get_by_text("Working on it…")
        expect(working).to_have_count(1)
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))")
        expect(working).to_have_count(1)
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        expect(working).to_have_count(0)
