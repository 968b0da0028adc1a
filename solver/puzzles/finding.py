"""Finding puzzles: candidates of a source, sieved, proved and rated, in an order that a seed settles.

Each number of a source is an independent piece of work.  They may be done by threads, processes or other
machines, in any order: what they find is taken in the order of their numbers, and only then compared with
what was found before.
"""

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from enum import StrEnum
from time import monotonic
from typing import Any

from solver.answer_json import written
from solver.answer_row import row
from solver.engine import Budget, Limit
from solver.puzzles.filters import PuzzleFilter
from solver.puzzles.puzzle import Puzzle
from solver.puzzles.sieve import judge
from solver.puzzles.sources import Task, bare, candidates_of, tasks_of
from solver.puzzles.spec import PuzzleSource, PuzzleSpec
from solver.puzzles.twins import near_twin_key

N_AHEAD = 8
"""The pieces of work that are handed to an executor before the first of them is taken back."""


class EndOfSearch(StrEnum):
    """The reason why a search has ended."""

    enough = "enough"
    candidates = "candidates"
    nodes = "nodes"
    time_ms = "time_ms"
    source = "source"
    stopped = "stopped"


@dataclass(frozen=True, slots=True)
class FindingReport:
    """A search for puzzles in numbers."""

    candidates: int = field(metadata=row("The positions looked at.", low=0))
    kept: int = field(metadata=row("The puzzles found.", low=0))
    left_out: Mapping[str, int] = field(
        metadata=row(
            "The other positions, by the first filter that took them, the most frequent first.",
            words=tuple(PuzzleFilter),
            some_keys=True,
        )
    )
    nodes: int = field(metadata=row("The cards that the search has played.", low=0))
    ended: EndOfSearch | None = field(
        metadata=row(
            "What has ended it: `enough` puzzles, a limit on `candidates`, `nodes` or `time_ms`, a `source` "
            "that has no more, or that it was `stopped`. Null while it goes on."
        )
    )

    def to_dict(self) -> dict[str, Any]:
        """Return the report in JSON types."""
        return written(self)


@dataclass(frozen=True, slots=True)
class Tried:
    """A piece of work that is done."""

    results: tuple[Puzzle | PuzzleFilter, ...]
    """For each candidate the puzzle that it is, or the filter that took it."""
    nodes: int


def try_task(spec: PuzzleSpec, task: Task) -> Tried:
    """Return what one piece of work finds; it depends on nothing else."""
    budget = Budget(Limit())
    results: list[Puzzle | PuzzleFilter] = []
    for candidate in candidates_of(spec, task, budget):
        found = judge(spec, candidate, budget)
        results.append(found)
        # One puzzle of a random deal is enough: what comes after it is much the same.
        if spec.source == PuzzleSource.random and isinstance(found, Puzzle):
            break
    return Tried(tuple(results), budget.n_nodes)


class Finding(Iterator[Puzzle]):
    """A search under way: the puzzles one by one, and a report of it at any time.

    The same spec, seed and version of the engine give the same puzzles in the same order and the same report,
    whatever ``executor`` does the work; only a limit of time changes that.
    """

    def __init__(
        self,
        spec: PuzzleSpec,
        executor: Executor | None = None,
        tell: Callable[[FindingReport], None] | None = None,
    ) -> None:
        """
        executor: does the work, `N_AHEAD` pieces at a time; by default it is done as puzzles are asked for.
        tell: hears the report after each piece of work.
        """
        self.spec = spec
        self._executor = executor
        self._tell = tell
        self._left_out: Counter[str] = Counter()
        self._n_kept = self._n_nodes = 0
        self._ended: EndOfSearch | None = None
        self._is_stopped = False
        self._seen: set[Hashable] = set()
        self._puzzles = self._find()

    def __next__(self) -> Puzzle:
        """Return the next puzzle; raises StopIteration when the search has ended."""
        return next(self._puzzles)

    def stop(self) -> None:
        """End the search after the pieces of work under way; another thread may ask for that."""
        self._is_stopped = True

    @property
    def report(self) -> FindingReport:
        """The search up to the last puzzle."""
        return FindingReport(
            candidates=self._n_kept + self._left_out.total(),
            kept=self._n_kept,
            left_out=dict(sorted(self._left_out.items(), key=lambda item: (-item[1], item[0]))),
            nodes=self._n_nodes,
            ended=self._ended,
        )

    def _find(self) -> Iterator[Puzzle]:
        time_ms = self.spec.limit.time_ms
        due = None if time_ms is None else monotonic() + time_ms / 1000
        for tried in self._tried():
            self._n_nodes += tried.nodes
            for result in tried.results:
                taken = self._taken(result)
                if taken is None:
                    assert isinstance(result, Puzzle), "no filter has taken it"
                    self._n_kept += 1
                    if self._n_kept == self.spec.count:
                        self._ended = EndOfSearch.enough
                    yield result
                else:
                    self._left_out[taken.value] += 1
                self._ended = self._ended or self._find_end(due)
                if self._ended is not None:
                    return
            if self._tell is not None:
                self._tell(self.report)
        self._ended = self._ended or EndOfSearch.source

    def _taken(self, result: Puzzle | PuzzleFilter) -> PuzzleFilter | None:
        """Return the filter that takes a candidate, after the puzzles before it; None for a new puzzle."""
        if isinstance(result, PuzzleFilter):
            return result
        keys = result.id, near_twin_key(result)
        for key, taken in zip(keys, (PuzzleFilter.twin, PuzzleFilter.near_twin), strict=True):
            if key in self._seen:
                return taken
        self._seen.update(keys)
        return None

    def _find_end(self, due: float | None) -> EndOfSearch | None:
        if self._n_kept + self._left_out.total() >= self.spec.most_candidates:
            return EndOfSearch.candidates
        if self._n_nodes >= self.spec.most_nodes:
            return EndOfSearch.nodes
        if self._is_stopped:
            return EndOfSearch.stopped
        return EndOfSearch.time_ms if due is not None and monotonic() >= due else None

    def _tried(self) -> Iterator[Tried]:
        """Yield the pieces of work in the order of their numbers, done here or by the executor."""
        spec, tasks = bare(self.spec), tasks_of(self.spec)
        if self._executor is None:
            for task in tasks:
                yield try_task(spec, task)
            return
        ahead: deque[Future[Tried]] = deque()
        try:
            for task in tasks:
                ahead.append(self._executor.submit(try_task, spec, task))
                if len(ahead) >= N_AHEAD:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()


def find_puzzles(
    spec: PuzzleSpec,
    executor: Executor | None = None,
    tell: Callable[[FindingReport], None] | None = None,
) -> Finding:
    """Return the puzzles that are wanted, one by one, as they are found; see `Finding`."""
    return Finding(spec, executor, tell)
