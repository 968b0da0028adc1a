"""What a screen reader is told while a deal is changed: each change once, and no button again."""

import pytest
from playwright.sync_api import Browser

from tests.report.board.screens import begin_editing
from tests.report.board.test_puzzle_told import KEYS_OF_FOCUS
from tests.report.board.test_spoken import FRENCH, TOLD, told_after
from tests.support.board.pages import Served, opened, wait_until

pytestmark = pytest.mark.server

WRONG = "Pas encore une donne\u00a0: chaque faute est indiquée à sa place."
RIGHT = "La donne est bonne\u00a0: les valeurs de toutes les cartes sont ci-dessous."


def told_of_deal(page_told: list[str]) -> list[str]:
    """What was told but for the values on the board."""
    return [text for text in page_told if "Au meilleur jeu" not in text]


def test_each_change_of_a_deal_is_told_once(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", **FRENCH) as page:
        begin_editing(page)
        page.evaluate(TOLD + KEYS_OF_FOCUS)
        page.focus("[data-place=N] button.pick >> nth=0")
        told = told_of_deal(told_after(page, "Delete", "Pas encore"))
        assert told == [f"L’as de pique\u00a0: Non distribuées. {WRONG}"]
        page.focus("[data-key=edit_undo]")
        page.evaluate("focused.length = 0")
        assert told_of_deal(told_after(page, "Enter", "Au meilleur jeu")) == [RIGHT]
        # Nothing is left to undo: the focus goes on once.
        wait_until(page, "document.activeElement.dataset.key !== 'edit_undo'")
        assert page.evaluate("focused.length") == 1
        # What only the service knows is not taken for right before it has answered, nor told in letters.
        page.evaluate("told.length = 0")
        page.select_option("#edit-trump", index=0)
        wait_until(page, "told.some((text) => text.includes('Pas encore'))")
        assert told_of_deal(page.evaluate("told")) == [f"{WRONG} Choisissez l’atout"]
