"""The fair verdict: a card judged by what its player could know, not by the cards he could not see.

Deals that agree with everything the player knew (`solver.knowledge.known`) are drawn uniformly, without
repetition, and each is solved exactly for every card he could play.  What a card is worth *in expectation* is
its mean over these deals: of own minus other of the result, and of the deal score where there is one.  It is
judged against the best card in expectation, with the standard error of the mean difference; when no more
deals agree than were asked for, all are solved, and the expectations are exact.

After the card everybody is taken to play as if all cards were known, as is usual with such samples (D. N. L.
Levy, "The million pound bridge program", 1989; M. L. Ginsberg, "GIB", JAIR 14, 2001): that a card hides or
finds out something counts for nothing.

What it costs is the solves and some 0.4 ms a deal: in a second one core judges a card by 2,000 deals of
quadrette or all fours; of the belote family by 40 to 80 at the first card, by 500 to 700 at the third trick.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from solver.analysis.expectation import FairVerdict, Sample, expect, grade_in_expectation
from solver.analysis.grades import result_pair, verdict_of
from solver.analysis.judged import DealAnalysis
from solver.analysis.plays import Play
from solver.cards import Card
from solver.engine import NO_LIMIT, Answer, CardValue, Ended, EndedBy, Limit, OutOfTimeError, Solver, Stats
from solver.game import Deal, Position
from solver.knowledge import ConsistentDeals, Sampling, find_knowledge

MIN_SAMPLES = 2
"""With fewer there is no telling how sure the means are, unless they are of all deals."""


def add_fair_verdicts(deals: Sequence[DealAnalysis], sampling: Sampling, limit: Limit) -> list[DealAnalysis]:
    """The deals with the fair verdict of each play that ``sampling`` asks for.

    ``limit`` is for all of them together; it is shared out, the plays with the fewest cards left first.  A
    verdict that it cuts short rests on fewer deals; one of less than two is left out; and its deal says by
    what it was ended.
    """
    asked = [
        (index, play) for index, deal in enumerate(deals) for play in deal.plays if _is_asked(play, sampling)
    ]
    asked.sort(key=lambda entry: deals[entry[0]].positions[entry[1].index].n_cards_left)
    purse = _Purse(limit)
    verdicts: dict[tuple[int, int], FairVerdict | None] = {}
    ended: dict[int, Ended] = {}
    for n_done, (index, play) in enumerate(asked):
        position = deals[index].positions[play.index]
        part = purse.part(len(asked) - n_done)
        verdicts[index, play.index], ended_by = _judge(position, play.card, sampling, part)
        if ended_by is not None:
            ended.setdefault(index, limit.ended(ended_by))
    judged = [
        replace(
            deal, plays=tuple(replace(play, fair=verdicts.get((index, play.index))) for play in deal.plays)
        )
        for index, deal in enumerate(deals)
    ]
    return [
        deal
        if deal.ended is not None or has_all_verdicts([deal], sampling)
        else replace(deal, ended=ended[index])
        for index, deal in enumerate(judged)
    ]


def has_all_verdicts(deals: Sequence[DealAnalysis], sampling: Sampling) -> bool:
    """Whether each play that ``sampling`` asks for has its verdict, by as many deals as it asks for."""
    return all(
        sampling.samples < MIN_SAMPLES
        if play.fair is None
        else play.fair.n_samples >= min(sampling.samples, play.fair.n_deals)
        for deal in deals
        for play in deal.plays
        if _is_asked(play, sampling)
    )


def judge_fairly(
    position: Position, card: Card, sampling: Sampling, limit: Limit = NO_LIMIT
) -> FairVerdict | None:
    """The card judged by what the player to play to ``position`` knows; ``limit`` is for all deals together.

    None if the limit came before two deals (or the only one) were solved.  The deals hang on the seed, on how
    many cards were played, and on what the player knows, and on nothing else.  Raises ValueError if the card
    is not playable.
    """
    if card not in position.legal_plays():
        raise ValueError(f"{card} cannot be played here")
    found, _ = _judge(position, card, sampling, _Purse(limit))
    return found


def _is_asked(play: Play, sampling: Sampling) -> bool:
    if sampling.plays == "all":
        return not play.forced
    return bool(play.chosen.swing) or (play.chosen.score_swing or 0) > 0


def _judge(
    position: Position, card: Card, sampling: Sampling, purse: "_Purse"
) -> tuple[FairVerdict | None, EndedBy | None]:
    """The verdict on a card, if there is one, and what has cut it short, if anything has."""
    if purse.limit() is None:
        return None, purse.ended_by
    started = time.monotonic()
    own = position.side_to_play
    assert own is not None, "somebody is to play"
    try:
        deals = ConsistentDeals(find_knowledge(position), purse.check)
    except OutOfTimeError:
        return None, purse.ended_by
    samples: dict[Card, list[Sample]] = {playable: [] for playable in position.legal_plays()}
    n_samples = n_nodes = 0
    guess: int | None = None
    ended_by: EndedBy | None = None
    for deal in draw_deals(deals, sampling, len(position.plays)):
        limit = purse.limit()
        if limit is None:
            ended_by = purse.ended_by
            break
        believed = _with_deal(position, deal)
        answer = Solver(believed, limit.table_mib).solve(believed, limit, guess=guess)
        purse.spend(answer.stats.nodes)
        n_nodes += answer.stats.nodes
        if not answer.exact:
            assert answer.ended is not None, "a limit came first"
            ended_by = answer.ended.by
            break
        n_samples += 1
        for value in answer.cards:
            samples[value.card].append(_sample(believed, value, own))
        # Most deals are worth about as much as the one before: the search looks there first.
        guess = _first_minus_second(believed, answer)
    if n_samples < min(MIN_SAMPLES, deals.count):
        return None, ended_by
    cards = expect(position.rules, own, samples, deals.count)
    chosen = next(expected for expected in cards if expected.card == card)
    verdict = FairVerdict(
        card=card,
        grade=grade_in_expectation(position.rules, chosen),
        cards=cards,
        n_samples=n_samples,
        n_deals=deals.count,
        stats=Stats(n_nodes, (time.monotonic() - started) * 1000),
    )
    return verdict, ended_by


def draw_deals(deals: ConsistentDeals, sampling: Sampling, n_plays: int) -> Iterator[Deal]:
    """Different deals in random order: as many as are asked for, or all if there are no more.

    ``n_plays``, how many cards were played before, draws others for each play of a game.
    """
    rng = Random(f"{sampling.seed} {n_plays}")
    if deals.count <= sampling.samples:
        yield from (deals[number] for number in rng.sample(range(deals.count), deals.count))
        return
    drawn: set[int] = set()
    while len(drawn) < sampling.samples:
        number = rng.randrange(deals.count)
        if number not in drawn:
            drawn.add(number)
            yield deals[number]


def _with_deal(position: Position, deal: Deal) -> Position:
    """The same game with another deal; that every play was legal in it is checked once more."""
    return Position(
        position.rules,
        position.contract,
        deal,
        dealer=position.dealer,
        leader=position.first_leader,
        plays=position.plays,
    )


def _sample(position: Position, value: CardValue, own: int) -> Sample:
    assert value.value is not None, "the value was proved"
    result = result_pair(position.rules, value.value)
    score = None if value.score is None else result_pair(position.rules, value.score)
    verdict = verdict_of(position, result)
    return Sample(
        result=(result[own], result[1 - own]),
        score=None if score is None else (score[own], score[1 - own]),
        rank=None if verdict is None else verdict.rank_for(own),
    )


def _first_minus_second(position: Position, answer: Answer) -> int:
    assert answer.value is not None, "the value was proved"
    first, second = result_pair(position.rules, answer.value)
    return first - second


class _Purse:
    """What is left of a limit, or of a part of one."""

    def __init__(self, limit: Limit, whole: "_Purse | None" = None) -> None:
        self._limit = limit.begun()
        self._whole = whole
        self._nodes = limit.nodes

    def part(self, n_parts: int) -> "_Purse":
        """An equal part of what is left; what it spends is spent here too."""
        left = self.limit()
        if left is None:
            return self
        due = None if left.left_ms is None else time.monotonic() + left.left_ms / n_parts / 1000
        nodes = None if left.nodes is None else max(left.nodes // n_parts, 1)
        return _Purse(left.part(due=due, nodes=nodes), self)

    def limit(self) -> Limit | None:
        """All that is left; None if that is nothing, or if the search was called off."""
        if self._limit.is_over or (self._nodes is not None and self._nodes < 1):
            return None
        return replace(self._limit, nodes=self._nodes)

    @property
    def ended_by(self) -> EndedBy:
        """What has ended work that has no `limit` any more."""
        if self._limit.is_over:
            return self._limit.find_end(0).by
        return "nodes"

    def check(self) -> None:
        """Raise OutOfTimeError if there is no time left, or the work was called off."""
        self._limit.check()

    def spend(self, nodes: int) -> None:
        """Take off what a search has used."""
        if self._nodes is not None:
            self._nodes -= nodes
        if self._whole is not None:
            self._whole.spend(nodes)
