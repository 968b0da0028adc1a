"""How deep a run of the tests looks: the variable ``ATOUT_TEST_DEPTH``.

- ``usual``, if it is not set: as many deals as show each mistake of `tests/data/mutants.toml`;
- ``deep``: several times as many; so the nightly run of the forge and a release call `.ci/run`;
- ``all``: all random deals that the tests foresee, which takes hours.

Depths differ in how many random deals, examples and combinations a test tries; the deals of a lower depth are
the first of a deeper one, or every so many of them.

`make test` leaves the tests with the mark ``night`` to deeper runs: they take much of the processor for what
seldom breaks, or for what cheaper tests show as well.  Of a test with the mark ``by_day(n)`` it runs so many
cases, such as two games of twelve: the others have the mark ``night``.  Pytest called on files or folders
leaves nothing out, nor does `python -m tests.mutations`, which runs whole files.
"""

import os
from enum import StrEnum
from typing import TypeVar
from zlib import crc32

VARIABLE = "ATOUT_TEST_DEPTH"
T = TypeVar("T")


class Depth(StrEnum):
    """The values of the variable."""

    usual = "usual"
    deep = "deep"
    all = "all"


DEPTH = Depth(os.environ.get(VARIABLE) or Depth.usual)
"""How deep this run looks."""


def by_depth(usual: T, deep: T, most: T | None = None) -> T:
    """Return what belongs to the depth of this run; ``most``, for all there is, is ``deep`` if left out."""
    if DEPTH is Depth.all and most is not None:
        return most
    return usual if DEPTH is Depth.usual else deep


def cases_by_day(name: str, n_cases: int, n_by_day: int) -> set[int]:
    """Choose the cases of a test that every run has, evenly spaced; tests of other names begin with others.

    So a run by day meets each game and each database in some tests of every folder.
    """
    first = crc32(name.encode())
    return {(first + n_cases * number // n_by_day) % n_cases for number in range(n_by_day)}
