"""The bank: all that is done with the puzzles in a database, each thing in one transaction."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, exists, func, select

from api.puzzles.adding import add_puzzles
from api.puzzles.attempts import Ending, Recorded, Who, note_help, record_try, record_vote
from api.puzzles.days import can_choose_daily, choose_daily, find_daily
from api.puzzles.kept import ALL, KeptPuzzle, NewPuzzle, kept_of, variant_of
from api.puzzles.listing import read_counts
from api.puzzles.models import AttemptRow, KeyRow, PuzzleRow, SolverRow
from api.puzzles.search import ANY_RATING, Place, Sort, Walk, find_near, list_places, plan_walks
from api.store import Store
from solver import find_variant

_COLUMNS = PuzzleRow.__table__.columns


@dataclass(frozen=True, slots=True)
class GameFigures:
    """The figures of a game in the bank."""

    game: str
    by_key: Mapping[str, int]
    """The number of its puzzles by each of their keys."""
    lowest: int
    """The lowest rating of its puzzles."""
    highest: int

    @property
    def n(self) -> int:
        """The number of its puzzles."""
        return self.by_key[ALL]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The puzzles that somebody looks for."""

    variant: str | None = None
    """The name of a game; None for all games."""
    every: tuple[str, ...] = ()
    """The keys that a puzzle must have, all of them."""
    either: tuple[str, ...] = ()
    """The keys of which a puzzle must have one, if there are any."""
    ratings: tuple[int, int] = ANY_RATING
    """The lowest rating and the highest."""


class Bank:
    """The puzzles in the database of a store; every method raises StoreDownError if it cannot be used."""

    def __init__(self, store: Store, chance: random.Random | None = None) -> None:
        """``chance`` draws the next puzzles."""
        self._store = store
        self._chance = chance or random.Random()

    @property
    def is_off(self) -> bool:
        """True if there is no database, and so no bank."""
        return self._store.is_off

    def add(self, puzzles: Iterable[NewPuzzle]) -> int:
        """Add puzzles, all or none, and return the number of those that are new; see `add_puzzles`."""
        with self._store.connection(writes=True) as connection:
            return add_puzzles(connection, puzzles)

    def get(self, puzzle_id: str) -> KeptPuzzle | None:
        """Return the puzzle with that id, or None."""
        with self._store.connection() as connection:
            row = connection.execute(select(*_COLUMNS).where(PuzzleRow.id == puzzle_id)).one_or_none()
        return None if row is None else kept_of(row)

    def find(
        self, wanted: Wanted, sort: Sort, after: Place | None, limit: int
    ) -> tuple[list[KeptPuzzle], Place | None]:
        """Return the next puzzles after a place in a list, and the place to go on from, if there are more.

        Puzzles that are added or rated between two pages shift none of the others.  Raises
        UnknownVariantError if neither the solver nor the bank knows the game.
        """
        with self._store.connection() as connection:
            walks = _walks_to(connection, wanted, has_usual_rules=False)
            places = list_places(connection, walks, wanted.ratings, sort, after, limit + 1)
            found = _read(connection, [place[-1] for place in places[:limit]])
        return found, places[limit - 1] if len(places) > limit else None

    def next(
        self, wanted: Wanted, rating: int, exclude: Sequence[str] = (), who: Who | None = None
    ) -> KeptPuzzle | None:
        """Return a random puzzle near a rating, or None if there is none.

        It is none of those with the ids of ``exclude``, and none that ``who`` tried to the end or was helped
        with.  A game with rules of its own is none that its name asks for.
        """
        with self._store.connection() as connection:
            conditions: list[Any] = []
            if exclude:
                conditions.append(
                    KeyRow.number.not_in(select(PuzzleRow.number).where(PuzzleRow.id.in_(exclude)))
                )
            if who is not None and not who.is_nobody:
                conditions.append(_is_new_to(who))
            walks = _walks_to(connection, wanted, has_usual_rules=True)
            numbers = find_near(connection, walks, rating, conditions, self._chance)
            found = _read(connection, [self._chance.choice(numbers)] if numbers else [])
        return found[0] if found else None

    def daily(self, day: date, game: str, *, may_choose: bool) -> KeptPuzzle | None:
        """Return the puzzle of a day in a game, or None.

        If none was chosen yet, and ``may_choose``, it is chosen now.
        """
        with self._store.connection() as connection:
            number = find_daily(connection, day, game)
            # Without puzzles nobody waits for the lock of SQLite, nor is told that nothing can be written.
            chooses = number is None and may_choose and can_choose_daily(connection, day, game)
        if chooses:
            with self._store.connection(writes=True) as connection:
                number = choose_daily(connection, day, game)
        if number is None:
            return None
        with self._store.connection() as connection:
            return _read(connection, [number])[0]

    def figures(self) -> list[GameFigures]:
        """Return the figures of each game that has puzzles, in the order of their names."""
        with self._store.connection() as connection:
            return [
                GameFigures(game, by_key, *_extremes(connection, game))
                for game, by_key in sorted(read_counts(connection).items())
            ]

    def rating_of(self, who: Who) -> int | None:
        """Return the rating of a solver, or None if they have none yet."""
        with self._store.connection() as connection:
            found = connection.execute(
                select(SolverRow.rating).where(SolverRow.owner == who.owner, SolverRow.name == who.name)
            ).scalar_one_or_none()
        return None if found is None else round(found)

    def record(self, puzzle: KeptPuzzle, who: Who, ending: Ending, *, may_rate: bool) -> Recorded:
        """Record a try that came to its end; see `record_try`."""
        with self._store.connection(writes=True) as connection:
            return record_try(connection, puzzle.number, who, ending, may_rate=may_rate)

    def note_help(self, puzzle: KeptPuzzle, who: Who) -> None:
        """Note that a solver was helped with a puzzle; nothing is noted of one without a name."""
        if not who.is_nobody:
            with self._store.connection(writes=True) as connection:
                note_help(connection, puzzle.number, who)

    def vote(self, puzzle: KeptPuzzle, who: Who, *, is_up: bool) -> tuple[int, int]:
        """Record a vote; return the votes for the puzzle and against it."""
        with self._store.connection(writes=True) as connection:
            return record_vote(connection, puzzle.number, who, is_up=is_up)


def _walks_to(connection: Connection, wanted: Wanted, *, has_usual_rules: bool) -> list[Walk]:
    """Return the walks on which the wanted puzzles lie; with usual rules, in named games only.

    Raises UnknownVariantError for a game that is neither in the bank nor known.
    """
    counts = read_counts(connection, (*wanted.every, *wanted.either))
    games = {
        game: by_key
        for game, by_key in counts.items()
        if wanted.variant in (None, variant_of(game)) and not (has_usual_rules and game != variant_of(game))
    }
    if wanted.variant is not None and not games:
        find_variant(wanted.variant)
    return plan_walks(games, wanted.every, wanted.either)


def _read(connection: Connection, numbers: Sequence[int]) -> list[KeptPuzzle]:
    """Return the puzzles with those numbers, in that order."""
    if not numbers:
        return []
    rows = connection.execute(select(*_COLUMNS).where(PuzzleRow.number.in_(numbers)))
    found = {row.number: kept_of(row) for row in rows}
    return [found[number] for number in numbers]


def _is_new_to(who: Who) -> Any:
    """Return the condition that the puzzle of a `KeyRow` is new to a solver."""
    return ~exists().where(
        AttemptRow.number == KeyRow.number, AttemptRow.owner == who.owner, AttemptRow.name == who.name
    )


def _extremes(connection: Connection, game: str) -> tuple[int, int]:
    """Return the lowest and the highest rating in a game; each is the end of an index."""
    of_game = (KeyRow.theme == ALL, KeyRow.game == game)
    lowest, highest = (
        connection.execute(select(end(KeyRow.rating)).where(*of_game)).scalar_one()
        for end in (func.min, func.max)
    )
    return lowest, highest
