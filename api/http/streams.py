"""Streams: one request a line (NDJSON), answered by one line each, in order, as soon as it is ready.

Only one line is in memory at a time.  If a client stops reading answers, the service stops reading requests.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Any

from flask import Response, current_app, request, stream_with_context
from marshmallow import Schema
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from api.http.arrival import Line, read_lines
from api.http.body import JSON_LINES, check_kind
from api.http.headers import text_header
from api.http.languages import asked_language, mark_language
from api.http.places import Place, Places
from api.http.problems import (
    INTERNAL_ERROR,
    OVERLOADED,
    STREAM_TOO_LONG,
    UNAUTHORIZED,
    UNREADABLE,
    answer_http_error,
    answer_problem,
)
from api.http.query import Said, read_options, with_options
from api.monitor import Metrics
from api.settings import Settings
from api.solving import SolvingSlots, Watch
from solver import CancelToken, parse_json
from solver.requests import RequestOption
from solver.sentences import phrase

_UNBUFFERED = "X-Accel-Buffering"
"""The header that tells a proxy not to hold back lines that the client reads as they come."""
UNBUFFERED_HEADERS: Mapping[str, Any] = MappingProxyType(
    {_UNBUFFERED: text_header("`no`, of an answer in lines: a proxy is to pass each on as it comes.")}
)
"""The same as the API document describes it."""

AnswerLine = Callable[..., Response]
"""A view: takes the request that a schema makes of a body, and returns its answer."""

_OF_ONE_ANSWER = (
    "HTTP_ACCEPT",
    "HTTP_IF_NONE_MATCH",
    "HTTP_IF_MATCH",
    "HTTP_IF_MODIFIED_SINCE",
    "HTTP_IF_UNMODIFIED_SINCE",
)
"""Headers that concern one answer, while a stream has many."""


def answer_in_lines(lines: Iterator[bytes], place: Place) -> Response:
    """Return an answer that is sent as its ``lines`` are made, and gives its place back when it ends."""
    response = Response(stream_with_context(lines), mimetype=JSON_LINES)
    response.call_on_close(place.close)
    response.headers[_UNBUFFERED] = "no"
    response.cache_control.no_store = True
    return response


class Streams:
    """Answers streams: as many at once as there are ``places``, each with a limit of lines and of time."""

    def __init__(
        self,
        settings: Settings,
        slots: SolvingSlots,
        watch: Watch,
        metrics: Metrics,
        is_still_let_in: Callable[[], bool],
        places: Places,
    ) -> None:
        self._settings = settings
        self._slots = slots
        self._watch = watch
        self._metrics = metrics
        self._is_still_let_in = is_still_let_in
        self._places = places

    def answer(self, schema: Schema, view: AnswerLine, options: Iterable[RequestOption]) -> Response:
        """Answer this request: for each line of its body, the answer of ``view`` or a problem.

        The ``options`` of the query count for each line.  Raises UnsupportedMediaType for a body that is not
        NDJSON, and what `Places.enter` raises.
        """
        check_kind(request, JSON_LINES)
        said = read_options(request.args, options)
        place = self._places.enter()
        for header in _OF_ONE_ANSWER:
            request.environ.pop(header, None)
        response = answer_in_lines(self._lines(schema, view, said, place), place)
        return mark_language(response, asked_language(request))

    def _lines(
        self, schema: Schema, view: AnswerLine, said: Said, place: AbstractContextManager[None]
    ) -> Iterator[bytes]:
        token = CancelToken()
        until = time.monotonic() + self._settings.stream_ms / 1000
        number = 0
        yield b""  # sends the headers: a client may wait for them before it sends its first line
        with place, self._watch(token):
            lines = read_lines(request, self._settings.body_bytes, self._settings.arrival_ms, until)
            n_answered = n_excess = 0
            while True:
                try:
                    line = next(lines, None)
                except HTTPException as error:
                    why = self._why_end(n_answered, n_excess, until, token) or answer_http_error(error)
                    yield self._end(why, number + 1, token)
                    return
                if line is None:
                    return
                number = line.number
                if line.is_blank:
                    if (ends := self._why_end_anyhow(until)) is not None:
                        yield self._end(ends, number + 1, token)
                        return
                    continue
                if (ends := self._why_end(n_answered, n_excess, until, token)) is not None:
                    yield self._end(ends, number, token)
                    return
                answer = self._answer_line(line, schema, view, said, token)
                n_answered += 1
                if isinstance(answer, Response):
                    n_excess += _n_faults(answer)
                    yield _numbered(answer, line.number)
                else:
                    n_excess -= 1
                    yield answer
                self._metrics.stream_lines.inc()

    def _why_end(self, n_answered: int, n_excess: int, until: float, token: CancelToken) -> Response | None:
        """Return the problem that ends the stream before a line, or None.

        ``n_excess`` is the number of faults less that of good lines so far.
        """
        if (ends := self._why_end_anyhow(until)) is not None:
            return ends
        if token.is_cancelled:
            return answer_problem(
                UNREADABLE,
                phrase("the connection was closed from the other side; keep it open to the last answer"),
            )
        if n_answered >= self._settings.stream_lines:
            most = self._settings.stream_lines
            return answer_problem(
                STREAM_TOO_LONG,
                phrase("a stream has at most {most} lines; send the others in another", most=most),
            )
        most = self._settings.stream_faults
        if n_excess >= most:
            # A refused line has no limit of its own: a body with only such lines would cost a minute.
            return answer_problem(
                STREAM_TOO_LONG,
                phrase(
                    "there were {most} faults more than good lines; mend them and send the rest",
                    most=most,
                ),
            )
        return None

    def _why_end_anyhow(self, until: float) -> Response | None:
        """Return the problem that ends the stream here, even where nothing is to be answered, or None."""
        if self._slots.is_stopping:
            return answer_problem(
                OVERLOADED, phrase("the service stops; send this line and those after it again")
            )
        if not self._is_still_let_in():
            return answer_problem(
                UNAUTHORIZED, phrase("the key has expired or was revoked; send the rest with another")
            )
        if time.monotonic() >= until:
            most = self._settings.stream_ms
            return answer_problem(
                STREAM_TOO_LONG, phrase("a stream ends after {most} ms; send the rest in another", most=most)
            )
        return None

    def _end(self, why: Response, number: int, token: CancelToken) -> bytes:
        """Return the last line of the answer, the reason why line ``number`` and those after it have none."""
        token.cancel()
        connection = request.environ.get("gunicorn.socket")
        if connection is not None:
            # Do not wait for the rest of the body; the connection is closed.
            connection.deadline = 0.0
        return _numbered(why, number)

    def _answer_line(
        self, line: Line, schema: Schema, view: AnswerLine, said: Said, token: CancelToken
    ) -> bytes | Response:
        """Return the answer to a line, or the problem with it."""
        try:
            if line.is_too_long:
                raise RequestEntityTooLarge
            body: Any = parse_json(line.text, self._settings.nesting)
            asked = schema.load(with_options(body, said))
            with self._slots.in_stream(token):
                return view(asked).get_data()
        except Exception as error:
            return _problem_of(error)


def _problem_of(error: Exception) -> Response:
    """Return the answer that a request alone would get for this error."""
    try:
        return current_app.make_response(current_app.handle_user_exception(error))
    except Exception:
        logging.getLogger(__name__).exception("a line of a stream failed")
        return answer_problem(INTERNAL_ERROR, INTERNAL_ERROR.title)


def _n_faults(problem: Response) -> int:
    """Return the number of faults that a problem lists; 1 for a problem without a list."""
    return len(problem.get_json().get("errors", ())) or 1


def _numbered(problem: Response, number: int) -> bytes:
    """Return a problem as a line of the answer, with the number of the line that it is about."""
    body = problem.get_json()
    errors = {"errors": body.pop("errors")} if "errors" in body else {}
    return (
        current_app.json.dumps({**body, "line_number": number, **errors}, separators=(",", ":")).encode()
        + b"\n"
    )
