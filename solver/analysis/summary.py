"""Summaries: what the cards of a player or a side add up to, and how accurate they were.

*Accuracy* has the shape of the accuracy of lichess.org (https://lichess.org/page/accuracy, and
``AccuracyPercent.scala`` of lichess-org/lila).  There each move gets
``103.1668 exp(-0.04354 d) - 3.1669`` percent, ``d`` being the points of winning chance, 0 to 100, that it
gave away.  Here ``d`` is what a card gave away in percent of the stake, of which a quarter makes a blunder
in expectation (`solver.rules.fields.grades`).  The accuracy is the plain mean over the choices that could
matter.  It is not told of fewer than `MIN_CHOICES` choices, as a few cards say nothing of a player.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, hypot

from solver.analysis.grades import JUDGED, Grade, price
from solver.analysis.plays import Play
from solver.answer_row import row, shows
from solver.game import BridgeScoring, imps
from solver.knowledge import Estimate
from solver.records import made_quickly, maker_of
from solver.rules import BLUNDER_SHARE, Rules

MIN_CHOICES = 20
"""The fewest choices of which an accuracy is told."""
_HEIGHT, _DECAY, _DROP = 103.1668, 4.354, 3.1669
"""The curve of lichess; the decay is for a share of 1 in the place of 100 points of winning chance."""

_ONE_OF_GRADE: Mapping[Grade | None, tuple[int, ...]] = {
    grade: tuple(int(grade == judged) for judged in JUDGED) for grade in (*JUDGED, None)
}
"""The numbers of decisions of each grade for one decision, by its grade."""
_FAIR = "where no card has a fair verdict"


def stake_of(rules: Rules, scoring: BridgeScoring | None, *, is_scored: bool) -> float:
    """Return the stake of a deal, in the unit of `price`; ``is_scored`` says that the deal has a score.

    Without a score, and at matchpoints, a blunder by the result is the share of it that a blunder is.
    """
    if not is_scored or not rules.stake or scoring == BridgeScoring.matchpoints:
        return rules.blunder / BLUNDER_SHARE
    # A stake of one's own may be worth less than an IMP.
    return max(imps(rules.stake), 1) if scoring == BridgeScoring.imps else rules.stake


def accuracy_of(share: float) -> float:
    """Return the accuracy, in percent, of a card that gave away ``share`` of the stake, from 0 on.

    >>> [round(accuracy_of(share), 1) for share in (0, 0.05, 0.2, 0.5, 1)]
    [100.0, 79.8, 40.0, 8.5, 0.0]
    """
    return min(max(_HEIGHT * exp(-_DECAY * share) - _DROP, 0.0), 100.0)


@made_quickly
@dataclass(frozen=True, slots=True)
class Summary:
    """The plays of a player or a side, added up; forced cards are not decisions."""

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

    def n_of(self, grade: Grade) -> int:
        """Return the number of decisions of a grade."""
        return self.n_of_grade[JUDGED.index(grade)]

    swing: int = field(
        default=0, metadata=row("What they gave away of *own minus other*, with all cards known.", low=0)
    )
    loss: int = field(default=0, metadata=row("What they cost the own side's result, with all cards known."))
    score_swing: int | None = field(
        default=None,
        metadata=row(
            "What they gave away of the deal score, *own minus other*, with all cards known; a card that "
            "scored more than the best ones counts as 0.",
            absent="where no score can be told, and for a player without decisions",
            low=0,
        ),
    )
    imps: int | None = field(
        default=None,
        metadata=row("Bridge at IMPs: the IMPs that they gave away.", absent="elsewhere", low=0),
    )
    expected_swing: Estimate | None = field(
        default=None,
        metadata=row(
            "As `swing`, by what the player could know: the sum over the decisions that have a fair verdict.",
            name="expected_swing",
            absent=_FAIR,
            low=0,
            spread=True,
        ),
    )
    expected_loss: Estimate | None = field(
        default=None,
        metadata=row("As `loss`, in the same way.", name="expected_loss", absent=_FAIR, spread=True),
    )
    expected_score_swing: Estimate | None = field(
        default=None,
        metadata=row(
            "As `score_swing`, in the same way.",
            name="expected_score_swing",
            absent=f"{_FAIR}, or no score can be told",
            low=0,
            spread=True,
        ),
    )
    expected_imps: Estimate | None = field(
        default=None,
        metadata=row(
            "Bridge at IMPs: as `imps`, in the same way.",
            name="expected_imps",
            absent=f"elsewhere, and {_FAIR}",
            spread=True,
        ),
    )
    n_counted: int = 0
    """The decisions that could matter, which accuracy is the mean of."""
    percent: float = 0.0
    """The sum of their accuracies."""
    n_of_grade: tuple[int, ...] = (0,) * len(JUDGED)
    """The number of decisions of each grade, in the order of `JUDGED`."""

    @property
    @shows(
        "In percent: 100 for best cards alone. The mean, over the decisions of which every card is proved "
        "and some card would have cost something, of 103.1668 exp(-0.04354 d) - 3.1669, not below 0; d is "
        "what the card gave away of the deal score, with all cards known, in percent of the `stake` among "
        "the game's `grades`; at IMPs both are in IMPs, the 450 points of bridge as 10. In games without a "
        "score, and in bridge at matchpoints, it is what it gave away of the result, in percent of four "
        "times what makes a `blunder`. "
        f"Null for fewer than {MIN_CHOICES} decisions, which say nothing of a player, and where no decision "
        "could matter.",
        low=0,
        high=100,
    )
    def accuracy(self) -> float | None:
        """In percent, to one decimal; None for fewer than `MIN_CHOICES`, or where none could matter."""
        if self.decisions < MIN_CHOICES or not self.n_counted:
            return None
        return round(self.percent / self.n_counted, 1)

    @classmethod
    def of_play(cls, play: Play, stake: float, scoring: BridgeScoring | None = None) -> "Summary":
        """Return the summary of one play of a deal with that ``stake``, in the unit of `price`."""
        if play.grade == Grade.forced:
            return cls()
        chosen, fair = play.chosen, None if play.fair is None else play.fair.chosen
        # A choice counts for accuracy if it is proved and could matter.
        prices = [price(card, scoring) for card in play.before.cards]
        counts = None not in prices and any(prices)
        lost = price(chosen, scoring) or 0
        return _new_summary(
            decisions=1,
            mistakes=int((chosen.swing or 0) > 0),
            swing=chosen.swing or 0,
            loss=chosen.loss or 0,
            score_swing=None if chosen.score_swing is None else max(chosen.score_swing, 0),
            imps=play.imps,
            expected_swing=None if fair is None else fair.swing,
            expected_loss=None if fair is None else fair.loss,
            expected_score_swing=None if fair is None else fair.score_swing,
            expected_imps=None if fair is None else fair.imps,
            n_counted=int(counts),
            percent=accuracy_of(lost / stake) if counts else 0.0,
            n_of_grade=_ONE_OF_GRADE[play.grade],
        )

    @classmethod
    def total(cls, parts: Iterable["Summary"]) -> "Summary":
        """Add up several summaries."""
        parts = tuple(parts)
        if not parts:
            return cls()
        decisions = mistakes = swing = loss = n_counted = 0
        for part in parts:
            decisions += part.decisions
            mistakes += part.mistakes
            swing += part.swing
            loss += part.loss
            n_counted += part.n_counted
        scored = [part.score_swing for part in parts if part.score_swing is not None]
        in_imps = [part.imps for part in parts if part.imps is not None]
        expected = [part for part in parts if part.expected_swing is not None]
        return _new_summary(
            decisions=decisions,
            mistakes=mistakes,
            swing=swing,
            loss=loss,
            score_swing=sum(scored) if scored else None,
            imps=sum(in_imps) if in_imps else None,
            expected_swing=_sum([part.expected_swing for part in expected]),
            expected_loss=_sum([part.expected_loss for part in expected]),
            expected_score_swing=_sum([part.expected_score_swing for part in expected]),
            expected_imps=_sum([part.expected_imps for part in expected]),
            n_counted=n_counted,
            percent=sum([part.percent for part in parts]),
            n_of_grade=tuple(map(sum, zip(*[part.n_of_grade for part in parts], strict=True))),
        )


_new_summary = maker_of(Summary)


def _sum(parts: Sequence[Estimate | None]) -> Estimate | None:
    """Add up estimates of different cards, whose errors are taken to be independent."""
    known = [part for part in parts if part is not None]
    if not known:
        return None
    return Estimate(sum(part.mean for part in known), hypot(*(part.error for part in known)))
