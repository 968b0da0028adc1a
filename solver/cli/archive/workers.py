"""Many logs judged at once, in processes of their own.

Processes, not threads: the search does run without the interpreter's lock, but of the time that an archive of
quick logs takes (`benchmarks.make_logs`), two fifths are Python around the search.  Threads would stop
gaining at two or three cores.
"""

import multiprocessing
import os
import threading
from multiprocessing.connection import Connection

from solver.cli.judge import Judged, judged_line
from solver.cli.processes import QuietContext
from solver.cli.request import Options
from solver.errors import Fault, SolverError, wrong
from solver.fault_codes import Code

MAX_WORKERS = 256
"""The most processes that can be asked for."""

_DIED = wrong(Code.out_of_memory, "the process that judged it died, perhaps for want of memory")

Outcome = Judged | tuple[Fault, ...]
"""The result of a log, or the faults that it was refused for."""


class Workers:
    """Processes that judge logs, one for each thread that asks.

    They end with the process that started them, however that ends.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self._context = QuietContext()
        self._own = threading.local()
        self._started: list[multiprocessing.process.BaseProcess] = []
        self._is_over = False

    def judge(self, body: object) -> Outcome:
        """Judge the log in ``body`` in a process of this thread; a process that dies over it is replaced."""
        connection: Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = self._start()
        try:
            connection.send(body)
            outcome: Outcome = connection.recv()
        except (EOFError, OSError):
            connection.close()
            self._own.connection = None
            return (Fault("", _DIED),)
        return outcome

    def stop(self) -> None:
        """End all processes at once, even in the middle of a log, and those that threads are starting now."""
        self._is_over = True
        for process in self._started:
            process.kill()
        for process in self._started:
            process.join()

    def _start(self) -> Connection:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._options), daemon=True)
        process.start()
        theirs.close()
        self._started.append(process)
        # In this order: either `stop` sees the process, or this sees that all is over.
        if self._is_over:
            process.kill()
        return ours


def _work(connection: Connection, options: Options) -> None:
    """Judge body after body until the other end is closed."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            connection.send(_outcome(connection.recv(), options))
        except (EOFError, OSError):
            return


def _outcome(body: object, options: Options) -> Outcome:
    try:
        return judged_line(body, options)
    except SolverError as error:
        return error.faults


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
