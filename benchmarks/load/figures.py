"""The figures of a run, and how many of the measured things they sum up."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Times:
    """Statistics of repeated timings, in milliseconds."""

    n: int
    median: float
    p95: float
    p99: float
    max: float


def times_of(seconds: Sequence[float]) -> Times:
    """Return the statistics of ``seconds``, at least one; percentiles by rank."""
    ordered = sorted(second * 1000 for second in seconds)

    def at(share: float) -> float:
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    return Times(len(ordered), median(ordered), at(0.95), at(0.99), ordered[-1])


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of request: asked one at a time, and by several clients at once."""

    name: str
    alone: Times
    """One client that asks again as soon as it is answered."""
    n_clients: int
    together: Times
    per_second: float
    """Answers a second to all the clients together."""
    ratio_to_bare: float
    """Their rate to that of a bare Flask view for as many clients."""
    ratio_to_solver: float | None = None
    """Their rate to that of this process solving the same in as many threads as there are cores."""
    added_ms: float | None = None
    """The overhead of a request over the same work in Python, from text to text; median over requests."""
    added_to_search_ms: float | None = None
    """The overhead over `solver.solve` alone, with the position read before; median over requests."""


@dataclass(frozen=True, slots=True)
class Promise:
    """Something that the service promises, and what was found."""

    what: str
    found: str
    target: str
    is_kept: bool


@dataclass(frozen=True, slots=True)
class Run:
    """All figures of a run."""

    date: str
    machine: str
    rows: list[Row]
    promises: list[Promise]
