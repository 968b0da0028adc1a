"""A log judged as its body and the command line ask."""

from dataclasses import replace
from typing import NamedTuple

from solver.analysis import Analysis, analyse, is_complete
from solver.cli.failures import failures_as_faults
from solver.cli.request import LOG_KEYS, Options, Request, read_request
from solver.engine import CancelToken
from solver.game import Log
from solver.json_text import in_utf8
from solver.sentences import Phrase, phrase


def judge(body: object, options: Options, cancel: CancelToken | None = None) -> tuple[Request, Analysis]:
    """Judge the log in ``body``, a game or any JSON value.

    Raises SolverError with all its faults.
    """
    request, log = read_request(body, options, LOG_KEYS, Log.of)
    limit = replace(request.limit, cancel=cancel)
    return request, analyse(log, limit, request.fair, request.scoring, request.calls)


def unheard_scoring(options: Options, analysis: Analysis) -> Phrase | None:
    """Return what to tell of a ``--scoring`` that was given for a log of another game than bridge."""
    deal = analysis.deals[0]
    if options.scoring is None or deal.scoring is not None:
        return None
    return phrase("--scoring is for bridge; {game} knows nothing of it", game=deal.position.rules.called)


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

    Raises SolverError with all faults, as `judge`, and where `failures_as_faults` does.
    """
    with failures_as_faults():
        request, analysis = judge(body, options, cancel)
        text = analysis.to_json(request.notation, options.language or "en")
        return Judged(in_utf8(text), is_complete(analysis, request.fair))
