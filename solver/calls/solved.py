"""Rows of positions solved within a limit: for each deal those that its calls, discards or leads rest on."""

from collections.abc import Sequence

from solver.engine import Answer, Budget, CardsWanted, solve_many
from solver.game import Position

ROWS_AT_ONCE = 8
"""The rows that each thread solves before it looks whether a limit is reached."""


def solve_rows(
    rows: Sequence[Sequence[Position]], budget: Budget, threads: int = 1, cards: CardsWanted = "none"
) -> list[list[Answer]]:
    """Return the answers, row by row, of all rows before the first that ``budget`` does not let be proved.

    threads: the most that search at the same time, at least 1.
    cards: as for `solve_many`.
    """
    limit = budget.limit
    is_limited = limit.due is not None or limit.nodes is not None or limit.cancel is not None
    at_once = threads * ROWS_AT_ONCE if is_limited else max(len(rows), 1)
    found: list[list[Answer]] = []
    for start in range(0, len(rows), at_once):
        if budget.is_over:
            budget.end()
            break
        part = rows[start : start + at_once]
        flat = [position for one in part for position in one]
        answers = iter(solve_many(flat, budget.rest(), cards=cards, threads=threads))
        for one in part:
            row = [next(answers) for _ in one]
            for answer in row:
                budget.spend(answer)
            found.append(row)
        for place, row in enumerate(found[start:], start):
            if any(answer.value is None or (cards != "none" and not answer.exact) for answer in row):
                return found[:place]
    return found
