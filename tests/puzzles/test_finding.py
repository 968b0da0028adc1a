"""Finding puzzles: the same ones in the same order, every filter counted, and each of them sound."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest

from solver import Position, find_variant
from solver.puzzles import (
    EndOfSearch,
    FindingLimit,
    FindingReport,
    GivenPosition,
    Puzzle,
    PuzzleFilter,
    PuzzleSource,
    PuzzleSpec,
    Span,
    Unfit,
    find_puzzles,
)
from solver.puzzles.filters import filter_of
from tests.support.plain_values import plain_values
from tests.support.puzzle_checks import NaiveReader

GAMES = ("belote", "contree", "quadrette", "all_fours", "california_jack", "klaverjas_amsterdam", "bridge")
FEW_CARDS = 16
"""The cards left of which the naive reader tries all in a moment."""


def spec_of(game: str, **wanted: Any) -> PuzzleSpec:
    return PuzzleSpec(rules=find_variant(game), **({"count": 4} | wanted))


def ids(puzzles: Iterator[Puzzle]) -> list[str]:
    return [puzzle.id for puzzle in puzzles]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_found_is_sound(game: str) -> None:
    search = find_puzzles(spec_of(game, count=8, seed=5))
    found = list(search)
    assert len({puzzle.id for puzzle in found}) == len(found) == 8
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


def test_a_seed_settles_what_is_found_and_in_what_order() -> None:
    spec = spec_of("belote", count=6, seed=3)
    alone = find_puzzles(spec)
    found = [puzzle.to_dict(shown=True) for puzzle in alone]
    with ThreadPoolExecutor(3) as threads:
        by_threads = find_puzzles(spec, threads)
        assert [puzzle.to_dict(shown=True) for puzzle in by_threads] == found
    with ProcessPoolExecutor(2) as processes:
        by_processes = find_puzzles(spec, processes)
        assert [puzzle.to_dict(shown=True) for puzzle in by_processes] == found
    assert alone.report == by_threads.report == by_processes.report
    assert ids(find_puzzles(spec_of("belote", count=6, seed=4))) != ids(find_puzzles(spec))


def test_more_puzzles_begin_with_the_same_ones() -> None:
    few, many = (ids(find_puzzles(spec_of("quadrette", count=count))) for count in (3, 6))
    assert many[:3] == few


def test_a_search_that_finds_nothing_ends_and_says_why() -> None:
    spec = spec_of("quadrette", length=Span(8, 8), tricks_left=Span(3, 3), limit=FindingLimit(candidates=200))
    search = find_puzzles(spec)
    assert list(search) == []
    report = search.report
    assert report.ended == EndOfSearch.candidates
    assert report.candidates == sum(report.left_out.values()) == 200
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
    assert search.report.candidates == len(found) + sum(search.report.left_out.values())


# ---- each filter


def test_every_reason_of_the_proof_is_a_filter() -> None:
    assert {filter_of(unfit).value for unfit in Unfit} == {unfit.value for unfit in Unfit}


def left_out(*given: GivenPosition, **wanted: Any) -> dict[str, int]:
    search = find_puzzles(PuzzleSpec(**({"source": PuzzleSource.positions, "positions": given} | wanted)))
    list(search)
    assert search.report.ended == EndOfSearch.source
    return dict(search.report.left_out)


def a_puzzle(**wanted: Any) -> Puzzle:
    return next(find_puzzles(spec_of("belote", count=1, seed=1, **wanted)))


def test_filters_that_a_position_alone_is_taken_by() -> None:
    puzzle = a_puzzle()
    given = GivenPosition(puzzle.position)
    position = puzzle.position
    while len(position.legal_plays()) > 1:
        position = position.play(position.legal_plays()[0])
    forced = position
    while not position.is_over:
        position = position.play(position.legal_plays()[0])
    assert left_out(GivenPosition(forced)) == {PuzzleFilter.forced: 1}
    assert left_out(GivenPosition(position)) == {PuzzleFilter.over: 1}
    assert left_out(given, rules=find_variant("contree")) == {PuzzleFilter.other_game: 1}
    n_cards = max(map(len, puzzle.position.hands.values()))
    assert left_out(given, most_cards=n_cards - 1) == {PuzzleFilter.too_many_cards: 1}
    assert left_out(given, most_cards=8, tricks_left=Span(1, puzzle.tricks_left - 1)) == {
        PuzzleFilter.tricks_left: 1
    }
    assert left_out(given) == {}


def test_filters_that_ask_for_another_puzzle() -> None:
    puzzle = a_puzzle()
    given = GivenPosition(puzzle.position, puzzle.goal)
    assert left_out(given, length=Span(puzzle.length + 1, 8)) == {PuzzleFilter.length: 1}
    assert left_out(given, rating=Span(puzzle.rating + 1, 2800)) == {PuzzleFilter.difficulty: 1}
    assert left_out(given, rating=Span(puzzle.rating, puzzle.rating)) == {}
    assert left_out(given, least_wrong=30) == {PuzzleFilter.few_wrong: 1}


def test_a_twin_is_found_and_so_is_a_near_one() -> None:
    puzzle = a_puzzle()
    assert left_out(GivenPosition(puzzle.position), GivenPosition(puzzle.position)) == {PuzzleFilter.twin: 1}


def bridge_ending(hands: dict[str, str], **options: Any) -> Position:
    deal = {"variant": "bridge", "deal": hands, "contract": {"trump": "NT", "taker": "W"}, "leader": "N"}
    return Position.from_dict(deal | options)


def test_a_made_up_deal_is_taken_only_if_it_is_wanted() -> None:
    ending = bridge_ending({"N": "AQ.2.-.-", "E": "K3.3.-.-", "S": "-.A4.2.-", "W": "2.K5.-.-"})
    assert left_out(GivenPosition(ending)) == {PuzzleFilter.made_up: 1}
    assert PuzzleFilter.made_up not in left_out(GivenPosition(ending), short_deals=True)
