"""``python -m benchmarks.board``: the pages of the board in Chromium, as fast as a reader finds them.

A page is measured from its request to its first paint, its first values and its last shift, without a cache;
a click from the event to the move on the table, and to the values of the cards after it.
"""

import json
import sys
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import click
from playwright.sync_api import Browser, Page, Route, sync_playwright

from benchmarks.chromium import launch
from benchmarks.load.server import HOME, serve

WAIT_MS = 120_000
VALUES = "button.card .value:not(:empty)"
WIDTH, HEIGHT = 1280, 900
RTT_MS, SLOWER = 150, 4
"""The network and the processor of a slow phone: a round trip in milliseconds, and how many times as slow."""
PAUSE_MS = 400
"""Between two clicks: faster than a reader, who looks at the cards."""
N_CLICKS = 16
"""In one deal of belote, which has 32 cards."""

SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
}).observe({ type: "layout-shift", buffered: true });
"""
LOADED = """() => {
  const CORE = /\\.wasm$/;
  const files = performance.getEntriesByType("resource");
  const [page] = performance.getEntriesByType("navigation");
  // What the cache had was not sent.
  const all = [page, ...files].filter((one) => one.transferSize);
  return {
    paint_ms: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    shift: window.shifted,
    requests: all.length,
    bytes: all.filter(({ name }) => !CORE.test(name)).reduce((sum, one) => sum + one.encodedBodySize, 0),
  };
}"""
CLICK = """(values) => new Promise((resolve) => {
  const board = document.getElementById("board");
  const old = new Set(board.querySelectorAll("button.card:has(.value:not(:empty))"));
  const chosen = [...old][Math.floor(old.size * CHOICE)];
  const begun = performance.now();
  let moved_ms = null;
  const look = () => {
    if (moved_ms === null) {
      // What was drawn is also laid out before the next picture.
      void document.body.offsetHeight;
      moved_ms = performance.now() - begun;
    }
    const shown = board.querySelector(values);
    if (shown && !old.has(shown.closest("button"))) {
      watcher.disconnect();
      resolve({ moved_ms, valued_ms: performance.now() - begun });
    }
  };
  const watcher = new MutationObserver(look);
  watcher.observe(board, { childList: true, subtree: true, characterData: true });
  chosen.click();
})"""


class Loaded(NamedTuple):
    """A page that was loaded."""

    paint_ms: float
    """The first contentful paint, from the request on."""
    valued_ms: float
    """The first values of cards."""
    shift: float
    requests: int
    bytes: int
    """Of all bodies as they were sent, but for the core."""


class Target(NamedTuple):
    """A figure, and what it may be at most."""

    name: str
    found: Sequence[float]
    at_most: float | None = None
    of_tail: bool = False
    """The 95th percentile is held to it, not the median."""

    @property
    def tail(self) -> float:
        """The 95th percentile."""
        return sorted(self.found)[min(len(self.found) - 1, int(0.95 * len(self.found)))]

    @property
    def is_kept(self) -> bool:
        """True if it is within its limit."""
        return self.at_most is None or (self.tail if self.of_tail else median(self.found)) <= self.at_most

    def row(self) -> str:
        """Return the row of the table."""
        figures = (median(self.found), self.tail, max(self.found))
        shown = " | ".join(f"{number:,.3g}" if number < 1_000 else f"{number:,.0f}" for number in figures)
        target = "–" if self.at_most is None else f"{self.at_most:,g}{' at p95' if self.of_tail else ''}"
        return f"| {self.name} | {len(self.found)} | {shown} | {target} | {'yes' if self.is_kept else 'no'} |"


@contextmanager
def opened(browser: Browser, slow: bool) -> Iterator[Page]:
    """An empty page with nothing in its cache; ``slow`` as a phone."""
    context = browser.new_context(locale="en", viewport={"width": WIDTH, "height": HEIGHT})
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    page.add_init_script(SHIFTS)
    if slow:
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        unlimited = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        session.send("Network.emulateNetworkConditions", {**unlimited, "latency": RTT_MS})
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    try:
        yield page
    finally:
        context.close()


def load(browser: Browser, address: str, ready: str, *, slow: bool) -> Loaded:
    """Load a page until ``ready`` is there, and a little longer for what may still shift."""
    with opened(browser, slow) as page:
        begun = time.perf_counter()
        page.goto(address, wait_until="commit")
        page.wait_for_selector(ready)
        valued_ms = 1000 * (time.perf_counter() - begun)
        page.wait_for_timeout(500)
        return Loaded(valued_ms=valued_ms, **page.evaluate(LOADED))


def click_cards(
    browser: Browser, home: str, requests: Sequence[Mapping[str, Any]], by_service: bool, random: Random
) -> list[dict[str, float]]:
    """Play cards at random in deals, and return the times of each in milliseconds.

    by_service: the browser has no WebAssembly; else the service solves nothing.
    """
    found: list[dict[str, float]] = []
    for request in requests:
        with opened(browser, slow=False) as page:
            if by_service:
                page.add_init_script("delete globalThis.WebAssembly")
            else:
                page.route("**/v1/solve", refuse)
            page.goto(f"{home}/board#{packed(request)}")
            page.wait_for_selector(VALUES)
            for _ in range(N_CLICKS):
                page.wait_for_timeout(PAUSE_MS)
                script = CLICK.replace("CHOICE", str(random.random()))
                found.append(page.evaluate(script, VALUES))
    return found


def refuse(route: Route) -> None:
    """Let a request fail."""
    route.abort()


def packed(position: Mapping[str, Any]) -> str:
    """Return a position as an address has it."""
    text = json.dumps({"position": position, "line": []})
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def deals_of_belote(n: int) -> list[Mapping[str, Any]]:
    """The first deals of the list."""
    text = Path(__file__).with_name("deals").joinpath("belote.ndjson").read_text(encoding="utf-8")
    lines = [json.loads(line)["request"] for line in text.splitlines()[:n]]
    return [{name: value for name, value in request.items() if name != "plays"} for request in lines]


def measure(n_loads: int, n_deals: int, tell: Callable[[str], None]) -> list[Target]:
    """Measure every page and every click; raise FileNotFoundError if no browser is installed."""
    targets: list[Target] = []
    with serve() as service, sync_playwright() as driver:
        browser = launch(driver)
        home = f"http://127.0.0.1:{service.port}"
        # Step 1. Pages: the first load warms the service and is not counted.
        for name, place, ready in pages_of(home):
            for slow in (False, True):
                tell(name)
                loads = [load(browser, home + place, ready, slow=slow) for _ in range(n_loads + 1)][1:]
                targets += targets_of(name, loads, slow=slow)
        # Step 2. Clicks, answered by the service, then by the core in the browser.
        for solver, by_service in (("the service", True), ("WebAssembly", False)):
            tell(f"clicks, {solver}")
            clicks = click_cards(browser, home, deals_of_belote(n_deals), by_service, Random(1))
            targets.append(
                Target(f"click to move, {solver}, ms", [one["moved_ms"] for one in clicks], 16, of_tail=True)
            )
            targets.append(
                Target(
                    f"click to values, {solver}, ms", [one["valued_ms"] for one in clicks], 100, of_tail=True
                )
            )
        browser.close()
    return targets


def pages_of(home: str) -> list[tuple[str, str, str]]:
    """The name of each page, its place, and what is shown at last; an analysis is made first."""
    log = (HOME / "samples" / "belote.json").read_bytes()
    asked = Request(f"{home}/v1/analyses", log, {"Content-Type": "application/json"})
    with urlopen(asked) as answer:
        place = answer.headers["Location"].removeprefix("/v1")
    return [("board", "/board", VALUES), ("analysis", place, VALUES)]


def targets_of(name: str, loads: Sequence[Loaded], *, slow: bool) -> list[Target]:
    """Return the figures of the loads of one page, each with its target."""
    where = f"{name}, {RTT_MS} ms away, {SLOWER} × slower" if slow else name
    found = [
        Target(f"{where}: first paint, ms", [one.paint_ms for one in loads], 1_800 if slow else 800),
        Target(f"{where}: first values, ms", [one.valued_ms for one in loads]),
        Target(f"{where}: layout shift", [one.shift for one in loads], 0.02),
    ]
    if not slow:
        found.append(Target(f"{where}: bytes", [one.bytes for one in loads], 60_000))
        found.append(Target(f"{where}: requests", [one.requests for one in loads]))
    return found


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--loads", default=9, show_default=True, help="Of every page, besides one to warm up.")
@click.option("--deals", default=8, show_default=True, help="Of belote, to click through.")
def main(loads: int, deals: int) -> None:
    """Measure the pages of the board in Chromium. The exit status is 1 when a target was missed."""
    targets = measure(loads, deals, lambda text: click.echo(text, err=True))
    click.echo(
        "| what | n | median | p95 | max | at most | met |\n| --- | ---: | ---: | ---: | ---: | --- | --- |"
    )
    for target in targets:
        click.echo(target.row())
    sys.exit(0 if all(target.is_kept for target in targets) else 1)


if __name__ == "__main__":
    main()
