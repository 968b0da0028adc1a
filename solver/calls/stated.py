"""The parts of a request about a hand that all games share, each read with its faults."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from solver.cards import Card, Notation
from solver.errors import Fault, UnreadableError, Wrong, point, wrong
from solver.fault_codes import Code
from solver.game import Deal, find_card_faults, parse_card_list, parse_hand
from solver.rules import Rules
from solver.seats import parse_seat
from solver.sentences import Seat


class StatedHand:
    """A request about a hand, part by part; faults are collected."""

    def __init__(self, stated: Mapping[Any, object], notation: Notation) -> None:
        self.stated = stated
        self.notation: Notation = notation
        self.faults: list[Fault] = []

    def seat(self, key: str, rules: Rules) -> str | None:
        """Return the seat that stands there; None if there is none that can be read."""
        if key not in self.stated:
            return None
        try:
            return parse_seat(self.stated[key], rules.players)
        except UnreadableError as error:
            self.faults.append(replace(error.faults[0], pointer=point("", key)))
            return None

    def add_auction_faults(self, found: Iterable[Fault]) -> None:
        """Add the faults of an auction; a dealer who cannot be read is not missing besides."""
        self.faults += [fault for fault in found if fault.pointer != "/dealer" or "dealer" not in self.stated]

    def cards(self, key: str, rules: Rules, seat: str | None, taken: Mapping[Card, Wrong]) -> list[Card]:
        """Return the hand that stands there, whose cards are of the deck, and there once.

        seat: who holds it, where that is known.
        taken: the cards that lie elsewhere, each with what is wrong if it stands here too.
        """
        stated, n_faults, place = self.stated.get(key), len(self.faults), point("", key)
        if isinstance(stated, str):
            hand = parse_hand(stated, self.notation, place, self.faults, rules.ranks)
            places = [place] * len(hand)
        else:
            read = parse_card_list(stated, self.notation, place, self.faults)
            places = [point(place, index) for index, card in enumerate(read) if card is not None]
            hand = [card for card in read if card is not None]
        if len(self.faults) > n_faults:
            return hand
        holder = seat or rules.players[0]
        self.faults += find_card_faults(Deal({holder: tuple(hand)}), rules, self.notation, {holder: places})
        for card, at in zip(hand, places, strict=True):
            if card in taken:
                self.faults.append(Fault(at, taken[card]))
        return hand

    def is_turn(self, seat: str | None, to_call: str) -> bool:
        """True if ``to_call`` calls next, as far as ``seat`` is stated; else that is a fault."""
        if seat in (None, to_call):
            return True
        assert seat is not None, "a seat that is not the next is stated"
        turn = wrong(
            Code.contradiction,
            "{next} is the next to call, not {seat}",
            next=Seat(to_call),
            seat=Seat(seat),
        )
        self.faults.append(Fault("/seat", turn))
        return False
