"""The matrix: deals that agree with what a player sees, each solved once for each trump and first leader."""

from collections.abc import Mapping, Sequence
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
    """Deals, and what they come to for each take; columns are solved when they are asked for, and kept."""

    def __init__(self, viewpoint: Viewpoint, deals: Sequence[Deal]) -> None:
        """Take deals that agree with ``viewpoint``."""
        self.viewpoint = viewpoint
        self.deals = tuple(deals)
        self._columns: dict[_Key, list[Result | None]] = {}
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
        return self._columns.get(self._key(take), [])

    def solve(self, takes: Sequence[Take], budget: Budget, threads: int = 1) -> bool:
        """Solve the columns of ``takes``; return False if ``budget`` is over before.

        Takes with the same cards, trump and first leader share a column.  Deals are solved in order, so that
        a column that is cut short rests on the first of them.
        """
        limit = budget.limit
        is_limited = limit.due is not None or limit.nodes is not None or limit.cancel is not None
        at_once = threads * DEALS_AT_ONCE if is_limited else max(len(self.deals), 1)
        with self._lock:
            wanted = {self._key(take): take for take in takes}
            for key in wanted:
                self._columns.setdefault(key, [])
            n_deals = len(self.deals)
            return all(
                self._solve_to(min(start + at_once, n_deals), wanted, budget, threads)
                for start in range(0, n_deals, at_once)
            )

    def _solve_to(self, end: int, wanted: Mapping[_Key, Take], budget: Budget, threads: int) -> bool:
        """Solve what is wanted of the deals before ``end``; return False if ``budget`` is over before."""
        # Step 1. What is not solved yet, deal by deal.
        asked = [
            (key, self._position(take, number))
            for number in range(min((len(self._columns[key]) for key in wanted), default=end), end)
            for key, take in wanted.items()
            if number >= len(self._columns[key])
        ]
        positions = [position for _, position in asked if position is not None]
        if positions and budget.is_over:
            budget.end()
            return False
        # Step 2. One batch; each column goes on to its first answer that is not proved.
        answers = iter(solve_many(positions, budget.rest(), cards="none", threads=threads))
        is_cut: set[_Key] = set()
        for key, position in asked:
            found = None
            if position is not None:
                answer = next(answers)
                budget.spend(answer)
                if answer.value is None:
                    is_cut.add(key)
                else:
                    found = Result(number_sides(position.rules, answer.value), position.belote_side)
            if key not in is_cut:
                self._columns[key].append(found)
        return not is_cut

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
