"""Take the pictures of the board on these pages: ``python -m docs.take_screenshot`` (needs Chromium)."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from benchmarks.chromium import launch
from solver import Language, Speech, analyse, report_page

FOLDER = Path(__file__).parent
SAMPLE = FOLDER.with_name("samples") / "belote.json"


class Picture(NamedTuple):
    """A picture of the page of an analysis."""

    name: str
    log: Any
    at: str
    """The place on the page, as its address tells it."""
    width: int
    height: int
    language: Language = "en"
    theme: Literal["light", "dark"] = "light"


def pictures() -> tuple[Picture, ...]:
    """Return the pictures: the card that decided a game, the same on a phone, and a match."""
    log = json.loads(SAMPLE.read_text(encoding="utf-8"))
    deal = {name: log[name] for name in ("dealer", "deal", "contract", "plays", "players")}
    match = {"variant": log["variant"], "deals": [deal, {**deal, "plays": deal["plays"][:8]}]}
    return (
        Picture("page.png", log, "#1-7", 1280, 1160),
        Picture("page-phone.png", log, "#1-7", 390, 1100, "fr", "dark"),
        Picture("page-match.png", match, "", 1000, 900),
    )


def take(browser: Browser, picture: Picture, folder: Path) -> bytes:
    """Return a picture as PNG; the page is written into a folder first."""
    page_file = folder / f"{picture.name}.html"
    speech = Speech(picture.language, picture.language)
    page_file.write_text(report_page(analyse(picture.log), speech), encoding="utf-8")
    page = browser.new_page(
        viewport={"width": picture.width, "height": picture.height}, color_scheme=picture.theme
    )
    try:
        page.goto(page_file.as_uri() + picture.at)
        page.wait_for_selector("#board > *")
        return page.screenshot()
    finally:
        page.close()


def main() -> None:
    """Take all of them; raise FileNotFoundError if no browser is installed."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = launch(driver)
        for picture in pictures():
            data = take(browser, picture, Path(folder))
            (FOLDER / picture.name).write_bytes(data)
            sys.stdout.write(f"{picture.name}: {len(data)} bytes\n")
        browser.close()


if __name__ == "__main__":
    main()
