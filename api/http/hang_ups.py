"""Stops the solves of clients that hang up.

A connection that the client has closed looks like one of which it has closed only its own half: the service
reads the end of the stream on both.  Both count as hung up, as for nginx and the server of Go: half-closed
connections are rare, clients that go away are not.  The answer is sent all the same, with the bounds proved
so far, so that a client that still waits gets a correct answer.  The log has its status, and that the client
had hung up.
"""

import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Thread

from flask import has_request_context, request

from api.monitor import current_record
from solver import CancelToken

_GONE = select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR


class HangUps:
    """Watches the connections of requests, in one thread that sleeps until a client hangs up."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._tokens: dict[int, CancelToken] = {}
        self._poll: select.epoll | None = None

    @contextmanager
    def watching(self, token: CancelToken) -> Iterator[None]:
        """Cancel ``token`` if the client of this request hangs up before the context ends, and note it.

        Without a connection, as in tests within a process, it does nothing, nor without a thread to watch.
        """
        connection = request.environ.get("gunicorn.socket") if has_request_context() else None
        if not isinstance(connection, socket.socket) or connection.fileno() < 0:
            yield
            return
        number = connection.fileno()
        with self._lock:
            poll = self._start()
            if poll is not None:
                self._tokens[number] = token
                poll.register(number, _GONE | select.EPOLLONESHOT)
        try:
            yield
        finally:
            if poll is not None:
                with self._lock:
                    del self._tokens[number]
                    poll.unregister(number)
            record = current_record()
            if record is not None and _is_gone(number):
                record.note_hang_up()

    def _start(self) -> select.epoll | None:
        """Return the poll, started with the first request, as threads do not survive the fork of a worker.

        While the system has no room for its thread, return None: the next request tries again.
        """
        if self._poll is None:
            poll = select.epoll()
            try:
                Thread(target=self._watch, args=(poll,), name="hang-ups", daemon=True).start()
            except RuntimeError:
                poll.close()
                return None
            self._poll = poll
        return self._poll

    def _watch(self, poll: select.epoll) -> None:
        while True:
            for number, _ in poll.poll():
                with self._lock:
                    token = self._tokens.get(number)
                    # The file descriptor may belong to another connection by now, so look again.
                    if token is not None and _is_gone(number):
                        token.cancel()


def _is_gone(number: int) -> bool:
    poll = select.poll()
    poll.register(number, select.POLLRDHUP)
    return bool(poll.poll(0))
