"""Sequences that are worked out as far as somebody looks."""

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Unfolding(Sequence[T]):
    """So many items, made in order, each when it or a later one is first asked for, and kept.

    What the maker raises is raised where an item is asked for, and the maker is asked again the next time.

    >>> squares = Unfolding(lambda place: place**2, 1000)
    >>> squares[:4], len(squares)
    ([0, 1, 4, 9], 1000)
    """

    def __init__(self, make: Callable[[int], T], n: int) -> None:
        """Take what makes the item of a place, 0 to ``n`` - 1."""
        self._make = make
        self._n = n
        self._made: list[T] = []

    def __len__(self) -> int:
        return self._n

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> list[T]: ...

    def __getitem__(self, place: int | slice) -> T | list[T]:
        wanted = range(self._n)[place]
        last = wanted if isinstance(wanted, int) else max(wanted, default=-1)
        while len(self._made) <= last:
            self._made.append(self._make(len(self._made)))
        return self._made[place]
