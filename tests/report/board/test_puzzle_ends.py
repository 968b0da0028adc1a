"""The end of a puzzle in a real browser: what is told of it, once, and where the focus goes."""

import pytest
from playwright.sync_api import Browser, Page, expect

from api.parts import part_of
from api.puzzles import Bank
from tests.report.board.test_puzzle_flows import STILL, say, with_puzzle
from tests.report.board.test_spoken import TOLD
from tests.support.api.kept_puzzles import hidden_puzzle, kept
from tests.support.board.pages import Served, opened, wait_until

pytestmark = pytest.mark.server


def told_until(page: Page, text: str) -> list[str]:
    """All that is told until a text is among it that has ``text`` in it."""
    wait_until(page, f"told.some((one) => one.includes({text!r}))")
    told: list[str] = page.evaluate("told")
    page.evaluate("told.length = 0")
    return told


def test_the_end_is_told_once_and_in_its_order(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        page.press("button.card[data-key='card DK']", "Enter")
        page.wait_for_selector(".hand.E.turn")
        page.evaluate(TOLD)
        page.press("button.card[data-key='card CA']", "Enter")
        page.wait_for_selector("button[data-key=look]:focus")
        said = [one for one in told_until(page, "With best play") if one != "Is it right?"]
        # The card that was just chosen is not named again.
        beginnings = ["Solved: ", "Your rating: ", "With best play: "]
        assert [one.startswith(begin) for one, begin in zip(said, beginnings, strict=True)] == 3 * [True]
        # The rating is seen beside the verdict, and stands in one place for who does not see it.
        expect(page.locator(".after p.quiet")).to_be_visible()
        expect(
            page.locator(".after p, .reader [aria-atomic] .unseen").get_by_text("Your rating: ")
        ).to_have_count(2)
        expect(page.locator(".after p[aria-hidden=true]")).to_contain_text("Your rating: ")
        page.keyboard.press("Enter")
        (said_of_look,) = told_until(page, "Every card now shows")
        assert said_of_look.startswith("With best play: ")
        page.wait_for_selector("button.card:focus")


@pytest.mark.night
def test_the_cards_of_a_solution_are_told_together(browser: Browser, served: Served) -> None:
    with opened(browser, with_puzzle(served), ready="button.card", **STILL) as page:
        page.evaluate(TOLD)
        page.press("button[data-key=show]", "Enter")
        page.wait_for_selector("button[data-key=look]:focus")
        said = told_until(page, "East plays ace of clubs.")
        assert sum("With best play" in one for one in said) == 1
        assert said[-1].startswith("West plays king of diamonds. North plays ")


def test_all_hands_come_and_the_focus_stays_in_the_panel(browser: Browser, served: Served) -> None:
    """A board takes the place of the one of which a single hand was known."""
    puzzle = hidden_puzzle()
    part_of(served.app, Bank).add([kept(puzzle)])
    address = f"{served.home}/puzzles/{puzzle.id}"
    with opened(browser, address, ready="button.card", **STILL) as page:
        page.press(f"button.card[data-key='card {puzzle.solution.right[0]}']", "Enter")
        say(page, "Solved: it is best on average.")
        page.wait_for_selector("button[data-key=look]:focus")
