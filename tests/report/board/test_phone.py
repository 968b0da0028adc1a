"""Pages on a phone: what matters most is on the first screen, and nothing is hidden without a sign."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.report.board.screens import CARDS, give_up, show_solution, without_play
from tests.report.board.test_keyboard import tab_to
from tests.report.board.test_screens import MOST_SHIFT
from tests.support.board.pages import (
    SHOWN,
    Served,
    is_as_wide_as_its_window,
    layout_shift,
    opened,
    post_log,
    says,
    wait_until,
)

pytestmark = pytest.mark.server

ON_A_PHONE: dict[str, Any] = {"locale": "fr", "viewport": {"width": 360, "height": 740}}
EDGES = """(selector) => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return [top, bottom];
}"""
PRECEDES = """([one, other]) => Boolean(document.querySelector(one)
  .compareDocumentPosition(document.querySelector(other)) & Node.DOCUMENT_POSITION_FOLLOWING)"""


FIELD_SIZES = """
[...document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=file]), select, textarea")]
  .map((one) => parseFloat(getComputedStyle(one).fontSize))
"""
NOT_ENLARGED_PX = 16
"""Safari leaves the page as it is around a field with letters of this size."""


def edges(page: Page, selector: str) -> tuple[float, float]:
    """Where the first element of a selector begins and ends, from the top of the window."""
    top, bottom = page.evaluate(EDGES, selector)
    return top, bottom


def test_a_puzzle_begins_with_its_goal_and_the_hand_to_play(browser: Browser, served: Served) -> None:
    with opened(browser, served.puzzle("bridge"), ready=CARDS, **ON_A_PHONE) as page:
        (goal, goal_end), (table, table_end) = edges(page, "#goal"), edges(page, ".felt")
        hand, bar = edges(page, "button.card .face")[1], edges(page, ".steps")[0]
        assert 0 <= goal < goal_end <= table < table_end <= hand <= bar
        # What is seen first is read first.
        assert page.evaluate(PRECEDES, ["#goal", ".felt"])
        assert page.evaluate(PRECEDES, [".felt", "button.card"])
        assert page.evaluate(PRECEDES, ["button.card", ".puzzle .verdict"])


@pytest.mark.night
def test_what_is_said_of_a_card_is_brought_into_sight(browser: Browser, served: Served) -> None:
    options = ON_A_PHONE | {"reduced_motion": "reduce"}
    with opened(browser, served.puzzle("bridge"), ready=CARDS, **options) as page:
        page.locator("button.card").first.press("Enter")
        expect(page.locator(".puzzle .verdict")).to_have_class(re.compile("right|wrong"))
        assert edges(page, ".puzzle .verdict")[0] >= 0
        assert edges(page, ".puzzle .verdict")[1] <= edges(page, ".steps")[0]


@pytest.mark.night
def test_the_table_of_an_analysis_begins_on_the_first_screen(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-7", **ON_A_PHONE) as page:
        # The links stand on one line.
        assert len({one.bounding_box()["y"] for one in page.locator("header nav a").all()}) == 1  # type: ignore[index]
        table, bar = edges(page, ".felt")[0], edges(page, ".steps")[0]
        assert bar - table >= 150


@pytest.mark.night
@pytest.mark.parametrize("width", [320, 360])
def test_the_figures_of_the_bank_are_all_seen(browser: Browser, served: Served, width: int) -> None:
    options = ON_A_PHONE | {"viewport": {"width": width, "height": 740}}
    with opened(browser, f"{served.home}/puzzles", ready="form#choose", **options) as page:
        table = page.locator(".wide-table")
        assert table.evaluate("(one) => one.scrollWidth <= one.clientWidth")
        expect(table.get_by_role("columnheader")).to_have_count(5)
        rows = table.get_by_role("row")
        expect(rows.nth(1).get_by_role("rowheader")).to_have_count(1)
        expect(rows.nth(1).get_by_role("cell")).to_have_count(4)


@pytest.mark.night
def test_who_leads_is_marked_in_the_first_trick_alone(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-3", locale="fr") as page:
        marks = page.locator(".hand .mark")
        expect(marks).to_have_text(["preneur", "entame"])
        page.keyboard.press("ArrowRight")
        expect(page.locator(".middle.ended")).to_be_visible()
        expect(marks).to_have_text(["preneur"])
        page.keyboard.press("ArrowRight")
        expect(page.locator(".middle:not(.ended) li")).to_have_count(1)
        expect(marks).to_have_text(["preneur"])


@pytest.mark.night
def test_a_puzzle_names_no_other_aim_than_its_goal(browser: Browser, served: Served) -> None:
    with opened(browser, served.puzzle("belote"), ready=CARDS, locale="fr") as page:
        expect(page.locator("#goal")).to_have_text("À Est-Ouest d’atteindre 113 points en tout.")
        expect(page.locator("#board")).not_to_contain_text("Il faut 82 à Est-Ouest")
        show_solution(page)
        page.wait_for_selector(SHOWN)
        expect(page.locator("figure .value")).to_have_count(1)
        expect(page.locator("#board")).not_to_contain_text("Il faut 82 à Est-Ouest")


LONG_SUIT = (
    "game=bridge&trump=S&taker=S&bid=4&dealer=S&leader=S"
    "&N=432.432.432.5432&E=765.765.765.T987&S=AKQJT98.AK.AK.AK&W=-.QJT98.QJT98.QJ6"
)
"""Seven cards of the same worth in one suit."""
SEEN = """(selector) => {
  const one = document.querySelector(selector);
  const { x, top, bottom } = one.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => one.contains(document.elementFromPoint(x + 2, y)));
}"""


@pytest.mark.night
@pytest.mark.parametrize("width", [320, 360])
def test_cards_of_the_same_worth_stay_within_the_page(browser: Browser, served: Served, width: int) -> None:
    options = ON_A_PHONE | {"viewport": {"width": width, "height": 740}}
    with opened(browser, f"{served.home}/board#{LONG_SUIT}", **options) as page:
        expect(page.locator(".run.joined:has([data-key='card SA']) button")).to_have_count(7)
        assert is_as_wide_as_its_window(page)


def test_a_hand_of_eight_stands_in_one_row(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-0", **ON_A_PHONE) as page:
        cards = page.locator("button.card")
        expect(cards).to_have_count(8)
        assert len({one.bounding_box()["y"] for one in cards.all()}) == 1  # type: ignore[index]


@pytest.mark.night
def test_why_a_card_is_refused_is_brought_into_sight(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-5", **ON_A_PHONE) as page:
        page.locator("button.card[aria-disabled]").first.click(force=True)
        expect(page.locator("#board .status")).to_have_class(re.compile("wrong"))
        assert page.evaluate(SEEN, "#board .status")


@pytest.mark.night
def test_a_mode_that_cannot_be_loaded_says_so_in_sight(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-5", **ON_A_PHONE) as page:
        gone = 'throw new Error("the module is gone")'
        page.route("**/try.js", lambda route: route.fulfill(content_type="text/javascript", body=gone))
        page.click("[data-key=mode_try]")
        expect(page.locator("#board .status")).to_have_class(re.compile("wrong"))
        assert page.evaluate(SEEN, "#board .status")


@pytest.mark.night
def test_what_has_the_focus_is_not_below_the_steps(browser: Browser, served: Served) -> None:
    options = ON_A_PHONE | {"viewport": {"width": 360, "height": 640}}
    with opened(browser, f"{served.analysis}#1-6", **options) as page:
        page.locator("[data-key=mode_learn]").press("Enter")
        page.wait_for_selector("[data-key=mode-heading]:focus")
        tab_to(page, "button.card")
        assert page.evaluate(SEEN, "button.card:focus")


CARDS_OF_TRICKS = """[...document.querySelectorAll(".lines .trick button")].map((one) => {
  const number = one.parentElement.querySelector(".number").getBoundingClientRect();
  return [one.getBoundingClientRect().left - number.right, one.clientWidth - one.scrollWidth];
})"""
"""For each card, how far it stands from the number of its trick, and how much room it has left."""


@pytest.mark.night
@pytest.mark.parametrize("width", [320, 360])
def test_no_card_of_a_trick_stands_below_its_number(browser: Browser, served: Served, width: int) -> None:
    options = ON_A_PHONE | {"viewport": {"width": width, "height": 740}}
    with opened(browser, f"{served.analysis}#1-6", **options) as page:
        expect(page.locator(".lines .trick button")).to_have_count(32)
        assert all(gap > 0 and room >= 0 for gap, room in page.evaluate(CARDS_OF_TRICKS))


ROWS = """(selector) =>
  new Set([...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().top)).size"""
USUAL = ON_A_PHONE | {"viewport": {"width": 390, "height": 844}}


@pytest.mark.night
def test_what_a_game_begins_with_stands_in_one_row(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", **USUAL) as page:
        assert page.evaluate(ROWS, ".games > li:nth-child(5) a") == 1


@pytest.mark.night
def test_the_table_begins_soon(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-6", **USUAL) as page:
        assert page.evaluate(ROWS, ".modes button") == 1
        assert page.evaluate(ROWS, ".jumps button") == 2


def test_the_table_is_seen_before_the_rest_of_the_story(browser: Browser, served: Served) -> None:
    with opened(browser, served.judged("bridge"), **USUAL) as page:
        opener = page.get_by_role("button", name="La suite de l’histoire")
        rest = [page.locator(".story .outcome"), page.locator(".story ul")]
        expect(opener).to_have_attribute("aria-expanded", "false")
        for one in rest:
            expect(one).to_be_hidden()
        assert edges(page, ".felt")[0] <= USUAL["viewport"]["height"] / 2
        says(page, ".story", "Le contrat était faisable")
        # It opens, and closes again.
        opener.press("Enter")
        expect(opener).to_have_attribute("aria-expanded", "true")
        for one in rest:
            expect(one).to_be_visible()
        # A mode begins and ends, and leaves it open.
        for mode in ("mode_try", "mode_look"):
            page.click(f"button[data-key={mode}]")
        expect(opener).to_have_attribute("aria-expanded", "true")
        opener.click()
        for one in rest:
            expect(one).to_be_hidden()
        # Paper of any width, and a wide page, have all of it.
        page.emulate_media(media="print")
        for one in rest:
            expect(one).to_be_visible()
        expect(opener).to_be_hidden()
        page.emulate_media(media="screen")
        page.set_viewport_size({"width": 1280, "height": 900})
        for one in rest:
            expect(one).to_be_visible()
        expect(opener).to_be_hidden()


@pytest.mark.night
def test_a_story_without_more_has_nothing_to_open(browser: Browser, served: Served) -> None:
    address = f"{served.home}/analyses/{post_log(served.app, without_play('contree'))}"
    with opened(browser, address, **USUAL) as page:
        expect(page.locator(".story .outcome")).to_be_visible()
        expect(page.locator(".opener")).to_have_count(0)


WITH_FINGERS = USUAL | {"is_mobile": True, "has_touch": True}


@pytest.mark.night
def test_what_needs_keys_is_there_once_a_key_is_pressed(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", **WITH_FINGERS) as page:
        by_keys = [page.locator("button[data-key=keys]"), page.locator("#typed"), page.locator("#typed-hint")]
        for one in by_keys:
            expect(one).to_be_hidden()
        page.tap("button[data-key=mode_try]")
        says(page, ".mode .quiet", "«\u00a0Regarder\u00a0» en sort.")
        expect(page.locator(".mode .by-keys")).to_be_hidden()
        page.tap("button[data-key=mode_edit]")
        page.wait_for_selector(".edit")
        says(page, ".edit .quiet", "ou une place, puis ses cartes")
        expect(page.locator(".edit .by-keys")).to_be_hidden()
        # The keyboard of the screen is none that could do more.
        page.locator("[data-key='type N']").press("End")
        expect(page.locator(".edit .by-keys")).to_be_hidden()
        page.locator("button[data-key='pick SA']").press("ArrowRight")
        expect(page.locator(".edit .by-keys")).to_contain_text("Suppr")
        expect(page.locator(".edit .by-keys")).to_be_visible()
        page.tap("button[data-key=mode_try]")
        expect(page.locator(".mode .by-keys")).to_have_text("La touche Échap aussi.")
        expect(page.locator(".mode .by-keys")).to_be_visible()
        page.tap("button[data-key=mode_look]")
        for one in by_keys:
            expect(one).to_be_visible()


@pytest.mark.night
def test_what_needs_keys_is_there_where_there_is_a_mouse(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", **USUAL) as page:
        expect(page.locator("button[data-key=keys]")).to_be_visible()
        expect(page.locator("#typed-hint")).to_be_visible()


def test_what_becomes_of_a_sample_is_said_where_its_button_is(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", **WITH_FINGERS) as page:
        held: list[Route] = []
        page.route("**/samples/*", lambda route: held.append(route))
        samples = page.locator("a[data-sample]")
        (first, other) = samples.nth(9), samples.nth(3)
        first.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
        before = page.evaluate("scrollY")
        first.tap()
        working = page.get_by_text("En cours…")
        expect(working).to_have_count(1)
        assert page.evaluate("scrollY") == before
        button, said = first.bounding_box(), working.bounding_box()
        assert button
        assert said
        assert 0 <= said["y"] - (button["y"] + button["height"]) <= 60
        assert working.evaluate("(one) => Boolean(one.closest('[aria-atomic]'))")
        # Another one takes its place, and what was asked for before leads nowhere.
        other.tap()
        expect(working).to_have_count(1)
        assert page.evaluate(PRECEDES, [f"#{other.get_attribute('id')}", "[aria-atomic]:not(:empty)"])
        assert page.evaluate(PRECEDES, ["[aria-atomic]:not(:empty)", f"#{first.get_attribute('id')}"])
        for route in held:
            route.fulfill(content_type="text/plain", body="rien")
        fault = page.locator(".games .wrong")
        expect(fault).to_have_count(1)
        assert page.evaluate(PRECEDES, [".games .wrong", f"#{first.get_attribute('id')}"])


@pytest.mark.night
def test_steps_that_cannot_be_taken_cover_nothing(browser: Browser, served: Served) -> None:
    with opened(browser, served.puzzle("bridge"), ready=CARDS, **USUAL) as page:
        steps = page.locator(".steps")
        expect(steps).to_have_css("position", "static")
        page.locator("button.card").first.click()
        expect(steps).to_have_css("position", "sticky")


WAITS = "getComputedStyle(document.querySelector('#board'), '::before')"


@pytest.mark.night
def test_a_page_that_comes_late_says_so_and_nothing_jumps(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", **USUAL) as page:
        held: list[Route] = []
        page.route("**/state.js", lambda route: held.append(route))
        page.goto(f"{served.home}/board", wait_until="commit")
        wait_until(page, "document.querySelector('#open')?.checkVisibility({ visibilityProperty: true })")
        # Until the style is there the text is none, and visible.
        wait_until(page, f"{WAITS}.visibility === 'visible' && {WAITS}.content !== 'none'")
        assert "Chargement" in page.evaluate(f"{WAITS}.content")
        held[0].continue_()
        page.wait_for_selector(SHOWN)
        assert layout_shift(page) <= MOST_SHIFT


REFUSE = """
window.fetch = async () => Response.json(
  { type: "/problems/too-many-requests", title: "Too many", detail: "trop de demandes" }, { status: 429 })
"""


def test_a_sample_that_the_service_refuses_says_why(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", **WITH_FINGERS) as page:
        page.evaluate(REFUSE)
        page.locator("a[data-sample]").first.tap()
        # It is no position that the board could show.
        expect(page.locator(".games .wrong")).to_have_text("trop de demandes")


RUN_OUT = """
[...document.querySelectorAll(".lines .trick button")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)
"""
"""The cards among the tricks whose text runs out of them, over what stands beside them."""


@pytest.mark.by_day(1)
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_what_a_card_cost_stays_within_it(browser: Browser, served: Served, width: int) -> None:
    viewport: ViewportSize = {"width": width, "height": 740}
    with opened(browser, f"{served.analysis}#1-6", viewport=viewport, locale="fr") as page:
        give_up(page)
        expect(page.locator(".lines .sign")).to_have_text(["−10", "−26"])
        assert not page.evaluate(RUN_OUT)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("path", ["/", "/board", "/board#mode=edit", "/puzzles"])
def test_no_field_has_letters_for_which_a_phone_enlarges_the_page(
    browser: Browser, served: Served, path: str
) -> None:
    ready = SHOWN if path.startswith("/board") else "form"
    with opened(browser, served.home + path, ready=ready, **WITH_FINGERS) as page:
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        sizes = page.evaluate(FIELD_SIZES)
        assert sizes
        assert not [size for size in sizes if size < NOT_ENLARGED_PX]


def test_whether_the_contract_can_be_made_is_said_in_words(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-6", **ON_A_PHONE) as page:
        needs = page.locator("td.needs")
        expect(needs).to_have_text("Il faut 82 à Est-Ouest\u00a0: il manque 12")
        # The mistake of the game.
        page.click("button[data-key=next]")
        expect(needs).to_have_text("Il faut 82 à Est-Ouest\u00a0: réussi")
        # Who hides the values is told nothing of them.
        page.click("button[data-key=values]")
        expect(needs).to_have_text("Il faut 82 à Est-Ouest")
