"""The core behind the board in a real browser: values without the service, and a search called off."""

import json
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from solver import Limit, Speech, analyse, find_variant, report_page
from tests.support.board.pages import (
    SHOWN,
    Served,
    is_as_wide_as_its_window,
    opened,
    says,
    violations,
    wait_until,
)
from tests.support.board.slowness import new_page
from tests.support.command_line import ROOT, run
from tests.support.positions import random_position

ENDINGS = """
window.ended = 0;
const end = Worker.prototype.terminate;
Worker.prototype.terminate = function () { window.ended += 1; end.call(this); };
null;
"""
"""Counts the workers that are ended."""

pytestmark = pytest.mark.server


def asked_of(page: Page) -> list[str]:
    """The requests to the service from now on, but for the files of the board."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/v1/" in request.url else None)
    return asked


def test_own_lines_of_an_analysis_need_no_service(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-6", locale="en") as page:
        asked = asked_of(page)
        page.click("button.card[data-key='card DA']")
        page.wait_for_selector(".hand.W.turn")
        for _ in range(3):
            page.wait_for_selector("button.card .value:not(:empty)")
            page.keyboard.press("b")
        page.wait_for_selector("button.card .value:not(:empty)")
        says(page, ".numbers", "92\t70")
        assert asked == []


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "lack",
    [
        "delete globalThis.WebAssembly;",
        # The worker is there, and has no memory for a table.
        "Worker.prototype.postMessage = function ({ id }) {"
        "  setTimeout(() => this.onmessage({ data: { id, error: 'there is no memory' } })); };",
    ],
    ids=["no WebAssembly", "no memory"],
)
def test_where_the_core_cannot_run_the_service_is_asked(browser: Browser, served: Served, lack: str) -> None:
    with opened(browser, f"{served.analysis}#1-6", locale="en") as page:
        page.add_init_script(lack)
        page.reload()
        page.wait_for_selector(SHOWN)
        asked = asked_of(page)
        with page.expect_request("**/v1/solve"):
            page.click("button.card[data-key='card DA']")
        page.wait_for_selector(".hand.W.turn")
        page.wait_for_selector(SHOWN)
        says(page, ".numbers", "92\t70")
        assert {url.rpartition("/")[2] for url in asked} == {"solve"}


def test_a_free_position_asks_for_its_numbers_once(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", locale="en") as page:
        asked = asked_of(page)
        page.reload()
        for _ in range(3):
            page.wait_for_selector("button.card .value:not(:empty)")
            page.keyboard.press("b")
        page.wait_for_selector("button.card .value:not(:empty)")
        assert [url.rpartition("/")[2] for url in asked] == ["numbers"]


@pytest.mark.night
def test_a_search_is_called_off_when_the_reader_moves_on(browser: Browser, served: Served) -> None:
    """A deal of California Jack takes longer than anybody waits; the next has its values at once."""
    game = find_variant("california_jack")
    long = random_position(Random(3), game, n_each=6, n_stock=40, n_left=52).to_dict()
    short = random_position(Random(4), find_variant("belote"), n_each=8, n_left=20).to_dict()
    with opened(browser, f"{served.home}/board", locale="en") as page:
        asked = asked_of(page)
        page.evaluate(ENDINGS)
        page.fill("#position", json.dumps(long))
        page.click("button[value=look]")
        page.wait_for_selector(".status:has-text('Solving')")
        # The worker of the deal before.
        wait_until(page, "window.ended === 1")
        page.fill("#position", json.dumps(short))
        page.click("button[value=look]")
        page.wait_for_selector("button.card .value:not(:empty)")
        wait_until(page, "window.ended >= 2")
        assert [url.rpartition("/")[2] for url in asked] == ["numbers", "numbers"]


@pytest.mark.night
def test_cards_are_played_before_their_values_are_known(browser: Browser, served: Served) -> None:
    """The rules say which cards may be played, however long the search for their values takes."""
    game = find_variant("california_jack")
    long = random_position(Random(3), game, n_each=6, n_stock=40, n_left=52).to_dict()
    with opened(browser, f"{served.home}/board", locale="en") as page:
        page.fill("#position", json.dumps(long))
        page.click("button[value=look]")
        solving = page.locator(".board .status:has-text('Solving')")
        expect(solving).to_have_count(1)
        page.focus("button.card:not([aria-disabled])")
        for n in (1, 2, 3):
            page.keyboard.press("Enter")
            expect(page.locator(".lines .trick button")).to_have_count(n)
            page.wait_for_selector("button.card:focus")
            expect(page.locator(SHOWN)).to_have_count(0)
        expect(page.locator(".lines .trick:last-child .seat")).to_have_count(1)
        page.reload()
        page.wait_for_selector("button.card", timeout=8_000)
        expect(solving).to_have_count(1)
        says(page, ".board .status", "plays")


def saved_page(folder: Path) -> str:
    """The address of the page of the belote sample, in a file."""
    path = folder / "belote.html"
    result = run("analyse", "--html", str(path), str(ROOT / "samples" / "belote.json"))
    assert result.exit_code == 0, result.stderr
    return path.as_uri()


@pytest.mark.night
def test_a_saved_page_needs_no_network(browser: Browser, tmp_path: Path) -> None:
    """All that it asks for it has made itself; a line of one's own has its values; the report is at hand."""
    address = saved_page(tmp_path)
    with opened(browser, f"{address}#1-6", locale="en", offline=True) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.context.route(lambda url: not url.startswith("blob:"), lambda route: route.abort())
        page.click("button.card[data-key='card DA']")
        page.wait_for_selector(".hand.W.turn")
        page.wait_for_selector(SHOWN)
        says(page, ".numbers", "92\t70")
        page.keyboard.press("b")
        page.wait_for_selector(".own button[aria-current]")
        assert not [url for url in asked if not url.startswith("blob:")]
        expect(page.locator("#report")).to_be_hidden()
        page.click("text=Read it as a report")
        says(page, "#report", "South played ♦Q; playing ♦A is better.")
        expect(page.locator("#board")).to_be_hidden()
        page.click("text=Back to the board")
        expect(page.locator(SHOWN).first).to_be_visible()
        assert not violations(page)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("sample", ["california_jack", "bridge"])
def test_every_search_runs_in_a_saved_page(browser: Browser, tmp_path: Path, sample: str) -> None:
    path = tmp_path / "page.html"
    log = json.loads((ROOT / "samples" / f"{sample}.json").read_text(encoding="utf-8"))
    n_plays = len(log["plays"]) - 10
    path.write_text(report_page(analyse(log, Limit(nodes=200_000)), Speech("fr", "fr")), encoding="utf-8")
    with opened(
        browser, f"{path.as_uri()}#1-{n_plays}", locale="fr", offline=True, ready="#board .felt"
    ) as page:
        # Whatever is played next that is not the card of the game.
        other = page.locator("button.card:not(.game):not([aria-disabled])").first
        if other.count():
            other.click()
            page.wait_for_selector(".own button[aria-current]")
            page.wait_for_selector(SHOWN)
        expect(page.locator("#program")).not_to_contain_text("WebAssembly", use_inner_text=True)


def test_a_saved_page_reads_without_scripts(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(
        java_script_enabled=False, locale="en", viewport={"width": 320, "height": 900}
    )
    page = new_page(context)
    page.goto(saved_page(tmp_path))
    says(page, "#report", "South played ♦Q; playing ♦A is better.")
    says(page, "#report", "The contract could be beaten, but was made.")
    assert is_as_wide_as_its_window(page)
    context.close()
