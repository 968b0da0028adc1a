"""The free solving slots of all workers of a service, in memory that they share."""

import time
from mmap import mmap

_MOST = 255
"""The highest number in one byte."""
_STAMP = 8
"""The bytes of a time."""

JUST_NOW_S = 0.2
"""A worker that has begun a solve within this time, in seconds, is likely to be free soon."""
LONG_S = 0.3
"""A worker that has begun none for this time, in seconds, is busy with long ones."""


class FreeSlots:
    """For each worker of a service: how many solves could begin there at once, and when the last one began.

    It is made before the workers are, which inherit it when they are forked.  The numbers are hints, read and
    written without a lock, and may be a moment old.
    """

    def __init__(self, n_places: int = 256) -> None:
        self._numbers = memoryview(mmap(-1, n_places))
        self._begun = memoryview(mmap(-1, _STAMP * n_places)).cast("d")
        """When a solve last began (monotonic clock, in seconds); 0 where there was none."""
        self._n_places = n_places

    def show(self, worker: int, n_free: int, begins: bool = False) -> None:
        """Set the number of a worker, which counts from 0 on; places are used again for later ones.

        begins: True if a solve has begun just now.
        """
        place = worker % self._n_places
        self._numbers[place] = min(n_free, _MOST)
        if begins:
            self._begun[place] = time.monotonic()

    def leave(self, worker: int) -> None:
        """Forget a worker that has ended."""
        place = worker % self._n_places
        self._numbers[place], self._begun[place] = 0, 0.0

    def has_better(self, worker: int) -> bool:
        """True if this worker has no slot free, and another one has, or is likely to have one sooner."""
        place = worker % self._n_places
        if self._numbers[place]:
            return False
        if any(self._numbers):
            return True
        now = time.monotonic()
        return now - self._begun[place] > LONG_S and any(now - begun < JUST_NOW_S for begun in self._begun)
