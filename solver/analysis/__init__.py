"""A game judged: every card's loss, its grade, and what could be known.

Stands on `engine`, `knowledge` and `reasons`.
"""

from typing import TYPE_CHECKING

from solver.lazy_face import lazy_face

if TYPE_CHECKING:
    from solver.analysis.analysis import (
        Analysis as Analysis,
        LoneDeal as LoneDeal,
    )
    from solver.analysis.calls import JudgedCall as JudgedCall
    from solver.analysis.expectation import (
        ExpectedCard as ExpectedCard,
        FairVerdict as FairVerdict,
    )
    from solver.analysis.fair import judge_fairly as judge_fairly
    from solver.analysis.fair_grades import (
        MISTAKES as MISTAKES,
        grade_in_expectation as grade_in_expectation,
    )
    from solver.analysis.grades import (
        SIGNS as SIGNS,
        Grade as Grade,
    )
    from solver.analysis.judged import DealAnalysis as DealAnalysis
    from solver.analysis.judging import (
        analyse as analyse,
        is_complete as is_complete,
        judge_deal as judge_deal,
    )
    from solver.analysis.plays import (
        Play as Play,
        TurningPoint as TurningPoint,
    )
    from solver.analysis.summary import Summary as Summary
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "analysis": ("Analysis", "LoneDeal"),
        "calls": ("JudgedCall",),
        "expectation": ("ExpectedCard", "FairVerdict"),
        "fair": ("judge_fairly",),
        "fair_grades": ("MISTAKES", "grade_in_expectation"),
        "grades": ("SIGNS", "Grade"),
        "judged": ("DealAnalysis",),
        "judging": ("analyse", "is_complete", "judge_deal"),
        "plays": ("Play", "TurningPoint"),
        "summary": ("Summary",),
    }
    __getattr__, __dir__, __all__ = lazy_face(__name__, _NAMES)
