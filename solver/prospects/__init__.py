"""Prospects of a hand before the play: deals that agree with what is seen and heard, solved for each trump.

Stands on `engine` and `knowledge`.
"""

from solver.prospects.callers import (
    Caller,
    find_best_trump,
    find_caller,
)
from solver.prospects.endings import (
    Ending,
)
from solver.prospects.formula import (
    find_model,
    hold,
)
from solver.prospects.matrix import (
    Result,
    Take,
)
from solver.prospects.pace import (
    DEALS_AT_ONCE,
    Pace,
)
from solver.prospects.pairs import (
    ContractReading,
    PairModel,
    read_contract,
)
from solver.prospects.prospects import (
    Prospects,
    find_prospects,
)
from solver.prospects.reading import (
    MOST_DRAWN,
    SHARED_DRAWN,
    Reading,
    choose,
    least_heard,
    soften,
)
from solver.prospects.unfolding import (
    Unfolding,
)

__all__ = [
    "DEALS_AT_ONCE",
    "MOST_DRAWN",
    "SHARED_DRAWN",
    "Caller",
    "ContractReading",
    "Ending",
    "Pace",
    "PairModel",
    "Prospects",
    "Reading",
    "Result",
    "Take",
    "Unfolding",
    "choose",
    "find_best_trump",
    "find_caller",
    "find_model",
    "find_prospects",
    "hold",
    "least_heard",
    "read_contract",
    "soften",
]
