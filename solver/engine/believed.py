"""Deals that somebody may believe in, solved one after the other in one call of the core."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from threading import Lock
from typing import Any

from solver.engine.answer import Answer
from solver.engine.budget import DEFAULT_TABLE_MIB, Limit, deadline_ns
from solver.engine.encoded import EncodedGames
from solver.engine.keyboard import stoppable
from solver.engine.later import LaterAnswer
from solver.engine.native import CancelToken
from solver.engine.solver import check_not_over
from solver.game import Position, lead_of, number_sides


class BelievedDeals:
    """Solves deals of one game in turn, each from an empty table.

    Most deals are worth about as much as the one before: each search looks there first.  Safe to share
    between threads: one search runs at a time, the others wait.
    """

    def __init__(self, table_mib: int = DEFAULT_TABLE_MIB) -> None:
        self._table_bytes = table_mib << 20
        self._games = EncodedGames()
        self._table: Any = None
        self._guess: int | None = None
        """The final value of the last deal, own minus other of the first side."""
        self._lock = Lock()

    def solve(self, positions: Sequence[Position], limit: Limit) -> list[Answer]:
        """Return the answers, of every playable card and without lines, to one position or more.

        Each search may use all that those before it leave of ``limit``.  The list ends with the first that it
        cuts short, or before the first that nothing is left for.  The answers and their nodes are those of
        `Solver.redealt` and `Solver.solve`.

        Raises:
            ValueError: a position is over.
        """
        if not positions:
            return []
        check_not_over(positions)
        limit = limit.begun()  # to wait is a part of it
        with self._lock:
            return self._solve(positions, limit)

    def _solve(self, positions: Sequence[Position], limit: Limit) -> list[Answer]:
        games = [self._games.find(position) for position in positions]
        so_far = [
            lead_of(game.encoding.won_so_far(position))
            for game, position in zip(games, positions, strict=True)
        ]
        unit = games[0].core
        if self._table is None:
            self._table = unit.Table(self._table_bytes)
        cards_left = max(position.n_cards_left for position in positions)

        def search(cancel: CancelToken | None) -> Any:
            return unit.solve_many(
                [
                    (game.encoding.game, game.encoding.encode_position(position), True, before)
                    for game, position, before in zip(games, positions, so_far, strict=True)
                ],
                self._table,
                with_line=False,
                shares=False,
                guess=self._guess,
                node_limit=limit.nodes,
                deadline_ns=deadline_ns(limit.due),
                cancel=cancel,
            )

        tasks = stoppable(search, cards_left, limit.cancel, limit.nodes)
        answers = []
        for task, game, position in zip(tasks, games, positions, strict=False):
            answer = LaterAnswer.of(partial(game.read, position, task))
            if task.stopped:
                answer = game.read(position, task)
                if not answer.exact:
                    answer = replace(answer, ended=limit.find_end(sum(task.nodes for task in tasks)))
            answers.append(answer)
        last = answers[-1]
        if last.value is not None:
            self._guess = lead_of(number_sides(positions[0].rules, last.value))
        return answers
