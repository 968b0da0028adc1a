"""The totals of both sides: what they hold at a moment of a deal, and what they will have in all."""

from solver.game.position import Position
from solver.game.scoring import points_of_deal
from solver.game.tally import Pair, final_result, won_so_far
from solver.rules import Objective


def held_by(position: Position) -> Pair:
    """Return what the sides have won so far, or the result if the deal is over.

    The bonus for the last trick and the point for game are decided at the end only.
    """
    if position.is_over:
        return final_result(position.rules, position.dealer, position.tally)
    return won_so_far(position.rules, position.tally)


def sum_without_slam(position: Position) -> int | None:
    """Return what both sides will have together if each wins a trick; None where that hangs on the play."""
    rules, trump = position.rules, position.contract.trump
    if rules.objective == Objective.tricks:
        return position.deal.n_cards // rules.n_players
    if rules.objective == Objective.card_points and not rules.has_combinations:
        return points_of_deal(rules, trump, position.deal.cards())
    return None
