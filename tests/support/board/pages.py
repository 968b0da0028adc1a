"""Pages in a real browser: whatever is done there, they obey their policy, and ask and say nothing amiss."""

import gzip
import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright
from werkzeug.serving import make_server

from api import create_app
from api.jobs import Jobs
from api.parts import part_of
from api.puzzles import Bank, shipped_files
from api.store import Store
from benchmarks.chromium import BROWSER, NO_BROWSER, launch
from solver import Puzzle
from tests.support.api.kept_puzzles import kept
from tests.support.api.service import PATIENT
from tests.support.board.slowness import new_page
from tests.support.command_line import ROOT

WAIT_MS = 30_000
expect.set_options(timeout=WAIT_MS)
SHOWN = "button.card .value:not(:empty)"
"""What is there when the board has its first values."""
VIOLATIONS = """
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
  console.error(`policy: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`));
"""
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
}).observe({ type: "layout-shift", buffered: true });
"""
AXE: dict[str, Any] = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
FINGER_PX = 44
SMALL = f"""
[...document.querySelectorAll("main :is(button, input, textarea, select, summary)")]
  .filter((one) => one.checkVisibility() && one.type !== "checkbox" && one.type !== "radio")
  .filter((one) => Math.round(one.getBoundingClientRect().height) < {FINGER_PX}).map((one) => one.outerHTML)
"""


class Served(NamedTuple):
    """A service whose pages a browser opens."""

    home: str
    """Its address, without a slash at the end."""
    analysis: str
    """The address of the page of the belote sample."""
    app: Flask

    def puzzle(self, variant: str) -> str:
        """The address of the shipped puzzle of a game, whatever others a test has added."""
        return f"{self.home}/puzzles/{first_shipped()[variant].id}"

    def judged(self, sample: str, nodes: int = 0) -> str:
        """Have a sample judged, for so many nodes if not to its end; return the address of its page."""
        return f"{self.home}/analyses/{judge(self.app, sample, nodes)}"


@cache
def judge(app: Flask, sample: str, nodes: int) -> str:
    """Have a sample judged once, and return the last part of its address."""
    log = json.loads((ROOT / "samples" / f"{sample}.json").read_text(encoding="utf-8"))
    log |= {"limit": {"nodes": nodes}} if nodes else {}
    return post_log(app, log)


def post_log(app: Flask, log: dict[str, Any]) -> str:
    """Have a log judged, and return the last part of its address."""
    posted = app.test_client().post("/v1/analyses", json=log)
    return posted.headers["Location"].rpartition("/")[2]


@cache
def first_shipped() -> Mapping[str, Puzzle]:
    """The first shipped puzzle of every game, by its name."""
    found = dict[str, Puzzle]()
    for path in shipped_files():
        with gzip.open(path) as lines:
            puzzle = Puzzle.from_dict(json.loads(lines.readline()))
        found[puzzle.position.rules.name] = puzzle
    return found


def make_app(folder: Path) -> Flask:
    """Make a service with a database in a folder, and in it the first shipped puzzle of every game.

    Its answers end by themselves: on a busy machine the usual limit of time comes before a call is judged.
    """
    app = create_app(replace(PATIENT, database=f"{folder}/atout.db"))
    part_of(app, Bank).add(map(kept, first_shipped().values()))
    return app


@contextmanager
def serve_pages(folder: Path) -> Iterator[Served]:
    """Serve the pages, with a database in a folder."""
    app = make_app(folder)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        served = Served(f"http://127.0.0.1:{server.server_port}", "", app)
        yield served._replace(analysis=served.judged("belote"))
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        part_of(app, Jobs).stop()
        part_of(app, Store).close()


class _Quiet(SimpleHTTPRequestHandler):
    """A host of files, as `python -m http.server`, which says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def host(folder: Path) -> Iterator[str]:
    """Serve the files of a folder, and yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def start_browser() -> Iterator[Browser]:
    """Start Chromium; a test that needs it is left out where none is installed."""
    if BROWSER is None:
        pytest.skip(NO_BROWSER)
    with sync_playwright() as driver:
        chromium = launch(driver)
        try:
            yield chromium
        finally:
            chromium.close()


@contextmanager
def opened(browser: Browser, address: str, *, ready: str = SHOWN, **options: Any) -> Iterator[Page]:
    """Open a page, and wait for ``ready``, a selector of what is shown at last; ``options`` are of a context.

    When it is closed, it has said nothing in the console, raised no error, broken no policy, asked no other
    origin, and got all that it asked for.
    """
    context = browser.new_context(**options)
    page = new_page(context, offline=options.get("offline", False))
    page.set_default_timeout(WAIT_MS)
    amiss: list[str] = []
    origin = urlsplit(address)[:2]

    def note_request(request: Request) -> None:
        scheme, place, *_ = urlsplit(request.url)
        # Both are made by the page itself.
        if scheme not in ("blob", "data") and (scheme, place) != origin:
            amiss.append(f"another origin: {request.url}")

    page.on("console", lambda message: amiss.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: amiss.append(f"error: {error}"))
    page.on("crash", lambda _: amiss.append("the page crashed"))
    context.on("request", note_request)
    context.add_init_script(VIOLATIONS + SHIFTS)
    try:
        page.goto(address)
        page.wait_for_selector(ready)
        yield page
    finally:
        context.close()
    assert not amiss, amiss


def violations(
    page: Page, *, rules: Sequence[str] = (), without: Sequence[str] = (), within: Sequence[str] = ()
) -> list[tuple[str, Sequence[str]]]:
    """Return what axe finds: the rule, and the elements that break it; of ``rules`` alone, if any.

    ``without`` are rules that are left out; ``within`` are selectors of what is looked at.
    """
    options: dict[str, Any] = {**AXE, "rules": AXE["rules"] | {rule: {"enabled": False} for rule in without}}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    there = [selector for selector in within if page.locator(selector).count()]
    if within and not there:
        return []
    found = Axe().run(page, context={"include": [[one] for one in there]} if there else None, options=options)
    return [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found.response["violations"]]


def layout_shift(page: Page) -> float:
    """Return by how much what was shown has moved without the reader's doing (the CLS of web.dev)."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    return float(page.evaluate("shifted"))


def is_as_wide_as_its_window(page: Page) -> bool:
    """Tell if nothing lies beyond the right edge, to be scrolled to."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def too_small_for_a_finger(page: Page) -> list[str]:
    """Return what can be touched and is lower than 44 pixels, as HTML."""
    found: list[str] = page.evaluate(SMALL)
    return found


def told_result(value: Mapping[str, int]) -> str:
    """Return a result as the board tells it in English: each side in words, with its number."""
    names = {"N": "North", "E": "East", "S": "South", "W": "West"}
    sides = {"-".join(names[seat] for seat in side): number for side, number in value.items()}
    minus = str.maketrans("-", "\u2212")
    return ", ".join(f"{side}\u00a0{str(number).translate(minus)}" for side, number in sides.items())


def says(page: Page, selector: str, text: str) -> None:
    """Wait until the first element of a selector has a text within what it shows."""
    expect(page.locator(selector).first).to_contain_text(text, use_inner_text=True)


def reads(page: Page, selector: str, text: str) -> None:
    """Wait until a text is all that the first element of a selector shows."""
    expect(page.locator(selector).first).to_have_text(text, use_inner_text=True)


def leads_to(page: Page, part: str) -> None:
    """Wait until a part stands in the address."""
    expect(page).to_have_url(re.compile(re.escape(part)))


def wait_until(page: Page, expression: str) -> None:
    """Wait until an expression is true; what playwright has for it is refused by the policy of the pages."""
    due = time.monotonic() + WAIT_MS / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < due, expression
        page.wait_for_timeout(20)
