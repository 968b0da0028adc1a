"""Puzzles: positions with one right card, found, proved, rated and tried.

Stands on `reasons` and `knowledge`.
"""

from solver.puzzles.attempt import (
    Attempt,
    AttemptState,
    Refutation,
    try_line,
)
from solver.puzzles.filters import (
    PuzzleFilter,
)
from solver.puzzles.finding import (
    EndOfSearch,
    Finding,
    FindingReport,
    find_puzzles,
)
from solver.puzzles.glicko import (
    MAX_DEVIATION,
    MAX_RATING,
    MIN_DEVIATION,
    MIN_RATING,
    Rating,
)
from solver.puzzles.goal import (
    Goal,
    GoalKind,
    choose_goal,
)
from solver.puzzles.puzzle import (
    Puzzle,
    PuzzleKind,
    Solution,
)
from solver.puzzles.restore import (
    restore_puzzle,
)
from solver.puzzles.spec import (
    FindingLimit,
    GivenPosition,
    PuzzleSource,
    PuzzleSpec,
    Span,
)
from solver.puzzles.themes.find import (
    find_themes,
)
from solver.puzzles.themes.words import (
    PuzzleTheme,
)
from solver.puzzles.unfit import (
    Unfit,
    UnfitError,
)

__all__ = [
    "MAX_DEVIATION",
    "MAX_RATING",
    "MIN_DEVIATION",
    "MIN_RATING",
    "Attempt",
    "AttemptState",
    "EndOfSearch",
    "Finding",
    "FindingLimit",
    "FindingReport",
    "GivenPosition",
    "Goal",
    "GoalKind",
    "Puzzle",
    "PuzzleFilter",
    "PuzzleKind",
    "PuzzleSource",
    "PuzzleSpec",
    "PuzzleTheme",
    "Rating",
    "Refutation",
    "Solution",
    "Span",
    "Unfit",
    "UnfitError",
    "choose_goal",
    "find_puzzles",
    "find_themes",
    "restore_puzzle",
    "try_line",
]
