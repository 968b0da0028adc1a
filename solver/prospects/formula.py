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
from solver.game import Contract, deal_score, lead_of, sign_of
from solver.prospects.counts import SuitRole, TrumpKind, count_suit, kind_of, role_of
from solver.rules import Rules

MODELS = Path(__file__).parent / "models"
CONSTANT, ON_LEAD, PARTNER_LEADS = "constant", "on_lead", "partner_leads"
"""The points of a formula that hang on no card: always, and by who leads to the first trick."""


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
    """Of the fit: ``deals``, ``r2`` and ``error``, the standard deviation of what is left, in points."""

    def worth(self, holding: Mapping[str, frozenset[str]], trump: str, lead: str | None = None) -> float:
        """Return what the side takes on average, in points.

        holding: the ranks held, by suit.
        lead: `ON_LEAD`, `PARTNER_LEADS`, or None if an opponent leads.
        """
        points = self.points
        found = points[CONSTANT] + (points.get(lead, 0.0) if lead is not None else 0.0)
        return found + sum(self._suit(role_of(suit, trump), ranks) for suit, ranks in holding.items())

    def _suit(self, role: SuitRole, ranks: frozenset[str]) -> float:
        known = self._suits.get((role, ranks))
        if known is None:
            counted = count_suit(role, ranks)
            known = sum(self.points.get(name, 0.0) * number for name, number in counted.items())
            self._suits[role, ranks] = known
        return known

    @cached_property
    def _suits(self) -> dict[tuple[SuitRole, frozenset[str]], float]:
        return {}

    def results(self, worth: float) -> list[float]:
        """Return results that are equally likely where a hand is worth so much, lowest first, in points."""
        worths = self._worths
        place = min(max(bisect_right(worths, worth), 1), len(worths) - 1)
        low, high = self.scatter[place - 1], self.scatter[place]
        part = min(max((worth - low[0]) / (high[0] - low[0]), 0.0), 1.0)
        return [below + part * (above - below) for below, above in zip(low[1:], high[1:], strict=True)]

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
    """A pass is preferred to a call that is worth less than so many points more."""
    formulas: Mapping[TrumpKind, Formula] = field(repr=False)

    def formula(self, trump: str) -> Formula:
        """Return the formula for a trump."""
        return self.formulas[kind_of(trump)]


@cache
def find_model(game: str) -> Model | None:
    """Return the model of the game of that name; None if there is none."""
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
        formulas={
            kind: Formula(**{part: data[kind][part] for part in ("points", "said", "scatter", "figures")})
            for kind in TrumpKind
            if kind in data
        },
    )


def hold(rules: Rules, cards: Collection[Card]) -> dict[str, frozenset[str]]:
    """Return the ranks of ``cards`` by suit, for every suit of the game."""
    held: dict[str, list[str]] = {suit: [] for suit in rules.suits}
    for card in cards:
        held[card.suit].append(card.rank)
    return {suit: frozenset(ranks) for suit, ranks in held.items()}


class ExpectedScores:
    """The scores to expect of contracts where a hand is worth so much; each is worked out once."""

    def __init__(self, rules: Rules, model: Model) -> None:
        self._rules = rules
        self._model = model
        self._known: dict[tuple[TrumpKind, int | None, int, int], float] = {}

    def lead(self, contract: Contract, worth: int) -> float:
        """Return the score of the taker's side minus the other's, where it takes ``worth`` on average."""
        # Suits are alike as trumps, and both sides score alike.
        key = (kind_of(contract.trump), contract.bid, contract.multiplier, worth)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._lead(contract, worth)
        return found

    def _lead(self, contract: Contract, worth: int) -> float:
        rules = self._rules
        taker = replace(contract, taker=rules.players[0])
        side = rules.side_of(rules.players[0])
        total = rules.total_card_points(contract.trump) + rules.last_trick
        lead, results = 0, self._model.formula(contract.trump).results(worth)
        for points in results:
            own = round(points)
            pair = (own, max(total - own, 0))
            score = deal_score(rules, taker, None, pair if side == 0 else pair[::-1])
            assert score is not None, "a contract with a taker has a score"
            lead += lead_of(score.by_side) * sign_of(side)
        return lead / len(results)


@lru_cache(maxsize=32)
def expected_scores(rules: Rules, model: Model) -> ExpectedScores:
    """Return the scores to expect by the rules and the model, those that are known already."""
    return ExpectedScores(rules, model)
