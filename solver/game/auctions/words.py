"""The calls of all games but bridge: how they are read, in English and French, and how they are written.

Inside the project and in output with English letters a call is ``pass``; a bid, as ``80H``, ``100NT``,
``capotD``; ``double``, ``redouble``; ``take``, in the second turn of belote with its suit, as ``takeS``;
where a player names trumps the suit alone, as ``H``; in all fours ``take``, ``propose``, ``refuse``,
``accept``.
French writes ``passe``, ``80C``, ``capotK``, ``contre`` or ``coinche``, ``je prends P``.
"""

import re
from functools import lru_cache
from typing import Final

from solver.cards import Notation, format_trump, parse_trump
from solver.errors import UnreadableError
from solver.game.auctions.bridge import call_of, parse_call
from solver.game.auctions.spoken import (
    DOUBLES,
    ENGLISH_TRUMPS,
    FRENCH_TRUMPS,
    MAX_LENGTH,
    PASSES,
    REDOUBLES,
    fold,
)
from solver.rules import CAPOT, CAPOT_BID, AuctionKind, Rules

PASS: Final = "pass"
DOUBLE: Final = "double"
REDOUBLE: Final = "redouble"
TAKE: Final = "take"
PROPOSE: Final = "propose"
REFUSE: Final = "refuse"
ACCEPT: Final = "accept"

_WORDS = {
    PASS: PASSES,
    DOUBLE: (*DOUBLES, "coinche", "jecoinche"),
    REDOUBLE: (*REDOUBLES, "surcoinche", "jesurcoinche"),
    TAKE: ("take", "itake", "jeprends", "prends"),
    PROPOSE: ("propose", "ipropose", "jepropose"),
    REFUSE: ("refuse", "irefuse", "jerefuse"),
    ACCEPT: ("accept", "iaccept", "accepte", "jaccepte"),
}
_WORDS_OF = {
    AuctionKind.bids: (PASS, DOUBLE, REDOUBLE),
    AuctionKind.turned_up: (PASS, TAKE),
    AuctionKind.dealer_must: (PASS,),
    AuctionKind.first_must: (PASS,),
    AuctionKind.proposal: (TAKE, PROPOSE, REFUSE, ACCEPT),
}
_FRENCH = {
    PASS: "passe",
    TAKE: "je prends",
    PROPOSE: "je propose",
    REFUSE: "je refuse",
    ACCEPT: "j’accepte",
}
_TRUMPS = {trump: ENGLISH_TRUMPS[trump] + FRENCH_TRUMPS[trump] for trump in ENGLISH_TRUMPS}
_BID = re.compile(rf"(\d{{1,4}}|{CAPOT})(.+)")


def parse_game_call(text: object, rules: Rules, notation: Notation = "en") -> str | None:
    """Return the call of the game that ``text`` (any JSON value) names; None if it names none.

    >>> from solver.rules import find_variant
    >>> contree = find_variant("contree")
    >>> parse_game_call("80 à pique", contree), parse_game_call("capotK", contree, "fr")
    ('80S', 'capotD')
    """
    if rules.auction == AuctionKind.levels:
        return parse_call(text)
    if not isinstance(text, str) or len(text) > MAX_LENGTH:
        return None
    return _parse(text, rules, notation)


@lru_cache(maxsize=4096)
def _parse(text: str, rules: Rules, notation: Notation) -> str | None:
    kind, said = rules.auction, fold(text)
    # Where trumps are named alone, a French P is spades, and no pass.
    is_naming = kind in (AuctionKind.dealer_must, AuctionKind.first_must)
    if is_naming and (trump := _parse_trump(said, rules, notation)) is not None:
        return trump
    for word in _WORDS_OF.get(kind, ()):
        if said in _WORDS[word]:
            return word
    if kind == AuctionKind.turned_up or is_naming:
        for word in sorted(_WORDS[TAKE], key=len, reverse=True):
            if said.startswith(word) and (trump := _parse_trump(said[len(word) :], rules, notation)):
                return trump if is_naming else TAKE + trump
    if kind == AuctionKind.bids and (bid := _BID.fullmatch(said)):
        points = CAPOT_BID if bid[1] == CAPOT else int(bid[1])
        trump = _parse_trump(bid[2], rules, notation)
        return None if trump is None or points not in rules.bids else bid_call(points, trump)
    return None


def is_pass(entry: object) -> bool:
    """True if an entry of a log's ``auction`` (any JSON value) is a pass in some game."""
    text = call_of(entry)
    return isinstance(text, str) and len(text) <= MAX_LENGTH and fold(text) in _WORDS[PASS]


def _parse_trump(said: str, rules: Rules, notation: Notation) -> str | None:
    named = next((trump for trump, words in _TRUMPS.items() if said in words), None)
    if named is None:
        try:
            named = parse_trump(said, notation)
        except UnreadableError:
            return None
    return named if named in rules.trumps else None


def bid_call(bid: int, trump: str) -> str:
    """Return the call that bids so much with these trumps."""
    return f"{CAPOT if bid == CAPOT_BID else bid}{trump}"


def split_bid(call: str) -> tuple[int, str]:
    """Return the points and the trumps of a bid."""
    found = _BID.fullmatch(call)
    assert found is not None, "the call is a bid"
    # A number takes all the digits there are; what follows is the trumps.
    return CAPOT_BID if found[1] == CAPOT else int(found[1]), found[2]


def trump_of(call: str) -> str | None:
    """Return the trumps that a call names; None for one that names none."""
    if call in _WORDS:
        return None
    if call.startswith(TAKE):
        return call.removeprefix(TAKE)
    bid = _BID.fullmatch(call)
    return call if bid is None else bid[2]


def format_game_call(call: str, rules: Rules, notation: Notation = "en") -> str:
    """Write a call of the game with the letters of ``notation``, and in French in its words."""
    if notation == "en" or rules.auction == AuctionKind.levels:
        return call
    if call in (DOUBLE, REDOUBLE):
        return f"{'sur' if call == REDOUBLE else ''}{rules.double_called}"
    if call in _FRENCH:
        return _FRENCH[call]
    trump = trump_of(call)
    assert trump is not None, "the other calls name trumps"
    said = call.removesuffix(trump)
    written = format_trump(trump, notation)
    return f"{_FRENCH[TAKE]} {written}" if said == TAKE else said + written
