"""A game judged: every card's loss, its grade, why it was a mistake, and what could be known.

Stands on `engine` and `knowledge`.
"""

from solver.analysis.expectation import (
    Estimate,
    FairVerdict,
)
from solver.analysis.grades import (
    SIGNS,
    Grade,
    Summary,
)
from solver.analysis.judged import (
    Analysis,
    DealAnalysis,
    LeftOut,
    LoneDeal,
)
from solver.analysis.judging import (
    MAX_DEALS,
    Log,
    LoggedDeal,
    analyse,
    is_complete,
)
from solver.analysis.plays import (
    Play,
    TurningPoint,
)
from solver.analysis.sentences import (
    N_DIFFERENCE,
    N_POINTS,
    N_TRICKS,
)
from solver.analysis.settled import (
    is_sum_fixed,
)
from solver.analysis.themes import (
    Theme,
)

__all__ = [
    "MAX_DEALS",
    "N_DIFFERENCE",
    "N_POINTS",
    "N_TRICKS",
    "SIGNS",
    "Analysis",
    "DealAnalysis",
    "Estimate",
    "FairVerdict",
    "Grade",
    "LeftOut",
    "Log",
    "LoggedDeal",
    "LoneDeal",
    "Play",
    "Summary",
    "Theme",
    "TurningPoint",
    "analyse",
    "is_complete",
    "is_sum_fixed",
]
