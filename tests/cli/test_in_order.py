"""Work on many things at once: results in the order of the input, and little of it read ahead."""

import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from solver.cli.archive.in_order import READ_AHEAD, outcomes
from tests.support.waiting import wait_until


def test_results_come_in_order_and_no_more_than_a_few_logs_are_read_ahead() -> None:
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    def late_if_even(number: int) -> int:
        time.sleep(0.002 if number % 2 else 0)
        return number

    found = outcomes(endless(), late_if_even, 3)
    for number in range(1, 60):
        assert next(found) == (number, number)
        assert taken <= number + 3 * READ_AHEAD + 1
    n_threads = threading.active_count()
    found.close()  # type: ignore[attr-defined]
    wait_until(lambda: threading.active_count() < n_threads, "the reader is still there")


def test_an_exception_of_the_input_comes_at_its_place() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise OSError("the disk is gone")

    found = outcomes(broken(), str, 2)
    assert next(found) == (1, "1")
    with pytest.raises(OSError, match="the disk is gone"):
        next(found)


def test_an_interrupt_while_the_reader_starts_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    is_judging, goes_on = threading.Event(), threading.Event()
    judged: list[int] = []

    class Interrupted(threading.Thread):
        def start(self) -> None:
            super().start()
            is_judging.wait()
            raise KeyboardInterrupt

    def judge(number: int) -> None:
        judged.append(number)
        is_judging.set()
        goes_on.wait()

    own = SimpleNamespace(Thread=Interrupted, Semaphore=threading.Semaphore, Event=threading.Event)
    monkeypatch.setattr("solver.cli.archive.in_order.threading", own)
    before = {*threading.enumerate()}
    with pytest.raises(KeyboardInterrupt):
        next(outcomes(range(100), judge, 1))
    goes_on.set()
    # Those of other tests may end meanwhile.
    wait_until(lambda: {*threading.enumerate()} <= before, "the threads wait for more", patience_s=10)
    assert judged == [0]
