"""Errors as problems of RFC 9457: the table from each error to the answer that the client gets."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import HTTPException

from api.http.faults import InvalidRequestError, class_of
from api.http.languages import asked_language, mark_language
from api.http.refusals import said_by
from api.monitor import note_problem
from api.parts import part
from api.settings import Settings
from api.solving import RETRY_AFTER_S, BusyError
from solver import (
    Fault,
    Language,
    PositionError,
    RulesError,
    SolverError,
    UnknownVariantError,
    UnreadableError,
)
from solver.answer_json import written
from solver.errors import MAX_FAULTS
from solver.sentences import EnglishOnly, Sayable, phrase

PROBLEM_JSON = "application/problem+json"

_MAX_PATH = 120
_AT = "/problems/"
"""The start of the address of each kind."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A kind of problem; ``/problems/NAME`` is its stable address and explains it."""

    name: str
    status: int
    title: Sayable
    explanation: str
    """The meaning and the remedy, in English, for the author of a client."""

    @property
    def type(self) -> str:
        """The URI of the kind; ``about:blank`` (RFC 9457) where the status alone says everything."""
        return f"{_AT}{self.name}" if self.name else "about:blank"


UNREADABLE = Problem(
    "unreadable",
    400,
    phrase("The request cannot be read"),
    "Something in the request is not what it should be at all: the body is no JSON, a text is no card, a "
    "number is no number. Each entry of errors points to one such place. Correct them all and send the "
    "request again.",
)
UNAUTHORIZED = Problem(
    "unauthorized",
    401,
    phrase("A key is needed"),
    "The operator of this service gives keys to those who may use it. A request carries its key in a header, "
    "Authorization: Bearer KEY. A key that is mistyped, has expired or was revoked is refused.",
)
UNKNOWN_VARIANT = Problem(
    "unknown-variant",
    404,
    phrase("No game has that name"),
    "The request names a game that is not known here. GET /v1/variants lists the games; a game of your "
    "own is sent as a full object of rules in variant.",
)
UNKNOWN_URL = Problem(
    "unknown-url",
    404,
    phrase("Nothing is at that address"),
    "The address names no resource of this service. The page /docs lists them all.",
)
UNKNOWN_ANALYSIS = Problem(
    "unknown-analysis",
    404,
    phrase("No analysis is kept at that address"),
    "The address is that of an analysis, but none is kept under it. Post the log to "
    "/v1/analyses to make it; the same log always has the same address.",
)
METHOD_NOT_ALLOWED = Problem(
    "method-not-allowed",
    405,
    phrase("The resource does not know that method"),
    "The resource exists, but not for that HTTP method. The header Allow of the answer names the methods "
    "it knows.",
)
TIMED_OUT = Problem(
    "timed-out",
    408,
    phrase("The request did not arrive in time"),
    "The service waited for the rest of the request, and it did not come. Send it again, in one go.",
)
TOO_LARGE = Problem(
    "too-large",
    413,
    phrase("The request is too large"),
    "The body is longer than this service accepts. A single game is far below the limit; send several "
    "requests.",
)
STREAM_TOO_LONG = Problem(
    "stream-too-long",
    413,
    phrase("The stream is too long"),
    "A stream has a limit of lines and of time. The lines before the one named by line_number are "
    "answered; send that one and those after it in a new stream.",
)
UNSUPPORTED_MEDIA_TYPE = Problem(
    "unsupported-media-type",
    415,
    phrase("The body is of a kind that is not read here"),
    "Bodies are JSON in UTF-8, not compressed, and say so: Content-Type: application/json. Bridge is also "
    "read as application/x-pbn and text/x-lin.",
)
IMPOSSIBLE_POSITION = Problem(
    "impossible-position",
    422,
    phrase("The position cannot come about"),
    "The request can be read, but not at any table: a card is there twice, a hand has too many cards, a "
    "play revokes, the contract is none that the game knows. Each entry of errors points to one such "
    "fault and says what would be right.",
)
IMPOSSIBLE_RULES = Problem(
    "impossible-rules",
    422,
    phrase("No game can have these rules"),
    "The rules or options in the request can be read, but contradict themselves or name what does not "
    "exist. Each entry of errors points to one such fault. GET /v1/variants shows rules that work, and "
    "the options of each game.",
)
INVALID_REQUEST = Problem(
    "invalid-request",
    422,
    phrase("The request asks for what is not done here"),
    "The cards are right, but something beside them is not: a limit, a word, a field that the request "
    "does not have. Each entry of errors points to one such fault. The page /docs describes every field.",
)
UNKNOWN_JOB = Problem(
    "unknown-job",
    404,
    phrase("No job is at that address"),
    "There is no job of yours at the address: it has expired, never was, or was handed in with another key. "
    "What a job has found is kept for some days after its end.",
)
UNKNOWN_PUZZLE = Problem(
    "unknown-puzzle",
    404,
    phrase("There is no such puzzle"),
    "The address names no puzzle of this bank, or none of its puzzles is as the query asks. GET /v1/puzzles "
    "lists the puzzles; POST /v1/puzzles makes more.",
)
JOB_TOO_LARGE = Problem(
    "job-too-large",
    413,
    phrase("The job is too large"),
    "A job has a limit of lines and of bytes. Nothing of it was kept; send it as several jobs.",
)
KEY_REUSED = Problem(
    "key-reused",
    422,
    phrase("The key stands for another request"),
    "The header Idempotency-Key names a request that was sent before, and this one is not the same. Send a "
    "new key with a new request, and the old key only to repeat the old one.",
)
TOO_MANY_REQUESTS = Problem(
    "too-many-requests",
    429,
    phrase("Too many requests"),
    "More requests came from one client than this service answers. The header Retry-After says, in "
    "seconds, when to go on.",
)
INTERNAL_ERROR = Problem(
    "internal-error",
    500,
    phrase("The service has failed"),
    "The fault lies with the service, not with the request. It has been written to the service's log.",
)
OVERLOADED = Problem(
    "overloaded",
    503,
    phrase("The service is busy"),
    "As many positions are being solved as this service solves at once. The header Retry-After says, in "
    "seconds, when to try again.",
)
STORE_DOWN = Problem(
    "store-down",
    503,
    phrase("What is kept cannot be used"),
    "The service cannot use its database for the moment. Solving goes on: a log that is posted is judged, "
    "but not kept. The header Retry-After says, in seconds, when to try again.",
)
NOT_READY = Problem(
    "not-ready",
    503,
    phrase("The service is not ready"),
    "Part of the service does not work; the detail says which. It answers what it can without it.",
)

PROBLEMS: Mapping[str, Problem] = {
    problem.name: problem
    for problem in (
        UNREADABLE,
        UNAUTHORIZED,
        UNKNOWN_VARIANT,
        UNKNOWN_URL,
        UNKNOWN_ANALYSIS,
        METHOD_NOT_ALLOWED,
        TIMED_OUT,
        TOO_LARGE,
        STREAM_TOO_LONG,
        UNSUPPORTED_MEDIA_TYPE,
        IMPOSSIBLE_POSITION,
        IMPOSSIBLE_RULES,
        INVALID_REQUEST,
        UNKNOWN_JOB,
        UNKNOWN_PUZZLE,
        JOB_TOO_LARGE,
        KEY_REUSED,
        TOO_MANY_REQUESTS,
        INTERNAL_ERROR,
        OVERLOADED,
        STORE_DOWN,
        NOT_READY,
    )
}
"""Every kind of problem by its name."""

_BY_ERROR: Mapping[type[SolverError], Problem] = {
    UnreadableError: UNREADABLE,
    UnknownVariantError: UNKNOWN_VARIANT,
    RulesError: IMPOSSIBLE_RULES,
    PositionError: IMPOSSIBLE_POSITION,
    InvalidRequestError: INVALID_REQUEST,
    SolverError: INVALID_REQUEST,
}

_BY_STATUS: Mapping[int, Problem] = {
    400: UNREADABLE,
    401: UNAUTHORIZED,
    404: UNKNOWN_URL,
    405: METHOD_NOT_ALLOWED,
    408: TIMED_OUT,
    413: TOO_LARGE,
    415: UNSUPPORTED_MEDIA_TYPE,
    429: TOO_MANY_REQUESTS,
    500: INTERNAL_ERROR,
    503: OVERLOADED,
}


class ProblemError(Exception):
    """A request that a view refuses, with the kind of problem and the detail."""

    def __init__(self, problem: Problem, detail: Sayable, headers: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__(str(detail))
        self.problem = problem
        self.detail = detail
        self.headers = tuple(headers)


def problem_of(error: SolverError) -> Problem:
    """Return the kind of problem for an error of the solver."""
    return next(_BY_ERROR[cls] for cls in class_of(error).__mro__ if cls in _BY_ERROR)


def problem_of_status(status: int, title: str = "") -> Problem:
    """Return the kind of problem for a status of HTTP; ``title`` is used where the status has no kind."""
    phrase_of_http = EnglishOnly(title or HTTPStatus(status).phrase)
    return _BY_STATUS.get(status) or Problem("", status, phrase_of_http, "")


def problem_dict(
    problem: Problem, detail: Sayable, faults: Iterable[Fault] = (), language: Language = "en"
) -> dict[str, Any]:
    """Return the body of a problem, in ``language``."""
    body: dict[str, Any] = {
        "type": problem.type,
        "title": problem.title.say(language),
        "status": problem.status,
        "detail": detail.say(language),
    }
    errors = [written(fault, language=language) for fault in faults]
    if errors:
        body["errors"] = errors
    return body


def answer_problem(
    problem: Problem,
    detail: Sayable,
    headers: Iterable[tuple[str, str]] = (),
) -> Response:
    """Return a problem as the answer, in the language that the request prefers."""
    language = asked_language(request)
    response = _answer(problem_dict(problem, detail, language=language), language)
    response.headers.extend([(name, value) for name, value in headers if name.lower() != "content-type"])
    return response


def _answer(body: dict[str, Any], language: Language) -> Response:
    note_problem(body["type"].removeprefix(_AT))
    response = jsonify(body)
    response.status_code = body["status"]
    response.mimetype = PROBLEM_JSON
    return mark_language(response, language)


def solver_problem(error: SolverError, language: Language = "en") -> dict[str, Any]:
    """Return the body of the problem for a request that the solver or its schema refuses.

    It lists every fault with its pointer; the detail is the first one.
    """
    first, *others = error.faults
    detail: Sayable = first.wrong
    if len(error.faults) >= MAX_FAULTS:
        detail = phrase(
            "{fault} (and more than are listed; errors has the first {most})", fault=detail, most=MAX_FAULTS
        )
    elif others:
        detail = phrase("{fault} (and {more} more; see errors)", fault=detail, more=len(others))
    return problem_dict(problem_of(error), detail, error.faults, language)


def answer_solver_error(error: SolverError) -> Response:
    """Answer a request that the solver or its schema refuses."""
    language = asked_language(request)
    return _answer(solver_problem(error, language), language)


def answer_http_error(error: HTTPException) -> Response:
    """Answer an error of HTTP, with the headers that belong to it."""
    status = error.code or 500
    problem = problem_of_status(status, error.name)
    return answer_problem(problem, _detail_of(problem, error), headers=error.get_headers(request.environ))


def answer_problem_error(error: ProblemError) -> Response:
    """Answer a request that a view refuses, with Retry-After if it may succeed later."""
    headers = [("Retry-After", str(RETRY_AFTER_S))] if error.problem.status == 503 else []
    return answer_problem(error.problem, error.detail, headers=[*headers, *error.headers])


def _detail_of(problem: Problem, error: HTTPException) -> Sayable:
    """Return a sentence on this occurrence, without any internals of the service."""
    path = request.path[:_MAX_PATH]
    if problem is UNKNOWN_URL:
        return phrase("nothing is at {path}; see /docs for what there is", path=path)
    if problem is METHOD_NOT_ALLOWED:
        return phrase(
            "{path} does not know {method}; it knows {allowed}",
            path=path,
            method=request.method[:20],
            allowed=", ".join(sorted(getattr(error, "valid_methods", None) or ())),
        )
    if problem is TOO_LARGE:
        most = part(Settings).body_bytes
        return said_by(error) or phrase(
            "the body is longer than the {most} bytes that are accepted", most=most
        )
    if problem is INTERNAL_ERROR:
        return problem.title
    return said_by(error) or (EnglishOnly(error.description) if error.description else problem.title)


def answer_busy_error(error: BusyError) -> Response:
    """Answer a request that the service is too busy for."""
    return answer_problem(OVERLOADED, error.why, headers=[("Retry-After", str(RETRY_AFTER_S))])


def answer_memory_error(error: MemoryError) -> Response:
    """Answer a request whose transposition table does not fit into memory."""
    logging.getLogger(__name__).error("out of memory: %s", error)
    headers = [("Retry-After", str(RETRY_AFTER_S))]
    return answer_problem(
        OVERLOADED, phrase("no memory is left to solve this in; try again in a moment"), headers=headers
    )


def register_error_handlers(app: Flask) -> None:
    """Let this module answer every error of ``app``."""
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.register_error_handler(SolverError, answer_solver_error)
    app.register_error_handler(HTTPException, answer_http_error)
    app.register_error_handler(ProblemError, answer_problem_error)
    app.register_error_handler(BusyError, answer_busy_error)
    app.register_error_handler(MemoryError, answer_memory_error)
