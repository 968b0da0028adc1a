"""The shares of calls: how likely the model's player is to make each of them where a hand is worth so much.

All calls but a pass must be worth some points more, the ``caution`` of the model, for doubles its
``double_caution``.  A call worth so many points less than another as its ``noise`` is made 1/e times as
often.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import exp

from solver.game import UNDOUBLED, Contract, deal_score, lead_of, sign_of
from solver.prospects.counts import TrumpKind, kind_of
from solver.prospects.formula import Model
from solver.rules import Rules

MOST = 200.0
"""A call of a hundred times the worth of another is not made oftener than this power of e."""
PASS = "pass"


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
        rules = self._rules
        taker = replace(contract, taker=rules.players[0])
        side = rules.side_of(rules.players[0])
        total = rules.total_card_points(contract.trump) + rules.last_trick
        lead, results = 0, self.model.formula(contract.trump).results(worth)
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
