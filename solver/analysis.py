"""A game log judged card by card: what each play was worth, what it gave away, and what was better."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from solver.analysis_deal import Analysis, DealAnalysis, Play, TurningPoint
from solver.analysis_log import MAX_DEALS, Log, LoggedDeal
from solver.engine import NO_LIMIT, Limit, Solver
from solver.fair import add_fair_verdicts, has_all_verdicts
from solver.fair_sampling import Sampling
from solver.grades import Grade, Summary, grade_card
from solver.match import match_score
from solver.position import Position
from solver.result import Answer

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

DEAL_OVERHEAD_MS = 4
"""Kept back from a time limit for each deal of a log: what its positions cost besides searching."""


def analyse(log: Mapping[str, Any] | Log, limit: Limit = NO_LIMIT, fair: Sampling | None = None) -> Analysis:
    """Judge every card of a log by exact solves; with ``fair``, also by what its player could know.

    ``limit`` is for the whole log: positions are solved from the last card back, so that the ones nearest
    the end are proved first; the fair verdicts get what is left.  Raises SolverError with all faults of the
    log.
    """
    read = log if isinstance(log, Log) else Log.from_dict(log)
    budget = _Budget(limit)
    deals = []
    for index, deal in enumerate(read.deals):
        budget.start_deal(len(read.deals) - index)
        deals.append(_analyse_deal(deal, budget))
    if fair is not None:
        deals = add_fair_verdicts(deals, fair, budget.rest())
    match = None
    if read.is_match:
        match = match_score(deals[0].position.rules, [deal.played() for deal in deals])
    return Analysis(tuple(deals), match, read.log_id, read.faults() if read.is_partial else None)


def is_complete(analysis: Analysis, fair: Sampling | None = None) -> bool:
    """Whether no limit has cut ``analysis`` short: all is proved, and what ``fair`` asked for is there."""
    return all(
        answer.exact
        for deal in analysis.deals
        for answer in (deal.start, *(play.before for play in deal.plays), deal.end)
    ) and (fair is None or has_all_verdicts(analysis.deals, fair))


class _Budget:
    """What is left of a limit for a whole log, shared out among its deals."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.nodes = limit.nodes
        self.deadline = None if limit.time_ms is None else time.monotonic() + limit.time_ms / 1000
        self.deadline_of_deal = self.deadline

    def start_deal(self, n_left: int) -> None:
        """Begin a deal of the ``n_left`` still to judge: it may use its part of what time is left."""
        if self.deadline is not None:
            now = time.monotonic()
            time_left = self.deadline - now - n_left * DEAL_OVERHEAD_MS / 1000
            self.deadline_of_deal = now + max(time_left, 0) / n_left

    def next(self) -> Limit:
        """The limit for the next search: all that is left of the deal's part."""
        time_ms = None
        if self.deadline_of_deal is not None:
            time_ms = max((self.deadline_of_deal - time.monotonic()) * 1000, 0.001)
        nodes = None if self.nodes is None else max(self.nodes, 1)
        return replace(self.limit, time_ms=time_ms, nodes=nodes)

    def rest(self) -> Limit:
        """All that is left, for what is done after the deals."""
        self.deadline_of_deal = self.deadline
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
    return DealAnalysis(
        positions=tuple(positions),
        plays=tuple(_judge(positions, answers)),
        start=answers[0],
        end=answers[-1],
        log_id=deal.log_id,
        names=deal.names,
        left_over=deal.left_over,
        auction=deal.auction,
        agreed=deal.agreed,
    )


def replay(last: Position) -> list[Position]:
    """Every position of the deal up to ``last``, from the one before the first card."""
    position = Position(last.rules, last.contract, last.deal, dealer=last.dealer, leader=last.first_leader)
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
        yield Play(index, index // position.rules.n_players, seat, card, answer, chosen, grade)


def _first_minus_second(answer: Answer, position: Position) -> int | None:
    if answer.value is None:
        return None
    first, second = (answer.value[side] for side in position.rules.side_names)
    return first - second
