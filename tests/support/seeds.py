"""Seeds of random deals: few for every build, all of them at night.

A test of a technique of the search plays random deals, of which one must show each mistake of
`tests/data/mutants.toml`. How many that takes is measured, and stands in the test as ``needed``: with no
more, `python -m tests.mutations` still finds every mistake. The variable ``ATOUT_TEST_SEEDS`` says how many
are played:

- a number: so many times the ``needed`` ones, 2 if the variable is not set;
- ``all``: the first argument of `seeds`.
"""

import os
from collections.abc import Iterator

VARIABLE = "ATOUT_TEST_SEEDS"
ALL = "all"
USUAL_FACTOR = "2"
LEAST_SHARE = 0.025
"""The least part of all seeds that is played for each time beyond the first that the needed ones are."""


def n_seeds(most: int, needed: int = 0, *, wanted: str | None = None) -> int:
    """Return how many of ``most`` seeds are played, of which the mistakes take the first ``needed``."""
    wanted = wanted or os.environ.get(VARIABLE, USUAL_FACTOR)
    if wanted == ALL:
        return most
    factor = int(wanted)
    return min(most, max(factor * needed, round((factor - 1) * LEAST_SHARE * most), 1))


def seeds(most: int, needed: int = 0) -> Iterator[int]:
    """Yield the seeds from 0 on that this run plays, at most ``most``."""
    for seed in range(n_seeds(most, needed)):
        Progress.seed = seed
        yield seed


class Progress:
    """How far the test that runs has come, for the measurement of ``needed``."""

    seed = -1
