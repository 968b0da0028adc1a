"""Ctrl-C ends long searches at once, in whatever way they are called."""

import subprocess
import sys
import threading
from pathlib import Path
from threading import Thread

import pytest

from solver import CancelToken
from solver.engine.keyboard import LONG, run_in_threads, stoppable
from tests.support.waiting import PATIENCE_S

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


PRESSED = """
import json, os, signal, threading, time
from solver import Limit, Position, Solver, analyse, solve, solve_many, tabulate
from solver.engine.believed import BelievedDeals
from solver.engine.shallow import shallow_values

signal.signal(signal.SIGINT, signal.default_int_handler)  # shells have it ignored in the background
log = json.load(open({sample!r}))
whole = Position.from_dict({{**log, "plays": []}})  # a deal that takes minutes


def press():
    while threading.active_count() < 3:  # until something searches in a thread of its own
        time.sleep(0.005)
    os.kill(os.getpid(), signal.SIGINT)


threading.Thread(target=press).start()
try:
    {search}
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    "search",
    [
        "solve(whole)",
        "solve(whole, Limit(threads=2))",
        "solve_many([whole])",
        "analyse(log)",
        "Solver(whole).leads(whole)",
        "BelievedDeals().solve([whole], Limit())",
        "tabulate({**log, 'plays': []}, threads=2)",
        "shallow_values(whole, whole.n_cards_left, 10**12)",
    ],
)
def test_the_keyboard_ends_a_long_search(search: str) -> None:
    sample = str(SAMPLES / "california_jack.json")
    code = PRESSED.format(sample=sample, search=search)
    # A process of its own: a signal that came too early or too late would end the tests.
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE_S)
    # It ends, so nothing goes on searching.
    assert (found.returncode, found.stdout, found.stderr) == (0, "interrupted\n", "")


PRESSED_TWICE = """
import os, signal, time
from solver.engine.keyboard import LONG, stoppable

signal.signal(signal.SIGINT, signal.default_int_handler)
did_end = False


def search(token):
    global did_end
    os.kill(os.getpid(), signal.SIGINT)
    while not token.is_cancelled:
        time.sleep(0.005)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.2)  # as a table that grows
    did_end = True


try:
    stoppable(search, LONG, None)
except KeyboardInterrupt:
    print(did_end)
"""


def test_a_search_has_ended_when_the_keyboard_was_pressed_twice() -> None:
    found = subprocess.run(
        [sys.executable, "-c", PRESSED_TWICE], capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "True\n", "")


PRESSED_AT_ANY_MOMENT = """
import os, signal, threading, time
from solver.engine.keyboard import LONG, stoppable

N_ROUNDS = 500
signal.signal(signal.SIGINT, signal.default_int_handler)
may_press = threading.Semaphore(0)


def search(token):
    while not token.is_cancelled:
        time.sleep(0.0005)


def press():
    for number in range(N_ROUNDS):
        may_press.acquire()
        while threading.active_count() < 3:
            pass
        time.sleep(number % 20 / 1e5)
        os.kill(os.getpid(), signal.SIGINT)


threading.Thread(target=press, daemon=True).start()
n_stopped = 0
for _ in range(N_ROUNDS):
    may_press.release()
    try:
        stoppable(search, LONG, None)
    except KeyboardInterrupt:
        n_stopped += 1
    while threading.active_count() > 2:
        time.sleep(0.001)
print(n_stopped == N_ROUNDS)
"""


@pytest.mark.night
def test_the_keyboard_is_noticed_at_any_moment() -> None:
    # A wait without an end did not notice a signal that came just before it, in one round of some hundreds.
    # More rounds meet a fault of the interpreter: one press of some ten thousands spoils its list of threads.
    found = subprocess.run(
        [sys.executable, "-c", PRESSED_AT_ANY_MOMENT], capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "True\n", "")


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


def test_what_one_of_several_threads_raises_stops_the_others() -> None:
    numbers, is_stopped = iter(range(2)), threading.Event()

    def run() -> None:
        if next(numbers) == 0:
            raise MemoryError("no memory")
        assert is_stopped.wait(PATIENCE_S)

    with pytest.raises(MemoryError, match="no memory"):
        run_in_threads(run, 2, is_stopped.set)
