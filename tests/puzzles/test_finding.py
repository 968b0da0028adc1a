"""Finding puzzles: the same ones in the same order, each of them sound, from every source."""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from random import Random

import pytest

from solver import Log, Position, analyse, find_variant
from solver.analysis import Grade
from solver.puzzles import (
    EndOfSearch,
    FindingLimit,
    FindingReport,
    Puzzle,
    PuzzleFilter,
    PuzzleKind,
    PuzzleSource,
    PuzzleSpec,
    Span,
    find_puzzles,
)
from solver.puzzles.deals import draw_deal, play_on
from solver.puzzles.players.player import THUMB, best_cards, score_cards
from tests.support.depth import by_depth
from tests.support.puzzles.puzzle_checks import NaiveReader
from tests.support.puzzles.puzzle_specs import spec_of
from tests.support.search.plain_values import plain_values

GAMES = ("belote", "contree", "quadrette", "all_fours", "california_jack", "klaverjas_amsterdam", "bridge")
FEW_CARDS = 16
"""The cards left of which the naive reader tries all in a moment."""


def ids(puzzles: Iterator[Puzzle]) -> list[str]:
    return [puzzle.id for puzzle in puzzles]


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_found_is_sound(game: str) -> None:
    count = by_depth(3, 8)
    search = find_puzzles(spec_of(game, count=count, seed=5))
    found = list(search)
    assert len({puzzle.id for puzzle in found}) == len(found) == count
    assert search.report.ended == EndOfSearch.enough
    for puzzle in found:
        if puzzle.position.n_cards_left <= FEW_CARDS:
            assert not list(NaiveReader(puzzle.to_dict(shown=True)).faults())
        check_by_plain_values(puzzle)


def check_by_plain_values(puzzle: Puzzle) -> None:
    """Hold the first decision to another solver: the right cards are best, and no other is."""
    values = plain_values(puzzle.position)
    best = max(values.values())
    assert {card for card, value in values.items() if value == best} == set(puzzle.solution.right)
    assert len(puzzle.solution.wrong) >= 2


@pytest.mark.night
def test_a_seed_settles_what_is_found_and_in_what_order() -> None:
    spec = spec_of("belote", count=6, seed=3)
    alone = find_puzzles(spec)
    found = [puzzle.to_dict(shown=True) for puzzle in alone]
    with ThreadPoolExecutor(3) as threads:
        by_threads = find_puzzles(spec, threads)
        assert [puzzle.to_dict(shown=True) for puzzle in by_threads] == found
    # Fresh interpreters hash texts in another way, so that no order of a set can settle anything.
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        by_processes = find_puzzles(spec, processes)
        assert [puzzle.to_dict(shown=True) for puzzle in by_processes] == found
    assert alone.report == by_threads.report == by_processes.report
    assert ids(find_puzzles(spec_of("belote", count=6, seed=4))) != ids(find_puzzles(spec))


@pytest.mark.slow
def test_more_puzzles_begin_with_the_same_ones() -> None:
    few, many = (ids(find_puzzles(spec_of("quadrette", count=count))) for count in (3, 6))
    assert many[:3] == few


@pytest.mark.night
@pytest.mark.slow
def test_a_stock_is_used_up_unless_more_tricks_are_asked_for() -> None:
    for puzzle in find_puzzles(spec_of("california_jack")):
        assert not puzzle.position.stock_left
        assert 3 <= puzzle.tricks_left <= 6
    for puzzle in find_puzzles(spec_of("california_jack", count=2, tricks_left=Span(7, 8))):
        assert puzzle.position.stock_left
        assert 7 <= puzzle.tricks_left <= 8


def test_a_search_that_finds_nothing_ends_and_says_why() -> None:
    spec = spec_of("quadrette", length=Span(8, 8), limit=FindingLimit(candidates=400))
    search = find_puzzles(spec)
    assert list(search) == []
    report = search.report
    assert report.ended == EndOfSearch.candidates
    assert report.candidates == sum(report.left_out.values()) == 400
    assert report.left_out[PuzzleFilter.length] > 0
    counts = list(report.left_out.values())
    assert all(more >= fewer for more, fewer in pairwise(counts))


def test_a_search_ends_by_its_nodes() -> None:
    search = find_puzzles(spec_of("belote", count=1000, limit=FindingLimit(nodes=50_000)))
    n_found = len(list(search))
    assert search.report.ended == EndOfSearch.nodes
    assert n_found == search.report.kept < 1000
    assert search.report.nodes >= 50_000


def test_a_search_ends_by_its_time_and_when_it_is_stopped() -> None:
    late = find_puzzles(spec_of("belote", count=1000, limit=FindingLimit(time_ms=1)))
    assert len(list(late)) < 1000
    assert late.report.ended == EndOfSearch.time_ms
    stopped = find_puzzles(spec_of("belote", count=1000))
    next(stopped)
    stopped.stop()
    assert len(list(stopped)) < 5
    assert stopped.report.ended == EndOfSearch.stopped


def test_the_report_grows_with_the_search() -> None:
    heard: list[FindingReport] = []
    search = find_puzzles(spec_of("quadrette"), tell=heard.append)
    found = list(search)
    assert [report.candidates for report in heard] == sorted(report.candidates for report in heard)
    assert heard[0].candidates < search.report.candidates
    assert search.report.kept == len(found)
    told = json.loads(json.dumps(search.report.to_dict()))
    assert told["left_out"] == search.report.left_out
    assert (told["kept"], told["ended"]) == (len(found), "enough")
    assert search.report.candidates == len(found) + sum(search.report.left_out.values())


# ---- logs and hidden hands


def game_of_seed(seed: int, game: str = "belote") -> Position:
    """A whole deal, played at sight with slips."""
    rng = Random(seed)
    return play_on(rng, draw_deal(rng, find_variant(game)), 0)


@pytest.mark.night
@pytest.mark.slow
def test_a_mistake_of_a_log_is_found_with_the_card_that_was_played() -> None:
    last = [game_of_seed(seed) for seed in range(12)]
    logs = tuple(Log.from_dict(position.to_dict()) for position in last)
    spec = PuzzleSpec(source=PuzzleSource.logs, logs=logs, count=100)
    found = list(find_puzzles(spec))
    assert found
    mistakes = {
        (deal.positions[play.index].plays, deal.position.deal): play.card
        for position in last
        for deal in analyse(position.to_dict()).deals
        for play in deal.plays
        if play.open_grade in (Grade.mistake, Grade.blunder)
    }
    for puzzle in found:
        assert puzzle.source == PuzzleSource.logs
        assert puzzle.solution.tempting == mistakes[puzzle.position.plays, puzzle.position.deal]
    search = find_puzzles(spec)
    assert ids(search) == [puzzle.id for puzzle in found]
    assert search.report.candidates == len(mistakes)
    with ProcessPoolExecutor(2) as processes:
        assert ids(find_puzzles(spec, processes)) == ids(iter(found))


@pytest.mark.night
@pytest.mark.slow
def test_hidden_puzzles_are_found() -> None:
    search = find_puzzles(spec_of("quadrette", kind=PuzzleKind.hidden, count=1))
    (puzzle,) = search
    assert puzzle.kind == PuzzleKind.hidden
    assert search.report.left_out[PuzzleFilter.doubtful] + search.report.left_out[PuzzleFilter.dual]
    position = puzzle.position
    best = best_cards(score_cards(THUMB, position))
    assert not best <= set(puzzle.solution.right)
