"""Waiting in tests: for something that must come about, however slow the machine is, never for a time.

No test asks how long something took unless the alternative is that it would take minutes; what the service
promises in milliseconds is measured in benchmarks/.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

PATIENCE_S = 300.0
"""How long a test waits for what must come: long enough for a slow machine that has other things to do."""

LEAST_PAUSE_S, MOST_PAUSE_S = 0.005, 0.05
"""The first pause between two looks at what is waited for, and the longest: a look may cost a request."""

FOREVER_MS = 3_600_000
"""The limit of a solve that has to be ended: whoever waits for it has no patience left long before."""

_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


class Clock:
    """A clock that only the test moves on, in the place of the module ``time``.

    It begins soon after a machine starts: a deadline by this clock is over for the core, which has its own.
    """

    def __init__(self) -> None:
        self.now = 1.0

    def monotonic(self) -> float:
        """The time, in seconds."""
        return self.now

    def monotonic_ns(self) -> int:
        """The same in nanoseconds."""
        return round(self.now * 1e9)


def wait_until(
    holds: Callable[[], object], otherwise: str = "it was never so", patience_s: float = PATIENCE_S
) -> None:
    """Wait until ``holds()``; fails with the sentence ``otherwise``."""
    ends = time.monotonic() + patience_s
    pause_s = LEAST_PAUSE_S
    while not holds():
        assert time.monotonic() < ends, otherwise
        time.sleep(pause_s)
        pause_s = min(pause_s * 1.3, MOST_PAUSE_S)


def processor_time(pid: int) -> float:
    """The processor time that a process and its threads have used, in seconds."""
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / _TICKS_A_SECOND


def wait_until_worked(pid: int, seconds: float = 0.3) -> None:
    """Wait until a process has used so much more processor time than when this is called.

    What it was asked before, it has read by then; a search that has no end is under way.
    """
    before = processor_time(pid)
    wait_until(lambda: processor_time(pid) >= before + seconds, "the process does not work")


@contextmanager
def no_more_threads(monkeypatch: pytest.MonkeyPatch, n_left: int = 0) -> Iterator[None]:
    """Refuse new threads in the context, after ``n_left`` more, as a system does that has reached a limit."""
    start = Thread.start

    def start_or_refuse(thread: Thread) -> None:
        nonlocal n_left
        if not n_left:
            raise RuntimeError("can't start new thread")
        n_left -= 1
        start(thread)

    with monkeypatch.context() as patch:
        patch.setattr(Thread, "start", start_or_refuse)
        yield
