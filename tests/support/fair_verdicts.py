"""Fair verdicts made by hand, for what is said and chosen by them."""

from typing import Any

from solver.analysis.expectation import FairVerdict
from solver.engine import Stats

N_DEALS = 10_000
"""The deals that agree, of which 40 were solved."""


def made_verdict(**fields: Any) -> FairVerdict:
    """Return a verdict by 40 of many deals."""
    return FairVerdict(n_samples=40, n_asked=40, n_deals=N_DEALS, stats=Stats(0, 0.0), **fields)
