"""Pages on paper: all that there is to read, nothing that is pressed, no heading alone at the foot."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page

from tests.report.board.screens import (
    CARDS,
    log_of_calls,
    match_of_three,
    show_solution,
    without_play,
    work_out_contracts,
)
from tests.support.board.pages import SHOWN, Served, opened, post_log
from tests.support.command_line import run

pytestmark = pytest.mark.server

PRESSED = "nav, form, summary, .controls, .button, .reader, .links, .steps"
A_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
A_BOX = re.compile(rb"/MediaBox \[0 0 ([\d. ]+)\]")
COLOURS = """
[...document.querySelectorAll("body, body *")].map((one) => {
  const { color, backgroundColor, borderTopColor, boxShadow, fill, stroke } = getComputedStyle(one);
  const colours = [color, backgroundColor, borderTopColor, boxShadow, fill, stroke];
  return [one.outerHTML.slice(0, 80), ...colours].join(" ");
})
"""
CUT = """
[...document.querySelectorAll("main *")].filter((one) => {
  const { overflowY } = getComputedStyle(one);
  return overflowY !== "visible" && !one.matches(".unseen") && one.scrollHeight > one.clientHeight + 1;
}).map((one) => one.outerHTML.slice(0, 80))
"""
"""What has more rows than it shows, which nobody can scroll on paper."""
ASTRAY = """
[...document.querySelectorAll("table.grid")].filter((one) => one.checkVisibility()).flatMap((table) => {
  const heads = [...table.querySelectorAll("thead th")];
  return [...table.querySelectorAll("tbody tr")].flatMap((row) => [...row.children].filter((cell, n) => {
    const [head, own] = [heads[n], cell].map((one) => one.getBoundingClientRect());
    return head.width === 0 || Math.abs(head.left - own.left) > 1 || Math.abs(head.right - own.right) > 1;
  }).map((one) => one.outerHTML.slice(0, 80)));
})
"""
"""The cells that do not stand below their heads."""
BESIDE = """
[...document.querySelectorAll(".lines .trick")].map((one) => {
  const [number, card] = [".number", "button"].map((part) => one.querySelector(part).getBoundingClientRect());
  return Math.abs(number.top + number.bottom - card.top - card.bottom) / 2;
}).filter((distance) => distance > 4)
"""
"""How far numbers of tricks stand above or below their cards, where that is far."""
BREAKS = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility()).map((one) => getComputedStyle(one))
  .map(({ breakInside, breakAfter }) => [breakInside, breakAfter])"""


def put_on_paper(page: Page) -> None:
    page.emulate_media(media="print")


def seen(page: Page, selector: str) -> list[str]:
    """What of a selector can be seen, as text."""
    return [one.inner_text() for one in page.locator(selector).all() if one.is_visible()]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("variant", ["bridge", "belote"])
def test_a_puzzle_is_printed_on_one_page_without_buttons(
    browser: Browser, served: Served, variant: str
) -> None:
    options = {"locale": "fr", "viewport": {"width": 360, "height": 740}}
    with opened(browser, served.puzzle(variant), ready=CARDS, **options) as page:
        put_on_paper(page)
        assert not seen(page, PRESSED)
        # Values are not told: a card beside the hand says nothing.
        assert not seen(page, "button")
        for told in ("#goal", ".felt", "#turn"):
            assert len(seen(page, told)) == 1, told
        assert len(A_PAGE.findall(page.pdf(format="A4"))) == 1


@pytest.mark.night
def test_a_solved_puzzle_is_printed_with_its_values(browser: Browser, served: Served) -> None:
    with opened(browser, served.puzzle("belote"), ready=CARDS, locale="en") as page:
        show_solution(page)
        page.wait_for_selector(SHOWN)
        put_on_paper(page)
        assert not seen(page, PRESSED)
        assert seen(page, "button.card .value")
        assert seen(page, ".themes li")


@pytest.mark.night
def test_every_contract_is_printed_once_it_is_worked_out(browser: Browser, served: Served) -> None:
    with opened(browser, served.judged("contree"), locale="fr") as page:
        work_out_contracts(page)
        put_on_paper(page)
        assert seen(page, "table.contracts")
        assert seen(page, "#contracts")


@pytest.mark.night
def test_paper_is_the_same_for_who_reads_in_the_dark(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-7", locale="en") as page:
        page.get_by_role("button", name="Four colours").press("Enter")
        put_on_paper(page)
        found = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found.append(page.evaluate(COLOURS))
        assert found[0] == found[1]


@pytest.mark.night
def test_the_numbers_of_players_stand_below_their_heads(browser: Browser, served: Served) -> None:
    options = {"locale": "fr", "viewport": {"width": 1280, "height": 900}}
    for address, ready in ((served.judged("bridge"), SHOWN), (match_of_three(served), ".match")):
        with opened(browser, address, ready=ready, **options) as page:
            assert seen(page, ".sort")
            assert not page.evaluate(ASTRAY)
            put_on_paper(page)
            page.set_viewport_size({"width": 718, "height": 1000})
            assert not page.evaluate(ASTRAY)


@pytest.mark.night
def test_nothing_is_cut_off_on_paper(browser: Browser, served: Served) -> None:
    with opened(browser, served.judged("bridge"), locale="en") as page:
        page.wait_for_selector(".compare .trick:nth-of-type(10)")
        put_on_paper(page)
        assert not page.evaluate(CUT)


@pytest.mark.night
def test_no_page_ends_with_a_heading_or_with_one_row(browser: Browser, served: Served) -> None:
    calls = f"{served.home}/analyses/{post_log(served.app, log_of_calls())}"
    for address in (calls, served.judged("bridge")):
        with opened(browser, address, locale="en") as page:
            put_on_paper(page)
            heads = page.evaluate(BREAKS, "h1, h2, h3, thead")
            assert heads
            assert {after for _, after in heads} == {"avoid"}
            rows = page.evaluate(BREAKS, "tr, .trick")
            assert {inside for inside, _ in rows} == {"avoid"}
            firsts = page.evaluate(BREAKS, "tbody tr:first-child:not(:last-child), .trick:first-child")
            assert {after for _, after in firsts} == {"avoid"}


@pytest.mark.night
def test_an_analysis_is_printed_on_two_pages(browser: Browser, served: Served) -> None:
    for address in (f"{served.analysis}#1-7", served.judged("bridge"), f"{served.judged('bridge')}#1-30"):
        with opened(browser, address, locale="fr") as page:
            page.wait_for_selector(".points button")
            page.wait_for_selector(".compare .trick")
            assert len(A_PAGE.findall(page.pdf(format="A4"))) == 2, address


@pytest.mark.night
def test_the_number_of_a_trick_stands_beside_its_cards(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-7", locale="en") as page:
        put_on_paper(page)
        page.set_viewport_size({"width": 703, "height": 1000})
        page.wait_for_selector(".lines .number")
        assert page.evaluate(BESIDE) == []


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of hand records of twelve deals of bridge."""
    path = tmp_path_factory.mktemp("records") / "records.html"
    bodies = [without_play("bridge") | {"id": f"board {number}"} for number in range(1, 13)]
    made = run("table", "--html", str(path), stdin="\n".join(map(json.dumps, bodies)))
    assert made.exit_code == 0, made.stderr
    return path.as_uri()


@pytest.mark.night
def test_hand_records_are_printed_six_to_a_sheet(browser: Browser, records: str) -> None:
    with opened(browser, records, ready=".record", locale="en") as page:
        pdf = page.pdf(prefer_css_page_size=True)
        assert len(A_PAGE.findall(pdf)) == 2
        assert {tuple(map(round, map(float, box.split()))) for box in A_BOX.findall(pdf)} == {(595, 842)}
        put_on_paper(page)
        assert not seen(page, PRESSED)
        assert {inside for inside, _ in page.evaluate(BREAKS, ".record")} == {"avoid"}
        page.set_viewport_size({"width": 733, "height": 1062})
        assert not page.evaluate(CUT)
        assert page.evaluate("document.documentElement.scrollWidth") <= 733


@pytest.mark.night
def test_hand_records_on_paper_are_the_same_for_who_reads_in_the_dark(browser: Browser, records: str) -> None:
    with opened(browser, records, ready=".record", locale="en") as page:
        put_on_paper(page)
        found = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found.append(page.evaluate(COLOURS))
        assert found[0] == found[1]
