"""The beginning of an auction, by the rules of the game."""

from collections.abc import Sequence

from solver.cards import Card
from solver.game.auctions.auction import Auction
from solver.game.auctions.bids import BidAuction
from solver.game.auctions.bridge import BridgeAuction
from solver.game.auctions.proposal import ProposalAuction
from solver.game.auctions.turns import NamedAuction, TurnedUpAuction
from solver.game.redeal import Pack, count_jacks, deal_again
from solver.game.turned_up import SECOND_TURN, auction_turns
from solver.rules import AuctionKind, Rules, SecondTurn


def start_auction(
    rules: Rules,
    dealer: str,
    turned_up: Card | None = None,
    *,
    pack: Sequence[Card] | None = None,
    later: Card | None = None,
) -> Auction:
    """Return the auction of a game that has one, before the first call.

    turned_up: the card turned up first, in belote and all fours; None if it is not known.
    pack: the rest of the pack below that card, its top card first, where it is known.
    later: the card turned up after it, if it comes to that; found in the pack where that is known.

    >>> from solver.rules import find_variant
    >>> auction = start_auction(find_variant("contree"), "S").follow(["80H", "pass", "100H"])
    >>> auction.to_call, auction.calls()[:4]
    ('S', ('pass', 'double', '110S', '110H'))
    >>> auction.follow(["pass"] * 3).contract.to_dict()
    {'trump': 'H', 'taker': 'W', 'bid': 100}
    """
    match rules.auction:
        case AuctionKind.levels:
            return BridgeAuction(rules, dealer)
        case AuctionKind.bids:
            return BidAuction(rules, dealer)
        case AuctionKind.dealer_must | AuctionKind.first_must:
            return NamedAuction(rules, dealer)
        case AuctionKind.turned_up:
            return _of_card(rules, dealer, turned_up, pack, later)
        case AuctionKind.proposal:
            return _of_proposal(rules, dealer, turned_up, pack, later)
    raise ValueError(f"{rules.name} has no auction")


def _of_card(
    rules: Rules, dealer: str, turned_up: Card | None, pack: Sequence[Card] | None, later: Card | None
) -> Auction:
    if rules.second_turn == SecondTurn.any_suit:
        return TurnedUpAuction(rules, dealer, turned_up=turned_up)
    if turned_up is None or pack is None:
        return TurnedUpAuction(rules, dealer, turned_up=turned_up, later=later)
    turns = {turn.number: turn for turn in auction_turns(rules, turned_up, tuple(pack))}
    second = turns.get(SECOND_TURN)
    return TurnedUpAuction(
        rules,
        dealer,
        turned_up=turned_up,
        later=None if second is None else second.turned_up,
        has_second=second is not None,
    )


def _of_proposal(
    rules: Rules, dealer: str, turned_up: Card | None, pack: Sequence[Card] | None, later: Card | None
) -> Auction:
    if turned_up is None or pack is None:
        return ProposalAuction(rules, dealer, turned_up=turned_up, later=later)
    nobody = dict.fromkeys(rules.players, ())
    redeal = deal_again(rules, dealer, nobody, Pack(turned_up, tuple(pack)))
    if redeal is None:
        return ProposalAuction(rules, dealer, turned_up=turned_up)
    n_jacks = count_jacks((turned_up, *redeal.passed_over, redeal.turned_up))
    return ProposalAuction(rules, dealer, turned_up=turned_up, later=redeal.turned_up, n_jacks=n_jacks)
