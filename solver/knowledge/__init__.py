"""What a player can know, and deals that agree with it.

Stands on `game`.
"""

from solver.knowledge.deals import (
    ConsistentDeals,
)
from solver.knowledge.known import (
    find_knowledge,
)
from solver.knowledge.sampling import (
    MAX_SAMPLES,
    PLAYS_JUDGED,
    PlaysJudged,
    Sampling,
    draw_deals,
)

__all__ = [
    "MAX_SAMPLES",
    "PLAYS_JUDGED",
    "ConsistentDeals",
    "PlaysJudged",
    "Sampling",
    "draw_deals",
    "find_knowledge",
]
