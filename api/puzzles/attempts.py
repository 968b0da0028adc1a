"""Tries and votes: the first try of a solver that comes to its end is one period of Glicko-2 for both sides.

All that belongs to one try is written in one transaction.  It locks the puzzle first and the solver second,
always in this order, so that tries that come at once wait for each other and none is lost.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, insert, select, update

from api.puzzles.kept import SOLVED, TRIES, game_of
from api.puzzles.listing import Listing, count, inserter, move
from api.puzzles.models import AttemptRow, PuzzleRow, SolverRow, VoteRow
from solver import Rating


class Ending(StrEnum):
    """The end of a try."""

    solved = "solved"
    wrong = "wrong"


@dataclass(frozen=True, slots=True)
class Who:
    """A solver: the key that their requests have, and the name that they give themselves."""

    owner: str = ""
    """The name of the key, empty without one."""
    name: str = ""
    """Empty if they give none."""

    @property
    def is_nobody(self) -> bool:
        """True if nothing can be told of them: their tries change no rating."""
        return not self.name


@dataclass(frozen=True, slots=True)
class Recorded:
    """A try that was recorded, with the ratings after it."""

    is_first: bool
    """True for the first try of this solver that came to its end."""
    is_rated: bool
    """True if it has changed the ratings."""
    puzzle: Rating
    solver: Rating | None
    """None without a name."""
    moved: int | None = None
    """The change of the solver's rating, as it is shown; None unless it was rated now."""


def record_try(connection: Connection, number: int, who: Who, ending: Ending, *, may_rate: bool) -> Recorded:
    """Record a try that came to its end, in a transaction that writes.

    It is rated if ``may_rate``, and it is the first one of a solver with a name who had no help.
    """
    # Step 1. Lock the puzzle, and the solver.
    row = _lock_puzzle(connection, number)
    puzzle = Rating(row.rating, row.deviation, row.volatility)
    solver = None if who.is_nobody else _lock_solver(connection, who)
    # Step 2. Find out whether it counts; an end is recorded once for each solver with a name.
    before = None if who.is_nobody else _find_attempt(connection, number, who)
    if before is not None and before.state is not None:
        return Recorded(False, before.is_rated, puzzle, solver)
    is_rated = solver is not None and may_rate and before is None
    # Step 3. Rate both by what they were before the try.
    moved = None
    if solver is not None and is_rated:
        score, shown = float(ending == Ending.solved), round(solver.rating)
        puzzle, solver = puzzle.rate([(solver, 1 - score)]), solver.rate([(puzzle, score)])
        moved = round(solver.rating) - shown
    # Step 4. Write it all; last the counts of the game, for which all tries wait.
    _write_puzzle(connection, row, puzzle, ending)
    if solver is not None:
        _write_solver(connection, who, solver, ending)
        state = {"state": ending.value, "is_rated": is_rated, "at": datetime.now(UTC)}
        if before is None:
            first = {"number": number, "owner": who.owner, "name": who.name, "is_helped": False}
            connection.execute(insert(AttemptRow).values(**first, **state))
        else:
            connection.execute(update(AttemptRow).where(*_is_attempt(number, who)).values(**state))
    game = game_of(row.variant, row.rules_digest)
    count(connection, {(game, TRIES): 1, (game, SOLVED): int(ending == Ending.solved)})
    return Recorded(True, is_rated, puzzle, solver, moved)


def note_help(connection: Connection, number: int, who: Who) -> None:
    """Note that a solver with a name was helped with a puzzle, unless their try has ended before."""
    # A row that refers to the puzzle waits for a try that has it, which would wait for that row.
    _lock_puzzle(connection, number)
    new = inserter(connection)(AttemptRow).values(
        number=number,
        owner=who.owner,
        name=who.name,
        state=None,
        is_helped=True,
        is_rated=False,
        at=datetime.now(UTC),
    )
    connection.execute(new.on_conflict_do_nothing())


def record_vote(connection: Connection, number: int, who: Who, *, is_up: bool) -> tuple[int, int]:
    """Record the vote of a solver, in the place of an earlier one; return the votes for it and against it.

    All who have neither key nor name share one vote.
    """
    row = _lock_puzzle(connection, number)
    up, down = row.up, row.down
    is_own = (VoteRow.number == number, VoteRow.owner == who.owner, VoteRow.name == who.name)
    before = connection.execute(select(VoteRow.is_up).where(*is_own)).scalar_one_or_none()
    if before == is_up:
        return up, down
    if before is None:
        new = {"number": number, "owner": who.owner, "name": who.name, "is_up": is_up}
        connection.execute(insert(VoteRow).values(**new))
    else:
        connection.execute(update(VoteRow).where(*is_own).values(is_up=is_up))
        up, down = up - before, down - (not before)
    up, down = up + is_up, down + (not is_up)
    connection.execute(update(PuzzleRow).where(PuzzleRow.number == number).values(up=up, down=down))
    return up, down


def _lock_puzzle(connection: Connection, number: int) -> Any:
    """Return the row of a puzzle, which nobody else changes until the end of the transaction."""
    columns = [column for column in PuzzleRow.__table__.columns if column.name != "body"]
    return connection.execute(select(*columns).where(PuzzleRow.number == number).with_for_update()).one()


def _lock_solver(connection: Connection, who: Who) -> Rating:
    """Return the ratings of a solver, likewise; a new one has those of a beginner."""
    new = inserter(connection)(SolverRow).values(
        owner=who.owner, name=who.name, n_tries=0, n_solved=0, **_columns_of(Rating())
    )
    connection.execute(new.on_conflict_do_nothing())
    row = connection.execute(select(SolverRow).where(*_is_solver(who)).with_for_update()).one()
    return Rating(row.rating, row.deviation, row.volatility)


def _write_puzzle(connection: Connection, row: Any, rated: Rating, ending: Ending) -> None:
    """Write the rating and the counts of a puzzle, and move it to its new place under its keys."""
    counts = {"n_tries": row.n_tries + 1, "n_solved": row.n_solved + (ending == Ending.solved)}
    is_it = PuzzleRow.number == row.number
    connection.execute(update(PuzzleRow).where(is_it).values(**counts, **_columns_of(rated)))
    move(connection, Listing.of(row), round(rated.rating))


def _write_solver(connection: Connection, who: Who, rated: Rating, ending: Ending) -> None:
    counts = {
        "n_tries": SolverRow.n_tries + 1,
        "n_solved": SolverRow.n_solved + int(ending == Ending.solved),
    }
    connection.execute(update(SolverRow).where(*_is_solver(who)).values(**counts, **_columns_of(rated)))


def _columns_of(rated: Rating) -> dict[str, float]:
    return {"rating": rated.rating, "deviation": rated.deviation, "volatility": rated.volatility}


def _find_attempt(connection: Connection, number: int, who: Who) -> Any:
    columns = (AttemptRow.state, AttemptRow.is_rated)
    return connection.execute(select(*columns).where(*_is_attempt(number, who))).one_or_none()


def _is_attempt(number: int, who: Who) -> tuple[Any, ...]:
    return AttemptRow.number == number, AttemptRow.owner == who.owner, AttemptRow.name == who.name


def _is_solver(who: Who) -> tuple[Any, ...]:
    return SolverRow.owner == who.owner, SolverRow.name == who.name
