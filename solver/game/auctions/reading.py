"""The reader of the ``auction`` of a log: call by call, each fault at its place; bridge has its own."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from solver.cards import SUITS, Card, Notation, format_card, format_trump, parse_card, parse_trump
from solver.errors import Fault, FaultKind, PositionError, UnreadableError, point, show, wrong, wrong_n
from solver.fault_codes import Code
from solver.game.auctions.auction import Auction, cannot_come_to, list_of_calls
from solver.game.auctions.bridge import MAX_CALLS
from solver.game.auctions.proposal import ProposalAuction
from solver.game.auctions.speaking import DOUBLED, REDOUBLED
from solver.game.auctions.start import start_auction
from solver.game.auctions.words import (
    ACCEPT,
    DOUBLE,
    PASS,
    PROPOSE,
    REDOUBLE,
    REFUSE,
    TAKE,
    bid_call,
    format_game_call,
    parse_game_call,
    trump_of,
)
from solver.game.contract import Contract, parse_contract
from solver.game.lead import dealer_of_leader
from solver.rules import CAPOT_BID, AuctionKind, Rules, SecondTurn, say_bid
from solver.seats import parse_seat
from solver.sentences import PlaceValue, Seat, any_of


def has_own_auction(rules: Rules) -> bool:
    """True if the game has an auction, and not that of bridge."""
    return rules.auction not in (AuctionKind.none, AuctionKind.levels)


def read_auction(
    data: Mapping[Any, object],
    rules: Rules,
    dealer: str | None,
    notation: Notation,
    faults: list[Fault],
    pack: Sequence[Card] | None = None,
) -> Auction | None:
    """Read the ``auction`` of a log of a game with an auction of its own.

    Appends its faults, and then returns None.  ``pack``: the cards below the one turned up, where they are
    known, the top card first.
    """
    # Step 1. A list of calls of the game.
    n_faults = len(faults)
    stated = list_of_calls(data.get("auction"), _example_auction(rules, notation), MAX_CALLS, faults)
    if len(faults) > n_faults:
        return None
    calls: list[str] = []
    for index, entry in enumerate(stated):
        call = parse_game_call(entry, rules, notation)
        if call is None:
            strange = wrong(
                Code.bad_call,
                "{value} is not a call of {game}; its calls are as {examples}",
                value=show(entry),
                game=rules.called,
                examples=any_of(_examples(rules, notation)),
            )
            faults.append(Fault(point("/auction", index), strange, FaultKind.unreadable))
        elif len(calls) == index:
            # What comes after a call that cannot be read hangs on what that was to be.
            calls.append(call)
    if dealer is None:
        none = wrong(Code.missing, "there is no dealer; who made which call hangs on it")
        faults.append(Fault("/dealer", none))
    is_read = len(faults) == n_faults
    if dealer is None or not (is_read or rules.auction == AuctionKind.bids):
        # Which card was turned up when hangs on all calls.
        return None
    # Step 2. Call by call, by the rules.
    first, later = _cards_shown(data, rules, notation, calls)
    if pack is not None:
        first = _card(data.get("turned_up"), notation)
    elif first is not None and later is not None and first.suit == later.suit:
        same = wrong(
            Code.contradiction,
            "{card} was turned up after {other}, and is of the same suit; another suit is turned up then",
            card=format_card(later, notation),
            other=format_card(first, notation),
        )
        faults.append(Fault("/turned_up", same))
        return None
    auction = start_auction(rules, dealer, first, pack=pack, later=later)
    try:
        auction = auction.follow(calls, notation)
    except PositionError as error:
        faults[n_faults:n_faults] = error.faults
        return None
    return auction if is_read else None


def _example_auction(rules: Rules, notation: Notation) -> list[str]:
    """Return two calls that may be made one after the other."""
    return _examples(rules, notation)[1 if rules.auction == AuctionKind.proposal else 0 :][:2]


def _examples(rules: Rules, notation: Notation) -> list[str]:
    """Return a call of each kind that the game has, as its reader writes it."""
    trump, least = rules.trumps[0], rules.bids[:1]
    others = [one for one in rules.trumps if one not in SUITS]
    bids = [(bid, trump) for bid in least] + [(bid, other) for bid in least for other in others]
    if CAPOT_BID in rules.bids[1:]:
        bids.append((CAPOT_BID, trump))
    kinds = ((DOUBLE, DOUBLED), (REDOUBLE, REDOUBLED))
    doubles = [word for word, multiplier in kinds if multiplier in rules.multipliers]
    calls = {
        AuctionKind.bids: [PASS, *(bid_call(*bid) for bid in bids), *doubles],
        AuctionKind.turned_up: [PASS, TAKE, TAKE + trump],
        AuctionKind.proposal: [TAKE, PROPOSE, REFUSE, ACCEPT],
    }.get(rules.auction, [PASS, trump])
    return [format_game_call(call, rules, notation) for call in calls]


def _cards_shown(
    data: Mapping[Any, object], rules: Rules, notation: Notation, calls: Sequence[str]
) -> tuple[Card | None, Card | None]:
    """Return the card turned up first and the one turned up after it, as far as the log states them.

    The contract names the card of its trumps.  A card beside the deal is the same, unless another was turned
    up after it: then one that is not of the trump suit is the first.
    """
    contract = data.get("contract")
    parts = contract if isinstance(contract, Mapping) else {}
    beside, inside = _card(data.get("turned_up"), notation), _card(parts.get("turned_up"), notation)
    last = calls[-1] if calls else PASS
    if rules.auction == AuctionKind.turned_up:
        is_second = len(calls) > rules.n_players
        is_new = is_second and last != PASS and rules.second_turn == SecondTurn.new_card
    else:
        is_new = last == ACCEPT
    if not is_new:
        return inside or beside, None
    if beside is None or beside == inside:
        return None, inside
    trump = trump_of(last) or _trump(parts.get("trump"), notation)
    is_taken = inside is None and trump in (None, beside.suit)
    return (None, beside) if is_taken else (beside, inside)


def _card(stated: object, notation: Notation) -> Card | None:
    """Read a card; one that cannot be read is a fault that another reader finds."""
    try:
        return None if stated is None else parse_card(stated, notation)
    except UnreadableError:
        return None


def _trump(stated: object, notation: Notation) -> str | None:
    try:
        return None if stated is None else parse_trump(stated, notation)
    except UnreadableError:
        return None


def contract_of_log(
    data: Mapping[Any, object], rules: Rules, notation: Notation, faults: list[Fault]
) -> tuple[Contract | None, Auction | None]:
    """Read contract and auction of a log; the auction stands for what the contract leaves out.

    Appends the faults of both, and of one that contradicts the other. None for what cannot be read.
    """
    # Step 1. The auction, call by call; a seat that cannot be read is a fault that another reader finds.
    stated = data.get("contract")
    try:
        dealer = _dealer_of(data, rules)
        auction = read_auction(data, rules, dealer, notation, faults)
    except UnreadableError:
        auction = None
    if auction is None:
        return None if stated is None else parse_contract(stated, rules, notation, faults), None
    # Step 2. Without a contract there is nothing to play.
    if auction.is_thrown_in:
        passed = wrong(Code.no_contract, "everybody has passed; there is nothing to play")
        faults.append(Fault("/auction", passed))
        return None, auction
    if stated is None and not auction.is_over:
        is_open = wrong(Code.no_contract, "the contract is missing, and the auction is not over")
        faults.append(Fault("/contract", is_open))
        return None, auction
    # Step 3. The contract, with what the auction tells and it does not state.
    if stated is None or isinstance(stated, Mapping):
        stated = _filled(stated or {}, data, auction, notation)
        if "trump" not in stated and auction.is_over:
            unknown = wrong(
                Code.missing, "the card turned up is missing, and the contract that would tell its suit"
            )
            faults.append(Fault("/turned_up", unknown))
            return None, auction
    contract = parse_contract(stated, rules, notation, faults)
    if contract is not None:
        faults += _find_contradictions(contract, auction, notation)
    return contract, auction


def _dealer_of(data: Mapping[Any, object], rules: Rules) -> str | None:
    """Return the dealer, stated or told by the first leader; raises UnreadableError."""
    if "dealer" in data or data.get("leader") is None:
        return parse_seat(data["dealer"], rules.players) if data.get("dealer") is not None else None
    return dealer_of_leader(rules, parse_seat(data["leader"], rules.players))


def _filled(
    stated: Mapping[Any, object], data: Mapping[Any, object], auction: Auction, notation: Notation
) -> dict[Any, object]:
    """Return the contract as stated, with the parts that it leaves to the auction or to its place beside."""
    told = auction.parts if auction.is_over else {}
    filled = {key: _written(key, value, notation) for key, value in told.items()}
    # The card beside the deal is the contract's, but for one that was turned up first and refused.
    if "turned_up" not in filled and auction.refused_card is None and data.get("turned_up") is not None:
        filled["turned_up"] = data["turned_up"]
    # Jacks among the cards turned up need not be said twice.
    if isinstance(auction, ProposalAuction) and auction.n_jacks_seen:
        filled.setdefault("turned_jacks", auction.n_jacks_seen)
    return {**filled, **{key: value for key, value in stated.items() if value is not None}}


def _find_contradictions(contract: Contract, auction: Auction, notation: Notation) -> Iterator[Fault]:
    """Yield a fault for each part of the contract that is not the one that the auction ends in."""
    if isinstance(auction, ProposalAuction) and contract.turned_jacks < auction.n_jacks_seen:
        few = wrong_n(
            Code.contradiction,
            "a jack was turned up, so that turned_jacks is at least 1",
            "{n} jacks were turned up, so that turned_jacks is at least {n}",
            auction.n_jacks_seen,
        )
        yield Fault("/contract/turned_jacks", few)
        return
    if not auction.is_over and (why := auction.why_not(contract, notation)) is not None:
        yield Fault("/contract", cannot_come_to(why))
    for key, told in auction.parts.items() if auction.is_over else ():
        found = getattr(contract, key)
        if found != told:
            other = wrong(
                Code.contradiction,
                "{field} is {value}, but the auction ends in {end}",
                field=key,
                value=_said(key, found, notation),
                end=_said(key, told, notation),
            )
            yield Fault(point("/contract", key), other)


def _written(key: str, value: Any, notation: Notation) -> object:
    """Write a part of a contract as requests do."""
    match key:
        case "trump":
            return format_trump(value, notation)
        case "turned_up":
            return format_card(value, notation)
    return value


def _said(key: str, value: Any, notation: Notation) -> PlaceValue:
    """Write a part of a contract for a sentence."""
    match key:
        case "trump":
            return format_trump(value, notation)
        case "taker":
            return show(None) if value is None else Seat(value)
        case "bid":
            return show(None) if value is None else say_bid(value)
        case "turned_up":
            return show(None) if value is None else format_card(value, notation)
    return show(value)
