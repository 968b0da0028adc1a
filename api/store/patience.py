"""Connections to PostgreSQL that are given up when it stays connected and stops answering."""

from collections.abc import Callable, Generator
from time import monotonic
from typing import Any, TypeVar

import psycopg

T = TypeVar("T")


class PatientConnection(psycopg.Connection[Any]):
    """A connection that is given up when the server is silent for too long."""

    patience_s: float | None = None
    """The longest silence within a transaction, in seconds; None for no limit."""
    ping_s: float = 0.0
    """The same where SQLAlchemy asks whether the connection lives, which it does outside of transactions."""

    def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
        """Do what ``gen`` does; raises OperationalError if the server is silent for too long."""
        limit_s = self.ping_s if self.autocommit and self.patience_s is not None else self.patience_s
        if limit_s is not None:
            gen = _within(gen, limit_s, self.pgconn.finish)
        return super().wait(gen, *args, **kwargs)


def _within(
    steps: Generator[Any, Any, T], limit_s: float, give_up: Callable[[], None]
) -> Generator[Any, Any, T]:
    """Do the same steps, and give up if none of them is ready for ``limit_s``.

    psycopg sends a false value every tenth of a second while nothing is ready.  If none came for much longer,
    this process stood still, and the server may have too, as on a machine that was paused: it has its whole
    time again.
    """
    try:
        wanted = next(steps)
        looked_at = monotonic()
        ends = looked_at + limit_s
        while True:
            ready = yield wanted
            before, looked_at = looked_at, monotonic()
            if ready or looked_at - before > limit_s / 2:
                ends = looked_at + limit_s
            elif looked_at > ends:
                # SQLAlchemy uses no connection again that is closed, nor any that is older.
                give_up()
                raise psycopg.OperationalError(f"the server has not answered for {limit_s:g} s")
            wanted = steps.send(ready)
    except StopIteration as end:
        result: T = end.value
        return result


def connect(patience_s: float | None, ping_s: float, *args: Any, **kwargs: Any) -> PatientConnection:
    """Return a new connection with that patience."""
    made = PatientConnection.connect(*args, **kwargs)
    made.patience_s, made.ping_s = patience_s, ping_s
    return made
