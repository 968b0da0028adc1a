"""Puzzles and the page to begin with, gone through in a real browser as by somebody who is new there."""

import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from solver import PuzzleTheme, Speech, resolve_variant
from tests.report.board.test_spoken import TOLD, told_of_cards
from tests.support.api.kept_puzzles import example_puzzle, hidden_puzzle, kept, puzzle_of_seed
from tests.support.board.pages import SHOWN, WAIT_MS, Served, leads_to, opened, reads, says, wait_until
from tests.support.board.slowness import new_page
from tests.support.command_line import ROOT

pytestmark = pytest.mark.server

STILL: dict[str, Any] = {"locale": "en", "reduced_motion": "reduce"}
"""Cards that play themselves are played at once."""


def with_puzzle(served: Served) -> str:
    """Add the example to the bank, if it is not there; return the address of its page."""
    served.app.config["ATOUT_BANK"].add([kept(example_puzzle())])
    return f"{served.home}/puzzles/{example_puzzle().id}"


def test_a_puzzle_of_ones_own_game_tells_its_themes_and_leads_to_others(
    browser: Browser, served: Served
) -> None:
    rules = resolve_variant({"extends": "quadrette", "name": "club"})
    own = next(found for seed in range(8) if (found := puzzle_of_seed(seed, rules)) and found.themes)
    served.app.config["ATOUT_BANK"].add(map(kept, [example_puzzle(), own]))
    with opened(browser, f"{served.home}/puzzles/{own.id}", ready="button.card", **STILL) as page:
        page.click("button[data-key=show]")
        (name,) = [one.name_in(Speech("en")) for one in PuzzleTheme if str(one) == own.themes[0]]
        expect(page.locator(".themes li").first).to_contain_text(name)
        # The ratings of one game are not those of another.
        expect(page.locator("a[data-key=pz_next]")).to_have_count(1)
        expect(page.locator("a[data-key=pz_like]")).to_have_count(0)
        page.click("a[data-key=pz_next]")
        page.wait_for_url(re.compile(rf"/puzzles/(?!next|{own.id})"))


def say(page: Page, text: str) -> None:
    """Wait until the verdict begins so."""
    page.wait_for_function(
        "text => document.querySelector('.verdict').textContent.startsWith(text)", arg=text
    )


def tab_to(page: Page, key: str) -> None:
    """Move the focus by the keyboard until it is on something; the arrows go through the cards of a hand."""
    for _ in range(60):
        held = page.evaluate("document.activeElement.dataset.key") or ""
        if held == key:
            return
        is_beside = held.startswith("card ") and key.startswith("card ")
        page.keyboard.press("ArrowRight" if is_beside else "Tab")
    raise AssertionError(f"{key} cannot be reached")


COUNT_FOCUS = """(key) => {
  window.nFocused = 0;
  addEventListener("focusin", ({ target }) => { if (target.dataset.key === key) nFocused += 1; });
}"""


def test_a_puzzle_is_solved_by_keyboard_after_a_wrong_card(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        reads(page, "#goal", "East-West to defeat the contract; a tie is not enough.")
        # Nothing tells what a card is worth.
        expect(page.locator(SHOWN)).to_have_count(0)
        tab_to(page, "card HA")
        page.evaluate(COUNT_FOCUS, "retry")
        page.keyboard.press("Enter")
        say(page, "Ace of hearts misses the goal: later South plays nine of hearts.")
        page.wait_for_selector("button[data-key=retry]:focus")
        page.wait_for_selector(".trick:nth-of-type(2)")
        # Drawn anew with each card that answers, it would be named after each.
        assert page.evaluate("nFocused") == 1
        expect(page.locator(".reader [aria-atomic]").first).to_have_text(
            re.compile(r"Your rating: \d+ \(−\d+\)")
        )
        expect(page.locator(SHOWN)).to_have_count(0)
        page.keyboard.press("Enter")
        # The card is taken back, and the focus is on the cards again.
        page.wait_for_selector(".card:focus")
        tab_to(page, "card DK")
        page.keyboard.press("Enter")
        say(page, "King of diamonds is right.")
        page.wait_for_selector(".hand.E.turn")
        says(page, ".puzzle", "Cards still to find: 1.")
        page.focus("#typed")
        page.keyboard.type("ca")
        page.keyboard.press("Enter")
        say(page, "Solved")
        # Who types goes on typing.
        expect(page.locator(":focus")).to_have_id("typed")
        tab_to(page, "look")
        page.wait_for_selector(".themes li")
        says(page, ".themes", "Keep an entry")
        # It is in look mode now: every card has its value, and any may be played.
        page.keyboard.press("Enter")
        page.wait_for_selector(SHOWN)
        page.wait_for_selector("button.best[data-key='card DK']")
        page.click("button[data-key=next]")
        page.wait_for_selector(".hand.N.turn")
        page.click("button.card[data-key='card DA']")
        page.wait_for_selector(".hand.E.turn")


@pytest.mark.night
def test_the_theme_goes_with_the_card_that_it_tells_of(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        page.click("button[data-key=hint]")
        says(page, ".hints", "The theme: Keep an entry.")
        page.click("button.card[data-key='card DK']")
        page.wait_for_selector(".hand.E.turn")
        says(page, ".puzzle", "Cards still to find: 1.")
        expect(page.locator(".hints li")).to_have_count(0)
        page.click("button[data-key=hint]")
        says(page, ".hints", "Play a club.")
        expect(page.locator(".hints li")).to_have_count(1)


@pytest.mark.night
def test_a_name_given_in_one_tab_is_that_of_the_other(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        other = page.context.new_page()
        other.goto(f"{served.home}/puzzles")
        other.click(".reader summary, #reader summary")
        other.fill("#name", "Ann")
        other.press("#name", "Enter")
        expect(page.locator("#name")).to_have_value("Ann")
        expect(page.locator("[data-key=pz_next]")).to_have_attribute("href", re.compile("solver=Ann&"))
        page.click("button.card[data-key='card HA']")
        page.wait_for_selector("button[data-key=retry]")
        other.reload()
        expect(other.locator("#name")).to_have_value("Ann")
        says(other, "#reader [aria-atomic]", "Your rating: ")


@pytest.mark.night
def test_a_rating_is_told_after_the_verdict_and_once(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        page.evaluate(TOLD)
        page.click("button.card[data-key='card HA']")
        page.wait_for_selector("button[data-key=retry]:focus")
        wait_until(page, "told.some((text) => text.startsWith('Your rating'))")
        told = page.evaluate("told")
        (verdict,) = [n for n, text in enumerate(told) if "misses the goal" in text]
        assert [n > verdict for n, text in enumerate(told) if text.startswith("Your rating")] == [True]
        page.click("button[data-key=retry]")
        page.evaluate("told.length = 0")
        page.click("button[data-key=show]")
        page.wait_for_selector("button[data-key=look]:focus")
        page.wait_for_selector("#themes")
        assert not [text for text in page.evaluate("told") if text.startswith("Your rating")]


def test_cards_that_refute_one_are_told_together(browser: Browser, served: Served) -> None:
    """Where less motion is wished nobody could hear them one by one."""
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        page.evaluate(TOLD)
        page.click("button.card[data-key='card HA']")
        wait_until(page, "told.some((text) => /South plays .* West wins the trick[.]$/.test(text))")
        *own, replies = [text for text in told_of_cards(page) if "misses the goal" not in text]
        # The card of the reader is told before it is judged, unless its values take long.
        assert own in ([], ["West plays ace of hearts."])
        assert replies == page.inner_text("#board .status")
        assert replies.count(" plays ") > 1


@pytest.mark.night
def test_what_refutes_a_card_stays_until_the_card_is_taken_back(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        page.click("button.card[data-key='card HA']")
        say(page, "Ace of hearts misses the goal: later South plays nine of hearts.")
        refuted = page.inner_text(".verdict")
        page.wait_for_selector(".trick:nth-of-type(2)")
        for _ in range(2):
            page.locator("button.card:not([aria-disabled])").first.click()
            reads(page, ".verdict", f"{refuted} Take the wrong card back first.")
            expect(page.locator(".verdict")).to_have_class("verdict wrong")
        page.evaluate(TOLD)
        for _ in range(2):
            # It is told with the cards each time, although it stands there.
            page.evaluate("told.length = 0")
            page.click("button[data-key=replay]")
            wait_until(page, f"told.includes({refuted!r})")
            reads(page, ".verdict", refuted)
        page.click("button[data-key=retry]")
        expect(page.locator(".verdict")).to_be_empty()


@pytest.mark.night
def test_how_things_stand_is_told_before_the_first_card_alone(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        says(page, ".puzzle", "So far: ")
        reads(page, "#remark", "At the start")
        page.click("button.card[data-key='card DK']")
        expect(page.locator(".puzzle p:has-text('So far: ')")).to_be_hidden()
        page.keyboard.press("Home")
        expect(page.locator(".puzzle p:has-text('So far: ')")).to_be_visible()


def test_hints_come_one_by_one_and_leave_the_rating(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        for n in (1, 2, 3):
            page.click("button[data-key=hint]")
            page.wait_for_selector(f".hints li:nth-child({n})")
            reads(page, ".reader [aria-atomic]", "Not rated, as you were helped.")
        reads(page, ".hints li:last-child", "Play king of diamonds.")
        expect(page.locator("button[data-key=hint]")).to_have_count(0)
        page.click("button[data-key=show]")
        say(page, "The solution begins with king of diamonds.")
        page.wait_for_selector(SHOWN)
        # What refutes another card is played out from the start.
        page.click("details:has(.refutations) summary")
        page.click("button.small[aria-label$='ace of hearts']")
        says(page, ".board .status", "Final result: North-South\u00a0115, East-West\u00a047.")
        says(page, ".board .status", "West plays ace of hearts. North plays nine of diamonds.")
        page.click("button:has-text('Yes')")
        page.wait_for_selector("button[aria-pressed=true]:has-text('Yes')")
        says(page, ".votes", "Votes for it: ")


@pytest.mark.night
def test_the_first_hint_tells_something_where_no_theme_helps(browser: Browser, served: Served) -> None:
    puzzle = next(one for seed in range(60, 80) if (one := puzzle_of_seed(seed)) is not None)
    served.app.config["ATOUT_BANK"].add([kept(replace(puzzle, themes=("one", "middle")))])
    with opened(browser, f"{served.home}/puzzles/{puzzle.id}", ready="button.card", **STILL) as page:
        page.click("button[data-key=hint]")
        page.wait_for_selector(".hints li")
        assert re.fullmatch(r"Play a \w+\.", page.locator(".hints").inner_text())
        page.click("button[data-key=hint]")
        page.wait_for_selector(".hints li:nth-child(2)")
        expect(page.locator("button[data-key=hint]")).to_have_count(0)


ADDED = """
window.added = [];
new MutationObserver((changes) => {
  for (const { addedNodes, target } of changes) {
    for (const { textContent } of addedNodes) if (target.closest("[role=log]")) added.push(textContent);
  }
}).observe(document.querySelector(".puzzle"), { childList: true, subtree: true });
null;
"""
"""Notes what comes into a region whose news are read out."""


@pytest.mark.night
def test_each_hint_is_read_out_once_and_the_focus_stays_in_the_panel(
    browser: Browser, served: Served
) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        page.evaluate(ADDED)
        tab_to(page, "hint")
        for n in (1, 2):
            page.keyboard.press("Enter")
            page.wait_for_selector(f".hints li:nth-child({n})")
            page.wait_for_selector("button[data-key=hint]:focus")
        page.keyboard.press("Enter")
        page.wait_for_selector("button[data-key=show]:focus")
        hints = page.locator(".hints li").all_text_contents()
        assert len(hints) == 3
        assert page.evaluate("added") == hints


@pytest.mark.by_day(1)
@pytest.mark.parametrize("status", [200, 429])
def test_the_solution_stays_when_a_card_is_judged_after_it(
    browser: Browser, served: Served, status: int
) -> None:
    held: list[Route] = []
    context = browser.new_context(**STILL)
    page = new_page(context)
    page.set_default_timeout(WAIT_MS)
    page.goto(with_puzzle(served))
    page.route("**/attempts", lambda route: held.append(route))
    page.click("button.card[data-key='card HA']")
    page.click("button[data-key=show]")
    say(page, "The solution begins with king of diamonds.")
    page.wait_for_selector("button[data-key=look]")
    with page.expect_response("**/attempts"):
        (route,) = held
        if status == 200:
            route.continue_()
        else:
            route.fulfill(status=status, headers={"Retry-After": "7"}, body="{}")
    page.click("button[data-key=look]")
    page.wait_for_selector(SHOWN)
    say(page, "The solution begins with king of diamonds.")
    expect(page.locator("button[data-key=retry]")).to_have_count(0)
    context.close()


@pytest.mark.night
def test_a_hidden_puzzle_shows_one_hand_until_it_is_solved(browser: Browser, served: Served) -> None:
    puzzle = hidden_puzzle()
    served.app.config["ATOUT_BANK"].add([kept(puzzle)])
    right, own = puzzle.solution.right[0], puzzle.position.to_play
    other = next(card for card in puzzle.position.legal_plays() if card not in puzzle.solution.right)
    with opened(browser, f"{served.home}/puzzles/{puzzle.id}", ready="button.card", **STILL) as page:
        expect(page.locator(".hand .backs")).to_have_count(3)
        expect(page.locator(".puzzle ol:has-text('South') li")).to_have_count(len(puzzle.position.tricks))
        page.click(f"button.card[data-key='card {other}']")
        page.wait_for_selector("button[data-key=retry]:focus")
        says(page, ".verdict", "gives away")
        page.keyboard.press("Enter")
        page.click(f"button.card[data-key='card {right}']")
        say(page, "Solved: it is best on average.")
        # All hands lie open now, with values for every card.
        page.wait_for_selector(SHOWN)
        expect(page.locator(".hand .backs")).to_have_count(0)
        page.wait_for_selector(f".hand.{own}.turn")


@pytest.mark.night
def test_the_puzzle_of_the_day_is_found_from_the_start(browser: Browser, served: Served) -> None:
    french = {"Accept-Language": "fr"}
    daily = served.app.test_client().get("/v1/puzzles/daily?variant=contree", headers=french).get_json()
    with opened(browser, f"{served.home}/", ready="#incoming", locale="fr") as page:
        page.click("ul[aria-labelledby=game-contree] >> text=Problème du jour")
        page.wait_for_selector("button.card")
        leads_to(page, f"/puzzles/{daily['puzzle']['id']}")
        reads(page, "#goal", daily["puzzle"]["goal"]["text"])


@pytest.mark.night
def test_a_game_that_is_pasted_goes_to_its_analysis(browser: Browser, served: Served) -> None:
    log = (ROOT / "samples" / "belote.json").read_text(encoding="utf-8")
    with opened(browser, f"{served.home}/", ready="#incoming", locale="en") as page:
        page.fill("#text", log)
        page.click("#incoming button[type=submit]")
        page.wait_for_selector(SHOWN)
        leads_to(page, "/analyses/")
        says(page, "main", "Yvette")


@pytest.mark.night
def test_a_sample_is_judged_and_a_new_deal_laid_out(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", locale="en") as page:
        page.click("ul[aria-labelledby=game-contree] >> text=A game, judged")
        page.wait_for_selector(SHOWN)
        leads_to(page, "/analyses/")
        page.goto(f"{served.home}/")
        page.click("ul[aria-labelledby=game-contree] >> text=A new deal")
        page.wait_for_selector(SHOWN)
        leads_to(page, "/board?deal=contree")


@pytest.mark.night
def test_what_was_taken_for_granted_is_said_before_the_board(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", locale="en") as page:
        page.fill("#text", "N:AT.87.K8.AJ J7.AQJ9.T.K K.T.AQ97.Q8 Q98.K.J.T97")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_selector("#outcome a:focus")
        says(page, "#outcome", "belote with hearts as trumps")
        page.keyboard.press("Enter")
        page.wait_for_selector(SHOWN)
        leads_to(page, "/board#")


@pytest.mark.night
def test_what_is_refused_is_said_and_the_page_stays_whole(browser: Browser, served: Served) -> None:
    # The browser notes refused requests in its console.
    context = browser.new_context(**STILL)
    page = new_page(context)
    page.set_default_timeout(WAIT_MS)
    page.goto(f"{served.home}/")
    page.fill("#text", '[Deal "N:AK"]\n')
    page.click("#incoming button[type=submit]")
    page.wait_for_selector("#outcome li")
    says(page, "#outcome li", "Line 1: ")

    def refuse(route: Route) -> None:
        route.fulfill(status=429, headers={"Retry-After": "7"}, body="{}")

    page.goto(with_puzzle(served))
    page.route("**/attempts", refuse)
    page.click("button.card[data-key='card DK']")
    say(page, "King of diamonds was taken back. Too many requests in a short time: try again in 7 s.")
    # The card is back in the hand, and can be played again.
    page.unroute("**/attempts")
    page.click("button.card[data-key='card DK']")
    say(page, "King of diamonds is right.")
    page.goto(f"{served.home}/puzzles/aaaaaaaaaaaaaaaa")
    reads(page, "[role=alert]", "no puzzle has that name")
    context.close()
