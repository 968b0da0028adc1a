"""Types of the native core, which is compiled from ext/core.pyx."""

from typing import Any

class CancelToken:
    """A flag that any thread may raise to stop the searches that watch it."""

    def cancel(self) -> None: ...
    @property
    def is_cancelled(self) -> bool: ...
    @property
    def address(self) -> int: ...

class Table:
    """The memory of one deal's searches."""

    def __init__(self, limit_bytes: int) -> None: ...
    @property
    def limit_bytes(self) -> int: ...
    @property
    def n_entries(self) -> int: ...
    @property
    def n_bytes(self) -> int: ...

def has_bit_instructions() -> bool: ...
def rules_fields() -> list[str]: ...
def legal_plays(rules: dict[str, Any], position: dict[str, Any]) -> int: ...
def perft(rules: dict[str, Any], position: dict[str, Any], depth: int) -> int: ...
def solve(
    rules: dict[str, Any],
    position: dict[str, Any],
    table: Table,
    *,
    all_cards: bool = True,
    all_lines: bool = False,
    guess: int | None = None,
    node_limit: int | None = None,
    deadline_ns: int = 0,
    cancel: CancelToken | None = None,
) -> dict[str, Any]: ...
