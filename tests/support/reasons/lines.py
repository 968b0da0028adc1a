"""Lines of play on the slow table, and a fact of an explanation with all that is needed to check it."""

from collections.abc import Mapping

from solver import Position
from solver.cards import Card
from solver.game.trick import Trick
from solver.reasons.themes import Fact, Mistake


class Line:
    """A line played out card by card: its tricks with their places, and the end."""

    def __init__(self, position: Position, line: tuple[Card, ...]) -> None:
        n_before = len(position.tricks)
        self.rules, self.trump = position.rules, position.contract.trump
        seats: dict[Card, str] = {}
        for card in line:
            seat = position.to_play
            assert seat is not None
            seats[card] = seat
            position = position.play(card)
        assert position.is_over
        self.seats = seats
        self.end = position
        self.tricks: dict[int, Trick] = dict(list(enumerate(position.tricks))[n_before:])

    def number(self, card: Card) -> int:
        return next(number for number, trick in self.tricks.items() if card in trick.plays)

    def winner(self, number: int) -> str:
        return self.tricks[number].winner(self.rules, self.trump)

    def taking(self, number: int) -> Card:
        return self.tricks[number].winning_card(self.rules, self.trump)

    def led(self, number: int) -> str:
        return self.tricks[number].plays[0].suit

    def taker_of(self, card: Card) -> str:
        return self.winner(self.number(card))


class Told:
    """A fact with all that is needed to check it."""

    def __init__(self, mistake: Mistake, fact: Fact) -> None:
        self.mistake, self.fact = mistake, fact
        self.position = mistake.position
        self.values: Mapping[str, object] = fact.values or {}
        self.now = Line(self.position, mistake.played.line)
        self.instead = Line(self.position, mistake.better.line)
        self.seat = self.position.to_play or ""
        self.this = len(self.position.tricks)
        self.card, self.best = mistake.played.line[0], mistake.better.line[0]
        self.rules, self.trump = self.position.rules, self.position.contract.trump

    def own(self, seat: str) -> bool:
        return self.rules.side_of(seat) == self.rules.side_of(self.seat)

    def of(self, name: str) -> Card:
        value = self.values[name]
        assert isinstance(value, Card)
        return value

    def at(self, name: str) -> int:
        value = self.values[name]
        assert isinstance(value, int)
        return value

    def who(self, name: str = "seat") -> str:
        value = self.values[name]
        assert isinstance(value, str)
        return value

    def beats_table(self, card: Card) -> bool:
        """True if ``card`` would be winning at once."""
        trick = self.position.trick
        return trick.add(card).winning_card(self.rules, self.trump) == card

    def is_ruff(self, card: Card) -> bool:
        table = self.position.trick.plays
        return bool(table) and table[0].suit != self.trump and card.suit == self.trump

    def captured(self, card: Card, line: Line) -> bool:
        """True if own takes ``card``."""
        return self.own(line.taker_of(card))
