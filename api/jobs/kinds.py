"""The kinds of jobs: one row each, with the function that does the work on one item."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection

from api.puzzles import find_part, keep_found
from api.schemas import AnalysisRequest, LogSchema
from api.settings import Settings
from api.solving import Measure, judge
from solver import CancelToken, Sampling

Keep = Callable[[Connection, Sequence[Any]], None]
Judge = Callable[[object, Mapping[str, Any], Settings, CancelToken, Measure], object]


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job."""

    name: str
    says: str
    """The kind in a few words."""
    judge: Judge
    """Returns the result of an item, any JSON value, for the options of the job and within the settings.

    Raises SolverError for an item that is refused.
    """
    keep: Keep | None = None
    """Keeps more of some results than the jobs do, in the transaction that writes them."""
    most_in_chunk: int | None = None
    """The most items that a process works on at a time; None for as many as the settings say."""


_LOG = LogSchema()
_FOR_EACH_LOG = ("limit", "fair", "calls", "notation", "scoring")
"""The options of a job that count for each log, or for each log that does not set its own."""


def _analyse(
    item: object, options: Mapping[str, Any], settings: Settings, token: CancelToken, measure: Measure
) -> object:
    if isinstance(item, Mapping):
        item = _with_options(item, options)
    asked: AnalysisRequest = _LOG.load(item)
    fair = None if asked.fair is None else asked.fair.within(settings)
    measuring = measure("job", token, asked.log.deals[0].position.rules)
    calls = Sampling.of_calls(fair) if asked.calls else None
    limit = asked.limit.within(settings, token)
    analysis = judge(asked.log, limit, fair, asked.scoring, calls, measuring)
    # The result of an interrupted solve is thrown away, so do not write it.
    return None if token.is_cancelled else analysis.to_dict(asked.notation, options["language"])


def _with_options(item: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item with the options of its job put in.

    An option of the item goes before the job's, unless the job's stood in a query.  In ``limit`` and ``fair``
    each number counts by itself: a log that states a time keeps the nodes of its job.
    """
    merged = dict(item)
    for name in _FOR_EACH_LOG:
        own, asked = item.get(name), options.get(name)
        if asked is None:
            continue
        if own is True and name == "fair":  # the fair verdict as usual
            own = {}
        if own is None:
            merged[name] = asked
        elif isinstance(own, Mapping) and isinstance(asked, Mapping):
            first, second = (asked, own) if options.get("first") else (own, asked)
            merged[name] = {**second, **{key: value for key, value in first.items() if value is not None}}
        elif options.get("first"):
            merged[name] = asked
    return merged


KINDS: Mapping[str, JobKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            JobKind("analyses", "logs judged card by card, as `POST /v1/analyses` judges one", _analyse),
            JobKind("puzzles", "puzzles looked for, as `POST /v1/puzzles` says", find_part, keep_found, 1),
        )
    }
)
"""Every kind of job by its name."""
