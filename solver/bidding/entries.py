"""The entries of a table: what a deal comes to under each trump and each taker or leader."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from solver.answer_row import SeatName, TrumpName, row
from solver.bidding.asked import TableDeal
from solver.engine import Answer, Bounds, Ended, Limit, Solver
from solver.game import Contract, Deal, Pair, Position, find_belote_side
from solver.rules import Objective


@dataclass(frozen=True, slots=True)
class Entry:
    """One trump with one taker or leader: what the deal comes to with best play of all."""

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
    """Of side 0's result minus side 1's."""
    result: Pair | None
    """The results of both sides; None unless they were proved."""
    belote_side: int | None
    """The side that is dealt king and queen of trumps, where the game counts them."""


class _Case(NamedTuple):
    """What is solved once: entries with the same cards, trump and leader are worth the same."""

    turn: int | None
    """The turn of the auction, where the cards that are dealt hang on it."""
    holder: str | None
    """The taker, where the cards that are dealt hang on who that is."""
    trump: str
    leader: str


class _Found(NamedTuple):
    """What is proved of a case."""

    bounds: Bounds
    """Of side 0's result minus side 1's."""
    result: Pair | None


MAX_PASSES = 4
"""How often a limit that was not used up is shared out anew among what was not proved."""
_WORTH_SHARING = 0.05
"""The least part of a limit that is."""


class Share:
    """What is left of a limit, shared out evenly among what is still to be solved."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit.begun()
        self.n_left = 0
        """The solves that it is still to be shared out to."""
        self.n_nodes = 0
        self.ended: Ended | None = None
        """What ended the last solve that did not prove all."""
        self._nodes_left = limit.nodes
        self._whole_ms = self.limit.left_ms

    @property
    def is_spent(self) -> bool:
        """Whether so little is left that another pass is not worth while."""
        if self.limit.is_over:
            return True
        parts = []
        if self.limit.left_ms is not None and self._whole_ms:
            parts.append(self.limit.left_ms / self._whole_ms)
        if self._nodes_left is not None and self.limit.nodes is not None:
            parts.append(self._nodes_left / self.limit.nodes)
        return min(parts, default=0) < _WORTH_SHARING

    def next(self) -> Limit:
        """The limit for the next solve."""
        due, nodes = None, None
        n_left = max(self.n_left, 1)
        if self.limit.left_ms is not None:
            due = time.monotonic() + self.limit.left_ms / n_left / 1000
        if self._nodes_left is not None:
            nodes = max(self._nodes_left // n_left, 1)
        return self.limit.part(due=due, nodes=nodes)

    def spend(self, answer: Answer) -> None:
        """Take off what a solve has used."""
        self.n_left -= 1
        self.n_nodes += answer.stats.nodes
        if answer.ended is not None:
            self.ended = self.limit.ended(answer.ended.by)
        if self._nodes_left is not None:
            self._nodes_left -= answer.stats.nodes


def solve_entries(asked: TableDeal, limit: Limit) -> tuple[tuple[Entry, ...], int, Ended | None]:
    """Every entry of the table, trump by trump, the nodes that it cost, and what came before all was proved.

    Each distinct case is solved once; cases that differ only in the leader share a transposition table, and
    each starts to look where the last one ended, partners after each other as they mostly win the same.  What
    easy cases leave of a limit is shared out again among those that were not proved.
    """
    places = _places(asked)
    cases = sorted(
        {case for case, _ in places},
        key=lambda case: (
            asked.rules.trumps.index(case.trump),
            case.holder or "",
            asked.rules.side_of(case.leader),
            asked.rules.players.index(case.leader),
        ),
    )
    share = Share(limit)
    deals: dict[tuple[int | None, str | None], Deal] = {(None, None): asked.deal}
    for turn in asked.turns:
        deals |= {(turn.number, taker): asked.dealt_to(taker, turn) for taker in asked.rules.players}
    found: dict[_Case, _Found] = {}
    for _ in range(MAX_PASSES):
        share.n_left = len(cases)
        for (_, dealt), group in groupby(cases, key=lambda case: (case.trump, case[:2])):
            for case, solved in _solve_leaders(asked, deals[dealt], list(group), share):
                found[case] = _both(found.get(case), solved)
        cases = [case for case in cases if found[case].result is None]
        if not cases or share.is_spent:
            break
    entries = [
        _entry(asked, deals[case.turn, case.holder], case, taker, found[case]) for case, taker in places
    ]
    return tuple(entries), share.n_nodes, share.ended if cases else None


def _places(asked: TableDeal) -> list[tuple[_Case, str | None]]:
    """Each entry of the table, in order: its case and its taker."""
    rules = asked.rules
    takers: tuple[str | None, ...] = rules.players if rules.has_taker else (None,)
    if asked.turns:
        assert asked.leader is not None, "a deal with an auction to come has a dealer"
        return [
            (_Case(turn.number, taker, trump, asked.leader), taker)
            for turn in asked.turns
            for trump in turn.trumps
            for taker in takers
        ]
    places: list[tuple[_Case, str | None]] = []
    for trump in rules.trumps if asked.trump is None else (asked.trump,):
        for taker in takers:
            stated = asked.leader or rules.first_leader(asked.dealer, taker)
            for leader in (stated,) if stated is not None else rules.players:
                places.append((_Case(None, None, trump, leader), taker))
    return places


def _position(asked: TableDeal, deal: Deal, trump: str, leader: str) -> Position:
    """The start of the play; where dealer and leader can differ without consequence, all with one dealer."""
    dealer = asked.dealer
    if dealer is None and asked.rules.objective != Objective.four_points:
        dealer = asked.rules.players[0]
    return Position(asked.rules, Contract(trump), deal, dealer=dealer, leader=leader)


def _solve_leaders(
    asked: TableDeal, deal: Deal, cases: Sequence[_Case], share: Share
) -> Iterator[tuple[_Case, _Found]]:
    solver: Solver | None = None
    dealer: str | None = None
    guess: int | None = None
    for case in cases:
        position = _position(asked, deal, case.trump, case.leader)
        if solver is None or position.dealer != dealer:
            solver, dealer = Solver(position, share.limit.table_mib), position.dealer
        answer = solver.solve(position, share.next(), "none", guess, with_line=False)
        share.spend(answer)
        solved = _read(asked, case, answer)
        guess = None if solved.result is None else solved.result[0] - solved.result[1]
        yield case, solved


def _read(asked: TableDeal, case: _Case, answer: Answer) -> _Found:
    """An answer in terms of side 0; its own bounds are those of the leader's side."""
    bounds = answer.bounds
    if asked.rules.side_of(case.leader) == 1:
        bounds = Bounds(-bounds.high, -bounds.low)
    if answer.value is None:
        return _Found(bounds, None)
    first, second = (answer.value[side] for side in asked.rules.side_names)
    return _Found(bounds, (first, second))


def _both(before: _Found | None, after: _Found) -> _Found:
    """What two tries have proved."""
    if before is None:
        return after
    low, high = max(before.bounds.low, after.bounds.low), min(before.bounds.high, after.bounds.high)
    return _Found(Bounds(low, high), after.result)


def _entry(asked: TableDeal, deal: Deal, case: _Case, taker: str | None, found: _Found) -> Entry:
    return Entry(
        trump=case.trump,
        leader=case.leader,
        taker=taker,
        turn=case.turn,
        bounds=found.bounds,
        result=found.result,
        belote_side=find_belote_side(asked.rules, case.trump, deal.hands),
    )
