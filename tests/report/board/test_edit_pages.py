"""The editor of the board in a real browser: a deal is made, changed in the middle of play, and mended."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from solver import Position, solve
from tests.report.board.screens import MID_PLAY, OLD, SHOWN_ANEW, begin_editing
from tests.support.board.pages import SHOWN, Served, leads_to, opened, reads, says, told_result
from tests.support.board.slowness import LATE_CORE

pytestmark = pytest.mark.server

DEAL = {"N": "AT.87.K8.AJ", "E": "J7.AQJ9.T.K", "S": "K.T.AQ97.Q8", "W": "Q98.K.J.T97"}
POSITION: dict[str, Any] = {
    "variant": "belote",
    "dealer": "E",
    "deal": DEAL,
    "contract": {"trump": "H", "taker": "E"},
}
FOCUS = "document.activeElement.dataset.key ?? ''"


def told_of(position: dict[str, Any]) -> str:
    """What the board says of the best play of a position."""
    value = solve(Position.from_dict(position)).value
    assert value is not None
    return f"With best play: {told_result(value)}"


def wait_told(page: Page, text: str) -> None:
    page.wait_for_selector(f".board .status:has-text('{text}')")


def tab_to(page: Page, key: str) -> None:
    """Go on by Tab to what has that key."""
    for _ in range(200):
        if page.evaluate(FOCUS) == key:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{key} cannot be reached by Tab")


def card_texts(hand: str) -> set[str]:
    return {f"{suit}{rank}" for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks}


@pytest.mark.night
def test_a_deal_is_made_by_keyboard_alone(browser: Browser, served: Served) -> None:
    owners = {card: seat for seat, hand in DEAL.items() for card in card_texts(hand)}
    with opened(browser, f"{served.home}/board", locale="en") as page:
        # Step 1. From the board to an empty table.
        tab_to(page, "mode_edit")
        page.keyboard.press("Enter")
        page.wait_for_selector(".edit")
        page.wait_for_selector(SHOWN)
        tab_to(page, "edit_empty")
        page.keyboard.press("Space")
        page.wait_for_selector(".edit-place.N .count:text('0 of 8')")
        expect(page.locator(".board")).to_have_count(0)
        # Step 2. Each card to its seat, by the letter of the seat; the next card has the focus then.
        page.keyboard.press("Shift+Tab")
        tab_to_first_card(page)
        for _ in range(32):
            card = page.evaluate("document.activeElement.dataset.card")
            page.keyboard.press(owners[card])
        page.wait_for_selector(SHOWN)
        says(page, ".board [aria-atomic]", told_of(POSITION))
        expect(page.locator("[data-key='type E']")).to_have_value(DEAL["E"])
        # Step 3. Other trumps, by keyboard too: the values are new.
        tab_to(page, "field trump")
        page.keyboard.press("ArrowUp")
        spades = {**POSITION, "contract": {"trump": "S", "taker": "E"}}
        wait_told(page, told_of(spades))
        leads_to(page, "trump=S")


def tab_to_first_card(page: Page) -> None:
    for _ in range(100):
        if page.evaluate("Boolean(document.activeElement.dataset.card)"):
            return
        page.keyboard.press("Shift+Tab")
    raise AssertionError("no card can be reached")


HIDDEN = """
[...document.querySelectorAll("main, .edit, .edit button, .share")].filter((one) => !isSeen(one)).length
"""
"""How much of the page is not shown, the editor first of all."""
IS_SEEN = "window.isSeen = (one) => one.checkVisibility({ visibilityProperty: true }); null;"


@pytest.mark.night
def test_a_deal_that_becomes_wrong_takes_neither_the_page_nor_the_focus(
    browser: Browser, served: Served
) -> None:
    with opened(browser, f"{served.home}/board", locale="en") as page:
        begin_editing(page)
        page.evaluate(IS_SEEN)
        # Step 1. A card is taken back by keyboard: the next one of the hand has the focus.
        page.focus("button[data-key='pick SA']")
        page.keyboard.press("Delete")
        expect(page.locator(".board")).to_have_count(0)
        assert page.evaluate(HIDDEN) == 0
        assert page.evaluate(FOCUS) == "pick ST"
        page.click("button[data-key=edit_undo]")
        page.wait_for_selector(SHOWN)
        # Step 2. A hand with a card that another has, and on to the next field.
        page.fill("[data-key='type N']", "AT.87.K8.AQ")
        page.keyboard.press("Tab")
        expect(page.locator(".board")).to_have_count(0)
        assert page.evaluate(HIDDEN) == 0
        assert page.evaluate(FOCUS).startswith("seat ")
        page.click("button[data-key=edit_undo]")
        page.wait_for_selector(SHOWN)
        # Step 3. Nothing is left to undo: the focus goes on to the heading, not to the top of the page.
        page.focus("[data-key=edit_undo]")
        while page.evaluate(FOCUS) == "edit_undo":
            page.keyboard.press("Enter")
        assert page.evaluate(FOCUS) == "edit_heading"
        # Step 4. All cards at once: the button stays under the finger.
        page.focus("[data-key=edit_empty]")
        page.keyboard.press("Enter")
        expect(page.locator(".board")).to_have_count(0)
        assert page.evaluate(HIDDEN) == 0
        assert page.evaluate(FOCUS) == "edit_empty"


@pytest.mark.night
def test_two_cards_change_places_in_the_middle_of_play(browser: Browser, served: Served) -> None:
    plays = ["DA", "DJ", "D8", "DT"]
    with opened(browser, f"{served.home}/board#{MID_PLAY}", locale="en") as page:
        begin_editing(page, n_played=4)
        wait_told(page, told_of({**POSITION, "plays": plays}))
        # Step 1. The king of spades goes to West, for the queen.
        page.click("button[data-key='pick SK']")
        page.click("button[data-key='pick SQ']")
        swapped = {**DEAL, "S": "Q.T.AQ97.Q8", "W": "K98.K.J.T97"}
        told = told_of({**POSITION, "deal": swapped, "plays": plays})
        wait_told(page, told)
        expect(page.locator(".lines .trick button")).to_have_count(4)
        says(page, ".edit .status", "King of spades and queen of spades have changed places")
        # Step 2. It is undone; after that the deal is looked at, at the same card.
        page.click("button[data-key=edit_undo]")
        told = told_of({**POSITION, "plays": plays})
        wait_told(page, told)
        page.click("button[data-key=mode_look]")
        page.locator(".lines .trick button").nth(3).wait_for()
        expect(page.locator(".edit")).to_have_count(0)
        expect(page).not_to_have_url(re.compile("mode"))


@pytest.mark.night
def test_a_change_cuts_the_line_only_where_it_must(browser: Browser, served: Served) -> None:
    line = "adgepunobPcC"
    fragment = MID_PLAY.replace("line=adge", f"line={line}&at=4")
    with opened(browser, f"{served.home}/board#{fragment}&mode=edit", locale="en") as page:
        cards = page.locator(".lines .trick button")
        expect(cards).to_have_count(12)
        leads_to(page, f"line={line}&at=4&mode=edit")
        # Step 1. Two cards that are not in the line leave it as it is.
        page.click("button[data-key='pick D7']")
        page.click("button[data-key='pick C8']")
        page.wait_for_selector(SHOWN)
        expect(cards).to_have_count(12)
        # Step 2. West's third card is South's now: the line ends before it, and is back when that is undone.
        page.click("button[data-key='pick SK']")
        page.click("button[data-key='pick SQ']")
        says(page, ".board .status", "The line ends here: queen of spades cannot be played next.")
        expect(cards).to_have_count(11)
        leads_to(page, f"line={line[:-1]}&at=4&mode=edit")
        page.click("button[data-key=edit_undo]")
        expect(cards).to_have_count(12)
        leads_to(page, f"line={line}&at=4&mode=edit")


@pytest.mark.night
def test_a_swap_that_makes_a_revoke_is_refused_and_undone(browser: Browser, served: Served) -> None:
    """With the nine of diamonds East could not have ruffed the third trick."""
    fragment = MID_PLAY.replace("line=adge", "line=adgepunobPcC")
    with opened(browser, f"{served.home}/board#{fragment}", locale="fr") as page:
        begin_editing(page, n_played=12)
        page.click("button[data-key='pick SJ']")
        page.click("button[data-key='pick D9']")
        page.wait_for_selector(".edit > p.wrong:not(:empty)")
        says(page, ".edit > p.wrong", "CD")
        expect(page.locator(".board")).to_have_count(0)
        page.click("button[data-key=edit_undo]")
        page.wait_for_selector(SHOWN)
        reads(page, ".edit > p.wrong", "")
        expect(page.locator(".lines .trick button")).to_have_count(12)


def test_faults_stand_beside_their_fields(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", locale="fr") as page:
        begin_editing(page)
        # Step 1. What the page counts: a text that is no hand, a card twice, a hand too long.
        page.fill("[data-key='type N']", "A10.87.R8")
        page.wait_for_selector("#fault-N:not(:empty)")
        says(page, "#fault-N", "n’est pas une main")
        expect(page.locator("[data-key='type N']")).to_have_attribute("aria-invalid", "true")
        page.fill("[data-key='type N']", "AV10.87.R8.AV")
        says(page, "#fault-N", "valet de pique est ici, et aussi ailleurs")
        says(page, "#fault-N", "9")
        reads(page, "#fault-E", "")
        # The first fault is heard.
        says(page, ".edit > .status", "à sa place. Nord\u00a0: ")
        says(page, ".edit > .status", "valet de pique est ici")
        page.fill("[data-key='type N']", "A10.87.R8.AV")
        page.wait_for_selector(SHOWN)
        reads(page, "#fault-N", "")
        page.locator("[data-key='type W']").press_sequentially("789")
        page.click("button[data-key=edit_undo]")
        page.wait_for_selector(SHOWN)
        expect(page.locator("[data-key='type W']")).to_have_value("D98.R.V.1097")
        # Step 2. What the service finds, in words.
        page.select_option("#edit-trump", "0")
        page.wait_for_selector("#fault-trump:not(:empty)")
        says(page, "#fault-trump", "Choisissez l’atout")
        expect(page.locator(".board")).to_have_count(0)
        # Step 3. Another game keeps the cards; what it lacks is said, and nothing is lost.
        page.select_option("#edit-variant", label="Belote contrée")
        page.select_option("#edit-trump", label="cœur")
        page.wait_for_selector(SHOWN)
        expect(page.locator("[data-key='type E']")).to_have_value("V7.ADV9.10.R")
        page.select_option("#edit-variant", label="All Fours")
        expect(page.locator(".edit-place.E")).to_have_count(0)
        page.click("button[data-key=edit_undo]")
        page.wait_for_selector(SHOWN)
        expect(page.locator("[data-key='type E']")).to_have_value("V7.ADV9.10.R")


@pytest.mark.night
def test_another_mode_ends_the_editor_although_its_first_check_is_not_answered(
    browser: Browser, served: Served
) -> None:
    with opened(browser, f"{served.home}/board", locale="en") as page:
        held: list[Route] = []
        page.route("**/v1/positions", lambda route: held.append(route))
        with page.expect_request("**/v1/positions"):
            page.click("[data-key=mode_edit]")
        page.wait_for_selector(".panel.edit")
        page.click("[data-key=mode_try]")
        expect(page.locator(".panel.edit")).to_have_count(0)
        page.wait_for_selector("#mode-heading")
        assert held, "the editor asks the service"
        with page.expect_response("**/v1/positions"):
            held[0].continue_()
        page.wait_for_timeout(200)
        expect(page.locator(".panel.edit")).to_have_count(0)
        expect(page.locator("[data-key=mode_try]")).to_have_attribute("aria-pressed", "true")
        assert "mode=edit" not in page.url


@pytest.mark.night
def test_the_field_of_a_hand_is_named_as_its_language_does(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", locale="fr") as page:
        begin_editing(page)
        names = [page.get_attribute(f"[data-key='type {seat}']", "aria-label") for seat in "NESW"]
        assert names == ["Cartes de Nord", "Cartes d’Est", "Cartes de Sud", "Cartes d’Ouest"]
        page.select_option("#edit-variant", label="California Jack")
        stock = page.locator("[data-key='type stock']")
        expect(stock).to_have_accessible_name("Talon, carte du dessus d’abord")


def test_cards_go_by_mouse_and_the_rest_at_random(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", locale="en") as page:
        begin_editing(page)
        page.select_option("#edit-variant", label="California Jack")
        page.click("button[data-key=edit_empty]")
        # Step 1. A card, then a seat; a seat, then cards; the stock, in order.
        page.click("button[data-key='pick SA']")
        page.click("button[data-key='seat N']")
        page.click("button[data-key='seat S']")
        page.click("button[data-key='pick SK']")
        page.click("button[data-key='pick SQ']")
        page.click("button[data-key='seat stock']")
        page.click("button[data-key='pick C2']")
        page.click("button[data-key='pick D2']")
        expect(page.locator("[data-key='type stock']")).to_have_value("C2 D2")
        # Step 2. Two of them are swapped, and the rest is dealt.
        page.click("button[data-key='seat stock']")
        page.click("button[data-key='pick C2']")
        page.click("button[data-key='pick SA']")
        page.click("button[data-key=edit_swap]")
        expect(page.locator("[data-key='type stock']")).to_have_value("SA D2")
        page.click("button[data-key=edit_fill]")
        page.wait_for_selector(".edit-stock .count:text('40 of 40')")
        expect(page.locator("[data-key='type stock']")).to_have_value(re.compile("^SA D2 "))
        expect(page.locator("[data-key='type S']")).to_have_value(re.compile("^KQ"))


@pytest.mark.night
def test_a_choice_is_given_up_and_cards_that_were_played_are_forgotten(
    browser: Browser, served: Served
) -> None:
    with opened(browser, f"{served.home}/board#{MID_PLAY}", locale="en") as page:
        begin_editing(page, n_played=4)
        king = page.locator("button[data-key='pick SK']")
        for pressed in ("true", "false"):
            king.click()
            expect(king).to_have_attribute("aria-pressed", pressed)
        # From the first card on every card has a place again.
        expect(page.locator("[data-key='type N']")).to_have_count(0)
        page.click("button[data-key=edit_from_start]")
        expect(page.locator("[data-key='type N']")).to_have_value("AT.87.K8.AJ")
        # A stock is typed card by card.
        page.select_option("#edit-variant", label="California Jack")
        page.fill("[data-key='type stock']", "C2 ZZ")
        says(page, "#fault-stock", "C2 ZZ: cards are written as HT SA")
        page.fill("[data-key='type stock']", "c2, h10")
        expect(page.locator("#fault-stock")).not_to_contain_text("are written")
        reads(page, ".edit-stock .count", "2 of 40")


@pytest.mark.night
def test_a_card_keeps_who_presses_it_when_an_answer_comes(browser: Browser, served: Served) -> None:
    held: list[Route] = []
    with opened(browser, f"{served.home}/board", locale="en") as page:
        begin_editing(page)
        page.route("**/v1/positions", lambda route: held.append(route))
        page.click("button[data-key='pick SA']")
        page.click("button[data-key='pick SK']")
        with page.expect_request("**/v1/positions"):
            page.click("button[data-key=edit_swap]")
        page.evaluate(OLD)
        card = page.locator("button[data-key='pick CQ']")
        card.hover()
        page.mouse.down()
        (asked,) = held
        asked.continue_()
        page.wait_for_selector(SHOWN_ANEW)
        page.mouse.up()
        expect(card).to_have_attribute("aria-pressed", "true")


KEPT = """
window.kept = [];
const { replaceState } = history;
history.replaceState = function (...more) { kept.push(String(more[2])); replaceState.apply(this, more); };
null;
"""
"""Notes the addresses that the page writes."""


@pytest.mark.night
def test_the_cards_that_are_played_stay_while_the_board_begins_anew(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board#{MID_PLAY}", locale="en") as page:
        expect(page.locator(".lines .trick button").nth(3)).to_have_attribute("aria-current", "step")
        page.evaluate(KEPT)
        begin_editing(page, n_played=4)
        written = page.evaluate("kept")
        assert written
        assert not [one for one in written if "line=adge" not in one]


@pytest.mark.night
def test_the_deal_is_changed_after_the_line_of_the_address_although_it_is_not_there_yet(
    browser: Browser, served: Served
) -> None:
    """The core is slow to load, and who follows a link presses the button before the first value is there."""
    with opened(browser, f"{served.home}/", ready="form#incoming", locale="en") as page:
        page.add_init_script(LATE_CORE % 2_000)
        page.goto(f"{served.home}/board#{MID_PLAY}")
        edit = page.locator("button[data-key=mode_edit]")
        edit.wait_for()
        assert not page.locator(SHOWN).count()
        edit.click()
        page.wait_for_selector(".edit")
        assert "line=adge" in page.url
        page.wait_for_selector(SHOWN)
        wait_told(page, told_of({**POSITION, "plays": ["DA", "DJ", "D8", "DT"]}))
        expect(page.locator(".lines .trick button")).to_have_count(4)
        assert "line=adge" in page.url


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("game", "head", "choices", "doubled"),
    [
        ("coinche", "Coinché", ["non", "coinché", "surcoinché"], "100 par Est, coinché"),
        ("contree", "Contré", ["non", "contré", "surcontré"], "100 par Est, contré"),
    ],
)
def test_a_double_is_called_as_the_players_of_the_game_call_it(
    browser: Browser, served: Served, game: str, head: str, choices: list[str], doubled: str
) -> None:
    hands = "&".join(f"{seat}={hand}" for seat, hand in DEAL.items())
    deal = f"game={game}&trump=H&taker=E&bid=100&multiplier=2&dealer=E&{hands}"
    with opened(browser, f"{served.home}/board#{deal}", locale="fr") as page:
        says(page, "p.contract", doubled)
        begin_editing(page)
        expect(page.locator("label[for='edit-multiplier']")).to_have_text(head)
        expect(page.locator("#edit-multiplier option")).to_have_text(choices)
