"""Seeds of random deals: as many as are needed, more of them, or all.

A test of a technique of the search plays random deals, of which one must show each mistake of
`tests/data/mutants.toml`. How many that takes is measured, and stands in the test as ``needed``: with no
more, `python -m tests.mutations` still finds every mistake. How many are played is a matter of `depth`: the
``needed`` ones, twice as many, or the first argument of `seeds`.
"""

from collections.abc import Iterator

from tests.support.depth import by_depth

LEAST_SHARE = 0.025
"""The least part of all seeds that is played in a deep run."""


def n_seeds(most: int, needed: int = 0) -> int:
    """Return how many of ``most`` seeds are played, of which the mistakes take the first ``needed``."""
    usual = min(most, max(needed, 1))
    return by_depth(usual, min(most, max(2 * needed, round(LEAST_SHARE * most), 1)), most)


def seeds(most: int, needed: int = 0) -> Iterator[int]:
    """Yield the seeds from 0 on that this run plays, at most ``most``."""
    for seed in range(n_seeds(most, needed)):
        Progress.seed = seed
        yield seed


class Progress:
    """How far the test that runs has come, for the measurement of ``needed``."""

    seed = -1
