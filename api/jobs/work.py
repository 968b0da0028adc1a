"""The work of a chunk: its items in, what came of each out; the same in a thread here and far away.

Nothing in it knows the database, the service or whoever does the work.
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
    EnglishOnly,
    Language,
    Phrase,
    Sayable,
    SolverError,
    engine_version,
    language_of,
    mark,
    parse_json,
    phrase,
)

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
"""The settings that the result of an item hangs on; the others, passwords among them, stay where they are."""

DIED = mark("whatever worked on it died, perhaps of it, perhaps for want of memory")
WORKERS_DIED = mark("the workers that tried it died, perhaps of it, perhaps for want of memory")
NO_MEMORY = mark("there was not enough memory for it")

_logger = logging.getLogger(__name__)


class Outcome(StrEnum):
    """What became of an item."""

    done = "done"
    """It has its result."""
    refused = "refused"
    """Something is wrong with it; the problem says what."""
    failed = "failed"
    """Nothing is known to be wrong with it, but the work on it has failed."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one item."""

    number: int
    outcome: Outcome
    body: bytes
    """The result or the problem, JSON in UTF-8, compressed."""


class StoppedError(Exception):
    """The work on a chunk was stopped, and nothing came of it."""


class LostError(Exception):
    """The work is gone, or could not be begun, for no reason that lies with its items."""


class FailedError(Exception):
    """The work on a chunk has failed, and its items may be the reason."""


class OtherVersionError(Exception):
    """The work was sent to another version of the engine."""


@dataclass(frozen=True, slots=True)
class Work:
    """The work of one chunk; it can be pickled."""

    kind: str
    options: Mapping[str, Any]
    items: bytes
    """As `pack` writes them."""
    settings: Settings
    """What requests are granted; see `granted`."""
    engine: str = engine_version()


def granted(settings: Settings) -> Settings:
    """What ``settings`` grant to requests, and nothing else of them."""
    return Settings(database="none", **{name: getattr(settings, name) for name in _GRANTED})


assert {setting.name for setting in fields(Settings)}.issuperset(_GRANTED)


def pack(items: Iterable[Line]) -> bytes:
    """The items of a chunk as one text, compressed."""
    lines = (
        b"%d" % item.number if item.is_too_long else b"%d %b" % (item.number, item.text) for item in items
    )
    return zlib.compress(b"\n".join(lines), 1)


def unpack(items: bytes) -> Iterator[Line]:
    """The items in what `pack` has written."""
    for line in zlib.decompress(items).split(b"\n"):
        number, space, text = line.partition(b" ")
        yield Line(int(number), text, is_too_long=not space)


class Turns(Protocol):
    """Whoever does the work says when an item may use the machine, and for how long."""

    def __call__(self, n_tries: int) -> AbstractContextManager[CancelToken]:
        """A turn, for an item that has been interrupted ``n_tries`` times; its token ends what is done in it.

        Raises StoppedError when there are no more.
        """


def do_work(
    work: Work, turns: Turns, is_stopped: Callable[[], bool], measure: Measure = unmeasured
) -> Iterator[Result]:
    """What comes of each item of a chunk, in order, when it is there; raises StoppedError if it is stopped.

    An item whose token is cancelled while the work goes on was interrupted, and is begun anew.  Raises
    OtherVersionError, and MemoryError where an item needs more than there is.
    """
    if work.engine != engine_version():
        raise OtherVersionError(f"this is the engine {engine_version()}, the work is for {work.engine}")
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
    """Why the work on an item has failed, which was written down in English."""
    return Phrase(said) if said in (DIED, WORKERS_DIED, NO_MEMORY) else EnglishOnly(said)


def language_asked(options: Mapping[str, Any]) -> Language:
    """The language of the answers that the options of a job name."""
    return language_of([options.get("language", "en")])


def set_aside(number: int, detail: Sayable, language: Language) -> Result:
    """The result of an item on which the work has failed, in ``language``."""
    return made(number, Outcome.failed, problem_dict(INTERNAL_ERROR, detail, language=language))


def made(number: int, outcome: Outcome, body: object) -> Result:
    """A result, ready to be kept."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Result(number, outcome, zlib.compress(text.encode("utf-8", "backslashreplace"), 6))
