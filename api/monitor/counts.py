"""The counts of jobs that the metrics show."""

from dataclasses import dataclass


@dataclass
class JobCounts:
    """The outcomes of the items and chunks that this process worked on; the counts only grow."""

    n_done: int = 0
    n_refused: int = 0
    n_failed: int = 0
    n_lost: int = 0
    """Chunks that ended without an outcome and through no fault of their items; they are begun anew."""
    n_retried: int = 0
    """Chunks on which the work has failed."""


@dataclass(frozen=True, slots=True)
class Load:
    """The work that is left to do, over all machines."""

    n_arriving: int
    """Jobs whose items are still arriving."""
    n_waiting: int
    """Jobs that have not begun."""
    n_running: int
    """Jobs that have begun."""
    n_chunks: int
    """Chunks that no process works on."""
