"""The measurement of solves: the interface by which the work on jobs reports to the metrics."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from solver import Analysis, BridgeScoring, CancelToken, Limit, Log, Rules, Sampling, analyse, is_complete


@dataclass(slots=True)
class Solved:
    """The cost of a solve, filled in by the code that solves."""

    nodes: int = 0
    is_exact: bool = True


Measure = Callable[[str, CancelToken, Rules], AbstractContextManager[Solved]]
"""Measures the solve done in the context, by its kind (``solve``, ``job`` …), its token and its game."""


@contextmanager
def unmeasured(kind: str, token: CancelToken, rules: Rules) -> Iterator[Solved]:
    """Measure nothing: for processes without metrics."""
    yield Solved()


def judge(
    log: Log,
    limit: Limit,
    fair: Sampling | None,
    scoring: BridgeScoring,
    calls: Sampling | None,
    measuring: AbstractContextManager[Solved],
) -> Analysis:
    """Analyse a log within ``limit``, and tell ``measuring`` the nodes and whether the analysis is complete.

    Posted logs and the logs of jobs are both judged here.
    """
    with measuring as solved:
        analysis = analyse(log, limit, fair, scoring, calls)
        solved.nodes = analysis.stats.nodes
        solved.is_exact = is_complete(analysis, fair)
    return analysis
