"""The knowledge of a player in the middle of a deal, and the deals that agree with it.

Stands on `game`.
"""

from solver.knowledge.deals import (
    ConsistentDeals,
)
from solver.knowledge.known import (
    cards_about,
    count_stock_seen,
    find_knowledge,
    seats_in_sight,
)
from solver.knowledge.sampling import (
    MAX_SAMPLES,
    PLAYS_JUDGED,
    USUAL_NODES,
    USUAL_SAMPLES,
    PlaysJudged,
    Sampling,
    draw_deals,
)

__all__ = [
    "MAX_SAMPLES",
    "PLAYS_JUDGED",
    "USUAL_NODES",
    "USUAL_SAMPLES",
    "ConsistentDeals",
    "PlaysJudged",
    "Sampling",
    "cards_about",
    "count_stock_seen",
    "draw_deals",
    "find_knowledge",
    "seats_in_sight",
]
