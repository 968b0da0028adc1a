"""Calls before the play: what each is worth to a hand, over the deals that agree with what is seen.

Stands on `prospects`.
"""

from solver.calls.worths import (
    CallWorth,
    CallWorths,
    find_worths,
)

__all__ = [
    "CallWorth",
    "CallWorths",
    "find_worths",
]
