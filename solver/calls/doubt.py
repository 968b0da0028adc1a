"""Doubt about contracts that are made in all deals that were solved, or in none.

The scores of such deals are all alike, so that their spread says nothing of the deals in which it ends
otherwise; but some of those that were not drawn do.
"""

from bisect import bisect_left
from collections.abc import Sequence
from math import hypot

from solver.game import Contract, Outcome, lead_of
from solver.prospects import Prospects, Result


def hidden_doubt(prospects: Prospects, contract: Contract, made: Sequence[float]) -> float:
    """Return the standard error of the mean score of ``contract`` that its scores do not show, in points.

    made: 1 for each deal that was solved in which the contract is made, else 0.
    """
    error = prospects.unseen_error(made)
    return error * _between(prospects, contract) if error else 0.0


def doubt_of_swing(doubt: float, of_best: float, *, is_same_play: bool) -> float:
    """Return the standard error of what a choice gives away against the best one that no deal shows.

    doubt, of_best: those of the mean score of either.
    is_same_play: both are played alike, as a bid and a higher one in the same trumps: one is made where the
        other is, so that the greater doubt is that of both.  Others may end otherwise in deals of their own.
    """
    return max(doubt, of_best) if is_same_play else hypot(doubt, of_best)


def _between(prospects: Prospects, contract: Contract) -> float:
    """Return what lies between the score of the contract if it is just made, and if it just fails."""
    rules = prospects.viewpoint.rules
    assert contract.taker is not None, "who bids is a taker"
    side = rules.side_of(contract.taker)
    whole = rules.total_card_points(contract.trump) + rules.last_trick

    def result(own: int) -> Result:
        pair = (own, max(whole - own, 0))
        return Result(pair if side == 0 else pair[::-1], None)

    def is_made(own: int) -> bool:
        return prospects.score_of(contract, result(own)).outcome == Outcome.made

    most = whole + rules.slam
    least = bisect_left(range(most + 1), True, key=is_made)
    if not 0 < least <= most:
        return 0.0
    scores = [prospects.score_of(contract, result(own)) for own in (least, least - 1)]
    just_made, failed = (lead_of(score.by_side) for score in scores)
    return abs(just_made - failed)
