"""Calls judged by a formula, without a search: what a hand is worth on average, and how results scatter.

The formula of the game's model (`solver.prospects`) says what the side takes in each trump; by the results
that are equally likely about there each call is scored as if it ended the auction.  Errors are those of the
formula: how far it lies from the mean over all deals, as measured on hands that it was not fitted to.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from solver.calls.asked import AskedHand
from solver.calls.means import break_even
from solver.calls.worths import PARTS, CallWorth, CallWorths, TrumpOutlook
from solver.engine import Stats
from solver.errors import Fault, SolverError, wrong
from solver.fault_codes import Code
from solver.game import DOUBLED, Auction, Contract, is_pass
from solver.knowledge import BidsRead, Estimate
from solver.prospects import Caller, find_caller, find_model, hold
from solver.rules import Rules


def judge_quickly(asked: AskedHand, samples: int, bids: BidsRead = "read") -> CallWorths:
    """Return what each call is worth by the formula alone.

    samples: the deals that were asked for; none is drawn.
    bids: ``read`` adds what the calls of the others bring by the formula; ``ignored`` does not.

    Raises SolverError if the game has no formula.
    """
    started = time.perf_counter()
    auction, seat = asked.auction, asked.viewpoint.seat
    model = find_model(auction.rules)
    if model is None:
        none = wrong(
            Code.not_done_here,
            "{game} has no formula to judge calls by; without quick they are judged by deals",
            game=auction.rules.called,
        )
        raise SolverError([Fault("/quick", none)])
    judge = _Judge(auction, find_caller(auction, model, reads_bids=bids == "read"), asked)
    return CallWorths(
        auction=auction,
        seat=seat,
        calls=judge.calls(),
        trumps=judge.outlooks(),
        continued=False,
        quick=True,
        n_samples=0,
        n_asked=samples,
        n_deals=asked.viewpoint.deals().count,
        effective_samples=0.0,
        model=f"{model.name} {model.version}",
        is_unlike_model=None,
        stats=Stats(0, (time.perf_counter() - started) * 1000),
    )


@dataclass(frozen=True, slots=True)
class _Sums:
    """The scores of a call at results that are equally likely."""

    key: tuple[str, str] | None
    """The trump and the taker, on whose worth it hangs; None where nothing is played."""
    leads: Sequence[float]
    """Of own less other."""
    made: Sequence[bool]
    by_side: tuple[float, float]
    """The mean score of each side."""
    shift: float
    """The change of the mean lead where the hand is worth more by as much as the formula errs."""
    makes: Estimate | None
    """The share of the results with which the contract is made."""

    @property
    def lead(self) -> float:
        """The mean of own less other."""
        return _mean(self.leads)


class _Judge:
    """The arithmetic of one decision."""

    def __init__(self, auction: Auction, caller: Caller, asked: AskedHand) -> None:
        self._rules: Rules = auction.rules
        self._caller = caller
        self._seat = asked.viewpoint.seat
        self._hand = caller.held(hold(auction.rules, asked.viewpoint.hand))
        self._contracts = dict(caller.turn.options)
        self._passes = [call for call in self._contracts if is_pass(call)]
        self._points: dict[tuple[str, str], list[list[int]]] = {}
        self._sums = {call: self._add_up(contract) for call, contract in caller.turn.options}

    def _add_up(self, contract: Contract | None) -> _Sums:
        if contract is None or contract.taker is None:
            return _Sums(None, [0.0], [False], (0.0, 0.0), 0.0, None)
        key, scored = (contract.trump, contract.taker), self._caller.scored(contract)
        if key not in self._points:
            error = self._caller.worth_error(contract.trump)
            self._points[key] = [
                self._caller.points(self._hand, *key, more=more) for more in (-error, 0.0, error)
            ]
        low, here, high = ([scored[own] for own in points] for points in self._points[key])
        is_own = self._rules.side_of(self._seat) == self._rules.side_of(contract.taker)
        sign = 1 if is_own else -1
        low_lead, high_lead = (_mean([score.lead for score in of]) for of in (low, high))
        low_made, makes, high_made = (_mean([score.is_made for score in of]) for of in (low, here, high))
        return _Sums(
            key,
            [float(sign * score.lead) for score in here],
            [score.is_made for score in here],
            (_mean([score.by_side[0] for score in here]), _mean([score.by_side[1] for score in here])),
            sign * (high_lead - low_lead) / 2,
            Estimate(makes, abs(high_made - low_made) / 2),
        )

    def calls(self) -> tuple[CallWorth, ...]:
        """Return the calls, best first."""
        best = max(self._sums.values(), key=lambda sums: sums.lead)
        found = [
            CallWorth(
                rules=self._rules,
                said=call,
                contract=self._contracts[call],
                makes=sums.makes,
                needs=self._needs(call),
                score=dict(zip(self._rules.side_names, sums.by_side, strict=True)),
                lead=Estimate(sums.lead, abs(sums.shift)),
                swing=Estimate(best.lead - sums.lead, _error_of_difference(best, sums)),
            )
            for call, sums in self._sums.items()
        ]
        return tuple(sorted(found, key=lambda worth: -worth.lead.mean))

    def outlooks(self) -> tuple[TrumpOutlook, ...]:
        """Return what the side takes in each trump in which the player may take."""
        own = dict.fromkeys(
            contract.trump
            for call, contract in self._contracts.items()
            if contract is not None and contract.taker == self._seat and call not in self._passes
        )
        found = []
        for trump in own:
            worth = self._caller.worth(self._hand, trump, self._seat)
            results = self._caller.formula(trump).results(worth)
            quantiles = tuple(results[int(part * len(results))] for part in PARTS)
            mean = Estimate(worth, self._caller.worth_error(trump))
            found.append(TrumpOutlook(trump=trump, mean=mean, quantiles=quantiles))
        return tuple(found)

    def _needs(self, call: str) -> float | None:
        """Return the share of made contracts at which a call pays as much as a pass, or the best other."""
        own, others = self._sums[call], [one for one in self._sums if one != call]
        if call in self._passes or own.key is None or not others:
            return None
        other = self._sums[max(self._passes or others, key=lambda one: self._sums[one].lead)]
        # The same play is held against itself result by result; how two others hang together is not known.
        instead = other.leads if other.key == own.key else [other.lead] * len(own.leads)
        contract = self._contracts[call]
        is_double = contract is not None and contract.multiplier == DOUBLED
        return break_even(own.leads, instead, list(map(float, own.made)), is_double=is_double)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _error_of_difference(one: _Sums, other: _Sums) -> float:
    """Return the error of the lead of one call less that of another.

    Of the same play the two err together; of two trumps, each for itself.
    """
    if one.key == other.key:
        return abs(one.shift - other.shift)
    return hypot(one.shift, other.shift)
