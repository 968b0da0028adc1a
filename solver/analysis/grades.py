"""Grades: what a card deserves to be called.

A card is *forced* where no other was playable, and *best* where it gives nothing away.  Any other is graded
by its swing: what it gives away of own minus other of the result.  The thresholds are the game's own
(`solver.rules.fields.grades`): *good* below `inaccuracy`, then *inaccuracy*, *mistake*, *blunder*.  Two rules
go before the swing:

- a card after which the contract (or the deal, in a game scored by its tricks) is no longer the side's own,
  or no longer open, is a *blunder*, however little it gives away;
- a card that costs nothing in the deal score, as in a contract that is lost beyond repair, is an
  *inaccuracy* at the worst.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

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
