"""The two solvers that are measured and compared, asked in the same way."""

import time
from dataclasses import dataclass

from benchmarks.lists import Row, Work
from solver import Position
from solver.engine.encode import Encoding
from solver.engine.native import load_unit, points

plain = load_unit("plain")


class Question:
    """A position ready for the solvers: what the measured time does not contain."""

    def __init__(self, position: Position, row: Row) -> None:
        self.row = row
        self._encoding = Encoding(position)
        self._fields = self._encoding.fields
        self._encoded = self._encoding.encode_position(position)
        won = self._encoding.won_so_far(position)
        self._won = won[0] - won[1]
        self._sign = 1 if position.side_to_play == 0 else -1

    def ask_core(self) -> "Found":
        """The core's answer, from an empty table."""
        row = self.row
        started = time.thread_time_ns()
        deadline = 0
        if row.time_limit_ms is not None:
            deadline = time.monotonic_ns() + round(row.time_limit_ms * 1e6)
        table = points.Table(row.table_mib << 20)
        found = points.solve(
            self._fields,
            self._encoded,
            table,
            wanted="all" if row.work == Work.cards else "best",
            with_totals=False,
            node_limit=row.node_limit,
            deadline_ns=deadline,
        )
        ms = (time.thread_time_ns() - started) / 1e6
        ends = (self._own(found.lower), self._own(found.upper))
        cards = {
            str(self._encoding.card[card.code]): self._own(card.lower)
            for card in found.cards
            if card.lower == card.upper
        }
        return Found(
            ms=ms,
            nodes=found.nodes,
            low=min(ends),
            high=max(ends),
            cards=cards,
            is_exact=not found.stopped,
            probes=found.probes,
            hits=found.hits,
            table_bytes=table.n_bytes,
        )

    def ask_plain(self, node_limit: int | None = None, table_bits: int | None = None) -> "Found":
        """The plain solver's answer."""
        started = time.thread_time_ns()
        found = plain.solve(
            self._fields,
            self._encoded,
            all_cards=self.row.work != Work.value,
            node_limit=node_limit,
            table_bits=table_bits,
        )
        ms = (time.thread_time_ns() - started) / 1e6
        value = self._own(found["value"])
        return Found(
            ms=ms,
            nodes=found["nodes"],
            low=value,
            high=value,
            cards={str(self._encoding.card[code]): self._own(worth) for code, worth in found["cards"]},
            is_exact=not found["stopped"],
        )

    def _own(self, to_go: int) -> int:
        """From to go, of side 0, to the final own minus other of the side to play."""
        return self._sign * (to_go + self._won)


@dataclass(frozen=True, slots=True)
class Found:
    """An answer and what it cost. Values are own minus other of the side to play, at the end of the deal."""

    ms: float
    nodes: int
    low: int
    high: int
    cards: dict[str, int]
    """The values that were proved: of every playable card, or of one best card."""
    is_exact: bool
    probes: int = 0
    hits: int = 0
    table_bytes: int = 0


def find_fault(found: Found, value: int | None, cards: dict[str, int] | None) -> str | None:
    """Return the error in the answer, if any, by the known value and the known values of the cards."""
    if value is not None and not found.low <= value <= found.high:
        return f"the value is {value}, found were {found.low} to {found.high}"
    if not found.is_exact:
        return None
    if found.low != found.high:
        return f"the search ended with bounds of {found.low} to {found.high}"
    for card, worth in found.cards.items():
        if cards is not None and cards.get(card) != worth:
            return f"{card} is worth {cards.get(card)}, found was {worth}"
    if cards is not None and len(found.cards) not in (0, 1, len(cards)):
        return f"{len(found.cards)} cards were valued, playable are {len(cards)}"
    return None
