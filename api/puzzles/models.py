"""The tables of the bank of puzzles: puzzles, the keys that they are found by, tries, votes, the day's.

A puzzle is found by its keys: its themes, length, tricks left and source, and one key that all puzzles have.
Each key of a puzzle is a row of `KeyRow`, in the order in which puzzles are looked for: so every question is
a walk along one key, and no table is read from end to end.
"""

from datetime import date, datetime

from sqlalchemy import (
    BigInteger,
    Date,
    DateTime,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from api.store import Base

NAME_CHARACTERS = 40
"""The most characters of a solver's name, and of a key of the service."""
GAME_CHARACTERS = 60
KEY_CHARACTERS = 40
PAIR_CHARACTERS = 2 * KEY_CHARACTERS + 1

_NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""SQLite counts up only a column that is an INTEGER."""


class PuzzleRow(Base):
    """A puzzle with its solution, its rating and its counts."""

    __tablename__ = "puzzles"

    number: Mapped[int] = mapped_column(_NUMBER, primary_key=True)
    """Its place in the order in which puzzles came."""
    id: Mapped[str] = mapped_column(String(32), unique=True)
    """The name of the puzzle: the digest of its canonical form."""
    variant: Mapped[str] = mapped_column(String(NAME_CHARACTERS))
    """The name of the game."""
    rules_digest: Mapped[str] = mapped_column(String(16))
    """The digest of the rules, empty if they are those of the named game."""
    length: Mapped[int]
    """The number of decisions, 1 to 8."""
    tricks_left: Mapped[int]
    """The number of tricks from the first card of the puzzle to the end of the deal."""
    rating: Mapped[float] = mapped_column(Double)
    """The rating by Glicko-2, as are the next two."""
    deviation: Mapped[float] = mapped_column(Double)
    volatility: Mapped[float] = mapped_column(Double)
    prior: Mapped[int]
    """The rating from before anybody tried."""
    n_tries: Mapped[int]
    """The number of tries that were carried to their end."""
    n_solved: Mapped[int]
    up: Mapped[int]
    """The number of votes for it."""
    down: Mapped[int]
    shuffle: Mapped[int]
    """A random number of 31 bits, always the same for the same id."""
    made_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    """The time at which it came into this bank."""
    proved_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    """The time at which the content that is kept came, which its engine has proved."""
    source: Mapped[str] = mapped_column(String(120))
    engine: Mapped[str] = mapped_column(String(80))
    """The engine that proved it, as `solver.engine_version` returns it."""
    themes: Mapped[str] = mapped_column(String(400))
    """Its themes, with spaces between them."""
    body: Mapped[bytes]
    """The puzzle with its solution: JSON, compressed."""


class KeyRow(Base):
    """A key of a puzzle: what it is found by.

    The primary key is the order of a walk from easy to hard.  The signature of all keys of the puzzle is its
    last column, so that most puzzles without another key are passed over in the index itself.
    """

    __tablename__ = "puzzle_themes"
    __table_args__ = (
        Index("ix_puzzle_themes_number", "theme", "game", "number"),
        {"sqlite_with_rowid": False},
    )

    theme: Mapped[str] = mapped_column(String(KEY_CHARACTERS), primary_key=True)
    """A theme, or another key; empty in the key that all puzzles have."""
    game: Mapped[str] = mapped_column(String(GAME_CHARACTERS), primary_key=True)
    """The name of the game, with the digest of its rules if they are others."""
    rating: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The rating of the puzzle, rounded."""
    shuffle: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(
        _NUMBER, ForeignKey("puzzles.number", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    signature: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    """A bit for each key of the puzzle; several keys may share a bit."""


class CountRow(Base):
    """The number of puzzles with a key, or with two themes, kept up with every change.

    So nothing is ever counted over, and two themes that exclude each other are known without a walk.
    """

    __tablename__ = "puzzle_counts"

    theme: Mapped[str] = mapped_column(String(PAIR_CHARACTERS), primary_key=True)
    """A key as in `KeyRow`, or two themes."""
    game: Mapped[str] = mapped_column(String(GAME_CHARACTERS), primary_key=True)
    n: Mapped[int]


class SolverRow(Base):
    """A solver who has a name: their rating by Glicko-2, and their counts."""

    __tablename__ = "puzzle_solvers"

    owner: Mapped[str] = mapped_column(String(NAME_CHARACTERS), primary_key=True)
    """The key of the service that the name was sent with, empty without one: its names are its own."""
    name: Mapped[str] = mapped_column(String(NAME_CHARACTERS), primary_key=True)
    rating: Mapped[float] = mapped_column(Double)
    deviation: Mapped[float] = mapped_column(Double)
    volatility: Mapped[float] = mapped_column(Double)
    n_tries: Mapped[int]
    """The number of puzzles that they tried to the end."""
    n_solved: Mapped[int]
    """The number of them that they solved at the first try."""


class AttemptRow(Base):
    """The first try of a solver with a name to the end of a puzzle, and any help before it."""

    __tablename__ = "attempts"

    number: Mapped[int] = mapped_column(
        _NUMBER, ForeignKey("puzzles.number", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    owner: Mapped[str] = mapped_column(String(NAME_CHARACTERS), primary_key=True)
    name: Mapped[str] = mapped_column(String(NAME_CHARACTERS), primary_key=True)
    state: Mapped[str | None] = mapped_column(String(8))
    """The outcome of the first try that was carried to its end: solved or wrong; null before it."""
    is_helped: Mapped[bool]
    """True if a hint, the themes or the solution was shown to them before it ended."""
    is_rated: Mapped[bool]
    """True if the try has changed the ratings."""
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    """The time at which the try ended; before it, that of the help."""


class VoteRow(Base):
    """A vote; those without key and name share one."""

    __tablename__ = "votes"

    number: Mapped[int] = mapped_column(
        _NUMBER, ForeignKey("puzzles.number", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    owner: Mapped[str] = mapped_column(String(NAME_CHARACTERS), primary_key=True)
    name: Mapped[str] = mapped_column(String(NAME_CHARACTERS), primary_key=True)
    is_up: Mapped[bool]


class DailyRow(Base):
    """The puzzle of a day in a game."""

    __tablename__ = "daily"
    __table_args__ = (UniqueConstraint("number"),)

    day: Mapped[date] = mapped_column(Date, primary_key=True)
    game: Mapped[str] = mapped_column(String(GAME_CHARACTERS), primary_key=True)
    number: Mapped[int] = mapped_column(_NUMBER, ForeignKey("puzzles.number", ondelete="CASCADE"))


class LoadRow(Base):
    """A file of puzzles that is being loaded, or was."""

    __tablename__ = "puzzle_loads"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    n_lines: Mapped[int]
    """The number of its lines that are in the bank."""
    is_done: Mapped[bool]
    free_at: Mapped[float] = mapped_column(Double)
    """The time from which another process may go on, in seconds since 1970."""
