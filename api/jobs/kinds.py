"""The kinds of jobs: a row for each, with what is asked of all its items and what is done with one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from api.schemas import AnalysisRequest, LogSchema
from api.settings import Settings
from api.solving import Measure, judge
from solver import CancelToken

Judge = Callable[[object, Mapping[str, Any], Settings, CancelToken, Measure], object]


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job."""

    name: str
    says: str
    """What it is, in a few words."""
    judge: Judge
    """What comes of an item, any JSON value, under the job's options and what the service grants.

    Raises SolverError for one that is refused.
    """


_LOG = LogSchema()
_FOR_EACH_LOG = ("limit", "fair", "notation")
"""Options that count for a log that does not say otherwise, or for every log."""


def _analyse(
    item: object, options: Mapping[str, Any], settings: Settings, token: CancelToken, measure: Measure
) -> object:
    if isinstance(item, Mapping):
        item = _with_options(item, options)
    asked: AnalysisRequest = _LOG.load(item)
    fair = None if asked.fair is None else asked.fair.within(settings)
    measuring = measure("job", asked.log.deals[0].position.rules)
    analysis = judge(asked.log, asked.limit.within(settings, token), fair, measuring)
    # What is interrupted is thrown away: it need not be written.
    return None if token.is_cancelled else analysis.to_dict(asked.notation, options["language"])


def _with_options(item: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """An item with what is asked for all of its job; of several numbers each that one side names counts."""
    asked = {name: options[name] for name in _FOR_EACH_LOG if name in options}
    if not options.get("first"):
        return {**asked, **item}
    merged = dict(item)
    for name, value in asked.items():
        own = item.get(name)
        merged[name] = {**own, **value} if isinstance(own, dict) and isinstance(value, dict) else value
    return merged


KINDS: Mapping[str, JobKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            JobKind("analyses", "logs judged card by card, as `POST /v1/analyses` judges one", _analyse),
        )
    }
)
"""Every kind of job by its name."""
