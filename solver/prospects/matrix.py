"""The matrix: deals that agree with what a player sees, each solved once for each trump and first leader."""

from collections.abc import Collection, Sequence
from itertools import takewhile
from threading import Lock
from typing import NamedTuple

from solver.engine import Budget, solve_many
from solver.game import Contract, Deal, Pair, Position, deal_rest, number_sides
from solver.knowledge import Viewpoint

DEALS_AT_ONCE = 8
"""The deals that each thread solves before it looks whether a limit is reached."""

_Key = tuple[int | None, str, str | None, str | None]
"""The turn, trump, holder of the card turned up, and first leader of a column."""


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


class Matrix:
    """Deals, and what they come to for each take; each place is solved when it is asked for, and kept."""

    def __init__(self, viewpoint: Viewpoint, deals: Sequence[Deal]) -> None:
        """Take deals that agree with ``viewpoint``."""
        self.viewpoint = viewpoint
        self.deals = tuple(deals)
        self._columns: dict[_Key, dict[int, Result | None]] = {}
        self._lock = Lock()

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

    def solve(self, takes: Sequence[Collection[Take]], budget: Budget, threads: int = 1) -> int:
        """Solve the first deals, each for its own of ``takes``; return how many were before ``budget`` ended.

        Takes with the same cards, trump and first leader share a place.  Deals are solved in order, so that
        what is cut short rests on the first of them.
        """
        limit = budget.limit
        is_limited = limit.due is not None or limit.nodes is not None or limit.cancel is not None
        at_once = threads * DEALS_AT_ONCE if is_limited else max(len(takes), 1)
        with self._lock:
            for start in range(0, len(takes), at_once):
                end = min(start + at_once, len(takes))
                n_solved = self._solve_part(start, takes[start:end], budget, threads)
                if n_solved < end:
                    return n_solved
        return len(takes)

    def _solve_part(self, start: int, takes: Sequence[Collection[Take]], budget: Budget, threads: int) -> int:
        """Solve the deals from the number ``start`` on; return the number of the first that is not solved."""
        # Step 1. What is not solved yet, deal by deal.
        asked: list[tuple[int, _Key, Position]] = []
        for number, of_deal in enumerate(takes, start):
            # In one order everywhere: where the budget ends, it decides what is solved.
            for key, take in {self._key(take): take for take in sorted(of_deal)}.items():
                column = self._columns.setdefault(key, {})
                if number in column:
                    continue
                position = self._position(take, number)
                if position is None:
                    column[number] = None
                else:
                    asked.append((number, key, position))
        if asked and budget.is_over:
            budget.end()
            return asked[0][0]
        # Step 2. One batch, to the first answer that is not proved.
        answers = solve_many(
            [position for *_, position in asked], budget.rest(), cards="none", threads=threads
        )
        n_solved = start + len(takes)
        for (number, key, position), answer in zip(asked, answers, strict=True):
            budget.spend(answer)
            if answer.value is None:
                n_solved = min(n_solved, number)
            else:
                found = Result(number_sides(position.rules, answer.value), position.belote_side)
                self._columns[key][number] = found
        return n_solved

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
