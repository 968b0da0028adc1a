"""Adds puzzles to the bank: each once, with its keys and counts in the same transaction."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, select, update

from api.puzzles.kept import NewPuzzle, packed
from api.puzzles.listing import Changes, Listing, count, enlist, inserter, strike
from api.puzzles.models import PuzzleRow
from solver import Rating

_AT_ONCE = 200
"""The most puzzles in one statement; SQLite has a limit of values."""


def add_puzzles(connection: Connection, puzzles: Iterable[NewPuzzle]) -> int:
    """Add puzzles within a transaction that writes, and return the number of those that are new.

    A puzzle that is there already stays, with its rating.  If another engine proved it, its content is
    replaced.
    """
    by_id = {puzzle.id: puzzle for puzzle in puzzles}
    # The order of the ids, so that two processes that add the same ones cannot deadlock.
    names = sorted(by_id)
    changes, n_new = Changes(), 0
    for start in range(0, len(names), _AT_ONCE):
        part = [by_id[name] for name in names[start : start + _AT_ONCE]]
        new = _insert(connection, part)
        n_new += len(new)
        changes.update(enlist(connection, new))
        changes.update(_replace(connection, part))
    count(connection, changes)
    return n_new


def _insert(connection: Connection, puzzles: Iterable[NewPuzzle]) -> list[Listing]:
    """Insert those of the puzzles that are not there yet, and return them."""
    now = datetime.now(UTC)
    rows = [
        {
            **_content_of(puzzle, now),
            **_rating_of(puzzle),
            "id": puzzle.id,
            "variant": puzzle.variant,
            "rules_digest": puzzle.rules_digest,
            "n_tries": 0,
            "n_solved": 0,
            "up": 0,
            "down": 0,
            "shuffle": puzzle.shuffle,
            "made_at": now,
        }
        for puzzle in puzzles
    ]
    listed = (
        PuzzleRow.number,
        PuzzleRow.variant,
        PuzzleRow.rules_digest,
        PuzzleRow.themes,
        PuzzleRow.length,
        PuzzleRow.tricks_left,
        PuzzleRow.source,
        PuzzleRow.rating,
        PuzzleRow.shuffle,
    )
    statement = inserter(connection)(PuzzleRow).on_conflict_do_nothing().returning(*listed)
    return list(map(Listing.of, connection.execute(statement, rows)))


def _replace(connection: Connection, puzzles: Iterable[NewPuzzle]) -> Changes:
    """Replace the content of those of the puzzles that another engine proved; return what that counts."""
    by_id = {puzzle.id: puzzle for puzzle in puzzles}
    columns = [column for column in PuzzleRow.__table__.columns if column.name != "body"]
    old = select(*columns).where(PuzzleRow.id.in_(by_id)).order_by(PuzzleRow.id).with_for_update()
    changes = Changes()
    for row in connection.execute(old).all():
        puzzle = by_id[row.id]
        if row.engine == puzzle.engine:
            continue
        changes.subtract(strike(connection, Listing.of(row)))
        # What solvers have made of its rating says more than any forecast.
        values = _content_of(puzzle, datetime.now(UTC)) | ({} if row.n_tries else _rating_of(puzzle))
        changed = update(PuzzleRow).where(PuzzleRow.number == row.number).values(**values).returning(*columns)
        changes.update(enlist(connection, [Listing.of(connection.execute(changed).one())]))
    return changes


def _content_of(puzzle: NewPuzzle, now: datetime) -> dict[str, Any]:
    """Return the columns that follow from what an engine has proved."""
    return {
        "length": puzzle.length,
        "tricks_left": puzzle.tricks_left,
        "prior": puzzle.rating,
        "proved_at": now,
        "source": puzzle.source,
        "engine": puzzle.engine,
        "themes": " ".join(puzzle.themes),
        "body": packed(puzzle.body),
    }


def _rating_of(puzzle: NewPuzzle) -> dict[str, float]:
    return {
        "rating": float(puzzle.rating),
        "deviation": float(puzzle.deviation),
        "volatility": Rating().volatility,
    }
