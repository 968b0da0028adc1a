"""Deletes jobs that have ended or will not arrive, in transactions of few rows each."""

import logging
from time import CLOCK_BOOTTIME, clock_gettime
from typing import Any

from sqlalchemy import Connection, delete, select

from api.jobs.models import ChunkRow, JobRow, ResultRow

SWEPT_AT_ONCE = 500
"""The most rows that one transaction deletes, so that none takes long."""
_ROWS_OF_SMALLEST = 3
"""The rows of a job of one item: its own, a chunk and a result."""
LEAP_S = 600.0
"""The time by which a clock moves ahead of one that nobody sets if it is not to be trusted, in seconds."""
SETTLE_S = 3_600.0
"""The time for which it is not, in seconds: who set it may set it right again."""

_logger = logging.getLogger(__name__)


def _steady() -> float:
    """Return the time by a clock that nobody sets, in seconds; it goes on while the machine sleeps."""
    return clock_gettime(CLOCK_BOOTTIME)


class Leaps:
    """Tells whether a clock can be trusted: what is deleted by one that leapt ahead does not come back."""

    def __init__(self) -> None:
        self._ahead: float | None = None
        """The time by which the clock was ahead of one that nobody sets, in seconds; None before a look."""
        self._trusted_at = 0.0
        """The time from which on it can be trusted, by the clock that nobody sets."""

    def is_settled(self, now: float) -> bool:
        """Note the time by the clock; return False if it leapt ahead within the last `SETTLE_S`."""
        steady = _steady()
        before, self._ahead = self._ahead, now - steady
        leap = 0.0 if before is None else self._ahead - before
        if leap > LEAP_S:
            self._trusted_at = steady + SETTLE_S
            _logger.warning(
                "The clock leapt ahead by %d s; jobs whose time seems over are kept for %d s more.",
                leap,
                SETTLE_S,
            )
        elif leap < -LEAP_S:
            self._trusted_at = steady
        return steady >= self._trusted_at


def sweep_some(connection: Connection, *which: Any, waits: bool = False) -> int:
    """Delete some jobs of those that ``which`` says, or some rows of a large one; return how many.

    waits: for those that another has in hand, which are left to it otherwise.
    """
    columns = (JobRow.id, JobRow.n_items)
    found = select(*columns).where(*which).order_by(JobRow.expires_at)
    # Locked, so that nobody extends the lease of an arriving job of which chunks are deleted.
    locked = found.limit(SWEPT_AT_ONCE // _ROWS_OF_SMALLEST).with_for_update(skip_locked=not waits)
    jobs = connection.execute(locked).all()
    if not jobs:
        return 0
    small, n_rows = [], 0
    for job in jobs:
        n_rows += _most_rows(job.n_items)
        if n_rows > SWEPT_AT_ONCE:
            break
        small.append(job.id)
    if not small:
        return _shrink(connection, jobs[0].id)
    # Their chunks and results go with them.
    connection.execute(delete(JobRow).where(JobRow.id.in_(small)))
    return len(small)


def _most_rows(n_items: int) -> int:
    """Return the most rows that a job has; how many an arriving one has nobody has counted."""
    return 1 + 2 * n_items if n_items else SWEPT_AT_ONCE + 1


def _shrink(connection: Connection, job_id: str) -> int:
    """Delete some rows of a job, its own last; return their number."""
    for table in (ResultRow, ChunkRow):
        some = select(table.number).where(table.job_id == job_id).limit(SWEPT_AT_ONCE)
        numbers = connection.execute(some).scalars().all()
        if numbers:
            connection.execute(delete(table).where(table.job_id == job_id, table.number.in_(numbers)))
            return len(numbers)
    connection.execute(delete(JobRow).where(JobRow.id == job_id))
    return 1
