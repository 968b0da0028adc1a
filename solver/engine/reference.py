"""A slow exact solver in plain Python: the oracle that the tests hold the core against.

It knows the rules only by `solver.game`, tries every card, and remembers the value of the rest of a deal at
the start of each trick.  Side 0 plays for the highest *side 0 minus side 1*, side 1 for the lowest.  It is
meant for endings of a dozen cards.
"""

from collections.abc import Mapping
from typing import NamedTuple

from solver.cards import Card
from solver.game import (
    Position,
    Tally,
    Trick,
    discard_penalty,
    draws_after,
    held_honours,
    lead_of,
    legal_plays,
    sign_of,
    trick_worth,
)
from solver.rules import Objective

_INFINITY = 10**9

Hands = Mapping[str, tuple[Card, ...]]


def reference_values(position: Position) -> dict[Card, int]:
    """Return the final result with best play after each playable card: *own minus other* of the side to play.

    What was won before is included; belote-rebelote and deal scores are not.  Empty when the deal is over.
    """
    if position.to_play is None:
        return {}
    search = _Search(position)
    sign = sign_of(position.side_to_play)
    so_far = search.difference_so_far(position.tally)
    node = _Node.of(position)
    return {
        card: sign * (so_far + search.value_after(node, card, -_INFINITY, _INFINITY))
        for card in position.legal_plays()
    }


def perft(position: Position, depth: int) -> int:
    """Return the number of legal ways to play ``depth`` more cards (fewer where the deal ends)."""
    if depth < 1 or position.is_over:
        return 1
    playable = position.legal_plays()
    return len(playable) if depth == 1 else sum(perft(position.play(card), depth - 1) for card in playable)


class _Stakes(NamedTuple):
    """The part of the past that changes the worth of later tricks."""

    lead: int = 0
    """Card points of side 0 minus side 1, where their sign decides *game*."""
    has_won: tuple[bool, bool] = (True, True)
    """By side: True once it has won a trick, where winning all of them earns something."""


class _Node(NamedTuple):
    """The state of play between two cards."""

    hands: Hands
    trick: Trick
    seat: str
    n_drawn: int
    stakes: _Stakes

    @classmethod
    def of(cls, position: Position) -> "_Node":
        assert position.to_play is not None
        tally, rules = position.tally, position.rules
        stakes = _Stakes()
        if rules.objective == Objective.four_points:
            stakes = stakes._replace(lead=lead_of(tally.card_points))
        if rules.objective == Objective.card_points and rules.slam:
            stakes = stakes._replace(has_won=(tally.tricks[0] > 0, tally.tricks[1] > 0))
        n_drawn = len(position.deal.stock) - len(position.stock_left)
        return cls(position.hands, position.trick, position.to_play, n_drawn, stakes)


class _Search:
    """The search of one deal; all its values are *side 0 minus side 1* of what is still to come."""

    def __init__(self, position: Position) -> None:
        self.rules = position.rules
        self.trump = position.contract.trump
        self.dealer = position.dealer
        self.stock = position.deal.stock
        self.honours = position.honours
        self.bounds: dict[object, tuple[int, int]] = {}

    def difference_so_far(self, tally: Tally) -> int:
        """Return what ``tally`` has settled for good."""
        if self.rules.objective == Objective.tricks:
            won = tally.tricks
        elif self.rules.objective == Objective.card_points:
            won = (tally.card_points[0] + tally.combinations[0], tally.card_points[1] + tally.combinations[1])
        else:
            first, second = (
                bits.bit_count() - lost for bits, lost in zip(tally.honours, tally.penalties, strict=True)
            )
            won = (first, second)
        return lead_of(won)

    def value(self, node: _Node, low: int, high: int) -> int:
        """Return the worth of the rest: exact between ``low`` and ``high``, else a bound on that side."""
        if not node.hands[node.seat]:
            return self._value_at_end(node.stakes)
        if node.trick.plays:
            return self._best_value(node, low, high)
        hands = tuple(tuple(sorted(node.hands[seat])) for seat in self.rules.players)
        key = (hands, node.seat, node.n_drawn, node.stakes)
        lower, upper = self.bounds.get(key, (-_INFINITY, _INFINITY))
        if lower >= high or lower == upper:
            return lower
        if upper <= low:
            return upper
        found = self._best_value(node, max(low, lower), min(high, upper))
        if found > max(low, lower):
            lower = found
        if found < min(high, upper):
            upper = found
        self.bounds[key] = (lower, upper)
        return found

    def _best_value(self, node: _Node, low: int, high: int) -> int:
        """Return the worth of the best card; stop at one that is better than the other side allows."""
        is_first_side = self.rules.side_of(node.seat) == 0
        best = -_INFINITY if is_first_side else _INFINITY
        for card in self._playable(node):
            found = self.value_after(node, card, low, high)
            if is_first_side:
                best = max(best, found)
                low = max(low, best)
            else:
                best = min(best, found)
                high = min(high, best)
            if low >= high:
                break
        return best

    def _playable(self, node: _Node) -> list[Card]:
        """Return the legal cards, the strongest first: they are the likeliest to decide the trick."""
        playable = legal_plays(self.rules, self.trump, node.hands[node.seat], node.trick, node.seat)
        led = node.trick.led_suit
        playable.sort(key=lambda card: -self.rules.strengths(self.trump, led or card.suit)[card])
        return playable

    def value_after(self, node: _Node, card: Card, low: int, high: int) -> int:
        """Return the worth of the rest when ``card`` is played next, with what it costs or wins at once."""
        rules, hand = self.rules, node.hands[node.seat]
        side = rules.side_of(node.seat)
        n_to_draw = len(self.stock) - node.n_drawn
        gain = -sign_of(side) * discard_penalty(rules, self.trump, hand, node.trick.led_suit, n_to_draw)
        hands = {**node.hands, node.seat: tuple(held for held in hand if held != card)}
        trick = node.trick.add(card)
        if trick.is_complete(rules):
            won, after = self._finish_trick(hands, trick, node.n_drawn, node.stakes)
            gain += won
        else:
            after = _Node(hands, trick, rules.next_seat(node.seat), node.n_drawn, node.stakes)
        return gain + self.value(after, low - gain, high - gain)

    def _finish_trick(
        self, hands: dict[str, tuple[Card, ...]], trick: Trick, n_drawn: int, stakes: _Stakes
    ) -> tuple[int, _Node]:
        """Return what the trick is worth at once, draws included, and the node at which its winner leads."""
        rules = self.rules
        winner = trick.winner(rules, self.trump)
        side = rules.side_of(winner)
        worth = trick_worth(rules, self.trump, trick.plays, self.honours)
        if rules.objective == Objective.tricks:
            gain = 1
        elif rules.objective == Objective.card_points:
            gain = worth.card_points + sum(combination.points for combination in worth.combinations)
            is_last = not hands[winner] and n_drawn == len(self.stock)
            gain += rules.last_trick if is_last else 0
            stakes = stakes._replace(has_won=(stakes.has_won[0] or side == 0, stakes.has_won[1] or side == 1))
        else:
            gain = worth.honours.bit_count()
            stakes = stakes._replace(lead=stakes.lead + sign_of(side) * worth.card_points)
        gain *= sign_of(side)
        for seat, card in draws_after(rules, self.stock, n_drawn, winner):
            hands[seat] = (*hands[seat], card)
            n_drawn += 1
            gain += sign_of(rules.side_of(seat)) * held_honours(rules, self.honours, (card,)).bit_count()
        return gain, _Node(hands, Trick(winner), winner, n_drawn, stakes)

    def _value_at_end(self, stakes: _Stakes) -> int:
        """Return what depends on the whole deal: the slam, or the point for game."""
        if self.rules.objective == Objective.card_points:
            first, second = stakes.has_won
            return self.rules.slam * (first - second)
        if self.rules.objective == Objective.four_points:
            if stakes.lead:
                return 1 if stakes.lead > 0 else -1
            return 0 if self.dealer is None else -sign_of(self.rules.side_of(self.dealer))
        return 0
