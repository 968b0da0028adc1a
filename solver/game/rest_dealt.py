"""Logs of belote that state the deal as it was before the auction: the auction tells how the rest was dealt.

Such a log has the first cards of each hand, the card turned up, the rest of the pack in order as ``stock``,
and an auction that is over.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from solver.cards import Card, Notation, format_card, format_trump, parse_card
from solver.errors import Fault, PositionError, SolverError, UnreadableError, Wrong, raise_faults, wrong
from solver.fault_codes import Code
from solver.game.auctions.reading import read_auction
from solver.game.auctions.turns import TurnedUpAuction
from solver.game.deal import Deal, find_card_faults, find_size_faults
from solver.game.letters import parse_notation, read_in_letters
from solver.game.notation import parse_deal
from solver.game.turned_up import N_DEALT_LATER, auction_turns, deal_rest, deals_rest, turns_up
from solver.rules import AuctionKind, Rules, stated_rules
from solver.seats import parse_seat

_NEEDED = ("auction", "turned_up", "stock", "deal")


def with_rest_dealt(body: object) -> object:
    """Return the log with the hands that were played, and the contract of its auction; any other unchanged.

    Raises SolverError with the faults of the cards and of the auction, or of the dealer alone: without one
    nothing can be said of the rest.  Where the rest cannot be dealt, or the taker leads, it is refused.
    """
    if not isinstance(body, Mapping) or any(body.get(key) is None for key in _NEEDED):
        return body
    try:
        rules = stated_rules(body)
    except SolverError:
        return body  # another reader tells the fault
    if not turns_up(rules):
        if rules.auction == AuctionKind.turned_up and not rules.stock and body["stock"]:
            raise PositionError([Fault("/stock", _no_rest(rules))])
        return body
    dealer = _dealer(body, rules)

    def read(stated: Mapping[Any, object]) -> object:
        return _dealt(stated, rules, dealer, parse_notation(stated))

    return read_in_letters(body, read)


def _no_rest(rules: Rules) -> Wrong:
    if not deals_rest(rules):
        return wrong(
            Code.not_done_here,
            "in {game} the rest is not dealt here: it is where the whole pack is dealt, in hands of more "
            "than {count} cards; such a deal is told by the hands that are played, without the rest of the "
            "pack",
            game=rules.called,
            count=N_DEALT_LATER,
        )
    return wrong(
        Code.not_done_here,
        "in {game} who leads hangs on who takes; such a deal is told by the hands that are played, without "
        "the rest of the pack",
        game=rules.called,
    )


def deal_before_rest(body: Mapping[Any, object]) -> Deal:
    """Return the hands of such a log, and its pack from the card turned up down as stock.

    ``body`` is one that `with_rest_dealt` has changed, so that it has no fault.
    """
    rules, notation = stated_rules(body), parse_notation(body)
    deal, _ = parse_deal(body["deal"], body["stock"], rules, notation, [])
    return Deal(deal.hands, (parse_card(body["turned_up"], notation), *deal.stock))


def _dealer(body: Mapping[Any, object], rules: Rules) -> str:
    if body.get("dealer") is None:
        none = wrong(Code.missing, "there is no dealer; who made which call hangs on it")
        raise PositionError([Fault("/dealer", none)])
    try:
        return parse_seat(body["dealer"], rules.players)
    except UnreadableError as error:
        raise UnreadableError([replace(error.faults[0], pointer="/dealer")]) from None


def _dealt(body: Mapping[Any, object], rules: Rules, dealer: str, notation: Notation) -> object:
    # Step 1. The cards: hands, the card turned up, the pack below it.
    faults: list[Fault] = []
    deal, places = parse_deal(body["deal"], body["stock"], rules, notation, faults)
    turned_up: Card | None = None
    try:
        turned_up = parse_card(body["turned_up"], notation)
    except UnreadableError as error:
        faults += [replace(fault, pointer="/turned_up") for fault in error.faults]
    raise_faults(faults)
    assert turned_up is not None, "what has no fault is a card"
    n_each, n_pack = rules.cards_each - N_DEALT_LATER, rules.n_players * N_DEALT_LATER - 1
    before = replace(rules, cards_each=n_each, stock=n_pack, short_deals=False)
    faults += find_card_faults(deal, before, notation, places)
    faults += find_size_faults(deal, before)
    if deal.holder(turned_up) is not None:
        twice = wrong(Code.duplicate_card, "{card} was dealt", card=format_card(turned_up, notation))
        faults.append(Fault("/turned_up", twice))
    # Step 2. The auction, in which the pack tells the card of the second turn.
    auction = read_auction(body, rules, dealer, notation, faults, deal.stock)
    raise_faults(faults)
    assert isinstance(auction, TurnedUpAuction), "a card was turned up"
    taker = auction.taker
    if auction.is_thrown_in:
        passed = wrong(Code.no_contract, "everybody has passed; there is nothing to play")
        raise PositionError([Fault("/auction", passed)])
    if taker is None:
        is_open = wrong(
            Code.no_contract, "nobody has taken yet; who is dealt which of the cards left hangs on that"
        )
        raise PositionError([Fault("/auction", is_open)])
    # Step 3. The rest is dealt to the taker and the others.
    turn = next(one for one in auction_turns(rules, turned_up, deal.stock) if one.number == auction.turn)
    whole = deal_rest(rules, dealer, deal.hands, turn, taker)
    hands = {seat: [format_card(card, notation) for card in hand] for seat, hand in whole.hands.items()}
    settled = {
        "trump": format_trump(auction.parts["trump"], notation),
        "taker": taker,
        "turned_up": format_card(turn.turned_up, notation),
    }
    stated = body.get("contract") or {}
    if isinstance(stated, Mapping):
        stated = settled | {key: value for key, value in stated.items() if value is not None}
    rest = {key: value for key, value in body.items() if key != "stock"}
    return {**rest, "deal": hands, "contract": stated}
