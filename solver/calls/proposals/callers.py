"""The model of callers of all fours: how likely a player is to propose another suit, or to accept one.

A player goes by what the call is worth more than the other one, in points of the deal, own minus other: a sum
over the cards of the hand.  The sums lie in a file beside this, fitted to solved deals by ``python -m
benchmarks.callers.proposals``; they are softened by the ``noise`` of the model.
"""

import tomllib
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

from solver.cards import Card
from solver.game import ACCEPT, PROPOSE
from solver.rules import Rules, shipped_name

MODELS = Path(__file__).parent
CONSTANT = "constant"
"""The points that hang on no card."""
HONOURS = frozenset("AKQJT")
"""The ranks that count by name; those below count as trumps alone."""
MODELLED = (PROPOSE, ACCEPT)
"""The calls whose worth the model knows: against ``take``, and against ``refuse``."""


@dataclass(frozen=True, eq=False)
class ProposalModel:
    """The model of one game."""

    name: str
    version: int
    seed: int
    noise: float
    """A call is made e times as often as the other where it is worth so many points more."""
    points: Mapping[str, Mapping[str, float]] = field(repr=False)
    """For each call of `MODELLED`: what one more of each count brings."""
    figures: Mapping[str, Mapping[str, float]] = field(repr=False)
    """Of the fits: ``deals``, ``r2`` and ``error``, the standard deviation of what is left, in points."""

    def gain(self, call: str, hand: Collection[Card], trump: str) -> float:
        """Return what ``call`` is worth more than the other one, in points, with the suit turned up."""
        points = self.points[call]
        return sum(points.get(name, 0.0) * number for name, number in count_cards(hand, trump).items())

    def chance(self, call: str, hand: Collection[Card], trump: str) -> float:
        """Return the chance that a player with ``hand`` makes ``call`` when ``trump`` is turned up."""
        return 1 / (1 + exp(-self.gain(call, hand, trump) / self.noise))


def count_cards(hand: Collection[Card], trump: str) -> dict[str, float]:
    """Return the counts of a hand: its trumps, and the honours among them and in the other suits.

    >>> from solver.cards import parse_card
    >>> count_cards([parse_card(name) for name in ("SA", "S5", "HK", "D3")], "S")
    {'constant': 1.0, 'trumps': 2.0, 'trump_A': 1.0, 'plain_K': 1.0}
    """
    counts: Counter[str] = Counter({CONSTANT: 1, "trumps": sum(card.suit == trump for card in hand)})
    for card in hand:
        if card.rank in HONOURS:
            counts[f"{'trump' if card.suit == trump else 'plain'}_{card.rank}"] += 1
    return {name: float(number) for name, number in counts.items() if number}


def find_proposal_model(rules: Rules) -> ProposalModel | None:
    """Return the model of the callers of a game; None if it has none."""
    game = shipped_name(rules)
    return None if game is None else _read_model(game)


@cache
def _read_model(game: str) -> ProposalModel | None:
    """Return the model that was fitted to the game of that name; None if there is none."""
    path = MODELS / f"{game}.toml"
    if not path.is_file():
        return None
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return ProposalModel(
        name=game,
        version=data["version"],
        seed=data["seed"],
        noise=data["noise"],
        points={call: data[call]["points"] for call in MODELLED},
        figures={call: data[call]["figures"] for call in MODELLED},
    )
