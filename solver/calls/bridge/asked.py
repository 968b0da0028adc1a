"""Hands of bridge whose contract, double or lead is asked for: the rest of a request of ``POST /v1/bids``.

While the auction goes on a player sees one hand, and passes, doubles or redoubles.  When it is over, the
player on lead sees one hand, and any other may ask what the contract is worth.  Both hands of a pair may be
stated, too, with a contract or without.
"""

from dataclasses import dataclass

from solver.calls.stated import StatedHand
from solver.cards import Card, format_card
from solver.errors import Fault, point, wrong
from solver.fault_codes import Code
from solver.game import (
    DOUBLE,
    DOUBLED,
    PASS,
    REDOUBLE,
    REDOUBLED,
    BridgeAuction,
    BridgeContract,
    Vulnerable,
    call_of,
    count_cards,
    find_auction_faults,
    follow_auction,
    parse_call,
    parse_contract,
    parse_vulnerable,
)
from solver.knowledge import Viewpoint
from solver.rules import Rules

BRIDGE_ONLY = ("partner", "contract", "vulnerable")
"""The fields of a request that belong to bridge."""


@dataclass(frozen=True, slots=True)
class BridgeHand:
    """The hands, calls and vulnerability that a request states."""

    viewpoint: Viewpoint
    auction: BridgeAuction
    """The calls as stated, or one that ends in the contract that is stated in their place."""
    vulnerable: Vulnerable
    is_auction_known: bool
    """True if the calls are stated, so that who said what is known."""
    dealer: str | None
    """The dealer where one is stated; `auction` has one in any case."""


def read_bridge_hand(reader: StatedHand, rules: Rules) -> BridgeHand | None:
    """Return what the request states; None, with the faults in ``reader``, if anything is wrong."""
    # Step 1. Each part.
    stated, faults = reader.stated, reader.faults
    dealer, seat = reader.seat("dealer", rules), reader.seat("seat", rules)
    vulnerable = parse_vulnerable(stated.get("vulnerable"), rules, faults)
    if "turned_up" in stated:
        no_card = wrong(Code.not_in_game, "{game} turns no card up for the auction", game=rules.called)
        faults.append(Fault("/turned_up", no_card))
    hand = _cards(reader, "hand", rules, seat)
    partner = _cards(reader, "partner", rules, None, hand) if "partner" in stated else []
    contract = _contract(reader, rules)
    if "auction" in stated:
        reader.add_auction_faults(find_auction_faults(stated["auction"], dealer, contract, reader.notation))
    if faults:
        return None
    # Step 2. Their sense.
    auction = _auction(reader, rules, dealer or seat, contract)
    if auction is None:
        return None
    who = _asks_pair(reader, auction, seat) if partner else _asks_one(reader, auction, seat)
    if who is None:
        return None
    viewpoint = Viewpoint(rules, who, tuple(hand), auction.dealer, (), tuple(partner))
    return BridgeHand(viewpoint, auction, vulnerable, "auction" in stated, dealer)


def ending_calls(auction: BridgeAuction) -> list[str]:
    """Return the calls that leave the bid that stands: a pass, a double or a redouble."""
    return [call for call in auction.calls() if not call[0].isdigit()]


def ended_in(contract: BridgeContract) -> BridgeAuction:
    """Return the shortest auction that ends in a contract, as if its declarer had dealt."""
    said = [f"{contract.level}{contract.strain}"]
    if contract.multiplier >= DOUBLED:
        said.append(DOUBLE)
    if contract.multiplier >= REDOUBLED:
        said.append(REDOUBLE)
    return follow_auction(contract.declarer, [*said, PASS, PASS, PASS])


def leader_of(auction: BridgeAuction) -> str | None:
    """Return who leads under the contract that stands; None if there is none."""
    return None if auction.bid is None else auction.rules.next_seat(auction.bid.declarer)


def _cards(
    reader: StatedHand, key: str, rules: Rules, seat: str | None, other: list[Card] | None = None
) -> list[Card]:
    """Return a hand of thirteen cards, none of them in the other hand."""
    if key not in reader.stated:
        missing = wrong(Code.missing, "there is no hand to judge calls by")
        reader.faults.append(Fault(point("", key), missing))
        return []
    n_faults = len(reader.faults)
    held = {
        card: wrong(Code.duplicate_card, "{card} is in both hands", card=format_card(card, reader.notation))
        for card in other or ()
    }
    hand = reader.cards(key, rules, seat, held)
    if len(reader.faults) == n_faults and len(hand) != rules.cards_each:
        uneven = wrong(
            Code.wrong_hand_size,
            "the hand has {cards}; during the auction each player has {size}",
            cards=count_cards(len(hand)),
            size=rules.cards_each,
        )
        reader.faults.append(Fault(point("", key), uneven))
    return hand


def _contract(reader: StatedHand, rules: Rules) -> BridgeContract | None:
    """Return the contract that is stated, whose declarer and level must be said."""
    if "contract" not in reader.stated:
        return None
    found = parse_contract(reader.stated["contract"], rules, reader.notation, reader.faults)
    if found is None:
        return None
    if found.taker is None or found.bid is None:
        lacking = wrong(
            Code.missing,
            "a contract of bridge is judged with its declarer (taker) and its level (bid)",
        )
        reader.faults.append(Fault("/contract", lacking))
        return None
    return BridgeContract(found.bid, found.trump, found.multiplier, found.taker)


def _auction(
    reader: StatedHand, rules: Rules, dealer: str | None, contract: BridgeContract | None
) -> BridgeAuction | None:
    """Return the auction, or one that ends in the contract; without both, one that has not begun."""
    if "auction" in reader.stated:
        entries = reader.stated["auction"]
        assert isinstance(entries, list | tuple), "the calls have been read"
        assert dealer is not None, "an auction without a dealer has a fault"
        auction = follow_auction(dealer, [parse_call(call_of(entry)) or PASS for entry in entries])
        if contract is not None and not auction.is_over:
            early = wrong(
                Code.contradiction,
                "the auction goes on; leave out the contract, or state all calls",
            )
            reader.faults.append(Fault("/contract", early))
            return None
        return auction
    if contract is None:
        return BridgeAuction(rules, dealer or rules.players[0])
    return ended_in(contract)


def _asks_pair(reader: StatedHand, auction: BridgeAuction, seat: str | None) -> str | None:
    """Return the seat that sees both hands: the seat that is stated, or else the declarer."""
    if auction.said and not auction.is_over:
        early = wrong(
            Code.contradiction, "while the auction goes on a player sees one hand; leave out the other"
        )
        reader.faults.append(Fault("/partner", early))
        return None
    if seat is None and auction.bid is None:
        unsaid = wrong(Code.missing, "there is no seat; say whose hands these are")
        reader.faults.append(Fault("/seat", unsaid))
        return None
    return seat if auction.bid is None else seat or auction.bid.declarer


def _asks_one(reader: StatedHand, auction: BridgeAuction, seat: str | None) -> str | None:
    """Return the seat of the next to call, or of the leader when the auction is over."""
    if auction.bid is None:
        nothing = wrong(
            Code.not_done_here,
            "there is no bid; send the auction with a bid in it, or the contract, or as partner the other "
            "hand of the pair: in bridge the final contract, its double and the opening lead are judged, and "
            "all contracts where both hands of a pair are stated",
        )
        reader.faults.append(Fault("/auction", nothing))
        return None
    if auction.to_call is None:
        return seat or leader_of(auction)
    return auction.to_call if reader.is_turn(seat, auction.to_call) else None
