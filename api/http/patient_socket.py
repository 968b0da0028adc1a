"""The connection of a client, with a deadline by which each request must arrive."""

import errno
import select
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, ClassVar

from gunicorn.http.errors import NoMoreData

ANSWER_S = 10.0
"""The time that a client may take to read an answer, or a piece of it, in seconds."""

BUSY_S = 10.0
"""The time after a deadline in which arrived data is still read, in seconds: the machine may be busy."""

MOST_HEAD = 1 << 16
"""The most of the headers that is kept for an answer to what cannot be read, in bytes and a piece more."""

STOPPING_S = 0.2
"""The time that a stopping worker waits for a client to send, or to close the connection, in seconds."""


class Late(NoMoreData, TimeoutError):
    """The client did not send its request in time; gunicorn treats it like one that has gone away."""


class Stopped(Late):
    """The service stops, and waits for no more of the request."""


class PatientSocket(socket.socket):
    """The connection of a client, which waits for data until its ``deadline`` and no longer."""

    deadline: float | None = None
    """The time by which data must have arrived (monotonic clock, in seconds); None for no limit."""
    has_begun: bool = False
    """True if data has arrived since the deadline was set."""
    is_late: bool = False
    """True if data was still to come when the deadline had passed."""
    is_given_up: bool = False
    """True if it has waited the longest of too many."""
    head: bytearray | None = None
    """The headers as they arrive, up to `MOST_HEAD`; None once they are read, or where they do not matter."""
    end_with_answer: Callable[[], None] = staticmethod(lambda: None)
    """Close the connection after the answer to the request that was read last, which says so."""
    is_stopping: ClassVar[bool] = False
    """True if the worker stops, and waits for no client any more."""
    waiting: ClassVar[dict["PatientSocket", None]] = {}
    """The connections that wait for data, the longest first."""
    most_waiting: ClassVar[int] = sys.maxsize
    """The most connections that wait for data at once."""
    _lock: ClassVar[Lock] = Lock()

    @classmethod
    def stop_waiting(cls) -> None:
        """End all waits soon, as if the deadlines had passed; a signal handler may call it."""
        cls.is_stopping = True
        for connection in list(cls.waiting):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RD)

    def has_data_within(self, seconds: float) -> bool:
        """True if data comes, or the end of it; it needs no file, unlike the wait of gunicorn, by epoll."""
        poll = select.poll()
        poll.register(self, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def recv(self, *args: Any) -> bytes:
        """Receive data; raises Late once the deadline has passed, or when too many others wait too.

        Raises Stopped if the worker stops.
        """
        if self.deadline is None:
            return super().recv(*args)
        left = self.deadline - time.monotonic()
        if left <= -BUSY_S:
            self.is_late = True
            raise Late
        before = self.gettimeout()
        self._begin_waiting()
        try:
            left = max(left, 0.0)
            if self.is_stopping:
                left = min(left, STOPPING_S)
            self.settimeout(left if before is None else min(left, before))
            received = super().recv(*args)
            if not received and self.is_stopping:
                raise Stopped
            if not received and self.is_given_up:
                raise Late
            self.has_begun = self.has_begun or bool(received)
            if self.head is not None and len(self.head) < MOST_HEAD:
                self.head += received
            return received
        except (TimeoutError, BlockingIOError):
            if self.is_stopping:
                raise Stopped from None
            self.is_late = True
            raise Late from None
        finally:
            with self._lock:
                self.waiting.pop(self, None)
            self.settimeout(before)

    def _begin_waiting(self) -> None:
        """Join those that wait; of too many, give up the one that has waited longest."""
        with self._lock:
            self.waiting[self] = None
            if len(self.waiting) > self.most_waiting:
                longest = next(iter(self.waiting))
                del self.waiting[longest]
                longest.is_given_up = True
                with suppress(OSError):
                    longest.shutdown(socket.SHUT_RD)

    def sendall(self, *args: Any) -> None:
        """Send all data; a client that does not read it counts as a lost connection."""
        before = self.gettimeout()
        if before is None:
            self.settimeout(ANSWER_S)
        try:
            super().sendall(*args)
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, "the client does not read its answer") from None
        finally:
            self.settimeout(before)
