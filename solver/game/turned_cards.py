"""The cards turned up to find trumps, checked against the contract and the deal."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from solver.cards import Card, Notation, format_card, format_trump, sort_cards
from solver.errors import Fault, Wrong, wrong, wrong_n
from solver.fault_codes import Code
from solver.game.contract import Contract
from solver.game.deal import STOCK, Deal
from solver.rules import AuctionKind, Objective, Rules
from solver.sentences import Phrase, Seat, all_of, phrase

_TURNED_UP = "/contract/turned_up"


@dataclass(frozen=True, slots=True)
class TurnedCards:
    """The cards turned up on the way to trumps, as far as an auction tells them besides the contract."""

    refused: tuple[Card, ...] = ()
    """Those that everybody saw and nobody took: the first, then those passed over where they are known."""
    is_taken: bool = False
    """True in all fours if the suit turned up first was taken, so that no other was turned up."""


NOTHING_TOLD = TurnedCards()


def find_turned_up_faults(
    deal: Deal,
    contract: Contract,
    rules: Rules,
    notation: Notation = "en",
    told: TurnedCards = NOTHING_TOLD,
) -> Iterator[Fault]:
    """Yield the faults of the card turned up, and of the jacks that the dealer turned up on the way to it.

    told: the cards that the auction of a log tells besides.
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
        yield from _jack_faults(deal, contract, rules, notation, told)


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
    deal: Deal, contract: Contract, rules: Rules, notation: Notation, told: TurnedCards
) -> Iterator[Fault]:
    """Yield the faults of the number of jacks turned up: with the suit offered first, and with that found."""
    n_jacks, card = contract.turned_jacks, contract.turned_up
    if card is not None and card.rank == "J" and not n_jacks and not rules.stock:
        none = wrong(
            Code.contradiction,
            "{card} was turned up, so that turned_jacks is at least 1",
            card=format_card(card, notation),
        )
        yield Fault("/contract/turned_jacks", none)
    why = _why_not_so_many(deal, contract, rules, notation, told)
    if why is not None:
        many = wrong_n(
            Code.contradiction,
            "{n} jack cannot have been turned up: {why}",
            "{n} jacks cannot have been turned up: {why}",
            n_jacks,
            why=why,
        )
        yield Fault("/contract/turned_jacks", many)


def find_turned_jacks(
    contract: Contract, rules: Rules, told: TurnedCards = NOTHING_TOLD
) -> frozenset[frozenset[Card]]:
    """Return the sets of jacks one of which was turned up, each of as many as the contract counts.

    There is none if so many cannot have been, and the empty set alone where no jack is known to be out of the
    play.
    """
    n_jacks = contract.turned_jacks
    # Only all fours counts them, and where trumps are cut they stay in the pack.
    if not n_jacks or rules.stock or rules.objective != Objective.four_points:
        return frozenset({frozenset()})
    seen = _find_jacks_seen(contract, told)
    own, card = Card(contract.trump, "J"), contract.turned_up
    last = {own} if card in (None, own) else set()
    ways = [{Card(suit, "J") for suit in suits} for suits in _find_other_suits(contract, rules, told)]
    return frozenset(
        frozenset(jacks)
        for way in ways
        for jacks in combinations(sorted(rules.deck_set & (way | last)), n_jacks)
        if seen.issubset(jacks)
    )


def _find_jacks_seen(contract: Contract, told: TurnedCards) -> set[Card]:
    shown = (contract.turned_up, *told.refused)
    return {card for card in shown if card is not None and card.rank == "J"}


def _find_other_suits(contract: Contract, rules: Rules, told: TurnedCards) -> list[frozenset[str]]:
    """Return the suits besides trumps of which cards may have been turned up, for each that may be the first.

    On the way to trumps come the suit offered first, unless it stayed, and those that cannot be trumps.
    """
    if contract.refused or told.is_taken:
        return [frozenset()]
    first = {told.refused[0].suit} if told.refused else set(rules.suits)
    never = frozenset(rules.suits).difference(rules.trumps)
    return [never | {suit} for suit in rules.suits if suit in first - {contract.trump}]


def _why_not_so_many(
    deal: Deal, contract: Contract, rules: Rules, notation: Notation, told: TurnedCards
) -> Phrase | None:
    n_jacks, card = contract.turned_jacks, contract.turned_up
    all_jacks = {card for card in rules.deck if card.rank == "J"}
    if n_jacks and not all_jacks:
        return phrase("the deck has none")
    if rules.stock:
        return phrase("trumps are cut with one card") if n_jacks > 1 else None
    is_one_suit = contract.refused or told.is_taken
    most = 1 if is_one_suit else 2
    if n_jacks > most:
        if not is_one_suit:
            return phrase("the dealer turns up two suits at the most")
        taken = phrase("the suit that was turned up first was taken, and no other was turned up")
        return phrase("a dealer who refuses has turned up one suit only") if contract.refused else taken
    dealt = set(deal.cards())
    seen = _find_jacks_seen(contract, told)
    # Fewer than were seen, and one of these in a hand, are faults of other kinds.
    if n_jacks < len(seen) or seen & dealt:
        return None
    if any(map(dealt.isdisjoint, find_turned_jacks(contract, rules, told))):
        return None
    others = _find_other_suits(contract, rules, told)
    if card is not None and card.rank != "J" and n_jacks > max(map(len, others)):
        return phrase("one of the suits was shown by {card}", card=format_card(card, notation))
    out = all_jacks - dealt
    if n_jacks > len(out):
        return phrase("only one is in nobody's hand") if out else phrase("the players hold them all")
    own = Card(contract.trump, "J")
    if told.refused:
        able = {Card(suit, "J") for suit in others[0]} | ({own} if card in (None, own) else set())
        return phrase(
            "{card} was turned up first, so that only {able} can have been, and the players hold {held}",
            card=format_card(told.refused[0], notation),
            able=all_of(format_card(jack, notation) for jack in sort_cards(able)),
            held=all_of(format_card(jack, notation) for jack in sort_cards(able & dealt)),
        )
    if card is not None and not out - {own}:
        name = format_card(card, notation)
        return phrase("{card} was turned up, and the players hold the jacks of the other suits", card=name)
    if own in out or len(others[0]) > 1:
        return phrase("of the suits that can be trumps, one besides trumps was turned up at the most")
    name = format_card(own, notation)
    if is_one_suit:
        return phrase("no suit but trumps was turned up, and {card} was dealt", card=name)
    return phrase("{card} was dealt, and only one suit besides trumps was turned up", card=name)
