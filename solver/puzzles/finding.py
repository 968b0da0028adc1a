"""Finding puzzles: candidates of a source, sieved, proved and rated, in an order that a seed settles.

Each number of a source is an independent piece of work.  They may be done by threads, processes or other
machines, in any order: what they find is taken in the order of their numbers, and only then compared with
what was found before.
"""

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from solver.answer_json import written
from solver.answer_row import row
from solver.engine import Budget, CancelToken, Limit, OutOfTimeError
from solver.puzzles.filters import PuzzleFilter
from solver.puzzles.puzzle import Puzzle
from solver.puzzles.sieve import judge
from solver.puzzles.sources import Task, bare, candidates_of, tasks_of
from solver.puzzles.spec import PuzzleSource, PuzzleSpec
from solver.puzzles.twins import near_twin_key

N_AHEAD = 8
"""The pieces of work that are handed to an executor before the first of them is taken back."""
LOOK_S = 0.05
"""The interval at which a search that waits for an executor looks whether it was cancelled, in seconds."""
LEAST_MS = 1.0
"""The least time for a piece of work, in milliseconds: a limit of none cannot be stated."""


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
        hash=False,
        metadata=row(
            "The other positions, by the first filter that took them, the most frequent first.",
            words=tuple(PuzzleFilter),
            some_keys=True,
        ),
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


def try_task(spec: PuzzleSpec, task: Task, limit: Limit) -> Tried:
    """Return what one piece of work finds; it depends on nothing else, but for the clock and a cancellation.

    The candidate at which one of these ends the work is not among the results.
    """
    budget = Budget(limit)
    results: list[Puzzle | PuzzleFilter] = []
    try:
        for candidate in candidates_of(spec, task, budget):
            found = judge(spec, candidate, budget)
            results.append(found)
            # One puzzle of a random deal is enough: what comes after it is much the same.
            is_enough = spec.source == PuzzleSource.random and isinstance(found, Puzzle)
            if is_enough or len(results) >= spec.most_candidates:
                break
    except OutOfTimeError:
        pass
    return Tried(tuple(results), budget.n_nodes)


class Finding(Iterator[Puzzle]):
    """A search under way: the puzzles one by one, and a report of it at any time.

    The same spec, seed and version of the engine give the same puzzles in the same order and the same report,
    whatever ``executor`` does the work; only a limit of time and a cancellation change that.
    """

    def __init__(
        self,
        spec: PuzzleSpec,
        executor: Executor | None = None,
        tell: Callable[[FindingReport], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> None:
        """
        executor: does the work, `N_AHEAD` pieces at a time; by default it is done as puzzles are asked for.
        tell: hears the report after each piece of work.
        cancel: a token with which another thread can end the search within some milliseconds.  Pieces under
            way in other processes then go on, and nobody waits for them.

        Raises ValueError for limits of nodes or of time that are not above 0.
        """
        self.spec = spec
        # A piece of work cannot know what those before it take: each may use all nodes of the search.
        self._limit = Limit(time_ms=spec.limit.time_ms, nodes=spec.most_nodes, cancel=cancel)
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
        self._limit = self._limit.begun()
        try:
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
                    self._ended = self._ended or self._find_end_within()
                    if self._ended is not None:
                        return
                # What a piece has found before it reached a limit is kept.
                self._ended = self._find_end()
                if self._ended is not None:
                    return
                if self._tell is not None:
                    self._tell(self.report)
        except OutOfTimeError:
            self._ended = self._find_end()
            return
        self._ended = EndOfSearch.source

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

    def _find_end_within(self) -> EndOfSearch | None:
        """Return what ends the search among the results of a piece of work, or None."""
        if self._n_kept + self._left_out.total() >= self.spec.most_candidates:
            return EndOfSearch.candidates
        return EndOfSearch.stopped if self._is_stopped else None

    def _find_end(self) -> EndOfSearch | None:
        """Return what ends the search after a piece of work, or None."""
        if (ended := self._find_end_within()) is not None:
            return ended
        if self._n_nodes >= self.spec.most_nodes:
            return EndOfSearch.nodes
        if self._limit.cancel is not None and self._limit.cancel.is_cancelled:
            return EndOfSearch.stopped
        return EndOfSearch.time_ms if self._limit.is_late else None

    def _tried(self) -> Iterator[Tried]:
        """Yield the pieces of work in the order of their numbers, done here or by the executor.

        Raises OutOfTimeError if the search is late while the executor works.
        """
        spec, tasks = bare(self.spec), tasks_of(self.spec)
        if self._executor is None:
            for task in tasks:
                yield try_task(spec, task, self._limit)
            return
        ahead: deque[Future[Tried]] = deque()
        try:
            for task in tasks:
                ahead.append(self._executor.submit(try_task, spec, task, self._part()))
                if len(ahead) >= N_AHEAD:
                    yield self._wait_for(ahead[0])
                    ahead.popleft()
            while ahead:
                yield self._wait_for(ahead[0])
                ahead.popleft()
        finally:
            for future in ahead:
                future.cancel()

    def _part(self) -> Limit:
        """Return the limit of a piece of work that the executor does."""
        if isinstance(self._executor, ThreadPoolExecutor):
            return self._limit
        # A token cannot be sent to other processes, nor does a deadline hold by the clock of another machine.
        left_ms = self._limit.left_ms
        return replace(
            self._limit, time_ms=None if left_ms is None else max(left_ms, LEAST_MS), due=None, cancel=None
        )

    def _wait_for(self, future: Future[Tried]) -> Tried:
        """Return what a piece of work has found; raises OutOfTimeError if the search is late before."""
        can_be_late = self._limit.due is not None or self._limit.cancel is not None
        while not wait((future,), LOOK_S if can_be_late else None).done:
            if self._limit.is_late:
                raise OutOfTimeError
        return future.result()


def find_puzzles(
    spec: PuzzleSpec,
    executor: Executor | None = None,
    tell: Callable[[FindingReport], None] | None = None,
    cancel: CancelToken | None = None,
) -> Finding:
    """Return the puzzles that are wanted, one by one, as they are found; see `Finding`."""
    return Finding(spec, executor, tell, cancel)
