"""The gunicorn worker of the service: gunicorn's threads, with a deadline for every request to arrive, and
its own refusals as problems of RFC 9457 too."""

import errno
import json
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any, ClassVar

from gunicorn.http import errors as http
from gunicorn.workers.gthread import ThreadWorker

from api.http.headers import security_headers
from api.http.problems import INTERNAL_ERROR, PROBLEM_JSON, problem_dict, problem_of_status
from api.monitor import ID_HEADER, RequestRecord, current_record, forget_record, log_request, request_id_of
from solver import EnglishOnly

ANSWER_S = 10.0
"""How long a client may take to read an answer, or a piece of it."""
LINGER_S = 2.0
"""How long a connection stays open after its last answer, for what the client may still be sending."""

BUSY_S = 10.0
"""How long after its deadline what has come is still read: the client is not to blame for a busy machine."""

STOPPING_S = 0.2
"""How long a worker that stops waits for what a client may be sending, or for it to close the connection."""

_REFUSALS: Mapping[type[Exception], tuple[int, str]] = {
    http.InvalidResponseHeader: (500, str(INTERNAL_ERROR.title)),
    http.InvalidResponseHeaderName: (500, str(INTERNAL_ERROR.title)),
    http.ConfigurationProblem: (500, str(INTERNAL_ERROR.title)),
    http.InvalidRequestLine: (400, "the first line is no request of HTTP: GET /docs HTTP/1.1"),
    http.InvalidRequestMethod: (400, "the method is none that HTTP can have"),
    http.InvalidHTTPVersion: (400, "the version of HTTP is none that is spoken here; use HTTP/1.1"),
    http.InvalidHeaderName: (400, "the name of a header holds what it cannot"),
    http.InvalidHeader: (400, "a header cannot be read, or is there twice"),
    http.LimitRequestLine: (414, "the address is too long"),
    http.LimitRequestHeaders: (431, "there are too many headers, or one is too long"),
    http.ExpectationFailed: (417, "the header Expect asks for what is not done here"),
    http.UnsupportedTransferCoding: (501, "the only Transfer-Encoding that is read here is chunked"),
    http.ForbiddenProxyRequest: (403, "this service does not take requests by the PROXY protocol"),
    http.ParseException: (400, "the request is no HTTP that can be read here"),
}


class Late(http.NoMoreData, TimeoutError):
    """The client did not send the rest of its request in time; to gunicorn, one that has gone away."""


class PatientSocket(socket.socket):
    """A client's connection that waits for the client no longer than up to its ``deadline``."""

    deadline: float | None = None
    """When what is being received must have come, by the monotonic clock; None for no such time."""
    is_stopping: ClassVar[bool] = False
    """Whether the worker stops: then nobody is waited for."""
    waiting: ClassVar[set[socket.socket]] = set()
    """The connections over which something is being waited for."""

    @classmethod
    def stop_waiting(cls) -> None:
        """Let all that waits end soon, as if its deadline had passed; may be called by a signal's handler."""
        cls.is_stopping = True
        for connection in list(cls.waiting):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RD)

    def recv(self, *args: Any) -> bytes:
        """What comes; raises Late once the deadline has passed."""
        if self.deadline is None:
            return super().recv(*args)
        before = self.gettimeout()
        self.waiting.add(self)
        try:
            left = self.deadline - time.monotonic()
            if left <= -BUSY_S:
                raise Late
            left = max(left, 0.0)
            if self.is_stopping:
                left = min(left, STOPPING_S)
            self.settimeout(left if before is None else min(left, before))
            received = super().recv(*args)
            if not received and self.is_stopping:
                raise Late
            return received
        except (TimeoutError, BlockingIOError):
            raise Late from None
        finally:
            self.waiting.discard(self)
            self.settimeout(before)

    def sendall(self, *args: Any) -> None:
        """Send everything; to whoever does not read it, as if the connection had been lost."""
        before = self.gettimeout()
        if before is None:
            self.settimeout(ANSWER_S)
        try:
            super().sendall(*args)
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, "the client does not read its answer") from None
        finally:
            self.settimeout(before)


class Worker(ThreadWorker):
    """gunicorn's worker with threads, none of which waits for a client without end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._silent: set[Any] = set()
        """The connections over which nothing has come yet."""

    def handle(self, conn: Any) -> Any:
        """Answer one request of a connection; whether the connection goes on (or has nothing to read yet)."""
        if not isinstance(conn.sock, PatientSocket):
            conn.sock = PatientSocket(fileno=conn.sock.detach())
        forget_record()
        conn.sock.deadline = time.monotonic() + self.wsgi.config["ATOUT"].arrival_ms / 1000
        if not conn.initialized:
            self._silent.add(conn)
        try:
            if PatientSocket.is_stopping and not conn.initialized and not conn.wait_for_data(STOPPING_S):
                return False
            goes_on = super().handle(conn)
        finally:
            self._silent.discard(conn)
        if not goes_on:
            _linger(conn.sock)
        return goes_on

    def stop_waiting(self) -> None:
        """Wait no longer for what clients may send; may be called by a signal's handler."""
        PatientSocket.stop_waiting()
        for conn in list(self._silent):
            if not conn.initialized:
                with suppress(OSError):
                    conn.sock.shutdown(socket.SHUT_RD)

    def set_accept_enabled(self, enabled: bool) -> None:
        """Accept connections or not; a worker that stops first takes all that have come before.

        The kernel has accepted them already: their clients have sent their requests, and would have no
        answer. The listeners are closed at once after that, so that whoever comes later is refused.
        """
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        for listener in self.sockets:
            n_before = -1
            while n_before < self.nr_conns:
                n_before = self.nr_conns
                self.accept(listener)
            listener.close()
        # gunicorn may say so again, when there is nothing left to take from.
        self.sockets: list[Any] = []

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Stop as at SIGTERM: whatever is being solved ends at once anyway.

        gunicorn would shut its pool of threads down here. If the signal has come while the pool was being
        given something to do, it would wait for ever for a lock that the interrupted code holds.
        """
        self.handle_exit(sig, frame)

    def finish_request(self, conn: Any, fs: Any) -> None:
        """Take a connection back from its thread; a worker that stops keeps it for a moment only."""
        super().finish_request(conn, fs)
        if not self.alive:
            self._cap_keepalive(time.monotonic() + STOPPING_S)

    def _cap_keepalive(self, deadline: float) -> None:
        """Close the connections that are kept for another request soon, if not by ``deadline``."""
        super()._cap_keepalive(min(deadline, time.monotonic() + STOPPING_S))

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Answer a request that gunicorn itself refuses, or that has failed outside the application."""
        status, detail = next(
            (_REFUSALS[cls] for cls in type(exc).__mro__ if cls in _REFUSALS),
            (500, str(INTERNAL_ERROR.title)),
        )
        known = current_record()
        record = known or RequestRecord(
            request_id_of(None), address=str(addr[0]) if addr else "", status=status
        )
        if status == 500:
            self.log.error("Error handling the request %s", record.request_id, exc_info=exc)
        else:
            self.log.debug("Refused the request %s: %s", record.request_id, exc)
        try:
            headers = security_headers(self.wsgi.config["ATOUT"].hsts_s)
            client.sendall(_problem(status, detail, {ID_HEADER: record.request_id, **headers}))
        except OSError:
            self.log.debug("The client has gone without its answer.")
        if known is None:
            self.wsgi.config["ATOUT_METRICS"].count_request(record)
            log_request(record)


def _problem(status: int, detail: str, more: Mapping[str, str]) -> bytes:
    """An answer of HTTP, whole, after which the connection is closed."""
    body = json.dumps(problem_dict(problem_of_status(status), EnglishOnly(detail))).encode()
    headers = {
        "Content-Type": PROBLEM_JSON,
        "Content-Length": str(len(body)),
        "Connection": "close",
        **more,
    }
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def _linger(client: PatientSocket) -> None:
    """Let the client read its answer before the connection is closed.

    gunicorn would wait for that in its main thread, one client after another; here a thread of the pool
    waits, and with the deadline behind it gunicorn's own wait is over at once.
    """
    client.deadline = time.monotonic() + (STOPPING_S if client.is_stopping else LINGER_S)
    try:
        client.shutdown(socket.SHUT_WR)
        while client.recv(1 << 16) and time.monotonic() < client.deadline:
            pass
    except OSError:
        pass
    client.deadline = 0.0
