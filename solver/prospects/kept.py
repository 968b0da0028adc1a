"""Deals that are kept with what is solved of them: for hands that differ only in names, the same."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from solver.cards import Card, card_of
from solver.engine import keeps_sides
from solver.game import Deal
from solver.knowledge import Viewpoint
from solver.prospects.formula import hold
from solver.prospects.matrix import Result, Solved, Take
from solver.rules import Rules

MAX_KEPT = 32
"""The most sets of deals that are kept, those asked for last; one of 200 deals is some 200 KiB."""


@dataclass(frozen=True, slots=True)
class Names:
    """Names of suits and seats, and those in a form that hands differing only in names have in common."""

    suits: Mapping[str, str]
    """From those of the hand to those of the form; of trumps too, with no trumps and all trumps."""
    seats: Mapping[str, str]
    swaps_sides: bool

    def take(self, take: Take) -> Take:
        """Return a take in the names of the form."""
        return Take(self.suits[take.trump], self.seats[take.taker], take.turn)

    def restore_take(self, take: Take) -> Take:
        """Return a take of the form in the names of the hand."""
        return Take(_back(self.suits)[take.trump], _back(self.seats)[take.taker], take.turn)

    def restore_deal(self, deal: Deal) -> Deal:
        """Return a deal of the form in the names of the hand."""
        suits, seats = _back(self.suits), _back(self.seats)
        return Deal(
            {seats[seat]: tuple(_card(card, suits) for card in hand) for seat, hand in deal.hands.items()},
            tuple(_card(card, suits) for card in deal.stock),
        ).sorted()

    def holding(self, rules: Rules, deal: Deal, seat: str) -> dict[str, frozenset[str]]:
        """Return the ranks held in a deal of the form, by suit, in the names of the hand."""
        suits = _back(self.suits)
        return {suits[suit]: ranks for suit, ranks in hold(rules, deal.hands[self.seats[seat]]).items()}

    def restore_result(self, found: Result | None) -> Result | None:
        """Return a result of the form by the sides of the hand."""
        if found is None or not self.swaps_sides:
            return found
        (first, second), side, in_play = found
        return Result((second, first), None if side is None else 1 - side, in_play)


def find_names(viewpoint: Viewpoint) -> Names:
    """Return names under which all viewpoints that differ in names alone are the same.

    The player becomes the first of the table, where that keeps partners together; suits are sorted by their
    cards in the hand and among those shown.  Suits that can be trumps stay among themselves.
    """
    rules, players = viewpoint.rules, viewpoint.rules.players
    shift = players.index(viewpoint.seat)
    seats = {seat: players[(place - shift) % len(players)] for place, seat in enumerate(players)}
    if not keeps_sides(rules, seats):
        seats = {seat: seat for seat in players}
    suits = {trump: trump for trump in rules.trumps}
    for is_trump in (True, False):
        group = [suit for suit in rules.suits if (suit in rules.trumps) == is_trump]
        suits |= dict(zip(sorted(group, key=lambda suit: _looks(viewpoint, suit)), group, strict=True))
    swaps = rules.side_of(seats[players[0]]) != rules.side_of(players[0])
    return Names(suits, seats, swaps)


def keep_solved(viewpoint: Viewpoint, key: Hashable, draw: Callable[[], Sequence[Deal]]) -> Solved:
    """Return the deals of ``draw``, or those kept by the same viewpoint and key, with what is solved."""
    known = (viewpoint, key)
    with _LOCK:
        found = _KEPT.get(known)
        if found is None:
            found = _KEPT[known] = Solved(draw())
        _KEPT.move_to_end(known)
        while len(_KEPT) > MAX_KEPT:
            _KEPT.popitem(last=False)
        return found


def forget_solved() -> None:
    """Keep nothing of what was solved: what a hand costs is measured from nothing."""
    with _LOCK:
        _KEPT.clear()


_KEPT: OrderedDict[Hashable, Solved] = OrderedDict()
_LOCK = Lock()


def _looks(viewpoint: Viewpoint, suit: str) -> tuple[list[str], list[tuple[int, str]]]:
    """Return all that tells a suit from others: its cards in the hand, and their places among those shown."""
    return (
        [card.rank for card in viewpoint.hand if card.suit == suit],
        [(place, card.rank) for place, card in enumerate(viewpoint.shown) if card.suit == suit],
    )


def _back(names: Mapping[str, str]) -> dict[str, str]:
    return {there: here for here, there in names.items()}


def _card(card: Card, suits: Mapping[str, str]) -> Card:
    return card_of(suits[card.suit], card.rank)
