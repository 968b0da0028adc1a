"""The figures of first ratings: rank correlations, cut points, and the command that prints them."""

import json
from pathlib import Path
from random import Random
from tomllib import loads

import pytest
from click.testing import CliRunner
from hypothesis import given, strategies as st

import benchmarks.puzzle_difficulty
from benchmarks.puzzle_difficulty import find_cuts, foretell, main, rank_correlation
from solver import PuzzleSpec, find_puzzles, find_variant
from solver.puzzles.difficulty import PANEL, Member
from solver.puzzles.players.player import RANDOM, THUMB

NUMBERS = st.lists(st.integers(-50, 50), min_size=2, max_size=20, unique=True)


@given(NUMBERS)
def test_the_same_order_correlates_fully(numbers: list[int]) -> None:
    assert rank_correlation(numbers, [number**3 for number in numbers]) == pytest.approx(1)
    assert rank_correlation(numbers, [-number for number in numbers]) == pytest.approx(-1)


@given(NUMBERS, st.integers(0, 2**32))
def test_without_equals_it_is_the_formula_of_the_books(numbers: list[int], seed: int) -> None:
    others = Random(seed).sample(numbers, len(numbers))
    n = len(numbers)
    gaps = [sorted(numbers).index(a) - sorted(others).index(b) for a, b in zip(numbers, others, strict=True)]
    by_gaps = 1 - 6 * sum(gap**2 for gap in gaps) / (n * (n**2 - 1))
    assert rank_correlation(numbers, others) == pytest.approx(by_gaps)


def test_equals_share_their_ranks() -> None:
    # Ranks 0.5 0.5 2 against 0 1 2.
    assert rank_correlation([1, 1, 2], [1, 2, 3]) == pytest.approx(3 / 12**0.5)
    assert rank_correlation([1, 1, 1], [1, 2, 3]) == 0


def test_cut_points_are_the_fifths() -> None:
    ratings = list(range(1000, 2001))
    cuts = find_cuts(Random(1).sample(ratings, len(ratings)))
    assert cuts == [1200, 1400, 1600, 1800]


def test_a_member_is_foretold_by_the_others_alone() -> None:
    panel = [Member(RANDOM), Member(THUMB)]
    sample = [{"random": chance, "thumb": chance**2} for chance in (0.9, 0.5, 0.2, 0.4)]
    assert foretell(sample, panel[1], panel) == pytest.approx(1)
    against = [{"random": chance, "thumb": 1 - chance} for chance in (0.9, 0.5, 0.2, 0.4)]
    assert foretell(against, panel[1], panel) == pytest.approx(-1)


@pytest.mark.night
@pytest.mark.slow
def test_the_command_finds_tells_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bands_file = tmp_path / "bands.toml"
    monkeypatch.setattr(benchmarks.puzzle_difficulty, "BANDS_FILE", bands_file)
    asked = ["--game", "quadrette", "--game", "belote", "--count", "5", "--seed", "3"]
    told = CliRunner().invoke(main, asked, catch_exceptions=False).output
    assert "quadrette: 5 puzzles, ratings " in told
    assert all(told.count(f"  {member.player.name} ") == 2 for member in PANEL)
    assert not bands_file.exists()
    assert CliRunner().invoke(main, [*asked, "--write-bands"], catch_exceptions=False).output == told
    rows = loads(bands_file.read_text())
    assert list(rows) == ["belote", "quadrette"]
    assert all(f"bands from {cuts}" in told for cuts in rows.values())


def test_the_command_reads_puzzles(tmp_path: Path) -> None:
    puzzles = list(find_puzzles(PuzzleSpec(rules=find_variant("quadrette"), count=4)))
    path = tmp_path / "puzzles.ndjson"
    path.write_text("".join(f"{json.dumps(puzzle.to_dict(shown=True))}\n" for puzzle in puzzles))
    told = CliRunner().invoke(main, ["--file", str(path)], catch_exceptions=False).output
    ratings = [puzzle.rating for puzzle in puzzles]
    assert f"quadrette, open: 4 puzzles, ratings {min(ratings)} to {max(ratings)}, " in told
