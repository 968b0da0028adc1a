"""The fair verdict: a card judged by what its player could know, not by the cards they could not see.

Deals that agree with everything the player knew (`solver.knowledge.known`) are drawn without repetition.
Where the log states the auction they count by how likely its calls were in them, in bridge by how likely the
contract was (`solver.analysis.heard`), else all alike.  Each is solved exactly for every card that could be
played.  The worth of a card *in expectation* is its mean over these deals: of own minus other of the result,
and of the deal score where the game has one.  A card is judged against the best card in expectation, with
the standard error of the mean difference.  When no more deals agree than were asked for, all are solved and
the expectations are exact.

After the card everybody is taken to play as if all cards were known, as is usual with such samples (D. N. L.
Levy, "The million pound bridge program", 1989; M. L. Ginsberg, "GIB", JAIR 14, 2001).  So it counts for
nothing that a card hides or finds out something.

The cost is that of the solves and about 0.2 ms a deal.  In a second one core judges a card by 2,000 deals of
quadrette or all fours; in the belote family by 40 to 80 deals at the first card, by 500 to 700 at the third
trick.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from solver.analysis.expectation import FairVerdict, Sample, expect, preferred_to
from solver.analysis.fair_grades import RIGHT, grade_in_expectation
from solver.analysis.heard import Heard, find_reading, hear_calls
from solver.analysis.judged import DealAnalysis, is_asked
from solver.cards import Card
from solver.engine import NO_LIMIT, BelievedDeals, Budget, CardValue, Ended, Limit, OutOfTimeError, Stats
from solver.game import NOTHING_TOLD, Auction, BridgeScoring, Position, TurnedCards, number_sides, verdict_of
from solver.knowledge import (
    LEAST_DEALS,
    ConsistentDeals,
    Sampling,
    effective_samples,
    find_knowledge,
)
from solver.rules import Scoring

AT_ONCE = 8
"""The deals that are solved in one call of the core: more of them would fill the processor's cache."""


def add_fair_verdicts(
    deals: Sequence[DealAnalysis], sampling: Sampling, budget: Budget
) -> list[DealAnalysis]:
    """Return the deals with the fair verdict of each play that ``sampling`` asks for.

    The plays share ``budget``, those with the fewest cards left first, and those of each deal the nodes of
    ``sampling``.  A verdict that these cut short rests on fewer deals, and one of less than two deals is left
    out.  A deal with a verdict that the budget cut short names the limit.
    """
    # Step 1. Find the plays to judge, and share out the nodes of each deal.
    asked = [
        (index, play) for index, deal in enumerate(deals) for play in deal.plays if is_asked(play, sampling)
    ]
    asked.sort(key=lambda entry: deals[entry[0]].positions[entry[1].index].n_cards_left)
    n_of_deal = Counter(index for index, _ in asked)
    caps = {index: Budget(Limit(nodes=sampling.nodes)).shares(n) for index, n in n_of_deal.items()}
    # Step 2. Judge each play by its share.
    verdicts: dict[tuple[int, int], FairVerdict | None] = {}
    readings = [find_reading(deal.bidding, deal.position, deal.turned_cards.refused) for deal in deals]
    ended: dict[int, Ended] = {}
    for (index, play), part in zip(asked, budget.shares(len(asked)), strict=True):
        position = deals[index].positions[play.index]
        # A share has at least one node, but nothing may be spent of a budget that is over.
        granted = budget if budget.is_over else part.within(next(caps[index]))
        verdicts[index, play.index] = _judge(
            position,
            play.card,
            sampling,
            granted,
            deals[index].scoring,
            readings[index],
            deals[index].turned_cards,
        )
        if granted.ended is not None:
            ended.setdefault(index, granted.ended)
    # Step 3. Put the verdicts into their deals, and name the limit where it came first.
    judged = [
        replace(
            deal,
            sampling=sampling,
            plays=tuple(replace(play, fair=verdicts.get((index, play.index))) for play in deal.plays),
        )
        for index, deal in enumerate(deals)
    ]
    return [
        replace(deal, ended=ended[index]) if deal.ended is None and index in ended else deal
        for index, deal in enumerate(judged)
    ]


def has_all_verdicts(deals: Sequence[DealAnalysis], sampling: Sampling) -> bool:
    """True if each play that ``sampling`` asks for has a verdict by as many deals as it asks for.

    Or by as many as its nodes allow, where no limit came before these.
    """
    return all(
        (sampling.nodes is not None and deal.ended is None)
        or (play.fair is not None and play.fair.n_samples >= min(sampling.samples, play.fair.n_deals))
        for deal in deals
        for play in deal.plays
        if is_asked(play, sampling)
    )


def judge_fairly(
    position: Position,
    card: Card,
    sampling: Sampling,
    limit: Limit = NO_LIMIT,
    auction: Auction | None = None,
) -> FairVerdict | None:
    """Judge a card by what the player to play to ``position`` knows.

    ``limit`` is for all deals; ``auction`` is read if ``sampling`` says so, of bridge the contract of
    ``position`` that it ended in.  Return None if the limit was reached before two deals (or the only one)
    were solved.  The deals drawn depend on nothing but the seed, the number of cards played, and what the
    player knows and has heard; None is returned too if no deal agrees with that.  Raises ValueError if the
    card is not playable.
    """
    if card not in position.legal_plays():
        raise ValueError(f"{card} cannot be played here")
    budget = Budget(limit).within(Budget(Limit(nodes=sampling.nodes)))
    told = NOTHING_TOLD if auction is None else auction.turned_cards
    reading = None if auction is None else find_reading(auction, position, told.refused)
    return _judge(position, card, sampling, budget, reading=reading, told=told)


def _judge(
    position: Position,
    card: Card,
    sampling: Sampling,
    budget: Budget,
    scoring: BridgeScoring | None = None,
    reading: Heard | None = None,
    told: TurnedCards = NOTHING_TOLD,
) -> FairVerdict | None:
    """Return the verdict on a card; None if the budget was over before there was one, or no deal agrees."""
    # Step 1. Count the deals that agree with the player's knowledge.
    if budget.is_over:
        budget.end()
        return None
    started = time.monotonic()
    own = position.side_to_play
    assert own is not None, "somebody is to play"
    try:
        deals = ConsistentDeals(find_knowledge(position, told), budget.check)
    except OutOfTimeError:
        budget.end()
        return None
    if not deals.count:
        return None
    # Step 2. Draw deals, where there are calls to read more than are solved, and choose those that count.
    try:
        heard = hear_calls(position, deals, sampling, reading, budget.check)
    except OutOfTimeError:
        budget.end()
        return None
    # Step 3. Solve each, while the budget lasts.
    samples: dict[Card, list[Sample]] = {playable: [] for playable in position.legal_plays()}
    solver = BelievedDeals(budget.limit.table_mib)
    worth = _Worth(position, own)
    n_samples = 0
    drawn = map(position.with_deal, heard.deals)
    while believed := list(islice(drawn, AT_ONCE)):
        if budget.is_over:
            budget.end()
            break
        answers = solver.solve(believed, budget.rest())
        for deal, answer in zip(believed, answers, strict=False):
            budget.spend(answer)
            if not answer.exact:
                break
            n_samples += 1
            belote_side = deal.belote_side
            for value in answer.cards:
                samples[value.card].append(worth.sample(deal, value, belote_side))
        if not answers[-1].exact:
            break
        if len(answers) < len(believed):
            budget.end()
            break
    # Step 4. Judge the card by the means.
    if n_samples < min(LEAST_DEALS, deals.count):
        return None
    weights = None if heard.weights is None else heard.weights[:n_samples]
    # Where the score is that of the tricks alone, a taker has nothing to make.
    taking = None if position.rules.scoring == Scoring.trick_table else position.taking_side
    cards = expect(position.rules, own, samples, deals.count, scoring, weights, taking=taking)
    grades = {expected.card: grade_in_expectation(position.rules, expected, scoring) for expected in cards}
    return FairVerdict(
        card=card,
        grade=grades[card],
        cards=cards,
        n_asked=sampling.samples,
        n_samples=n_samples,
        n_deals=deals.count,
        bids=heard.bids,
        effective_samples=None if weights is None else effective_samples(weights),
        right=tuple(one for one, grade in grades.items() if grade in RIGHT),
        preferred=preferred_to(card, cards, samples, deals.count, weights),
        stats=Stats(budget.n_nodes, (time.monotonic() - started) * 1000),
    )


class _Worth:
    """The worth of results to one side; each is worked out once."""

    def __init__(self, position: Position, own: int) -> None:
        self._names = position.rules.side_names
        self._own = own
        self._known: dict[tuple[int, int, int | None], Sample] = {}

    def sample(self, position: Position, value: CardValue, belote_side: int | None) -> Sample:
        """Return the worth of a card in ``position``, a deal of the same game."""
        assert value.value is not None, "the value was proved"
        first, second = (value.value[name] for name in self._names)
        # Of the hands, only that of a belote counts for the score.
        key = (first, second, belote_side)
        if key not in self._known:
            self._known[key] = _sample(position, value, self._own)
        return self._known[key]


def _sample(position: Position, value: CardValue, own: int) -> Sample:
    assert value.value is not None, "the value was proved"
    result = number_sides(position.rules, value.value)
    score = None if value.score is None else number_sides(position.rules, value.score)
    verdict = verdict_of(position, result)
    return Sample(
        result=(result[own], result[1 - own]),
        score=None if score is None else (score[own], score[1 - own]),
        rank=None if verdict is None else verdict.rank_for(own),
    )
