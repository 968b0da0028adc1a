"""The gunicorn worker of the service: threads, with a deadline by which each request must arrive.

The refusals of gunicorn itself are problems of RFC 9457 too.
"""

import errno
import json
import logging
import re
import signal
import socket
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from heapq import merge
from http import HTTPStatus
from itertools import islice
from operator import itemgetter
from typing import Any

from gunicorn.http import errors as http
from gunicorn.workers.gthread import _DEFER, ThreadWorker

from api.http.headers import Headers
from api.http.patient_socket import STOPPING_S, PatientSocket
from api.http.problems import INTERNAL_ERROR, PROBLEM_JSON, problem_dict, problem_of_status
from api.monitor import (
    ID_HEADER,
    Metrics,
    RequestRecord,
    current_record,
    forget_record,
    log_request,
    request_id_of,
)
from api.parts import part_of
from api.settings import Settings
from solver.sentences import EnglishOnly

LINGER_S = 2.0
"""The time for which a connection stays open after its last answer, in seconds: the client may still send."""

AT_ONCE_S = 0.05
"""The time for which a thread waits for the first data of a connection, in seconds; later data wakes one."""

MOST_WAITING = 0.75
"""The share of the threads that may wait for clients to send on, 0 to 1: the others are for all else."""

ROOM = 10
"""Of so many connections one that is silent makes room for others, when there are as many as may be."""

FULL_S = 0.01
"""The time for which a worker without room for a connection waits for one to end, in seconds."""
TOLD_S = 10.0
"""The time after which the log tells again that there is no room, in seconds."""
_NO_ROOM = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM))
"""The errors that say so: no file can be opened, or there is no memory for it."""

BUSY_AFTER_S = 0.5
"""The time without a free slot after which a worker leaves its idle connections to others, in seconds."""
LEAVE_S = 0.005
"""The time for which a worker leaves a new connection to others that could solve sooner, in seconds."""
MOST_LEAVES = 4
"""The most times that it does so, one after the other: another worker may be busy for a moment."""

_REFUSALS: Mapping[type[Exception], tuple[int, str]] = {
    http.InvalidResponseHeader: (500, str(INTERNAL_ERROR.title)),
    http.InvalidResponseHeaderName: (500, str(INTERNAL_ERROR.title)),
    http.ConfigurationProblem: (400, "the address is outside this service, whose prefix is SCRIPT_NAME"),
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
_logger = logging.getLogger(__name__)
_ORIGIN = re.compile(rb"(?i)\r\norigin:[ \t]*(\S+)[ \t]*\r\n")
_TOO_SLOW = (408, "the headers did not arrive in time; send the request again")


class _Pool(ThreadPoolExecutor):
    """The threads that answer; where the system has no room for one more, those that there are do all."""

    _tell_at = 0.0
    """The time from which on the log tells that again (monotonic clock, in seconds)."""

    def _adjust_thread_count(self) -> None:
        """Start a thread for a task that was handed in, unless one is idle."""
        try:
            super()._adjust_thread_count()
        except RuntimeError as error:
            # The task waits already, for the next thread that is done.
            if not self._threads:
                raise
            if time.monotonic() >= self._tell_at:
                self._tell_at = time.monotonic() + TOLD_S
                _logger.warning("No more than %d threads can answer: %s", len(self._threads), error)


class Worker(ThreadWorker):
    """The threaded worker of gunicorn, with an end to every wait for a client."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.others_are_better: Callable[[], bool] = lambda: False
        """True if this worker has no solving slot free, and another one has, or will sooner."""
        self._full_since: float | None = None
        """The time since which no solve could begin here (monotonic clock, in seconds); None if one can."""
        self._silent: set[Any] = set()
        """The connections on which no data has arrived yet."""
        self._is_full = False
        """True if the system had no room for a connection."""
        self._tell_at = 0.0
        """The time from which on the log tells that again (monotonic clock, in seconds)."""
        super().__init__(*args, **kwargs)
        PatientSocket.most_waiting = max(int(MOST_WAITING * self.cfg.threads), 1)

    def get_thread_pool(self) -> ThreadPoolExecutor:
        """Return the threads that answer."""
        return _Pool(self.cfg.threads)

    def init_signals(self) -> None:
        """Take signals from now on, and those that stop a worker if they came since it was forked."""
        super().init_signals()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, self.SIGNALS)

    @property
    def max_keepalived(self) -> int:
        """The most idle connections: none while other workers could sooner solve what comes next on them.

        Else all may be idle: the longest idle make room for others.
        """
        return 0 if self.others_are_better() else self.worker_connections

    @max_keepalived.setter
    def max_keepalived(self, most: int) -> None:
        """Leave out what gunicorn sets."""

    def note_free(self, n_free: int) -> None:
        """Note how many solves could begin here at once."""
        if n_free:
            self._full_since = None
        elif self._full_since is None:
            self._full_since = time.monotonic()

    def accept(self, listener: Any) -> None:
        """Accept a connection; while other workers could solve sooner, leave it to them for a moment."""
        for _ in range(MOST_LEAVES):
            if not self.alive or not self.others_are_better():
                break
            time.sleep(LEAVE_S)
        try:
            super().accept(listener)
        except OSError as error:
            if error.errno not in _NO_ROOM:
                raise
            # Room is made once all that has come is handed on: it may have come on what is to be closed.
            self._is_full = True
            if time.monotonic() >= self._tell_at:
                self._tell_at = time.monotonic() + TOLD_S
                self.log.warning("No connection can be accepted, silent ones are closed: %s", error)

    def handle(self, conn: Any) -> Any:
        """Answer one request of a connection; return True if it goes on, and `_DEFER` if nothing came yet."""
        if not isinstance(conn.sock, PatientSocket):
            conn.sock = PatientSocket(fileno=conn.sock.detach())
        forget_record()
        conn.sock.has_begun = conn.sock.is_late = False
        conn.sock.head = bytearray()
        conn.sock.deadline = time.monotonic() + part_of(self.wsgi, Settings).arrival_ms / 1000
        if not conn.initialized:
            self._silent.add(conn)
        try:
            if not conn.initialized and not conn.data_ready:
                is_stopping = PatientSocket.is_stopping
                if not conn.sock.has_data_within(STOPPING_S if is_stopping else AT_ONCE_S):
                    return False if is_stopping else _DEFER
                conn.data_ready = True
            goes_on = super().handle(conn)
        finally:
            self._silent.discard(conn)
        if conn.sock.is_given_up:
            conn.sock.deadline = 0.0
        elif not goes_on:
            # Without a record it was gunicorn that waited, for the headers, and it says nothing to that.
            if conn.sock.has_begun and conn.sock.is_late and current_record() is None:
                self.refuse(conn.sock, conn.client, *_TOO_SLOW)
            _linger(conn.sock)
        return goes_on

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer a request whose headers were read; gunicorn takes a compressed body for one that is not."""
        for name, value in req.headers:
            if name == "TRANSFER-ENCODING" and value.strip(" \t").lower() != "chunked":
                raise http.UnsupportedTransferCoding(value)
        conn.sock.end_with_answer, conn.sock.head = req.force_close, None
        return super().handle_request(req, conn)

    def stop_waiting(self) -> None:
        """Wait no longer for clients to send; a signal handler may call it."""
        PatientSocket.stop_waiting()
        for conn in [*self._silent, *self.pending_conns]:
            if not conn.initialized:
                with suppress(OSError):
                    conn.sock.shutdown(socket.SHUT_RD)

    def set_accept_enabled(self, enabled: bool) -> None:
        """Accept connections or not; a stopping worker first takes all that the kernel has accepted.

        Their clients have sent requests, and would get no answer.  The listeners are closed right after that,
        so that later clients are refused.
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
        # gunicorn may call this again, when the listeners are closed.
        self.sockets: list[Any] = []

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Stop as at SIGTERM, where solves end at once too.

        The handler of gunicorn would shut its pool of threads down here.  If the signal interrupted code that
        was giving the pool a task, that would deadlock: the interrupted code holds the lock of the pool.
        """
        self.handle_exit(sig, frame)

    def finish_request(self, conn: Any, fs: Any) -> None:
        """Take a connection back from its thread; a stopping worker keeps it only for `STOPPING_S`."""
        super().finish_request(conn, fs)
        if self.pending_conns and self.pending_conns[-1] is conn:
            # gunicorn would give it the two seconds of an idle connection.
            conn.timeout = time.monotonic() + part_of(self.wsgi, Settings).arrival_ms / 1000
        if not self.alive:
            self._cap_keepalive(time.monotonic() + STOPPING_S)

    def murder_keepalived(self, force: bool = False) -> None:
        """Close connections on which nothing comes any more: in time, or at once to make room for others.

        gunicorn calls this each time before it does the same with those on which nothing has come yet.
        """
        if self._is_full or self.nr_conns >= self.worker_connections:
            self._give_up_longest(max(self.nr_conns // ROOM, 1))
        since = self._full_since
        if since is not None and time.monotonic() - since > BUSY_AFTER_S and self.others_are_better():
            self._leave_idle()
        super().murder_keepalived(force)
        if self._is_full:
            # Where none was silent, the next try would fail as this one did.
            self._is_full = False
            time.sleep(FULL_S)

    def _give_up_longest(self, n: int) -> None:
        """Let the time of those ``n`` connections be over on which nothing has come for longest."""
        arrival_s = part_of(self.wsgi, Settings).arrival_ms / 1000
        kept = ((conn.timeout - self.cfg.keepalive, conn) for conn in self.keepalived_conns)
        new = ((conn.timeout - arrival_s, conn) for conn in self.pending_conns)
        for _, conn in list(islice(merge(kept, new, key=itemgetter(0)), n)):
            conn.timeout = 0.0

    def _leave_idle(self) -> None:
        """Let the time of idle connections be over, unless a request has come on one just now."""
        for conn in self.keepalived_conns:
            if not conn.sock.has_data_within(0):
                conn.timeout = 0.0

    def _cap_keepalive(self, deadline: float) -> None:
        """Close idle connections by ``deadline``, or within `STOPPING_S` if that is sooner."""
        super()._cap_keepalive(min(deadline, time.monotonic() + STOPPING_S))

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Answer a request that gunicorn itself refuses, or that failed outside the application."""
        status, detail = next(
            (_REFUSALS[cls] for cls in type(exc).__mro__ if cls in _REFUSALS),
            (500, str(INTERNAL_ERROR.title)),
        )
        self.refuse(client, addr, status, detail, exc)

    def refuse(self, client: Any, addr: Any, status: int, detail: str, exc: Exception | None = None) -> None:
        """Answer a request by a problem, and log and count it if the application does not; ``exc`` is why."""
        known = current_record()
        record = known or RequestRecord(
            request_id_of(None), address=str(addr[0]) if addr else "", status=status
        )
        if status == 500:
            self.log.error("Error handling the request %s", record.request_id, exc_info=exc)
        else:
            self.log.debug("Refused the request %s: %s", record.request_id, exc or detail)
        try:
            settings = part_of(self.wsgi, Settings)
            headers = Headers(settings).of_refusal(_origin_of(client.head or b""))
            client.sendall(_problem(status, detail, {ID_HEADER: record.request_id, **headers}))
        except OSError:
            self.log.debug("The client has gone without its answer.")
        if known is None:
            part_of(self.wsgi, Metrics).count_request(record)
            log_request(record)


def _origin_of(head: bytes | bytearray) -> str:
    """Return the origin that headers state which need not be complete or right; empty if there is none."""
    found = _ORIGIN.search(head)
    return found[1].decode("latin-1") if found is not None else ""


def _problem(status: int, detail: str, more: Mapping[str, str]) -> bytes:
    """Return a complete HTTP answer, after which the connection is closed."""
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

    gunicorn would wait for that in its main thread, for one client after another.  Here a thread of the pool
    waits; the deadline is then over, so that gunicorn waits no more.
    """
    client.deadline = time.monotonic() + (STOPPING_S if client.is_stopping else LINGER_S)
    try:
        client.shutdown(socket.SHUT_WR)
        while client.recv(1 << 16) and time.monotonic() < client.deadline:
            pass
    except OSError:
        pass
    client.deadline = 0.0
