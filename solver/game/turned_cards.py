"""The cards turned up to find trumps, checked against the contract and the deal."""

from collections.abc import Iterator

from solver.cards import Card, Notation, format_card, format_trump
from solver.errors import Fault, Wrong, wrong, wrong_n
from solver.fault_codes import Code
from solver.game.contract import Contract
from solver.game.deal import STOCK, Deal
from solver.rules import AuctionKind, Objective, Rules
from solver.sentences import Phrase, Seat, phrase

_TURNED_UP = "/contract/turned_up"


def find_turned_up_faults(
    deal: Deal, contract: Contract, rules: Rules, notation: Notation = "en", *, is_taken: bool = False
) -> Iterator[Fault]:
    """Yield the faults of the card turned up, and of the jacks that the dealer turned up on the way to it.

    is_taken: the suit turned up first is known to have been taken, so that no other was turned up.
    """
    card = contract.turned_up
    if card is not None:
        holder = deal.holder(card)
        name = format_card(card, notation)
        if rules.has_taker:
            if contract.taker is not None and holder not in (None, contract.taker):
                yield Fault(_TURNED_UP, _taken(name, contract.taker, str(holder)))
            elif contract.taker is not None and holder is None and _has_all(deal, contract.taker, rules):
                yield Fault(_TURNED_UP, _untaken(name, contract.taker))
            return
        if card.suit != contract.trump:
            other = wrong(
                Code.contradiction,
                "{card} was turned up, but trumps are {trump}; the card turned up is one of the trumps",
                card=name,
                trump=format_trump(contract.trump, notation),
            )
            yield Fault(_TURNED_UP, other)
        # Trumps that were cut stay in the pack, and are dealt with it.
        if not rules.stock and holder is not None:
            dealt = wrong(
                Code.turned_up_elsewhere,
                "{card} was dealt to {seat}; the card turned up is in nobody's hand",
                card=name,
                seat=phrase("the stock") if holder == STOCK else Seat(holder),
            )
            yield Fault(_TURNED_UP, dealt)
    if rules.objective == Objective.four_points:
        yield from _jack_faults(deal, contract, rules, notation, is_taken=is_taken)


def _taken(card: str, taker: str, holder: str) -> Wrong:
    return wrong(
        Code.turned_up_elsewhere,
        "{card} was turned up, and {taker}, who took, took it; it cannot be in the hand {holder:of}",
        card=card,
        taker=Seat(taker),
        holder=Seat(holder),
    )


def _has_all(deal: Deal, taker: str, rules: Rules) -> bool:
    """True if the hand of the taker is whole, so that the card that they took must be in it."""
    return rules.auction == AuctionKind.turned_up and len(deal.hands.get(taker, ())) == rules.cards_each


def _untaken(card: str, taker: str) -> Wrong:
    return wrong(
        Code.turned_up_elsewhere,
        "{card} was turned up, and {taker}, who took, took it; it cannot be in nobody's hand",
        card=card,
        taker=Seat(taker),
    )


def _jack_faults(
    deal: Deal, contract: Contract, rules: Rules, notation: Notation, *, is_taken: bool
) -> Iterator[Fault]:
    """Jacks are turned up with the suit offered first, and with the suit found after it."""
    n_jacks, card = contract.turned_jacks, contract.turned_up
    is_jack = card is not None and card.rank == "J"
    if is_jack and not n_jacks and not rules.stock:
        none = wrong(
            Code.contradiction,
            "{card} was turned up, so that turned_jacks is at least 1",
            card=format_card(Card("" if card is None else card.suit, "J"), notation),
        )
        yield Fault("/contract/turned_jacks", none)
    why = _why_not_so_many(deal, contract, rules, notation, is_taken=is_taken)
    if why is not None:
        many = wrong_n(
            Code.contradiction,
            "{n} jack cannot have been turned up: {why}",
            "{n} jacks cannot have been turned up: {why}",
            n_jacks,
            why=why,
        )
        yield Fault("/contract/turned_jacks", many)


def find_trump_jack(contract: Contract, rules: Rules) -> Card | None:
    """Return the jack of trumps where one of the jacks turned up must be it; None where it may be another."""
    if rules.objective != Objective.four_points or rules.stock or contract.trump not in rules.suits:
        return None
    is_sure = contract.turned_jacks > _count_others(contract, rules)
    return Card(contract.trump, "J") if is_sure else None


def _count_others(contract: Contract, rules: Rules) -> int:
    """Return the number of suits besides trumps that may have been turned up.

    On the way to trumps come the suit offered first, unless it stayed, and those that cannot be trumps.
    """
    return 0 if contract.refused else 1 + sum(suit not in rules.trumps for suit in rules.suits)


def _why_not_so_many(
    deal: Deal, contract: Contract, rules: Rules, notation: Notation, *, is_taken: bool
) -> Phrase | None:
    n_jacks, card = contract.turned_jacks, contract.turned_up
    all_jacks = {card for card in rules.deck if card.rank == "J"}
    if n_jacks and not all_jacks:
        return phrase("the deck has none")
    if rules.stock:
        return phrase("trumps are cut with one card") if n_jacks > 1 else None
    is_one_suit = contract.refused or is_taken
    most = 1 if is_one_suit else 2
    if n_jacks > most:
        if not is_one_suit:
            return phrase("the dealer turns up two suits at the most")
        taken = phrase("the suit that was turned up first was taken, and no other was turned up")
        return phrase("a dealer who refuses has turned up one suit only") if contract.refused else taken
    n_others = 0 if is_one_suit else _count_others(contract, rules)
    if card is not None and card.rank != "J" and n_jacks > n_others:
        return phrase("one of the suits was shown by {card}", card=format_card(card, notation))
    out = all_jacks.difference(deal.cards())
    if n_jacks > len(out):
        return phrase("only one is in nobody's hand") if out else phrase("the players hold them all")
    if contract.trump not in rules.suits:
        return None
    own = Card(contract.trump, "J")
    is_own = card == own or (card is None and own in out)
    if n_jacks <= is_own + min(len(out - {own}), n_others):
        return None
    if card is not None:
        name = format_card(card, notation)
        return phrase("{card} was turned up, and the players hold the jacks of the other suits", card=name)
    name = format_card(own, notation)
    if is_one_suit:
        return phrase("no suit but trumps was turned up, and {card} was dealt", card=name)
    return phrase("{card} was dealt, and only one suit besides trumps was turned up", card=name)
