"""Types of the search for points, compiled from ext/points/points.pyx."""

from typing import Any

from solver.engine._ground import CancelToken
from solver.engine.found import Found, Wanted

class Game:
    """The rules of one game and contract as the core has them; any number of positions may share them."""

    def __init__(self, rules: dict[str, Any]) -> None: ...

class Table:
    """The memory of one deal's searches."""

    def __init__(self, limit_bytes: int, *, near_bytes: int | None = ...) -> None: ...
    @property
    def limit_bytes(self) -> int: ...
    @property
    def n_entries(self) -> int: ...
    @property
    def n_bytes(self) -> int: ...

def solve(
    rules: Game | dict[str, Any],
    position: dict[str, Any],
    table: Table,
    *,
    wanted: Wanted = "all",
    among: int = 0,
    with_line: bool = True,
    with_totals: bool = True,
    guess: int | None = None,
    known: tuple[int, int] | None = None,
    node_limit: int | None = None,
    deadline_ns: int = 0,
    cancel: CancelToken | None = None,
    threads: int = 1,
    alone_for: int | None = ...,
) -> Found: ...
