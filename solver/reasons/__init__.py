"""Reasons: why a card was a mistake, seen in two lines of best play and proved by solving again.

Stands on `engine`.
"""

from solver.reasons.as_played import (
    is_as_played,
)
from solver.reasons.course import (
    Course,
    CourseTrick,
    heights_of,
)
from solver.reasons.explanation import (
    Explanation,
    explain,
    turn_text,
)
from solver.reasons.prover import (
    UnprovedError,
)
from solver.reasons.search import (
    find_reason,
)
from solver.reasons.sentences import (
    N_DIFFERENCE,
    N_POINTS,
    N_TRICKS,
)
from solver.reasons.settled import (
    is_sum_fixed,
)
from solver.reasons.themes import (
    Mistake,
    Theme,
)
from solver.reasons.turning import (
    Turn,
    find_turns,
)

__all__ = [
    "N_DIFFERENCE",
    "N_POINTS",
    "N_TRICKS",
    "Course",
    "CourseTrick",
    "Explanation",
    "Mistake",
    "Theme",
    "Turn",
    "UnprovedError",
    "explain",
    "find_reason",
    "find_turns",
    "heights_of",
    "is_as_played",
    "is_sum_fixed",
    "turn_text",
]
