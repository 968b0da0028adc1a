"""Every screen, for everybody: axe finds nothing, nothing is cut off, a finger hits what it aims at."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.report.board.screens import SAVED, SCREENS, SavedScreen, Screen, evening, log_of_three
from tests.support.board.pages import (
    Served,
    host,
    is_as_wide_as_its_window,
    layout_shift,
    opened,
    too_small_for_a_finger,
    violations,
)
from tests.support.command_line import ROOT, run
from tests.support.depth import by_depth

pytestmark = pytest.mark.server
LANGUAGES = ("en", "fr")
HEIGHT = 900
COLOUR_RULES = ("color-contrast", "link-in-text-block")
COLOURED_BY_WIDTH = (".steps", ".stage .above", ".grid tbody td")
"""What has a colour in one width that it has not in another."""
WIDTH = re.compile(r"@(?:media|container)[^{]*width[^{]*\{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}")
COLOURED = re.compile(r"([^{}]*)\{[^{}]*(?<![\w-])(?:color|background|fill|opacity)\b[^{}]*\}")
MOST_SHIFT = 0.02
"""How little may move while a page builds up: a fifth of what is thought good."""
ZOOMED: ViewportSize = {"width": 640, "height": 400}
"""A window of 1280 pixels at 200 %."""
LARGE_LETTERS: ViewportSize = {"width": 160, "height": 370}
"""A phone of 320 by 740 pixels at 200 %, or the width that its letters of twice the size leave."""
MOVES = """
[...document.querySelectorAll("*")].filter((one) => {
  const { animationName, animationDuration, transitionDuration } = getComputedStyle(one);
  const lasts = (text) => Math.max(...text.split(",").map(parseFloat)) > 0.01;
  return (animationName !== "none" && lasts(animationDuration)) || lasts(transitionDuration);
}).map((one) => one.outerHTML.slice(0, 200))
"""


def test_the_width_colours_nothing_else() -> None:
    found = []
    for folder in ("solver", "api"):
        for path in (ROOT / folder).rglob("*.css"):
            text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            found += [one for block in WIDTH.findall(text) for one in COLOURED.findall(block)]
    assert found
    assert not [one for one in found if not one.strip().startswith(COLOURED_BY_WIDTH)]


AnyScreen = TypeVar("AnyScreen", Screen, SavedScreen)


def looked_at(screens: Sequence[AnyScreen]) -> list[tuple[AnyScreen, str]]:
    """Return each screen in each language; in a run of the usual depth in one of them, in turns."""
    in_turns = [(screen, LANGUAGES[number % 2]) for number, screen in enumerate(screens)]
    return by_depth(in_turns, [(screen, language) for language in LANGUAGES for screen in screens])


def name_of(value: Screen | SavedScreen | str) -> str:
    """Return how a test names a screen or a language."""
    return value if isinstance(value, str) else value.name


@pytest.mark.by_day(2)
@pytest.mark.parametrize(("screen", "language"), looked_at(SCREENS), ids=name_of)
def test_anybody_can_use_it(browser: Browser, served: Served, screen: Screen, language: str) -> None:
    # One load, as a phone would.
    with opened(browser, screen.address(served), ready=screen.ready, **on_a_phone(language)) as page:
        assert layout_shift(page) <= MOST_SHIFT
        screen.act(page)
        serves_anybody(page, language)


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("screen", "language"), looked_at(SAVED), ids=name_of)
def test_anybody_can_use_what_is_saved(
    browser: Browser, saved: Mapping[str, str], screen: SavedScreen, language: str
) -> None:
    address = saved[f"{screen.kind} {language}"] + screen.fragment
    with opened(browser, address, ready=screen.ready, **on_a_phone(language)) as page:
        screen.act(page)
        serves_anybody(page, language)


@pytest.fixture(scope="module")
def saved(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """The addresses of what the commands write, by kind and language; no browser, and nothing is written."""
    folder = tmp_path_factory.mktemp("saved")
    match = folder / "match.json"
    match.write_text(json.dumps(log_of_three()), encoding="utf-8")
    logs = {"deal": ROOT / "samples" / "belote.json", "match": match}
    with ExitStack() as hosts:
        found = {}
        for language, place in (("en", "en_GB.UTF-8"), ("fr", "fr_FR.UTF-8")):
            for kind, log in logs.items():
                page = folder / f"{kind}-{language}.html"
                made = run("analyse", "--no-fair", "--html", str(page), str(log), language=place)
                assert made.exit_code == 0, made.stderr
                found[f"{kind} {language}"] = page.as_uri()
            records = folder / f"records-{language}.html"
            made = run("table", "--html", str(records), stdin=evening(), language=place)
            # One board has no deal.
            assert made.exit_code == 1
            found[f"records {language}"] = records.as_uri()
            assert run("board", str(folder / language), language=place).exit_code == 0
            found[f"folder {language}"] = hosts.enter_context(host(folder / language))
        yield found


def on_a_phone(language: str) -> dict[str, Any]:
    """The options of a narrow window."""
    return {"locale": language, "viewport": {"width": 320, "height": HEIGHT}}


def serves_anybody(page: Page, language: str) -> None:
    """Hold an open page to all that is asked of every screen."""
    expect(page.locator("html")).to_have_attribute("lang", language)
    # Step 1. Both widths; all rules in one theme, in the other those of colours for what the width colours.
    # A theme is no more than colours.
    for width, is_dark in ((320, False), (1280, True)):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.emulate_media(color_scheme="dark" if is_dark else "light")
        assert is_as_wide_as_its_window(page), width
        assert not too_small_for_a_finger(page), width
        if language == "en":
            assert not violations(page), width
            page.emulate_media(color_scheme="light" if is_dark else "dark")
            assert not violations(page, rules=COLOUR_RULES, within=COLOURED_BY_WIDTH), width
        elif not is_dark:
            # Another language is other texts in elements of the same colours: it is looked at once.
            assert not violations(page, without=COLOUR_RULES), width
    # Step 2. A phone with letters of twice the size; zoomed, in the user's own colours, and without movement.
    page.set_viewport_size(LARGE_LETTERS)
    assert is_as_wide_as_its_window(page)
    page.set_viewport_size(ZOOMED)
    assert is_as_wide_as_its_window(page)
    page.emulate_media(forced_colors="active")
    assert is_as_wide_as_its_window(page)
    assert not too_small_for_a_finger(page)
    page.emulate_media(forced_colors="none", reduced_motion="reduce")
    assert not page.evaluate(MOVES)
