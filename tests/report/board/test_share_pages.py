"""Sharing in a real browser: an address that is opened again, a deal as text, PBN and LIN, and on paper."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.report.board.screens import MID_PLAY, begin_editing
from tests.support.board.pages import SHOWN, WAIT_MS, Served, leads_to, opened, reads, says, wait_until
from tests.support.board.slowness import new_page

pytestmark = pytest.mark.server
LIN = (
    "md|3S765H876D987C7654,S432H5432D65432C3,SAKQJHAKQDAKCAKQ2,ST98HJT9DQJTCJT98"
    "|sv|o|mb|7N|mb|p|mb|p|mb|p|pg||pc|S8|pc|S7|"
)
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
DROP = """
(text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.setData("text/plain", text);
  const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
  document.querySelector("main").dispatchEvent(drop);
}
"""


def copied(page: Page, name: str, status: str) -> str:
    """What a button copies, as the field beside it shows it."""
    # What was copied before must not be taken for it.
    page.evaluate("document.querySelector('.share .status')?.replaceChildren()")
    page.click(f"[data-key=share_{name}]")
    page.wait_for_selector(f".share .status:has-text('{status}')")
    return page.input_value(".share textarea")


@pytest.mark.night
def test_a_free_position_is_shared_by_its_address(browser: Browser, served: Served) -> None:
    # Step 1. A line is played, and the reader goes back one card.
    with opened(
        browser, f"{served.home}/board#{MID_PLAY}", locale="en", permissions=["clipboard-write"]
    ) as page:
        page.wait_for_selector(".hand.S.turn")
        page.click("button[data-key='card CQ']")
        page.wait_for_selector(".hand.W.turn")
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector(".hand.S.turn")
        address = copied(page, "address", "Copied: the address of what you see.")
        assert address == page.url
        assert len(address.partition("#")[2]) <= 300
        text = copied(page, "text", "Copied: the deal and the line as text.")
        assert "South: ♠ K  ♥ 10  ♦ A Q 9 7  ♣ Q 8" in text
        assert "1. S ♦A, W ♦J, N ♦8?, E ♦10\n2. S ♣Q\n" in text
        assert text.endswith(address)
        assert "With best play: " in text
        # Values that are hidden are not given away.
        page.click("[data-key=values]")
        assert "With best play: " not in copied(page, "text", "Copied: the deal and the line as text.")
        # Nor are hands that lie face down.
        page.click("[data-key=hide]")
        text = copied(page, "text", "Copied: the deal and the line as text.")
        assert [seat for seat in ("North", "East", "South", "West") if f"\n{seat}: " in text] == ["South"]
    # Step 2. Somebody else sees the same, in their language.
    with opened(browser, address, locale="fr") as page:
        page.wait_for_selector(".hand.S.turn")
        page.locator(".lines .trick button").nth(4).wait_for()
        says(page, ".lines [aria-current]", "♦10")
        # Step 3. The address of the editor leads to the editor.
        begin_editing(page, n_played=4, n_after=1)
        reads(page, ".edit-place.N .count", "7")
        editing = page.url
    with opened(browser, editing, locale="fr") as page:
        page.wait_for_selector(".edit")
        reads(page, ".edit-place.N .count", "7")


def test_a_text_that_cannot_be_made_is_said_to_be_missing(browser: Browser, served: Served) -> None:
    with opened(browser, served.analysis, locale="en") as page:
        page.route("**/deal_text.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
        page.click("[data-key=share_text]")
        says(page, ".share .status", "The service cannot be reached.")


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("line", "n_cards", "said"),
    [
        ("-D1", 0, "The line ends here: D1 is no card."),
        ("-DA-D", 1, "The line ends here: D is no card."),
        ("-DA-", 1, ""),
        ("-PX", 0, "The line ends here: PX is no card."),
        ("a1", 1, "The line ends here: 1 is no card."),
        ("aa", 1, "The line ends here: ace of diamonds cannot be played next."),
        ("d", 0, "The line ends here: jack of diamonds cannot be played next."),
        ("adgee", 4, "The line ends here: ten of diamonds cannot be played next."),
        ("adgee&at=2", 4, "The line ends here: ten of diamonds cannot be played next."),
    ],
)
def test_a_broken_line_is_shown_as_far_as_it_goes(
    browser: Browser, served: Served, line: str, n_cards: int, said: str
) -> None:
    with opened(
        browser, f"{served.home}/board#{MID_PLAY.replace('line=adge', f'line={line}')}", locale="en"
    ) as page:
        page.wait_for_selector(".board .status:has-text('With best play')")
        says(page, ".board .status", said)
        expect(page.locator(".lines .trick button")).to_have_count(n_cards)


@pytest.mark.night
def test_a_broken_line_is_told_in_the_mode_that_it_leads_to(browser: Browser, served: Served) -> None:
    fragment = MID_PLAY.replace("line=adge", "line=adgee&mode=edit")
    with opened(browser, f"{served.home}/board#{fragment}", locale="en") as page:
        page.wait_for_selector(".edit")
        says(page, ".board .status", "ten of diamonds cannot be played next")
        leads_to(page, "line=adge&mode=edit")


LATE = (
    "game=california_jack&dealer=S&leader=N&N=-.J5.-.AQ96&S=KJ.Q.J7.7&trump=S"
    "&stock=KHXeqYGjAltNIFiMaCETUOVRfcgoZwzykxbrmJSL&line=nDKHXBeYqvApusIGdjhlPMTFtCNOQVZEwyigfaoJxL"
)
"""A line near the end of a deal, whose first cards take a minute or more to solve."""


def test_who_goes_on_from_a_line_that_is_not_all_there_has_an_address(
    browser: Browser, served: Served
) -> None:
    with opened(browser, f"{served.home}/board#{LATE}", locale="en") as page:
        page.wait_for_selector(SHOWN)
        page.keyboard.press("ArrowLeft")
        leads_to(page, "xL&at=41")
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(re.compile("xL$"))


@pytest.mark.night
@pytest.mark.parametrize(
    "fragment",
    [
        "game=Belote&trump=c&taker=est&dealer=Est&leader=sud&notation=fr&line=-ka-vk-8K-K10"
        "&N=A10.87.R8.AV&E=V7.ADV9.10.R&S=R.10.AD97.D8&W=D98.R.V.1097",
        "game=belote classique&trump=♥&taker=e&dealer=east&line=-ad-dj-8d-10♦"
        "&more=eyJkZWFsIjoiTzpROTguSy5KLlQ5NyBBVC44Ny5LOC5BSiBKNy5BUUo5LlQuSyBLLlQuQVE5Ny5ROCJ9",
    ],
)
def test_an_address_may_be_spelled_as_a_request(browser: Browser, served: Served, fragment: str) -> None:
    with opened(browser, f"{served.home}/board#{fragment}", locale="en") as page:
        ends = "With best play: North-South\u00a078, East-West\u00a084."
        says(page, ".board .status", f"South wins the trick. {ends}")
        says(page, ".contract", "♥ trumps · East takes")
        # The editor reads the same deal.
        begin_editing(page, n_played=4)
        expect(page.locator(".edit")).to_contain_text("The deal is right")
        says(page, ".board .status", "With best play: North-South\u00a078, East-West\u00a084.")


def test_a_line_of_an_analysis_has_an_address(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}?play=6", locale="en") as page:
        page.click("button.card[data-key='card DA']")
        page.wait_for_selector(".hand.W.turn")
        shared = copied(page, "address", "Copied")
        assert "?deal=1&play=6&line=a" in shared
        page.click("button[data-key=back]")
        leads_to(page, f"{served.analysis}#1-6")
    with opened(browser, shared, locale="en") as page:
        page.wait_for_selector(".own button[aria-current]")
        page.wait_for_selector(".hand.W.turn")
        # The game itself is changed on a board of its own.
        page.click("button[data-key=mode_edit]")
        page.wait_for_url("**/board#*")
        page.wait_for_selector(".edit")
        page.wait_for_selector(SHOWN)
        leads_to(page, "name.S=Yvette")


REFUSING = """
const { replaceState } = history;
window.refuses = true;
window.refused = 0;
history.replaceState = function (...change) {
  if (refuses && ++refused) throw new DOMException("too many changes", "SecurityError");
  replaceState.apply(this, change);
};
null;
"""
"""As Safari, which allows a hundred changes of the address in ten seconds."""


@pytest.mark.by_day(1)
@pytest.mark.parametrize("kind", ["analysis", "board"])
def test_an_address_that_is_refused_is_written_later(browser: Browser, served: Served, kind: str) -> None:
    address, there = {
        "analysis": (f"{served.analysis}#1-7", "#1-8"),
        "board": (f"{served.home}/board#{MID_PLAY}", "&line=adge&at=3"),
    }[kind]
    with opened(browser, address, locale="en") as page:
        page.wait_for_selector(".lines [aria-current]")
        page.evaluate(REFUSING)
        page.keyboard.press("ArrowRight" if kind == "analysis" else "ArrowLeft")
        wait_until(page, "refused === 1")
        page.evaluate("refuses = false")
        leads_to(page, there)
        # The next step is written as ever.
        page.keyboard.press("ArrowLeft")
        leads_to(page, "#1-7" if kind == "analysis" else "&line=adge&at=2")


SELECTED = """
() => {
  getSelection().selectAllChildren(document.querySelector(".hand.N"));
  return String(getSelection());
}
"""


@pytest.mark.night
def test_a_hand_that_is_selected_is_what_is_seen_of_it(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-7", locale="en") as page:
        seen = " ".join(page.evaluate(SELECTED).split())
        assert seen == "North Odile ♠ A 10 ♥ 8 7 ♦ 8 ♣ J"
        # Who hears the page has it in words.
        assert "spades: ace, ten" in page.locator(".hand.N").aria_snapshot()


@pytest.mark.night
def test_without_the_clipboard_the_text_is_selected(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", locale="en") as page:
        page.evaluate(NO_CLIPBOARD)
        text = copied(page, "text", "Selected in the field below")
        field = page.locator(".share textarea:focus")
        selection = field.evaluate("(field) => [field.selectionStart, field.selectionEnd]")
        assert selection == [0, len(text)]
        expect(page.locator("[data-key=share_pbn]")).to_have_count(0)


def test_bridge_is_dropped_and_goes_out_as_pbn_and_lin(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", locale="en") as page:
        page.fill("#position", LIN)
        page.click("button[value=look]")
        page.wait_for_selector("[data-key=share_pbn]")
        page.locator(".lines .trick button").nth(1).wait_for()
        pbn = copied(page, "pbn", "as PBN")
        assert '[Contract "7NT"]' in pbn
        assert "\nS8 S7 -  -\n" in pbn
        assert "|pc|S8|pc|S7|" in copied(page, "lin", "as LIN")
        # A deal that is dropped is opened, and what was taken for granted is said.
        page.evaluate(DROP, "N:AT.87.K8.AJ J7.AQJ9.T.K K.T.AQ97.Q8 Q98.K.J.T97")
        page.wait_for_selector("#open-status:has-text('belote')")
        page.wait_for_selector("button.card[data-key='card SA']")
        page.evaluate(DROP, "no deal at all")
        page.wait_for_selector("#open-status.wrong:has-text('none of what can be read')")


def test_a_hand_that_is_dropped_is_completed_on_the_board(browser: Browser, served: Served) -> None:
    # The browser notes in its console that the service solves no such deal.
    page = new_page(browser.new_context(locale="en"))
    page.set_default_timeout(WAIT_MS)
    page.goto(f"{served.home}/board")
    page.wait_for_selector(SHOWN)
    page.evaluate(DROP, '[Deal "N:Q7.52.Q9643.KT98 - - -"]\n')
    page.wait_for_selector("#open-status:has-text('No contract was named')")
    page.click("button[data-key=mode_edit]")
    page.click("text=Deal the rest at random")
    expect(page).to_have_url(re.compile(r"N=Q7\.52\.Q9643\.KT98&E=[\w.-]{16,}&S=[\w.-]{16,}&W="))
    page.context.close()


@pytest.mark.night
def test_on_paper_there_are_values_and_no_buttons(browser: Browser, served: Served) -> None:
    options = {"locale": "en", "color_scheme": "dark"}
    with opened(browser, f"{served.analysis}#1-7", **options) as page:
        page.emulate_media(media="print")
        for gone in (".controls", ".share", ".modes", "form", "summary", "#contracts"):
            assert not any(one.is_visible() for one in page.locator(gone).all()), gone
        assert page.locator("button.card:not([aria-disabled]) .value").first.is_visible()
        assert page.locator(".lines .trick").last.is_visible()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
        assert page.pdf()
