"""What a screen reader is told of a puzzle: each card once, and where the focus goes meanwhile."""

import gzip
import json

import pytest
from playwright.sync_api import Browser

from api.parts import part_of
from api.puzzles import Bank, shipped_files
from solver import Puzzle
from tests.report.board.test_puzzle_flows import with_puzzle
from tests.report.board.test_spoken import TOLD, told_after, told_of_cards
from tests.support.api.kept_puzzles import kept
from tests.support.board.pages import Served, opened, wait_until

pytestmark = pytest.mark.server

KEYS_OF_FOCUS = """
window.focused = [];
addEventListener("focusin", ({ target }) => focused.push(target.dataset.key));
"""

HASTE = """
const { setTimeout: late } = window;
window.setTimeout = (call, ms, ...given) => late(call, Math.min(ms, 150), ...given);
"""
"""Cards that play themselves follow each other sooner."""


def shipped_puzzle(name: str) -> Puzzle:
    """The shipped puzzle of a name."""
    for path in shipped_files():
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                if name in line:
                    return Puzzle.from_dict(json.loads(line))
    raise LookupError(name)


def test_a_long_solution_is_told_trick_by_trick(browser: Browser, served: Served) -> None:
    """Whoever hears it waits for no last card, and hears each card once."""
    puzzle = shipped_puzzle("gqjt2nqy24kvtzkt")
    part_of(served.app, Bank).add([kept(puzzle)])
    with opened(browser, f"{served.home}/puzzles/{puzzle.id}", ready="button.card", locale="en") as page:
        page.evaluate(HASTE + TOLD + KEYS_OF_FOCUS)
        page.press("button[data-key=show]", "Enter")
        wait_until(page, "told.some((text) => text.includes('With best play'))")
        told = told_of_cards(page)
        assert [text.count(" plays ") for text in told] == [4, 4, 4, 4, 3]
        assert all(text.endswith(" wins the trick.") for text in told[:-1])
        # Cards of others have no focus meanwhile.
        assert page.evaluate("focused")[-1] == "look"
        assert "card" not in " ".join(page.evaluate("focused"))


def test_a_card_of_a_puzzle_is_named_once(browser: Browser, served: Served) -> None:
    """By its verdict; what answers it is told together, and no card of others has the focus meanwhile."""
    with opened(browser, with_puzzle(served), ready="button.card", locale="en") as page:
        page.focus("button.card[data-key='card HA']")
        page.evaluate(TOLD + KEYS_OF_FOCUS)
        # The verdict says what somebody plays, too.
        verdict, *_, answered = told_after(page, "Enter", "wins the trick.")
        assert verdict.startswith("Ace of hearts misses the goal")
        assert "ace of hearts" not in answered.lower()
        # The card that was judged is the first of the trick.
        assert answered.count(" plays ") == 3
        assert page.evaluate("focused") == ["table", "retry"]
        page.keyboard.press("Enter")
        page.focus("button.card[data-key='card DK']")
        page.evaluate("focused.length = 0")
        told = told_after(page, "Enter", " plays ")
        assert told[0] == "King of diamonds is right."
        assert len(told) == 2
        page.wait_for_selector("button.card:focus")
        table, card = page.evaluate("focused")
        assert table == "table"
        assert card.startswith("card ")
