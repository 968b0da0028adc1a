"""Prospects of a hand before the play: deals that agree with what is seen and heard, solved for each trump.

Stands on `engine` and `knowledge`.
"""

from solver.prospects.matrix import (
    Take,
)
from solver.prospects.prospects import (
    Prospects,
    find_prospects,
)

__all__ = [
    "Prospects",
    "Take",
    "find_prospects",
]
