"""Belote's auction: a card turned up, the turns in which it can be taken, and how the rest is dealt."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from solver.answer_row import row
from solver.cards import Card
from solver.game.deal import Deal
from solver.rules import AuctionKind, DealRest, Rules, SecondTurn

FIRST_TURN, SECOND_TURN = 1, 2
"""The turns of the auction: for the suit turned up, and for the others."""

N_DEALT_LATER = 3
"""Cards that a player is still dealt when the auction is over; the taker's third is the turned-up card."""


@dataclass(frozen=True, slots=True)
class AuctionTurn:
    """One turn of the auction."""

    number: int = field(metadata=row("The first or the second.", name="turn", words=(1, 2)))
    """`FIRST_TURN` or `SECOND_TURN`."""
    turned_up: Card = field(metadata=row("The card that lies turned up; the taker gets it."))
    pack: tuple[Card, ...] = field(metadata=row("The rest of the pack, its top card first.", name="stock"))
    """In the order in which it is dealt when a player takes."""
    trumps: tuple[str, ...]
    """The suits in which it can be taken."""


def turns_up(rules: Rules) -> bool:
    """True if a card is turned up for the auction, and the taker gets it: as in belote."""
    return deals_rest(rules) and not rules.leads_by_taker


def deals_rest(rules: Rules) -> bool:
    """True if a card is turned up for the auction, and the rest is dealt after it; anyone may lead."""
    return (
        rules.auction == AuctionKind.turned_up
        and not rules.stock
        and rules.cards_each > N_DEALT_LATER
        and len(rules.deck) == rules.n_players * rules.cards_each
    )


def auction_turns(rules: Rules, turned_up: Card, pack: tuple[Card, ...]) -> tuple[AuctionTurn, ...]:
    """Return the turns of the auction, of which the first turns up ``turned_up`` from above ``pack``.

    Where a new card is turned up for the second turn, the one refused goes under the pack, then those of its
    suit that are met on the way to a card of another; if there is none, there is no second turn.
    """
    refused = turned_up.suit
    first = AuctionTurn(FIRST_TURN, turned_up, pack, tuple(suit for suit in rules.trumps if suit == refused))
    others = tuple(trump for trump in rules.trumps if trump != refused)
    if rules.second_turn == SecondTurn.any_suit:
        return first, AuctionTurn(SECOND_TURN, turned_up, pack, others)
    for index, card in enumerate(pack):
        if card.suit in others:
            below = (turned_up, *pack[:index])
            return first, AuctionTurn(SECOND_TURN, card, (*pack[index + 1 :], *below), (card.suit,))
    return (first,)


def deal_rest(
    rules: Rules, dealer: str, hands: Mapping[str, tuple[Card, ...]], turn: AuctionTurn, taker: str
) -> Deal:
    """Return the hands that are played when ``taker`` takes in ``turn``: ``hands`` and the pack dealt out."""
    seats = rules.seats_from(rules.next_seat(dealer))
    pack = iter(turn.pack)
    dealt = {seat: list(hands[seat]) for seat in seats}
    dealt[taker].append(turn.turned_up)
    n_at_once = 1 if rules.deal_rest == DealRest.one_by_one else N_DEALT_LATER
    for _ in range(0, N_DEALT_LATER, n_at_once):
        for seat in seats:
            n_more = min(n_at_once, rules.cards_each - len(dealt[seat]))
            dealt[seat] += [next(pack) for _ in range(n_more)]
    return Deal({seat: tuple(dealt[seat]) for seat in rules.players}).sorted()
