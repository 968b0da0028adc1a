"""Puzzles: positions with one right card, found, proved, rated and tried.

Stands on `reasons` and `knowledge`.
"""

from solver.puzzles.attempt import (
    Attempt,
    AttemptState,
    Refutation,
    try_line,
)
from solver.puzzles.bands import (
    N_BANDS,
    band_of,
)
from solver.puzzles.checking import (
    check_puzzle,
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
from solver.puzzles.form import (
    ID_LETTERS,
)
from solver.puzzles.four_points import (
    GAME,
    count_game,
    sure_honours,
)
from solver.puzzles.glicko import (
    MAX_DEVIATION,
    MAX_RATING,
    MIN_DEVIATION,
    MIN_RATING,
    USUAL_RATING,
    Rating,
)
from solver.puzzles.goal import (
    Goal,
    GoalKind,
    choose_goal,
    name_honour,
)
from solver.puzzles.hints import (
    MOST_HINTS,
    Hint,
    HintKind,
    find_hints,
    puzzle_after,
)
from solver.puzzles.puzzle import (
    MOST_DECISIONS,
    Puzzle,
    PuzzleKind,
    Solution,
)
from solver.puzzles.read import (
    MOST_NESTING,
)
from solver.puzzles.restore import (
    restore_puzzle,
)
from solver.puzzles.samples import (
    draw_game,
)
from solver.puzzles.spec import (
    MOST_COUNT,
    MOST_TRICKS,
    USUAL_COUNT,
    FindingLimit,
    GivenPosition,
    PuzzleSource,
    PuzzleSpec,
    Span,
)
from solver.puzzles.study import (
    RefutedCards,
)
from solver.puzzles.themes.find import (
    find_themes,
    prove_themes,
)
from solver.puzzles.themes.lines import (
    tempting_class,
)
from solver.puzzles.themes.words import (
    PuzzleTheme,
)
from solver.puzzles.tree import (
    Decision,
    Defence,
    End,
    Node,
    Why,
)
from solver.puzzles.unfit import (
    Unfit,
    UnfitError,
)

__all__ = [
    "GAME",
    "ID_LETTERS",
    "MAX_DEVIATION",
    "MAX_RATING",
    "MIN_DEVIATION",
    "MIN_RATING",
    "MOST_COUNT",
    "MOST_DECISIONS",
    "MOST_HINTS",
    "MOST_NESTING",
    "MOST_TRICKS",
    "N_BANDS",
    "USUAL_COUNT",
    "USUAL_RATING",
    "Attempt",
    "AttemptState",
    "Decision",
    "Defence",
    "End",
    "EndOfSearch",
    "Finding",
    "FindingLimit",
    "FindingReport",
    "GivenPosition",
    "Goal",
    "GoalKind",
    "Hint",
    "HintKind",
    "Node",
    "Puzzle",
    "PuzzleFilter",
    "PuzzleKind",
    "PuzzleSource",
    "PuzzleSpec",
    "PuzzleTheme",
    "Rating",
    "Refutation",
    "RefutedCards",
    "Solution",
    "Span",
    "Unfit",
    "UnfitError",
    "Why",
    "band_of",
    "check_puzzle",
    "choose_goal",
    "count_game",
    "draw_game",
    "find_hints",
    "find_puzzles",
    "find_themes",
    "name_honour",
    "prove_themes",
    "puzzle_after",
    "restore_puzzle",
    "sure_honours",
    "tempting_class",
    "try_line",
]
