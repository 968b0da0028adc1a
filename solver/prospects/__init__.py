"""Prospects of a hand before the play: deals that agree with what is seen and heard, solved for each trump.

Stands on `engine` and `knowledge`.
"""

from solver.prospects.callers import (
    Caller,
    find_callers,
)
from solver.prospects.endings import (
    Ending,
)
from solver.prospects.formula import (
    Model,
    find_model,
    hold,
)
from solver.prospects.matrix import (
    Take,
)
from solver.prospects.prospects import (
    Prospects,
    find_prospects,
)
from solver.prospects.reading import (
    Reading,
    choose,
)

__all__ = [
    "Caller",
    "Ending",
    "Model",
    "Prospects",
    "Reading",
    "Take",
    "choose",
    "find_callers",
    "find_model",
    "find_prospects",
    "hold",
]
