"""Never more solves at once than there are slots, a short line behind them, the rest sent away politely."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from api import Settings, create_app
from api.parts import part_of
from api.solving.slots import LOOK_S, BusyError, SolvingSlots
from solver import CancelToken
from tests.support.api.service import PROBLEM
from tests.support.api.streaming import hard
from tests.support.waiting import PATIENCE_S, wait_until


def in_threads(number: int, work: Callable[[], None]) -> None:
    """Run ``work`` so many times at once."""
    threads = [threading.Thread(target=work) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def wait_until_in_line(slots: SolvingSlots, number: int) -> None:
    """Wait until so many stand in the line."""
    wait_until(lambda: slots.n_in_line == number, "the line is not as long")


def test_no_more_run_at_once_than_there_are_slots() -> None:
    slots = SolvingSlots(2, 10, 60_000)
    lock = threading.Lock()
    meeting = threading.Barrier(2, timeout=PATIENCE_S)
    running = most = done = 0

    def work() -> None:
        nonlocal running, most, done
        with slots.take():
            with lock:
                running += 1
                most = max(most, running)
            meeting.wait()  # no slot is left before there are two in them
            with lock:
                running -= 1
                done += 1

    in_threads(8, work)
    assert (most, done) == (2, 8)


def test_it_is_shown_how_many_are_taken_and_wait() -> None:
    shown: list[tuple[int, int]] = []
    slots = SolvingSlots(1, 5, 60_000, show=lambda *now: shown.append(now))

    def work() -> None:
        with slots.take():
            pass

    waiting = threading.Thread(target=work)
    with slots.take():
        waiting.start()
        while (1, 1) not in shown:
            assert waiting.is_alive()
    waiting.join()
    assert shown == [(1, 0), (1, 1), (1, 0), (0, 0)]
    shown.clear()
    late = SolvingSlots(1, 5, 0, show=lambda *now: shown.append(now))
    with late.take(), pytest.raises(BusyError), late.take():
        pass
    assert shown == [(1, 0), (1, 1), (1, 0), (0, 0)]


def test_whoever_waits_too_long_is_sent_away() -> None:
    slots = SolvingSlots(1, 5, 20)
    with slots.take(), pytest.raises(BusyError) as refused, slots.take():
        pass
    assert "none came free" in str(refused.value)


def test_whoever_finds_the_line_full_is_sent_away_at_once() -> None:
    slots = SolvingSlots(1, 0, 60_000)
    with slots.take(), pytest.raises(BusyError) as refused, slots.take():
        pass
    assert "the line for them is full" in str(refused.value)


def test_a_slot_is_free_again_after_a_failure() -> None:
    slots = SolvingSlots(1, 0, 0)
    for _ in range(3):
        with pytest.raises(KeyError), slots.take():
            raise KeyError
    with slots.take():
        pass


def test_stopping_stops_what_runs_and_what_comes() -> None:
    slots = SolvingSlots(2, 0, 0)
    with slots.take() as first:
        assert not first.is_cancelled
        slots.stop()
        assert first.is_cancelled
        with slots.take() as second:
            assert second.is_cancelled


def test_a_full_service_answers_503_and_still_answers_everything_else() -> None:
    app = create_app(Settings(solving_slots=1, waiting=0, wait_ms=0, database="none"))
    slots = part_of(app, SolvingSlots)
    answers: list[Any] = []

    def solve() -> None:
        answers.append(app.test_client().post("/v1/solve", json=hard()))

    thread = threading.Thread(target=solve)
    thread.start()
    wait_until(lambda: slots.n_taken == 1, "nothing is being solved")
    client = app.test_client()
    assert client.get("/healthz").status_code == 200
    for path in ("/v1/solve", "/v1/analyses"):
        refused: Any = client.post(path, json=hard())
        assert (refused.status_code, refused.content_type) == (503, PROBLEM)
        assert refused.json["type"] == "/problems/overloaded"
        assert refused.headers["Retry-After"] == "1"
    assert not answers
    slots.stop()
    thread.join()
    assert [answer.status_code for answer in answers] == [200]


def test_slots_are_handed_on_in_the_order_of_the_line() -> None:
    slots = SolvingSlots(1, 10, 60_000)
    order: list[str] = []
    to_come = Counter({"s": 3, "a": 1, "t": 3, "b": 1})
    threads = []

    def work(name: str) -> None:
        token = CancelToken()
        streams = to_come[name] > 1
        while to_come[name]:
            with slots.in_stream(token) if streams else nullcontext(), slots.take():
                order.append(name)
                to_come[name] -= 1
                n_others = sum(bool(n) for other, n in to_come.items() if other != name)
                wait_until_in_line(slots, n_others)

    with slots.take():
        for place, name in enumerate(to_come):
            threads.append(threading.Thread(target=work, args=(name,)))
            threads[-1].start()
            wait_until_in_line(slots, place + 1)
    for thread in threads:
        thread.join()
    assert "".join(order) == "satbstst"
    assert (slots.n_taken, slots.n_in_line) == (0, 0)


def test_a_stream_waits_as_long_as_it_must_and_takes_no_place_in_the_line() -> None:
    slots = SolvingSlots(1, 0, 0)
    token = CancelToken()
    with slots.take():
        thread = threading.Thread(target=lambda: take_in_stream(slots, token))
        thread.start()
        wait_until_in_line(slots, 1)
        time.sleep(3 * LOOK_S)
        assert slots.n_in_line == 1
    thread.join()
    assert not token.is_cancelled


def test_a_stream_whose_client_has_gone_leaves_the_line() -> None:
    slots = SolvingSlots(1, 0, 0)
    token = CancelToken()
    token.cancel()
    with slots.take(), pytest.raises(BusyError) as refused:
        take_in_stream(slots, token)
    assert "closed" in str(refused.value)
    assert slots.n_in_line == 0


def take_in_stream(slots: SolvingSlots, token: CancelToken) -> None:
    """Take a slot for a line of a stream, and give it back."""
    with slots.in_stream(token), slots.take() as taken:
        assert taken is token
