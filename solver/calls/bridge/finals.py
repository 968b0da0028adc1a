"""Final contracts of bridge: what one is worth by the 26 cards of its pair, beside all others of the pair."""

from solver.calls.bridge.asked import ended_in
from solver.calls.bridge.judging import judge_bridge
from solver.calls.worths import CallWorths
from solver.engine import Budget
from solver.game import Auction, BridgeContract, Contract, Deal, bid_height
from solver.knowledge import Sampling, Viewpoint
from solver.rules import Rules, Scoring


def can_judge_final(rules: Rules, contract: Contract, deal: Deal) -> bool:
    """True of a contract of bridge with its declarer and level, of a whole deal."""
    is_whole = rules.scoring == Scoring.duplicate and deal.n_cards == len(rules.deck)
    return is_whole and contract.taker is not None and contract.bid is not None


def judge_final(
    rules: Rules,
    contract: Contract,
    deal: Deal,
    dealer: str | None,
    heard: Auction | None,
    sampling: Sampling,
    budget: Budget,
) -> CallWorths:
    """Judge a contract by the two hands of its pair: the cards of the defenders are drawn.

    The answer has the contract, all contracts of the pair and par; none of them where ``budget`` ends before
    two deals are solved.  `can_judge_final` must hold.

    dealer: who spoke first, where that is known; par alone hangs on it.
    heard: the auction, where it is known; no contract of the pair counts that the opponents had outbid
        before the pair first bid.
    """
    assert contract.taker is not None, "a contract that is judged has a declarer"
    assert contract.bid is not None, "and a level"
    declarer = contract.taker
    partner = rules.next_seat(rules.next_seat(declarer))
    # Who deals tells nothing of the cards.
    view = Viewpoint(rules, declarer, deal.hands[declarer], declarer, (), deal.hands[partner])
    auction = ended_in(BridgeContract(contract.bid, contract.trump, contract.multiplier, declarer))
    above = -1 if heard is None else _opened_at(heard, rules.side_of(declarer))
    return judge_bridge(view, auction, contract.vulnerable, sampling, budget, dealer=dealer, above=above)


def _opened_at(auction: Auction, side: int) -> int:
    """Return the height of the last bid before the first one of a side; -1 if it bids first."""
    height, rules = -1, auction.rules
    for number, call in enumerate(auction.said):
        if not call[0].isdigit():
            continue
        if rules.side_of(auction.seat_of(number)) == side:
            break
        height = bid_height(rules, int(call[0]), call[1:])
    return height
