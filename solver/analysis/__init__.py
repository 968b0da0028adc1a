"""A game judged: every card's loss, its grade, and what could be known.

Stands on `engine`, `knowledge` and `reasons`.
"""

from solver.analysis.analysis import (
    Analysis,
    LoneDeal,
)
from solver.analysis.calls import (
    JudgedCall,
)
from solver.analysis.expectation import (
    ExpectedCard,
    FairVerdict,
    grade_in_expectation,
)
from solver.analysis.fair import (
    judge_fairly,
)
from solver.analysis.grades import (
    SIGNS,
    Grade,
)
from solver.analysis.judged import (
    DealAnalysis,
)
from solver.analysis.judging import (
    MAX_DEALS,
    Log,
    LoggedDeal,
    analyse,
    is_complete,
    judge_deal,
)
from solver.analysis.plays import (
    Play,
    TurningPoint,
)
from solver.analysis.summary import (
    Summary,
)

__all__ = [
    "MAX_DEALS",
    "SIGNS",
    "Analysis",
    "DealAnalysis",
    "ExpectedCard",
    "FairVerdict",
    "Grade",
    "JudgedCall",
    "Log",
    "LoggedDeal",
    "LoneDeal",
    "Play",
    "Summary",
    "TurningPoint",
    "analyse",
    "grade_in_expectation",
    "is_complete",
    "judge_deal",
    "judge_fairly",
]
