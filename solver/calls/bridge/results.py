"""Scores of contracts of bridge, deal by deal, where the tricks of each deal are known."""

from collections.abc import Sequence

from solver.calls.means import Scores
from solver.game import BOOK, Contract, Pair, deal_score
from solver.rules import Rules


def scores_of(rules: Rules, contract: Contract, results: Sequence[Pair]) -> list[Scores]:
    """Return what both sides score, deal by deal.

    results: the tricks of both sides in each deal.
    """
    by_result = {result: deal_score(rules, contract, None, result) for result in set(results)}
    found: list[Scores] = []
    for result in results:
        score = by_result[result]
        assert score is not None, "a whole deal has a score"
        found.append((float(score.by_side[0]), float(score.by_side[1])))
    return found


def made_in(rules: Rules, contract: Contract, results: Sequence[Pair]) -> list[float]:
    """Return 1 for each deal in which the contract is made, else 0."""
    assert contract.taker is not None, "a contract that was bid has a declarer"
    assert contract.bid is not None, "and a level"
    side = rules.side_of(contract.taker)
    return [float(result[side] >= BOOK + contract.bid) for result in results]


def lead_against(rules: Rules, contract: Contract) -> str:
    """Return the seat that leads to the first trick."""
    assert contract.taker is not None, "a contract that was bid has a declarer"
    return rules.next_seat(contract.taker)
