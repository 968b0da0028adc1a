"""Types of the plain solver, compiled from ext/plain/plain.pyx."""

from typing import Any

def solve(
    rules: dict[str, Any],
    position: dict[str, Any],
    *,
    all_cards: bool = True,
    node_limit: int | None = None,
    table_bits: int | None = None,
    n_tricks: int | None = None,
) -> dict[str, Any]: ...
