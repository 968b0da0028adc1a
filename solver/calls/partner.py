"""Partner's help: what the player's partner holds on average, over the deals that agree with what is seen."""

from collections.abc import Mapping
from dataclasses import dataclass

from solver.cards import Card
from solver.game import Auction, Deal, TurnAuction, deal_rest
from solver.prospects import Prospects


@dataclass(frozen=True, slots=True)
class PartnerHelp:
    """The cards of partner that count under some trump, on average."""

    trumps: float
    """0 with no trumps or all trumps."""
    tops: float
    """The highest cards of the suits that are no trumps, or are all trumps."""


def find_help(prospects: Prospects, auction: Auction, trump: str) -> PartnerHelp | None:
    """Return what partner plays with on average if the player takes now; None without a partner.

    auction: up to the player's call, which a deal of ``prospects`` must let them make.
    """
    rules, seat = auction.rules, prospects.viewpoint.seat
    partner = next((other for other in rules.players if rules.are_partners(seat, other)), None)
    if partner is None:
        return None
    turn = auction.turn if isinstance(auction, TurnAuction) else None
    hands = [_dealt(prospects, deal, turn, trump) for deal in prospects.deals]
    if all(dealt is None for dealt in hands):
        return None
    held = [None if dealt is None else dealt[partner] for dealt in hands]
    tops = {Card(suit, rules.rank_order(suit, trump)[0]) for suit in rules.suits if suit != trump}
    return PartnerHelp(
        trumps=prospects.mean([None if cards is None else _n_of(cards, trump) for cards in held]).mean,
        tops=prospects.mean([None if cards is None else len(tops & set(cards)) for cards in held]).mean,
    )


def _n_of(cards: tuple[Card, ...], suit: str) -> int:
    return sum(card.suit == suit for card in cards)


def _dealt(
    prospects: Prospects, deal: Deal, number: int | None, trump: str
) -> Mapping[str, tuple[Card, ...]] | None:
    """Return the hands that are played if the player takes; None where that is not possible."""
    view = prospects.viewpoint
    if not view.has_pack:
        return deal.hands
    for turn in view.turns(deal):
        if turn.number == number and trump in turn.trumps:
            return deal_rest(view.rules, view.dealer, deal.hands, turn, view.seat).hands
    return None
