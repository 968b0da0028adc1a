"""Summaries: what the cards of a player or a side add up to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from solver.analysis.grades import JUDGED, Grade
from solver.answer_row import row, shows
from solver.engine import CardValue


@dataclass(frozen=True, slots=True)
class Summary:
    """The plays of a player or a side, added up; forced cards are not decisions.

    *Accuracy* is the share, in percent, of what the decisions could have given away that was kept.  Only
    decisions of which every card was proved count for it.
    """

    name: str | None = field(
        default=None,
        metadata=row("The player's name, as in the request.", absent="for a side, and if it was not stated"),
    )
    decisions: int = field(default=0, metadata=row("Cards played with a choice.", low=0))
    mistakes: int = field(default=0, metadata=row("Decisions that gave something away.", low=0))

    @property
    @shows("The number of decisions of each grade.", low=0, words=tuple(JUDGED))
    def grades(self) -> Mapping[str, int]:
        """The number of decisions of each grade."""
        return {grade.value: n for grade, n in zip(JUDGED, self.n_of_grade, strict=True)}

    swing: int = field(default=0, metadata=row("What they gave away of *own minus other*.", low=0))
    loss: int = field(default=0, metadata=row("What they cost the own side's result."))
    at_stake: int = field(
        default=0,
        metadata=row(
            "What the worst cards would have given away of *own minus other*, in the decisions of which "
            "every card is proved.",
            low=0,
        ),
    )
    kept: int = 0
    """The part of ``at_stake`` that was not given away."""
    n_of_grade: tuple[int, ...] = (0,) * len(JUDGED)
    """The number of decisions of each grade, in the order of `JUDGED`."""

    @property
    @shows(
        "The part of `at_stake` that was kept, in percent: 100 for best cards alone, 0 for the worst alone; "
        "null where nothing could be given away.",
        low=0,
        high=100,
    )
    def accuracy(self) -> float | None:
        """In percent, to one decimal; None where nothing could be given away."""
        return round(100 * self.kept / self.at_stake, 1) if self.at_stake else None

    @classmethod
    def of_play(cls, grade: Grade | None, cards: Sequence[CardValue], chosen: CardValue) -> Self:
        """Return the summary of one play: ``chosen`` of the playable ``cards``, and its grade."""
        if grade == Grade.forced:
            return cls()
        if grade is None:
            return cls(decisions=1)
        swing = chosen.swing or 0
        swings = [card.swing for card in cards if card.swing is not None]
        worst = max(swings) if len(swings) == len(cards) else 0
        return cls(
            decisions=1,
            mistakes=int(swing > 0),
            swing=swing,
            loss=chosen.loss or 0,
            at_stake=worst,
            kept=worst - swing if worst else 0,
            n_of_grade=tuple(int(grade == judged) for judged in JUDGED),
        )

    @classmethod
    def total(cls, parts: Iterable["Summary"]) -> Self:
        """Add up several summaries."""
        parts = tuple(parts)
        grades = [part.n_of_grade for part in parts] or [cls().n_of_grade]
        return cls(
            decisions=sum(part.decisions for part in parts),
            mistakes=sum(part.mistakes for part in parts),
            swing=sum(part.swing for part in parts),
            loss=sum(part.loss for part in parts),
            at_stake=sum(part.at_stake for part in parts),
            kept=sum(part.kept for part in parts),
            n_of_grade=tuple(map(sum, zip(*grades, strict=True))),
        )
