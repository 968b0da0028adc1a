"""The limits of a search for puzzles, and its cancellation: they hold within each piece of work."""

import json
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import count

import pytest

from benchmarks.make_logs import make_lines
from solver import Budget, CancelToken, Limit, Position
from solver.engine import OutOfTimeError
from solver.puzzles import (
    EndOfSearch,
    Finding,
    FindingLimit,
    PuzzleFilter,
    PuzzleKind,
    PuzzleSpec,
    find_puzzles,
    finding,
    sources,
)
from solver.puzzles.sieve import judge
from tests.support.command_line import ROOT
from tests.support.puzzles.puzzle_specs import HARD, HARD_JSON, spec_of
from tests.support.waiting import PATIENCE_S

LOG = json.loads(next(make_lines(1, 7, ("california_jack",))))
ENDLESS = 10**12
"""More nodes than a search plays in a day."""


def endless(wanted: object) -> PuzzleSpec:
    """What is wanted, with so many nodes that they end nothing."""
    assert isinstance(wanted, dict)
    return PuzzleSpec.from_dict(wanted | {"limit": {"nodes": ENDLESS}})


HARD_SEARCHES = {
    "random": endless(HARD_JSON),
    "hidden": endless(HARD_JSON | {"kind": "hidden"}),
    "logs": endless({"source": "logs", "logs": [LOG]}),
    "positions": endless({"source": "positions", "positions": [LOG | {"plays": []}], "most_cards": 52}),
}
"""Searches whose first piece of work takes minutes at the least, unless something ends it."""


@pytest.fixture(autouse=True)
def proofs_are_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what a test states ends a search, not the nodes of each proof."""
    monkeypatch.setattr(sources, "PROOF_NODES", ENDLESS)
    monkeypatch.setattr(sources, "JUDGING_NODES", ENDLESS)


def by_itself() -> AbstractContextManager[Executor | None]:
    return nullcontext()


EXECUTORS: tuple[Callable[[], AbstractContextManager[Executor | None]], ...] = (
    by_itself,
    partial(ThreadPoolExecutor, 2),
)


def end_of(search: Finding) -> tuple[EndOfSearch | None, int]:
    """What has ended a search that finds nothing, and how many candidates it has counted."""
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(list, search).result(PATIENCE_S) == []
    return search.report.ended, search.report.candidates


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("source", HARD_SEARCHES)
def test_a_search_ends_when_it_is_cancelled_wherever_it_is(
    source: str, executor: Callable[[], AbstractContextManager[Executor | None]]
) -> None:
    token = CancelToken()
    with executor() as pool, ThreadPoolExecutor(1) as other:
        search = find_puzzles(HARD_SEARCHES[source], pool, cancel=token)
        ended = other.submit(list, search)
        with pytest.raises(TimeoutError):
            ended.result(0.1)
        token.cancel()
        assert ended.result(PATIENCE_S) == []
    # What was cut short is no candidate: nothing is known of it.
    assert (search.report.ended, search.report.candidates) == (EndOfSearch.stopped, 0)


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("source", HARD_SEARCHES)
def test_a_limit_of_time_holds_within_a_piece_of_work(
    source: str, executor: Callable[[], AbstractContextManager[Executor | None]]
) -> None:
    spec = PuzzleSpec(
        **{
            name: getattr(HARD_SEARCHES[source], name)
            for name in ("rules", "source", "kind", "tricks_left", "most_cards", "logs", "positions")
        },
        limit=FindingLimit(nodes=ENDLESS, time_ms=50),
    )
    with executor() as pool:
        assert end_of(find_puzzles(spec, pool)) == (EndOfSearch.time_ms, 0)


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("kind", PuzzleKind)
def test_a_limit_of_nodes_holds_within_a_piece_of_work(
    kind: PuzzleKind, executor: Callable[[], AbstractContextManager[Executor | None]]
) -> None:
    spec = spec_of("california_jack", kind=kind, **HARD, limit=FindingLimit(nodes=20_000))
    with executor() as pool:
        search = find_puzzles(spec, pool)
        assert end_of(search) == (EndOfSearch.nodes, 1)
    assert search.report.left_out == {PuzzleFilter.broad: 1}
    assert search.report.nodes < 25_000


def test_a_deal_that_cannot_be_solved_is_left_out_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "PROOF_NODES", 5_000)
    search = find_puzzles(spec_of("california_jack", **HARD, limit=FindingLimit(candidates=3)))
    assert end_of(search) == (EndOfSearch.candidates, 3)
    assert search.report.left_out == {PuzzleFilter.broad: 3}


def test_what_was_found_before_the_end_is_kept_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_of("belote", count=1000, seed=3)
    whole = find_puzzles(spec)
    first = [next(whole).id for _ in range(3)]
    token, n_judged = CancelToken(), count(1)
    n_candidates = whole.report.candidates

    def judge_some(*asked: object) -> object:
        if next(n_judged) > n_candidates:
            token.cancel()
        return judge(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(finding, "judge", judge_some)
    cut = find_puzzles(spec, cancel=token)
    assert [puzzle.id for puzzle in cut] == first
    assert (cut.report.kept, cut.report.candidates) == (3, n_candidates)
    assert cut.report.ended == EndOfSearch.stopped


def bridge_search(**limit: int) -> PuzzleSpec:
    """A search in one log, whose mistakes are one piece of work."""
    log = json.loads((ROOT / "samples" / "bridge.json").read_text(encoding="utf-8"))
    return PuzzleSpec.from_dict({"source": "logs", "logs": [log], "count": 50, "limit": limit})


def test_what_a_piece_has_found_before_it_is_cancelled_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [puzzle.id for puzzle in find_puzzles(bridge_search(candidates=4))]
    assert len(expected) == 2
    token, n_judged = CancelToken(), count(1)

    def judge_some(*asked: object) -> object:
        if next(n_judged) == 5:
            token.cancel()
        return judge(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(finding, "judge", judge_some)
    cut = find_puzzles(bridge_search(nodes=ENDLESS), cancel=token)
    assert [puzzle.id for puzzle in cut] == expected
    assert (cut.report.candidates, cut.report.ended) == (4, EndOfSearch.stopped)


def test_a_piece_that_reaches_the_nodes_of_the_search_counts_all_its_candidates() -> None:
    whole = find_puzzles(bridge_search(nodes=ENDLESS))
    kept = [puzzle.id for puzzle in whole]
    # The last proof would need one node more.
    cut = find_puzzles(bridge_search(nodes=whole.report.nodes))
    assert [puzzle.id for puzzle in cut] == kept[:-1]
    assert (cut.report.candidates, cut.report.ended) == (whole.report.candidates, EndOfSearch.nodes)


def test_what_ends_early_is_not_taken_by_a_filter() -> None:
    position = Position.from_dict(LOG | {"plays": []})
    token = CancelToken()
    token.cancel()
    candidate = sources.Candidate(position)
    with pytest.raises(OutOfTimeError):
        judge(HARD_SEARCHES["positions"], candidate, Budget(Limit(cancel=token)))


@pytest.mark.night
@pytest.mark.slow
def test_a_limit_of_time_reaches_other_processes() -> None:
    with ProcessPoolExecutor(2) as processes:
        late = find_puzzles(spec_of("belote", count=10_000, limit=FindingLimit(time_ms=1000)), processes)
        found = [puzzle.id for puzzle in late]
    assert late.report.ended == EndOfSearch.time_ms
    usual = find_puzzles(spec_of("belote", count=10_000))
    assert found == [next(usual).id for _ in found]


@pytest.mark.parametrize("limit", [FindingLimit(nodes=0), FindingLimit(time_ms=0)])
def test_a_limit_of_nothing_is_refused(limit: FindingLimit) -> None:
    with pytest.raises(ValueError, match="must be"):
        find_puzzles(spec_of("belote", limit=limit))
