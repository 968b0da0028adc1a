"""Courses: a line of play worked out trick by trick, with the cards, the winners and the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from solver.cards import Card
from solver.game import DealResult, Position, result_of
from solver.records import maker_of
from solver.rules import Rules


@dataclass(frozen=True, slots=True)
class CourseTrick:
    """A finished trick of a line."""

    number: int
    """Its place in the deal, from 0."""
    seats: tuple[str, ...]
    """The seats that played to it, in order."""
    cards: tuple[Card, ...]
    winner: str
    taking: Card
    """The card that won it."""

    @property
    def led_suit(self) -> str:
        """The suit that was led."""
        return self.cards[0].suit

    @property
    def before_taking(self) -> tuple[Card, ...]:
        """The cards that lay there when the one came that won the trick."""
        return self.cards[: self.cards.index(self.taking)]


_new_trick = maker_of(CourseTrick)


class Course:
    """The play of ``line``, legal plays from ``position`` to the end of the deal.

    The first of ``tricks`` is the trick that was on the table, with the cards that already lay there.
    """

    def __init__(self, position: Position, line: Sequence[Card]) -> None:
        self.position = position
        self.line = tuple(line)
        rules, trump = position.rules, position.contract.trump
        heights = heights_of(rules, trump)
        tricks: list[CourseTrick] = []
        cards = [*position.trick.plays, *self.line]
        leader, number = position.trick.leader, len(position.tricks)
        for start in range(0, len(cards), rules.n_players):
            laid = tuple(cards[start : start + rules.n_players])
            seats = rules.seats_from(leader)
            taking = laid[0]
            for card in laid[1:]:
                if card.suit in (taking.suit, trump) and heights[card] > heights[taking]:
                    taking = card
            leader = seats[laid.index(taking)]
            tricks.append(_new_trick(number, seats, laid, leader, taking))
            number += 1
        self.tricks = tuple(tricks)

    @cached_property
    def trick_of(self) -> Mapping[Card, CourseTrick]:
        """The trick to which each card went, except cards of tricks finished before the line."""
        return {card: trick for trick in self.tricks for card in trick.cards}

    @cached_property
    def side_of(self) -> Mapping[Card, int]:
        """The side that takes each card."""
        rules = self.position.rules
        return {card: rules.side_of(trick.winner) for trick in self.tricks for card in trick.cards}

    @cached_property
    def seat_of(self) -> Mapping[Card, str]:
        """The seat that plays each card."""
        return {trick.cards[i]: seat for trick in self.tricks for i, seat in enumerate(trick.seats)}

    @cached_property
    def slam_side(self) -> int | None:
        """The side that takes every trick of the deal, or None."""
        rules = self.position.rules
        winners = {rules.side_of(trick.winner) for trick in self.tricks}
        winners |= {side for side, n_tricks in enumerate(self.position.tally.tricks) if n_tricks}
        return winners.pop() if len(winners) == 1 else None

    @cached_property
    def result(self) -> DealResult:
        """The result of the deal with its parts."""
        position = self.position.play_all(self.line)
        return result_of(position.rules, position.dealer, position.tally)


@lru_cache(maxsize=64)
def heights_of(rules: Rules, trump: str) -> Mapping[Card, int]:
    """Return the height of each card within its suit; every trump stands above all other cards."""
    return {card: rules.strengths(trump, card.suit)[card] for card in rules.deck}
