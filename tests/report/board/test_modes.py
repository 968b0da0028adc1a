"""Trying a deal and learning from a game, in a real browser, by keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.support.pages import Served, opened, wait_until

pytestmark = pytest.mark.server
STILL: dict[str, Any] = {"reduced_motion": "reduce", "viewport": {"width": 360, "height": 740}}
"""A phone; cards follow each other without a pause."""
FOCUSED_CARD = "button.card:focus"
JUDGED = "table.verdict thead th:nth-child(3)"


def press(page: Page, key: str) -> None:
    """Go to a button by Tab, from wherever the focus is, and press it."""
    for _ in range(150):
        if page.evaluate("document.activeElement.dataset.key") == key:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {key} by keyboard")


def play(page: Page, card: str) -> None:
    """Play a card of the hand by its button."""
    page.press(f"button.card[data-key='card {card}']", "Enter")


def test_a_deal_is_tried_from_the_first_card_to_the_verdict(browser: Browser, served: Served) -> None:
    with opened(browser, served.analysis, locale="fr", **STILL) as page:
        page.keyboard.press("Tab")
        press(page, "mode_try")
        page.wait_for_selector("#mode-heading:focus")
        assert page.inner_text(":focus") == "Jouez vous-même"
        # South leads: that is the seat to begin with, and only its cards are seen.
        assert page.inner_text("#try-seat option:checked") == "Sud, Yvette"
        assert page.locator(".hand .back").count() == 24
        assert page.locator("button.card .value:not(:empty)").count() == 0
        press(page, "try-begin")
        played = []
        for _ in range(8):
            page.wait_for_selector(FOCUSED_CARD)
            assert "À vous de jouer." in page.inner_text(".status")
            # The last card of the hand is seldom the best.
            key = page.locator("button.card:not([aria-disabled])").last.get_attribute("data-key") or ""
            played.append(key)
            play(page, key.removeprefix("card "))
        page.wait_for_selector(JUDGED)
        assert page.inner_text(":focus") == "Le verdict"
        assert len(set(played)) == 8
        said = page.inner_text(".mode")
        assert "Le mieux possible : NS 82 · EO 80." in said.replace("\u00a0", " ")
        assert "moyennes sur des donnes" in said
        # Each point that the reader lost stands beside a card.
        result = said.split("Votre résultat\u00a0: NS\u00a0")[1].split()[0]
        page.click("text=Cartes qui n’ont rien cédé")
        costs = page.locator("table.verdict td:nth-child(2)").all_inner_texts()
        given = [int(text.split()[0].removeprefix("−")) for text in costs if text.startswith("−")]
        assert int(result) + sum(given) == 82
        assert given
        assert len(costs) + int(said.split("Cartes forcées\u00a0: ")[1][0]) == 8
        # A card of the verdict is a way to its place on the board.
        press(page, page.get_attribute("table.verdict tr:has(.less) button", "data-key") or "")
        assert page.get_attribute("[data-key=mode_look]", "aria-pressed") == "true"
        assert page.locator("button.card .value:not(:empty)").count() > 1
        assert page.locator(".own").count() == 1


def test_cards_are_taken_back_and_a_try_is_given_up(browser: Browser, served: Served) -> None:
    def refuse(route: Route) -> None:
        route.fulfill(status=200, body="")

    with opened(browser, f"{served.analysis}#1-6", locale="en", **STILL) as page:
        page.route("**/v1/analyses", refuse)
        page.click("[data-key=mode_try]")
        page.select_option("#try-from", "1")
        assert page.locator(".trick button").count() == 0
        page.select_option("#try-from", "0")
        assert page.locator(".trick button").count() == 6
        page.check("#try-forced")
        page.click("button.card[data-key='card D7']")
        # South's only spade is played by itself.
        page.wait_for_selector("button.card:focus")
        assert "South" in page.inner_text(".hand.turn")
        page.click("[data-key=previous]")
        page.click("[data-key=try-on]")
        page.wait_for_selector(FOCUSED_CARD)
        page.click("[data-key=try-back]")
        page.wait_for_selector("button.card[data-key='card DA']")
        assert page.locator(".trick button").count() == 6
        page.click("[data-key=try-give-up]")
        assert "You gave up. With best play from there: NS\u00a092" in page.inner_text(".mode")
        assert "Cards taken back: 1." in page.inner_text(".mode")
        page.click("[data-key=try-again]")
        page.click("button.card[data-key='card DA']")
        page.wait_for_selector(FOCUSED_CARD)
        page.click("[data-key=try-give-up]")
        page.wait_for_selector("text=Judged with open cards only")
        assert "So far each of your cards was a best one." in page.inner_text(".mode")
        page.keyboard.press("Escape")
        assert page.get_attribute("[data-key=mode_look]", "aria-pressed") == "true"
        assert page.locator(".own").count() == 1


def test_two_mistakes_are_learned_from(browser: Browser, served: Served) -> None:
    with opened(browser, served.analysis, locale="en", **STILL) as page:
        page.keyboard.press("Tab")
        press(page, "mode_learn")
        page.wait_for_selector("#mode-heading:focus")
        assert page.inner_text("#learn-whose option:checked") == "West, Lucien: 2"
        page.select_option("#learn-whose", label="East, Marcel: 0")
        assert "East, Marcel made no mistake" in page.inner_text(".mode")
        page.select_option("#learn-whose", label="North and South: 2")
        press(page, "learn-begin")
        assert page.inner_text(":focus") == "Mistake 1 of 2"
        assert "South played queen of diamonds. Find a better card." in page.inner_text(".status")
        # A wrong card is refuted on the table.
        play(page, "D9")
        page.wait_for_selector("[data-key=learn-retry]:focus")
        assert "Nine of diamonds is not better: it gives away 26." in page.inner_text(".status")
        assert "The reply: ♦J." in page.inner_text(".mode")
        press(page, "learn-further")
        wait_until(page, "document.querySelectorAll('.trick button').length === 12")
        page.wait_for_selector("[data-key=learn-further]:focus")
        press(page, "learn-retry")
        page.wait_for_selector("button.card[data-key='card DA']:focus")
        play(page, "DQ")
        assert "Queen of diamonds is the card of the game." in page.inner_text(".status")
        play(page, "DA")
        page.wait_for_selector("[data-key=learn-next]:focus")
        assert "Right: ace of diamonds." in page.inner_text(".status")
        assert "♦A takes this trick" in page.inner_text(".mode")
        assert "✓" in page.inner_text("button.card[data-key='card DA'] .value")
        page.keyboard.press("Enter")
        # The other one is shown.
        assert page.inner_text(":focus") == "Mistake 2 of 2"
        press(page, "learn-show")
        assert "Best: " in page.inner_text(".mode")
        press(page, "learn-next")
        assert page.inner_text(":focus") == "How it went"
        said = page.inner_text(".mode")
        assert "Found after other cards: 1." in said
        assert "Shown: 1." in said
        press(page, "learn-missed")
        assert page.inner_text(":focus") == "Mistake 1 of 1"
        page.keyboard.press("Escape")
        assert page.get_attribute("[data-key=mode_look]", "aria-pressed") == "true"
        assert page.url.endswith("#1-12")
