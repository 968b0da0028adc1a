"""Calls judged: deals that agree with what a player sees, and what each call scores in them.

Every call is arithmetic on the prospects of the hand (`solver.prospects`), which hold what each deal comes to
under each trump: a bid, a take, a double and a pass are scored deal by deal.  Play is best with all cards
known.
"""

import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from solver.calls.asked import AskedHand
from solver.calls.bridge.judging import judge_bridge
from solver.calls.doubt import doubt_of_swing, hidden_doubt
from solver.calls.means import break_even
from solver.calls.proposals.judging import judge_discards, judge_proposal
from solver.calls.quick import judge_quickly
from solver.calls.worths import PARTS, CallWorth, CallWorths, TrumpOutlook
from solver.engine import NO_LIMIT, Budget, Limit, Stats
from solver.game import (
    DOUBLED,
    Auction,
    BridgeAuction,
    Outcome,
    ProposalAuction,
    Score,
    TurnAuction,
    is_pass,
    sign_of,
    trump_of,
)
from solver.knowledge import LEAST_DEALS, BidsRead, Estimate, Sampling, effective_samples
from solver.prospects import Ending, Prospects, Take, Unfolding, find_model, find_prospects


def find_calls(
    asked: AskedHand | Mapping[str, Any],
    samples: int,
    seed: int = 0,
    limit: Limit | Budget = NO_LIMIT,
    threads: int = 1,
    bids: BidsRead = "read",
    *,
    quick: bool = False,
) -> CallWorths:
    """Return what each call is worth that the player of a hand may make, over deals that agree with it.

    asked: the hand, or a request of ``POST /v1/bids``.
    samples: the number of deals, `LEAST_DEALS` to `solver.knowledge.MAX_SAMPLES`; all that agree if
        fewer do.
    seed: the same seed draws the same deals anywhere, at any time.
    limit, threads: as for `find_worths`.
    bids: ``read`` weighs the deals by how likely the others were to call so with the hands that they have
        there, where the game has a model of callers; ``ignored`` does not.
    quick: judges by the formula of the game's model alone, in a few milliseconds and without a search.

    >>> asked = {"variant": "contree", "dealer": "E", "hand": "J9A7.AT.7.8"}
    >>> find_calls(asked, samples=20).calls[0].said
    '110S'

    Raises:
        SolverError: the request has faults, or is to be judged quickly in a game without a formula.
        ValueError: samples or seed are out of range.
    """
    hand = asked if isinstance(asked, AskedHand) else AskedHand.from_dict(asked)
    if quick:
        return judge_quickly(hand, samples, bids)
    if samples < LEAST_DEALS:
        raise ValueError(f"samples must be at least {LEAST_DEALS}: one deal shows no error of a mean")
    budget = Budget.of(limit)
    sampling = Sampling(samples, seed, bids=bids)
    if isinstance(hand.auction, BridgeAuction):
        return judge_bridge(
            hand.viewpoint, hand.auction, hand.vulnerable, sampling, budget, threads, dealer=hand.dealer
        )
    if isinstance(hand.auction, ProposalAuction):
        judge = judge_discards if hand.auction.is_over else judge_proposal
        return judge(hand.viewpoint, hand.auction, sampling, budget, threads)
    prospects = find_prospects(hand.viewpoint, sampling.samples, sampling.seed)
    if bids == "read" and _is_read(hand):
        # No deal may agree with calls that the model never makes; then they tell nothing.
        with suppress(ValueError):
            prospects = prospects.read(hand.auction)
    return find_worths(prospects, hand.auction, budget, threads, sampling.samples)


def _is_read(hand: AskedHand) -> bool:
    """True if others have called, and the game has a model that reads it."""
    callers = {hand.auction.seat_of(index) for index in range(len(hand.auction.said))}
    return bool(callers - {hand.viewpoint.seat}) and find_model(hand.auction.rules) is not None


def find_worths(
    prospects: Prospects,
    auction: Auction,
    limit: Limit | Budget = NO_LIMIT,
    threads: int = 1,
    n_asked: int | None = None,
) -> CallWorths:
    """Return what each call is worth that the player of ``prospects`` may make now in ``auction``.

    Where the game has a model of callers the auction goes on after the call as that has it: in each deal one
    ending is drawn.  Elsewhere the call is taken to end the auction: the others pass.  A deal that is thrown
    in scores nothing.

    limit: for all deals together; what is solved of a budget is spent of it.
    threads: the most that search at the same time, at least 1.
    n_asked: the deals that were asked for, where more than there are.

    >>> from solver.cards import parse_card
    >>> from solver.game import start_auction
    >>> from solver.knowledge import Viewpoint
    >>> from solver.prospects import find_prospects
    >>> from solver.rules import find_variant
    >>> hand = tuple(map(parse_card, "SJ S9 SA S7 HA HT D7 C8".split()))
    >>> prospects = find_prospects(Viewpoint(find_variant("contree"), "N", hand, dealer="E"), 20)
    >>> worths = find_worths(prospects, start_auction(find_variant("contree"), "E"))
    >>> worths.of("80S").makes.mean > worths.of("80D").makes.mean
    True

    Raises ValueError if it is not the player's turn.
    """
    if auction.to_call != prospects.viewpoint.seat:
        raise ValueError("a call is judged when it is the player's turn")
    started = time.perf_counter()
    budget = Budget.of(limit)
    n_nodes = budget.n_nodes
    # Step 1. What each call leaves, the endings that are drawn, and the deals solved for all of that.
    ends = find_ends(prospects, auction, budget)
    n_solved = prospects.solve_each(ends.takes, budget, threads)
    # Step 2. Arithmetic.
    ended = None if n_solved == len(prospects.deals) else budget.ended
    stats = Stats(budget.n_nodes - n_nodes, (time.perf_counter() - started) * 1000)
    worths = add_up(prospects, auction, ends, n_solved)
    return replace(worths, n_asked=worths.n_asked if n_asked is None else n_asked, ended=ended, stats=stats)


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of an auction after each call that is looked at."""

    afters: Mapping[str, Ending]
    """If all pass then."""
    drawn: Mapping[str, Sequence[Ending]]
    """As it goes on in the deals of which the takes were looked at, by the calls after which it does; empty
    without a model.
    """
    takes: Sequence[Collection[Take]]
    """For each deal, what must be solved; endings are drawn as far as somebody looks at it."""


def find_ends(
    prospects: Prospects, auction: Auction, budget: Budget, trumps: Collection[str] | None = None
) -> Ends:
    """Return what each call leaves, for arguments as those of `find_worths`.

    trumps: calls that name other trumps than these are left out; None for all calls.

    Drawing the endings of all deals takes seconds where there are many calls and deals: when the time of
    ``budget`` is up, the takes of further deals raise OutOfTimeError.
    """
    named = [call for call in auction.calls() if trumps is None or trump_of(call) in (None, *trumps)]
    afters = {call: Ending.of(auction.call(call)) for call in named}
    takes = {take for ending in afters.values() if (take := ending.take) is not None}
    model, n_deals = find_model(auction.rules), len(prospects.deals)
    if model is None:
        return Ends(afters, {}, [takes] * n_deals)
    # Where a player takes without bidding, a take ends the auction.
    calls = [call for call in named if is_pass(call) or not isinstance(auction, TurnAuction)]
    drawn: dict[str, list[Ending]] = {call: [] for call in calls}
    endings = prospects.draw_endings([auction.call(call) for call in calls], model)

    def draw(place: int) -> Collection[Take]:
        budget.check()
        of_deal = next(endings)
        for call, ending in zip(calls, of_deal, strict=True):
            drawn[call].append(ending)
        return takes.union(take for ending in of_deal if (take := ending.take) is not None)

    return Ends(afters, drawn, Unfolding(draw, n_deals))


def add_up(prospects: Prospects, auction: Auction, ends: Ends, n_solved: int) -> CallWorths:
    """Return what each call is worth, by so many of the deals; no calls by less than two, if there are more.

    The first ``n_solved`` deals must be solved for the takes of ``ends``.
    """
    calls: tuple[CallWorth, ...] = ()
    trumps: tuple[TrumpOutlook, ...] = ()
    if n_solved >= min(prospects.n_deals, 2):
        judge = _Judge(prospects, auction, ends, n_solved)
        calls = judge.calls()
        trumps = judge.outlooks()
    return CallWorths(
        auction=auction,
        seat=prospects.viewpoint.seat,
        calls=calls,
        trumps=trumps,
        continued=bool(ends.drawn),
        n_samples=n_solved,
        n_asked=len(prospects.deals),
        n_deals=prospects.n_deals,
        effective_samples=_effective(prospects, n_solved),
        model=_name_of_model(prospects) if prospects.reading is not None or ends.drawn else None,
        is_unlike_model=prospects.is_unlike_model if prospects.reading is not None else None,
        stats=Stats(0, 0.0),
    )


def _effective(prospects: Prospects, n_solved: int) -> float:
    """Return how many deals of equal weight would tell as much as those that were solved."""
    weights = prospects.weights
    return float(n_solved) if weights is None else effective_samples(weights[:n_solved])


def _name_of_model(prospects: Prospects) -> str | None:
    model = find_model(prospects.viewpoint.rules)
    return None if model is None else f"{model.name} {model.version}"


@dataclass(frozen=True, slots=True)
class _Sums:
    """The scores of a call, deal by deal."""

    leads: Sequence[float]
    """Of the player's side less the other."""
    scores: tuple[Sequence[float], Sequence[float]]
    made: Sequence[float] | None
    """1 where the contract is made, else 0; None without one."""


class _Judge:
    """The arithmetic of one decision."""

    def __init__(
        self,
        prospects: Prospects,
        auction: Auction,
        ends: Ends,
        n_solved: int,
    ) -> None:
        self._prospects = prospects
        self._auction = auction
        self._afters = ends.afters
        self._passes = [call for call in ends.afters if is_pass(call)]
        self._n_solved = n_solved
        self._sign = sign_of(auction.rules.side_of(prospects.viewpoint.seat))
        self._sums = {
            call: self._add_up(ending, ends.drawn.get(call, [ending] * n_solved))
            for call, ending in ends.afters.items()
        }

    def _add_up(self, after: Ending, endings: Sequence[Ending]) -> _Sums:
        """Return the scores of a call, by what it leaves, and the ending of each deal."""
        found = [self._score(number, ending) for number, ending in enumerate(endings[: self._n_solved])]
        sides = [[0.0 if score is None else float(score.by_side[side]) for score in found] for side in (0, 1)]
        leads = [self._sign * (first - second) for first, second in zip(*sides, strict=True)]
        made = None
        if after.take is not None:
            of_call = (self._score(number, after) for number in range(self._n_solved))
            made = [float(score is not None and score.outcome == Outcome.made) for score in of_call]
        return _Sums(leads, (sides[0], sides[1]), made)

    def _score(self, number: int, ending: Ending) -> Score | None:
        """Return what an ending scores in a deal; None where nothing is played."""
        if ending.contract is None or ending.take is None:
            return None
        found = self._prospects.result(number, ending.take)
        assert found is not None, "what is taken in a deal can be played there, and is solved"
        return self._prospects.score_of(ending.contract, found)

    def calls(self) -> tuple[CallWorth, ...]:
        """Return the calls, best first."""
        means = {call: self._mean(sums.leads) for call, sums in self._sums.items()}
        best = max(means, key=lambda call: means[call].mean)
        doubts = {call: self._doubt(call) for call in self._sums}
        found = [
            CallWorth(
                rules=self._auction.rules,
                said=call,
                contract=self._afters[call].contract,
                makes=None if sums.made is None else self._prospects.share(sums.made),
                needs=self._needs(call, self._other(call, means)),
                score=self._by_side(sums),
                lead=means[call].with_error(doubts[call]),
                swing=self._mean(_less(self._sums[best].leads, sums.leads)).with_error(
                    0.0
                    if call == best
                    else doubt_of_swing(
                        doubts[call],
                        doubts[best],
                        is_same_play=self._afters[call].take == self._afters[best].take,
                    )
                ),
            )
            for call, sums in self._sums.items()
        ]
        return tuple(sorted(found, key=lambda worth: -worth.lead.mean))

    def _doubt(self, call: str) -> float:
        """Return the error of the score of a call that the deals do not show."""
        made, contract = self._sums[call].made, self._afters[call].contract
        return 0.0 if made is None or contract is None else hidden_doubt(self._prospects, contract, made)

    def outlooks(self) -> tuple[TrumpOutlook, ...]:
        """Return what the side takes in each trump in which the player may take."""
        seat = self._prospects.viewpoint.seat
        takes = dict.fromkeys(
            take
            for call, ending in self._afters.items()
            if (take := ending.take) is not None and take.taker == seat and not is_pass(call)
        )
        found = []
        for take in takes:
            points = self._prospects.points(take)[: self._n_solved]
            found.append(
                TrumpOutlook(
                    trump=take.trump,
                    mean=self._prospects.mean(points),
                    quantiles=tuple(self._prospects.quantiles(points, PARTS)),
                )
            )
        return tuple(found)

    def _other(self, call: str, means: Mapping[str, Estimate]) -> str | None:
        """Return the call that this one is held against; None for a pass, or if it is the only one."""
        if call in self._passes:
            return None
        others = [one for one in means if one != call]
        return max(self._passes or others, key=lambda one: means[one].mean, default=None)

    def _needs(self, call: str, other: str | None) -> float | None:
        """Return the share of made contracts at which ``call`` pays as much as ``other``."""
        made = self._sums[call].made
        if other is None or made is None:
            return None
        own, instead = self._sums[call].leads, self._sums[other].leads
        contract = self._afters[call].contract
        is_double = contract is not None and contract.multiplier == DOUBLED
        return break_even(own, instead, made, self._prospects.weights, is_double=is_double)

    def _by_side(self, sums: _Sums) -> dict[str, float]:
        names = self._auction.rules.side_names
        return {name: self._mean(sums.scores[side]).mean for side, name in enumerate(names)}

    def _mean(self, numbers: Sequence[float]) -> Estimate:
        return self._prospects.mean(numbers)


def _less(numbers: Sequence[float], others: Sequence[float]) -> list[float]:
    return [number - other for number, other in zip(numbers, others, strict=True)]
