"""Puzzles listed under their keys, and the number of puzzles under each."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from api.puzzles.kept import ALL, game_of, keys_of, pairs_of, signature_of
from api.puzzles.models import CountRow, KeyRow

Changes = Counter[tuple[str, str]]
"""The change of the number of puzzles by game and key."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The place of a puzzle under each of its keys."""

    number: int
    game: str
    keys: tuple[str, ...]
    rating: int
    shuffle: int

    @classmethod
    def of(cls, row: Any) -> "Listing":
        """Return the listing of a row with the columns of `PuzzleRow`."""
        return cls(
            number=row.number,
            game=game_of(row.variant, row.rules_digest),
            keys=keys_of(row.themes.split(), row.length, row.tricks_left, row.source),
            rating=round(row.rating),
            shuffle=row.shuffle,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of `KeyRow`."""
        shared = {
            "game": self.game,
            "rating": self.rating,
            "shuffle": self.shuffle,
            "number": self.number,
            "signature": signature_of(self.keys),
        }
        return [{"theme": key, **shared} for key in self.keys]

    def counts(self) -> Changes:
        """Return one for each key, and for each pair of themes."""
        return Counter({(self.game, key): 1 for key in (*self.keys, *pairs_of(self.keys))})


def enlist(connection: Connection, listings: Sequence[Listing]) -> Changes:
    """List puzzles under their keys; return what that adds to the counts."""
    rows = [row for listing in listings for row in listing.rows()]
    if rows:
        connection.execute(insert(KeyRow), rows)
    changes = Changes()
    for listing in listings:
        changes.update(listing.counts())
    return changes


def strike(connection: Connection, listing: Listing) -> Changes:
    """Take a puzzle from all its keys; return what that takes from the counts."""
    connection.execute(delete(KeyRow).where(*_is(listing)))
    return listing.counts()


def move(connection: Connection, listing: Listing, rating: int) -> None:
    """Move a puzzle to another rating under all its keys."""
    if rating != listing.rating:
        connection.execute(update(KeyRow).where(*_is(listing)).values(rating=rating))


def count(connection: Connection, changes: Mapping[tuple[str, str], int]) -> None:
    """Change the counts; always in the same order, so that two processes cannot deadlock."""
    rows = [{"game": game, "theme": key, "n": n} for (game, key), n in sorted(changes.items()) if n]
    if rows:
        statement = inserter(connection)(CountRow)
        connection.execute(
            statement.on_conflict_do_update(
                index_elements=[CountRow.theme, CountRow.game], set_={"n": CountRow.n + statement.excluded.n}
            ),
            rows,
        )


def read_counts(connection: Connection, keys: Iterable[str] | None = None) -> dict[str, dict[str, int]]:
    """Return the number of puzzles by game, and by key or pair of themes.

    Of ``keys``, of their pairs and of all puzzles; without ``keys``, of all keys and of no pair.
    """
    rows = select(CountRow.game, CountRow.theme, CountRow.n).where(CountRow.n > 0)
    if keys is None:
        rows = rows.where(CountRow.theme.not_like("%+%"))
    else:
        keys = set(keys)
        rows = rows.where(CountRow.theme.in_({ALL, *keys, *pairs_of(keys)}))
    found: dict[str, dict[str, int]] = {}
    for game, key, n in connection.execute(rows):
        found.setdefault(game, {})[key] = n
    return found


def inserter(connection: Connection) -> Any:
    """Return the INSERT of the database that can deal with a row that is there."""
    return postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert


def _is(listing: Listing) -> tuple[Any, ...]:
    """Return the condition for the rows of a listing; it names all of their primary key."""
    return (
        KeyRow.theme.in_(listing.keys),
        KeyRow.game == listing.game,
        KeyRow.rating == listing.rating,
        KeyRow.shuffle == listing.shuffle,
        KeyRow.number == listing.number,
    )
