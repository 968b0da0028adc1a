"""Cards drawn from place to place: with the mouse, and by a finger that has rested on them."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.report.board.screens import MID_PLAY, begin_editing
from tests.report.board.test_phone import WITH_FINGERS
from tests.support.board.pages import SHOWN, Served, opened, wait_until

pytestmark = pytest.mark.server


def card(page: Page, name: str) -> Locator:
    return page.locator(f"button[data-key='pick {name}']")


def hand(page: Page, place: str) -> Locator:
    """The field with the cards of a hand."""
    return page.locator(f"[data-key='type {place}']")


def test_cards_are_drawn_from_hand_to_hand_alone_or_together(browser: Browser, served: Served) -> None:
    with opened(
        browser, f"{served.home}/board", locale="en", viewport={"width": 1280, "height": 2000}
    ) as page:
        begin_editing(page)
        expect(hand(page, "N")).to_have_value("AT.87.K8.AJ")
        card(page, "SA").drag_to(page.locator(".edit-place.S h3"))
        expect(hand(page, "N")).to_have_value("T.87.K8.AJ")
        expect(hand(page, "S")).to_have_value("AK.T.AQ97.Q8")
        # Two that are chosen go together, wherever one of them is taken.
        card(page, "CQ").click()
        card(page, "C8").click()
        card(page, "C8").drag_to(page.locator(".edit-pack h3"))
        expect(hand(page, "S")).to_have_value("AK.T.AQ97.-")
        # What is let go where it lay, or beside all hands, stays there.
        card(page, "SA").drag_to(page.locator(".edit-place.S h3"))
        card(page, "SA").drag_to(page.locator("h1"))
        expect(hand(page, "S")).to_have_value("AK.T.AQ97.-")
        page.click("button[data-key=edit_undo]")
        expect(hand(page, "S")).to_have_value("AK.T.AQ97.Q8")
        # A click still chooses, and does no more.
        card(page, "SA").click()
        expect(card(page, "SA")).to_have_attribute("aria-pressed", "true")


POINT = """(at, [name, pointerId, button]) => {
  const { left, top } = at.getBoundingClientRect();
  const options = { pointerId, button, clientX: left + 5, clientY: top + 5, bubbles: true };
  at.dispatchEvent(new PointerEvent(name, options));
}"""


def point(at: Locator, name: str, pointer: int = 1, button: int = 0) -> None:
    """Have a pointer do something at a place: a mouse, a pen, a finger."""
    at.evaluate(POINT, [f"pointer{name}", pointer, button])


@pytest.mark.night
def test_a_card_goes_with_the_pointer_that_took_it_alone(browser: Browser, served: Served) -> None:
    with opened(
        browser, f"{served.home}/board", locale="en", viewport={"width": 1280, "height": 2000}
    ) as page:
        begin_editing(page)
        ace, south = card(page, "SA"), page.locator(".edit-place.S h3")
        # Another finger, while the first one rests.
        point(ace, "down")
        point(south, "move", 2)
        expect(ace).not_to_have_class(re.compile("dragged"))
        point(south, "up", 2)
        point(south, "cancel", 2)
        expect(hand(page, "N")).to_have_value("AT.87.K8.AJ")
        # Another one on the card itself, which the first one holds.
        point(ace, "down", 2)
        point(south, "move")
        point(south, "up", 2)
        expect(ace).to_have_class(re.compile("dragged"))
        expect(hand(page, "N")).to_have_value("AT.87.K8.AJ")
        # The system takes the finger away, as for a call.
        point(south, "move")
        expect(ace).to_have_class(re.compile("dragged"))
        point(south, "cancel")
        expect(ace).not_to_have_class(re.compile("dragged"))
        point(south, "up")
        # The right button, or that of a pen.
        point(ace, "down", button=2)
        point(south, "move")
        expect(ace).not_to_have_class(re.compile("dragged"))
        point(south, "up")
        expect(hand(page, "N")).to_have_value("AT.87.K8.AJ")
        point(ace, "down")
        point(south, "move")
        point(south, "up")
        expect(hand(page, "N")).to_have_value("T.87.K8.AJ")
        expect(hand(page, "S")).to_have_value("AK.T.AQ97.Q8")


@pytest.mark.night
def test_in_the_middle_of_play_a_card_is_laid_on_another(browser: Browser, served: Served) -> None:
    with opened(
        browser, f"{served.home}/board#{MID_PLAY}", locale="en", viewport={"width": 1280, "height": 2000}
    ) as page:
        begin_editing(page, n_played=4)
        card(page, "SA").drag_to(page.locator(".edit-place.E h3"))
        expect(page.locator(".edit-place.N button[data-card=SA]")).to_have_count(1)
        card(page, "SA").drag_to(card(page, "SK"))
        expect(page.locator(".edit-place.S button[data-card=SA]")).to_have_count(1)
        expect(page.locator(".edit-place.N button[data-card=SK]")).to_have_count(1)
        expect(page.locator(".edit > .status")).to_contain_text(re.compile("ace of spades.*king of spades"))
        expect(page.locator(SHOWN).first).to_be_visible()


def middle(of: Locator) -> tuple[float, float]:
    """Where the middle of an element is in the window."""
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def draw_by_finger(page: Page, taken: Locator, to: Locator, *, rest_ms: int) -> None:
    """Move a finger from one element to another, after it has rested on the first."""
    taken.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    (x, y), (to_x, to_y) = middle(taken), middle(to)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": list(points)})

    touch("Start", {"x": x, "y": y})
    page.wait_for_timeout(rest_ms)
    for n in range(1, 6):
        touch("Move", {"x": x + (to_x - x) * n / 5, "y": y + (to_y - y) * n / 5})
        page.wait_for_timeout(16)
    touch("End")


def test_a_finger_scrolls_and_takes_a_card_where_it_rests(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-0", **WITH_FINGERS) as page:
        playable, felt = page.locator("button.card:not([aria-disabled])"), page.locator(".felt .middle")
        draw_by_finger(page, playable.last, felt, rest_ms=600)
        expect(page.locator(".hand.W.turn")).to_be_visible()
        start = page.evaluate("scrollY")
        # One that moves at once plays no card.
        draw_by_finger(page, playable.last, felt, rest_ms=0)
        wait_until(page, f"scrollY > {start} + 50")
        expect(page.locator(".dragged")).to_have_count(0)
        expect(page.locator(".hand.W.turn")).to_be_visible()


def test_a_double_click_plays_one_card(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-0", locale="en") as page:
        for n in (1, 2):
            first = page.locator("button.card:not([aria-disabled])").first
            first.scroll_into_view_if_needed()
            x, y = middle(first)
            for _ in range(2):
                page.mouse.click(x, y)
                page.wait_for_timeout(100)
            expect(page.locator(".middle li")).to_have_count(n)
            # Another one at the same place, after a while, is meant.
            page.wait_for_timeout(450)
            expect(page.locator(".middle li")).to_have_count(n)


@pytest.mark.night
def test_in_the_editor_a_finger_scrolls_or_takes_a_card_too(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", **WITH_FINGERS) as page:
        begin_editing(page)
        ace, east = card(page, "SA"), page.locator(".edit-place.E h3")
        draw_by_finger(page, ace, east, rest_ms=600)
        expect(hand(page, "N")).to_have_value("10.87.R8.AV")
        draw_by_finger(page, ace, page.locator(".edit-place.N h3"), rest_ms=0)
        expect(page.locator(".dragged")).to_have_count(0)
        expect(hand(page, "N")).to_have_value("10.87.R8.AV")
