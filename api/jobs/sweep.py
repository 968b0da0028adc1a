"""Deletes jobs that have ended or will not arrive, in transactions of few rows each."""

from typing import Any

from sqlalchemy import Connection, delete, select

from api.jobs.models import ChunkRow, JobRow, ResultRow

SWEPT_AT_ONCE = 500
"""The most rows that one transaction deletes, so that none takes long."""
_ROWS_OF_SMALLEST = 3
"""The rows of a job of one item: its own, a chunk and a result."""


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
