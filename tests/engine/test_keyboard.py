"""Ctrl-C ends long searches at once, in whatever way they are called."""

import json
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from solver import CancelToken, Limit, Position, analyse, solve, solve_many
from solver.engine.keyboard import LONG, stoppable

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
LOG: dict[str, Any] = json.loads((SAMPLES / "california_jack.json").read_text(encoding="utf-8"))
WHOLE = Position.from_dict({**LOG, "plays": []})
"""A deal that takes minutes."""


def interrupt_when(is_ready: Callable[[], bool], stop: threading.Event) -> None:
    """Press Ctrl-C, as it were, once ``is_ready``."""
    while not is_ready():
        if stop.wait(0.005):
            return
    os.kill(os.getpid(), signal.SIGINT)


def is_searching() -> bool:
    """True once a search runs in a thread of its own."""
    return any(thread.name.startswith(("search", "ThreadPoolExecutor")) for thread in threading.enumerate())


@pytest.mark.slow
@pytest.mark.parametrize(
    "search",
    [
        pytest.param(lambda: solve(WHOLE), id="solve"),
        pytest.param(lambda: solve(WHOLE, Limit(threads=2)), id="two threads"),
        pytest.param(lambda: solve_many([WHOLE]), id="solve_many"),
        pytest.param(lambda: analyse(LOG), id="analyse"),
    ],
)
def test_the_keyboard_ends_a_long_search(search: Callable[[], object]) -> None:
    assert threading.current_thread() is threading.main_thread()
    before, stop = signal.signal(signal.SIGINT, signal.default_int_handler), threading.Event()
    presser = Thread(target=interrupt_when, args=(is_searching, stop))
    presser.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            search()
    finally:
        stop.set()
        presser.join()
        signal.signal(signal.SIGINT, before)
    # Nothing goes on searching.
    assert not is_searching()


def test_only_long_searches_of_the_main_thread_have_one_of_their_own() -> None:
    def where(cancel: CancelToken | None) -> tuple[Thread, CancelToken | None]:
        return threading.current_thread(), cancel

    here = threading.main_thread()
    assert stoppable(where, LONG - 1, None) == (here, None)
    token = CancelToken()
    assert stoppable(where, LONG, token) == (here, token)
    thread, own = stoppable(where, LONG, None)
    assert thread is not here
    assert isinstance(own, CancelToken)
    found: list[tuple[Thread, CancelToken | None]] = []
    other = Thread(target=lambda: found.append(stoppable(where, LONG, None)))
    other.start()
    other.join()
    assert found == [(other, None)]


def test_what_a_search_raises_is_raised() -> None:
    def fail(_: CancelToken | None) -> None:
        raise MemoryError("no memory")

    with pytest.raises(MemoryError, match="no memory"):
        stoppable(fail, LONG, None)
