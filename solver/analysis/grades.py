"""Grades: what a card deserves to be called, and what a player's cards add up to.

A card is *forced* where no other was playable, and *best* where it gives nothing away.  Any other is graded
by its swing: what it gives away of own minus other of the result.  The thresholds are the game's own
(`solver.rules.fields.grades`): *good* below `inaccuracy`, then *inaccuracy*, *mistake*, *blunder*.  Two rules
go before the swing:

- a card after which the contract (or the deal, in a game scored by its tricks) is no longer the side's own,
  or no longer open, is a *blunder*, however little it gives away;
- a card that costs nothing in the deal score, as in a contract that is lost beyond repair, is an
  *inaccuracy* at the worst.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from solver.answer_row import row, shows
from solver.engine import CardValue
from solver.game import Position, number_sides, verdict_of


class Grade(StrEnum):
    """The name that a card deserves, the worst last.

    >>> [grade.value for grade in Grade][-3:]
    ['inaccuracy', 'mistake', 'blunder']
    """

    forced = "forced"
    best = "best"
    good = "good"
    inaccuracy = "inaccuracy"
    mistake = "mistake"
    blunder = "blunder"


JUDGED = tuple(grade for grade in Grade if grade != Grade.forced)
"""The grades of decisions."""
SIGNS: Mapping[Grade, str] = {Grade.inaccuracy: "?!", Grade.mistake: "?", Grade.blunder: "??"}
"""The sign behind a card of that grade, as chess players write it."""


def grade_card(position: Position, cards: Sequence[CardValue], chosen: CardValue) -> Grade | None:
    """Return the grade of the card ``chosen`` in ``position``, or None if its swing is not proved.

    ``cards`` are all that were playable, with the values that `solver.engine.Solver` gives them.
    """
    if len(cards) == 1:
        return Grade.forced
    if chosen.swing is None:
        return None
    if chosen.swing == 0:
        return Grade.best
    if is_turned(position, cards, chosen):
        return Grade.blunder
    rules = position.rules
    grade = Grade.good
    for worse, least in (
        (Grade.inaccuracy, rules.inaccuracy),
        (Grade.mistake, rules.mistake),
        (Grade.blunder, rules.blunder),
    ):
        if chosen.swing >= least:
            grade = worse
    costs_no_score = chosen.score_swing is not None and chosen.score_swing <= 0
    return Grade.inaccuracy if costs_no_score and grade in (Grade.mistake, Grade.blunder) else grade


def is_turned(position: Position, cards: Sequence[CardValue], chosen: CardValue) -> bool:
    """True if the verdict is worse for the player's side after ``chosen`` than after the best card."""
    best = next(card for card in cards if card.swing == 0)
    own = position.side_to_play
    if own is None or best.value is None or chosen.value is None:
        return False
    before = verdict_of(position, number_sides(position.rules, best.value))
    after = verdict_of(position, number_sides(position.rules, chosen.value))
    return before is not None and after is not None and after.rank_for(own) < before.rank_for(own)


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
