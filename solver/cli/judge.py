"""A log judged as its body and the command line ask."""

import json
from dataclasses import replace
from typing import NamedTuple

from solver.analysis import Analysis, Log, analyse, is_complete
from solver.cards import Notation
from solver.cli.request import LOG_KEYS, Options, Request, read_request
from solver.engine import CancelToken
from solver.errors import SolverError
from solver.sentences import Language
from solver.wrongs import no_memory


def judge(body: object, options: Options, cancel: CancelToken | None = None) -> tuple[Request, Analysis]:
    """Judge the log in ``body``, a game or any JSON value.

    Raises SolverError with all its faults.
    """
    request, log = read_request(body, options, LOG_KEYS, Log.of)
    limit = replace(request.limit, cancel=cancel)
    return request, analyse(log, limit, request.fair, request.scoring, request.calls)


def letters_of(request: Request, language: Language) -> Notation:
    """Return the letters of a report: those asked for, else those of the language."""
    return request.notation if request.names_letters else language


def check(body: object, options: Options) -> None:
    """Read the log in ``body`` without judging it; raises SolverError with all its faults."""
    read_request(body, options, LOG_KEYS, Log.of)


class Judged(NamedTuple):
    """The analysis of a log, written."""

    line: bytes
    """In JSON and UTF-8, without its end."""
    is_complete: bool
    """True if no limit cut it short."""


def judged_line(body: object, options: Options, cancel: CancelToken | None = None) -> Judged:
    """Return the analysis of the log in ``body`` as a line of JSON.

    Raises SolverError with all faults, as `judge`, and where there is not enough memory.
    """
    try:
        request, analysis = judge(body, options, cancel)
        text = analysis.to_json(request.notation, options.language or "en")
        return Judged(_in_utf8(text), is_complete(analysis, request.fair))
    except MemoryError:
        raise SolverError(no_memory()) from None


def json_line(data: object) -> bytes:
    """Return a line of JSON in UTF-8, without its end; lone surrogates stay escaped."""
    return _in_utf8(json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False))


def _in_utf8(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
