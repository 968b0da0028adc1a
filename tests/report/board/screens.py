"""The screens that people see: a new one is a line here, and is held to all that holds for each."""

from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Page

from tests.support.pages import SHOWN, Served


class Screen(NamedTuple):
    """A page, and how it comes to show what is looked at."""

    name: str
    address: Callable[[Served], str]
    ready: str = SHOWN
    act: Callable[[Page], object] = lambda page: None
    """What is done there first, as ``lambda page: page.click("button[data-key=try]")``."""


SOON = 2_000_000
"""Nodes that are enough for the last tricks of any deal."""

SCREENS = (
    Screen("board", lambda served: f"{served.home}/board"),
    Screen("analysis", lambda served: f"{served.analysis}#1-7"),
    Screen("bridge", lambda served: served.judged("bridge")),
    Screen("stock", lambda served: f"{served.judged('california_jack', SOON)}#1-20"),
)
