"""The prover: solves positions that were changed in one fact, within a budget."""

from collections.abc import Callable, Collection, Hashable
from typing import Any, TypeVar

from solver.cards import Card
from solver.engine import Answer, Budget, Leads, Limit, Solver
from solver.game import Position, final_result, lead_of, sign_of

MOST_NODES = 4_000_000
"""The nodes that may be spent on the reasons of one mistake: less than a second; openings take most."""
TABLE_MIB = 4
"""Memory for one deal: most of what is asked are endings."""
UNBOUNDED = 1 << 20
"""More than any value."""

T = TypeVar("T")
Found = TypeVar("Found", Answer, Leads)


class UnprovedError(Exception):
    """A limit came before a changed position was solved."""


class Prover:
    """Solves changed positions for one mistake; all values are own minus other, at the end of the deal.

    *Own* is the side of the player who made it.  Positions of the deal as it was dealt share a table; so do
    those of a changed deal as long as they are asked for one after the other.
    """

    def __init__(self, side: int, budget: Budget, home: Solver) -> None:
        """``side``: the number of the own side.  ``budget``: what may be spent, up to `MOST_NODES`.

        home: what solves the positions of the deal itself.
        """
        self._sign = sign_of(side)
        # The end of a single mistake's nodes is planned: nothing is left out for want of them.
        self._budget = budget.within(Budget(Limit(nodes=MOST_NODES)))
        self._home = home
        self._last = home
        """The solver of the last changed deal."""
        self._known: dict[Hashable, Any] = {}

    def once(self, key: Hashable, ask: Callable[[], T]) -> T:
        """Return what ``ask`` has returned when it was first asked for ``key``, which names the question."""
        if key not in self._known:
            self._known[key] = ask()
        found: T = self._known[key]
        return found

    def value(
        self, position: Position, guess: int | None = None, least: int = -UNBOUNDED, most: int = UNBOUNDED
    ) -> int:
        """Return the value of a position.

        guess: the value to try first.
        least, most: the values that matter; one beyond them is told as some value beyond them.

        Raises UnprovedError if a limit comes before it is proved.
        """
        if position.is_over:
            return self._sign * lead_of(final_result(position.rules, position.dealer, position.tally))
        return self._lead(self._shared(position), position, (), guess, least, most)

    def values(
        self,
        position: Position,
        best: Card,
        played: Card,
        guess: int | None = None,
        worthless: Collection[Card] = (),
        most_left: float = UNBOUNDED,
    ) -> tuple[int, int]:
        """Return the value of a position after each of two cards that are playable in it.

        guess: the value to try first.
        worthless: cards that are to count for nothing; only the difference between the values then means
            anything.
        most_left: the greatest difference, first minus second, that matters; a greater one is told as some
            difference above it.

        Raises UnprovedError as `value` does.
        """
        solver = self._shared(position)
        if worthless:
            solver = solver.without(worthless)
        first = self._lead(solver, position, (best,), guess)
        return first, self._lead(solver, position, (played,), first, first - int(most_left))

    def _lead(
        self,
        solver: Solver,
        position: Position,
        cards: tuple[Card, ...],
        guess: int | None,
        least: int = -UNBOUNDED,
        most: int = UNBOUNDED,
    ) -> int:
        """Return the value of a position, or of the one card of it that is asked for."""
        sign = self._sign
        low, high = sorted((sign * (least - 1), sign * (most + 1)))
        first = None if guess is None else sign * guess
        found = self._spent(solver.leads(position, self._rest(), cards, first, (low, high)))
        return sign * found.bounds.low

    def line(self, position: Position, value: int | None = None) -> tuple[Card, ...]:
        """Return one line of best play to the end of the deal.  Raises UnprovedError as `value` does.

        value: that of the position, if it is known.
        """
        if position.is_over:
            return ()
        known = None if value is None else (self._sign * value, self._sign * value)
        solver = self._shared(position)
        line = self._spent(solver.solve(position, self._rest(), "best", known=known)).line
        if not line:
            # The value was proved, or known, and a limit came before the line.
            self._budget.end()
            raise UnprovedError
        return line

    def _shared(self, position: Position) -> Solver:
        """Return a solver for the deal of ``position``: that of the last changed deal, if it was that one."""
        if self._home.suits(position):
            return self._home
        if not self._last.suits(position):
            self._last = Solver(position, TABLE_MIB)
        return self._last

    def _rest(self) -> Limit:
        """Return the limit of the next search; raises UnprovedError if nothing is left."""
        if self._budget.is_over:
            self._budget.end()
            raise UnprovedError
        return self._budget.rest()

    def _spent(self, found: Found) -> Found:
        """Take off what a search has cost, and return what it has found; raises UnprovedError."""
        self._budget.spend(found)
        if found.ended is not None:
            raise UnprovedError
        return found
