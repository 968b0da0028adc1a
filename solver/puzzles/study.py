"""Studies: the positions of a puzzle solved, its cards sorted into right and wrong, and all its defences.

A card is *right* if the goal is still reached with best play after it, *wrong* if it is proved lost.  Cards
that are equal in the search are one *class*.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from solver.answer_row import BySide, SeatName, row
from solver.cards import Card, sort_cards
from solver.engine import Answer, Budget, CardValue, Solver
from solver.game import Position, number_sides
from solver.puzzles.goal import Goal
from solver.puzzles.players.thumb import thumb_places
from solver.puzzles.tree import Decision, Defence, End, Forced, Node, Reply, Why
from solver.reasons import heights_of

_TELLING = (Why.safe, Why.cash, Why.dual)
"""The ends, that which leaves least to say first."""
MOST_POSITIONS = 4_000
"""The positions that are solved for one puzzle at the most."""
TABLE_MIB = 4
"""Memory for the endings of one puzzle."""


class TooBroadError(Exception):
    """A puzzle has too many defences, or a limit came before all were tried."""


@dataclass(frozen=True, slots=True)
class CardClass:
    """Playable cards that make no difference to each other, and what they lead to."""

    cards: tuple[Card, ...]
    """In the order of the hand; the first stands for all."""
    value: BySide
    lead: int
    """*Own minus other* of the player's side, at the end of the deal."""
    is_right: bool
    """True if the goal is reached with best play after them."""


@dataclass(frozen=True, slots=True)
class RefutedCards:
    """A class of wrong cards at the first decision, and what refutes it."""

    cards: tuple[Card, ...] = field(metadata=row("The cards, equal to each other."))
    value: BySide = field(metadata=row("The result of each side with best play after them."))
    by: SeatName | None = field(
        metadata=row(
            "The defender who refutes them first; null if none of their cards in the line could let the goal "
            "through."
        )
    )
    reply: Card | None = field(metadata=row("The card that they refute them with; null where `by` is."))
    line: tuple[Card, ...] = field(metadata=row("Best play after the first of them, to the end of the deal."))


class Study:
    """The positions of one deal, judged by one goal; each is solved once.

    Raises TooBroadError where a limit comes first.
    """

    def __init__(
        self,
        position: Position,
        goal: Goal,
        budget: Budget,
        solver: Solver | None = None,
        more: int = 0,
    ) -> None:
        """``solver``: one that was made for this deal; ``more``: positions beyond those of a proof."""
        self.position = position
        self.goal = goal
        self._budget = budget
        self._most = MOST_POSITIONS + more
        self._solver = solver or Solver(position, TABLE_MIB)
        self._answers: dict[Hashable, Answer] = {}
        self._nodes: dict[Hashable, Node] = {}

    @property
    def n_solves(self) -> int:
        """The number of positions solved."""
        return len(self._answers)

    @cached_property
    def root(self) -> Node:
        """The tree of the puzzle from its first decision on."""
        return self.node(self.position)

    def answer(self, position: Position) -> Answer:
        """Return the value of every playable card, and a line of best play."""
        key = state_of(position)
        found = self._answers.get(key)
        if found is None:
            if self.n_solves >= self._most or self._budget.is_over:
                raise TooBroadError
            found = self._solver.solve(position, self._budget.rest(), with_line=False)
            self._budget.spend(found)
            if not found.exact:
                raise TooBroadError
            self._answers[key] = found
        return found

    def line(self, position: Position) -> tuple[Card, ...]:
        """Return one line of best play to the end of the deal; empty when it is over."""
        if position.is_over:
            return ()
        found = self._solver.solve(position, self._budget.rest(), "best")
        self._budget.spend(found)
        if not found.exact:
            raise TooBroadError
        return found.line

    def classes(self, position: Position) -> tuple[CardClass, ...]:
        """Return the classes of the playable cards, best first."""
        seen: set[Card] = set()
        found = []
        for value in self.answer(position).cards:
            if value.card not in seen:
                seen |= {value.card, *value.equals}
                found.append(self._class_of(position, value))
        return tuple(found)

    def _class_of(self, position: Position, value: CardValue) -> CardClass:
        assert value.value is not None
        result = number_sides(position.rules, value.value)
        own = position.side_to_play == self.goal.number
        cards = tuple(sort_cards([value.card, *value.equals]))
        return CardClass(cards, value.value, value.bounds.low, own and self.goal.is_reached(position, result))

    def is_own(self, position: Position) -> bool:
        """True if the solver of the puzzle plays the next card."""
        return position.side_to_play == self.goal.number

    def node(self, position: Position) -> Node:
        """Return the tree from a position of the deal on; raises ValueError if the goal is out of reach."""
        key = state_of(position)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = self._build(position)
        return found

    def _build(self, position: Position) -> Node:
        if position.is_over:
            return End(Why.safe)
        classes = self.classes(position)
        seat = position.to_play
        assert seat is not None
        if not self.is_own(position):
            return self._defence(position, seat, classes)
        if len(classes) == 1:
            then = self.node(position.play(classes[0].cards[0]))
            return then if isinstance(then, End) else Forced(seat, classes[0].cards[0], then)
        right = [one for one in classes if one.is_right]
        if not right:
            raise ValueError("the goal is out of reach: the position and the goal are no puzzle")
        if len(right) > 1:
            return End(Why.safe if len(right) == len(classes) else Why.dual)
        then = self.node(position.play(right[0].cards[0]))
        if isinstance(then, End) and is_master(position, right[0].cards[0]):
            # What is left is cashing winners.
            return End(Why.cash)
        return Decision(seat, right[0].cards, len(classes) - 1, self._margin(classes), then)

    def _margin(self, classes: Sequence[CardClass]) -> int:
        """Return what the best wrong class gives away, own minus other."""
        return next(one.lead for one in classes if one.is_right) - max(
            one.lead for one in classes if not one.is_right
        )

    def _defence(self, position: Position, seat: str, classes: Sequence[CardClass]) -> Node:
        replies = [Reply(one.cards, self.node(position.play(one.cards[0]))) for one in classes]
        open_ones = [reply for reply in replies if not isinstance(reply.then, End)]
        if not open_ones:
            ends = [reply.then for reply in replies if isinstance(reply.then, End)]
            return max(ends, key=lambda end: _TELLING.index(end.why))
        places = thumb_places(position)
        return Defence(seat, tuple(sorted(replies, key=lambda reply: _stubbornness(reply, places))))

    def refute(self, position: Position, wrong: CardClass) -> RefutedCards:
        """Return what refutes a class of wrong cards."""
        after = position.play(wrong.cards[0])
        line = self.line(after)
        return RefutedCards(wrong.cards, wrong.value, *self.reply_in(after, line), line)

    def reply_in(self, position: Position, line: Sequence[Card]) -> tuple[str | None, Card | None]:
        """Return the first card of a line without which the goal would be reached, and who plays it.

        position: that after the wrong card, from which the line goes on.
        """
        for card in line:
            if position.to_play is not None and not self.is_own(position) and self._may_err(position):
                return position.to_play, card
            position = position.play(card)
        return None, None

    def _may_err(self, position: Position) -> bool:
        """True if a defender has a card after which the goal is reached after all."""
        return any(
            self.goal.is_reached(position, number_sides(position.rules, value.value))
            for value in self.answer(position).cards
            if value.value is not None
        )


def _stubbornness(reply: Reply, places: Mapping[Card, int]) -> tuple[object, ...]:
    """Return the place of a reply: the one that leaves most to find comes first.

    First by decisions left, then by the number of wrong classes at the next one and by how little they give
    away, then by what a beginner would play; last by the order of the cards.
    places: those of the cards in the beginner's order.
    """
    place = min(places[card] for card in reply.cards)
    following = reply.then.next_decision
    if following is None:
        return (1, 0, 0, 0, place, sort_cards(reply.cards)[0])
    return (0, -reply.then.n_left, -following.n_wrong, following.margin, place, sort_cards(reply.cards)[0])


def is_master(position: Position, card: Card) -> bool:
    """True if ``card`` is led and wins its trick whatever the opponents play."""
    seat = position.to_play
    if seat is None or position.trick.plays:
        return False
    trump = position.contract.trump
    heights = heights_of(position.rules, trump)
    opponents = [
        hand
        for other, hand in position.hands.items()
        if position.rules.side_of(other) != position.rules.side_of(seat)
    ]
    for hand in opponents:
        suited = [held for held in hand if held.suit == card.suit]
        if any(heights[held] > heights[card] for held in suited):
            return False
        if not suited and any(held.suit == trump for held in hand):
            return False
    return not position.deal.stock


def state_of(position: Position) -> Hashable:
    """Return what the rest of a deal and its result depend on."""
    trick = position.trick
    return (*position.hands.values(), trick.leader, trick.plays, position.tally)
