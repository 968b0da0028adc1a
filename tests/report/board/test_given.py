"""Files that a reader drops or chooses, and the service where a file of the core is missing."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.board.pages import SHOWN, Served, opened
from tests.support.board.slowness import new_page
from tests.support.command_line import ROOT

SAMPLE = ROOT / "samples" / "belote.json"
DROP_BYTES = """([name, bytes, size = bytes.length]) => {
  const transfer = new DataTransfer(), whole = new Uint8Array(size).fill(32);
  whole.set(bytes);
  transfer.items.add(new File([whole], name));
  for (const type of ["dragover", "drop"]) {
    const event = new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true });
    // Else the browser leaves the page for the file.
    if (document.body.dispatchEvent(event)) throw new Error(`${type} was not taken`);
  }
}"""
UNREADABLE = "File.prototype.arrayBuffer = () => Promise.reject(new DOMException()); null"
SLOWLY_UNREADABLE = """
const { arrayBuffer } = File.prototype;
File.prototype.arrayBuffer = function () {
  if (this.name !== "slow.pbn") return arrayBuffer.call(this);
  return new Promise((_, reject) => (globalThis.giveUp = () => reject(new DOMException())));
};
null
"""
NO_CORE_FILE = """
const all = fetch;
globalThis.fetch = async (address, ...more) => {
  if (String(address).endsWith(".wasm")) throw new TypeError("Failed to fetch");
  return all(address, ...more);
};
"""


def drop(page: Page, name: str, text: str) -> None:
    """Drop a file, of a name and a text, on the page."""
    page.evaluate(DROP_BYTES, [name, list(text.encode())])


@pytest.mark.server
def test_a_file_that_is_chosen_goes_to_its_analysis(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", locale="en") as page:
        page.get_by_label("Or choose a file").set_input_files(SAMPLE)
        expect(page).to_have_url(re.compile("/analyses/"))
        expect(page.locator(SHOWN).first).to_be_visible()


@pytest.mark.by_day(1)
@pytest.mark.server
@pytest.mark.parametrize("place", ["/", "/board"])
def test_a_file_that_is_dropped_goes_to_its_analysis(browser: Browser, served: Served, place: str) -> None:
    ready: dict[str, Any] = {"ready": "#incoming"} if place == "/" else {}
    with opened(browser, served.home + place, locale="en", **ready) as page:
        drop(page, "game.json", SAMPLE.read_text(encoding="utf-8"))
        expect(page).to_have_url(re.compile("/analyses/"))
        expect(page.locator(SHOWN).first).to_be_visible()


def marked(text: str, encoding: str) -> bytes:
    """Return a text in its encoding, with a mark where Python sets none and Windows does."""
    return ("\ufeff" * (encoding == "utf-16-be") + text).encode(encoding)


MARKED = ("utf-8", "utf-8-sig", "utf-16", "utf-16-be")
ENCODINGS = [*((encoding, "Zoë") for encoding in MARKED), ("cp1252", "L’œil")]


@pytest.mark.by_day(2)
@pytest.mark.server
@pytest.mark.parametrize(("encoding", "name"), ENCODINGS)
@pytest.mark.parametrize("place", ["/", "/board"])
def test_a_file_is_read_in_its_encoding(
    browser: Browser, served: Served, place: str, encoding: str, name: str
) -> None:
    ready: dict[str, Any] = {"ready": "#incoming"} if place == "/" else {}
    with opened(browser, served.home + place, locale="en", **ready) as page:
        page.route("**/v1/analyses", lambda route: route.abort())
        page.evaluate(DROP_BYTES, ["game.pbn", list(marked(f'[North "{name}"]', encoding))])
        expect(page.locator("#text, #position")).to_have_value(f'[North "{name}"]')


@pytest.mark.server
def test_a_file_that_is_none_of_a_game_is_told(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/", ready="#incoming", locale="en") as page:
        drop(page, "letter.txt", "no deal at all")
        expect(page.locator("#outcome .wrong")).to_contain_text("none of what can be read")
        expect(page.locator("#text")).to_have_value("no deal at all")


@pytest.mark.by_day(1)
@pytest.mark.server
@pytest.mark.parametrize("place", ["/", "/board"])
def test_a_file_that_cannot_be_taken_is_told(browser: Browser, served: Served, place: str) -> None:
    ready: dict[str, Any] = {"ready": "#incoming"} if place == "/" else {}
    with opened(browser, served.home + place, locale="en", **ready) as page:
        # What was typed stays.
        field = page.locator("#text, #position")
        field.evaluate("field => field.value = 'typed'")
        page.evaluate(DROP_BYTES, ["picture.png", list(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")])
        fault = page.locator("#outcome .wrong" if place == "/" else "#open .wrong")
        expect(fault).to_contain_text("This file is no text")
        expect(field).to_have_value("typed")
        drop(page, "empty.pbn", "")
        expect(fault).to_contain_text("There is nothing yet")
        # A folder is a file that the browser will not read.
        page.evaluate(UNREADABLE)
        page.evaluate(DROP_BYTES, ["folder", []])
        expect(fault).to_contain_text("it may be a folder")


@pytest.mark.by_day(1)
@pytest.mark.server
@pytest.mark.parametrize("place", ["/", "/board"])
def test_what_is_too_long_is_said_by_the_service(browser: Browser, served: Served, place: str) -> None:
    # The console may name what is refused.
    page = new_page(browser.new_context(locale="en"))
    page.goto(served.home + place)
    page.wait_for_selector("#incoming" if place == "/" else SHOWN)
    field = page.locator("#text, #position")
    field.evaluate("field => field.value = 'typed'")
    page.evaluate(DROP_BYTES, ["long.pbn", list(b'[Event "x"]'), 2_000_001])
    fault = page.locator("#outcome .wrong" if place == "/" else "#open .wrong")
    expect(fault).to_contain_text("longer than the 1048576 bytes that are accepted")
    # A field with so much would hold up the page.
    expect(field).to_have_value("typed")
    page.context.close()


@pytest.mark.by_day(1)
@pytest.mark.server
@pytest.mark.parametrize("place", ["/", "/board"])
def test_what_becomes_of_an_earlier_file_leads_nowhere(browser: Browser, served: Served, place: str) -> None:
    ready: dict[str, Any] = {"ready": "#incoming"} if place == "/" else {}
    with opened(browser, served.home + place, locale="en", **ready) as page:
        held: list[Route] = []
        page.route("**/v1/analyses", lambda route: held.append(route))
        drop(page, "game.json", SAMPLE.read_text(encoding="utf-8"))
        page.wait_for_timeout(200)
        drop(page, "letter.txt", "no deal at all")
        fault = page.locator("#outcome .wrong" if place == "/" else "#open .wrong")
        expect(fault).to_contain_text("none of what can be read")
        # The game is judged only now, and the reader has gone on.
        with page.expect_response("**/v1/analyses"):
            held[0].continue_()
        page.wait_for_timeout(200)
        expect(page).to_have_url(re.compile(f"{re.escape(served.home + place)}(#.*)?$"))
        expect(fault).to_contain_text("none of what can be read")


@pytest.mark.by_day(1)
@pytest.mark.server
@pytest.mark.parametrize("place", ["/", "/board"])
def test_a_file_that_cannot_be_read_in_the_end_leaves_what_came_after_it(
    browser: Browser, served: Served, place: str
) -> None:
    ready: dict[str, Any] = {"ready": "#incoming"} if place == "/" else {}
    with opened(browser, served.home + place, locale="en", **ready) as page:
        page.evaluate(SLOWLY_UNREADABLE)
        drop(page, "slow.pbn", "slow")
        drop(page, "letter.txt", "no deal at all")
        fault = page.locator("#outcome .wrong" if place == "/" else "#open .wrong")
        expect(fault).to_contain_text("none of what can be read")
        page.evaluate("giveUp()")
        page.wait_for_timeout(200)
        expect(fault).to_contain_text("none of what can be read")


@pytest.mark.night
@pytest.mark.server
def test_the_service_answers_where_the_core_cannot_be_fetched(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-6", locale="en") as page:
        page.add_init_script(NO_CORE_FILE)
        page.reload()
        page.wait_for_selector(SHOWN)
        with page.expect_request("**/v1/solve"):
            page.click("button.card[data-key='card DA']")
        expect(page.locator(".hand.W.turn")).to_be_visible()
        expect(page.locator(SHOWN).first).to_be_visible()
        expect(page.locator(".numbers")).to_contain_text("92")
