"""A match: the sum of its deals' scores, points held over, and the side that reached the target first."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from solver.answer_row import BySide, SideName, row, shows
from solver.game.scoring import Outcome, Score, Step
from solver.game.tally import Pair
from solver.rules import Rules


class PlayedDeal(NamedTuple):
    """A deal of a match: its score (None where it has none) and, in all fours, the steps of `score_steps`."""

    score: Score | None
    steps: tuple[Step, ...] = ()
    taker: int | None = None
    """The taker's side, where the game has one."""


@dataclass(frozen=True, slots=True)
class MatchDeal:
    """The points of one deal in a match."""

    score: BySide = field(
        metadata=row(
            "What the deal itself brings to the match: its score, or 0 for both sides if it has none, as one "
            "that was thrown in, stops early, or lacks a taker or a bid."
        )
    )
    received: BySide = field(metadata=row("Points held over from earlier deals."))
    totals: BySide = field(metadata=row("The match so far, this deal included."))


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchScore:
    """The score of a match."""

    rules: Rules

    @property
    @shows("The total at which the game ends; null for none.", low=0)
    def target(self) -> int | None:
        """The total at which the game ends; None where there is none."""
        return self.rules.target or None

    totals: BySide = field(metadata=row("The sides' points."))
    held_over: int = field(metadata=row("Points that wait for the side that wins the next contract."))
    winner: SideName | None = field(metadata=row("The side that reached the target first."))
    decided_in: int | None = field(
        metadata=row(
            "The deal in which it did, from 0; deals after it still count, but the winner stays.", low=0
        )
    )
    deals: tuple[MatchDeal, ...] = field(metadata=row("Deal by deal."))


def match_score(rules: Rules, played: Iterable[PlayedDeal]) -> MatchScore:
    """Add up a match.

    Points held over go to the taker's side of the next deal if it makes its contract, else to the defenders;
    another litige adds its half, and a deal without a score leaves them waiting.  The first to the target
    wins: if both pass it in one deal, the higher total, and equal totals play on; in a game that counts in
    order, the side that reaches it first in the order of the steps.
    """
    totals: Pair = (0, 0)
    held_over = 0
    winner: int | None = None
    decided_in: int | None = None
    deals: list[MatchDeal] = []
    for index, deal in enumerate(played):
        scored = deal.score.by_side if deal.score else (0, 0)
        received: Pair = (0, 0)
        if deal.score and deal.score.outcome == Outcome.litige:
            held_over += deal.score.held_over
        elif held_over and deal.score and deal.taker is not None:
            is_first = (deal.taker == 0) == (deal.score.outcome == Outcome.made)
            received = (held_over, 0) if is_first else (0, held_over)
            held_over = 0
        before = totals
        totals = (totals[0] + scored[0] + received[0], totals[1] + scored[1] + received[1])
        deals.append(MatchDeal(*(rules.by_side(pair) for pair in (scored, received, totals))))
        if winner is None and rules.target:
            winner = (
                _first_in_order(rules, before, deal.steps) if rules.count_in_order else _higher(rules, totals)
            )
            decided_in = None if winner is None else index
    return MatchScore(
        rules=rules,
        totals=rules.by_side(totals),
        held_over=held_over,
        winner=None if winner is None else rules.side_names[winner],
        decided_in=decided_in,
        deals=tuple(deals),
    )


def _higher(rules: Rules, totals: Pair) -> int | None:
    """Return the side with more points, once one has reached the target."""
    if max(totals) < rules.target or totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1


def _first_in_order(rules: Rules, before: Pair, steps: Iterable[Step]) -> int | None:
    """Return the side that reaches the target first when the points of a deal are counted in order."""
    totals = list(before)
    for step in steps:
        totals[step.side] += step.points
        if totals[step.side] >= rules.target:
            return step.side
    return None
