"""A service that cannot be reached, or whose proxy answers in its place: what pages say, then and later."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.report.board.test_puzzle_flows import STILL, with_puzzle
from tests.report.board.test_spoken import TOLD, told_after
from tests.support.board.pages import SHOWN, WAIT_MS, Served, reads, says
from tests.support.board.slowness import new_page
from tests.support.command_line import ROOT

pytestmark = [pytest.mark.server, pytest.mark.night]
PROXY = "<html><head><title>502 Bad Gateway</title></head></html>"
SILENT = "The service cannot be reached."
TAKEN_BACK = f"King of diamonds was taken back. {SILENT}"


def without_service(page: Page, text: str = PROXY) -> None:
    """Let a proxy answer in place of the service."""

    def answer(route: Route) -> None:
        route.fulfill(status=502, content_type="text/html", body=text)

    page.route("**/v1/**", answer)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page whose console may name what is not answered."""
    page = new_page(browser.new_context(**STILL))
    page.set_default_timeout(WAIT_MS)
    yield page
    page.context.close()


def test_the_page_of_a_proxy_is_no_answer(page: Page, served: Served) -> None:
    page.goto(f"{served.home}/board")
    page.wait_for_selector(SHOWN)
    without_service(page)
    page.click("section[aria-labelledby=contracts] button")
    reads(page, "section[aria-labelledby=contracts] [aria-atomic]", SILENT)
    page.goto(f"{served.home}/board")
    says(page, ".board .status", SILENT)
    # In JSON, too, which is no problem of the service's.
    for text in (PROXY, '{"message": "Bad gateway"}'):
        without_service(page, text)
        page.goto(f"{served.home}/")
        page.fill("#text", (ROOT / "samples" / "belote.json").read_text(encoding="utf-8"))
        page.click("#incoming button[type=submit]")
        reads(page, "#outcome .wrong", SILENT)


def fails_once(page: Page, button: str, said: str, fault: str = SILENT) -> None:
    """Press a button without the service and again with it: then the verdict is what it was before."""
    without_service(page)
    page.click(button)
    reads(page, ".verdict", fault)
    page.unroute("**/v1/**")
    page.click(button)
    reads(page, ".verdict", said)


def test_what_stood_before_a_fault_is_said_again_once_a_hint_comes(page: Page, served: Served) -> None:
    page.goto(with_puzzle(served))
    page.wait_for_selector("button.card")
    without_service(page)
    page.click("button.card[data-key='card DK']")
    reads(page, ".verdict", TAKEN_BACK)
    page.click("button[data-key=hint]")
    reads(page, ".verdict", SILENT)
    page.unroute("**/v1/**")
    page.click("button[data-key=hint]")
    page.wait_for_selector(".hints li")
    reads(page, ".verdict", "")
    page.click("button.card[data-key='card HA']")
    page.wait_for_selector("button[data-key=retry]")
    refuted = page.inner_text(".verdict")
    fails_once(page, "button[data-key=hint]", refuted)
    expect(page.locator(".verdict")).to_have_class("verdict wrong")
    # A vote that comes at the second attempt, too.
    page.click("button[data-key=show]")
    page.wait_for_selector(".votes")
    shown = page.inner_text(".verdict")
    fails_once(page, "button:has-text('Yes')", shown, f"{shown} {SILENT}")


def test_a_card_that_nobody_could_judge_has_the_focus_again(page: Page, served: Served) -> None:
    page.goto(with_puzzle(served))
    page.wait_for_selector("button.card")
    without_service(page)
    page.focus("button.card[data-key='card DK']")
    page.keyboard.press("Enter")
    reads(page, ".verdict", TAKEN_BACK)
    expect(page.locator(":focus")).to_have_attribute("data-key", "card DK")
    page.unroute_all()
    page.keyboard.press("Enter")
    reads(page, ".verdict", "King of diamonds is right.")


def test_what_answers_a_press_is_told_each_time(page: Page, served: Served) -> None:
    page.goto(with_puzzle(served))
    page.wait_for_selector("button.card")
    without_service(page)
    page.evaluate(TOLD)
    page.focus("button[data-key=hint]")
    for _ in range(2):
        assert told_after(page, "Enter", SILENT) == [SILENT]
    page.goto(f"{served.analysis}#1-6")
    page.wait_for_selector(SHOWN)
    page.evaluate(TOLD)
    page.focus("button.card[aria-disabled]")
    for _ in range(2):
        told_after(page, "Enter", "cannot be played")


def test_a_fault_that_comes_while_a_card_is_judged_goes_with_it(page: Page, served: Served) -> None:
    page.goto(with_puzzle(served))
    page.wait_for_selector("button.card")
    held: list[Route] = []
    without_service(page)
    page.route("**/attempts", lambda route: held.append(route))
    page.click("button.card[data-key='card DK']")
    reads(page, ".verdict", "Is it right?")
    page.click("button[data-key=hint]")
    reads(page, ".verdict", SILENT)
    held.pop().abort()
    page.wait_for_selector("button.card[data-key='card DK']")
    reads(page, ".verdict", TAKEN_BACK)
    page.unroute_all()
    page.click("button[data-key=hint]")
    page.wait_for_selector(".hints li")
    reads(page, ".verdict", "")


def test_a_puzzle_is_told_as_solved_although_its_solution_cannot_be_had(page: Page, served: Served) -> None:
    page.goto(with_puzzle(served))
    page.route("**/solution*", lambda route: route.abort())
    solved = "Solved: now every card reaches the goal."
    page.click("button.card[data-key='card DK']")
    page.wait_for_selector(".hand.E.turn")
    page.click("button.card[data-key='card CA']")
    reads(page, ".verdict", f"{solved} {SILENT}")
    expect(page.locator(".verdict")).to_have_class("verdict right")
    page.unroute_all()
    page.click("button[data-key=look]")
    page.wait_for_selector(".votes")
    reads(page, ".verdict", solved)


@pytest.mark.parametrize("status", [200, 502])
@pytest.mark.parametrize("text", ["{}", '{"errors": [{"code": 1000, "message": "upstream"}]}'])
def test_an_answer_that_is_none_is_told_on_every_page(
    page: Page, served: Served, text: str, status: int
) -> None:
    def shut() -> None:
        page.route("**/v1/**", lambda route: route.fulfill(status=status, json=json.loads(text)))

    page.goto(with_puzzle(served))
    page.wait_for_selector("button.card")
    shut()
    page.click("button.card[data-key='card DK']")
    reads(page, ".verdict", TAKEN_BACK)
    page.unroute_all()
    page.goto(f"{served.home}/board")
    page.wait_for_selector(SHOWN)
    page.click("[data-key=mode_edit]")
    says(page, ".edit .status", "The deal is right")
    shut()
    # The deal is whole: that it could not be checked is all that is to be heard.
    page.click("[data-key=edit_empty]")
    page.click("[data-key=edit_fill]")
    reads(page, ".edit .status", SILENT)
    page.goto("about:blank")
    page.goto(f"{served.home}/board")
    says(page, ".board .status", SILENT)
    page.goto(f"{served.home}/")
    page.fill("#text", '[Event "x"]')
    page.click("#incoming button[type=submit]")
    reads(page, "#outcome .wrong", SILENT)


@pytest.mark.parametrize(
    ("module", "press", "place"),
    [
        ("verdict.js", "[data-key=mode_try]", "#board .status"),
        ("contracts_table.js", "[aria-labelledby=contracts] button", "[aria-labelledby=contracts] > p"),
        ("deal_text.js", "[data-key=share_text]", ".share .status"),
        ("open_form.js", "button[value=look]", "#open-status"),
    ],
)
def test_a_module_that_could_not_be_fetched_comes_with_the_page(
    page: Page, served: Served, module: str, press: str, place: str
) -> None:
    """Many browsers do not ask for it again."""
    missing = "A file of this page could not be fetched."
    page.goto(f"{served.home}/board")
    page.wait_for_selector(SHOWN)
    page.route(f"**/{module}", lambda route: route.abort())
    page.click(press)
    says(page, place, missing)
    page.route("**", lambda route: route.abort())
    again = page.locator(place).get_by_role("button", name="Load the page again")
    again.click()
    says(page, place, SILENT)
    page.unroute_all()
    with page.expect_navigation():
        again.click()
    page.wait_for_selector(SHOWN)
    page.click(press)
    expect(page.get_by_text(missing)).to_have_count(0)
    if module == "verdict.js":
        page.wait_for_selector("[data-key=try-begin]")


MODULES = [
    ("board", "page.js", True),
    ("board", "dom.js", True),
    ("board", "spelling.js", True),
    ("analysis", "analysis.js", True),
    ("puzzle", "puzzle_says.js", True),
    ("home", "home.js", True),
    # The board is there, and says itself what cannot be had.
    ("board", "core.js", False),
]


@pytest.mark.parametrize(("kind", "module", "is_told"), MODULES)
def test_a_page_that_cannot_begin_says_so(
    page: Page, served: Served, kind: str, module: str, is_told: bool
) -> None:
    addresses = {
        "board": f"{served.home}/board",
        "analysis": served.analysis,
        "puzzle": served.puzzle("belote"),
        "home": f"{served.home}/",
    }
    page.route(f"**/{module}", lambda route: route.abort())
    page.goto(addresses[kind])
    told = page.get_by_role("alert")
    if not is_told:
        page.wait_for_selector(SHOWN)
        expect(told).to_have_count(0)
        return
    expect(told).to_contain_text("A file of this page could not be fetched.")
    board = page.locator("#board")
    if kind != "home":
        # It does not say for ever that something comes.
        assert board.evaluate("one => getComputedStyle(one, '::before').content") == "none"
    expect(page.locator("#open")).to_have_count(0)
    if kind == "home":
        page.fill("#text", "N:AT.87.K8.AJ")
        page.click("#incoming button[type=submit]")
        expect(page.locator("#text")).to_have_value("N:AT.87.K8.AJ")
    page.unroute_all()
    told.get_by_role("button").click()
    page.wait_for_selector(f"{SHOWN}, .puzzle button, #incoming")
    expect(told).to_have_count(0)


def test_a_button_that_is_pressed_twice_on_a_slow_line_does_it_once(page: Page, served: Served) -> None:
    page.goto(with_puzzle(served))
    page.wait_for_selector("button.card")
    kept_back: list[Route] = []
    page.route(re.compile("/(hint|solution)\\b"), lambda route: kept_back.append(route))
    for key, done in (("hint", ".hints li"), ("show", "[data-key=look]")):
        page.focus(f"button[data-key={key}]")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
        assert len(kept_back) == 1, key
        kept_back.pop().continue_()
        page.wait_for_selector(done)
        # Another hint is there for who wants one.
        expect(page.locator(".hints li")).to_have_count(1)
