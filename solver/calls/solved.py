"""Deals solved within a limit: for each deal the positions that its calls, discards or leads rest on."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TypeVar

from solver.engine import Answer, Budget, CardsWanted, solve_many
from solver.game import Position
from solver.prospects import DEALS_AT_ONCE, Pace

Row = TypeVar("Row")
Found = TypeVar("Found")


def solve_rows(
    rows: Iterable[Row],
    positions_of: Callable[[Row], Sequence[Position]],
    read: Callable[[Row, Sequence[Answer]], Found],
    budget: Budget,
    threads: int = 1,
    cards: CardsWanted = "none",
    at_once: int = DEALS_AT_ONCE,
) -> list[Found]:
    """Return what is read of each row, up to the first that ``budget`` does not let be proved.

    rows: one for each deal; they are taken a few at a time, so that few positions are held at once.
    positions_of: the positions of a row that are solved.
    read: what is kept of a row and the answers to its positions.
    threads: the most that search at the same time, at least 1.
    cards: as for `solve_many`.
    at_once: the deals that each thread solves before it looks whether a limit is reached; those that are
        solved together share it.  Within a limit of nodes these may be fewer (`Pace`).
    """
    found: list[Found] = []
    left, pace = iter(rows), Pace(budget, threads * at_once)
    while part := list(islice(left, pace.next(len(found)))):
        if budget.is_over:
            budget.end()
            return found
        asked = [positions_of(row) for row in part]
        flat = [position for positions in asked for position in positions]
        answers = iter(solve_many(flat, budget.rest(), cards=cards, threads=threads))
        solved = [[next(answers) for _ in positions] for positions in asked]
        for answer in (answer for row in solved for answer in row):
            budget.spend(answer)
        for row, of_row in zip(part, solved, strict=True):
            if any(answer.value is None or (cards != "none" and not answer.exact) for answer in of_row):
                return found
            found.append(read(row, of_row))
    return found
