"""Processes beside a command: Ctrl-C is for the command, which ends them."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess

_INTERRUPT = (signal.SIGINT,)


class QuietProcess(SpawnProcess):
    """A process that Ctrl-C never reaches, not even while it imports what it needs."""

    def start(self) -> None:
        """Start the process, with its interrupts blocked."""
        with interrupts_blocked():
            super().start()


class QuietContext(SpawnContext):
    """Starts such processes, and spawns them: a forked one would hold the pipes of the others open."""

    Process = QuietProcess


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block interrupts in this thread, as a process inherits that from the thread that starts it.

    To ignore them is for the main thread alone, and a Ctrl-C that came meanwhile would be lost.
    """
    # Its start, which the first process would bring about, unblocks them.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPT)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
