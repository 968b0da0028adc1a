"""The screens that people see: a new one is a line here, and is held to all that holds for each."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from tests.report.test_match import match_body
from tests.support.board.pages import SHOWN, Served, post_log
from tests.support.command_line import ROOT


class Screen(NamedTuple):
    """A page, and how it comes to show what is looked at."""

    name: str
    address: Callable[[Served], str]
    ready: str = SHOWN
    act: Callable[[Page], object] = lambda page: None
    """What is done there first, as ``lambda page: page.click("button[data-key=try]")``."""


class SavedScreen(NamedTuple):
    """A page without a service."""

    name: str
    kind: str
    """A ``deal``, a ``match`` or hand ``records`` in a file, or the ``folder`` of the board."""
    fragment: str = ""
    """What stands behind its address."""
    ready: str = SHOWN
    act: Callable[[Page], object] = lambda page: None
    """What is done there first."""


def log_of_three() -> dict[str, Any]:
    """A match: the belote sample whole, thrown in, without its play, and as far as its second trick."""
    log = match_body("belote", 1)
    (whole,) = log["deals"]
    log["deals"] = [whole, {"passed_out": True}, whole | {"plays": []}, whole | {"plays": whole["plays"][:8]}]
    return log


def match_of_three(served: Served) -> str:
    """Have `log_of_three` judged."""
    return f"{served.home}/analyses/{post_log(served.app, log_of_three())}"


def log_of_calls() -> dict[str, Any]:
    """The auction of contrée, its calls to be judged, and no card played."""
    path = ROOT / "samples" / "auctions" / "contree.json"
    log: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return log | {"calls": True, "plays": []}


def evening() -> str:
    """Deals of three games, with names and without, and a board that cannot be read, a line each."""
    bodies = [without_play(name) for name in ("contree", "bridge", "all_fours")]
    return "\n".join(map(json.dumps, [*bodies, {"variant": "bridge", "id": "board 4"}]))


def without_play(sample: str) -> dict[str, Any]:
    """The deal of a sample, as it was before the play."""
    log = json.loads((ROOT / "samples" / f"{sample}.json").read_text(encoding="utf-8"))
    return {key: value for key, value in log.items() if key != "plays"}


def judged_calls(served: Served) -> str:
    """Have `log_of_calls` judged."""
    return f"{served.home}/analyses/{post_log(served.app, log_of_calls())}"


def work_out_contracts(page: Page) -> None:
    """Ask for every contract, and wait until they are there."""
    page.click("section[aria-labelledby=contracts] button")
    page.wait_for_selector("table.contracts")


def show_solution(page: Page) -> None:
    """Have a puzzle's solution shown, with all that is told of it."""
    page.click("button[data-key=show]")
    page.wait_for_selector("button[data-key=look]")


OLD = "document.querySelectorAll('button.card').forEach((one) => { one.dataset.old = '' })"
SHOWN_ANEW = "button.card:not([data-old]) .value:not(:empty)"
"""The values of a board that was drawn after `OLD` was run."""


def begin_editing(page: Page, *, n_played: int = 0, n_after: int = 0) -> None:
    """Change the deal where so many cards of a line are played, and wait until its values stand below."""
    # The board goes along a line after its first values are there.
    cards = page.locator(".lines .trick button")
    if n_played:
        expect(cards.nth(n_played - 1)).to_have_attribute("aria-current", "step")
    page.evaluate(OLD)
    page.click("button[data-key=mode_edit]")
    page.wait_for_selector(".edit .status:not(:empty)")
    page.wait_for_selector(SHOWN_ANEW)
    expect(cards).to_have_count(n_played + n_after)
    if n_played:
        expect(cards.nth(n_played - 1)).to_have_attribute("aria-current", "step")


def begin_try(page: Page) -> None:
    page.click("[data-key=mode_try]")
    page.click("[data-key=try-begin]")
    page.wait_for_selector("button.card")


def give_up(page: Page) -> None:
    begin_try(page)
    page.click("button.card[data-key='card D7']")
    page.click("[data-key=try-give-up]")
    page.wait_for_selector("table.verdict thead th:nth-child(3)")


def answer_wrong(page: Page) -> None:
    page.click("[data-key=mode_learn]")
    page.select_option("#learn-whose", label=page.inner_text("#learn-whose option:nth-child(3)"))
    page.click("[data-key=learn-begin]")
    page.click("button.card[data-key='card D7']")
    page.wait_for_selector("[data-key=learn-retry]:focus")


SOON = 2_000_000
"""Nodes that are enough for the last tricks of any deal."""

MID_PLAY = (
    "game=belote&trump=H&taker=E&dealer=E&line=adge&N=AT.87.K8.AJ&E=J7.AQJ9.T.K&S=K.T.AQ97.Q8&W=Q98.K.J.T97"
)
"""A deal after its first trick."""
begin_editing_mid = partial(begin_editing, n_played=4)

CARDS = "button.card"
"""What is there when a card may be played whose value is not told."""

SCREENS = (
    Screen("home", lambda served: f"{served.home}/", "form#incoming"),
    Screen("board", lambda served: f"{served.home}/board"),
    Screen("analysis", lambda served: f"{served.analysis}#1-7"),
    Screen("bridge", lambda served: served.judged("bridge")),
    Screen("calls", judged_calls),
    Screen("match", lambda served: match_of_three(served), ready=".match"),
    Screen("contracts", lambda served: served.judged("contree"), act=work_out_contracts),
    Screen("try", lambda served: f"{served.analysis}#1-6", act=begin_try),
    Screen("verdict", lambda served: f"{served.analysis}#1-6", act=give_up),
    Screen("learn", lambda served: served.analysis, act=answer_wrong),
    Screen("stock", lambda served: f"{served.judged('california_jack', SOON)}#1-20"),
    Screen("edit", lambda served: f"{served.home}/board", act=begin_editing),
    Screen("edit_mid", lambda served: f"{served.home}/board#{MID_PLAY}", act=begin_editing_mid),
    Screen("puzzles", lambda served: f"{served.home}/puzzles", "form#choose"),
    Screen("puzzle", lambda served: served.puzzle("bridge"), CARDS),
    Screen("puzzle solved", lambda served: served.puzzle("belote"), CARDS, show_solution),
)

SAVED = (
    SavedScreen("file", "deal", "#1-7"),
    SavedScreen("report in a file", "deal", act=lambda page: page.click("#other")),
    SavedScreen("match in a file", "match", ready=".match"),
    SavedScreen("report of a match", "match", ready=".match", act=lambda page: page.click("#other")),
    SavedScreen("hand records", "records", ready=".record"),
    SavedScreen("folder", "folder"),
    SavedScreen("edit in a folder", "folder", act=begin_editing),
)
