"""The entries of a contract table: the value of a deal under each trump and each taker or leader."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from solver.answer_row import SeatName, TrumpName, row
from solver.bidding.asked import TableDeal
from solver.engine import Answer, Bounds, Budget, Solver
from solver.game import Contract, Deal, Pair, Position, find_belote_side, lead_of, number_sides
from solver.rules import Objective


@dataclass(frozen=True, slots=True)
class Entry:
    """One trump with one taker or leader: the value of the deal with best play by all."""

    turn: int | None = field(
        metadata=row(
            "Belote with a card turned up: the turn of the auction, the first or the second.",
            absent="if no card is turned up",
            words=(1, 2),
        )
    )
    trump: TrumpName = field(metadata=row("A suit, or `NT` (in French `SA`)."))
    taker: SeatName | None = field(metadata=row("Who takes.", absent="where the game has no taker"))
    leader: SeatName = field(metadata=row("Who leads to the first trick."))
    bounds: Bounds
    """Bounds of side 0's result minus side 1's."""
    result: Pair | None
    """The results of both sides; None unless proved."""
    belote_side: int | None
    """The side that is dealt king and queen of trumps, where the game counts them."""


class _Task(NamedTuple):
    """A solve: entries with the same cards, trump and leader are worth the same and share one."""

    turn: int | None
    """The turn of the auction, if the cards that are dealt depend on it."""
    holder: str | None
    """The taker, if the cards that are dealt depend on that player."""
    trump: str
    leader: str


class _Found(NamedTuple):
    """The proved value of a task."""

    bounds: Bounds
    """Bounds of side 0's result minus side 1's."""
    result: Pair | None


MAX_PASSES = 4
"""The most rounds in which what is left of a limit is shared among the tasks not yet proved."""
_WORTH_SHARING = 0.05
"""The least part of a limit, 0 to 1, that is shared again."""


def solve_entries(asked: TableDeal, budget: Budget) -> tuple[Entry, ...]:
    """Return every entry of the table, trump by trump.

    Each distinct task is solved once.  Tasks that differ only in the leader share a transposition table, and
    each search starts from the value of the one before; partners follow each other, as they mostly win the
    same.  What easy tasks leave of the budget is shared again among those that were not proved.
    """
    places = _places(asked)
    tasks = sorted(
        {task for task, _ in places},
        key=lambda task: (
            asked.rules.trumps.index(task.trump),
            task.holder or "",
            asked.rules.side_of(task.leader),
            asked.rules.players.index(task.leader),
        ),
    )
    deals: dict[tuple[int | None, str | None], Deal] = {(None, None): asked.deal}
    for turn in asked.turns:
        deals |= {(turn.number, taker): asked.dealt_to(taker, turn) for taker in asked.rules.players}
    found: dict[_Task, _Found] = {}
    for _ in range(MAX_PASSES):
        parts = budget.shares(len(tasks))
        for (_, dealt), group in groupby(tasks, key=lambda task: (task.trump, task[:2])):
            for task, solved in _solve_leaders(asked, deals[dealt], list(group), parts):
                found[task] = _both(found.get(task), solved)
        tasks = [task for task in tasks if found[task].result is None]
        if not tasks or budget.part_left < _WORTH_SHARING:
            break
    return tuple(
        _entry(asked, deals[task.turn, task.holder], task, taker, found[task]) for task, taker in places
    )


def _places(asked: TableDeal) -> list[tuple[_Task, str | None]]:
    """Return each entry of the table in order: its task and its taker."""
    rules = asked.rules
    takers: tuple[str | None, ...] = rules.players if rules.has_taker else (None,)
    if asked.turns:
        assert asked.leader is not None, "a deal with an auction to come has a dealer"
        return [
            (_Task(turn.number, taker, trump, asked.leader), taker)
            for turn in asked.turns
            for trump in turn.trumps
            for taker in takers
        ]
    places: list[tuple[_Task, str | None]] = []
    for trump in rules.trumps if asked.trump is None else (asked.trump,):
        for taker in takers:
            stated = asked.leader or rules.first_leader(asked.dealer, taker)
            for leader in (stated,) if stated is not None else rules.players:
                places.append((_Task(None, None, trump, leader), taker))
    return places


def _position(asked: TableDeal, deal: Deal, trump: str, leader: str) -> Position:
    """Return the start of the play; all have one dealer where it does not matter which player deals."""
    dealer = asked.dealer
    if dealer is None and asked.rules.objective != Objective.four_points:
        dealer = asked.rules.players[0]
    return Position(asked.rules, Contract(trump), deal, dealer=dealer, leader=leader)


def _solve_leaders(
    asked: TableDeal, deal: Deal, tasks: Sequence[_Task], parts: Iterator[Budget]
) -> Iterator[tuple[_Task, _Found]]:
    solver: Solver | None = None
    dealer: str | None = None
    guess: int | None = None
    for task in tasks:
        part = next(parts)
        position = _position(asked, deal, task.trump, task.leader)
        if solver is None or position.dealer != dealer:
            solver, dealer = Solver(position, part.limit.table_mib), position.dealer
        answer = solver.solve(position, part.rest(), "none", guess, with_line=False)
        part.spend(answer)
        solved = _read(asked, task, answer)
        guess = None if solved.result is None else lead_of(solved.result)
        yield task, solved


def _read(asked: TableDeal, task: _Task, answer: Answer) -> _Found:
    """Turn an answer, whose bounds are those of the leader's side, into terms of side 0."""
    bounds = answer.bounds
    if asked.rules.side_of(task.leader) == 1:
        bounds = Bounds(-bounds.high, -bounds.low)
    if answer.value is None:
        return _Found(bounds, None)
    return _Found(bounds, number_sides(asked.rules, answer.value))


def _both(before: _Found | None, after: _Found) -> _Found:
    """Combine what two tries have proved."""
    if before is None:
        return after
    low, high = max(before.bounds.low, after.bounds.low), min(before.bounds.high, after.bounds.high)
    return _Found(Bounds(low, high), after.result)


def _entry(asked: TableDeal, deal: Deal, task: _Task, taker: str | None, found: _Found) -> Entry:
    return Entry(
        trump=task.trump,
        leader=task.leader,
        taker=taker,
        turn=task.turn,
        bounds=found.bounds,
        result=found.result,
        belote_side=find_belote_side(asked.rules, task.trump, deal.hands),
    )
