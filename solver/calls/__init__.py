"""Calls before the play: what each is worth to a hand, over the deals that agree with what is seen.

Stands on `bidding` and `prospects`.
"""

from solver.calls.asked import (
    HAND_KEYS,
    AskedHand,
)
from solver.calls.auctions import (
    SaidCall,
    can_judge,
    judge_auction,
)
from solver.calls.bridge.finals import (
    can_judge_final,
    judge_final,
)
from solver.calls.judging import (
    find_calls,
)
from solver.calls.words import (
    call_noun,
    call_text,
    digits_of,
    hand_text,
    partner_text,
    points_text,
    share_text,
    shares_text,
)
from solver.calls.worths import (
    CallWorth,
    CallWorths,
    ContractWorth,
    DiscardWorth,
    LeadWorth,
    ParWorth,
)

__all__ = [
    "HAND_KEYS",
    "AskedHand",
    "CallWorth",
    "CallWorths",
    "ContractWorth",
    "DiscardWorth",
    "LeadWorth",
    "ParWorth",
    "SaidCall",
    "call_noun",
    "call_text",
    "can_judge",
    "can_judge_final",
    "digits_of",
    "find_calls",
    "hand_text",
    "judge_auction",
    "judge_final",
    "partner_text",
    "points_text",
    "share_text",
    "shares_text",
]
