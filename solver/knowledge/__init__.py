"""The knowledge of a player in the middle of a deal, and the deals that agree with it.

Stands on `game`.
"""

from solver.knowledge.deals import (
    ConsistentDeals,
)
from solver.knowledge.estimates import (
    DIGITS,
    DOUBT,
    LEAST_ALIKE,
    UNLIKE,
    Estimate,
    are_alike,
    effective_samples,
    errors_beyond_doubt,
    estimate,
    estimate_share,
    exact_count,
    fits_few,
    spread_left,
    unseen_error,
    weigh,
)
from solver.knowledge.known import (
    cards_about,
    count_stock_seen,
    find_announcer,
    find_knowledge,
    is_belote_known,
    is_belote_told,
    seats_in_sight,
)
from solver.knowledge.sampling import (
    BIDS_READ,
    LEAST_DEALS,
    MAX_SAMPLES,
    PLAYS_JUDGED,
    USUAL_HAND_DEALS,
    USUAL_NODES,
    USUAL_PAIR_DEALS,
    USUAL_SAMPLES,
    BidsRead,
    PlaysJudged,
    Sampling,
    draw_deals,
    draw_numbers,
)
from solver.knowledge.viewpoint import (
    Viewpoint,
)

__all__ = [
    "BIDS_READ",
    "DIGITS",
    "DOUBT",
    "LEAST_ALIKE",
    "LEAST_DEALS",
    "MAX_SAMPLES",
    "PLAYS_JUDGED",
    "UNLIKE",
    "USUAL_HAND_DEALS",
    "USUAL_NODES",
    "USUAL_PAIR_DEALS",
    "USUAL_SAMPLES",
    "BidsRead",
    "ConsistentDeals",
    "Estimate",
    "PlaysJudged",
    "Sampling",
    "Viewpoint",
    "are_alike",
    "cards_about",
    "count_stock_seen",
    "draw_deals",
    "draw_numbers",
    "effective_samples",
    "errors_beyond_doubt",
    "estimate",
    "estimate_share",
    "exact_count",
    "find_announcer",
    "find_knowledge",
    "fits_few",
    "is_belote_known",
    "is_belote_told",
    "seats_in_sight",
    "spread_left",
    "unseen_error",
    "weigh",
]
