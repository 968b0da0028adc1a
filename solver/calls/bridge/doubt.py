"""Doubt about contracts of bridge that are made in all deals that were solved, or in none.

Their scores may be all alike, so that their spread says nothing of the deals in which they end otherwise.
"""

from collections.abc import Sequence

from solver.calls.doubt import doubt_of_swing
from solver.calls.means import Worth
from solver.game import BOOK, Contract, contract_score
from solver.knowledge import Estimate
from solver.rules import Rules


def hidden_doubt(rules: Rules, contract: Contract, share: Estimate) -> float:
    """Return the standard error of the mean score of ``contract`` that its scores do not show, in points.

    contract: with declarer and level.
    share: that of the deals in which it is made, or in which it is set; 0 or 1, or its scores show the error.
    """
    assert contract.taker is not None, "a contract that was bid has a declarer"
    assert contract.bid is not None, "and a level"
    if 0 < share.mean < 1:
        return 0.0
    needs = BOOK + contract.bid
    is_vulnerable = contract.vulnerable.includes(rules.side_name(contract.taker))
    made, failed = (
        contract_score(contract.bid, contract.trump, contract.multiplier, n_tricks, is_vulnerable)
        for n_tricks in (needs, needs - 1)
    )
    return share.error * (made - failed)


def with_doubts(worths: Sequence[Worth], doubts: Sequence[float], plays: Sequence[object]) -> list[Worth]:
    """Return the worths of choices with what no deal shows in their errors.

    doubts: of the mean score of each.
    plays: what the play of each hangs on: equal for those that are played alike.
    """
    best = max(range(len(worths)), key=lambda place: worths[place].lead.mean)
    return [
        worth._replace(
            lead=worth.lead.with_error(doubt),
            swing=worth.swing.with_error(
                doubt_of_swing(doubt, doubts[best], is_same_play=play == plays[best])
                if worth.swing.mean
                else 0.0
            ),
        )
        for worth, doubt, play in zip(worths, doubts, plays, strict=True)
    ]
