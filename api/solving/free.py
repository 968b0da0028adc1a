"""The free solving slots of all workers of a service, in memory that they share."""

from mmap import mmap

_MOST = 255
"""The highest number in one byte."""


class FreeSlots:
    """A number for each worker of a service: how many solves could begin there at once.

    It is made before the workers are, which inherit it when they are forked.  The numbers are hints, read and
    written without a lock, and may be a moment old.
    """

    def __init__(self, n_places: int = 256) -> None:
        self._memory = mmap(-1, n_places)
        self._n_places = n_places

    def show(self, worker: int, n_free: int) -> None:
        """Set the number of a worker, which counts from 0 on; places are used again for later ones."""
        self._memory[worker % self._n_places] = min(n_free, _MOST)

    def has_another(self, worker: int) -> bool:
        """True if another worker has a slot free, and this one has none."""
        place, numbers = worker % self._n_places, self._memory[:]
        return not numbers[place] and any(numbers)
