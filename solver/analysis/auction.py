"""The auction of a log judged: each call that was a decision."""

from solver.analysis.calls import JudgedCall
from solver.calls import can_judge, judge_auction
from solver.engine import Budget
from solver.game import Auction, LoggedDeal, follow_auction
from solver.knowledge import Sampling


def judge_calls(deal: LoggedDeal, sampling: Sampling, budget: Budget) -> tuple[tuple[JudgedCall, ...], bool]:
    """Judge the calls of a deal; False if ``budget`` left no time for some of them, or of their deals.

    None are judged where the log states no auction, and in games whose calls are not judged; nor those for
    which the nodes of ``sampling`` are too few for two deals.
    """
    auction, dealt, vulnerable = auction_of(deal), deal.heard_deal, deal.position.contract.vulnerable
    if auction is None or not can_judge(auction, dealt):
        return (), True
    found = [
        JudgedCall(said, worth)
        for said in judge_auction(auction, dealt, sampling, budget, vulnerable)
        if (worth := said.worths.of(auction.said[said.index])) is not None
    ]
    return tuple(found), budget.ended is None


def auction_of(deal: LoggedDeal) -> Auction | None:
    """Return the auction up to its last call; None where the log states none."""
    if deal.bidding is not None or deal.game is None or deal.game.dealer is None:
        return deal.bidding
    calls = deal.game.remarks.calls
    return follow_auction(deal.game.dealer, calls) if calls else None
