"""The rules of calls that hold for all auctions: who speaks first, which bid is higher, what may be doubled.

Auctions are followed by them, and par is worked out by them.
"""

from collections.abc import Mapping

from solver.cards import NO_TRUMPS, SYMBOLS, Notation, format_trump
from solver.rules import AfterDouble, AuctionKind, FirstCall, Rules

STRAINS = ("C", "D", "H", "S", NO_TRUMPS)
"""The strains of bridge from the lowest to the highest."""

UNDOUBLED, DOUBLED, REDOUBLED = 1, 2, 4
"""The multipliers that calls make."""
RISK_SIGNS: Mapping[int, str] = {UNDOUBLED: "", DOUBLED: "X", REDOUBLED: "XX"}
"""The letters behind a contract of bridge, by its multiplier."""


def first_to_call(rules: Rules, dealer: str) -> str:
    """Return the seat that speaks first."""
    is_dealer = rules.auction == AuctionKind.levels or rules.first_call == FirstCall.dealer
    return dealer if is_dealer else rules.next_seat(dealer)


def bid_height(rules: Rules, bid: int, trump: str) -> int:
    """Return the height of a bid of the game: a bid must be higher than the one that stands.

    In bridge strains rank too, clubs lowest and no trumps highest; elsewhere only the points count.
    """
    level = rules.bids.index(bid)
    return len(STRAINS) * level + STRAINS.index(trump) if rules.auction == AuctionKind.levels else level


def double_closes(rules: Rules) -> bool:
    """True if a double ends the bidding but for a redouble."""
    return rules.auction == AuctionKind.bids and rules.after_double == AfterDouble.redouble


def called_multipliers(rules: Rules) -> tuple[int, ...]:
    """Return the multipliers that calls can bring a contract to, the lowest first.

    Without doubling there is no redoubling; no call makes any other multiplier than these.
    """
    made = [UNDOUBLED]
    for multiplier in (DOUBLED, REDOUBLED):
        if multiplier not in rules.multipliers:
            break
        made.append(multiplier)
    return tuple(made)


def write_call(call: str, notation: Notation) -> str:
    """Write a call of bridge for a sentence; French suits are symbols, as a C could be one of clubs.

    >>> [write_call(call, "fr") for call in ("1H", "3NT", "X")]
    ['1♥', '3SA', 'contre']
    """
    if notation == "en":
        return call
    return _IN_FRENCH.get(call) or call[0] + (SYMBOLS.get(call[1:]) or format_trump(call[1:], notation))


_IN_FRENCH = {"Pass": "passe", "X": "contre", "XX": "surcontre"}
