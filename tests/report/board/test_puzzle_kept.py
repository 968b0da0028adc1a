"""A puzzle whose page is loaded again in a browser: it goes on where it was, and nothing is judged again."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from api.parts import part_of
from api.puzzles import Bank
from tests.report.board.test_puzzle_flows import STILL, say, with_puzzle
from tests.support.api.kept_puzzles import hidden_puzzle, kept
from tests.support.board.pages import SHOWN, Served, opened, reads, says
from tests.support.depth import by_depth

pytestmark = pytest.mark.server


KEEP = """(kept) => {
  history.replaceState(kept, "");
  // Until it is left the page would keep where it is.
  history.replaceState = () => {};
}"""


def load_again(page: Page) -> list[str]:
    """Load a page again; return the requests for a judgement that come then."""
    posted: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and "/attempts" in request.url:
            posted.append(request.url)

    page.on("request", note)
    page.reload()
    page.wait_for_selector("button.card")
    return posted


def play(page: Page, card: str) -> None:
    page.press(f"button.card[data-key='card {card}']", "Enter")


def reader_of(page: Page) -> dict[str, Any]:
    """The reader of puzzles, as the browser keeps them."""
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('atout.puzzles')"))
    return found


def test_a_try_goes_on_where_it_was(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        # Step 1. A card that was found stays found.
        play(page, "DK")
        page.wait_for_selector(".hand.E.turn")
        posted = load_again(page)
        page.wait_for_selector(".hand.E.turn")
        says(page, ".puzzle", "Cards still to find: 1.")
        expect(page.locator(".lines .trick button")).to_have_count(2)
        expect(page.locator("button[data-key=return]")).to_have_count(0)
        reads(page, ".reader [aria-atomic]", "Your first try will rate you.")
        # Step 2. So does a wrong one, with what refuted it, and how the rating moved.
        wrong = page.locator("button.card:not([data-key='card CA']):not([aria-disabled])").first
        wrong.press("Enter")
        page.wait_for_selector("button[data-key=retry]:focus")
        refuted = page.inner_text(".verdict")
        standing = page.inner_text(".reader [aria-atomic]")
        assert re.search(r"Your rating: \d+ \(−\d+\)", standing)
        posted = load_again(page)
        reads(page, ".verdict", refuted)
        expect(page.locator(".verdict")).to_have_class("verdict wrong")
        reads(page, ".reader [aria-atomic]", standing)
        page.click("button[data-key=replay]")
        page.click("button[data-key=retry]")
        page.wait_for_selector(".hand.E.turn")
        # Step 3. And the end.
        play(page, "CA")
        say(page, "Solved")
        page.wait_for_selector(".themes li")
        page.wait_for_selector("button[data-key=look]:focus")
        posted = load_again(page)
        say(page, "Solved")
        page.wait_for_selector(".themes li")
        page.wait_for_selector(SHOWN)
        reads(page, ".after p", standing.partition("\n")[0])
        expect(page.locator("button[data-key=retry], button[data-key=hint]")).to_have_count(0)
        assert not posted


@pytest.mark.night
def test_help_stays_told_and_a_solution_shown(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        for n in (1, 2):
            page.click("button[data-key=hint]")
            page.wait_for_selector(f".hints li:nth-child({n})")
        hints = page.locator(".hints li").all_text_contents()
        load_again(page)
        expect(page.locator(".hints li")).to_have_text(hints)
        reads(page, ".reader [aria-atomic]", "Not rated, as you were helped.")
        page.click("button[data-key=show]")
        page.wait_for_selector("button[data-key=look]:focus")
        page.wait_for_selector(".lines .trick button[aria-current]:last-child")
        load_again(page)
        say(page, "The solution begins with king of diamonds.")
        page.wait_for_selector(".themes li")
        expect(page.locator(".lines .trick button")).to_have_count(3)


@pytest.mark.night
def test_a_hidden_puzzle_that_is_over_shows_all_hands_again(browser: Browser, served: Served) -> None:
    puzzle = hidden_puzzle()
    part_of(served.app, Bank).add([kept(puzzle)])
    other = next(card for card in puzzle.position.legal_plays() if card not in puzzle.solution.right)
    address = f"{served.home}/puzzles/{puzzle.id}"
    with opened(browser, address, ready="button.card", **STILL) as page:
        play(page, str(other))
        page.wait_for_selector("button[data-key=retry]:focus")
        refuted = page.inner_text(".verdict")
        load_again(page)
        reads(page, ".verdict", refuted)
        expect(page.locator(".hand .backs")).to_have_count(3)
        page.click("button[data-key=retry]")
        play(page, str(puzzle.solution.right[0]))
        page.wait_for_selector("button[data-key=look]:focus")
        posted = load_again(page)
        say(page, "Solved: it is best on average.")
        page.wait_for_selector(SHOWN)
        expect(page.locator(".hand .backs")).to_have_count(0)
        assert not posted


STRANGE: tuple[tuple[str, Any], ...] = (
    ("id", "aaaaaaaaaaaaaaaa"),
    ("stage", "won"),
    ("track", ["DK", "XX"]),
    ("track", ["DK", "DK"]),
    ("track", "DK"),
    ("track", ["SA", "S9"]),
    ("lefts", 3),
    ("hints", 99),
    ("at", -1),
    ("judged", {"card": {}, "refutation": {"line": 3}}),
    ("ended", {"ratings": {"solver": "<b>"}}),
)
"""What nobody kept, by the name of what it stands for; some of it may be of an earlier version."""


def test_what_is_strange_in_a_kept_try_begins_it_anew(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        play(page, "HA")
        page.wait_for_selector("button[data-key=retry]:focus")
        whole = page.evaluate("history.state")
        for name, value in by_depth(STRANGE[::3], STRANGE):
            stage = "wrong" if name == "judged" else "find"
            strange = whole["try"] | {"stage": stage, name: value}
            page.evaluate(KEEP, {"try": strange})
            load_again(page)
            page.wait_for_selector(".hand.W.turn")
            expect(page.locator(".verdict")).to_be_empty()
            expect(page.locator("button[data-key=retry], button[data-key=return]")).to_have_count(0)
            says(page, ".puzzle", "Cards still to find: 2.")
        others: tuple[Any, ...] = (None, "try", {"try": []}, {"try": whole["try"] | {"track": None}})
        for other in others:
            page.evaluate(KEEP, other)
            load_again(page)
            expect(page.locator(".verdict")).to_be_empty()
        # What was kept is good to the end.
        page.evaluate(KEEP, whole)
        load_again(page)
        page.wait_for_selector("button[data-key=retry]")


@pytest.mark.night
def test_a_try_is_rated_once_whatever_is_loaded_again(browser: Browser, served: Served) -> None:
    """Under another name, too: what is kept is told, and sent nowhere."""
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        play(page, "HA")
        page.wait_for_selector("button[data-key=retry]:focus")
        before = reader_of(page)
        posted = load_again(page)
        page.wait_for_selector("button[data-key=retry]")
        assert reader_of(page) == before
        page.click(".reader summary")
        page.fill("#name", "Zoé")
        page.press("#name", "Enter")
        load_again(page)
        page.wait_for_selector("button[data-key=retry]")
        assert not posted
        assert reader_of(page).get("rating") is None


def test_a_rating_that_moved_is_that_of_its_name(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        standing = page.locator(".reader [aria-atomic]").first
        moved = re.compile(r"^Your rating: \d+ \([−+]\d+\)\.")

        def take_name(name: str) -> None:
            page.fill("#name", name)
            page.press("#name", "Enter")

        page.click(".reader summary")
        take_name("Agathe")
        page.press("button.card[data-key='card HA']", "Enter")
        expect(standing).to_have_text(moved)
        take_name("Basile")
        expect(standing).to_have_text("Your first try will rate you.")
        take_name("Agathe")
        expect(standing).to_have_text(moved)
        # Another name has a first try of its own, which the page that is loaded again still tells.
        take_name("Clotilde")
        page.click("button[data-key=retry]")
        page.press("button.card[data-key='card HA']", "Enter")
        expect(standing).to_have_text(moved)
        page.reload()
        page.wait_for_selector("button[data-key=retry]")
        expect(standing).to_have_text(moved)
        page.click("button[data-key=retry]")
        page.press("button.card[data-key='card DK']", "Enter")
        page.wait_for_selector(".hand.E.turn")
        page.press("button.card[data-key='card CA']", "Enter")
        # Beside the verdict, too.
        expect(page.locator(".after p.quiet")).to_have_text(moved)
        page.click(".reader summary")
        take_name("Désiré")
        expect(page.locator(".after p.quiet")).to_have_text("Your first try will rate you.")


def refuse(route: Route) -> None:
    """Answer as no service does; the console says nothing of it."""
    route.fulfill(json={})


def ask_for_hints(page: Page) -> None:
    """Ask for all that there are, one after the other."""
    while page.locator("button[data-key=hint]").count():
        n_hints = page.locator(".hints li").count()
        page.press("button[data-key=hint]", "Enter")
        page.wait_for_selector(f".hints li:nth-child({n_hints + 1})")


@pytest.mark.night
def test_hints_that_cannot_be_had_again_can_be_asked_for(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        ask_for_hints(page)
        hints = page.locator(".hints li").all_text_contents()
        page.route("**/hint?*", refuse)
        load_again(page)
        page.wait_for_selector("button[data-key=hint]")
        reads(page, ".reader [aria-atomic]", "Not rated, as you were helped.")
        page.unroute("**/hint?*")
        ask_for_hints(page)
        expect(page.locator(".hints li")).to_have_text(hints)


def test_no_card_waits_for_the_hints(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        play(page, "DK")
        page.wait_for_selector(".hand.E.turn")
        page.click("button[data-key=hint]")
        page.wait_for_selector(".hints li")
        late: list[Route] = []
        page.route("**/hint?*", lambda route: late.append(route))
        load_again(page)
        page.wait_for_selector(".hand.E.turn")
        reads(page, ".reader [aria-atomic]", "Not rated, as you were helped.")
        # Who has gone on meanwhile stays there.
        page.keyboard.press("Home")
        page.wait_for_selector(".hand.W.turn")
        late[0].continue_()
        page.wait_for_selector(".hints li")
        expect(page.locator(".hand.W.turn")).to_be_visible()


@pytest.mark.night
def test_cards_that_play_themselves_are_played_the_next_time(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", locale="en") as page:
        play(page, "DK")
        say(page, "King of diamonds is right.")
        assert page.evaluate("history.state.try.at") == 2
        assert not page.locator("button[data-key=return]").count()
        load_again(page)
        page.wait_for_selector(".hand.E.turn")


@pytest.mark.night
def test_a_solution_that_cannot_be_had_again_is_told_later(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        page.click("button[data-key=show]")
        say(page, "The solution begins with king of diamonds.")
        page.route("**/solution?*", refuse)
        load_again(page)
        page.wait_for_selector(".verdict.wrong")
        page.unroute("**/solution?*")
        page.click("button[data-key=look]")
        say(page, "The solution begins with king of diamonds.")
