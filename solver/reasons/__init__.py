"""Reasons: why a card was a mistake, seen in two lines of best play and proved by solving again.

Stands on `engine`.
"""

from typing import TYPE_CHECKING

from solver.lazy_face import lazy_face

if TYPE_CHECKING:
    from solver.reasons.as_played import (
        is_as_played as is_as_played,
        is_beside_as_played as is_beside_as_played,
        is_left as is_left,
    )
    from solver.reasons.course import (
        Course as Course,
        CourseTrick as CourseTrick,
        heights_of as heights_of,
    )
    from solver.reasons.explanation import (
        Explanation as Explanation,
        explain as explain,
        turn_text as turn_text,
    )
    from solver.reasons.prover import UnprovedError as UnprovedError
    from solver.reasons.reason import ProvedReason as ProvedReason
    from solver.reasons.search import find_reason as find_reason
    from solver.reasons.sentences import (
        N_DIFFERENCE as N_DIFFERENCE,
        N_POINTS as N_POINTS,
        N_TRICKS as N_TRICKS,
    )
    from solver.reasons.settled import (
        is_sum_fixed as is_sum_fixed,
        is_zero_sum as is_zero_sum,
        settled_verdict as settled_verdict,
    )
    from solver.reasons.themes import (
        Mistake as Mistake,
        Theme as Theme,
    )
    from solver.reasons.turning import (
        Turn as Turn,
        find_turns as find_turns,
    )
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "as_played": ("is_as_played", "is_beside_as_played", "is_left"),
        "course": ("Course", "CourseTrick", "heights_of"),
        "explanation": ("Explanation", "explain", "turn_text"),
        "prover": ("UnprovedError",),
        "reason": ("ProvedReason",),
        "search": ("find_reason",),
        "sentences": ("N_DIFFERENCE", "N_POINTS", "N_TRICKS"),
        "settled": ("is_sum_fixed", "is_zero_sum", "settled_verdict"),
        "themes": ("Mistake", "Theme"),
        "turning": ("Turn", "find_turns"),
    }
    __getattr__, __dir__, __all__ = lazy_face(__name__, _NAMES)
