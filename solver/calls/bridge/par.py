"""Par of bridge over the deals that agree with both hands of a pair."""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot

from solver.bidding import Bidding, Entry, TableDeal
from solver.calls.bridge.doubt import hidden_doubt
from solver.calls.bridge.results import lead_against, made_in, scores_of
from solver.calls.means import Means
from solver.calls.worths import ParWorth
from solver.engine import Bounds
from solver.game import Contract, Deal, Pair, Vulnerable, lead_of
from solver.rules import Rules

Results = Mapping[tuple[str, str], Sequence[Pair]]
"""The tricks of both sides, deal by deal, for each strain and leader."""


class PairPar:
    """Par of the deals of a pair, for the pair."""

    def __init__(
        self,
        rules: Rules,
        seat: str,
        dealer: str | None,
        vulnerable: Vulnerable,
        deal: Deal,
        results: Results,
    ) -> None:
        """Work out par of every deal.

        seat: a player of the pair.
        dealer: who speaks first; where that is not known, par is the mean of both sides that may open.
        deal: one of the deals, whose cards do not matter: `results` has what all come to.
        """
        self._rules = rules
        self._side = rules.side_name(seat)
        self._vulnerable = vulnerable
        self._results = results
        # One auction for all deals: each score is worked out once.
        bidding = Bidding(TableDeal(rules, deal, dealer, None, vulnerable=vulnerable))
        n_deals = len(next(iter(results.values())))
        self._pars = [bidding.pars(list(self._entries(number))) for number in range(n_deals)]

    def worth(self, means: Means, stands: Contract | None, doubt: float) -> ParWorth:
        """Return par on average; beside it what the contract that stands gains on it, deal by deal.

        doubt: the error of the mean score of that contract which no deal shows (`hidden_doubt`).
        """
        numbers = [sum(par.difference[self._side] for par in of) / len(of) for of in self._pars]
        own_doubt = self._doubt(means) if len(set(numbers)) == 1 else 0.0
        mean, gain = means.mean(numbers).with_error(own_doubt), None
        if stands is not None:
            leads = means.leads(
                scores_of(self._rules, stands, self._results[stands.trump, lead_against(self._rules, stands)])
            )
            gain = means.mean([own - par for own, par in zip(leads, numbers, strict=True)])
            if gain.mean:
                gain = gain.with_error(hypot(own_doubt, doubt))
        by_side = {name: mean.mean if name == self._side else -mean.mean for name in self._rules.side_names}
        return ParWorth(score=by_side, lead=mean, gain=gain)

    def _entries(self, number: int) -> Iterator[Entry]:
        """Yield what a deal comes to in every strain and hand."""
        for (strain, leader), results in self._results.items():
            lead = lead_of(results[number])
            yield Entry(
                turn=None,
                trump=strain,
                taker=next(seat for seat in self._rules.players if self._rules.next_seat(seat) == leader),
                leader=leader,
                bounds=Bounds(lead, lead),
                result=results[number],
                belote_side=None,
            )

    def _doubt(self, means: Means) -> float:
        """Return the error of a par on which all deals agree: that of the contracts which bring it."""
        doubts = [0.0]
        for par in self._pars[0]:
            for one in par.contracts[:1]:
                contract = Contract(
                    one.trump, one.takers[0], one.bid, one.multiplier, vulnerable=self._vulnerable
                )
                of = self._results[contract.trump, lead_against(self._rules, contract)]
                made = means.share(made_in(self._rules, contract, of))
                doubts.append(hidden_doubt(self._rules, contract, made))
        return max(doubts)
