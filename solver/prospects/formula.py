"""The worth of a hand by a formula: a few counts, each with its points, fitted to solved deals.

The formulas of a game lie in a file of ``solver/prospects/models``, with the seed and the figures of the fit
(``python -m benchmarks.callers.fit``).  They say what the side of a player takes on average, belote included,
when one hand is known and the others are dealt at random; and how far results scatter about that.
"""

import tomllib
from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from solver.cards import Card
from solver.prospects.counts import SuitRole, TrumpKind, count_suit, kind_of, role_of
from solver.rules import Rules, shipped_name

MODELS = Path(__file__).parent / "models"
CONSTANT, ON_LEAD, PARTNER_LEADS = "constant", "on_lead", "partner_leads"
"""The points of a formula that hang on no card: always, and by who leads to the first trick."""
TIMID = 20.0
"""Points; stated, by how other players were read (docs/fair-verdict.md)."""


@dataclass(frozen=True)
class Formula:
    """The worth of a hand by its counts, under one kind of trumps: the points that its side takes."""

    points: Mapping[str, float]
    """For each count, what one more of it brings."""
    said: Mapping[str, float]
    """For each count of what was called before, the same."""
    scatter: Sequence[Sequence[float]]
    """For rising worths, the worth and then results that are equally likely about there, lowest first."""
    figures: Mapping[str, float]
    """Of the fit: ``deals``; ``r2`` and ``error``, the standard deviation of what is left, in points, each
    with its standard error; ``whole``, what both sides take on average; ``own_error``, ``heard_error``."""

    @property
    def own_error(self) -> float:
        """The standard deviation of the worth from what a hand takes on average over all deals, in points."""
        return self.figures["own_error"]

    @property
    def heard_error(self) -> float:
        """The same once others have called, from the mean over deals in which their calls are read."""
        return self.figures["heard_error"]

    def worth(self, holding: Mapping[str, frozenset[str]], trump: str, lead: str | None = None) -> float:
        """Return what the side takes on average, in points.

        holding: the ranks held, by suit.
        lead: `ON_LEAD`, `PARTNER_LEADS`, or None if an opponent leads.
        """
        known, of_suits = self._suits, 0.0
        for suit, ranks in holding.items():
            key = (suit, trump, ranks)
            points = known.get(key)
            if points is None:
                points = known[key] = self._of_suit(role_of(suit, trump), ranks)
            of_suits += points
        return self.points[CONSTANT] + self.of_lead(lead) + of_suits

    def of_lead(self, lead: str | None) -> float:
        """Return what it brings the side, in points, that it leads so: ``lead`` as for `worth`."""
        return 0.0 if lead is None else self.points.get(lead, 0.0)

    def _of_suit(self, role: SuitRole, ranks: frozenset[str]) -> float:
        counted = count_suit(role, ranks)
        return sum(self.points.get(name, 0.0) * number for name, number in counted.items())

    @cached_property
    def _suits(self) -> dict[tuple[str, str, frozenset[str]], float]:
        """The points that the ranks held in a suit bring under a trump: each is counted once."""
        return {}

    def results(self, worth: float) -> list[float]:
        """Return results that are equally likely where a hand is worth so much, lowest first, in points."""
        worths = self._worths
        place = min(max(bisect_right(worths, worth), 1), len(worths) - 1)
        low, high = self.scatter[place - 1], self.scatter[place]
        # Beyond the rows results go on as between the last two, for one step more.
        part = min(max((worth - low[0]) / (high[0] - low[0]), -1.0), 2.0)
        found = (below + part * (above - below) for below, above in zip(low[1:], high[1:], strict=True))
        return [max(points, 0.0) for points in found]

    @cached_property
    def _worths(self) -> list[float]:
        return [row[0] for row in self.scatter]


@dataclass(frozen=True, eq=False)
class Model:
    """The model of callers of one game: its formulas, and how sharply callers go by them."""

    name: str
    version: int
    seed: int
    noise: float
    """A call that is worth so many points less than another is made 1/e times as often."""
    caution: float
    """A pass is preferred to a bid or a take that is worth less than so many points more."""
    double_caution: float
    """The same for a double and a redouble."""
    formulas: Mapping[TrumpKind, Formula] = field(repr=False)

    def formula(self, trump: str) -> Formula:
        """Return the formula for a trump."""
        return self.formulas[kind_of(trump)]


def find_model(rules: Rules) -> Model | None:
    """Return the model of the callers of a game; None if it has none."""
    game = shipped_name(rules)
    return None if game is None else read_model(game)


@cache
def read_model(game: str) -> Model | None:
    """Return the model that was fitted to the game of that name; None if there is none."""
    path = MODELS / f"{game}.toml"
    if not path.is_file():
        return None
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return Model(
        name=game,
        version=data["version"],
        seed=data["seed"],
        noise=data["noise"],
        caution=data["caution"],
        double_caution=data["double_caution"],
        formulas={
            kind: Formula(**{part: data[kind][part] for part in ("points", "said", "scatter", "figures")})
            for kind in TrumpKind
            if kind in data
        },
    )


@lru_cache(maxsize=32)
def doubted(model: Model) -> tuple[Model, ...]:
    """Return the models of other players, by which it is told what the model may err by.

    They are half as sharp, of twice the noise; or they take each hand for `TIMID` points less.
    """
    timid = {
        kind: replace(formula, points={**formula.points, CONSTANT: formula.points[CONSTANT] - TIMID})
        for kind, formula in model.formulas.items()
    }
    return replace(model, noise=2 * model.noise), replace(model, formulas=timid)


def hold(rules: Rules, cards: Collection[Card]) -> dict[str, frozenset[str]]:
    """Return the ranks of ``cards`` by suit, for every suit of the game."""
    held: dict[str, list[str]] = {suit: [] for suit in rules.suits}
    for card in cards:
        held[card.suit].append(card.rank)
    return {suit: frozenset(ranks) for suit, ranks in held.items()}
