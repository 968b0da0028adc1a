"""Hints on the page of a puzzle: their cards in words, and as many of them as there are."""

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Route, expect

from api.parts import part_of
from api.puzzles import Bank
from solver import Puzzle
from tests.report.board.test_puzzle_flows import STILL, with_puzzle
from tests.support.api.kept_puzzles import example_puzzle, kept, shipped_puzzles
from tests.support.board.pages import Served, opened

pytestmark = pytest.mark.server


def ask(browser: Browser, address: str, locale: str) -> list[str]:
    """The hints for the first card, asked for until there are no more."""
    with opened(browser, address, ready="button.card", **{**STILL, "locale": locale}) as page:
        while page.locator("button[data-key=hint]").count():
            n_hints = page.locator(".hints li").count()
            page.click("button[data-key=hint]")
            expect(page.locator(".hints li")).to_have_count(n_hints + 1)
        # The focus is not on a button that is gone.
        expect(page.locator("button[data-key=show]")).to_be_focused()
        return page.locator(".hints li").all_text_contents()


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("locale", "said"),
    [
        (
            "en",
            ["Ace of hearts misses the goal: later South plays nine of hearts.", "Play king of diamonds."],
        ),
        (
            "fr",
            [
                "L’as de cœur manque le but\u00a0: plus tard, Sud joue le neuf de cœur.",
                "Jouer le roi de carreau.",
            ],
        ),
    ],
)
def test_the_cards_of_hints_are_in_words(
    browser: Browser, served: Served, locale: str, said: list[str]
) -> None:
    assert ask(browser, with_puzzle(served), locale)[1:] == said


def test_a_card_to_watch_has_its_article(browser: Browser, served: Served) -> None:
    plain = replace(example_puzzle(), id="1" * 16, themes=("short",))
    part_of(served.app, Bank).add([kept(plain)])
    watch, *_ = ask(browser, f"{served.home}/puzzles/{plain.id}", "fr")
    said = "Gare au neuf de cœur de Sud\u00a0: c’est ce qui fait échouer une carte tentante."
    assert watch == said


def test_a_hint_on_a_slow_line_says_that_it_is_on_its_way(browser: Browser, served: Served) -> None:
    options = {**STILL, "locale": "fr"}
    with opened(browser, with_puzzle(served), ready="button[data-key=hint]", **options) as page:
        held: list[Route] = []
        page.route("**/hint?*", lambda route: held.append(route))
        button = page.locator("button[data-key=hint]")
        button.click()
        expect(button).to_have_text("Un instant…")
        expect(button).to_be_focused()
        held[0].continue_()
        expect(page.locator(".hints li")).to_have_count(1)
        expect(button).to_have_text("Autre indice")
        expect(button).to_be_focused()
        # A line that breaks leaves what can be asked for again.
        button.click()
        expect(button).to_have_text("Un instant…")
        held[1].fulfill(status=200, body="busy")
        expect(button).to_have_text("Autre indice")
        expect(button).to_be_focused()


def test_a_ladder_may_have_fewer_hints(browser: Browser, served: Served) -> None:
    puzzle = _found("valet_de_trefle", "6ez22z9j1y693ws4")
    part_of(served.app, Bank).add([kept(puzzle)])
    hints = ask(browser, f"{served.home}/puzzles/{puzzle.id}", "en")
    assert hints == ["Count what is left: every trick to come is needed.", "Play ten of hearts."]


def _found(game: str, name: str) -> Puzzle:
    return next(one for one in shipped_puzzles(game) if one.id == name)
