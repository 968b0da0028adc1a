"""Counts of a hand: what a player looks at to judge what it is worth in some trump.

A count is a number that a player would name: trumps, the jack and the nine, aces, guarded tens, voids.  Each
is counted suit by suit, by the cards held there, so that the worth of a suit in a hand is looked up.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from solver.cards import ALL_TRUMPS, NO_TRUMPS


class SuitRole(StrEnum):
    """The part of a suit under some trump."""

    trump = "trump"
    plain = "plain"
    no_trumps = "no_trumps"
    all_trumps = "all_trumps"


class TrumpKind(StrEnum):
    """The kind of trumps that a formula is for."""

    suit = "suit"
    no_trumps = "no_trumps"
    all_trumps = "all_trumps"


@cache
def kind_of(trump: str) -> TrumpKind:
    """Return the kind of a trump."""
    return {NO_TRUMPS: TrumpKind.no_trumps, ALL_TRUMPS: TrumpKind.all_trumps}.get(trump, TrumpKind.suit)


@cache
def role_of(suit: str, trump: str) -> SuitRole:
    """Return the part of a suit under that trump."""
    if suit == trump:
        return SuitRole.trump
    kind = kind_of(trump)
    return SuitRole.plain if kind == TrumpKind.suit else SuitRole(kind.value)


@cache
def count_suit(role: SuitRole, ranks: frozenset[str]) -> Mapping[str, int]:
    """Return the counts of a suit of which the cards of ``ranks`` are held; those that are 0 are left out.

    >>> dict(count_suit(SuitRole.trump, frozenset("J97")))
    {'trumps': 3, 'jack': 1, 'nine_with_jack': 1}
    >>> dict(count_suit(SuitRole.plain, frozenset("T8")))
    {'guarded_tens': 1}
    """
    match role:
        case SuitRole.trump:
            counted = _count_trumps(ranks)
        case SuitRole.all_trumps:
            counted = _count_in_all_trumps(ranks)
        case SuitRole.plain:
            counted = _count_plain(ranks) | {
                "voids": not ranks,
                "singletons": len(ranks) == 1 and "A" not in ranks,
            }
        case SuitRole.no_trumps:
            counted = _count_plain(ranks) | {
                "long_suits": max(len(ranks) - 3, 0) if "A" in ranks else 0,
                "runs": len(ranks & set("ATK")) == 3,
            }
    return {name: int(number) for name, number in counted.items() if number}


def _count_trumps(ranks: frozenset[str]) -> dict[str, int]:
    n = len(ranks)
    return {
        "trumps": n,
        "fourth_trump_on": max(n - 3, 0),
        "no_trump": not n,
        "jack": "J" in ranks,
        "nine_with_jack": {"J", "9"} <= ranks,
        "guarded_nine": "9" in ranks and "J" not in ranks and n > 1,
        "bare_nine": ranks == {"9"},
        "trump_ace": "A" in ranks,
        "trump_ten": "T" in ranks,
        "belote": {"K", "Q"} <= ranks,
    }


def _count_plain(ranks: frozenset[str]) -> dict[str, int]:
    n = len(ranks)
    return {
        "aces": "A" in ranks,
        "tens_with_ace": {"A", "T"} <= ranks,
        "guarded_tens": "T" in ranks and "A" not in ranks and n > 1,
        "bare_tens": ranks == {"T"},
        "kings": "K" in ranks and n > 1,
    }


def _count_in_all_trumps(ranks: frozenset[str]) -> dict[str, int]:
    n = len(ranks)
    return {
        "jacks": "J" in ranks,
        "nines_with_jack": {"J", "9"} <= ranks,
        "guarded_nines": "9" in ranks and "J" not in ranks and n > 1,
        "bare_nines": ranks == {"9"},
        "aces_of_trumps": "A" in ranks,
        "long_suits": max(n - 3, 0) if "J" in ranks else 0,
    }
