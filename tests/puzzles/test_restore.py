"""Puzzles read from where they were kept, as they were, without a proof."""

import json
import pickle
from dataclasses import replace

import pytest

from solver import SolverError, engine_version, restore_puzzle
from tests.puzzles.test_hidden import found as hidden_puzzles
from tests.puzzles.test_proof import puzzles_of_seed
from tests.support.positions import GAMES
from tests.support.puzzles.puzzle_specs import a_puzzle

pytestmark = pytest.mark.slow


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_that_was_kept_is_the_same(game: str) -> None:
    found = puzzles_of_seed(2, game)
    assert found
    for puzzle in found:
        puzzle = replace(puzzle, rating=1723, themes=("ruff",), source="random")
        kept = json.loads(json.dumps(puzzle.to_dict(shown=True)))
        again = restore_puzzle(kept, "an engine")
        assert again.version == "an engine"
        assert again.to_dict(shown=True) == kept
        assert again.to_dict("fr", "fr", shown=True) == puzzle.to_dict("fr", "fr", shown=True)
        for card in puzzle.position.legal_plays():
            assert again.try_line((card,)) == puzzle.try_line((card,))


def test_a_hidden_puzzle_that_was_kept_is_the_same() -> None:
    (puzzle,) = hidden_puzzles("quadrette", 1)
    kept = json.loads(json.dumps(puzzle.to_dict(shown=True)))
    again = restore_puzzle(kept, engine_version())
    assert again.to_dict(shown=True) == kept
    assert again.to_dict("fr", "fr") == puzzle.to_dict("fr", "fr")
    for card in puzzle.position.legal_plays():
        assert again.try_line((card,)).to_dict("fr", "fr") == puzzle.try_line((card,)).to_dict("fr", "fr")


def test_a_puzzle_that_an_earlier_version_kept_is_the_same() -> None:
    puzzle = puzzles_of_seed(1, "belote")[0]
    kept = puzzle.to_dict(shown=True)
    earlier = {"wrong" if key == "refutations" else key: part for key, part in kept.items()}
    assert restore_puzzle(earlier, engine_version()).to_dict(shown=True) == kept


@pytest.mark.parametrize("part", ["tree", "right", "refutations", "line", "duals", "kind"])
def test_a_solution_that_is_damaged_is_no_puzzle(part: str) -> None:
    kept = puzzles_of_seed(1, "belote")[0].to_dict(shown=True)
    del kept[part]
    with pytest.raises(KeyError):
        restore_puzzle(kept, engine_version())
    with pytest.raises(SolverError):
        restore_puzzle(kept | {"kind": "open", "position": {}}, engine_version())


def test_a_puzzle_and_its_copy_are_one_in_a_set() -> None:
    puzzle = a_puzzle()
    assert len({puzzle, pickle.loads(pickle.dumps(puzzle))}) == 1
