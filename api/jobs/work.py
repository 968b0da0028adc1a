"""The work on one chunk: takes its items, and yields their results; the same for every executor.

This module knows neither the database nor the service nor the executors.
"""

import json
import logging
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Protocol

from api.http import INTERNAL_ERROR, TOO_LARGE, Line, problem_dict, solver_problem
from api.jobs.kinds import KINDS
from api.settings import Settings
from api.solving import Measure, unmeasured
from solver import (
    CancelToken,
    Language,
    SolverError,
    engine_version,
    language_of,
    parse_json,
)
from solver.sentences import EnglishOnly, Phrase, Sayable, mark, phrase

_GRANTED = (
    "body_bytes",
    "nesting",
    "time_ms",
    "max_time_ms",
    "nodes",
    "max_nodes",
    "table_mib",
    "max_table_mib",
    "max_samples",
)
"""The settings that results depend on; the others, passwords among them, are not sent to executors."""

DIED = mark("whatever worked on it died, perhaps of it, perhaps for want of memory")
WORKERS_DIED = mark("the workers that tried it died, perhaps of it, perhaps for want of memory")
NO_MEMORY = mark("there was not enough memory for it")

_logger = logging.getLogger(__name__)


class Outcome(StrEnum):
    """The outcome of an item."""

    done = "done"
    """It has its result."""
    refused = "refused"
    """It has faults; the problem says which."""
    failed = "failed"
    """No fault is known, but the work on it has failed."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one item."""

    number: int
    outcome: Outcome
    body: bytes
    """The result or the problem, JSON in UTF-8, compressed."""


class StoppedError(Exception):
    """The work on a chunk was stopped."""


class LostError(Exception):
    """The work was lost, or could not be begun; its items are not the reason."""


class FailedError(Exception):
    """The work on a chunk has failed, and its items may be the reason."""


class OtherVersionError(Exception):
    """The work was sent to another version, with another engine or without such jobs."""


@dataclass(frozen=True, slots=True)
class Work:
    """The work of one chunk; it can be pickled."""

    kind: str
    options: Mapping[str, Any]
    items: bytes
    """As `pack` writes them."""
    settings: Settings
    """The limits that requests are granted; see `granted`."""
    engine: str = engine_version()


def granted(settings: Settings) -> Settings:
    """Return settings with only the limits of ``settings`` that results depend on."""
    return Settings(database="none", **{name: getattr(settings, name) for name in _GRANTED})


assert {setting.name for setting in fields(Settings)}.issuperset(_GRANTED)


def pack(items: Iterable[Line]) -> bytes:
    """Return the items of a chunk as one compressed text."""
    lines = (
        b"%d" % item.number if item.is_too_long else b"%d %b" % (item.number, item.text) for item in items
    )
    return zlib.compress(b"\n".join(lines), 1)


def unpack(items: bytes) -> Iterator[Line]:
    """Yield the items of a text that `pack` has made."""
    for line in zlib.decompress(items).split(b"\n"):
        number, space, text = line.partition(b" ")
        yield Line(int(number), text, is_too_long=not space)


class Turns(Protocol):
    """The interface by which an executor decides when an item may use the machine, and for how long."""

    def __call__(self, n_tries: int) -> AbstractContextManager[CancelToken]:
        """Wait for a turn of an item that was interrupted ``n_tries`` times; the context gets its token.

        Raises StoppedError if the executor stops.
        """


def do_work(
    work: Work, turns: Turns, is_stopped: Callable[[], bool], measure: Measure = unmeasured
) -> Iterator[Result]:
    """Yield the result of each item of a chunk, in order, as soon as it is made.

    An item whose token is cancelled was interrupted, and is begun anew.  ``measure`` measures each solve.
    Raises StoppedError if ``is_stopped``, OtherVersionError if the work was sent by another version, and
    MemoryError if an item needs more memory than there is.
    """
    if work.engine != engine_version():
        raise OtherVersionError(f"this is the engine {engine_version()}, the work is for {work.engine}")
    if work.kind not in KINDS:
        raise OtherVersionError(f"this version knows no jobs of the kind {work.kind}")
    for item in unpack(work.items):
        n_tries = 0
        while True:
            with turns(n_tries) as token:
                result = _judge(item, work, token, measure)
                if is_stopped():
                    raise StoppedError
                if not token.is_cancelled:
                    break
            n_tries += 1
        yield result


def _judge(item: Line, work: Work, token: CancelToken, measure: Measure) -> Result:
    language = language_asked(work.options)
    try:
        if item.is_too_long:
            detail = phrase(
                "the line is longer than the {most} bytes that are accepted", most=work.settings.body_bytes
            )
            problem = problem_dict(TOO_LARGE, detail, language=language)
            return made(item.number, Outcome.refused, problem)
        value = parse_json(item.text, work.settings.nesting)
        answer = KINDS[work.kind].judge(value, work.options, work.settings, token, measure)
        return made(item.number, Outcome.done, answer)
    except SolverError as error:
        return made(item.number, Outcome.refused, solver_problem(error, language))
    except MemoryError:
        raise
    except Exception:
        _logger.exception("an item of a job has failed")
        failed = phrase("the service has failed on it; this was written to the service's log")
        return set_aside(item.number, failed, language)


def reason_of(said: str) -> Sayable:
    """Return the reason of a failure, which is stored in English, as a sentence of every language."""
    return Phrase(said) if said in (DIED, WORKERS_DIED, NO_MEMORY) else EnglishOnly(said)


def language_asked(options: Mapping[str, Any]) -> Language:
    """Return the language of results that the options of a job ask for."""
    return language_of([options.get("language", "en")])


def set_aside(number: int, detail: Sayable, language: Language) -> Result:
    """Return the result of an item on which the work has failed, in ``language``."""
    return made(number, Outcome.failed, problem_dict(INTERNAL_ERROR, detail, language=language))


def made(number: int, outcome: Outcome, body: object) -> Result:
    """Return a result, ready to be stored."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Result(number, outcome, zlib.compress(text.encode("utf-8", "backslashreplace"), 6))
