"""The cost of finding puzzles: the counts are those of the search itself."""

import pytest
from click.testing import CliRunner

from benchmarks.puzzles import DEALING, KEPT, main, measure, tell
from solver import PuzzleSpec, find_puzzles, find_variant


def test_the_counts_are_those_of_the_search() -> None:
    cost = measure("quadrette", 5, seed=3)
    search = find_puzzles(PuzzleSpec(rules=find_variant("quadrette"), count=5, seed=3))
    found = list(search)
    assert dict(cost.counts) == {**search.report.left_out, KEPT: 5}
    assert sorted(cost.lengths.elements()) == sorted(puzzle.length for puzzle in found)
    assert set(cost.seconds) == {*cost.counts, DEALING}
    assert cost.rate > 0
    assert cost.candidate_ms > 0


@pytest.mark.slow
def test_the_command_prints_a_table_with_the_target() -> None:
    told = CliRunner().invoke(main, ["--game", "quadrette", "--count", "3"], catch_exceptions=False).output
    first, *rows = told.splitlines()
    assert first.startswith("quadrette: ")
    assert "target 30" in first
    assert any(row.startswith(f"  {KEPT} ") for row in rows)
    assert sum(row.startswith("  length ") for row in rows) >= 1
    cost = measure("belote", 1, seed=1)
    cost.seconds[DEALING] += 1000
    assert "missed" in next(tell(cost))
