"""The record of a request: its id, and what the log and the metrics show of it."""

import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from ipaddress import ip_address
from typing import Any

from flask import current_app, request
from werkzeug.exceptions import MethodNotAllowed

from solver import VARIANTS, Rules

ID_HEADER = "X-Request-Id"
OWN_GAME = "custom"
"""The game of requests with rules of their own: their names come from clients, and could be anything."""
SEVERAL_GAMES = "several"

_WITH_PORT = re.compile(r"\[(?P<v6>[^]]+)\](:[0-9]+)?|(?P<v4>[0-9.]+):[0-9]+")
_SANE_ID = re.compile(r"[A-Za-z0-9._:=@+/-]{1,64}")
_GAMES = frozenset(VARIANTS)
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
OTHER_METHOD = "other"


def request_id_of(stated: str | None) -> str:
    """Return the id of a request: the one it states if that is a short plain token, else a new one."""
    if stated is not None and _SANE_ID.fullmatch(stated):
        return stated
    return secrets.token_hex(8)


def address_of(stated: str) -> str:
    """Return the address of a client, as a server or a proxy states it, without port and brackets.

    Some proxies write ``192.0.2.1:4711`` or ``[2001:db8::1]:4711``.  Any other text stays as it is.
    """
    found = _WITH_PORT.fullmatch(stated)
    if found is None:
        return stated
    address: str = found["v6"] or found["v4"]
    try:
        ip_address(address)
    except ValueError:
        return stated
    return address


def game_of(*games: Rules) -> str:
    """Return the name of a game, or of several, for the log and the metrics; it is one of a fixed set."""
    names = {rules.name if rules.name in _GAMES else OWN_GAME for rules in games}
    return names.pop() if len(names) == 1 else SEVERAL_GAMES


@dataclass(slots=True)
class RequestRecord:
    """The facts of one request."""

    request_id: str
    method: str = ""
    """The method; `OTHER_METHOD` if no resource has it, empty for what is not HTTP."""
    address: str = ""
    path: str | None = None
    """The path of the resource, with its parameters in braces; None for no resource."""
    status: int = 0
    problem: str | None = None
    """The name of the kind of the last problem that was answered, in a stream to a line of it."""
    game: str | None = None
    nodes: int | None = None
    """The nodes that were searched; None if nothing was solved."""
    key: str | None = None
    """The name of the key that the request was sent with."""
    is_stream: bool = False
    has_hung_up: bool = False
    """True if the client had closed its side of the connection when a solve ended."""
    started: float = field(default_factory=time.perf_counter)
    duration_s: float = 0.0
    """The time from the request to the last byte of the answer."""

    def note_game(self, rules: Rules) -> None:
        """Note the game of the request, or of a line of it."""
        game = game_of(rules)
        self.game = game if self.game in (None, game) else SEVERAL_GAMES

    def note_nodes(self, nodes: int) -> None:
        """Add to the nodes that were searched."""
        self.nodes = (self.nodes or 0) + nodes

    def note_hang_up(self) -> None:
        """Note that the client waits for the answer no more, as far as can be told."""
        self.has_hung_up = True


_current: ContextVar[RequestRecord | None] = ContextVar("request", default=None)


def current_record() -> RequestRecord | None:
    """Return the record of the request that this thread answers, or None."""
    return _current.get()


def key_name() -> str:
    """Return the name of the key of this thread's request; empty without one, or where keys are off."""
    record = _current.get()
    return (record.key if record is not None else None) or ""


def note_game(rules: Rules) -> None:
    """Note the game of this thread's request, or of a line of it."""
    record = _current.get()
    if record is not None:
        record.note_game(rules)


def note_problem(name: str) -> None:
    """Note the name of the problem that this thread's request is answered by."""
    record = _current.get()
    if record is not None:
        record.problem = name


def forget_record() -> None:
    """Detach this thread from its record, before it handles another request."""
    _current.set(None)


def note_path() -> None:
    """Note the path of the resource that Flask found for the request."""
    record = _current.get()
    if record is None:
        return
    rule, wrong = request.url_rule, request.routing_exception
    if isinstance(wrong, MethodNotAllowed) and wrong.valid_methods:
        adapter = current_app.create_url_adapter(request)
        assert adapter is not None, "there is a request"
        rule, _ = adapter.match(method=next(iter(wrong.valid_methods)), return_rule=True)
    if rule is not None:
        record.path = _template_of(rule.rule)


@cache
def _template_of(rule: str) -> str:
    """Return a URL rule of Flask in the notation of OpenAPI."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


class Recorder:
    """A WSGI middleware that gives each request a record and each answer the id of its record.

    ``finished`` is called once with each record, after the last byte of its answer.
    """

    def __init__(self, application: Any, finished: Callable[[RequestRecord], None]) -> None:
        self._application = application
        self._finished = finished

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request."""
        method = environ["REQUEST_METHOD"]
        record = RequestRecord(
            request_id_of(environ.get("HTTP_X_REQUEST_ID")),
            method if method in _METHODS else OTHER_METHOD,
            address_of(environ.get("REMOTE_ADDR") or ""),
        )
        _current.set(record)

        def start(status: str, headers: list[tuple[str, str]], *args: Any) -> Any:
            record.status = int(status[:3])
            return start_response(status, [*headers, (ID_HEADER, record.request_id)], *args)

        def finish() -> None:
            record.duration_s = time.perf_counter() - record.started
            self._finished(record)

        try:
            return _Body(self._application(environ, start), finish)
        except BaseException:
            record.status = 500
            finish()
            raise


class _Body:
    """The body of an answer, which calls ``finish`` when it has been sent, or was given up."""

    def __init__(self, body: Any, finish: Callable[[], None]) -> None:
        self._body = body
        self._pieces: Iterator[bytes] = iter(body)
        self._finish: Callable[[], None] | None = finish

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._pieces)
        except BaseException:
            self._end()
            raise

    def close(self) -> None:
        """Close the body."""
        try:
            if hasattr(self._body, "close"):
                self._body.close()
        finally:
            self._end()

    def _end(self) -> None:
        finish, self._finish = self._finish, None
        if finish is not None:
            finish()
