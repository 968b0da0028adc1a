"""The tables of jobs: a job, its chunks of items, and a result for each item.

Times are seconds since 1970, by the clock of the database where it has one: the clocks of machines may
differ.
"""

from sqlalchemy import Double, ForeignKey, Index, String, false
from sqlalchemy.orm import Mapped, mapped_column

from api.store import Base


class JobRow(Base):
    """A job and its progress."""

    __tablename__ = "jobs"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    """The last part of its address."""
    owner: Mapped[str | None] = mapped_column(String(40))
    """The name of the key that it was sent with, empty without one; null in jobs older than this column."""
    kind: Mapped[str] = mapped_column(String(40))
    """Its kind: a name in `api.jobs.kinds.KINDS`."""
    state: Mapped[str] = mapped_column(String(12), index=True)
    """A `api.jobs.store.State`."""
    options: Mapped[bytes]
    """The options for all its items: JSON."""
    idempotency: Mapped[str | None] = mapped_column(String(64), unique=True)
    """The digest of the Idempotency-Key, if the client sent one."""
    request: Mapped[str | None] = mapped_column(String(64))
    """The digest of the whole request."""
    n_items: Mapped[int]
    n_done: Mapped[int]
    n_refused: Mapped[int]
    n_failed: Mapped[int]
    created_at: Mapped[float] = mapped_column(Double)
    started_at: Mapped[float | None] = mapped_column(Double)
    ended_at: Mapped[float | None] = mapped_column(Double)
    expires_at: Mapped[float | None] = mapped_column(Double, index=True)
    """The time at which it is deleted; null until it has ended."""


Index("ix_jobs_owner", JobRow.owner, JobRow.created_at, JobRow.id)


class ChunkRow(Base):
    """A run of items that one process works on at a time."""

    __tablename__ = "job_chunks"

    job_id: Mapped[str] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    """The number of its first item."""
    n_items: Mapped[int]
    is_done: Mapped[bool]
    free_at: Mapped[float] = mapped_column(Double)
    """The time from which it can be claimed; while a process works on it, the end of its lease."""
    claim: Mapped[str | None] = mapped_column(String(32), unique=True)
    """The name of the last claim to it, of a done chunk that which ended it; null if there is none."""
    n_tries: Mapped[int]
    """The number of failed tries for which its items may be the reason."""
    error: Mapped[str | None] = mapped_column(String(400))
    """The reason why the last try failed, if its process lived to write it."""
    items: Mapped[bytes]
    """Its items, as `api.jobs.work.pack` writes them; empty when it is done."""


IS_OPEN = ChunkRow.is_done == false()
"""True for a chunk that is not done; written exactly as in the partial index, so that it is used."""
Index("ix_job_chunks_open", ChunkRow.job_id, ChunkRow.number, sqlite_where=IS_OPEN, postgresql_where=IS_OPEN)


class ResultRow(Base):
    """The result of one item; written once."""

    __tablename__ = "job_results"

    job_id: Mapped[str] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    outcome: Mapped[str] = mapped_column(String(8))
    """A `api.jobs.work.Outcome`."""
    body: Mapped[bytes]
    """The result, or the problem: JSON, compressed."""
