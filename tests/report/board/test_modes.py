"""Trying a deal and learning from a game, in a real browser, by keyboard alone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.report.board.screens import MID_PLAY, begin_try, without_play
from tests.support.board.pages import Served, leads_to, opened, post_log, reads, says, wait_until
from tests.support.board.slowness import LATE_CORE

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


@pytest.mark.night
def test_a_deal_is_tried_from_the_first_card_to_the_verdict(browser: Browser, served: Served) -> None:
    with opened(browser, served.analysis, locale="fr", **STILL) as page:
        page.keyboard.press("Tab")
        press(page, "mode_try")
        page.wait_for_selector("#mode-heading:focus")
        reads(page, ":focus", "Jouez vous-même")
        # South leads: that is the seat to begin with, and only its cards are seen.
        reads(page, "#try-seat option:checked", "Sud, Yvette")
        expect(page.locator(".hand .back")).to_have_count(24)
        expect(page.locator("button.card .value:not(:empty)")).to_have_count(0)
        press(page, "try-begin")
        played = []
        for _ in range(8):
            page.wait_for_selector(FOCUSED_CARD)
            says(page, ".status", "À vous de jouer.")
            # The last card of the hand is seldom the best.
            key = page.locator("button.card:not([aria-disabled])").last.get_attribute("data-key") or ""
            played.append(key)
            play(page, key.removeprefix("card "))
        page.wait_for_selector(JUDGED)
        reads(page, ":focus", "Le verdict")
        assert len(set(played)) == 8
        said = page.inner_text(".mode")
        assert "Le mieux possible : Nord-Sud 82, Est-Ouest 80." in said.replace("\u00a0", " ")
        assert "moyennes sur des donnes" in said
        # Each point that the reader lost stands beside a card.
        result = said.split("Votre résultat\u00a0: Nord-Sud\u00a0")[1].split(",")[0]
        page.click("text=Cartes qui n’ont rien cédé")
        costs = page.locator("table.verdict td:nth-child(2)").all_inner_texts()
        given = [int(text.split()[0].removeprefix("−")) for text in costs if text.startswith("−")]
        assert int(result) + sum(given) == 82
        assert given
        assert len(costs) + int(said.split("Cartes forcées\u00a0: ")[1][0]) == 8
        # A card of the verdict is a way to its place on the board.
        press(page, page.get_attribute("table.verdict tr:has(.less) button", "data-key") or "")
        expect(page.locator("[data-key=mode_look]")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("button.card .value:not(:empty)").nth(1)).to_be_visible()
        expect(page.locator(".own")).to_have_count(1)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("mode", ["try", "learn", "look"])
def test_a_mode_begins_where_the_address_leads(browser: Browser, served: Served, mode: str) -> None:
    """Who presses its button while the line of the address is on its way loses neither place nor line."""
    fragment = MID_PLAY.replace("line=adge", "line=adgepunobPcC&at=7")
    with opened(browser, f"{served.home}/board#{fragment}", ready="button.card", **STILL) as page:
        page.add_init_script(LATE_CORE % 200)
        # The line is on its way here too: the address still has it.
        assert "line=adgepunobPcC&at=7" in page.url
        page.reload()
        page.click(f"[data-key=mode_{mode}]")
        expect(page.locator(f"[data-key=mode_{mode}]")).to_have_attribute("aria-pressed", "true")
        if mode == "learn":
            # There is something to learn from only in a line whose cards are all judged.
            page.wait_for_selector("#learn-whose")
        elif mode == "try":
            page.wait_for_selector("#try-seat")
            expect(page.locator("#try-from option:checked")).to_have_text("this card")
            page.click("[data-key=try-begin]")
        expect(page.locator(".middle li")).to_have_count(3)
        page.click("[data-key=mode_look]")
        expect(page.locator(".middle li")).to_have_count(3)
        expect(page.locator(".lines .trick button")).to_have_count(12)


HOLD = """
{
  const { postMessage } = Worker.prototype;
  window.held = [];
  Worker.prototype.postMessage = function (message, ...more) {
    const nCards = message.name === "solve" ? message.args[0].hands.flat().length : 0;
    const send = () => postMessage.call(this, message, ...more);
    if (window.held && nCards > 29) window.held.push(send);
    else send();
  };
}
"""
"""Keeps the first three places of a deal of 32 cards from being solved."""
RELEASE = "held.forEach((send) => send()); held = null"


@pytest.mark.by_day(1)
@pytest.mark.parametrize("mode", ["learn", "try"])
def test_a_mode_is_there_before_the_whole_line_is_answered(
    browser: Browser, served: Served, mode: str
) -> None:
    fragment = MID_PLAY.replace("line=adge", "line=adgepunobPcC&at=7")
    with opened(browser, f"{served.home}/", ready="form#incoming", locale="en", **STILL) as page:
        page.add_init_script(HOLD)
        page.goto(f"{served.home}/board#{fragment}")
        page.click(f"[data-key=mode_{mode}]")
        page.wait_for_selector("#mode-heading:focus")
        if mode == "try":
            # Its own place is answered.
            page.wait_for_selector("#try-seat")
            page.click("[data-key=mode_look]")
            placed(page, 7, 12)
        else:
            expect(page.locator(".mode [aria-atomic]")).to_have_text(re.compile(r"^Solving… \d+ of 12$"))
            wait_until(page, "held.length > 0")
            page.evaluate(RELEASE)
            page.wait_for_selector("#learn-whose")
            says(page, ".said .status", "Mistakes of North: 2.")
            page.click("[data-key=mode_look]")
        # The line is brought to its end after it, too.
        if mode == "try":
            wait_until(page, "held.length > 0")
            page.evaluate(RELEASE)
        wait_until(page, "/^M[^M]+$/.test(document.querySelector('.graph .value')?.getAttribute('d'))")
        expect(page.locator(".lines .trick button")).to_have_count(12)


def test_cards_are_taken_back_and_a_try_is_given_up(browser: Browser, served: Served) -> None:
    def refuse(route: Route) -> None:
        route.fulfill(status=200, body="")

    with opened(browser, f"{served.analysis}#1-6", locale="en", **STILL) as page:
        page.route("**/v1/analyses", refuse)
        page.click("[data-key=mode_try]")
        page.select_option("#try-from", "1")
        expect(page.locator(".trick button")).to_have_count(0)
        page.select_option("#try-from", "0")
        expect(page.locator(".trick button")).to_have_count(6)
        page.check("#try-forced")
        page.click("button.card[data-key='card D7']")
        # South's only spade is played by itself.
        page.wait_for_selector("button.card:focus")
        says(page, ".hand.turn", "South")
        page.click("[data-key=previous]")
        page.click("[data-key=try-on]")
        page.wait_for_selector(FOCUSED_CARD)
        page.click("[data-key=try-back]")
        page.wait_for_selector("button.card[data-key='card DA']")
        expect(page.locator(".trick button")).to_have_count(6)
        page.click("[data-key=try-give-up]")
        says(page, ".mode", "You gave up. With best play from there: North-South\u00a092")
        says(page, ".mode", "Cards taken back: 1.")
        page.click("[data-key=try-again]")
        page.click("button.card[data-key='card DA']")
        page.wait_for_selector(FOCUSED_CARD)
        page.click("[data-key=try-give-up]")
        page.wait_for_selector("text=Judged with open cards only")
        says(page, ".mode", "So far each of your cards was a best one.")
        page.keyboard.press("Escape")
        expect(page.locator("[data-key=mode_look]")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".own")).to_have_count(1)


def test_nobody_is_praised_for_cards_of_which_nothing_is_proved(browser: Browser, served: Served) -> None:
    log = without_play("belote") | {"plays": ["CQ", "CT", "CA", "CK", "DK"], "limit": {"nodes": 1}}
    address = f"{served.home}/analyses/{post_log(served.app, log)}"
    with opened(browser, address, ready="button.card", locale="en", **STILL) as page:
        page.click("[data-key=mode_learn]")
        page.wait_for_selector("#mode-heading:focus")
        reads(page, "#learn-whose option:checked", "North, Odile: 0 or more")
        status = page.locator(".mode [aria-atomic]")
        expect(status).to_have_text("No mistake is proved; what 2 cards are worth is not known.")
        page.select_option("#learn-whose", label="South, Yvette: 0 or more")
        expect(status).to_have_text("No mistake is proved; what one card is worth is not known.")
        page.select_option("#learn-whose", label="East, Marcel: 0")
        expect(status).to_have_text("East, Marcel made no mistake: every card was a best one. Well played!")


def test_two_mistakes_are_learned_from(browser: Browser, served: Served) -> None:
    with opened(browser, served.analysis, locale="en", **STILL) as page:
        page.keyboard.press("Tab")
        press(page, "mode_learn")
        page.wait_for_selector("#mode-heading:focus")
        reads(page, "#learn-whose option:checked", "West, Lucien: 2")
        page.select_option("#learn-whose", label="East, Marcel: 0")
        says(page, ".mode", "East, Marcel made no mistake")
        page.select_option("#learn-whose", label="North and South: 2")
        press(page, "learn-begin")
        reads(page, ":focus", "Mistake 1 of 2")
        says(page, ".status", "South played queen of diamonds. Find a better one.")
        # A wrong card is refuted on the table.
        play(page, "D9")
        page.wait_for_selector("[data-key=learn-retry]:focus")
        says(page, ".status", "Nine of diamonds is not better: it gives away 26.")
        says(page, ".mode", "The reply: ♦J.")
        press(page, "learn-further")
        wait_until(page, "document.querySelectorAll('.trick button').length === 12")
        page.wait_for_selector("[data-key=learn-further]:focus")
        press(page, "learn-retry")
        page.wait_for_selector("button.card[data-key='card DA']:focus")
        play(page, "DQ")
        says(page, ".status", "Queen of diamonds is the card of the game.")
        play(page, "DA")
        page.wait_for_selector("[data-key=learn-next]:focus")
        says(page, ".status", "Right: ace of diamonds.")
        says(page, ".mode", "♦A takes this trick")
        says(page, "button.card[data-key='card DA'] .value", "✓")
        page.keyboard.press("Enter")
        # The other one is shown.
        reads(page, ":focus", "Mistake 2 of 2")
        press(page, "learn-show")
        says(page, ".mode", "Best: ")
        press(page, "learn-next")
        reads(page, ":focus", "How it went")
        said = page.inner_text(".mode")
        assert "Found after other cards: 1." in said
        assert "Shown: 1." in said
        press(page, "learn-missed")
        reads(page, ":focus", "Mistake 1 of 1")
        page.keyboard.press("Escape")
        expect(page.locator("[data-key=mode_look]")).to_have_attribute("aria-pressed", "true")
        leads_to(page, "#1-12")


@pytest.mark.night
def test_a_mistake_is_skipped_learned_with_hands_hidden_and_learned_again(
    browser: Browser, served: Served
) -> None:
    with opened(browser, served.analysis, locale="en", **STILL) as page:
        page.click("[data-key=mode_learn]")
        page.check("#learn-hide")
        page.select_option("#learn-whose", label="South, Yvette: 1")
        page.click("[data-key=learn-begin]")
        reads(page, ":focus", "Mistake 1 of 1")
        expect(page.locator(".hand .backs")).to_have_count(3)
        page.click("[data-key=learn-skip]")
        reads(page, ":focus", "How it went")
        says(page, ".mode", "Skipped: 1.")
        # Another player is asked for, and what was chosen stays.
        page.click("[data-key=learn-other]")
        reads(page, ":focus", "Learn from the mistakes")
        reads(page, "#learn-whose option:checked", "South, Yvette: 1")
        expect(page.locator("#learn-hide")).to_be_checked()
        page.click("[data-key=learn-begin]")
        expect(page.locator(".hand .backs")).to_have_count(3)
        play(page, "DA")
        page.wait_for_selector("[data-key=learn-next]:focus")
        expect(page.locator(".hand .backs")).to_have_count(0)
        page.keyboard.press("Enter")
        says(page, ".mode", "All found. Well done!")
        page.click("[data-key=learn-all]")
        reads(page, ":focus", "Mistake 1 of 1")


def placed(page: Page, n_played: int, n_cards: int) -> None:
    """Wait until a line of so many cards stands there, the reader after so many of them."""
    cards = page.locator(".lines .trick button")
    expect(cards).to_have_count(n_cards)
    expect(cards.nth(n_played - 1)).to_have_attribute("aria-current", "step")


@pytest.mark.by_day(1)
@pytest.mark.parametrize("mode", ["edit", "learn", "try"])
def test_a_mode_keeps_the_line_in_the_address(browser: Browser, served: Served, mode: str) -> None:
    """What is behind the reader's place, too; and after the page is loaded again."""
    with opened(browser, f"{served.home}/board#{MID_PLAY}&at=2", locale="en", **STILL) as page:
        placed(page, 2, 4)
        shown = {"edit": ".edit .status:not(:empty)", "learn": "#learn-whose", "try": "#try-seat"}[mode]
        for _ in range(2):
            page.click(f"[data-key=mode_{mode}]")
            page.wait_for_selector(shown)
            page.wait_for_selector("button.card")
            leads_to(page, f"line=adge&at=2&mode={mode}")
            page.click("[data-key=mode_look]")
            placed(page, 2, 4)
            leads_to(page, "line=adge&at=2")
            expect(page).not_to_have_url(re.compile("mode"))
        page.click(f"[data-key=mode_{mode}]")
        page.wait_for_selector(shown)
        page.reload()
        page.wait_for_selector(shown)
        leads_to(page, f"line=adge&at=2&mode={mode}")
        page.click("[data-key=mode_look]")
        placed(page, 2, 4)


@pytest.mark.night
def test_a_try_outlives_its_page(browser: Browser, served: Served) -> None:
    """Its cards stand in the address, which is copied or loaded again."""
    options: dict[str, Any] = {"locale": "en", "permissions": ["clipboard-write"], **STILL}
    with opened(browser, f"{served.home}/board#{MID_PLAY}", **options) as page:
        placed(page, 4, 4)
        page.click("[data-key=mode_try]")
        page.click("[data-key=try-begin]")
        page.click("button.card[data-key='card CQ']")
        # East wins, and leads to the next trick.
        page.wait_for_selector(FOCUSED_CARD)
        expect(page.locator(".lines .trick button")).to_have_count(10)
        expect(page).to_have_url(re.compile("line=adgep[A-Za-z]{5}&mode=try$"))
        page.click("[data-key=share_address]")
        address = page.input_value(".share textarea")
        assert address == page.url
        page.reload()
        page.wait_for_selector("#try-seat")
        expect(page.locator(".lines .trick button")).to_have_count(10)
        reads(page, "#try-from option:checked", "this card")
        page.click("[data-key=try-begin]")
        page.wait_for_selector(FOCUSED_CARD)
        expect(page.locator(".lines .trick button")).to_have_count(10)


def test_a_try_takes_no_card_of_another_seat_and_tells_nothing_of_hidden_hands(
    browser: Browser, served: Served
) -> None:
    with opened(browser, f"{served.analysis}#1-6", locale="en", **STILL) as page:
        begin_try(page)
        play(page, "DA")
        page.wait_for_selector(FOCUSED_CARD)
        # East's turn, before it.
        page.click("[data-key=previous]")
        before = page.locator(".trick button").count()
        while "South" in page.inner_text("#turn"):
            page.click("[data-key=previous]")
        for card in ("H9", "HJ", "S8"):
            page.fill("#typed", card)
            page.keyboard.press("Enter")
            says(page, ".status.wrong", "These cards lie face down.")
        assert page.locator(".trick button").count() == before


def test_a_defender_who_tries_plays_no_card_of_dummy(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.judged('bridge')}#1-1", locale="en", **STILL) as page:
        page.click("[data-key=mode_try]")
        page.wait_for_selector("#try-seat")
        seats = page.locator("#try-seat option").all_inner_texts()
        page.select_option(
            "#try-seat", index=next(n for n, seat in enumerate(seats) if seat.startswith("North,"))
        )
        page.click("[data-key=try-begin]")
        page.wait_for_selector(FOCUSED_CARD)
        says(page, "#turn", "North to play")
        page.click("[data-key=previous]")
        says(page, "#turn", "West to play")
        # Dummy's cards lie open, and could be played before.
        page.locator("button.card:not([aria-disabled])").last.click()
        says(page, ".status.wrong", "West to play")
        expect(page.locator(".trick button")).to_have_count(2)
