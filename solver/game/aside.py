"""Cards beside a deal in a log: the one turned up for trumps, and those that were not dealt.

They change nothing in the play; they are checked against the deal.  The card turned up is a part of the
contract; a log may state it beside the deal too, as tables of contracts do.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from solver.cards import Card, Notation, format_card, parse_card
from solver.errors import Fault, SolverError, UnreadableError, Wrong, point, wrong
from solver.fault_codes import Code
from solver.game.auctions.auction import Auction
from solver.game.auctions.reading import has_own_auction
from solver.game.deal import STOCK
from solver.game.letters import parse_notation
from solver.game.notation import parse_card_list
from solver.game.position import Position
from solver.rules import AuctionKind, resolve_variant
from solver.sentences import Seat

_IN_CONTRACT = "/contract/turned_up"


def with_turned_up(body: object) -> object:
    """Move the card turned up from beside the deal into the contract, where a position has it."""
    if not isinstance(body, Mapping) or body.get("turned_up") is None or _has_its_own(body):
        return body
    if _tells_the_card(body):
        return body
    contract = body.get("contract")
    if contract is not None and not isinstance(contract, Mapping):
        return body
    return {**body, "contract": {**(contract or {}), "turned_up": body["turned_up"]}}


def _tells_the_card(body: Mapping[Any, object]) -> bool:
    """True if an auction is stated that tells which of two cards turned up the contract has."""
    try:
        return body.get("auction") is not None and has_own_auction(resolve_variant(body.get("variant")))
    except SolverError:
        return False


def placed_faults(body: Mapping[Any, object], faults: Sequence[Fault]) -> Iterator[Fault]:
    """Move ``faults`` of the body made by `with_turned_up` to their places in ``body``."""
    for fault in faults:
        is_beside = fault.pointer == _IN_CONTRACT and not _has_its_own(body)
        yield replace(fault, pointer="/turned_up") if is_beside else fault


def _has_its_own(body: Mapping[Any, object]) -> bool:
    """True if the contract itself states the card turned up."""
    contract = body.get("contract")
    return isinstance(contract, Mapping) and contract.get("turned_up") is not None


def read_aside(
    body: Mapping[Any, object],
    position: Position | None,
    faults: list[Fault],
    auction: Auction | None = None,
) -> tuple[Card, ...]:
    """Read the cards left over; faults of them and of the card turned up are added to ``faults``.

    ``position`` is None where the deal itself is at fault.  ``auction`` is that of the log, in a game with
    an auction of its own.
    """
    notation = parse_notation(body)
    stated = body.get("left_over")
    cards = parse_card_list(() if stated is None else stated, notation, "/left_over", faults)
    if position is None:
        return ()
    turned_up = position.contract.turned_up
    refused = None if auction is None else auction.refused_card
    if refused is not None:
        faults += _refused_faults(position, refused, notation)
    if turned_up is not None and refused is None:
        name = format_card(turned_up, notation)
        if _has_its_own(body) and body.get("turned_up") is not None and not _is_card(body, turned_up):
            two = wrong(
                Code.contradiction,
                "the contract says that {card} was turned up; leave out one of the two",
                card=name,
            )
            faults.append(Fault("/turned_up", two))
    for index, card in enumerate(cards):
        why = None if card is None else _why_not_left_over(position, card, cards[:index], notation)
        if why is not None:
            faults.append(Fault(point("/left_over", index), why))
    return tuple(card for card in cards if card is not None)


def _refused_faults(position: Position, card: Card, notation: Notation) -> Iterator[Fault]:
    """Yield the faults of a card turned up first, where another one makes the trumps."""
    rules, name = position.rules, format_card(card, notation)
    holder = position.deal.holder(card)
    if card not in rules.deck:
        none = wrong(Code.not_in_deck, "{card} is not in the deck of {game}", card=name, game=rules.called)
        yield Fault("/turned_up", none)
    elif holder is not None and rules.auction == AuctionKind.proposal:
        dealt = wrong(
            Code.turned_up_elsewhere,
            "{card} was dealt to {seat}; the card turned up is in nobody's hand",
            card=name,
            seat=Seat(holder),
        )
        yield Fault("/turned_up", dealt)


def _is_card(body: Mapping[Any, object], card: Card) -> bool:
    try:
        return parse_card(body["turned_up"], parse_notation(body)) == card
    except UnreadableError:
        return False


def _why_not_left_over(
    position: Position, card: Card, before: Sequence[Card | None], notation: Notation
) -> Wrong | None:
    """Return why ``card`` cannot be left over; None if it can."""
    holder = position.deal.holder(card)
    name = format_card(card, notation)
    if card not in position.rules.deck:
        game = position.rules.called
        return wrong(Code.not_in_deck, "{card} is not in the deck of {game}", card=name, game=game)
    if holder == STOCK:
        return wrong(Code.contradiction, "{card} is in the stock", card=name)
    if holder is not None:
        return wrong(
            Code.contradiction,
            "{card} is not left over: it was dealt to {seat}",
            card=name,
            seat=Seat(holder),
        )
    if card in before:
        return wrong(Code.duplicate_card, "{card} is left over twice", card=name)
    return None
