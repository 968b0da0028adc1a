"""How deep a run of the tests looks: the variable ``ATOUT_TEST_DEPTH``.

- ``usual``, if it is not set: as many cases as show each mistake of `tests/data/mutants.toml`, and each game
  and each rule at least once;
- ``deep``: several times as many; so the nightly run of the forge and a release call `.ci/run`;
- ``all``: all random deals that the tests foresee, which takes hours.

Depths differ in how many random deals, examples and combinations a test tries; the deals of a lower depth are
the first of a deeper one, or every so many of them.  `make test` leaves the tests with the mark ``night`` to
deeper runs: they take much of the processor for what seldom breaks.
"""

import os
from enum import StrEnum
from typing import TypeVar

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
