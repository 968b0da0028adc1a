"""The tables of the jobs: a job, the chunks its items are worked on in, and a result for each item.

Times are seconds since 1970, by the database's own clock where it has one: machines need not agree.
"""

from sqlalchemy import Double, ForeignKey, Index, String, false
from sqlalchemy.orm import Mapped, mapped_column

from api.store import Base


class JobRow(Base):
    """A job, and how far it has come."""

    __tablename__ = "jobs"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    """The last part of its address."""
    owner: Mapped[str | None] = mapped_column(String(40))
    """The name of the key that it was handed in with, empty without one; null where that was not noted."""
    kind: Mapped[str] = mapped_column(String(40))
    """What is done with each item: a name in `api.jobs.kinds.KINDS`."""
    state: Mapped[str] = mapped_column(String(12), index=True)
    """A `api.jobs.store.State`."""
    options: Mapped[bytes]
    """What is asked for all items: JSON."""
    idempotency: Mapped[str | None] = mapped_column(String(64), unique=True)
    """The digest of the client's key, where it sent one."""
    request: Mapped[str | None] = mapped_column(String(64))
    """The digest of all that was asked for."""
    n_items: Mapped[int]
    n_done: Mapped[int]
    n_refused: Mapped[int]
    n_failed: Mapped[int]
    created_at: Mapped[float] = mapped_column(Double)
    started_at: Mapped[float | None] = mapped_column(Double)
    ended_at: Mapped[float | None] = mapped_column(Double)
    expires_at: Mapped[float | None] = mapped_column(Double, index=True)
    """When it is forgotten; null while it is worked on."""


Index("ix_jobs_owner", JobRow.owner, JobRow.created_at, JobRow.id)


class ChunkRow(Base):
    """Some items in a row, which one process works on at a time."""

    __tablename__ = "job_chunks"

    job_id: Mapped[str] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    """The number of its first item."""
    n_items: Mapped[int]
    is_done: Mapped[bool]
    free_at: Mapped[float] = mapped_column(Double)
    """From when on it can be claimed: while somebody works on it, the end of his lease."""
    claim: Mapped[str | None] = mapped_column(String(32), unique=True)
    """The name of the last claim to it; null when nobody has one."""
    n_tries: Mapped[int]
    """How often it was claimed and not finished, for reasons that may lie with its items."""
    error: Mapped[str | None] = mapped_column(String(400))
    """Why the last try failed, if somebody lived to say so."""
    items: Mapped[bytes]
    """Its items, as `api.jobs.work.pack` writes them; empty when it is done."""


IS_OPEN = ChunkRow.is_done == false()
"""Whether a chunk is still to be done; in these very words, as the index has them."""
Index("ix_job_chunks_open", ChunkRow.job_id, ChunkRow.number, sqlite_where=IS_OPEN, postgresql_where=IS_OPEN)


class ResultRow(Base):
    """What came of one item; written once."""

    __tablename__ = "job_results"

    job_id: Mapped[str] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    outcome: Mapped[str] = mapped_column(String(8))
    """A `api.jobs.work.Outcome`."""
    body: Mapped[bytes]
    """The result, or the problem: JSON, compressed."""
