"""The prover: solves positions that were changed in one fact, within a budget."""

from collections.abc import Collection

from solver.cards import Card
from solver.engine import Answer, Budget, CardsWanted, Limit, Solver
from solver.game import Position, final_result, lead_of, sign_of

MOST_NODES = 4_000_000
"""The nodes that may be spent on the reasons of one mistake: less than a second; openings take most."""
TABLE_MIB = 4
"""Memory for one changed deal: most of them are endings."""


class UnprovedError(Exception):
    """A limit came before a changed position was solved."""


class Prover:
    """Solves changed positions for one mistake; all values are own minus other, at the end of the deal.

    *Own* is the side of the player who made it.  Positions of one deal share a table as long as they are
    asked for one after the other.
    """

    def __init__(self, side: int, budget: Budget) -> None:
        """``side``: the number of the own side.  ``budget``: what may be spent, up to `MOST_NODES`."""
        self._sign = sign_of(side)
        # The end of a single mistake's nodes is planned: nothing is left out for want of them.
        self._budget = budget.within(Budget(Limit(nodes=MOST_NODES)))
        self._solver: Solver | None = None
        self._deal: Position | None = None
        self.n_solves = 0
        """The number of searches so far."""

    def value(self, position: Position, guess: int | None = None) -> int:
        """Return the value of a position.

        guess: the value to try first.

        Raises UnprovedError if a limit comes before it is proved.
        """
        if position.is_over:
            return self._sign * lead_of(final_result(position.rules, position.dealer, position.tally))
        first = None if guess is None else self._sign * guess
        answer = self._spent(self._shared(position), position, "none", guess=first)
        return self._own(position, answer.bounds.low)

    def values(self, position: Position, *cards: Card) -> tuple[int, ...]:
        """Return the value of a position after each of ``cards``, all of them playable.

        Raises UnprovedError as `value` does.
        """
        return tuple(self.value(position.play(card)) for card in cards)

    def difference_without(
        self, position: Position, best: Card, played: Card, worthless: Collection[Card]
    ) -> int:
        """Return the value of one playable card minus that of another, if some cards counted for nothing.

        Raises UnprovedError as `value` does.
        """
        answer = self._spent(Solver(position, TABLE_MIB, worthless), position, "all")
        values = {card.card: card.bounds.low for card in answer.cards}
        return values[best] - values[played]

    def line(self, position: Position) -> tuple[Card, ...]:
        """Return one line of best play to the end of the deal.  Raises UnprovedError as `value` does."""
        if position.is_over:
            return ()
        return self._spent(self._shared(position), position, "best", with_line=True).line

    def _own(self, position: Position, value: int) -> int:
        """Return a value of the side to play as one of the own side."""
        return self._sign * sign_of(position.side_to_play) * value

    def _shared(self, position: Position) -> Solver:
        """Return a solver for the deal of ``position``: the last one, if it was of that deal."""
        last = self._deal
        if self._solver is None or last is None or (last.deal, last.rules) != (position.deal, position.rules):
            self._solver, self._deal = Solver(position, TABLE_MIB), position
        return self._solver

    def _spent(
        self,
        solver: Solver,
        position: Position,
        cards: CardsWanted,
        *,
        guess: int | None = None,
        with_line: bool = False,
    ) -> Answer:
        """Solve a position and take off what it cost; raises UnprovedError."""
        if self._budget.is_over:
            self._budget.end()
            raise UnprovedError
        self.n_solves += 1
        answer = solver.solve(position, self._budget.rest(), cards, guess, with_line)
        self._budget.spend(answer)
        if answer.ended is not None:
            raise UnprovedError
        return answer
