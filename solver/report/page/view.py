"""The data a page draws of a deal: the cards held at each moment, the tricks, and the graph."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from solver.analysis import DealAnalysis, Play
from solver.cards import SUITS, Card, sort_cards
from solver.engine import CardValue
from solver.report.contracts import Entries, Grid, best_texts
from solver.report.deal import DealReport
from solver.report.par import par_texts
from solver.report.said_calls import CallsReport
from solver.report.story import story


@dataclass(frozen=True, slots=True)
class Held:
    """A card in a hand or in the stock, from and until which number of cards played."""

    card: Card
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A trick as a row of a table."""

    number: int
    plays: tuple[Play | None, ...]
    """In the order of the players' columns."""
    leader: str
    winner: str | None
    value: str
    """The result of each side with best play from there on."""


@dataclass(frozen=True)
class Graph:
    """The line of the graph in the units of its drawing."""

    values: list[int | None]
    width: int = 720
    height: int = 220
    left: int = 48
    top: int = 16
    bottom: int = 36

    @cached_property
    def high(self) -> int:
        """The highest value."""
        return max(value for value in self.values if value is not None)

    @cached_property
    def low(self) -> int:
        """The lowest value."""
        return min(value for value in self.values if value is not None)

    @property
    def floor(self) -> int:
        """The height of the lowest value in the drawing."""
        return self.height - self.bottom

    def x(self, index: int) -> float:
        """Return the place from the left of the value after ``index`` cards, in units of the drawing."""
        return round(self.left + index * (self.width - self.left - 8) / len(self.values), 1)

    def y(self, value: int) -> float:
        """Return the place from the top of a value, in units of the drawing."""
        share = (self.high - value) / max(self.high - self.low, 1)
        return round(self.top + share * (self.floor - self.top), 1)

    @property
    def path(self) -> str:
        """The line, broken where the value is not known."""
        steps, is_down = [], False
        for index, value in enumerate(self.values):
            if value is not None:
                steps.append(f"{'V' if is_down else f'M{self.x(index)} '}{self.y(value)}H{self.x(index + 1)}")
            is_down = value is not None
        return "".join(steps)


class DealView:
    """One deal on the page."""

    def __init__(self, report: DealReport, number: int) -> None:
        self.report = report
        self.number = number
        self.rules = report.deal.position.rules

    @property
    def deal(self) -> DealAnalysis:
        """The deal, judged."""
        return self.report.deal

    @property
    def story(self) -> str:
        """The story of the deal."""
        return " ".join(story(self.report))

    @cached_property
    def calls(self) -> CallsReport:
        """The calls of the auction, where they were to be judged."""
        return CallsReport(self.report)

    def contracts(self) -> list[Grid]:
        """Return the deal under all contracts, as grids; none where it was not worked out."""
        table = self.report.table
        return [] if table is None else Entries(table, self.report.speech).grids()

    def bidding(self) -> list[tuple[str, str]]:
        """Return the best contracts of each side and par, as pairs of a label and a text."""
        table = self.report.table
        if table is None:
            return []
        return [*best_texts(table, self.report.speech), *par_texts(table, self.report.speech)]

    def suits(self, seat: str) -> Iterator[tuple[str, list[Held]]]:
        """Return the cards that a player holds at any time, suit by suit, the strongest first."""
        held = self._held([position.hands[seat] for position in self.deal.positions])
        trump = self.deal.position.contract.trump
        for suit in (suit for suit in SUITS if suit in self.rules.suits):
            order = self.rules.order_trump if suit == trump else self.rules.order_plain
            own = {one.card: one for one in held if one.card.suit == suit}
            yield suit, [own[card] for card in sort_cards(own, order)]

    def stock(self) -> list[Held]:
        """The stock, top card first."""
        return self._held([position.stock_left for position in self.deal.positions])

    def _held(self, at: list[tuple[Card, ...]]) -> list[Held]:
        spans: dict[Card, tuple[int, int]] = {}
        for index, cards in enumerate(at):
            for card in cards:
                spans[card] = (spans.get(card, (index, index))[0], index)
        return [Held(card, *span) for card, span in spans.items()]

    def tricks(self) -> Iterator[TrickRow]:
        """The tricks."""
        position, n = self.deal.position, self.rules.n_players
        for number in range(-(-len(self.deal.plays) // n)):
            plays = {play.seat: play for play in self.deal.plays[number * n : (number + 1) * n]}
            is_whole = len(plays) == n
            trick = position.tricks[number] if number < len(position.tricks) else None
            winner = trick.winner(self.rules, position.contract.trump) if trick and is_whole else None
            last = (number + 1) * n
            after = self.deal.plays[last].before if last < len(self.deal.plays) else self.deal.end
            leader = self.deal.plays[number * n].seat
            row = tuple(plays.get(seat) for seat in self.rules.players)
            yield TrickRow(number + 1, row, leader, winner, self.report.value(after.value))

    def value_after(self, play: Play) -> str:
        """Return the result of each side after a card, with best play from there on."""
        return self.report.value(play.chosen.value)

    def rows(self, play: Play) -> Iterator[tuple[CardValue, str, str]]:
        """Return every playable card with its value and its cost."""
        for card in play.before.cards:
            cost = card.loss if self.report.is_zero_sum else card.swing
            yield card, self.report.value(card.value), "" if cost is None else str(cost)

    @cached_property
    def graph(self) -> Graph | None:
        """The graph; None where no value is known or none changes."""
        known = {value for value in self.report.values if value is not None}
        return Graph(self.report.values) if len(known) > 1 else None
