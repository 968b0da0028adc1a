"""The figures of first ratings: rank correlations, cut points, and the command that prints them."""

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import benchmarks.puzzle_difficulty
from benchmarks.puzzle_difficulty import find_cuts, foretell, main, rank_correlation
from solver.puzzles.difficulty import PANEL, Member
from solver.puzzles.players.player import RANDOM, THUMB
from solver.puzzles.puzzle import Puzzle
from solver.puzzles.unfit import UnfitError
from tests.support.positions import position_of_seed

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


def test_the_command_prints_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = []
    for seed in range(60):
        try:
            puzzles.append(Puzzle.prove(position_of_seed(seed, "belote", max_left=12), least_wrong=1))
        except UnfitError:
            continue
    assert len(puzzles) > 4
    given_file, bands_file = tmp_path / "puzzles.ndjson", tmp_path / "bands.toml"
    given_file.write_text("".join(f"{json.dumps(puzzle.to_dict(shown=True))}\n" for puzzle in puzzles))
    monkeypatch.setattr(benchmarks.puzzle_difficulty, "BANDS_FILE", bands_file)
    monkeypatch.setattr(benchmarks.puzzle_difficulty, "LEAST_SAMPLE", len(puzzles))
    told = CliRunner().invoke(main, [str(given_file)], catch_exceptions=False)
    assert f"belote, open: {len(puzzles)} puzzles" in told.output
    assert all(f"  {member.player.name} " in told.output for member in PANEL)
    assert not bands_file.exists()
    CliRunner().invoke(main, [str(given_file), "--write-bands"], catch_exceptions=False)
    rows = bands_file.read_text().splitlines()
    assert len(rows) == 2
    assert rows[1].startswith("belote = [")
    # Of a game with too few puzzles there is no row.
    monkeypatch.setattr(benchmarks.puzzle_difficulty, "LEAST_SAMPLE", len(puzzles) + 1)
    CliRunner().invoke(main, [str(given_file), "--write-bands"], catch_exceptions=False)
    assert len(bands_file.read_text().splitlines()) == 1
