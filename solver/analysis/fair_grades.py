"""Fair grades: what a card or a call is called by what it is expected to give away.

Where the game has a deal score, a card is graded by what it costs there, as a share of the *stake*: what a
usual contract turned is worth (`solver.rules.fields.grades`).  From a twentieth on it is an *inaccuracy*,
from an eighth on a *mistake*, from a quarter on a *blunder*.  So a card that turns the contract in a quarter
of the deals is a blunder.  Where the score is the result, as in all fours, the mean swing, rounded to whole
points, is compared with the thresholds for open cards.  Two rules go with that:

- a difference of no more than `DOUBT` standard errors, where few deals were solved of more, counts for
  nothing (`Estimate.by_few`);
- a card that surely costs points, but not surely score, is an *inaccuracy* at the worst.

In bridge at IMPs the cost and the stake are converted to IMPs, the cost deal by deal.  There and at rubber
bridge a card that costs no more than an overtrick is *good*.

The shares are those of chess, made wider.  lichess gives these three names to a loss of 0.1, 0.2 and 0.3 of
winning chances, which run from -1 to 1: 5, 10 and 15 % of what lies between defeat and win (lichess-org/lila,
`modules/tree/src/main/Advice.scala`).  A deal is less than a game, and a mean over 60 deals has a standard
error of some 5 % of the stake, so that the two upper shares are greater here.
"""

from collections.abc import Iterable

from solver.analysis.expectation import ExpectedCard
from solver.analysis.grades import OVERTRICK, Grade
from solver.game import BridgeScoring, imps
from solver.knowledge import Estimate
from solver.rules import BLUNDER_SHARE, INACCURACY_SHARE, MISTAKE_SHARE, Objective, Rules, Scoring

SHARES = (
    (Grade.inaccuracy, INACCURACY_SHARE),
    (Grade.mistake, MISTAKE_SHARE),
    (Grade.blunder, BLUNDER_SHARE),
)
"""The share of the stake that a card must be expected to cost to have that grade."""

RIGHT = (Grade.best, Grade.good)
"""The grades of a card that was right to play."""
MISTAKES = (Grade.mistake, Grade.blunder)
"""The grades of what gives away as much as a mistake, or more."""


def grade_in_expectation(rules: Rules, card: ExpectedCard, scoring: BridgeScoring | None = None) -> Grade:
    """Return the fair grade of a card that was played with a choice; of bridge, by ``scoring``."""
    if card.is_best:
        return Grade.best
    lost, stake, overtrick = card.score_swing, rules.stake, 0
    if scoring == BridgeScoring.imps:
        lost, stake, overtrick = card.imps, imps(rules.stake), imps(OVERTRICK)
    elif scoring == BridgeScoring.rubber:
        overtrick = OVERTRICK
    if not stake or lost is None:
        return _grade_by_result(rules, card.swing)
    if lost.is_sure:
        return Grade.good if lost.mean <= overtrick else _by_share(stake, lost)
    return min(_grade_by_result(rules, card.swing), Grade.inaccuracy, key=list(Grade).index)


def grade_of_call(rules: Rules, lost: Estimate) -> Grade:
    """Return the grade of a call that is not best, and gives away ``lost`` of the deal score.

    In all fours, where the score is the result, it is graded as a card is.
    """
    if rules.scoring == Scoring.four_points:
        return _grade_by_result(rules, lost)
    return _by_share(rules.stake, lost) if rules.stake and lost.is_sure else Grade.good


def is_beyond_doubt(lost: Estimate, n_errors: float) -> bool:
    """True if something was surely given away: more than so many standard errors."""
    return lost.mean > n_errors * lost.error if lost.error else lost.mean > 0


def may_be_mistake(rules: Rules, lost: Estimate, n_errors: float) -> bool:
    """True if a call may well be a mistake: half as far from chance as what is beyond doubt."""
    if is_beyond_doubt(lost, n_errors) or lost.mean <= n_errors / 2 * lost.error:
        return False
    return grade_of_call(rules, Estimate(lost.mean, 0.0)) in MISTAKES


def _by_share(stake: int, lost: Estimate) -> Grade:
    return _worst((grade for grade, share in SHARES if lost.mean >= share * stake), Grade.good)


def _grade_by_result(rules: Rules, swing: Estimate) -> Grade:
    if not swing.is_sure:
        return Grade.good
    # Half a trick, or half a point of the smallest kind, is rounded up to a whole one.
    half = 0.5 if rules.objective == Objective.four_points else 1.0
    least = (
        (Grade.inaccuracy, rules.inaccuracy),
        (Grade.mistake, rules.mistake),
        (Grade.blunder, rules.blunder),
    )
    return _worst((grade for grade, lost in least if swing.mean >= lost - half), Grade.good)


def _worst(grades: Iterable[Grade], default: Grade) -> Grade:
    return max(grades, key=list(Grade).index, default=default)
