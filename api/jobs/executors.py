"""Executors: the interface of all that work on chunks, and the one that uses threads of this process."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import Protocol

from api.jobs.work import NO_MEMORY, FailedError, LostError, Result, StoppedError, Work, do_work
from api.solving import Measure, NoTurnError, SolvingSlots, unmeasured
from solver import CancelToken

PATIENCE = 3
"""The number of times that an item gives way to a client; after that it runs to its end, beside them."""

_logger = logging.getLogger(__name__)


class Task(Protocol):
    """The interface of the work on one chunk."""

    @property
    def is_over(self) -> bool:
        """True if the work has ended."""

    @property
    def n_lost(self) -> int:
        """The number of times that the executor has lost the work, and begun it anew by itself."""

    def results(self) -> Sequence[Result]:
        """Return the results of a task that has ended.

        Raises StoppedError, LostError or FailedError if not every item has a result.
        """

    def so_far(self) -> Sequence[Result]:
        """Return the results of its first items so far; the list only grows."""

    def stop(self) -> None:
        """Stop the work soon."""


class Ending:
    """The results of a task and its end, as every executor keeps them."""

    def __init__(self) -> None:
        self._made: list[Result] | Exception | None = None
        self._so_far: list[Result] = []
        self._n_lost = 0

    @property
    def is_over(self) -> bool:
        return self._made is not None

    @property
    def n_lost(self) -> int:
        return self._n_lost

    def so_far(self) -> list[Result]:
        return self._so_far[:]

    def results(self) -> list[Result]:
        assert self._made is not None, "it is over"
        if isinstance(self._made, Exception):
            raise self._made
        return self._made


class Executor(Protocol):
    """The interface of an executor, which works on several chunks at once.

    It is used by one thread, and made in the process that uses it.
    """

    is_at_risk: bool
    """True if the work could kill this process."""

    def n_free(self) -> int:
        """Return the number of chunks that it would take now."""

    def start(self, work: Work, then: Callable[[], None]) -> Task:
        """Begin a chunk; ``then`` is called when it has ended, by any thread.

        Raises LostError if it cannot be begun now.
        """

    def close(self) -> None:
        """Stop all work and free all resources."""


class Threads:
    """Works in ``n_threads`` threads of this process, in solving slots that no client needs."""

    is_at_risk = True

    def __init__(self, n_threads: int, slots: SolvingSlots, measure: Measure = unmeasured) -> None:
        self._n_threads = n_threads
        self._slots = slots
        self._measure = measure
        self._tasks: list[_ThreadTask] = []

    def n_free(self) -> int:
        """Return the number of idle threads."""
        self._tasks = [task for task in self._tasks if not task.is_over]
        return self._n_threads - len(self._tasks)

    def start(self, work: Work, then: Callable[[], None]) -> Task:
        """Begin a chunk in a thread of its own; raises LostError where the system has no thread left."""
        task = _ThreadTask(work, self._slots, self._measure, then)
        try:
            Thread(target=task.run, name="job", daemon=True).start()
        except RuntimeError as error:
            _logger.warning("A chunk of a job could not be begun: %s", error)
            raise LostError from error
        self._tasks.append(task)
        return task

    def close(self) -> None:
        """Stop all threads."""
        for task in self._tasks:
            task.stop()


class _ThreadTask(Ending):
    def __init__(self, work: Work, slots: SolvingSlots, measure: Measure, then: Callable[[], None]) -> None:
        super().__init__()
        self._work = work
        self._slots = slots
        self._measure = measure
        self._then = then
        self._token = CancelToken()
        self._is_stopped = False

    def stop(self) -> None:
        self._is_stopped = True
        self._token.cancel()

    def run(self) -> None:
        try:
            for result in do_work(self._work, self._turn, self._is_ended, self._measure):
                self._so_far.append(result)
            self._made = self._so_far
        except StoppedError as error:
            self._made = error
        except MemoryError:
            self._made = FailedError(NO_MEMORY)
        except Exception as error:
            _logger.exception("a chunk of a job has failed")
            self._made = FailedError(type(error).__name__)
        self._then()

    def _is_ended(self) -> bool:
        return self._is_stopped or self._slots.is_stopping

    @contextmanager
    def _turn(self, n_tries: int) -> Iterator[CancelToken]:
        """Borrow a slot for one item, until a client needs it."""
        # Set the token first: a `stop` from now on cancels it, and one from before is seen below.
        self._token = token = CancelToken()
        if self._is_ended():
            raise StoppedError
        try:
            with self._slots.take_spare(token, insists=n_tries >= PATIENCE):
                yield token
        except NoTurnError:
            raise StoppedError from None
