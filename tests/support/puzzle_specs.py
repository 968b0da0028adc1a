"""Specs of puzzles for the tests, and the first puzzle of one."""

from typing import Any

from solver import find_variant
from solver.puzzles import (
    Puzzle,
    PuzzleSpec,
    find_puzzles,
)


def spec_of(game: str, **wanted: Any) -> PuzzleSpec:
    """Four puzzles of a game, or what is wanted."""
    return PuzzleSpec(rules=find_variant(game), **({"count": 4} | wanted))


def a_puzzle(**wanted: Any) -> Puzzle:
    """The first puzzle of a search."""
    return next(find_puzzles(spec_of("belote", count=1, seed=1, **wanted)))
