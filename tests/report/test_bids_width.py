"""Bids in words and on terminals of any width: none is cut, and one that is left is named."""

from typing import Any

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


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "takes: points of the side, belote included;"),
        ({"bonus": {"belote": 0}}, "takes: points of the side;"),
        (
            {
                "result": {"objective": "tricks"},
                "score": {"bids": [4, 5, 6]},
                "bonus": {"belote": 0},
            },
            "takes: tricks of the side;",
        ),
    ],
)
def test_what_is_taken_is_named_by_the_game(changed: dict[str, Any], said: str) -> None:
    asked = AskedHand.from_dict(HAND | {"variant": {"name": "club", "extends": "contree", **changed}})
    with (console := Console(width=120)).capture() as shown:
        console.print(calls_text(asked, find_calls(asked, 2), ENGLISH))
    assert said in shown.get()
