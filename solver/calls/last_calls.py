"""The calls of a log that are judged one by one: those of all fours, and in bridge those after the last bid.

What bids of bridge mean is a matter of conventions.  What follows the last one is a pass, a double or a
redouble, which may end the auction.  In all fours hands are known as they were during the auction unless
another suit was accepted: then those of the log are what was kept.
"""

from collections.abc import Iterator

from solver.calls.asked import AskedHand, is_judged
from solver.calls.bridge.asked import ending_calls
from solver.cards import Card
from solver.game import Auction, BridgeAuction, Deal, ProposalAuction, Vulnerable
from solver.knowledge import Viewpoint


def has_last_calls(auction: Auction) -> bool:
    """True if the calls of the auction are judged one by one."""
    return isinstance(auction, (BridgeAuction, ProposalAuction))


def can_judge_last(auction: Auction, deal: Deal) -> bool:
    """True if some of the calls can be judged; ``deal`` has the hands as far as the log tells them."""
    if not is_judged(auction.rules):
        return False
    if isinstance(auction, ProposalAuction):
        return bool(auction.said) and auction.turned_up is not None and not auction.is_accepted
    is_whole = all(len(hand) == auction.rules.cards_each for hand in deal.hands.values())
    return isinstance(auction, BridgeAuction) and auction.bid is not None and is_whole


def last_decisions(
    auction: Auction, deal: Deal, vulnerable: Vulnerable = Vulnerable.none
) -> Iterator[tuple[int, AskedHand]]:
    """Yield each call that is judged: its number, and the hand with what its player knew."""
    start = 0
    shown: tuple[Card, ...] = ()
    if isinstance(auction, ProposalAuction):
        assert auction.turned_up is not None, "the card turned up is known where calls are judged"
        shown = (auction.turned_up,)
    else:
        start = 1 + max(index for index, call in enumerate(auction.said) if call[0].isdigit())
    for index in range(start, len(auction.said)):
        before = auction.at_start().follow(auction.said[:index])
        seat = before.to_call
        if seat is None:
            return
        if isinstance(before, BridgeAuction) and len(ending_calls(before)) == 1:
            # Who can only pass has nothing to decide but to bid on.
            continue
        view = Viewpoint(auction.rules, seat, deal.hands[seat], auction.dealer, shown)
        yield index, AskedHand(view, before, vulnerable)
