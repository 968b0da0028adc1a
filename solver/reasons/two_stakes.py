"""Losses of two parts: a bonus or a card, and another one, neither of which makes the loss alone.

Both are let count for nothing, and little of the loss is left; the greater part is told.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from solver.cards import Card
from solver.game import earns_slam
from solver.reasons.finders import find_facts
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import Proof, ProvedReason, Reason, Worth
from solver.reasons.stakes import (
    CARDS,
    COMBINATION_THEMES,
    MOST_LEFT_OF_TWO,
    card_values,
    rules_of,
    slam_values,
    values_of,
    values_without,
)
from solver.reasons.themes import Fact, Mistake, Theme
from solver.reasons.this_trick import explains
from solver.rules import Objective

LEAST_PART = 1 - MOST_LEFT_OF_TWO
"""The share of the loss that each of the two parts makes alone."""
MOST_PAIRS = 3
"""The pairs that are tried, those with the greatest parts first."""


@dataclass(frozen=True, slots=True)
class _Stake:
    """A bonus, by its rules, or a card."""

    reason: Reason
    values: dict[str, Any]
    rules: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()


def two_stakes(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find two of the bonuses and cards that both lines show, which make the loss together."""
    if mistake.rules.objective != Objective.card_points:
        return
    parts = []
    for fact in find_facts(mistake):
        stake = _stake_of(mistake, fact)
        if stake is not None:
            gone = mistake.cost - _left(mistake, prover, stake)
            if gone >= LEAST_PART * mistake.cost:
                parts.append((gone, stake))
    parts.sort(key=lambda part: -part[0])
    pairs = sorted(combinations(parts, 2), key=lambda pair: -(pair[0][0] + pair[1][0]))
    for (_, most), (_, other) in pairs[:MOST_PAIRS]:
        left = _left(mistake, prover, most, other)
        if explains(mistake, left, 0):
            yield proved(mistake, most.reason, most.values, _proof(mistake, left, most, other))
            return


def _stake_of(mistake: Mistake, fact: Fact) -> _Stake | None:
    """Return what a fact puts at stake, or None for a fact of another kind."""
    if fact.theme in CARDS:
        named = card_values(mistake, fact)
        return None if named is None else _Stake(Reason[fact.theme.name], named, cards=(named["card"],))
    if fact.theme in COMBINATION_THEMES:
        values = values_of(mistake, fact)
        return _Stake(Reason[fact.theme.name], values, tuple(rules_of(mistake, values["way"])))
    if fact.theme == Theme.last_trick:
        return _Stake(Reason.last_trick, values_of(mistake, fact), ("last_trick",))
    if fact.theme in (Theme.slam_missed, Theme.slam_conceded) and earns_slam(mistake.rules):
        reason = Reason[fact.theme.name]
        return _Stake(reason, slam_values(mistake, reason), ("slam",))
    return None


def _left(mistake: Mistake, prover: Prover, *stakes: _Stake) -> int:
    """Return what is left of the loss without some stakes."""
    cards = [card for stake in stakes for card in stake.cards]
    best, played = values_without(mistake, prover, cards, _rules_of_all(stakes))
    return best - played


def _rules_of_all(stakes: tuple[_Stake, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for stake in stakes for rule in stake.rules))


def _proof(mistake: Mistake, left: int, *stakes: _Stake) -> Proof:
    """Return the proof by two stakes: only the difference of the two values is known."""
    before, now = mistake.leads_own
    return Proof(
        kind="worthless",
        cards=tuple(card for stake in stakes for card in stake.cards),
        rules=_rules_of_all(stakes) or None,
        best=Worth(before, before),
        played=Worth(now, before - left),
    )
