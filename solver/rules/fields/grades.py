"""The rules of the grades: section ``[grades]``, the swings from which on a card has its grade.

`solver.analysis.grades` says how these numbers, the deal score and the contract make the grade of a card with
all cards known, `solver.analysis.expectation` how ``stake`` makes that by what its player could know.
"""

from dataclasses import dataclass, field

from solver.rules.row import rule
from solver.rules.words import Scoring

MAX_SWING = 10_000
INACCURACY_SHARE, MISTAKE_SHARE, BLUNDER_SHARE = 1 / 20, 1 / 8, 1 / 4
"""The shares of the stake that a card is expected to cost from which on it has its grade."""


def _says(name: str) -> str:
    return f"A card that gives away {{value}} or more of its side's result minus the other's is {name}."


@dataclass(frozen=True)
class GradeFields:
    """The swings from which on a card has its grade."""

    inaccuracy: int = field(
        default=0,
        metadata=rule(
            "grades.inaccuracy",
            "The swing of the result from which on a card is an inaccuracy; a card that gives away less is "
            "good. Which grades suit a game follows from its objective and the points of its cards.",
            _says("an inaccuracy"),
            low=1,
            high=MAX_SWING,
        ),
    )
    mistake: int = field(
        default=0,
        metadata=rule(
            "grades.mistake",
            "The swing of the result from which on a card is a mistake.",
            _says("a mistake"),
            low=1,
            high=MAX_SWING,
        ),
    )
    blunder: int = field(
        default=0,
        metadata=rule(
            "grades.blunder",
            "The swing of the result from which on a card is a blunder. A card that turns the contract is "
            "one anyway, or the deal where `score.scoring` is `trick_table`; a card that costs nothing in "
            "the score is an inaccuracy at the worst.",
            _says("a blunder"),
            low=1,
            high=MAX_SWING,
        ),
    )
    stake: int = field(
        default=0,
        metadata=rule(
            "grades.stake",
            "The swing of the deal score when a usual contract is turned. By what its player could know, a "
            "card is graded by the share of it that the card is expected to cost: from a twentieth on an "
            "inaccuracy, from an eighth on a mistake, from a quarter on a blunder. 0, or left out: as "
            "the scoring suggests.",
            "A usual contract turned is worth {value} of the score; a card that is expected to cost a "
            "twentieth of it is an inaccuracy, an eighth a mistake, a quarter a blunder. With all cards "
            "known one that turns the contract, or the deal where there is no contract, is a blunder.",
            only={
                "scoring": (Scoring.taker, Scoring.bid, Scoring.duplicate, Scoring.trick_table),
            },
            high=MAX_SWING,
        ),
    )
