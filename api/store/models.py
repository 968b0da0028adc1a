"""The tables of the database."""

from datetime import datetime

from sqlalchemy import DateTime, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """What all tables are made of."""


class AnalysisRow(Base):
    """An analysis under its address, with the log it is of."""

    __tablename__ = "analyses"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    """The last part of the address."""
    engine: Mapped[str] = mapped_column(String(80))
    """The engine that made it, as `solver.engine_version` says."""
    is_complete: Mapped[bool]
    """Whether no limit cut it short."""
    n_proved: Mapped[int]
    """How many playable cards have a proved value, all positions together."""
    n_samples: Mapped[int]
    """How many deals the fair verdicts rest on, all together."""
    made_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    log: Mapped[bytes]
    """The log in its canonical form: JSON, compressed."""
    answers: Mapped[bytes]
    """The answer in every language and notation: an object of JSON, compressed."""


class WriteCheckRow(Base):
    """What was written last to see whether the database can be written to."""

    __tablename__ = "write_checks"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    filler: Mapped[bytes]
    """As much as an analysis has, and of no meaning."""
