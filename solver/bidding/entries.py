"""The entries of a contract table: the value of a deal under each trump and each taker or leader."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import inf
from threading import Lock
from typing import NamedTuple

from solver.answer_row import SeatName, TrumpName, row
from solver.bidding.asked import TableDeal
from solver.engine import (
    MAX_PASSES,
    WORTH_SHARING,
    Answer,
    Bounds,
    Budget,
    Limit,
    Solver,
    inner_token,
    run_in_threads,
)
from solver.game import (
    Contract,
    Deal,
    Pair,
    Position,
    find_belote_side,
    lead_of,
    number_sides,
    points_in_play,
)
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
    in_play: int | None = None
    """The card points of the deal, as `deal_score` needs them; mostly None."""


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


class _Chain:
    """The tasks of one trump that differ only in the leader, solved one after the other."""

    def __init__(self, asked: TableDeal, deal: Deal, tasks: Sequence[_Task], table_mib: int) -> None:
        self.tasks = tasks
        self.n_solved = 0
        self._asked = asked
        self._deal = deal
        self._table_mib = table_mib
        self._solver: Solver | None = None
        self._dealer: str | None = None
        self._guess: int | None = None
        self._spent_ms = 0.0

    @property
    def expected_ms(self) -> float:
        """The time that is left, if it goes on like that; infinite before it has begun."""
        if not self.n_solved:
            return inf
        return self._spent_ms / self.n_solved * (len(self.tasks) - self.n_solved)

    def solve_next(self, limit: Limit) -> tuple[_Task, _Found, Answer]:
        """Solve the next task within ``limit``."""
        task = self.tasks[self.n_solved]
        position = _position(self._asked, self._deal, task.trump, task.leader)
        if self._solver is None or position.dealer != self._dealer:
            self._solver, self._dealer = Solver(position, self._table_mib), position.dealer
        answer = self._solver.solve(position, limit, "none", self._guess, with_line=False)
        solved = _read(self._asked, task, answer)
        self._guess = None if solved.result is None else lead_of(solved.result)
        self._spent_ms += answer.stats.time_ms
        self.n_solved += 1
        if self.n_solved == len(self.tasks):
            self._solver = None
        return task, solved, answer


class _Work:
    """The chains of a pass, which several threads take turns with, and what is left of the budget."""

    def __init__(self, chains: Sequence[_Chain], budget: Budget, n_threads: int) -> None:
        self.found: list[tuple[_Task, _Found]] = []
        self._free = list(chains)
        """The chains that no thread has."""
        self._budget = budget
        self._n_threads = n_threads
        self._n_left = sum(len(chain.tasks) for chain in chains)
        self._n_granted = 0
        """The nodes granted to tasks that are not done."""
        self._lock = Lock()
        self._is_stopped = False
        self._token = inner_token(budget.limit.cancel)
        """Ends what the threads search."""

    def run_in_threads(self) -> None:
        """Solve all tasks; an exception in one thread, or of the keyboard in this one, ends the others."""
        run_in_threads(self.run, self._n_threads, self._stop)

    def _stop(self) -> None:
        self._is_stopped = True
        self._token.cancel()

    def run(self) -> None:
        """Solve tasks, in one thread, until no chain is free."""
        while (taken := self._take()) is not None:
            chain, part = taken
            task, solved, answer = chain.solve_next(replace(part.rest(), cancel=self._token))
            with self._lock:
                part.spend(answer)
                self._n_granted -= part.limit.nodes or 0
                self.found.append((task, solved))
                if chain.n_solved < len(chain.tasks):
                    self._free.insert(0, chain)

    def _take(self) -> tuple[_Chain, Budget] | None:
        """Return a chain and an equal share of what is left, for its next task; None if no chain is free."""
        with self._lock:
            if self._is_stopped or not self._free:
                return None
            # Of what runs at the same time the longest begins first. One thread alone ends a chain before the
            # next, and so has one table at a time.
            chain = self._free[0]
            if self._n_threads > 1:
                chain = max(self._free, key=lambda one: one.expected_ms)
            self._free.remove(chain)
            part = self._budget.share(self._n_left, n_granted=self._n_granted, at_once=self._n_threads)
            self._n_granted += part.limit.nodes or 0
            self._n_left -= 1
            return chain, part


def solve_entries(asked: TableDeal, budget: Budget, threads: int = 1) -> tuple[Entry, ...]:
    """Return every entry of the table, trump by trump.

    Each distinct task is solved once.  Tasks that differ only in the leader share a transposition table, and
    each search starts from the value of the one before; partners follow each other, as they mostly win the
    same.  What easy tasks leave of the budget is shared again among those that were not proved.

    threads: the most that search at the same time, each under a trump of its own. Nodes change only as the
        tables have other sizes: the trumps under way share the memory of all threads.
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
        groups = [list(group) for _, group in groupby(tasks, key=lambda task: (task.trump, task[:2]))]
        n_threads = max(min(threads, len(groups)), 1)
        # Several threads have the tables of all chains at once that have begun and not ended.
        n_tables = len(groups) if n_threads > 1 and len(groups) < len(tasks) else n_threads
        table_mib = max(budget.limit.table_mib * n_threads // n_tables, 1)
        chains = [_Chain(asked, deals[group[0][:2]], group, table_mib) for group in groups]
        for task, solved in _solve_chains(chains, budget, n_threads):
            found[task] = _both(found.get(task), solved)
        tasks = [task for task in tasks if found[task].result is None]
        if not tasks or budget.part_left < WORTH_SHARING:
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


def _solve_chains(chains: Sequence[_Chain], budget: Budget, n_threads: int) -> list[tuple[_Task, _Found]]:
    """Solve all tasks of the chains in so many threads, within ``budget``."""
    work = _Work(chains, budget, n_threads)
    if n_threads == 1:
        work.run()
    else:
        work.run_in_threads()
    return work.found


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
        in_play=points_in_play(asked.rules, task.trump, deal),
    )
