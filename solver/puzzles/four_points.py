"""The four points of all fours that are still open, and what a goal asks of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from solver.cards import Card
from solver.game import HONOUR_NAMES, Pair, Position, has_penalty, lead_of, sign_of
from solver.rules import Objective

GAME = "game"
"""The name of the point for more card points."""


class GameCount(NamedTuple):
    """The card points that a side needs for the point for game."""

    needed: int
    """Of those to come; 0 or less if the side has the point for sure."""
    left: int
    """The card points to come, for both sides together."""


@dataclass(frozen=True, slots=True)
class OpenPoints:
    """The points of all fours that no side has for sure, and what the sides have."""

    names: tuple[str, ...]
    """Some of `high`, `low`, `jack` and `game`, in this order."""
    settled: Pair
    """The points that the sides have for sure, less penalties."""

    def wanted(self, side: int, lead: int) -> int:
        """Return how many of the points a side needs to end ``lead`` ahead of the other, or more."""
        own = sign_of(side) * lead_of(self.settled)
        return -(-(lead - own + len(self.names)) // 2)


def open_points(position: Position) -> OpenPoints | None:
    """Return the points that are open, or None where more than these can change the result.

    More can change it in other games, where discards may still cost points, and where nobody dealt, so that
    equal card points are nobody's.
    """
    rules = position.rules
    n_to_draw = len(position.stock_left)
    if rules.objective != Objective.four_points or has_penalty(rules, n_to_draw) or position.dealer is None:
        return None
    sure = sure_honours(position)
    names = [
        name
        for (bit, name), card in zip(HONOUR_NAMES.items(), position.honours, strict=True)
        if card is not None and not any(bits & bit for bits in sure)
    ]
    first, second = (
        bits.bit_count() - lost for bits, lost in zip(sure, position.tally.penalties, strict=True)
    )
    return OpenPoints((*names, GAME), (first, second))


def sure_honours(position: Position) -> Pair:
    """Return the honours that each side has or gets whatever is played, as bits.

    A side gets a trump that it holds if no trump above it is with the other side or in the stock.
    """
    found = [*position.tally.honours]
    for bit, card in zip(HONOUR_NAMES, position.honours, strict=True):
        if card is None or any(bits & bit for bits in position.tally.honours):
            continue
        side = _holder(position, card)
        if side is not None and not any(
            _is_above(position, card, other) for other in _rivals(position, side)
        ):
            found[side] |= bit
    return found[0], found[1]


def count_game(position: Position, side: int) -> GameCount:
    """Return what a side needs for the point for game; ``position`` has a dealer, who loses a tie."""
    rules, trump = position.rules, position.contract.trump
    assert position.dealer is not None, "ties are decided by the deal"
    total = sum(rules.card_points(card, trump) for card in position.deal.cards())
    least = -(-total // 2) if rules.side_of(position.dealer) != side else total // 2 + 1
    points = position.tally.card_points
    return GameCount(least - points[side], total - sum(points))


def _holder(position: Position, card: Card) -> int | None:
    """Return the side that holds a card, or has played it to the trick on the table."""
    rules = position.rules
    for seat, hand in position.hands.items():
        if card in hand:
            return rules.side_of(seat)
    played = zip(position.trick.plays, position.trick.seats(rules), strict=True)
    return next((rules.side_of(seat) for other, seat in played if other == card), None)


def _rivals(position: Position, side: int) -> Iterator[Card]:
    """Yield the cards that the other side holds or has played to the trick, and those to be drawn."""
    rules = position.rules
    yield from position.stock_left
    for seat, hand in position.hands.items():
        if rules.side_of(seat) != side:
            yield from hand
    for card, seat in zip(position.trick.plays, position.trick.seats(rules), strict=True):
        if rules.side_of(seat) != side:
            yield card


def _is_above(position: Position, card: Card, other: Card) -> bool:
    """True if ``other`` is a higher trump than the trump ``card``."""
    ranks = position.rules.order_trump
    return other.suit == card.suit and ranks.index(other.rank) < ranks.index(card.rank)
