"""The pages of the board in a real browser: by mouse and by keyboard, to the end of each way through them."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from solver import Sampling, Speech, analyse, report_page
from tests.report.board.screens import judged_calls, log_of_calls
from tests.support.board.pages import (
    Served,
    is_as_wide_as_its_window,
    leads_to,
    opened,
    post_log,
    reads,
    says,
    wait_until,
)
from tests.support.board.slowness import new_page
from tests.support.command_line import ROOT

pytestmark = pytest.mark.server


@pytest.mark.night
def test_an_analysis_is_stepped_through_by_keyboard_alone(browser: Browser, served: Served) -> None:
    asked: list[list[str]] = []
    with opened(browser, served.analysis, locale="en") as page:
        page.on("request", lambda request: asked.append((request.post_data_json or {}).get("plays", [])))
        page.keyboard.press("Tab")
        page.keyboard.press("n")
        page.keyboard.press("n")
        says(page, "[aria-atomic]", "South plays queen of diamonds.")
        says(page, "[aria-labelledby=remark]", "♦A takes this trick")
        leads_to(page, "#1-7")
        page.keyboard.press("p")
        says(page, "[aria-atomic]", "West plays ten of clubs.")
        page.keyboard.press("ArrowDown")
        says(page, "[aria-atomic]", "North wins the trick.")
        page.keyboard.press("End")
        says(page, "[aria-atomic]", "Final result: North-South\u00a068, East-West\u00a094.")
        page.keyboard.press("Home")
        page.keyboard.press("v")
        reads(page, "button.card .value", "")
        expect(page.locator("button[data-key=values]")).to_have_attribute("aria-pressed", "false")
    # What the analysis knows is not asked: only what would follow a best card that was not played.
    game = json.loads((ROOT / "samples" / "belote.json").read_text(encoding="utf-8"))["plays"]
    assert not [plays for plays in asked if plays and plays == game[: len(plays)]]


@pytest.mark.night
def test_a_line_of_ones_own_is_played_and_deleted(browser: Browser, served: Served) -> None:
    """The card that was better is tried: it keeps the contract from being made, as the analysis says."""
    with opened(browser, f"{served.analysis}#1-6", locale="en") as page:
        page.click("button.card[data-key='card DA']")
        page.wait_for_selector(".own button[aria-current]")
        page.wait_for_selector(".hand.W.turn")
        says(page, "[aria-atomic]", "North-South\u00a092, East-West\u00a070")
        page.keyboard.press("b")
        wait_until(page, "document.querySelectorAll('.own .trick button').length === 2")
        page.wait_for_selector("button.card .value:not(:empty)")
        page.click("button[data-key=back]")
        leads_to(page, "#1-6")
        # Typed as the page writes it.
        page.fill("#typed", "♦A")
        page.press("#typed", "Enter")
        page.wait_for_selector(".hand.W.turn")
        page.click("button[data-key=back]")
        page.click(".own button[aria-label='Delete this line']")
        expect(page.locator(".own")).to_have_count(0)


def test_a_free_position_goes_from_paste_to_share(browser: Browser, served: Served) -> None:
    ending = {
        "variant": "bridge",
        "deal": {"N": "-.AK.-.-", "E": "-.Q.A.-", "S": "-.-.K.A", "W": "-.-.Q.K"},
        "contract": {"trump": "NT"},
        "leader": "N",
    }
    with opened(browser, f"{served.home}/board", locale="fr") as page:
        page.fill("#position", json.dumps(ending))
        page.click("button[value=look]")
        page.wait_for_selector("button[data-key='card HA'] .value:not(:empty)")
        page.focus("#typed")
        page.keyboard.press("Enter")
        # The browser itself says that nothing was typed.
        assert page.evaluate("document.querySelector('#typed').validity.valueMissing")
        expect(page.locator(".said .status")).not_to_contain_text("n’est pas une carte")
        page.fill("#typed", "xx")
        page.press("#typed", "Enter")
        says(page, ".status", "xx n’est pas une carte")
        page.fill("#typed", "ca")
        page.press("#typed", "Enter")
        page.wait_for_selector(".hand.E.turn")
        says(page, ".status", "Nord joue l’as de cœur.")
        leads_to(page, "line=")
        shared = page.url
    with opened(browser, shared, locale="en") as page:
        page.wait_for_selector(".hand.E.turn")
        says(page, ".status", "North plays ace of hearts.")
        page.fill("#position", "{")
        page.click("button[value=look]")
        page.wait_for_selector("#open-status:has-text('This is JSON only as far as line 1')")


@pytest.mark.night
def test_where_a_log_goes_wrong_is_told(browser: Browser, served: Served) -> None:
    log = json.loads((ROOT / "samples" / "belote.json").read_text(encoding="utf-8"))
    log |= {"plays": [*log["plays"][:6], log["plays"][0]], "partial": True}
    address = f"{served.home}/analyses/{post_log(served.app, log)}"
    with opened(browser, address, locale="en") as page:
        reads(page, ".faults h2", "Where the log goes wrong")
        says(page, ".faults li", "CQ was played before, to trick 1")
    with opened(browser, served.analysis, locale="en") as page:
        expect(page.locator(".faults")).to_have_count(0)


def test_a_whole_game_is_judged_and_shown(browser: Browser, served: Served) -> None:
    log = (ROOT / "samples" / "belote.json").read_text(encoding="utf-8")
    with opened(browser, f"{served.home}/board", locale="en") as page:
        page.fill("#position", log)
        page.click("button[value=judge]")
        page.wait_for_url("**/analyses/*")
        page.wait_for_selector("button.card .value:not(:empty)")
        # The board asks for the verdict by what each player could know, too.
        says(page, "[aria-labelledby=figures]", "expected: by the same cards")


MODE = """async () => {
  const find = (name) => [...document.querySelectorAll("link")].find((one) => one.href.endsWith(name)).href;
  const { Board } = await import(find("/board.js"));
  const { words, solve, sample } = JSON.parse(document.getElementById("board-data").textContent);
  const seen = (window.seen = { asked: [], drawn: [], closed: 0 });
  const panel = document.createElement("p");
  panel.textContent = "the panel of the mode";
  const extra = document.createElement("button");
  extra.textContent = "the button of the mode";
  const mode = {
    hidden: () => ["E", "S", "W"],
    values: () => false,
    onplay: (card) => seen.asked.push(card) > 1,
    after: (node) => seen.drawn.push(node.plays.join(" ")),
    panel,
    controls: () => [extra],
    close: () => (seen.closed += 1),
  };
  const place = document.createElement("div");
  document.querySelector("#board").replaceWith(place);
  const shown = { position: { ...sample, dealer: "W" }, game: [], answers: [], remarks: [], players: {} };
  window.own = new Board(place, shown, { words, solve, mode });
  await window.own.ready;
}"""


@pytest.mark.night
def test_a_mode_hides_hands_and_values_and_is_asked_before_a_card(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", locale="en") as page:
        page.evaluate(MODE)
        expect(page.locator(".hand .back")).to_have_count(24)
        says(page, ".hand.S", "8 cards face down")
        reads(page, "button.card[data-key='card SA'] .value", "")
        expect(page.locator("main")).not_to_contain_text("With best play", use_inner_text=True)
        expect(page.locator("text=the panel of the mode")).to_be_visible()
        expect(page.locator("text=the button of the mode")).to_be_visible()
        page.click("button.card[data-key='card SA']")
        wait_until(page, "seen.asked.join() === 'SA' && own.tree.current.plays.length === 0")
        page.click("button.card[data-key='card SA']")
        wait_until(page, "seen.drawn.length === 2")
        wait_until(page, 'JSON.stringify(seen.drawn) === \'["","SA"]\'')
        expect(page.locator("button.card")).to_have_count(0)
        page.evaluate("own.say('said by the mode')")
        reads(page, ".status", "North plays ace of spades. said by the mode")
        page.evaluate("own.put(own.tree.current.answer.cards[0].card)")
        wait_until(page, "seen.drawn.length === 3")
        page.evaluate("own.close()")
        wait_until(page, "seen.closed === 1")


@pytest.mark.night
def test_cards_are_dragged_refused_gone_along_and_compared(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-6", locale="en") as page:
        expect(page).to_have_title("Belote, belote-sample – Atout")
        # A card that breaks a duty says which, and is not played.
        page.press("button.card[data-key='card SK']", "Enter")
        expect(page.locator("button.card[data-key='card SK']")).to_have_accessible_description("")
        expect(page.locator("button.card[data-key='card SK'] [title]").first).to_be_visible()
        reads(page, ".status", "King of spades cannot be played. South holds diamonds and must follow suit.")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("End")
        expect(page.locator(":focus")).to_have_attribute("data-key", "card C8")
        leads_to(page, "#1-6")
        # What follows best play, beside what was played.
        page.click("[data-key='as_best DA DJ']")
        page.wait_for_selector(".own button[aria-current]")
        says(page, ".status", "West plays jack of diamonds.")
        page.click("button[data-key=back]")
        card = page.locator("button.card[data-key='card D9']").bounding_box()
        felt = page.locator(".felt").bounding_box()
        assert card is not None
        assert felt is not None
        page.mouse.move(card["x"] + 10, card["y"] + 10)
        page.mouse.down()
        page.mouse.move(felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2, steps=4)
        page.mouse.up()
        says(page, ".status", "South plays nine of diamonds.")


@pytest.mark.night
def test_the_table_is_turned_hidden_and_coloured(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-6", locale="en") as page:
        page.keyboard.press("f")
        expect(page.locator(".hand.S.at-N")).to_have_count(1)
        page.keyboard.press("h")
        expect(page.locator(".hand .down")).to_have_count(3)
        page.click("button[data-key=four]")
        page.keyboard.press("?")
        expect(page.locator("dialog h2")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        page.keyboard.press("t")
        expect(page.locator(":focus")).to_have_attribute("aria-current", "step")
        page.click("button[data-key=kind_loss]")
        page.reload()
        page.wait_for_selector("html.four-colours")
        reads(page, "button.card[data-key='card D9'] .value", "−26")


def test_without_scripts_the_mistakes_are_told(browser: Browser, served: Served) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = new_page(context)
    page.goto(served.analysis)
    told = page.inner_text("main")
    assert "The contract could be beaten, but was made." in told
    assert "South played ♦Q" in told
    context.close()


BROKEN = """
[...document.querySelectorAll("[aria-labelledby=calls] .grid td")].filter((one) => one.checkVisibility())
  .filter((one) => one.clientHeight > 1.9 * parseFloat(getComputedStyle(one).lineHeight))
  .map((one) => one.outerHTML)
"""


@pytest.mark.night
@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_no_head_of_a_call_is_broken(browser: Browser, served: Served, width: int) -> None:
    with opened(browser, judged_calls(served), locale="en", viewport={"width": width, "height": 900}) as page:
        expect(page.locator("[aria-labelledby=calls] .grid td").first).to_be_visible()
        assert page.evaluate(BROKEN) == []
        assert is_as_wide_as_its_window(page)
        expect(page.locator("[aria-labelledby=figures]")).to_have_count(0)


CUT = """
[...document.querySelectorAll(".auction td")]
  .filter((one) => one.clientHeight > 1.9 * parseFloat(getComputedStyle(one).lineHeight))
  .map((one) => one.textContent)
"""


@pytest.mark.by_day(1)
@pytest.mark.parametrize("game", ["contree", "coinche"])
def test_on_a_phone_the_longest_call_of_an_auction_is_one_word(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    calls = [*log_of_calls()["auction"][:8], "redouble"]
    assert calls[7] == "double"
    contract = log_of_calls().get("contract", {}) | {"multiplier": 4}
    log = log_of_calls() | {"variant": game, "auction": calls, "contract": contract, "calls": False}
    file = tmp_path / "auction.html"
    file.write_text(report_page(analyse(log), Speech("fr", "fr")), encoding="utf-8")
    with opened(browser, file.as_uri(), locale="fr", viewport={"width": 390, "height": 900}) as page:
        says(page, ".auction", "surco")
        assert page.evaluate(CUT) == []


@pytest.mark.night
def test_without_scripts_the_calls_are_told(browser: Browser, served: Served) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(judged_calls(served))
    told = page.inner_text("main")
    assert "The calls" in told
    assert "W Inès · double" in told
    assert "120♥ fails in" in told
    context.close()


@pytest.mark.night
def test_the_calls_of_a_report_fit_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    analysis = analyse(log_of_calls(), calls=Sampling(6))
    file.write_text(report_page(analysis, Speech()), encoding="utf-8")
    with opened(browser, file.as_uri(), locale="en", viewport={"width": 390, "height": 900}) as page:
        page.click("text=Read it as a report")
        frame = page.locator(".scroll:has(table.calls)")
        expect(frame).to_be_visible()
        assert frame.evaluate("(one) => one.scrollWidth <= one.clientWidth")


@pytest.mark.by_day(1)
@pytest.mark.parametrize("page_name", ["", "board", "puzzles"])
def test_the_language_of_the_documentation_is_told_where_it_is_another(
    browser: Browser, served: Served, page_name: str
) -> None:
    address = f"{served.home}/{page_name}"
    with opened(browser, address, ready="nav", locale="fr") as page:
        link = page.get_by_role("link", name="Documentation")
        expect(link).to_have_attribute("hreflang", "en")
        expect(link).to_have_accessible_description("en anglais")
        for one in page.locator("a[href='/docs']").all():
            expect(one).to_have_attribute("hreflang", "en")
    with opened(browser, address, ready="nav", locale="en") as page:
        link = page.get_by_role("link", name="Documentation")
        assert link.get_attribute("title") is link.get_attribute("hreflang") is None


@pytest.mark.night
def test_each_link_of_the_first_page_has_a_name_of_its_own(browser: Browser, served: Served) -> None:
    """As lists of links have no headings; a name begins with what is seen, for those who speak it."""
    with opened(browser, f"{served.home}/", ready="#incoming", locale="fr") as page:
        links = page.locator("section[aria-labelledby=games]").get_by_role("link").all()
        heading = "xpath=ancestor::li[2]/h3"
        names = {f"{link.inner_text()} {link.locator(heading).inner_text()}" for link in links}
        assert len(names) == len(links) == 36
        for name in names:
            expect(page.get_by_role("link", name=name, exact=True)).to_have_count(1)
