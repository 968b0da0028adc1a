"""Bridge judged before the play: the contract that stands, its double, a pair's contracts, and the lead.

Deals are drawn that agree with the hands in sight, and solved in the strain that is asked about; both hands
of a pair are asked about in all.  Of the auction only the contract that stands is read, as
`solver.prospects.pairs` says.  What single calls mean is a matter of conventions, which are not judged.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from solver.calls.bridge.asked import ending_calls, leader_of
from solver.calls.bridge.doubt import hidden_doubt, with_doubts
from solver.calls.bridge.drawing import Drawn, draw
from solver.calls.bridge.par import PairPar
from solver.calls.bridge.results import lead_against, made_in, scores_of
from solver.calls.means import Means
from solver.calls.solved import solve_rows
from solver.calls.worths import CallWorth, CallWorths, ContractWorth, LeadWorth
from solver.cards import Card
from solver.engine import Answer, Budget, CardsWanted, Stats
from solver.game import (
    DOUBLED,
    PASS,
    BridgeAuction,
    Contract,
    Deal,
    Pair,
    Position,
    Vulnerable,
    bid_height,
    number_sides,
)
from solver.knowledge import Sampling, Viewpoint, effective_samples
from solver.prospects import DEALS_AT_ONCE
from solver.rules import LEVELS, Rules


def judge_bridge(
    viewpoint: Viewpoint,
    auction: BridgeAuction,
    vulnerable: Vulnerable,
    sampling: Sampling,
    budget: Budget,
    threads: int = 1,
    *,
    dealer: str | None = None,
    above: int = -1,
) -> CallWorths:
    """Return what is asked of hands of bridge.

    While the auction goes on these are the calls that would end it: a pass, a double, a redouble.  When it is
    over, and the hand is on lead, its cards.  With both hands of a pair, all of its contracts and par.
    Beside each the contract that stands.

    sampling: of it the number of deals, the seed, and whether the contract is read.
    dealer: who speaks first, where that is known: for par.  The dealer of ``auction`` may be made up.
    above: the height that each contract of a pair must be above.
    """
    started, n_nodes = time.perf_counter(), budget.n_nodes
    stands = None if auction.standing is None else replace(auction.standing, vulnerable=vulnerable)
    drawn = draw(viewpoint, stands, sampling, budget)
    judge = _Judge(viewpoint, auction, stands, vulnerable, drawn, dealer, above)
    if viewpoint.partner:
        found = judge.pair(budget, threads)
    elif auction.is_over and viewpoint.seat == leader_of(auction):
        found = judge.opening(budget, threads)
    else:
        found = judge.final(budget, threads)
    n = found.n_samples
    weights = None if drawn.weights is None else drawn.weights[:n]
    return replace(
        found,
        n_asked=sampling.samples,
        n_deals=drawn.n_deals,
        effective_samples=float(n) if weights is None else effective_samples(weights),
        model=None if drawn.model is None else drawn.model.name,
        is_unlike_model=None if drawn.model is None else drawn.is_unlike,
        ended=None if n == len(drawn.deals) else budget.ended,
        stats=Stats(budget.n_nodes - n_nodes, (time.perf_counter() - started) * 1000),
    )


Found = TypeVar("Found")


class _Judge:
    """One request: its deals, and the arithmetic on what they come to."""

    def __init__(
        self,
        viewpoint: Viewpoint,
        auction: BridgeAuction,
        standing: Contract | None,
        vulnerable: Vulnerable,
        drawn: Drawn,
        dealer: str | None,
        above: int,
    ) -> None:
        self._view = viewpoint
        self._rules = viewpoint.rules
        self._auction = auction
        self._vulnerable = vulnerable
        self._drawn = drawn
        self._dealer = dealer
        self._above = above
        self._standing = standing

    # ---- one hand

    def final(self, budget: Budget, threads: int) -> CallWorths:
        """Judge the contract that stands, and the calls that would end the auction."""
        contract = self._contract
        results = self._tricks(contract.trump, self._leader, budget, threads)
        if not self._is_enough(len(results)):
            return self._answer(len(results))
        means = self._means(len(results))
        calls: list[CallWorth] = []
        if not self._auction.is_over:
            ending = ending_calls(self._auction)
            after = {call: self._after(call) for call in ending}
            scored = {call: scores_of(self._rules, one, results) for call, one in after.items()}
            # Each call leaves a contract that is made in the same deals.
            made = made_in(self._rules, contract, results)
            makes = means.share(made)
            doubts = [hidden_doubt(self._rules, one, makes) for one in after.values()]
            worths = with_doubts(means.worths(list(scored.values())), doubts, [contract] * len(ending))
            for call, worth in zip(ending, worths, strict=True):
                calls.append(
                    CallWorth(
                        rules=self._rules,
                        said=call,
                        contract=after[call],
                        makes=makes,
                        needs=None
                        if call == PASS
                        else means.break_even(
                            means.leads(scored[call]),
                            means.leads(scored[PASS]),
                            made,
                            is_double=after[call].multiplier == DOUBLED,
                        ),
                        score=worth.score,
                        lead=worth.lead,
                        swing=worth.swing,
                    )
                )
        return replace(
            self._answer(len(results)),
            calls=tuple(sorted(calls, key=lambda worth: -worth.lead.mean)),
            contract=self._contract_worth(contract, results, means),
        )

    def opening(self, budget: Budget, threads: int) -> CallWorths:
        """Judge every card that the hand may lead."""
        contract, leader = self._contract, self._leader
        groups = _neighbours(self._rules, self._view.hand)

        def read(_: Deal, answers: Sequence[Answer]) -> tuple[Pair, list[Pair]]:
            (answer,) = answers
            by_card = {one.card: one.value for one in answer.cards if one.value is not None}
            # Neighbours come to the same.
            return self._best(answer), [number_sides(self._rules, by_card[group[0]]) for group in groups]

        solved = self._solve([(contract.trump, leader)], read, budget, threads, "all")
        n = len(solved)
        if not self._is_enough(n):
            return replace(self._answer(n), leads=())
        means = self._means(n)
        # Step 1. What each card comes to, deal by deal.
        results = [[of_cards[place] for _, of_cards in solved] for place in range(len(groups))]
        # Step 2. Their means.
        scored = [scores_of(self._rules, contract, of) for of in results]
        side = self._rules.side_of(leader)
        sets = [means.share([1 - made for made in made_in(self._rules, contract, of)]) for of in results]
        doubts = [hidden_doubt(self._rules, contract, share) for share in sets]
        worths = with_doubts(means.worths(scored), doubts, groups)
        leads = [
            LeadWorth(
                card=group[0],
                equals=tuple(group[1:]),
                tricks=means.mean([float(pair[side]) for pair in of]),
                sets=share,
                score=worth.score,
                lead=worth.lead,
                swing=worth.swing,
            )
            for group, of, share, worth in zip(groups, results, sets, worths, strict=True)
        ]
        return replace(
            self._answer(n),
            contract=self._contract_worth(contract, [best for best, _ in solved], means),
            leads=tuple(sorted(leads, key=lambda worth: (-worth.lead.mean, -worth.tricks.mean))),
        )

    # ---- both hands of a pair

    def pair(self, budget: Budget, threads: int) -> CallWorths:
        """Judge all contracts of a pair, and par."""
        rules, view = self._rules, self._view
        places = [(strain, leader) for strain in rules.trumps for leader in rules.players]
        # A deal takes long in so many contracts: it is solved by itself, so that a small budget leaves some.
        solved = self._solve(
            places, lambda _, answers: list(map(self._best, answers)), budget, threads, at_once=1
        )
        n = len(solved)
        if not self._is_enough(n):
            return replace(self._answer(n), contracts=())
        means = self._means(n)
        results = {place: [of_deal[number] for of_deal in solved] for number, place in enumerate(places)}
        # Step 1. Each contract in the hand in which it does better; the one that stands beside them.
        contracts = [
            self._better(strain, level, results, means)
            for strain in rules.trumps
            for level in LEVELS
            if bid_height(rules, level, strain) > self._above
        ]
        stands = [] if self._standing is None else [self._standing]
        judged = [*contracts, *stands]
        ends = [results[one.trump, lead_against(self._rules, one)] for one in judged]
        compared = means.worths(
            [scores_of(self._rules, one, of) for one, of in zip(judged, ends, strict=True)]
        )
        worths = [self._contract_worth(one, of, means) for one, of in zip(judged, ends, strict=True)]
        doubts = [hidden_doubt(rules, one, worth.makes) for one, worth in zip(judged, worths, strict=True)]
        plays = [(one.trump, one.taker) for one in judged]
        worths = [
            replace(worth, swing=one.swing)
            for worth, one in zip(worths, with_doubts(compared, doubts, plays), strict=True)
        ]
        # Step 2. Par, deal by deal.
        pars = PairPar(rules, view.seat, self._dealer, self._vulnerable, self._drawn.deals[0], results)
        par = pars.worth(means, self._standing, doubts[-1])
        return replace(
            self._answer(n),
            contract=worths[-1] if stands else None,
            contracts=tuple(sorted(worths[: len(contracts)], key=lambda worth: -worth.lead.mean)),
            par=par,
        )

    def _better(
        self,
        strain: str,
        level: int,
        results: Mapping[tuple[str, str], Sequence[Pair]],
        means: Means,
    ) -> Contract:
        """Return a contract of the pair in the hand in which it scores more on average."""
        both = [
            Contract(strain, taker=seat, bid=level, vulnerable=self._vulnerable)
            for seat in self._view.in_sight
        ]

        def worth(one: Contract) -> float:
            scores = scores_of(self._rules, one, results[strain, lead_against(self._rules, one)])
            return means.mean(means.leads(scores)).mean

        return max(both, key=worth)

    # ---- all

    @property
    def _contract(self) -> Contract:
        assert self._standing is not None, "one hand is asked about where a contract stands"
        return self._standing

    @property
    def _leader(self) -> str:
        return lead_against(self._rules, self._contract)

    def _after(self, call: str) -> Contract:
        standing = self._auction.call(call).standing
        assert standing is not None, "a pass or a double leaves the contract"
        return replace(standing, vulnerable=self._vulnerable)

    def _position(self, deal: Deal, strain: str, leader: str) -> Position:
        return Position(self._rules, Contract(strain), deal, dealer=self._view.dealer, leader=leader)

    def _tricks(self, strain: str, leader: str, budget: Budget, threads: int) -> list[Pair]:
        """Return the tricks of both sides, deal by deal, as far as the budget goes."""
        return self._solve([(strain, leader)], lambda _, answers: self._best(answers[0]), budget, threads)

    def _solve(
        self,
        places: Sequence[tuple[str, str]],
        read: Callable[[Deal, Sequence[Answer]], Found],
        budget: Budget,
        threads: int,
        cards: CardsWanted = "none",
        at_once: int = DEALS_AT_ONCE,
    ) -> list[Found]:
        """Return what is read of each deal, solved in some strains with some leaders."""

        def positions_of(deal: Deal) -> list[Position]:
            return [self._position(deal, *place) for place in places]

        return solve_rows(self._drawn.deals, positions_of, read, budget, threads, cards, at_once)

    def _best(self, answer: Answer) -> Pair:
        assert answer.value is not None, "only what is proved is counted"
        return number_sides(self._rules, answer.value)

    def _contract_worth(self, contract: Contract, results: Sequence[Pair], means: Means) -> ContractWorth:
        assert contract.taker is not None, "a contract that was bid has a declarer"
        assert contract.bid is not None, "and a level"
        scores = scores_of(self._rules, contract, results)
        side = self._rules.side_of(contract.taker)
        makes = means.share(made_in(self._rules, contract, results))
        return ContractWorth(
            trump=contract.trump,
            taker=contract.taker,
            bid=contract.bid,
            multiplier=contract.multiplier,
            tricks=means.mean([float(result[side]) for result in results]),
            makes=makes,
            score=means.score(scores),
            lead=means.mean(means.leads(scores)).with_error(hidden_doubt(self._rules, contract, makes)),
        )

    def _means(self, n: int) -> Means:
        weights = self._drawn.weights
        return Means(
            self._rules, self._view.seat, self._drawn.n_deals, None if weights is None else weights[:n]
        )

    def _is_enough(self, n: int) -> bool:
        return n >= min(self._drawn.n_deals, 2)

    def _answer(self, n: int) -> CallWorths:
        """Return an answer without any worths; `judge_bridge` fills in what it rests on."""
        return CallWorths(
            auction=self._auction,
            seat=self._view.seat,
            calls=(),
            trumps=(),
            continued=False,
            n_samples=n,
            n_asked=n,
            n_deals=self._drawn.n_deals,
            effective_samples=float(n),
            model=None,
            is_unlike_model=None,
            stats=Stats(0, 0.0),
        )


def _neighbours(rules: Rules, hand: Sequence[Card]) -> list[list[Card]]:
    """Return the cards of a hand, those together between whose ranks no other lies."""
    groups: list[list[Card]] = []
    for suit in rules.suits:
        place = -2
        for rank in rules.order_plain:
            card = Card(suit, rank)
            if card not in hand:
                continue
            at = rules.order_plain.index(rank)
            if at == place + 1:
                groups[-1].append(card)
            else:
                groups.append([card])
            place = at
    return groups
