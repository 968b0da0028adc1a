"""Prospects of a hand: what each contract is worth over deals that agree with what the player sees.

The deals are drawn uniformly, without repetition, and each is solved once for each trump and first leader
(`solver.prospects.matrix`).  What is bid, doubled or passed does not change the play, so that every call is
arithmetic on this.  Play is taken to be best with all cards known, as in the fair verdict on cards.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from math import sqrt
from random import Random

from solver.engine import NO_LIMIT, Budget, Limit
from solver.game import Auction, Contract, Deal, Outcome, Score, deal_score, lead_of, sign_of
from solver.knowledge import (
    Estimate,
    Sampling,
    Viewpoint,
    effective_samples,
    estimate,
    estimate_share,
    fits_few,
    unseen_error,
)
from solver.prospects.chance import Steps, add_doubt, weighted_quantiles
from solver.prospects.endings import Ending, Endings
from solver.prospects.formula import Model, find_model
from solver.prospects.kept import find_names
from solver.prospects.matrix import Matrix, Result, Take
from solver.prospects.moments import weigh_moments
from solver.prospects.reading import SPARE, Reading, choose
from solver.prospects.source import Source


class Prospects:
    """Deals that agree with what a player sees, what they come to, and a weight for each.

    Lists have one place for each deal that is solved, in the order of `deals`: None where the take is not
    possible, as in belote in a second turn of another suit.

    >>> from solver.cards import parse_card
    >>> from solver.rules import find_variant
    >>> hand = tuple(map(parse_card, "SJ S9 SA S7 HA HT D7 C8".split()))
    >>> prospects = find_prospects(Viewpoint(find_variant("contree"), "N", hand, dealer="W"), 20)
    >>> prospects.solve([Take("S", "N")])
    True
    >>> low, high = (prospects.makes(Contract("S", taker="N", bid=bid)) for bid in (80, 160))
    >>> low.mean > high.mean
    True
    """

    def __init__(
        self,
        source: Source,
        matrix: Matrix,
        weights: Sequence[float] | None = None,
        reading: Reading | None = None,
        *,
        is_unheard: bool | None = None,
        steps: Steps | None = None,
    ) -> None:
        """Look at ``matrix``, deals of ``source`` in the names of its form; see `find_prospects`.

        is_unheard: True if the calls of ``reading`` are too unlike its model, and heard less sharply; None if
            that is to be told by the weights.
        steps: how the deals were chosen, if it was in order.
        """
        self.viewpoint = source.viewpoint
        self.n_deals = source.deals.count
        """The deals that agree with what the player sees; all are here if no more were asked for."""
        self.weights = None if weights is None else tuple(weights)
        """For each deal, in proportion to its chance; None where all are equal."""
        self.reading = reading
        """The calls by which the deals are weighed, and the model that reads them; None if none are read."""
        self._source = source
        self._matrix = matrix
        self._names = source.names
        self._is_unheard = is_unheard
        self._steps = steps
        self._scores: dict[tuple[Contract, Result], Score] = {}

    # ---- deals

    @cached_property
    def deals(self) -> tuple[Deal, ...]:
        """The deals; where a card is turned up before the rest is dealt, with the pack as stock."""
        return tuple(map(self._names.restore_deal, self._matrix.deals))

    @property
    def is_exhaustive(self) -> bool:
        """True if these are all deals that agree, so that what is solved to the end has no error."""
        return len(self._matrix.deals) == self.n_deals

    @property
    def effective_samples(self) -> float:
        """The number of deals of equal weight that would tell as much."""
        return float(len(self._matrix.deals)) if self.weights is None else effective_samples(self.weights)

    def weighed(self, weights: Sequence[float]) -> "Prospects":
        """Return the prospects with a weight, at least 0, for each deal; what is solved is shared.

        Raises ValueError if there are not as many weights as deals, or none above 0.
        """
        if len(weights) != len(self._matrix.deals) or min(weights) < 0 or max(weights) <= 0:
            raise ValueError("each deal has a weight of at least 0, and some of them above 0")
        return Prospects(self._source, self._matrix, weights)

    def read(self, auction: Auction, model: Model | None = None) -> "Prospects":
        """Return the prospects with each deal weighed by how likely the others were to make their calls.

        What the player called says nothing new.  Many deals are drawn and weighed, and as many as were asked
        for are chosen: by their weights, and spread evenly along what they promise (`Source.promises`).

        auction: up to the last call that the player has heard.
        model: of the callers; by default that of the game.

        Raises:
            ValueError: the game has no model of callers, or no deal agrees with the calls at all.
        """
        model = model or find_model(self.viewpoint.rules)
        if model is None:
            raise ValueError(f"{self.viewpoint.rules.name} has no model of callers")
        source, reading, n_asked = self._source, Reading(auction, model), self._source.sampling.samples
        if source.is_exhaustive:
            first = source.base()
            weights = [source.weight(reading, deal) for deal in first.deals]
            return Prospects(source, first, weights, reading)
        drawn, weights = source.weigh(reading, SPARE * n_asked)
        return self._chosen(drawn, weights, n_asked, reading, source.promises(reading, drawn))

    def read_each(
        self, auction: Auction, moments: Sequence[int], model: Model | None = None
    ) -> list["Prospects"]:
        """Return the prospects at several moments of one auction, all by the same deals.

        So each deal is solved once.  The deals are chosen by the mean of the weights that they have at the
        moments, as much for each: what is chosen for one also serves the others (E. Veach and L. J. Guibas,
        "Optimally combining sampling techniques for Monte Carlo rendering", 1995, the balance heuristic).
        Where the calls are too unlike the model, they are heard less sharply, and `is_unlike_model` says so;
        without a model, or with nothing heard, deals count alike.

        moments: for each, how many calls the player has heard, their own included.
        model: of the callers; by default that of the game.
        """
        source, model = self._source, model or find_model(self.viewpoint.rules)
        n_asked, base, order = source.sampling.samples, Prospects(source, source.base()), None
        n_heard = max(moments)
        others = {auction.seat_of(index) for index in range(n_heard)} - {self.viewpoint.seat}
        if model is None or not others:
            return [base] * len(moments)
        # Step 1. Weigh deals until those tell enough at every moment.
        reading = Reading(auction.at_start().follow(auction.said[:n_heard]), model)
        drawn, parts, unheard = weigh_moments(source, reading, moments)
        means = [sum(of_deal) / len(moments) for of_deal in zip(*parts, strict=True)]
        # Step 2. Choose, and give each moment what its deals count for it.
        if source.is_exhaustive:
            chosen, matrix = dict(enumerate(means)), base._matrix
        else:
            order = source.promises(reading, drawn)
            chosen = choose(means, n_asked, Random(source.sampling.seed), order)
            numbers = tuple(chosen)
            key = (source.sampling, numbers)
            matrix = source.matrix(key, lambda: [drawn[number] for number in numbers])
        found = []
        for moment, part, is_unheard in zip(moments, parts, unheard, strict=True):
            said = auction.at_start().follow(auction.said[:moment])
            is_read = any(auction.seat_of(index) != self.viewpoint.seat for index in range(moment))
            found.append(
                Prospects(
                    source,
                    matrix,
                    [left * part[number] / means[number] for number, left in chosen.items()],
                    Reading(said, model) if is_read else None,
                    is_unheard=is_unheard,
                    steps=None if order is None else Steps.along(order, tuple(chosen), part, self.n_deals),
                )
            )
        return found

    def chosen(self, weights: Sequence[float], samples: int) -> "Prospects":
        """Return the prospects with so many of the deals, the likelier by ``weights`` the oftener.

        Raises ValueError if there are not as many weights as deals, or none above 0.
        """
        return self.weighed(weights)._chosen(self._matrix.deals, weights, samples, self.reading)

    def _chosen(
        self,
        deals: Sequence[Deal],
        weights: Sequence[float],
        samples: int,
        reading: Reading | None,
        order: list[float] | None = None,
    ) -> "Prospects":
        source = self._source
        chosen = choose(weights, samples, Random(source.sampling.seed), order)
        if not chosen:
            raise ValueError("no deal agrees with the calls")
        numbers = tuple(chosen)
        return Prospects(
            source,
            source.matrix((source.sampling, numbers), lambda: [deals[number] for number in numbers]),
            tuple(chosen.values()),
            reading,
            steps=None if order is None else Steps.along(order, numbers, weights, self.n_deals),
        )

    @property
    def is_unlike_model(self) -> bool:
        """True if the calls fit so few deals that they are not those of the model's players."""
        if self.reading is None or self._is_unheard is not None:
            return self._is_unheard is True
        return fits_few(self.effective_samples, len(self.deals))

    # ---- results

    def takes(self) -> tuple[Take, ...]:
        """Return every take that is possible in some deal: turn by turn, trump by trump, in turn order."""
        rules = self.viewpoint.rules
        found = map(self._names.restore_take, self._matrix.takes())
        return tuple(sorted(found, key=lambda take: (take.turn or 0, rules.trumps.index(take.trump))))

    def solve(self, takes: Iterable[Take], limit: Limit | Budget = NO_LIMIT, threads: int = 1) -> bool:
        """Solve the deals for ``takes``, where they are not solved yet; False if ``limit`` came first.

        limit: for all together; what is solved of a budget is spent of it.
        threads: the most that search at the same time, at least 1.
        """
        wanted = tuple(takes)
        return self.solve_each([wanted] * len(self._matrix.deals), limit, threads) == len(self._matrix.deals)

    def solve_each(
        self, takes: Sequence[Collection[Take]], limit: Limit | Budget = NO_LIMIT, threads: int = 1
    ) -> int:
        """Solve the first deals, each for its own of ``takes``; return how many were before ``limit`` came.

        takes: looked at a few deals at a time; what they raise OutOfTimeError for counts as not solved.
        limit, threads: as for `solve`.
        """
        return self._matrix.solve(takes, Budget.of(limit), threads, self._names.take)

    def results(self, take: Take) -> list[Result | None]:
        """Return what the solved deals come to when ``take`` is played."""
        return list(map(self._names.restore_result, self._matrix.column(self._names.take(take))))

    def result(self, number: int, take: Take) -> Result | None:
        """Return what one deal comes to; None if it is not solved, or ``take`` not possible there."""
        return self._names.restore_result(self._matrix.result(number, self._names.take(take)))

    def points(self, take: Take) -> list[int | None]:
        """Return what the taker's side takes, in points or tricks, its belote included."""
        rules, side = self.viewpoint.rules, self.viewpoint.rules.side_of(take.taker)
        return [
            None if found is None else found.result[side] + rules.belote * (found.belote_side == side)
            for found in self.results(take)
        ]

    def scores(self, contract: Contract, turn: int | None = None) -> list[Score | None]:
        """Return what the solved deals score under ``contract``, which has a taker.

        Raises ValueError if nothing can be scored, as without a bid in a game with bids.
        """
        assert contract.taker is not None, "who bids is a taker"
        found = self.results(Take(contract.trump, contract.taker, turn))
        return [None if result is None else self.score_of(contract, result) for result in found]

    def score_of(self, contract: Contract, found: Result) -> Score:
        """Return the score of ``contract``, which has a taker, with a result.

        Raises ValueError if nothing can be scored, as without a bid in a game with bids.
        """
        score = self._scores.get((contract, found))
        if score is None:
            rules, dealer = self.viewpoint.rules, self.viewpoint.dealer
            score = deal_score(rules, contract, dealer, *found)
            if score is None:
                raise ValueError(f"{contract} has no score")
            self._scores[contract, found] = score
        return score

    def leads(self, contract: Contract, turn: int | None = None) -> list[int | None]:
        """Return what the player's side scores minus what the other does."""
        sign = sign_of(self.viewpoint.rules.side_of(self.viewpoint.seat))
        return [
            None if score is None else sign * lead_of(score.by_side) for score in self.scores(contract, turn)
        ]

    # ---- auctions that go on

    def draw_endings(self, auctions: Sequence[Auction], model: Model) -> Iterator[list[Ending]]:
        """Yield for each deal the ending of each of ``auctions``, called on by players of ``model``.

        Hands that differ only in names have the same endings.

        auctions: of the game and dealer of the prospects.
        """
        rules = self.viewpoint.rules
        trumps = sorted(rules.trumps, key=lambda trump: rules.trumps.index(self._names.suits[trump]))
        endings = Endings(rules, model, self._source.sampling.seed, trumps)
        return endings.draw(auctions, self.deals)

    # ---- estimates

    def mean(self, numbers: Sequence[float | None]) -> Estimate:
        """Estimate the mean of ``numbers``, one for each solved deal; those with None are left out.

        Where calls are read the error also has what the model may err by: how far the mean would move, to
        first order, if callers were of the other kinds of `solver.prospects.formula.doubted`.

        Raises ValueError if there are less than two such deals of some weight, and not all that agree.
        """
        found = estimate(*self._sampled(numbers))
        left = sqrt(self._spread_left(numbers))
        return self._with_doubt(Estimate(found.mean, found.error * left), numbers)

    def share(self, shown: Sequence[float | None]) -> Estimate:
        """Estimate the share of the deals that show something, as `mean` would: 1 for one that does, or 0."""
        found = estimate_share(*self._sampled(shown), left=self._spread_left(shown))
        return self._with_doubt(found, shown)

    def _spread_left(self, numbers: Sequence[float | None]) -> float:
        return 1.0 if self._steps is None else self._steps.spread_left(numbers, self.weights)

    def _with_doubt(self, found: Estimate, numbers: Sequence[float | None]) -> Estimate:
        """Return the estimate with the doubt about the model in its error."""
        gains, weights = self._gains, self.weights
        return found if gains is None or weights is None else add_doubt(found, numbers, weights, gains)

    @cached_property
    def _gains(self) -> list[list[float]] | None:
        """For each other kind of callers, how much likelier each deal is by it; None if nothing is read."""
        reading, source = self.reading, self._source
        if reading is None or self.weights is None or self.is_unlike_model:
            return None
        return source.gains(reading, self._matrix.deals)

    def unseen_error(self, shown: Sequence[float | None]) -> float:
        """Return how much of the error of that share the deals do not show (`solver.knowledge`)."""
        return unseen_error(*self._sampled(shown))

    def _sampled(self, numbers: Sequence[float | None]) -> tuple[list[float], int, list[float] | None]:
        """Return the numbers that there are, the deals that they are drawn from, and their weights."""
        weights = self._weights(numbers)
        held = [number for number in numbers if number is not None]
        n_deals = len(held) if self.is_exhaustive and len(numbers) == self.n_deals else self.n_deals
        if not held or (len(held) < min(n_deals, 2)) or (weights is not None and max(weights) <= 0):
            raise ValueError("too few deals are solved for a mean")
        return held, n_deals, weights

    def makes(self, contract: Contract) -> Estimate:
        """Estimate the share of the deals in which ``contract`` is made."""
        scores = self.scores(contract)
        return self.share(
            [None if score is None else float(score.outcome == Outcome.made) for score in scores]
        )

    def swing(self, contract: Contract, turn: int | None = None) -> Estimate:
        """Estimate what the player's side scores minus what the other does."""
        return self.mean(self.leads(contract, turn))

    def quantiles(self, numbers: Sequence[float | None], parts: Sequence[float]) -> list[float]:
        """Return, for each of ``parts``, 0 to 1, the least of ``numbers`` that this part of the deals reach.

        Raises ValueError if no deal of some weight has a number.
        """
        weights = self._weights(numbers)
        held = [number for number in numbers if number is not None]
        return weighted_quantiles(held, weights or [1.0] * len(held), parts)

    def _weights(self, numbers: Sequence[float | None]) -> list[float] | None:
        """Return the weights of the deals that have a number; None where all are equal."""
        if self.weights is None:
            return None
        held = zip(self.weights, numbers, strict=False)
        return [weight for weight, number in held if number is not None]


def find_prospects(viewpoint: Viewpoint, samples: int, seed: int = 0) -> Prospects:
    """Draw deals that agree with ``viewpoint``; nothing is solved yet.

    What is solved is kept for later calls, up to names: hands that differ only in the names of suits and
    seats, with the same ``samples`` and ``seed``, share one matrix.

    samples: the number of deals, 1 to `solver.knowledge.MAX_SAMPLES`; all that agree if fewer do.
    seed: the same seed draws the same deals anywhere, at any time.

    >>> from solver import Viewpoint, find_prospects, find_variant, parse_card
    >>> hand = tuple(map(parse_card, "SJ S9 SA S7 HA HT D7 C8".split()))
    >>> prospects = find_prospects(Viewpoint(find_variant("contree"), "N", hand, dealer="W"), samples=20)
    >>> len(prospects.deals), prospects.takes()[0]
    (20, Take(trump='S', taker='S', turn=None))

    Raises:
        ValueError: samples or seed are out of range, or the game has no taker.
    """
    if not viewpoint.rules.has_taker:
        raise ValueError("only a game with a taker has prospects")
    source = Source(viewpoint, Sampling(samples, seed), find_names(viewpoint))
    return Prospects(source, source.base())
