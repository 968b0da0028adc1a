"""What a screen reader is told: names of cards, steps in words, and what live regions say in their order."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.report.board.screens import begin_try
from tests.support.board.pages import SHOWN, Served, leads_to, opened, says, wait_until

pytestmark = pytest.mark.server
FRENCH: dict[str, Any] = {"locale": "fr"}
TOLD = """
window.told = [];
const live = (node) => (node instanceof Element ? node : node.parentElement)
  ?.closest("[aria-live]");
new MutationObserver((records) => {
  for (const { target } of records) {
    // What is still to be completed is not read out.
    const text = live(target)?.ariaBusy !== "true" && live(target)?.innerText.trim();
    if (text && told.at(-1) !== text) told.push(text);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Notes all that live regions tell."""


def told_after(page: Page, key: str, last: str) -> list[str]:
    """Press a key, and return all that is told until a text comes that has ``last`` in it."""
    page.evaluate("told.length = 0")
    page.keyboard.press(key)
    wait_until(page, f"told.some((text) => text.includes({last!r}))")
    told: list[str] = page.evaluate("told")
    return told


def told_of_cards(page: Page) -> list[str]:
    """All that was told of cards that were played, but for what is told where values take long."""
    told: list[str] = page.evaluate("told")
    return [text for text in told if " plays " in text and "Solving" not in text]


def test_a_mistake_is_told_after_the_card(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-3", **FRENCH) as page:
        page.evaluate(TOLD)
        told = told_after(page, "n", "faute grave")
        assert len(told) == 2
        assert told[0].startswith("Sud joue la dame de carreau.")
        assert re.match(r"faute grave, .*\s+Sud a fourni ♦D", told[1])
        # What stays on the page is told once.
        page.evaluate("told.length = 0")
        page.keyboard.press("f")
        page.keyboard.press("v")
        wait_until(page, "told.length > 0")
        assert not [text for text in page.evaluate("told") if "faute grave" in text]


@pytest.mark.night
def test_how_the_table_is_seen_is_told_after_its_key(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-3", **FRENCH) as page:
        status = page.locator("#board .status")
        before = status.inner_text()
        for key, text in (
            ("h", "Les autres mains sont cachées."),
            ("h", "Toutes les mains sont visibles."),
            ("f", "Nord est en bas."),
            ("f", "Sud est en bas."),
        ):
            page.keyboard.press(key)
            expect(status).to_have_text(f"{before} {text}")
        page.keyboard.press("ArrowRight")
        expect(status).not_to_contain_text("en bas")
        # A try hides hands of its own.
        begin_try(page)
        for _ in range(2):
            page.keyboard.press("h")
            says(page, "#board .status", "Les autres mains sont cachées.")


def test_a_key_that_leads_no_further_says_so(browser: Browser, served: Served) -> None:
    over = "#board .status:has-text('Final result')"
    with opened(browser, f"{served.analysis}#1-32", ready=over, locale="en") as page:
        status = page.locator("#board .status")
        said = status.inner_text()
        page.evaluate(TOLD)
        ends = (
            *[(key, "The line ends here: no card follows.") for key in ("ArrowRight", "ArrowDown", "End")],
            ("n", "No mistake follows."),
        )
        for key, end in ends:
            # Each press is answered.
            for _ in range(2):
                assert told_after(page, key, end) == [f"{said} {end}"]
        # A key that is held is answered once.
        page.keyboard.down("ArrowRight")
        page.evaluate("told.length = 0")
        for _ in range(3):
            page.keyboard.down("ArrowRight")
        assert not page.evaluate("told")
        page.keyboard.up("ArrowRight")
        page.keyboard.press("Home")
        expect(status).not_to_contain_text("No mistake follows.")
        begin = "This is the beginning."
        for key in ("ArrowLeft", "ArrowUp", "Home"):
            assert told_after(page, key, begin)[-1].endswith(begin)
        assert told_after(page, "p", "No mistake")[-1].endswith("No mistake comes before.")
        # A button says itself that it leads no further.
        page.keyboard.press("ArrowRight")
        expect(status).not_to_contain_text("No mistake")


def test_the_card_of_the_game_is_named(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-6", **FRENCH) as page:
        name = re.compile(r"^la dame de carreau : .* \(la carte de la partie\)$")
        expect(page.get_by_role("button", name=name)).to_have_class(re.compile(r"\bgame\b"))
        expect(page.get_by_role("button", name="(la carte de la partie)")).to_have_count(1)


@pytest.mark.night
def test_the_suits_of_a_hand_are_told_as_the_language_writes_them(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-0", **FRENCH) as page:
        hand = page.get_by_role("region", name="Nord", exact=True)
        expect(hand.locator(".unseen").first).to_have_text("pique\u00a0: l’as, le dix")


def test_cards_that_come_at_once_are_told_together(browser: Browser, served: Served) -> None:
    """Where less motion is wished nobody could hear them one by one."""
    with opened(browser, f"{served.analysis}#1-6", locale="en", reduced_motion="reduce") as page:
        begin_try(page)
        page.evaluate(TOLD)
        page.locator("button.card[data-key='card D7']").press("Enter")
        says(page, "#board .status", "South plays seven of diamonds. West plays")
        said = page.inner_text("#board .status")
        assert told_of_cards(page) == [said]
        assert re.search(r"West plays jack of diamonds\. \w+ wins the trick\. \w+ plays ", said)
        assert said.endswith("Your turn.")
        # Who looks back hears of one card.
        page.keyboard.press("Escape")
        page.wait_for_selector(SHOWN)
        assert page.inner_text("#board .status").count(" plays ") == 1
        # A wrong card is refuted so, too.
        page.click("[data-key=mode_learn]")
        page.select_option("#learn-whose", label="North and South: 2")
        page.click("[data-key=learn-begin]")
        page.evaluate("told.length = 0")
        page.press("button.card[data-key='card D9']", "Enter")
        page.wait_for_selector("[data-key=learn-retry]:focus")
        says(
            page,
            "#board .status",
            "West plays jack of diamonds. East wins the trick. Nine of diamonds is not",
        )
        assert told_of_cards(page) == [page.inner_text("#board .status")]


def test_cards_that_play_themselves_are_told_together(browser: Browser, served: Served) -> None:
    """They are played faster than they are said."""
    with opened(browser, f"{served.analysis}#1-6", locale="en") as page:
        begin_try(page)
        page.evaluate(TOLD)
        page.focus("button.card[data-key='card D7']")
        assert told_after(page, "Enter", "Your turn.") == [
            "South plays seven of diamonds. West plays jack of diamonds. East wins the trick. "
            "East plays jack of hearts. Your turn."
        ]
        # The verdict does not begin with the last card.
        page.focus("[data-key=try-give-up]")
        told = told_after(page, "Enter", "You gave up.")
        assert next(text for text in told if "You gave up." in text).startswith(
            "You gave up. With best play from there: North-South\u00a066, East-West\u00a096. Best possible: "
        )


@pytest.mark.night
def test_nobody_is_to_play_after_a_try_was_given_up(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-6", locale="en") as page:
        begin_try(page)
        says(page, "#board .status", "Your turn.")
        page.click("[data-key=try-give-up]")
        says(page, "#board .status", "You gave up.")
        # The result is told once.
        assert page.inner_text("#board .status").count("With best play") == 1
        expect(page.locator("#board .status")).not_to_contain_text("Your turn.")


def test_how_far_the_fair_verdict_is_stands_in_one_place(browser: Browser, served: Served) -> None:
    """A status that is made anew with its text is not read out."""
    held = list[Route]()
    with opened(browser, f"{served.analysis}#1-6", locale="en") as page:
        page.route("**/v1/analyses", lambda route: held.append(route))
        begin_try(page)
        page.click("button.card[data-key='card D7']")
        page.click("[data-key=try-give-up]")
        status = page.locator(".mode [aria-atomic]")
        expect(status).to_have_text("Judging by what could be known…")
        status.evaluate("one => { window.first = one; }")
        held[0].fulfill(status=200, body="")
        expect(status).to_contain_text("Judged with open cards only")
        assert status.evaluate("one => one === window.first")


PRESS_AS_IT_CLOSES = """() => {
  document.querySelector("dialog").close();
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
}"""


@pytest.mark.night
def test_keys_of_one_character_can_be_left_out(browser: Browser, served: Served) -> None:
    """Who speaks to a browser presses them unawares."""
    with opened(browser, f"{served.analysis}#1-0", locale="en") as page:
        page.keyboard.press("?")
        expect(page.locator("dialog button")).to_be_focused()
        page.get_by_role("checkbox", name="Keys of a single character").uncheck()
        page.keyboard.press("Escape")
        for key in ("n", "?"):
            page.keyboard.press(key)
        expect(page.locator("dialog")).to_be_hidden()
        page.keyboard.press("ArrowRight")
        says(page, "#board .status", "South plays queen of clubs.")
        # The address follows after the picture of the step.
        leads_to(page, "#1-1")
        # The browser remembers it.
        page.reload()
        page.wait_for_selector(SHOWN)
        page.keyboard.press("n")
        page.keyboard.press("ArrowRight")
        says(page, "#board .status", "West plays ten of clubs.")
        page.click("[data-key=keys]")
        page.get_by_role("checkbox", name="Keys of a single character").check()
        # The button that had the focus was drawn anew meanwhile: for a moment the box keeps it.
        page.evaluate(PRESS_AS_IT_CLOSES)
        expect(page.locator("dialog")).to_be_visible()


def test_each_step_of_a_lesson_is_told_once(browser: Browser, served: Served) -> None:
    """What is said of an answer comes with the card, and not again with what was heard before."""
    with opened(browser, f"{served.analysis}#1-3", locale="en") as page:
        page.click("[data-key=mode_learn]")
        page.select_option("#learn-whose", label="South, Yvette: 1")
        page.evaluate(TOLD)
        page.focus("[data-key=learn-begin]")
        question = "East plays ten of diamonds. South played queen of diamonds. Find a better one."
        assert told_after(page, "Enter", "Find a better one") == [question]
        page.focus("button.card[data-key='card D9']")
        assert told_after(page, "Enter", "West plays") == [
            "Nine of diamonds is not better: it gives away 26.",
            "West plays jack of diamonds. East wins the trick.",
        ]
        # The cards of a whole trick are told together, after its last one.
        page.wait_for_selector("[data-key=learn-retry]:focus")
        page.focus("[data-key=learn-further]")
        (trick,) = told_after(page, "Enter", "East wins the trick.")
        assert trick.count(" plays ") == 4
        page.wait_for_selector("[data-key=learn-further]:focus")
        page.focus("[data-key=learn-retry]")
        page.keyboard.press("Enter")
        page.focus("button.card[data-key='card DA']")
        (right,) = told_after(page, "Enter", "Right: ace of diamonds.")
        assert right.startswith("Right: ace of diamonds. South played queen of diamonds;")
        page.wait_for_selector("[data-key=learn-next]:focus")
        # What was said of the last question is not told again with how it went.
        assert told_after(page, "Enter", "All found") == ["Found after other cards: 1. All found. Well done!"]
