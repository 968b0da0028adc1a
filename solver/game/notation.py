"""Cards, hands and deals as text and as JSON: parse and format, in pairs.

The ``parse_`` functions take any JSON value and never raise: they add faults to a list, each with its place,
and return the value without the faulty part.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from solver.cards import (
    CARD_TEXTS,
    RANKS,
    SUITS,
    Card,
    Notation,
    card_of,
    cards_by_rank,
    cards_by_text,
    format_rank,
    parse_card,
    parse_rank,
    sort_cards,
)
from solver.errors import Fault, FaultKind, UnreadableError, Wrong, point, show, wrong, wrong_n
from solver.fault_codes import Code
from solver.game.deal import STOCK, Deal, Places
from solver.rules import Rules
from solver.seats import CLOCKWISE, SEATS, parse_seat
from solver.sentences import PlaceValue, Seat, all_of

MAX_HAND_TEXT = 100
"""The longest hand that is read, in characters: 52 cards and their dots with room to spare."""

MAX_LIST = 104
"""The most cards of a list that are read: two decks; more are one fault."""

_RANK_TEXT = re.compile(r"10|\S")

_EXAMPLE_CARDS = (card_of("S", "A"), card_of("H", "T"))
_EXAMPLE_HAND = "AKT.987.-.J"

_NO_CARDS = ("-", "")
"""The ways to write a suit of which a hand holds no card."""


def parse_card_list(data: object, notation: Notation, pointer: str, faults: list[Fault]) -> list[Card | None]:
    """Read the cards of a JSON list; None takes the place of each that cannot be read."""
    if not isinstance(data, list | tuple):
        no_list = wrong(
            Code.wrong_type,
            "{value} is not a list of cards; write them as {example}",
            value=show(data),
            example=json.dumps(format_card_list(_EXAMPLE_CARDS, notation)),
        )
        _unreadable(faults, pointer, no_list)
        return []
    if len(data) > MAX_LIST:
        many = wrong(Code.too_many, "there are {count} cards; no deck has more than 52", count=len(data))
        faults.append(Fault(pointer, many))
    # The usual form: capital letters and digits.
    known = cards_by_text(notation)
    cards: list[Card | None] = []
    try:
        cards += map(known.__getitem__, data[:MAX_LIST])
    except (KeyError, TypeError):
        cards.clear()
    else:
        return cards
    for index, text in enumerate(data[:MAX_LIST]):
        try:
            cards.append(parse_card(text, notation))
        except UnreadableError as error:
            faults.append(replace(error.faults[0], pointer=point(pointer, index)))
            cards.append(None)
    return cards


def format_card_list(cards: Iterable[Card], notation: Notation = "en") -> list[str]:
    """Write cards as a JSON list."""
    texts = CARD_TEXTS[notation]
    return [texts[card] for card in cards]


def parse_hand(
    text: str, notation: Notation, pointer: str, faults: list[Fault], ranks_known: str = RANKS
) -> list[Card]:
    """Read a hand written ``AKT.987.-.J``: spades, hearts, diamonds, clubs.

    ``ranks_known`` are the ranks of the game, for the fault's message.
    """
    usual = _usual_hand(text, notation) if len(text) <= MAX_HAND_TEXT else None
    if usual is not None:
        return usual
    suits = text.strip().split(".") if len(text) <= MAX_HAND_TEXT else []
    if len(suits) != len(SUITS):
        none = wrong(
            Code.not_a_hand,
            "{text} is not a hand; write its spades, hearts, diamonds and clubs as {example}",
            text=show(text),
            example=example_hand(notation),
        )
        _unreadable(faults, pointer, none)
        return []
    cards: list[Card] = []
    strange: dict[PlaceValue, None] = {}
    for suit, ranks in zip(SUITS, suits, strict=True):
        if ranks in _NO_CARDS or ranks.strip() in _NO_CARDS:
            continue
        for rank in _RANK_TEXT.findall(ranks):
            try:
                cards.append(card_of(suit, parse_rank(rank, notation)))
            except UnreadableError:
                strange[show(rank)] = None
    if strange:
        none = wrong_n(
            Code.not_a_rank,
            "in the hand {hand}, {strange} is no rank; the ranks are {ranks}",
            "in the hand {hand}, {strange} are no ranks; the ranks are {ranks}",
            len(strange),
            hand=show(text),
            strange=all_of(strange),
            ranks=" ".join(format_rank(rank, notation) for rank in ranks_known),
        )
        _unreadable(faults, pointer, none)
    return cards


def _usual_hand(text: str, notation: Notation) -> list[Card] | None:
    """Return a hand in the usual form: dots, single capital letters and digits, no blanks; else None."""
    suits = text.split(".")
    if len(suits) != len(SUITS):
        return None
    held = zip(cards_by_rank(notation), suits, strict=True)
    try:
        return [known[rank] for known, ranks in held if ranks not in _NO_CARDS for rank in ranks]
    except KeyError:
        return None


def format_hand(hand: Iterable[Card], notation: Notation = "en") -> str:
    """Write a hand as ``AKT.987.-.J``, each suit from ace to two."""
    suits = dict.fromkeys(SUITS, "")
    for card in sort_cards(hand):
        suits[card.suit] += format_rank(card.rank, notation)
    return ".".join([ranks or "-" for ranks in suits.values()])


def example_hand(notation: Notation) -> str:
    """Return a hand as faults show one, in the letters of the request.

    >>> example_hand("fr")
    'AR10.987.-.V'
    """
    return format_hand(parse_hand(_EXAMPLE_HAND, "en", "", []), notation)


def parse_deal(
    data: object, stock: object, rules: Rules, notation: Notation, faults: list[Fault]
) -> tuple[Deal, Places]:
    """Read ``deal`` and ``stock`` of a request, unchecked; return the deal and the place of each card.

    ``deal`` is an object of hands by seat or one text ``N:hand hand …``, clockwise from the seat named; a
    hand is a text or a list of cards.  Cards that cannot be read are left out.
    """
    reader = _DealReader(rules, notation, faults)
    if isinstance(data, str):
        reader.read_text(data)
    elif isinstance(data, Mapping):
        reader.read_hands(data)
    else:
        none = wrong(
            Code.not_a_deal,
            "{value} is not a deal; write the hands by seat or as one text '{example}'",
            value=show(data),
            example=f"N:{example_hand(notation)} …",
        )
        _unreadable(faults, "/deal", none)
    if stock is not None:
        reader.read_list(STOCK, stock, "/stock")
    cards = reader.cards
    return Deal({seat: cards[seat] for seat in cards if seat != STOCK}, cards.get(STOCK, ())), reader.places


def format_deal(deal: Deal, notation: Notation = "en") -> dict[str, str]:
    """Write the hands of a deal by seat, in the order N E S W; a request states the stock apart.

    >>> format_deal(Deal({"S": (Card("S", "A"), Card("D", "T")), "N": (Card("H", "9"),)}))
    {'N': '-.9.-.-', 'S': 'A.-.T.-'}
    """
    return {seat: format_hand(deal.hands[seat], notation) for seat in CLOCKWISE if seat in deal.hands}


class _DealReader:
    """Reads hands and keeps the place of each card."""

    def __init__(self, rules: Rules, notation: Notation, faults: list[Fault]) -> None:
        self.rules = rules
        self.notation = notation
        self.faults = faults
        self.cards: dict[str, tuple[Card, ...]] = {}
        self.places: dict[str, list[str]] = {}

    def read_text(self, text: str) -> None:
        """Read one text for all the hands, as in PBN."""
        named, colon, rest = text.partition(":")
        hands = rest.split()
        players = self.rules.players
        if not colon or len(hands) != len(players):
            none = wrong(
                Code.not_a_deal,
                "{text} is not a deal of {count} hands; write the first seat, a colon and the hands "
                "clockwise, as '{example}'",
                text=show(text),
                count=len(players),
                example=f"N:{example_hand(self.notation)} …",
            )
            _unreadable(self.faults, "/deal", none)
            return
        try:
            first = players.index(parse_seat(named, players))
        except UnreadableError as error:
            self.faults.append(replace(error.faults[0], pointer="/deal"))
            return
        for seat, hand in zip(players[first:] + players[:first], hands, strict=True):
            self._keep_text(seat, hand, "/deal")

    def read_hands(self, data: Mapping[Any, object]) -> None:
        """Read an object of hands by seat."""
        for key, hand in data.items():
            pointer = f"/deal/{key}" if key in SEATS else point("/deal", key)
            try:
                seat = parse_seat(key, self.rules.players)
            except UnreadableError as error:
                self.faults.append(replace(error.faults[0], pointer=pointer, kind=FaultKind.impossible))
                continue
            if seat in self.cards:
                again = wrong(Code.contradiction, "{seat} has two hands; each seat has one", seat=Seat(seat))
                self.faults.append(Fault(pointer, again))
            elif isinstance(hand, str):
                self._keep_text(seat, hand, pointer)
            else:
                self.read_list(seat, hand, pointer)

    def read_list(self, holder: str, data: object, pointer: str) -> None:
        """Read a hand, or the stock, from a list of cards."""
        read = parse_card_list(data, self.notation, pointer, self.faults)
        places = [point(pointer, index) for index, card in enumerate(read) if card is not None]
        self._keep(holder, [card for card in read if card is not None], places)

    def _keep_text(self, seat: str, text: str, pointer: str) -> None:
        cards = parse_hand(text, self.notation, pointer, self.faults, self.rules.ranks)
        self._keep(seat, cards, [pointer] * len(cards))

    def _keep(self, holder: str, cards: list[Card], places: list[str]) -> None:
        self.cards[holder] = tuple(cards)
        self.places[holder] = places


def _unreadable(faults: list[Fault], pointer: str, said: Wrong) -> None:
    faults.append(Fault(pointer, said, FaultKind.unreadable))
