"""The tables of the database."""

from datetime import datetime

from sqlalchemy import DateTime, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base class of all tables."""


class AnalysisRow(Base):
    """An analysis under its address, with its log."""

    __tablename__ = "analyses"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    """The last part of the address."""
    engine: Mapped[str] = mapped_column(String(80))
    """The engine that made it, as `solver.engine_version` returns it."""
    is_complete: Mapped[bool]
    """True if no limit cut it short."""
    n_proved: Mapped[int]
    """The proof in it, a number: of two that were cut short, the one with more of it stays."""
    n_samples: Mapped[int]
    """The number of sample deals of all fair verdicts."""
    made_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    log: Mapped[bytes]
    """The log in its canonical form: JSON, compressed."""
    answers: Mapped[bytes]
    """The draft of the answers in every language and notation: an object of JSON, compressed.

    Earlier versions kept every answer by itself (`api.store.analyses`).
    """


class WriteCheckRow(Base):
    """The last test write, which shows that the database can be written to."""

    __tablename__ = "write_checks"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    filler: Mapped[bytes]
    """Random bytes, as many as an analysis has."""
