"""The shares of calls: how likely the model's player is to make each of them where a hand is worth so much.

All calls but a pass must be worth some points more, the ``caution`` of the model, for doubles its
``double_caution``.  A call worth so many points less than another as its ``noise`` is made 1/e times as
often.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import exp
from typing import NamedTuple

from solver.game import UNDOUBLED, Contract, Outcome, Pair, deal_score, lead_of, sign_of
from solver.prospects.counts import TrumpKind, kind_of
from solver.prospects.formula import Model
from solver.rules import Rules

MOST = 200.0
"""A call of a hundred times the worth of another is not made oftener than this power of e."""
PASS = "pass"
"""A pass in the games that have a model; the `PASS` of `solver.game` is that of bridge."""


class Shares(dict[int, tuple[float, ...]]):
    """The shares of calls that hang on one worth, by that worth in whole points: their sum, then each one.

    A share is 1 for a call that scores nothing; the chance of a call is its share of those of all calls.
    """

    def __init__(
        self, scores: "ExpectedScores", calls: Sequence[tuple[str, Contract]], *, is_own: bool
    ) -> None:
        """Take calls that leave contracts of one trump and taker; ``is_own``: the player's side takes."""
        super().__init__()
        self._scores = scores
        self._is_own = is_own
        self._calls = calls
        self._whole = round(scores.model.formula(calls[0][1].trump).figures["whole"])

    def __missing__(self, worth: int) -> tuple[float, ...]:
        """Work the shares out for a worth that was not asked for before."""
        model, is_own = self._scores.model, self._is_own
        points, shares = worth if is_own else self._whole - worth, list[float]()
        for call, contract in self._calls:
            lead = self._scores.lead(contract, points)
            if call == PASS:
                caution = 0.0
            else:
                caution = model.caution if contract.multiplier == UNDOUBLED else model.double_caution
            worth_of_call = (lead if is_own else -lead) - caution
            shares.append(exp(min(max(worth_of_call / model.noise, -MOST), MOST)))
        found = self[worth] = (sum(shares), *shares)
        return found


class ExpectedScores:
    """The scores to expect of contracts where a hand is worth so much; each is worked out once."""

    def __init__(self, rules: Rules, model: Model) -> None:
        self._rules = rules
        self.model = model
        self._known: dict[tuple[TrumpKind, int | None, int, int], float] = {}
        self._shares: dict[Hashable, Shares] = {}
        self._scored: dict[Hashable, Scored] = {}
        self._totals: dict[str, int] = {}
        """The card points that there are under each trump, added up once."""

    def lead(self, contract: Contract, worth: int) -> float:
        """Return the score of the taker's side minus the other's, where it takes ``worth`` on average."""
        # Suits are alike as trumps, and both sides score alike.
        key = (kind_of(contract.trump), contract.bid, contract.multiplier, worth)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._lead(contract, worth)
        return found

    def shares_of(self, calls: Sequence[tuple[str, Contract]], *, is_own: bool) -> Shares:
        """Return the shares of calls that leave contracts of one trump and taker.

        Those of other seats and suits at the same bids are the same.

        is_own: whether the taker is of the player's side.
        """
        kind = kind_of(calls[0][1].trump)
        key = (kind, is_own, tuple((call == PASS, one.bid, one.multiplier) for call, one in calls))
        found = self._shares.get(key)
        if found is None:
            found = self._shares[key] = Shares(self, calls, is_own=is_own)
        return found

    def _lead(self, contract: Contract, worth: int) -> float:
        points = self.points(contract.trump, worth)
        scored = self.scored(replace(contract, taker=self._rules.players[0]))
        return sum(scored[own].lead for own in points) / len(points)

    def points(self, trump: str, worth: float) -> list[int]:
        """Return what a side takes, equally likely numbers, where it takes ``worth`` on average."""
        return [round(points) for points in self.model.formula(trump).results(worth)]

    def scored(self, contract: Contract) -> "Scored":
        """Return the scores of a contract, which has a taker, by what the taker's side takes."""
        assert contract.taker is not None, "what is scored has a taker"
        total = self._totals.get(contract.trump)
        if total is None:
            total = self._rules.total_card_points(contract.trump) + self._rules.last_trick
            self._totals[contract.trump] = total
        # Suits are alike as trumps.
        key = (total, contract.bid, contract.multiplier, self._rules.side_of(contract.taker))
        found = self._scored.get(key)
        if found is None:
            found = self._scored[key] = Scored(self._rules, contract, total)
        return found


class PointsScored(NamedTuple):
    """The score of a contract with some points of the taker's side."""

    lead: int
    """Of the taker's side less the other."""
    by_side: Pair
    is_made: bool


class Scored(dict[int, PointsScored]):
    """The scores of a contract by the points of the taker's side, belote included."""

    def __init__(self, rules: Rules, contract: Contract, total: int) -> None:
        """Take a contract, and the points that there are."""
        super().__init__()
        self._rules = rules
        self._contract = contract
        self._total = total

    def __missing__(self, own: int) -> PointsScored:
        """Work out the score for points that were not asked for before."""
        assert self._contract.taker is not None, "what is scored has a taker"
        side, pair = self._rules.side_of(self._contract.taker), (own, max(self._total - own, 0))
        score = deal_score(self._rules, self._contract, None, pair if side == 0 else pair[::-1])
        assert score is not None, "a contract with a taker has a score"
        lead = lead_of(score.by_side) * sign_of(side)
        found = self[own] = PointsScored(lead, score.by_side, score.outcome == Outcome.made)
        return found


@lru_cache(maxsize=32)
def expected_scores(rules: Rules, model: Model) -> ExpectedScores:
    """Return the scores to expect by the rules and the model, those that are known already."""
    return ExpectedScores(rules, model)
