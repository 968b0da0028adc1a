"""The verdict on a deal: the side that has won the contract or the deal, apart from points.

In games with a contract that is the contract, made or failed; in games scored by their tricks, the deal.
"""

from typing import NamedTuple

from solver.game.position import Position
from solver.game.scoring import Outcome
from solver.game.tally import Pair
from solver.rules import Rules, Scoring


class Verdict(NamedTuple):
    """The outcome of a deal and the side that it is for, apart from points."""

    outcome: Outcome
    side: int | None
    """The taker's if the contract was made, the defenders' if it failed; in a game scored by its tricks, the
    side that scores more.  None for neither."""

    def rank_for(self, side: int) -> int:
        """Return 2 if the verdict is for ``side``, 0 if it is for the other, 1 if for neither."""
        return 1 if self.side is None else 2 * (self.side == side)


def verdict_of(position: Position, result: Pair) -> Verdict | None:
    """Return the verdict on a deal that comes to ``result``; None without one, or without a contract.

    All fours, where each point is for itself, has none.
    """
    rules, contract = position.rules, position.contract
    if rules.scoring == Scoring.four_points:
        return None
    score = position.score(result)
    if score is None:
        return None
    first, second = score.by_side
    if score.outcome == Outcome.played:
        return Verdict(score.outcome, None if first == second else int(second > first))
    if contract.taker is None or score.outcome not in (Outcome.made, Outcome.failed):
        return Verdict(score.outcome, None)
    taker = rules.side_of(contract.taker)
    return Verdict(score.outcome, taker if score.outcome == Outcome.made else 1 - taker)


def earns_slam(rules: Rules) -> bool:
    """True if all tricks earn more than all but one of them and the last trick's own worth."""
    if rules.scoring == Scoring.trick_table:
        return rules.trick_scores[-1] > rules.trick_scores[-2]
    return rules.slam > 0
