"""Calls before the play: what each is worth to a hand, over the deals that agree with what is seen.

Stands on `prospects`.
"""

from solver.calls.asked import (
    HAND_KEYS,
    AskedHand,
)
from solver.calls.judging import (
    find_calls,
)
from solver.calls.worths import (
    CallWorth,
    CallWorths,
    DiscardWorth,
)

__all__ = [
    "HAND_KEYS",
    "AskedHand",
    "CallWorth",
    "CallWorths",
    "DiscardWorth",
    "find_calls",
]
