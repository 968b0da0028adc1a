"""Mistakes made of a position and a card, and the reasons that are told of them."""

from dataclasses import dataclass, field
from typing import Any

from solver import Position
from solver.cards import Card
from solver.engine import NO_LIMIT, Budget, Solver
from solver.reasons.course import Course
from solver.reasons.explanation import Explanation, explain
from solver.reasons.search import find_reason
from solver.reasons.themes import Mistake


@dataclass(frozen=True)
class Deal:
    """A mistake: the cards that were played before, and the card."""

    variant: str
    leader: str
    hands: dict[str, str]
    contract: dict[str, Any]
    plays: str
    card: str
    stock: str = ""
    dealer: str = "N"
    rules: dict[str, Any] = field(default_factory=dict)

    def position(self) -> Position:
        """The position before the mistake."""
        return Position.from_dict(
            {
                "variant": self.variant,
                "rules": {"short_deals": True, **self.rules},
                "dealer": self.dealer,
                "leader": self.leader,
                "deal": self.hands,
                "contract": self.contract,
                "plays": self.plays.split(),
                **({"stock": self.stock.split()} if self.stock else {}),
            }
        )


def mistake_of(position: Position, card: Card) -> Mistake:
    """A card that gives something away, beside best play."""
    solver = Solver(position)
    answer = solver.solve(position)
    after = () if (then := position.play(card)).is_over else solver.solve(then).line
    chosen = next(value for value in answer.cards if value.card == card)
    best = next(value for value in answer.cards if value.card == answer.line[0])
    others = [value for value in answer.cards if value.swing == 0 and value is not best]
    courses = (Course(position, answer.line), Course(position, (card, *after)))
    return Mistake(*courses, best, chosen, others)


def explanation_of(position: Position, card: Card) -> Explanation:
    """What is told of a card that gives something away."""
    mistake = mistake_of(position, card)
    return explain(mistake, find_reason(mistake, Budget(NO_LIMIT), Solver(position)))
