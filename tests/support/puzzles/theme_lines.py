"""The two lines of a puzzle, played out card by card from its JSON alone."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from solver import Position, Solver, parse_card, solve
from solver.cards import Card
from solver.game.tally import DealResult, result_of
from solver.game.verdict import verdict_of


class Played(NamedTuple):
    """A trick of a line: who played what, and who has won it."""

    by: dict[str, Card]
    """In the order of play."""
    winner: str
    best: Card

    @property
    def led(self) -> Card:
        return next(iter(self.by.values()))

    @property
    def leader(self) -> str:
        return next(iter(self.by))


class PlayedPuzzle:
    """One puzzle, as its JSON tells it, with the solution."""

    def __init__(self, puzzle: Mapping[str, Any]) -> None:
        self.puzzle = puzzle
        self.start = Position.from_dict(puzzle["position"])
        self.rules = self.start.rules
        self.trump = self.start.contract.trump
        self.side = self.rules.side_names.index(puzzle["goal"]["side"])
        line = [parse_card(card) for card in puzzle["line"]]
        at_end = self.after(self.start, line)
        rest = () if at_end.is_over else Solver(at_end, 4).solve(at_end, cards="best").line
        self.line = (*line, *rest)
        self.k = self.line[0]
        self.seat = self.start.to_play or ""
        self.hand = self.start.hands[self.seat]
        self.legal = self.start.legal_plays()
        self.table = self.start.trick.plays
        self.rivals = [
            tuple(map(parse_card, (wrong["cards"][0], *wrong["line"]))) for wrong in puzzle["refutations"]
        ]
        self.classes = [set(map(parse_card, wrong["cards"])) for wrong in puzzle["refutations"]]
        tempting = puzzle.get("tempting")
        chosen = [tempting in wrong["cards"] for wrong in puzzle["refutations"]]
        self.wrong_line = self.rivals[chosen.index(True) if True in chosen else 0]
        self.wrong_cards = set().union(*self.classes)
        self.L = self.tricks(self.line)
        self.R = self.tricks(self.wrong_line)

    def after(self, position: Position, cards: Any) -> Position:
        for card in cards:
            position = position.play(card)
        return position

    def tricks(self, line: tuple[Card, ...]) -> list[Played]:
        end = self.after(self.start, line)
        assert end.is_over
        found = []
        for trick in end.tricks[len(self.start.tricks) :]:
            by = dict(zip(trick.seats(self.rules), trick.plays, strict=True))
            winner = trick.winner(self.rules, self.trump)
            found.append(Played(by, winner, by[winner]))
        return found

    def result(self, line: tuple[Card, ...]) -> DealResult:
        end = self.after(self.start, line)
        return result_of(self.rules, end.dealer, end.tally)

    def height(self, card: Card) -> int:
        """Comparable within a suit; trumps above all."""
        return self.rules.strengths(self.trump, card.suit)[card]

    def mine(self, seat: str) -> bool:
        return self.rules.side_of(seat) == self.side

    def points(self, *cards: Card) -> int:
        return sum(self.rules.card_points(card, self.trump) for card in cards)

    def trick_of(self, tricks: list[Played], card: Card) -> Played | None:
        return next((trick for trick in tricks if card in trick.by.values()), None)

    def reaches(self, position: Position) -> bool:
        """True if the goal is reached with best play."""
        if position.is_over:
            result = result_of(self.rules, position.dealer, position.tally).result
        else:
            value = solve(position, cards="none").value
            assert value is not None
            names = self.rules.side_names
            result = (value[names[0]], value[names[1]])
        goal = self.puzzle["goal"]
        if goal["at_least"] is None:
            verdict = verdict_of(position, result)
            return verdict is not None and verdict.side == self.side
        own, other = result[self.side], result[1 - self.side]
        return bool((own - other if goal["kind"] in ("lead", "honour") else own) >= goal["at_least"])

    def right(self, position: Position) -> set[Card]:
        return {card for card in position.legal_plays() if self.reaches(position.play(card))}

    @property
    def best_on_table(self) -> Card:
        led = self.table[0].suit
        return max(self.table, key=self.rules.strengths(self.trump, led).__getitem__)

    @property
    def best_is_mine(self) -> bool:
        return self.mine(self.start.trick.winner(self.rules, self.trump))

    def wins_now(self, card: Card) -> bool:
        """True if ``card`` would be the best of the trick on the table."""
        led = self.table[0].suit
        strengths = self.rules.strengths(self.trump, led)
        return strengths[card] > max(strengths[one] for one in self.table)

    def trumps(self, card: Card) -> bool:
        return card.suit == self.trump

    @property
    def is_ruffing(self) -> bool:
        return len(self.table) > 0 and not self.trumps(self.table[0]) and self.trumps(self.k)

    @property
    def mine_first(self) -> bool:
        return self.mine(self.L[0].winner)
