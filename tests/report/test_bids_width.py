"""Bids in words and on terminals of any width: none is cut, and one that is left is named."""

import pytest
from rich.console import Console

from solver.calls import AskedHand, find_calls
from solver.report.calls import best_text
from solver.report.terminal import calls_text
from solver.speech import ENGLISH, Speech

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


@pytest.mark.parametrize(("samples", "said"), [(4, "120♦ ou 100♠."), (5, "100♣ ou 4 autres.")])
def test_a_single_choice_that_is_left_is_named(samples: int, said: str) -> None:
    worths = find_calls(AskedHand.from_dict(HAND | {"auction": ["80S"]}), samples)
    assert best_text(worths, Speech("fr", "fr")).replace("\u00a0", " ").endswith(said)
