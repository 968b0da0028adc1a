"""The pages of the board in a real browser: by mouse and by keyboard, in both languages, small and wide."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

from api import Settings, create_app
from tests.support.command_line import ROOT

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
]
WAIT_MS = 60_000


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a service, and that of the analysis of the belote sample on it."""
    folder = tmp_path_factory.mktemp("board")
    app = create_app(Settings(database=f"{folder}/atout.db"))
    log = json.loads((ROOT / "samples" / "belote.json").read_text(encoding="utf-8"))
    posted = app.test_client().post("/v1/analyses", json=log)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        home = f"http://127.0.0.1:{server.server_port}"
        yield home, f"{home}/analyses/{posted.headers['Location'].rpartition('/')[2]}"
    finally:
        server.shutdown()
        thread.join()
        app.config["ATOUT_JOBS"].stop()
        app.config["ATOUT_STORE"].close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@contextmanager
def opened(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    """A page, which must say nothing in the console, ask no other host, and obey its policy."""
    context = browser.new_context(**options)
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(
        "document.addEventListener('securitypolicyviolation', (event) => console.error(event.blockedURI))"
    )
    try:
        page.goto(address)
        page.wait_for_selector("button.card .value:not(:empty)")
        yield page
    finally:
        context.close()
    assert not said
    home = "/".join(address.split("/")[:3])
    assert all(url.startswith(home) for url in asked), asked


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_anybody_can_read_it(
    browser: Browser, served: tuple[str, str], width: int, language: str, theme: str
) -> None:
    home, analysis = served
    for address in (f"{home}/board", f"{analysis}#1-7"):
        options = {"locale": language, "color_scheme": theme, "viewport": {"width": width, "height": 900}}
        with opened(browser, address, **options) as page:
            found = Axe().run(page).response["violations"]
            assert not [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found]
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.get_attribute("html", "lang") == language
            small = page.evaluate(
                "[...document.querySelectorAll('main button, main input, main textarea, summary')]"
                ".filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)"
            )
            assert not small


def test_an_analysis_is_stepped_through_by_keyboard_alone(browser: Browser, served: tuple[str, str]) -> None:
    asked: list[str] = []
    with opened(browser, served[1], locale="en") as page:
        page.on("request", lambda request: asked.append(request.url))
        page.keyboard.press("Tab")
        page.keyboard.press("n")
        page.keyboard.press("n")
        assert "South plays queen of diamonds." in page.inner_text("[role=status]")
        assert "♦A takes this trick" in page.inner_text("[aria-labelledby=remark]")
        assert page.url.endswith("#1-7")
        page.keyboard.press("p")
        assert "West plays ten of clubs." in page.inner_text("[role=status]")
        page.keyboard.press("ArrowDown")
        assert "North wins the trick." in page.inner_text("[role=status]")
        page.keyboard.press("End")
        assert "Final result: NS\u00a068 · EW\u00a094." in page.inner_text("[role=status]")
        page.keyboard.press("Home")
        page.keyboard.press("v")
        assert page.inner_text("button.card .value") == ""
        assert page.locator("button[data-key=values]").get_attribute("aria-pressed") == "false"
    # A browser looks for the icon again when the address changes.
    assert not [url for url in asked if not url.endswith("icon.svg")]


def test_a_line_of_ones_own_is_played_and_deleted(browser: Browser, served: tuple[str, str]) -> None:
    """The card that was better is tried: it keeps the contract from being made, as the analysis says."""
    with opened(browser, f"{served[1]}#1-6", locale="en") as page:
        page.click("button.card[data-key='card DA']")
        page.wait_for_selector(".own button[aria-current]")
        page.wait_for_selector(".hand.W.turn")
        assert "NS\u00a092 · EW\u00a070" in page.inner_text("[role=status]")
        page.keyboard.press("b")
        page.wait_for_function("document.querySelectorAll('.own .trick button').length === 2")
        page.wait_for_selector("button.card .value:not(:empty)")
        page.click("button[data-key=back]")
        assert page.url.endswith("#1-6")
        page.click(".own button[aria-label='Delete this line']")
        assert page.locator(".own").count() == 0


def test_a_free_position_goes_from_paste_to_share(browser: Browser, served: tuple[str, str]) -> None:
    ending = {
        "variant": "bridge",
        "deal": {"N": "-.AK.-.-", "E": "-.Q.A.-", "S": "-.-.K.A", "W": "-.-.Q.K"},
        "contract": {"trump": "NT"},
        "leader": "N",
    }
    with opened(browser, f"{served[0]}/board", locale="fr") as page:
        page.fill("#position", json.dumps(ending))
        page.click("button[value=look]")
        page.wait_for_selector("button[data-key='card HA'] .value:not(:empty)")
        page.fill("#typed", "xx")
        page.press("#typed", "Enter")
        assert "xx n’est pas une carte" in page.inner_text(".status")
        page.fill("#typed", "ca")
        page.press("#typed", "Enter")
        page.wait_for_selector(".hand.E.turn")
        assert "Nord joue as de cœur." in page.inner_text(".status")
        shared = page.url
    with opened(browser, shared, locale="en") as page:
        page.wait_for_selector(".hand.E.turn")
        assert "North plays ace of hearts." in page.inner_text(".status")
        page.fill("#position", "{")
        page.click("button[value=look]")
        assert "This is not JSON" in page.inner_text("#open-status")


def test_a_whole_game_is_judged_and_shown(browser: Browser, served: tuple[str, str]) -> None:
    log = (ROOT / "samples" / "belote.json").read_text(encoding="utf-8")
    with opened(browser, f"{served[0]}/board", locale="en") as page:
        page.fill("#position", log)
        page.click("button[value=judge]")
        page.wait_for_url("**/analyses/*")
        page.wait_for_selector("button.card .value:not(:empty)")
        assert page.url.startswith(served[1])


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


def test_a_mode_hides_hands_and_values_and_is_asked_before_a_card(
    browser: Browser, served: tuple[str, str]
) -> None:
    with opened(browser, f"{served[0]}/board", locale="en") as page:
        page.evaluate(MODE)
        assert page.locator(".hand .back").count() == 24
        assert "8 cards face down" in page.inner_text(".hand.S")
        assert page.inner_text("button.card[data-key='card SA'] .value") == ""
        assert "With best play" not in page.inner_text("main")
        assert page.is_visible("text=the panel of the mode")
        assert page.is_visible("text=the button of the mode")
        page.click("button.card[data-key='card SA']")
        assert page.evaluate("[seen.asked, own.tree.current.plays]") == [["SA"], []]
        page.click("button.card[data-key='card SA']")
        page.wait_for_function("seen.drawn.length === 2")
        assert page.evaluate("seen.drawn") == ["", "SA"]
        assert page.locator("button.card").count() == 0
        page.evaluate("own.say('said by the mode')")
        assert page.inner_text(".status") == "North plays ace of spades. said by the mode"
        page.evaluate("own.put(own.tree.current.answer.cards[0].card)")
        page.wait_for_function("seen.drawn.length === 3")
        page.evaluate("own.close()")
        assert page.evaluate("seen.closed") == 1


def test_without_scripts_the_mistakes_are_told(browser: Browser, served: tuple[str, str]) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(served[1])
    assert "South played DQ" in page.inner_text("main")
    context.close()
