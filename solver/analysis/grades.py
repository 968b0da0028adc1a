"""Grades: what a card deserves to be called.

A card is *forced* where no other was playable, and *best* where it gives nothing away.  Any other is graded
by its swing: what it gives away of own minus other of the result.  The thresholds are the game's own
(`solver.rules.fields.grades`): *good* below `inaccuracy`, then *inaccuracy*, *mistake*, *blunder*.  Two rules
go before the swing:

- a card after which the contract (or the deal, in a game scored by its tricks) is no longer the side's own,
  or no longer open, is a *blunder*, however little it gives away;
- a card that costs nothing in the deal score, as in a contract that is lost beyond repair, is an
  *inaccuracy* at the worst.

All this is so in bridge at matchpoints, where a trick may be worth as much as the contract.  At IMPs and at
rubber bridge the deal score alone counts, by the thresholds of `SCALES`.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from solver.engine import CardValue
from solver.game import BridgeScoring, Position, imps, number_sides, verdict_of
from solver.rules import Rules, Thresholds


class Grade(StrEnum):
    """The name that a card deserves, the worst last, and greatest.

    >>> [grade.value for grade in Grade][-3:], Grade.blunder > Grade.mistake >= Grade.mistake
    (['inaccuracy', 'mistake', 'blunder'], True)
    """

    forced = "forced"
    best = "best"
    good = "good"
    inaccuracy = "inaccuracy"
    mistake = "mistake"
    blunder = "blunder"

    @property
    def rank(self) -> int:
        """The number of grades that are not as bad."""
        return _RANKS[self]

    # A text would be compared by its letters.
    def __lt__(self, other: object) -> bool:
        return self.rank < other.rank if isinstance(other, Grade) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.rank <= other.rank if isinstance(other, Grade) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.rank > other.rank if isinstance(other, Grade) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.rank >= other.rank if isinstance(other, Grade) else NotImplemented


_RANKS = {grade: rank for rank, grade in enumerate(Grade)}
JUDGED = tuple(grade for grade in Grade if grade != Grade.forced)
"""The grades of decisions."""
SIGNS: Mapping[Grade, str] = {Grade.inaccuracy: "?!", Grade.mistake: "?", Grade.blunder: "??"}
"""The sign behind a card of that grade, as chess players write it."""


def price(card: CardValue, scoring: BridgeScoring | None) -> int | None:
    """Return what a card gives away, in the measure that counts; None while that is not proved.

    That is the deal score where the game has one, else the result; in bridge tricks at matchpoints, and IMPs
    at IMPs.
    """
    score_swing = card.score_swing
    if score_swing is None or scoring == BridgeScoring.matchpoints:
        return card.swing
    if scoring == BridgeScoring.imps:
        return imps_lost(card)
    return score_swing if score_swing > 0 else 0


def imps_lost(card: CardValue) -> int | None:
    """Return the IMPs that a card gives away; None where no score is known."""
    return None if card.score_swing is None else imps(max(card.score_swing, 0))


SCALES: Mapping[BridgeScoring, Thresholds] = {
    # One overtrick, 20 or 30 points, is 1 IMP.  The smallest contract made or not is 120 points, or 3 IMPs;
    # 7 IMPs, from 270 points on, are more than any part-score that is not doubled.
    BridgeScoring.imps: Thresholds(inaccuracy=2, mistake=3, blunder=7),
    # The same in points: an undertrick, the smallest contract, more than a part-score.
    BridgeScoring.rubber: Thresholds(inaccuracy=50, mistake=120, blunder=270),
}
"""The losses from which on a card has its grade: in IMPs, and in points at rubber bridge."""


OVERTRICK = 30
"""The points of an overtrick, undoubled, in a major suit or at no trumps."""


def grade_card(
    position: Position, cards: Sequence[CardValue], chosen: CardValue, scoring: BridgeScoring | None = None
) -> Grade | None:
    """Return the grade of the card ``chosen`` in ``position``, or None if its swing is not proved.

    ``cards`` are all that were playable, with the values that `solver.engine.Solver` gives them.  In bridge
    the grade is by ``scoring``, where the contract has a score.
    """
    if len(cards) == 1:
        return Grade.forced
    if chosen.swing is None:
        return None
    if chosen.swing == 0:
        return Grade.best
    if scoring is not None and scoring in SCALES and chosen.score_swing is not None:
        return grade_of(price(chosen, scoring) or 0, SCALES[scoring])
    if is_turned(position, cards, chosen):
        return Grade.blunder
    grade = grade_of(chosen.swing, position.rules)
    costs_no_score = chosen.score_swing is not None and chosen.score_swing <= 0
    return Grade.inaccuracy if costs_no_score and grade in (Grade.mistake, Grade.blunder) else grade


def grade_of(lost: float, thresholds: Thresholds | Rules) -> Grade:
    """Return the grade of a card that is not best, and gives away ``lost``, in the unit of ``thresholds``."""
    if lost >= thresholds.blunder:
        return Grade.blunder
    if lost >= thresholds.mistake:
        return Grade.mistake
    return Grade.inaccuracy if lost >= thresholds.inaccuracy else Grade.good


def is_turned(position: Position, cards: Sequence[CardValue], chosen: CardValue) -> bool:
    """True if the verdict is worse for the player's side after ``chosen`` than after the best card."""
    best = next(card for card in cards if card.swing == 0)
    own = position.side_to_play
    if own is None or best.value is None or chosen.value is None:
        return False
    before = verdict_of(position, number_sides(position.rules, best.value))
    after = verdict_of(position, number_sides(position.rules, chosen.value))
    return before is not None and after is not None and after.rank_for(own) < before.rank_for(own)
