"""The matrix: deals that agree with what a player sees, each solved once for each trump and first leader."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby, takewhile
from operator import itemgetter
from threading import Lock
from typing import Any, NamedTuple

from solver.engine import Answer, Budget, OutOfTimeError, Turn, solve_many
from solver.game import Contract, Deal, Pair, Position, deal_rest, number_sides
from solver.knowledge import Viewpoint
from solver.prospects.pace import DEALS_AT_ONCE, Pace

MOST_RUNS = 2048
"""The most deals, each for some takes, and the most batches of which runs are kept."""

LOOK_S = 0.05
"""The interval at which who waits for deals that another solves looks at their own limit, in seconds."""

MOST_BOUND = 8
"""The most runs of one batch on which a limit of nodes had an effect that are kept."""

_Key = tuple[int | None, str, str | None, str | None]
"""The turn, trump, holder of the card turned up, and first leader of a column."""
_Place = tuple[int, _Key]
"""The number of a deal, and a column."""


class Take(NamedTuple):
    """A player who takes in some trump."""

    trump: str
    taker: str
    turn: int | None = None
    """Where a card is turned up, the turn in which it is taken: 1 or 2."""


class Result(NamedTuple):
    """The end of a deal with best play of all."""

    result: Pair
    """Of side 0 and of side 1, without belote."""
    belote_side: int | None
    in_play: int | None = None
    """The card points of the deal, as `deal_score` needs them; mostly None."""


class _Solution(NamedTuple):
    """The end of one search of a batch."""

    result: Result | None
    """None if it was cut short."""
    nodes: int
    cut: Answer | None
    """The answer, if it was cut short."""


_Run = Sequence[_Solution]
"""The ends of the searches of one batch, or of one deal of it."""
_Search = tuple[tuple[_Place, ...], int, int, int]
"""The places that are solved at once, the threads for all and for each search, and the size of the table."""


class Solved:
    """Results of some deals, and the nodes that they took; matrices of the same deals share them."""

    def __init__(self, deals: Sequence[Deal]) -> None:
        self.deals = tuple(deals)
        self.results: dict[_Place, Result] = {}
        self._lock = Lock()
        self._free: dict[_Search, _Run] = {}
        self._bound: dict[_Search, dict[int, _Run]] = {}
        """By the nodes of the limit that had an effect."""

    def turn(self) -> Turn:
        """Return the turn of one who solves: one has it at a time, so that nothing is solved twice."""
        return Turn(self._lock)

    def find_run(self, batch: _Search, nodes: int | None) -> _Run | None:
        """Return the run of a batch to which a limit of so many nodes leads; None if it is not known."""
        deals = [self._free.get(deal) for deal in _deals_of(batch)]
        known = [run for run in deals if run is not None]
        if len(known) == len(deals) and all(_is_free(run, nodes, len(batch[0])) for run in known):
            return [solution for run in known for solution in run]
        return None if nodes is None else self._bound.get(batch, {}).get(nodes)

    def keep_run(self, batch: _Search, nodes: int | None, run: _Run) -> None:
        """Keep a run that nothing but a limit of so many nodes may have cut short."""
        for place, solution in zip(batch[0], run, strict=True):
            if solution.result is not None:
                self.results[place] = solution.result
        # A deal takes the same nodes whatever is solved with it, so that other batches may have it, too.
        is_whole, left = True, iter(run)
        for deal in _deals_of(batch):
            of_deal = [next(left) for _ in deal[0]]
            if _is_free(of_deal, nodes, len(run)):
                self._free[deal] = of_deal
                _drop_oldest(self._free, MOST_RUNS)
            else:
                is_whole = False
        if not is_whole and nodes is not None:
            of_batch = self._bound.setdefault(batch, {})
            of_batch[nodes] = run
            _drop_oldest(of_batch, MOST_BOUND)
            _drop_oldest(self._bound, MOST_RUNS)


def _deals_of(batch: _Search) -> Iterator[_Search]:
    """Yield the search of each deal of a batch, in whose places one deal comes after the other."""
    for _, places in groupby(batch[0], key=itemgetter(0)):
        yield tuple(places), *batch[1:]


def _drop_oldest(kept: dict[Any, Any], most: int) -> None:
    """Keep no more than ``most`` entries, those that came last."""
    if len(kept) > most:
        del kept[next(iter(kept))]


def _is_free(run: _Run, nodes: int | None, n_shares: int) -> bool:
    """True if a limit of so many nodes has no effect on a run, of a batch of so many searches.

    Each search may use an equal share of them, at the least.
    """
    if any(solution.cut is not None for solution in run):
        return False
    return nodes is None or max(solution.nodes for solution in run) < nodes // n_shares


class Matrix:
    """Deals, and what they come to for each take; each place is solved when it is asked for, and kept.

    What others have solved of the same deals takes no nodes, unless these are limited: then it takes as many
    as if it were solved anew, so that the same limit always reaches as far.
    """

    def __init__(self, viewpoint: Viewpoint, deals: Sequence[Deal], solved: Solved | None = None) -> None:
        """Take deals that agree with ``viewpoint``.

        solved: of these deals, shared with other matrices; None if nothing is.
        """
        self.viewpoint = viewpoint
        self.deals = tuple(deals)
        self._columns: dict[_Key, dict[int, Result | None]] = {}
        self._solved = Solved(deals) if solved is None else solved

    def takes(self) -> tuple[Take, ...]:
        """Return every take that is possible in some of the deals, turn by turn and trump by trump."""
        rules = self.viewpoint.rules
        takers = rules.seats_from(rules.next_seat(self.viewpoint.dealer))
        if not self.viewpoint.has_pack:
            return tuple(Take(trump, taker) for trump in rules.trumps for taker in takers)
        found = {
            (turn.number, trump)
            for deal in self.deals
            for turn in self.viewpoint.turns(deal)
            for trump in turn.trumps
        }
        return tuple(
            Take(trump, taker, number)
            for number, trump in sorted(found, key=lambda one: (one[0], rules.trumps.index(one[1])))
            for taker in takers
        )

    def column(self, take: Take) -> list[Result | None]:
        """Return what the deals come to, as far as they are solved; None where the take is not possible."""
        column = self._columns.get(self._key(take), {})
        return [column[number] for number in takewhile(column.__contains__, range(len(self.deals)))]

    def result(self, number: int, take: Take) -> Result | None:
        """Return what the deal of that number comes to; None if the take is not possible or not solved."""
        return self._columns.get(self._key(take), {}).get(number)

    def solve(
        self,
        takes: Sequence[Collection[Take]],
        budget: Budget,
        threads: int = 1,
        named: Callable[[Take], Take] = lambda take: take,
    ) -> int:
        """Solve the first deals, each for its own of ``takes``; return how many were before ``budget`` ended.

        Takes with the same cards, trump and first leader share a place.  Deals are solved in order, so that
        what is cut short rests on the first of them.

        takes: looked at batch by batch; one for which they raise OutOfTimeError is not solved.
        named: gives a take the names of this matrix.
        """
        pace, start = Pace(budget, threads * DEALS_AT_ONCE), 0
        with self._solved.turn() as turn:
            _wait_for(turn, budget)
            while start < len(takes):
                end = min(start + pace.next(start), len(takes))
                try:
                    part = [[named(take) for take in of_deal] for of_deal in takes[start:end]]
                except OutOfTimeError:
                    budget.end()
                    return start
                n_solved = self._solve_part(start, part, budget, threads)
                if n_solved < end:
                    return n_solved
                start = end
        return len(takes)

    def _solve_part(self, start: int, takes: Sequence[Collection[Take]], budget: Budget, threads: int) -> int:
        """Solve the deals from the number ``start`` on; return the number of the first that is not solved."""
        # Step 1. What is not solved yet, deal by deal.
        asked: list[tuple[_Place, Position]] = []
        for number, of_deal in enumerate(takes, start):
            # In one order everywhere: where the budget ends, it decides what is solved.
            for key, take in {self._key(take): take for take in sorted(of_deal)}.items():
                column = self._columns.setdefault(key, {})
                if number in column:
                    continue
                kept = self._solved.results.get((number, key)) if budget.limit.nodes is None else None
                position = None if kept is not None else self._position(take, number)
                if position is None:
                    column[number] = kept
                else:
                    asked.append(((number, key), position))
        n_solved = start + len(takes)
        if not asked:
            return n_solved
        if budget.is_over:
            budget.end()
            return asked[0][0][0]
        # Step 2. One batch, to the first answer that is not proved.
        for ((number, key), _), solution in zip(asked, self._run(asked, budget, threads), strict=True):
            if solution.result is None:
                n_solved = min(n_solved, number)
            else:
                self._columns[key][number] = solution.result
        return n_solved

    def _run(self, asked: Sequence[tuple[_Place, Position]], budget: Budget, threads: int) -> _Run:
        """Solve a batch, or look its run up where the same nodes would lead to it; spend what it takes."""
        limit = budget.rest()
        # Those that search at the same time share the table: of few positions each has more of it.
        batch = (tuple(place for place, _ in asked), min(threads, len(asked)), limit.threads, limit.table_mib)
        known = self._solved.find_run(batch, limit.nodes)
        if known is not None:
            for solution in known:
                if solution.cut is None:
                    budget.count(solution.nodes)
                else:
                    budget.spend(solution.cut)
            return known
        run = list[_Solution]()
        answers = solve_many([position for _, position in asked], limit, cards="none", threads=threads)
        for (_, position), answer in zip(asked, answers, strict=True):
            budget.spend(answer)
            run.append(_solution(position, answer))
        if all(solution.cut is None or _is_cut_by_nodes(solution.cut) for solution in run):
            self._solved.keep_run(batch, limit.nodes, run)
        return run

    def _position(self, take: Take, number: int) -> Position | None:
        """Return the start of the play; None if the take is not possible in the deal of that number."""
        rules, dealer, deal = self.viewpoint.rules, self.viewpoint.dealer, self.deals[number]
        if self.viewpoint.has_pack:
            turns = self.viewpoint.turns(deal)
            turn = next((turn for turn in turns if turn.number == take.turn), None)
            if turn is None or take.trump not in turn.trumps:
                return None
            deal = deal_rest(rules, dealer, deal.hands, turn, take.taker)
        leader = rules.first_leader(dealer, take.taker)
        return Position(rules, Contract(take.trump), deal, dealer=dealer, leader=leader)

    def _key(self, take: Take) -> _Key:
        """Return what the play of a take depends on: turn, trump, who is dealt what, and who leads."""
        rules = self.viewpoint.rules
        holder = take.taker if self.viewpoint.has_pack else None
        return take.turn, take.trump, holder, rules.first_leader(self.viewpoint.dealer, take.taker)


def _wait_for(turn: Turn, budget: Budget) -> None:
    """Wait for a turn, if it does not come at once, until the budget is late.

    Who is late before it goes on without it: they may look up what is solved, and solve nothing.
    """
    has_turn = turn.take(0)
    while not has_turn and not budget.is_late:
        left_ms = budget.limit.left_ms
        has_turn = turn.take(LOOK_S if left_ms is None else min(LOOK_S, left_ms / 1000))


def _solution(position: Position, answer: Answer) -> _Solution:
    """Return what is kept of the answer to a position."""
    if answer.value is None:
        return _Solution(None, answer.stats.nodes, answer)
    pair = number_sides(position.rules, answer.value)
    found = Result(pair, position.belote_side, position.points_in_play)
    return _Solution(found, answer.stats.nodes, None)


def _is_cut_by_nodes(answer: Answer) -> bool:
    """True if neither the clock nor a cancel ended the search."""
    return answer.ended is not None and answer.ended.by == "nodes"
