"""Par where the players speak one by one, and the partner who is worth more may come too late."""

from solver.bidding.par import Offer, reached_in_turn, settle_auctions, settle_in_turn


def test_a_contract_that_nobody_reaches_in_their_turn_is_none_of_par() -> None:
    """North or East bids the one contract there is; South, who is worth more to their side, is late."""
    seats = (("N", 0), ("E", 1), ("S", 0), ("W", 1))
    worths = {"N": -2, "E": -2, "S": -1, "W": 2}
    offers = [Offer(1, side, "H", (seat,), {1: worths[seat], 2: 2 * worths[seat]}) for seat, side in seats]
    best = [offer for offer in offers if offer.takers[0] in ("E", "S")]
    (as_one,) = settle_auctions(best, [0], double_closes=False)
    in_turn = settle_in_turn(offers, seats, double_closes=False)
    found = reached_in_turn(as_one, in_turn, "NESW")
    assert as_one.lead == in_turn.lead == found.lead == -2
    assert (("S",), 2) in [(final.offer.takers, final.multiplier) for final in as_one.finals]
    assert [(final.offer.takers, final.multiplier) for final in found.finals] == [(("E",), 1)]
