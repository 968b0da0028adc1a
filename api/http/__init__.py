"""Requests and answers as HTTP has them: arrival, bodies, problems, streams, games as text."""

from api.http.accepted import (
    preferred_type,
)
from api.http.arrival import (
    Line,
    close_before_unread,
    read_lines,
)
from api.http.body import (
    JSON,
    JSON_LINES,
    check_kind,
    read_body,
    read_json,
)
from api.http.compression import (
    compress,
)
from api.http.faults import (
    InvalidRequestError,
    UnknownField,
    first_faults,
    impossible,
    joined,
    raise_all,
    unknown_parameter,
    unreadable,
)
from api.http.games_in import (
    LIN,
    LINKS,
    PBN,
    TEXT_TYPES,
    Games,
    RefusedGame,
)
from api.http.games_out import (
    LOST_HEADER,
    MADE_UP_HEADER,
    OUT_TYPES,
    REFUSED_HEADER,
    answer_games,
    check_lines_accepted,
    wanted_type,
    why_refused,
)
from api.http.hang_ups import (
    HangUps,
)
from api.http.headers import (
    NO_STORE_HEADERS,
    SECURITY_HEADERS,
    WASM_POLICY,
    Headers,
    headers_of_all,
)
from api.http.languages import (
    LANGUAGE_HEADERS,
    LANGUAGE_PARAMETER,
    SHOWN_LANGUAGE_PARAMETER,
    asked_language,
    mark_language,
)
from api.http.places import (
    Place,
    Places,
)
from api.http.problems import (
    INTERNAL_ERROR,
    JOB_TOO_LARGE,
    KEY_REUSED,
    NOT_READY,
    OVERLOADED,
    PROBLEM_JSON,
    PROBLEMS,
    STORE_DOWN,
    TOO_LARGE,
    UNAUTHORIZED,
    UNKNOWN_ANALYSIS,
    UNKNOWN_JOB,
    UNKNOWN_PUZZLE,
    ProblemError,
    answer_http_error,
    answer_problem,
    problem_dict,
    register_error_handlers,
    solver_problem,
)
from api.http.query import (
    option_shape,
    parameter_of,
    query_faults,
    with_options,
)
from api.http.refusals import (
    saying,
)
from api.http.streams import (
    UNBUFFERED,
    UNBUFFERED_HEADERS,
    Streams,
)

__all__ = [
    "INTERNAL_ERROR",
    "JOB_TOO_LARGE",
    "JSON",
    "JSON_LINES",
    "KEY_REUSED",
    "LANGUAGE_HEADERS",
    "LANGUAGE_PARAMETER",
    "LIN",
    "LINKS",
    "LOST_HEADER",
    "MADE_UP_HEADER",
    "NOT_READY",
    "NO_STORE_HEADERS",
    "OUT_TYPES",
    "OVERLOADED",
    "PBN",
    "PROBLEMS",
    "PROBLEM_JSON",
    "REFUSED_HEADER",
    "SECURITY_HEADERS",
    "SHOWN_LANGUAGE_PARAMETER",
    "STORE_DOWN",
    "TEXT_TYPES",
    "TOO_LARGE",
    "UNAUTHORIZED",
    "UNBUFFERED",
    "UNBUFFERED_HEADERS",
    "UNKNOWN_ANALYSIS",
    "UNKNOWN_JOB",
    "UNKNOWN_PUZZLE",
    "WASM_POLICY",
    "Games",
    "HangUps",
    "Headers",
    "InvalidRequestError",
    "Line",
    "Place",
    "Places",
    "ProblemError",
    "RefusedGame",
    "Streams",
    "UnknownField",
    "answer_games",
    "answer_http_error",
    "answer_problem",
    "asked_language",
    "check_kind",
    "check_lines_accepted",
    "close_before_unread",
    "compress",
    "first_faults",
    "headers_of_all",
    "impossible",
    "joined",
    "mark_language",
    "option_shape",
    "parameter_of",
    "preferred_type",
    "problem_dict",
    "query_faults",
    "raise_all",
    "read_body",
    "read_json",
    "read_lines",
    "register_error_handlers",
    "saying",
    "solver_problem",
    "unknown_parameter",
    "unreadable",
    "wanted_type",
    "why_refused",
    "with_options",
]
