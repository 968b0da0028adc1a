"""What cards were worth in expectation, over deals that their player could believe in, and their fair grade.

The grade is that of `solver.analysis.grades` as far as expectations allow.  A card is *best* if none is
better in
expectation for the result, or none for the deal score.  Of any other, the mean swing, rounded to whole tricks
or points, is held against the game's own numbers, with three things besides:

- a difference of no more than `DOUBT` standard errors counts for nothing;
- a card that costs nothing in the deal score is an *inaccuracy* at the worst;
- a card that turns the contract in half of the deals or more is a *blunder*, in a fifth of them a *mistake*
  at least, in a twentieth an *inaccuracy* at least.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

from solver.analysis.grades import Grade
from solver.cards import Card, Notation, format_card
from solver.engine import Stats
from solver.rules import Objective, Rules

DOUBT = 2.0
"""A mean of no more than so many standard errors may well be chance."""
TURNED = ((Grade.blunder, 0.5), (Grade.mistake, 0.2), (Grade.inaccuracy, 0.05))
"""From which share of deals on, in which it turns the contract, a card has at least that grade."""

DIGITS = 3
"""Of expectations, behind the point."""
MAX_EXACT_COUNT = 2**53
"""Counts above it are given to three digits: not every JSON reader could hold them."""


class Estimate(NamedTuple):
    """A mean over the deals sampled, and its standard error: 0 when those were all."""

    mean: float
    error: float

    @property
    def is_sure(self) -> bool:
        """Whether it is above 0 beyond doubt."""
        return self.mean > DOUBT * self.error


def estimate(numbers: Sequence[int], n_deals: int) -> Estimate:
    """The mean of ``numbers``, one for each of the deals drawn without repetition from ``n_deals``.

    There must be two at least, or all.  The error allows for the part of the deals that was drawn (W. G.
    Cochran, *Sampling Techniques*, section 2.6).
    """
    n, total = len(numbers), sum(numbers)
    if n == n_deals:
        return Estimate(total / n, 0.0)
    spread = n * sum(number * number for number in numbers) - total * total
    return Estimate(total / n, sqrt(spread / (n * n * (n - 1)) * (1 - n / n_deals)))


class Sample(NamedTuple):
    """What one card came to in one deal."""

    result: tuple[int, int]
    """Of the player's side and of the other."""
    score: tuple[int, int] | None
    rank: int | None
    """Whose the contract was: 2 for the player's side, 0 for the other, 1 for neither; None without one."""


@dataclass(frozen=True, slots=True)
class ExpectedCard:
    """One playable card and what it is worth in expectation."""

    card: Card
    value: Mapping[str, float]
    """The mean final result by side."""
    score: Mapping[str, float] | None
    """The mean deal score by side."""
    swing: Estimate
    """What it gives away of own minus other of the result, against the card best in expectation for it."""
    loss: Estimate
    """The drop of the playing side's own result, against the same card."""
    score_swing: Estimate | None
    """As `swing`, of the deal score, against the card best in expectation for that."""
    turned: Estimate | None
    """In which share of the deals it turns the contract, against the card best for the score; those in which
    that one turns it count against them."""

    @property
    def is_best(self) -> bool:
        """Whether no card is better in expectation, for the result or for the deal score."""
        return self.swing.mean == 0 or (self.score_swing is not None and self.score_swing.mean == 0)

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """The form of the public contract."""
        data: dict[str, Any] = {"card": format_card(self.card, notation), "value": _rounded(self.value)}
        if self.score is not None:
            data["score"] = _rounded(self.score)
        return data | self.estimates()

    def estimates(self) -> dict[str, float]:
        """What it gives away, each number with its standard error, in the form of the public contract."""
        data: dict[str, float] = {}
        for name in ("swing", "loss", "score_swing", "turned"):
            found: Estimate | None = getattr(self, name)
            if found is not None:
                data[name], data[f"{name}_error"] = (round(number, DIGITS) for number in found)
        return data


@dataclass(frozen=True, slots=True)
class FairVerdict:
    """A card judged by what its player could know."""

    card: Card
    grade: Grade
    cards: tuple[ExpectedCard, ...]
    """All that were playable, best first."""
    n_samples: int
    """How many deals were solved."""
    n_deals: int
    """How many agree with what the player knew."""
    stats: Stats

    @property
    def chosen(self) -> ExpectedCard:
        """The card that was played."""
        return next(card for card in self.cards if card.card == self.card)

    @property
    def exhaustive(self) -> bool:
        """Whether every deal was solved, so that the expectations are exact."""
        return self.n_samples == self.n_deals

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards best in expectation for the result."""
        return tuple(card.card for card in self.cards if card.swing.mean == 0)

    @property
    def best_for_score(self) -> tuple[Card, ...] | None:
        """The cards best in expectation for the deal score; None without one."""
        if any(card.score_swing is None for card in self.cards):
            return None
        return tuple(card.card for card in self.cards if card.score_swing and card.score_swing.mean == 0)

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """The form of the public contract."""
        data: dict[str, Any] = {
            "grade": self.grade.value,
            "samples": self.n_samples,
            "deals": self.n_deals if self.n_deals <= MAX_EXACT_COUNT else float(f"{self.n_deals:.3g}"),
            "exhaustive": self.exhaustive,
            **self.chosen.estimates(),
            "best": [format_card(card, notation) for card in self.best],
        }
        if self.best_for_score is not None:
            data["best_for_score"] = [format_card(card, notation) for card in self.best_for_score]
        data["cards"] = [card.to_dict(notation) for card in self.cards]
        data["stats"] = self.stats.to_dict()
        return data


def _rounded(means: Mapping[str, float]) -> dict[str, float]:
    return {side: round(mean, DIGITS) for side, mean in means.items()}


def expect(
    rules: Rules, own: int, samples: Mapping[Card, Sequence[Sample]], n_deals: int
) -> tuple[ExpectedCard, ...]:
    """What each card is worth in expectation to side ``own``, best first.

    ``samples`` are, for each playable card, what it came to in the same deals in the same order.
    """
    leads = {card: [sample.result[0] - sample.result[1] for sample in of] for card, of in samples.items()}
    best = max(samples, key=lambda card: sum(leads[card]))
    scores = {
        card: [sample.score[0] - sample.score[1] for sample in of if sample.score is not None]
        for card, of in samples.items()
    }
    has_score = all(len(scores[card]) == len(of) for card, of in samples.items())
    best_for_score = max(samples, key=lambda card: (sum(scores[card]), sum(leads[card])))
    names = (rules.side_names[own], rules.side_names[1 - own])

    def judge(card: Card) -> ExpectedCard:
        losses = [
            ours.result[0] - theirs.result[0]
            for ours, theirs in zip(samples[best], samples[card], strict=True)
        ]
        return ExpectedCard(
            card=card,
            value=_means(names, [sample.result for sample in samples[card]]),
            score=_means(names, [sample.score for sample in samples[card] if sample.score is not None])
            if has_score
            else None,
            swing=estimate(_differences(leads[best], leads[card]), n_deals),
            loss=estimate(losses, n_deals),
            score_swing=estimate(_differences(scores[best_for_score], scores[card]), n_deals)
            if has_score
            else None,
            turned=_turned(samples[best_for_score], samples[card], n_deals) if has_score else None,
        )

    return tuple(sorted(map(judge, samples), key=lambda card: card.swing.mean))


def _differences(numbers: Sequence[int], others: Sequence[int]) -> list[int]:
    return [number - other for number, other in zip(numbers, others, strict=True)]


def _means(names: tuple[str, str], pairs: Sequence[tuple[int, int]]) -> dict[str, float]:
    return {name: sum(pair[side] for pair in pairs) / len(pairs) for side, name in enumerate(names)}


def _turned(best: Sequence[Sample], played: Sequence[Sample], n_deals: int) -> Estimate | None:
    signs = []
    for ours, theirs in zip(best, played, strict=True):
        if ours.rank is None or theirs.rank is None:
            return None
        signs.append((ours.rank > theirs.rank) - (ours.rank < theirs.rank))
    return estimate(signs, n_deals)


def grade_in_expectation(rules: Rules, card: ExpectedCard) -> Grade:
    """The fair grade of a card that was played with a choice."""
    if card.is_best:
        return Grade.best
    grade = Grade.good
    if card.swing.is_sure:
        # Half a trick, or half a point of the smallest kind, is rounded up to a whole one.
        half = 0.5 if rules.objective == Objective.four_points else 1.0
        for worse, least in (
            (Grade.inaccuracy, rules.inaccuracy),
            (Grade.mistake, rules.mistake),
            (Grade.blunder, rules.blunder),
        ):
            if card.swing.mean >= least - half:
                grade = worse
    if card.score_swing is not None and not card.score_swing.is_sure and grade != Grade.good:
        grade = Grade.inaccuracy
    if card.turned is not None and card.turned.is_sure:
        least_grades = [least for least, share in TURNED if card.turned.mean >= share]
        return max([grade, *least_grades], key=list(Grade).index)
    return grade
