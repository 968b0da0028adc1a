"""The puzzle of the day: the same for everybody, and never the same again."""

import random
from collections.abc import Sequence
from datetime import date

from sqlalchemy import Connection, exists, select

from api.puzzles.kept import ALL
from api.puzzles.listing import inserter
from api.puzzles.models import DailyRow, KeyRow, PuzzleRow
from api.puzzles.search import Walk, find_near
from solver.puzzles import USUAL_RATING

_HAD_NO_DAY = ~exists().where(DailyRow.number == KeyRow.number)


def find_daily(connection: Connection, day: date, game: str) -> int | None:
    """Return the number of the puzzle of a day in a game; None if none was chosen."""
    found: int | None = connection.execute(
        select(DailyRow.number).where(DailyRow.day == day, DailyRow.game == game)
    ).scalar_one_or_none()
    return found


def can_choose_daily(connection: Connection, day: date, game: str) -> bool:
    """True if a game has a puzzle that had no day yet."""
    return bool(_candidates(connection, day, game))


def choose_daily(connection: Connection, day: date, game: str) -> int | None:
    """Choose the puzzle of a day in a game, unless another process was quicker, and return its number.

    It is near the usual rating, if one is there, and None if every puzzle of the game has had its day.  The
    transaction must be one that writes.
    """
    while True:
        candidates = _candidates(connection, day, game)
        if not candidates:
            return None
        new = inserter(connection)(DailyRow).values(
            day=day, game=game, number=_best_liked(connection, candidates)
        )
        connection.execute(new.on_conflict_do_nothing())
        chosen = find_daily(connection, day, game)
        # It is not there if another day took the same puzzle at this moment: that one had its day, then.
        if chosen is not None:
            return chosen


def _candidates(connection: Connection, day: date, game: str) -> list[int]:
    """Return the numbers of puzzles of a game that had no day, those nearest to the usual rating."""
    chance = random.Random(f"{day} {game}")
    return find_near(connection, [Walk(game, ALL)], USUAL_RATING, [_HAD_NO_DAY], chance)


def _best_liked(connection: Connection, numbers: Sequence[int]) -> int:
    """Return the puzzle with the most votes for it less those against it, of several the first."""
    columns = (PuzzleRow.number, PuzzleRow.up, PuzzleRow.down)
    rows = connection.execute(select(*columns).where(PuzzleRow.number.in_(numbers)))
    liked = {row.number: row.up - row.down for row in rows}
    return max(numbers, key=liked.__getitem__)
