"""The requests and answers of jobs, with examples that the tests send."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from marshmallow import Schema, ValidationError
from marshmallow.fields import List, Nested
from werkzeug.datastructures import MultiDict

from api.http import impossible, option_shape, raise_all, read_options, unreadable, with_options
from api.jobs.kinds import KINDS
from api.jobs.work import Outcome
from api.schemas import (
    LOGS,
    AskedList,
    FairSchema,
    LimitSchema,
    Option,
    OptionGroup,
    ProblemSchema,
    ShapeSchema,
    Shown,
    Switchable,
    or_null,
    ref,
)
from solver import Code
from solver.errors import show, wrong
from solver.requests import CALLS, FAIR, LIMIT, NOTATION, SCORING, Kind, RequestOption

_COUNT = {"type": "integer", "minimum": 0}
_TIME = {"type": "string", "format": "date-time"}


KIND = RequestOption(
    "kind", Kind.word, "What is done with each.", in_query="What is done with each.", words=tuple(KINDS)
)


@dataclass(frozen=True, slots=True)
class JobRequest:
    """A request for a job: its kind, the options for all items, and the items if they came in JSON."""

    kind: str
    options: Mapping[str, Any]
    """By their names in JSON; with ``first`` they go before the options of an item."""
    logs: list[Any]


class _Logs(AskedList):
    """The logs of a job; each is only read when its turn comes."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list):
            no_list = wrong(
                Code.wrong_type,
                "{field} is {value}; it must be a list of logs",
                field=attr,
                value=show(value),
            )
            raise ValidationError([unreadable(no_list)])
        if not value:
            empty = wrong(Code.missing, "{field} is empty; a job has one log at least", field=attr)
            raise ValidationError([impossible(empty)])
        return value


class JobOptionsSchema(ShapeSchema):
    """The options for all items of a job."""

    kind = Option(KIND)
    limit = OptionGroup(
        LimitSchema,
        allow_none=True,
        metadata={"description": "What the solver may use for each log; a log may state numbers of its own."},
    )
    fair = Switchable(
        FairSchema, "Fair", "Asks for the fair verdict on each log; a log may state numbers of its own."
    )
    calls = Option(CALLS)
    scoring = Option(SCORING)
    notation = Option(
        replace(NOTATION, says="How cards are written in each log that does not state it, and in its result.")
    )

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the request in ``data``; raises SolverError with all its faults."""
        values, faults = self.values(data, **kwargs)
        raise_all(faults, None)
        named = ("limit", "fair", "calls", "notation", "scoring")
        options = {name: values[name] for name in named if values.get(name) is not None}
        return JobRequest(values.get("kind") or next(iter(KINDS)), options, values.get("logs") or [])


class JobRequestSchema(JobOptionsSchema):
    """Logs to judge when there is time."""

    takes_lines = True
    apart = "logs"

    logs = _Logs(
        "The logs, each as `POST /v1/analyses` takes one; of the kind `puzzles` what is wanted, each as "
        "`POST /v1/puzzles` takes it, for 100 puzzles at the most. A log that would be refused there gets "
        "its problem in the place of a result.",
        {"type": "array", "minItems": 1, "items": {"anyOf": [ref("Log"), {}]}},
    )


class CountsSchema(Schema):
    """The number of logs with each outcome."""

    total = Shown("Logs of the job.", _COUNT)
    done = Shown("Judged.", _COUNT)
    refused = Shown("Refused, as `POST /v1/analyses` would refuse them.", _COUNT)
    failed = Shown("Set aside, as the work on them failed again and again.", _COUNT)


class JobSchema(Schema):
    """A job and its progress."""

    id = Shown("The last part of its address.", {"type": "string"})
    kind = Shown("What is done with each log.", {"enum": list(KINDS)})
    state = Shown(
        "`waiting`: the work has not begun. `running`. `done`: every log has its outcome. `cancelled`.",
        {"enum": ["waiting", "running", "done", "cancelled"]},
    )
    counts = Nested(
        CountsSchema, required=True, metadata={"description": "The number of logs with each outcome."}
    )
    rate = Shown(
        "Logs a second, on average since it began; null while that is not known.",
        {"type": ["number", "null"], "minimum": 0},
    )
    left_ms = Shown(
        "The time that the rest will take at that rate, in milliseconds; null while that is not known.",
        {"type": ["integer", "null"], "minimum": 0},
    )
    created_at = Shown("The time at which all of it had arrived.", _TIME)
    started_at = Shown("The time at which the work began.", or_null(_TIME))
    ended_at = Shown("The time at which it was done or cancelled.", or_null(_TIME))
    expires_at = Shown(
        "The time until which it is kept, with its results; null before it has ended.", or_null(_TIME)
    )
    results = Shown("The address of its results.", {"type": "string"})


class JobListSchema(Schema):
    """Some jobs, the newest first."""

    jobs = List(
        Nested(JobSchema), required=True, metadata={"description": "The jobs; `Link` leads to the next ones."}
    )


class JobResultSchema(Schema):
    """The result of one log of a job."""

    line_number = Shown(
        "Its line in the body, or its place in `logs`, from 1; also the cursor for `after`.",
        {"type": "integer", "minimum": 1},
    )
    outcome = Shown(
        "`done`: it has a `result`. `refused`, `failed`: it has a `problem`.",
        {"enum": [str(outcome) for outcome in Outcome]},
    )
    result = Shown(
        "What `POST /v1/analyses` answers; of the kind `puzzles` what was found.",
        {"anyOf": [ref("DealAnalysis"), ref("MatchAnalysis"), ref("FoundPuzzles")]},
        optional=True,
    )
    problem = Nested(ProblemSchema, metadata={"description": "Why it has no result."})


JOBS: tuple[type[Schema], ...] = (CountsSchema, JobSchema, JobListSchema, JobResultSchema, JobRequestSchema)
"""Every schema of this module that the API document shows, each after those it is made of."""

JOB_REQUESTS: Mapping[str, Mapping[str, Any]] = {
    "logs": {
        "summary": "Two logs, each with a second at the most; the second log is refused",
        "value": {
            "kind": "analyses",
            "limit": {"time_ms": 1000},
            "logs": [LOGS["deal"]["value"], {"variant": "quadrette", "dealer": "N", "plays": ["SA"]}],
        },
    },
}
"""Bodies for ``POST /v1/jobs``."""

IN_QUERY = {option.name: option for option in (KIND, NOTATION, CALLS, SCORING, *LIMIT, *FAIR)}
"""The options of a job that is sent line by line."""

QUERY_PARAMETERS = tuple(
    {
        "in": "query",
        "name": option.name,
        "description": "For a body of lines only; goes before what a line states itself. As "
        f"`{'.'.join(option.path)}` in JSON: with such a body it is refused here (422).",
        "schema": option_shape(option),
    }
    for option in IN_QUERY.values()
)


def read_query(query: "MultiDict[str, str]") -> JobRequest:
    """Return the job that a query of such options asks for; what is wrong with one is told before."""
    asked: JobRequest = _OPTIONS.load(with_options({}, read_options(query, IN_QUERY.values())))
    return replace(asked, options={**asked.options, "first": True})


_OPTIONS = JobOptionsSchema()
