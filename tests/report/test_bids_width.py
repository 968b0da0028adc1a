"""The table of the bids on terminals of any width: no cell is cut."""

import pytest
from rich.console import Console

from solver.calls import AskedHand, find_calls
from solver.report.terminal import calls_text
from solver.speech import ENGLISH

HAND = {"variant": "contree", "dealer": "W", "hand": "AQT.J9.K8.7", "auction": []}


@pytest.mark.parametrize(("columns", "n_tables"), [(100, 1), (80, 2), (54, 3)])
def test_no_bid_is_cut(columns: int, n_tables: int) -> None:
    asked = AskedHand.from_dict(HAND)
    worths = find_calls(asked, 2, quick=True)
    with (console := Console(width=columns)).capture() as shown:
        console.print(calls_text(asked, worths, ENGLISH))
    _, head, tables = shown.get().partition("trumps ")
    assert head
    assert "…" not in tables
    assert tables.count("trumps ") == n_tables - 1
    assert "94\u00a0%" in tables
