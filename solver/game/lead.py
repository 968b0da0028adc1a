"""The dealer and the first leader, each derived from the other where a request leaves it out."""

from solver.errors import Fault, wrong
from solver.fault_codes import Code
from solver.game.contract import Contract
from solver.rules import FirstLead, Objective, Rules


def dealer_of_leader(rules: Rules, leader: str) -> str | None:
    """Return the dealer of a deal in which ``leader`` leads first; None where that hangs on the taker."""
    if rules.first_lead == FirstLead.dealer_next:
        return next(seat for seat in rules.players if rules.next_seat(seat) == leader)
    return leader if rules.first_lead == FirstLead.dealer else None


def settle_seats(
    rules: Rules, contract: Contract | None, dealer: str | None, leader: str | None, faults: list[Fault]
) -> tuple[str | None, str | None]:
    """Derive dealer and first leader from each other and the taker, where they are not stated.

    A stated leader overrides the derived one.  Adds a fault for each that is needed and cannot be derived.
    """
    if dealer is None and leader is not None:
        dealer = dealer_of_leader(rules, leader)
    if leader is None:
        leader = rules.first_leader(dealer, contract.taker if contract else None)
        if leader is None and not rules.leads_by_taker:
            neither = wrong(
                Code.missing, "there is neither dealer nor leader; who leads first depends on them"
            )
            faults.append(Fault("/dealer", neither))
        elif leader is None and contract is not None:
            neither = wrong(
                Code.missing, "there is neither taker nor leader; who leads first depends on them"
            )
            faults.append(Fault("/contract/taker", neither))
    if dealer is None and leader is not None and rules.objective == Objective.four_points:
        none = wrong(Code.missing, "there is no dealer; the point for game depends on it when both are equal")
        faults.append(Fault("/dealer", none))
    return dealer, leader
