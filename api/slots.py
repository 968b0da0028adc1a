"""How many solves run at once: a fixed number, a short line behind it, and nobody else."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from werkzeug.exceptions import ServiceUnavailable

from solver import CancelToken

RETRY_AFTER_S = 1
"""When whoever is sent away may come back."""


class SolvingSlots:
    """``n_slots`` solves run at once; ``n_waiting`` more requests wait up to ``wait_ms`` for one to end."""

    def __init__(self, n_slots: int, n_waiting: int, wait_ms: int) -> None:
        self._inside = BoundedSemaphore(n_slots + n_waiting)
        self._slots = BoundedSemaphore(n_slots)
        self._wait_s = wait_ms / 1000
        self._running: set[CancelToken] = set()
        self._is_stopping = False

    @property
    def is_stopping(self) -> bool:
        """Whether the service stops."""
        return self._is_stopping

    def stop(self) -> None:
        """Let every solve, those to come included, end at once with what it has proved: the service stops.

        Takes no lock, so that the handler of a signal may call it.
        """
        self._is_stopping = True
        for token in list(self._running):
            token.cancel()

    @contextmanager
    def take(self) -> Iterator[CancelToken]:
        """Hold a slot, and have the token that stops whatever is done in it.

        Raises ServiceUnavailable, with Retry-After, if the line is full or too slow.
        """
        if not self._inside.acquire(blocking=False):
            raise _overloaded("all solving slots are taken and the line for them is full")
        try:
            if not self._slots.acquire(timeout=self._wait_s):
                raise _overloaded("all solving slots are taken and none came free in time")
            token = CancelToken()
            self._running.add(token)
            try:
                if self._is_stopping:
                    token.cancel()
                yield token
            finally:
                self._running.discard(token)
                self._slots.release()
        finally:
            self._inside.release()


def _overloaded(detail: str) -> ServiceUnavailable:
    return ServiceUnavailable(f"{detail}; try again in a moment", retry_after=RETRY_AFTER_S)
