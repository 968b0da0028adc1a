"""The core behind the board in a real browser: values without the service, and a search called off."""

import json
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from solver import find_variant
from tests.support.pages import Served, opened, wait_until
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
        assert "NS\u00a092 · EW\u00a070" in page.inner_text(".numbers")
        assert asked == []


def test_a_free_position_asks_for_its_numbers_once(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", locale="en") as page:
        asked = asked_of(page)
        page.reload()
        for _ in range(3):
            page.wait_for_selector("button.card .value:not(:empty)")
            page.keyboard.press("b")
        page.wait_for_selector("button.card .value:not(:empty)")
        assert [url.rpartition("/")[2] for url in asked] == ["numbers"]


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
