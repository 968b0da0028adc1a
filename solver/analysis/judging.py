"""A game log judged card by card: what each play was worth, what it gave away, and what was better."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from solver.analysis.fair import add_fair_verdicts, has_all_verdicts
from solver.analysis.grades import Grade, Summary, grade_card
from solver.analysis.judged import Analysis, DealAnalysis
from solver.analysis.plays import Play, TurningPoint
from solver.engine import NO_LIMIT, Answer, Ended, Limit, Solver
from solver.game import MAX_DEALS, Log, LoggedDeal, PlayedDeal, Position, ThrownIn, match_score, weave
from solver.knowledge import Sampling

__all__ = [
    "MAX_DEALS",
    "Analysis",
    "DealAnalysis",
    "Grade",
    "Log",
    "LoggedDeal",
    "Play",
    "Summary",
    "TurningPoint",
    "analyse",
    "is_complete",
    "replay",
]

PLAY_RESERVE_MS = 0.3
"""Kept back from a time limit for each play of a log: what it takes to explain it and to write it down."""
MOST_RESERVED = 0.75
"""The most of a time limit that is kept back so."""


def analyse(log: Mapping[str, Any] | Log, limit: Limit = NO_LIMIT, fair: Sampling | None = None) -> Analysis:
    """Judge every card of a log by exact solves; with ``fair``, also by what its player could know.

    ``limit`` is for the whole log and all that is done with it: positions are solved from the last card back,
    so that the ones nearest the end are proved first; the fair verdicts get what is left, but for what
    explanations may need.  A deal whose turn comes when the time is over is left out, but for its result; so
    are the explanations of such a deal.  Raises SolverError with all faults of the log.
    """
    read = log if isinstance(log, Log) else Log.from_dict(log)
    limit = limit.begun()
    budget = _Budget(limit, sum(len(deal.position.plays) for deal in read.deals))
    deals = []
    for index, deal in enumerate(read.deals):
        is_late = index > 0 and budget.is_over
        budget.start_deal(len(read.deals) - index)
        deals.append(_pass_over(deal, limit) if is_late else _analyse_deal(deal, budget))
    if fair is not None:
        deals = add_fair_verdicts(deals, fair, budget.rest())
        # Of the limit, not of the part of it that they had.
        deals = [
            deal if deal.ended is None else replace(deal, ended=limit.ended(deal.ended.by)) for deal in deals
        ]
    deals = [
        _without_explanations(deal, limit) if index and limit.is_over else deal.explained()
        for index, deal in enumerate(deals)
    ]
    match = None
    if read.is_match:
        played = [
            PlayedDeal(None) if isinstance(deal, ThrownIn) else deal.played()
            for deal in weave(deals, read.thrown_in)
        ]
        match = match_score(deals[0].position.rules, played)
    faults = read.faults() if read.is_partial else None
    return Analysis(
        log_id=read.log_id, deals=tuple(deals), thrown_in=read.thrown_in, faults=faults, match=match
    )


def is_complete(analysis: Analysis, fair: Sampling | None = None) -> bool:
    """Whether no limit has cut ``analysis`` short: all is proved, and what ``fair`` asked for is there."""
    return all(
        not deal.left_out
        and all(answer.exact for answer in (deal.start, *(play.before for play in deal.plays), deal.end))
        for deal in analysis.deals
    ) and (fair is None or has_all_verdicts(analysis.deals, fair))


class _Budget:
    """What is left of a limit for a whole log, shared out among its deals."""

    def __init__(self, limit: Limit, n_plays: int) -> None:
        self.limit = limit
        self.nodes = limit.nodes
        self.due: float | None = None
        """When solving must be over, so that there is time for what follows."""
        if limit.due is not None and limit.left_ms is not None:
            self.due = limit.due - min(n_plays * PLAY_RESERVE_MS, limit.left_ms * MOST_RESERVED) / 1000
        self.due_of_deal = self.due
        self.nodes_of_others = 0

    @property
    def is_over(self) -> bool:
        """Whether there is no time left to solve anything."""
        return self.limit.part(due=self.due).is_over

    def start_deal(self, n_left: int) -> None:
        """Begin a deal of the ``n_left`` still to judge: it may use its part of the time and nodes left."""
        if self.due is not None:
            now = time.monotonic()
            self.due_of_deal = now + max(self.due - now, 0) / n_left
        if self.nodes is not None:
            self.nodes_of_others = self.nodes - max(self.nodes, 0) // n_left

    def next(self) -> Limit:
        """The limit for the next search: all that is left of the deal's part."""
        nodes = None if self.nodes is None else max(self.nodes - self.nodes_of_others, 1)
        return self.limit.part(due=self.due_of_deal, nodes=nodes)

    def rest(self) -> Limit:
        """All that is left, for what is done after the deals."""
        self.due_of_deal, self.nodes_of_others = self.due, 0
        return self.next()

    def spend(self, answer: Answer) -> None:
        """Take off what a search has used."""
        if self.nodes is not None:
            self.nodes -= answer.stats.nodes


def _analyse_deal(deal: LoggedDeal, budget: _Budget) -> DealAnalysis:
    positions = replay(deal.position)
    solver = Solver(deal.position, budget.limit.table_mib)
    answers: list[Answer] = []
    guess: int | None = None
    for position in reversed(positions):
        answer = solver.solve(position, budget.next(), guess=guess)
        budget.spend(answer)
        answers.append(answer)
        guess = _first_minus_second(answer, position)
    answers.reverse()
    ended = next((answer.ended for answer in answers if answer.ended is not None), None)
    return _made(deal, positions, answers, None if ended is None else budget.limit.ended(ended.by))


def _pass_over(deal: LoggedDeal, limit: Limit) -> DealAnalysis:
    """A deal for which there is no time: what is known of it without a search."""
    solver = Solver(deal.position, 1)
    positions = (deal.position.at_start(), deal.position)
    answers = [solver.solve(position, limit.part(nodes=1)) for position in positions]
    return _made(deal, positions, answers, limit.find_end(0))


def _without_explanations(deal: DealAnalysis, limit: Limit) -> DealAnalysis:
    """A deal for whose explanations there is no time; one that has nothing to explain lacks none."""
    if deal.left_out or not any(play.chosen.swing for play in deal.plays):
        return deal
    return replace(_cut_short(deal, limit.find_end(0)), left_out=("explanations",))


def _cut_short(deal: DealAnalysis, ended: Ended) -> DealAnalysis:
    return deal if deal.ended is not None else replace(deal, ended=ended)


def _made(
    deal: LoggedDeal, positions: Sequence[Position], answers: Sequence[Answer], ended: Ended | None
) -> DealAnalysis:
    is_whole = len(positions) == len(deal.position.plays) + 1
    return DealAnalysis(
        positions=tuple(positions),
        plays=tuple(_judge(positions, answers)) if is_whole else (),
        start=answers[0],
        end=answers[-1],
        log_id=deal.log_id,
        names=deal.names,
        left_over=deal.left_over,
        auction=deal.auction,
        agreed=deal.agreed,
        ended=ended,
        left_out=() if is_whole else ("plays", "explanations"),
    )


def replay(last: Position) -> list[Position]:
    """Every position of the deal up to ``last``, from the one before the first card."""
    position = last.at_start()
    positions = [position]
    for card in last.plays:
        position = position.play(card)
        positions.append(position)
    return positions


def _judge(positions: Sequence[Position], answers: Sequence[Answer]) -> Iterator[Play]:
    last = positions[-1]
    for index, (position, answer, card) in enumerate(zip(positions, answers, last.plays, strict=False)):
        chosen = next(value for value in answer.cards if value.card == card)
        seat = position.to_play
        assert seat is not None
        grade = grade_card(position, answer.cards, chosen)
        yield Play(
            index=index,
            trick=index // position.rules.n_players,
            seat=seat,
            card=card,
            before=answer,
            chosen=chosen,
            grade=grade,
        )


def _first_minus_second(answer: Answer, position: Position) -> int | None:
    if answer.value is None:
        return None
    first, second = (answer.value[side] for side in position.rules.side_names)
    return first - second
