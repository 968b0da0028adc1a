"""Ctrl-C ends long searches at once, in whatever way they are called."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from solver import CancelToken
from solver.engine.keyboard import FEW_NODES, LONG, stoppable
from solver.engine.native import Turn, ground, run_in_threads
from tests.support.waiting import PATIENCE_S

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


PRESSED = """
import json, os, signal, sys, threading, time
from solver import CancelToken, Limit, Position, Solver, analyse, solve, solve_many, tabulate
from solver.engine.believed import BelievedDeals
from solver.engine.shallow import shallow_values

signal.signal(signal.SIGINT, signal.default_int_handler)  # shells have it ignored in the background
log = json.load(open({sample!r}))
token = CancelToken()
whole = Position.from_dict({{**log, "plays": []}})  # a deal that takes minutes


def press():
    while len(sys._current_frames()) < 3:  # until something searches in a thread of its own
        time.sleep(0.005)
    os.kill(os.getpid(), signal.SIGINT)


threading.Thread(target=press).start()
try:
    {search}
except KeyboardInterrupt:
    print("interrupted", token.is_cancelled)
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
        "solve(whole, Limit(cancel=token))",
        "solve_many([whole], Limit(cancel=token))",
        "analyse(log, Limit(cancel=token))",
        "tabulate({**log, 'plays': []}, Limit(cancel=token), threads=2)",
    ],
)
def test_the_keyboard_ends_a_long_search(search: str) -> None:
    sample = str(SAMPLES / "california_jack.json")
    code = PRESSED.format(sample=sample, search=search)
    # A process of its own: a signal that came too early or too late would end the tests.
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE_S)
    # It ends, so nothing goes on searching.
    assert (found.returncode, found.stdout, found.stderr) == (0, "interrupted False\n", "")


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
import os, signal, sys, threading, time
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
        while len(sys._current_frames()) < 3:
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
    while len(sys._current_frames()) > 2:
        time.sleep(0.001)
print(n_stopped == N_ROUNDS)
"""


@pytest.mark.night
def test_the_keyboard_is_noticed_at_any_moment() -> None:
    # A wait without an end did not notice a signal that came just before it, in one round of some hundreds.
    found = subprocess.run(
        [sys.executable, "-c", PRESSED_AT_ANY_MOMENT], capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "True\n", "")


PRESSED_OFTEN = """
import json, random, signal
from solver import Limit, Position, Solver

log = json.load(open({sample!r}))
position = Position.from_dict({{**log, "plays": log["plays"][:{n_plays}]}})
rng, solver = random.Random(1), Solver(position)
signal.signal(signal.SIGALRM, signal.default_int_handler)  # comes at any moment, as Ctrl-C does
right, n_left = solver.solve(position).value, 1500
while n_left:
    try:
        signal.setitimer(signal.ITIMER_REAL, rng.uniform(1e-5, 3e-4))
        while True:
            solver.solve(position, Limit({limit}))
    except KeyboardInterrupt:
        n_left -= 1
answer = solver.solve(position, Limit(time_ms=1000))
print(answer.value == right, solver._lock.locked())
"""


@pytest.mark.parametrize(
    ("sample", "n_plays", "limit"), [("belote", 26, ""), ("belote", 26, "time_ms=1000"), ("bridge", 18, "")]
)
def test_a_solver_is_free_after_the_keyboard_was_pressed_at_any_moment(
    sample: str, n_plays: int, limit: str
) -> None:
    code = PRESSED_OFTEN.format(sample=str(SAMPLES / f"{sample}.json"), n_plays=n_plays, limit=limit)
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE_S)
    assert (found.returncode, found.stdout, found.stderr) == (0, "True False\n", "")


def test_a_turn_lets_go_what_it_has_taken_and_nothing_else() -> None:
    lock = threading.Lock()
    with Turn(lock) as turn:
        assert not lock.locked()
        assert turn.take()
        assert turn.take(0)
        with Turn(lock) as other:
            assert not other.take(0)
            assert not other.take(0.01)
        assert lock.locked()
    assert not lock.locked()
    with pytest.raises(ValueError, match="no int"), Turn(lock) as turn:
        int("no int" * turn.take(1))
    assert not lock.locked()


def test_a_token_raises_those_that_are_made_of_it() -> None:
    outer = CancelToken()
    inner = [outer.inner() for _ in range(5)]
    innermost = inner[2].inner()
    inner[3].cancel()
    assert [token.is_cancelled for token in inner] == [False, False, False, True, False]
    assert not outer.is_cancelled
    for place in (4, 1, 0, 1):  # the last, one between, the first, and the last that is left but one
        del inner[place]
        inner.append(outer.inner())
    del inner[:2]
    outer.cancel()
    assert all(token.is_cancelled for token in (*inner, innermost, outer.inner(), innermost.inner()))


def test_a_token_is_told_by_whichever_thread_cancels_it_while_others_come_and_go() -> None:
    outer, is_over = CancelToken(), threading.Event()

    def make() -> None:
        while not is_over.is_set():
            assert len({id(token) for token in [outer.inner() for _ in range(20)]}) == 20

    threads = [Thread(target=make) for _ in range(3)]
    for thread in threads:
        thread.start()
    mine = [outer.inner() for _ in range(1000)]
    outer.cancel()
    is_over.set()
    for thread in threads:
        thread.join()
    assert all(token.is_cancelled for token in mine)


@pytest.mark.parametrize("n_started", [0, 1])
def test_what_no_thread_can_be_started_for_is_done_by_those_that_there_are(
    monkeypatch: pytest.MonkeyPatch, n_started: int
) -> None:
    compiled: Any = ground
    start, n_left = compiled.start_new_thread, iter(range(n_started))

    def start_some(*given: Any) -> Any:
        if next(n_left, None) is None:
            raise RuntimeError("can't start new thread")
        return start(*given)

    monkeypatch.setattr(compiled, "start_new_thread", start_some)
    ran: list[bool] = []
    run_in_threads(lambda: ran.append(threading.get_ident() == threading.main_thread().ident), 3, ran.clear)
    assert ran == [n_started == 0]
    assert stoppable(lambda token: token is not None, LONG, None)


def test_only_long_searches_of_the_main_thread_have_one_of_their_own() -> None:
    def where(cancel: CancelToken | None) -> tuple[Thread, CancelToken | None]:
        return threading.current_thread(), cancel

    here = threading.main_thread()
    assert stoppable(where, LONG - 1, None) == (here, None)
    token = CancelToken()
    assert stoppable(where, LONG - 1, token) == (here, token)
    assert stoppable(where, LONG, token, FEW_NODES) == (here, token)
    for given in (None, token):
        thread, own = stoppable(where, LONG, given, FEW_NODES + 1)
        assert thread is not here
        assert isinstance(own, CancelToken)
        assert own is not token
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


def test_a_stop_that_fails_is_tried_once_a_round() -> None:
    n_calls = 0

    def stop() -> None:
        nonlocal n_calls
        n_calls += 1
        # Called without end, it would hold the test for ever.
        if n_calls <= 100:
            raise OSError("nothing stops")

    def press(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, press)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises((OSError, KeyboardInterrupt)):
            run_in_threads(lambda: time.sleep(0.3), 1, stop)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert 1 <= n_calls < 100
