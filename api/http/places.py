"""Places for what goes on for long over a connection: a number at once, of which a client has a share."""

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from threading import Lock
from typing import NamedTuple

from api.http.problems import TOO_MANY_REQUESTS, ProblemError
from api.monitor import current_record
from api.solving import RETRY_AFTER_S, BusyError
from solver.sentences import phrase, phrase_n


class Places:
    """The places for one kind of streams: ``most`` at once, of them ``share`` for a client, or all if 0.

    ``client_name`` tells clients apart; ``count`` is called with 1 for each place that is taken, and with -1
    when it is given back.
    """

    def __init__(
        self, most: int, share: int, client_name: Callable[[], str], count: Callable[[int], None]
    ) -> None:
        self._most = most
        self._share = share
        self._client_name = client_name
        self._show = count
        self._lock = Lock()
        self._held: Counter[str] = Counter()
        """The places that are taken, by the name of the client."""

    def enter(self) -> "Place":
        """Take a place, which must be closed.

        Raises BusyError if all are taken, ProblemError if this client has all of its own.
        """
        client = self._client_name()
        with self._lock:
            if self._share and self._held[client] >= self._share:
                raise ProblemError(
                    TOO_MANY_REQUESTS,
                    phrase_n(
                        "{n} stream of this client is open, no more are at once; try again when it ends",
                        "{n} streams of this client are open, no more are at once; try again when one ends",
                        self._share,
                    ),
                    [("Retry-After", str(RETRY_AFTER_S))],
                )
            if self._held.total() >= self._most:
                raise BusyError(
                    phrase(
                        "{most} streams are open, no more are at once; try again in a moment",
                        most=self._most,
                    )
                )
            self._count(client, 1)
        record = current_record()
        if record is not None:
            record.is_stream = True
        return Place(partial(self._leave, client))

    def _count(self, client: str, change: int) -> None:
        self._held[client] += change
        if not self._held[client]:
            del self._held[client]
        self._show(change)

    def _leave(self, client: str) -> None:
        with self._lock:
            self._count(client, -1)


class StreamPlaces(NamedTuple):
    """Places for clients that send lines, and others for those that read results, so that both find some."""

    lines: Places
    results: Places


class Place(AbstractContextManager[None]):
    """A place among the open streams, given back when the stream ends, or if it never begins."""

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave: Callable[[], None] | None = leave

    def __exit__(self, *args: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the place back; closing it twice does no harm."""
        leave, self._leave = self._leave, None
        if leave is not None:
            leave()
