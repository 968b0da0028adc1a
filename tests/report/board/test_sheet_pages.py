"""The sheet of puzzles in a browser: no page scrolls sideways, and on paper nothing is cut or torn."""

import json
import re

import pytest
from playwright.sync_api import Browser

from solver.puzzles import Puzzle
from solver.report.page import puzzle_sheet
from solver.sentences import LANGUAGES
from solver.speech import Speech
from tests.support.board.pages import violations
from tests.support.command_line import ROOT

pytestmark = pytest.mark.server

MIXED = ROOT / "tests" / "data" / "puzzles" / "mixed.ndjson"
A_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
WIDTH_OF_A4 = 794 - 90
"""In pixels, without margins."""
TOO_WIDE = """
[...document.querySelectorAll("main *")].filter((one) => {
  const { right } = one.getBoundingClientRect();
  return right > innerWidth + 1 && !one.closest(".unseen, .scroll");
}).map((one) => one.outerHTML.slice(0, 80))
"""
OVERLAPS = """
[...document.querySelectorAll(".diagram")].filter((diagram) => {
  const parts = [...diagram.querySelectorAll(".hand, .table")].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect();
  });
  return parts.some((one, n) => parts.slice(n + 1).some((other) => one.left < other.right - 1
    && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1));
}).map((one) => one.textContent.replace(/\\s+/g, " "))
"""
"""The diagrams in which a hand lies over another, or over the trick."""


@pytest.fixture(scope="module")
def sheets() -> dict[str, str]:
    lines = MIXED.read_text(encoding="utf-8").splitlines()
    puzzles = [Puzzle.from_dict(json.loads(line)) for line in lines]
    return {language: puzzle_sheet(puzzles, Speech(language, language)) for language in LANGUAGES}


@pytest.mark.night
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_sheet_scrolls_sideways(browser: Browser, sheets: dict[str, str], width: int) -> None:
    for html in sheets.values():
        with browser.new_page(viewport={"width": width, "height": 800}) as page:
            page.set_content(html)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate(TOO_WIDE) == []
            assert page.evaluate(OVERLAPS) == []


@pytest.mark.night
def test_axe_finds_nothing(browser: Browser, sheets: dict[str, str]) -> None:
    for html in sheets.values():
        for scheme in ("light", "dark"):
            with browser.new_page(color_scheme=scheme, bypass_csp=True) as page:
                page.set_content(html)
                assert violations(page) == []


def test_on_paper_solutions_begin_a_page_and_no_puzzle_is_torn(
    browser: Browser, sheets: dict[str, str]
) -> None:
    for html in sheets.values():
        with browser.new_page(viewport={"width": WIDTH_OF_A4, "height": 1000}) as page:
            page.set_content(html)
            page.emulate_media(media="print")
            breaks = "(one) => [getComputedStyle(one).breakBefore, getComputedStyle(one).breakInside]"
            assert page.locator(".solutions").evaluate(breaks) == ["page", "auto"]
            for article in page.locator("article").all():
                assert article.evaluate(breaks)[1] == "avoid"
            assert page.evaluate(TOO_WIDE) == []
            assert page.evaluate(OVERLAPS) == []
            assert not [one for one in page.locator(".to-solution").all() if one.is_visible()]
            # Ten puzzles, four on a page, and their solutions on two.
            assert len(A_PAGE.findall(page.pdf(format="A4", prefer_css_page_size=True))) == 5
