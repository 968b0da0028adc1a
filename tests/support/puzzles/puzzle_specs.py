"""Specs of puzzles for the tests, and the first puzzle of one."""

from collections.abc import Mapping
from typing import Any

from solver import find_variant
from solver.puzzles import (
    Puzzle,
    PuzzleSpec,
    Span,
    find_puzzles,
)

HARD: Mapping[str, Any] = {"tricks_left": Span(26, 26), "most_cards": 52}
"""Full deals of California Jack: most take minutes to solve."""
HARD_JSON: dict[str, Any] = {"variant": "california_jack", "tricks_left": 26, "most_cards": 52}
"""The same as JSON."""


def spec_of(game: str, **wanted: Any) -> PuzzleSpec:
    """Four puzzles of a game, or what is wanted."""
    return PuzzleSpec(rules=find_variant(game), **({"count": 4} | wanted))


def a_puzzle(**wanted: Any) -> Puzzle:
    """The first puzzle of a search."""
    return next(find_puzzles(spec_of("belote", count=1, seed=1, **wanted)))
