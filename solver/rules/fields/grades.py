"""The rules of the grades: section ``[grades]``, the swings from which on a card has its grade.

`solver.analysis.grades` says how these numbers, the deal score and the contract make the grade of a card.
"""

from dataclasses import dataclass, field

from solver.rules.row import rule

MAX_SWING = 10_000


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
            "good. If left out, as the objective and the points of the cards suggest.",
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
            "one anyway; a card that costs nothing in the score is an inaccuracy at the worst.",
            _says("a blunder"),
            low=1,
            high=MAX_SWING,
        ),
    )
