"""The lists: which deals, what is asked of each, and what it should cost."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from solver import Position

DEALS = Path(__file__).with_name("deals")


class Work(StrEnum):
    """The work asked of every deal of a list."""

    value = "value"
    """The value and one best card."""
    cards = "cards"
    """Every playable card exactly."""
    log = "log"
    """Every card of every position of a complete game."""
    bounds = "bounds"
    """As much of the value as can be proved in the time given."""


@dataclass(frozen=True, slots=True)
class Target:
    """The target: the most that the list should cost; None if none was set."""

    median_ms: float | None = None
    p95_ms: float | None = None
    max_ms: float | None = None
    median_nodes: int | None = None
    median_ratio: float | None = None
    """Of a log: the time for all of it over the time for its first position."""


@dataclass(frozen=True, slots=True)
class Deals:
    """A file of deals, and how such deals are made from a seed."""

    name: str
    games: tuple[str, ...]
    n: int
    stock_left: int | None = None
    """Play at random until so many cards are left in the stock; None: nothing is played."""
    is_logs: bool = False

    @property
    def path(self) -> Path:
        """The file of the fixed deals."""
        return DEALS / f"{self.name}.ndjson"


@dataclass(frozen=True, slots=True)
class Row:
    """One list of the benchmark: deals, the work on each, the target."""

    name: str
    deals: Deals
    work: Work
    target: Target
    table_mib: int = 64
    node_limit: int | None = None
    """Deals that need more are given up; a number of nodes, so that the signature is the same everywhere."""
    time_limit_ms: float | None = None
    has_plain: bool = True
    """True if the plain reference can do such deals in a reasonable time."""
    on_request: bool = False
    """Measured only when it is named: it takes minutes."""


BELOTE = Deals("belote", ("belote",), 200)
CONTREE = Deals("contree", ("contree",), 200)
VALET = Deals("valet_de_trefle", ("valet_de_trefle",), 100)
QUADRETTE = Deals("quadrette", ("quadrette",), 200)
ALL_FOURS_4 = Deals("all_fours_4", ("all_fours_4",), 200)
ALL_FOURS = Deals("all_fours", ("all_fours",), 200)
LOGS = Deals("logs", ("belote", "contree", "valet_de_trefle"), 50, is_logs=True)
CALIFORNIA_16 = Deals("california_jack_16", ("california_jack",), 30, stock_left=16)
CALIFORNIA_24 = Deals("california_jack_24", ("california_jack",), 20, stock_left=24)
CALIFORNIA_40 = Deals("california_jack_40", ("california_jack",), 20)
ALL_DEALS = (
    BELOTE,
    CONTREE,
    VALET,
    QUADRETTE,
    ALL_FOURS_4,
    ALL_FOURS,
    LOGS,
    CALIFORNIA_16,
    CALIFORNIA_24,
    CALIFORNIA_40,
)

_VALUE = Target(median_ms=3, p95_ms=15, max_ms=60, median_nodes=60_000)
_CARDS = Target(median_ms=6, p95_ms=30)
FULL_STOCK_NODES = 300_000_000
"""For the value of a full deal of California Jack, about a minute; half of them need fewer."""
ROWS = (
    Row("contree_value", CONTREE, Work.value, _VALUE),
    Row("contree_cards", CONTREE, Work.cards, _CARDS),
    Row("belote_value", BELOTE, Work.value, _VALUE),
    Row("belote_cards", BELOTE, Work.cards, _CARDS),
    Row("valet_de_trefle", VALET, Work.cards, Target(median_ms=15, p95_ms=80)),
    Row("quadrette", QUADRETTE, Work.cards, Target(median_ms=0.5, p95_ms=2)),
    Row("all_fours_4", ALL_FOURS_4, Work.cards, Target(median_ms=1, p95_ms=4)),
    Row("all_fours", ALL_FOURS, Work.cards, Target(median_ms=0.1, p95_ms=0.5)),
    Row("logs", LOGS, Work.log, Target(median_ratio=2)),
    Row("california_jack_16", CALIFORNIA_16, Work.cards, Target(median_ms=20, p95_ms=100), table_mib=256),
    Row(
        "california_jack_24",
        CALIFORNIA_24,
        Work.cards,
        Target(median_ms=1000, p95_ms=5000),
        table_mib=1024,
        node_limit=60_000_000,
        has_plain=False,
    ),
    Row(
        "california_jack_40",
        CALIFORNIA_40,
        Work.bounds,
        Target(),
        table_mib=256,
        time_limit_ms=1000,
        has_plain=False,
    ),
    Row(
        "california_jack_40_value",
        CALIFORNIA_40,
        Work.value,
        Target(median_ms=600_000),
        table_mib=4096,
        node_limit=FULL_STOCK_NODES,
        has_plain=False,
        on_request=True,
    ),
)
THREADS = "threads"
"""The name of the line that is no list: two threads against one."""
THREADS_ROW = next(row for row in ROWS if row.name == "belote_cards")
THREADS_TARGET = 1.9


@dataclass(frozen=True, slots=True)
class Case:
    """A deal of a list (of logs: a complete game) with its exact values, own minus other, where known."""

    name: str
    request: dict[str, Any]
    value: int | None = None
    cards: dict[str, int] | None = None
    plays: list[dict[str, int]] | None = None
    """Of a log: the values of the playable cards before each play."""

    @property
    def position(self) -> Position:
        """The position asked about; of a log its end."""
        return Position.from_dict(self.request)

    def to_line(self) -> str:
        """The line that `read_cases` reads."""
        data: dict[str, Any] = {"id": self.name, "request": self.request}
        if self.plays is not None:
            data["plays"] = self.plays
        else:
            data |= {"value": self.value, "cards": self.cards}
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> "Case":
        """The case that a line of a file holds."""
        data = json.loads(line)
        return cls(data["id"], data["request"], data.get("value"), data.get("cards"), data.get("plays"))


def read_cases(deals: Deals) -> Iterator[Case]:
    """The fixed deals of a list."""
    with deals.path.open(encoding="utf-8") as lines:
        yield from map(Case.from_line, lines)


def choose_rows(names: tuple[str, ...]) -> tuple[Row, ...]:
    """The rows of these names, or of these files; without names all but those that must be named.

    Raises KeyError for an unknown name.
    """
    known = {row.name for row in ROWS} | {row.deals.name for row in ROWS} | {THREADS}
    for name in names:
        if name not in known:
            raise KeyError(name)
    return tuple(
        row
        for row in ROWS
        if row.name in names or (not row.on_request and (not names or row.deals.name in names))
    )
