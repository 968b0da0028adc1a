"""Tries and votes: the first try of a solver that comes to its end is one period of Glicko-2 for both sides.

All that belongs to one try is written in one transaction.  It locks the puzzle first and the solver second,
always in this order, so that tries that come at once wait for each other and none is lost.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from api.puzzles.listing import inserter
from api.puzzles.models import AttemptRow, PuzzleRow, VoteRow


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


def note_help(connection: Connection, number: int, who: Who) -> None:
    """Note that a solver with a name was helped with a puzzle, unless their try has ended before."""
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
