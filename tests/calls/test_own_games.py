"""Games of one's own that are called like a shipped one: what was fitted to that one is not asked."""

import json
from typing import Any

import pytest

from solver import Sampling, SolverError, analyse
from solver.calls import find_calls
from tests.support.command_line import ROOT

MORE = {"trumps": ["S", "H", "D", "C", "NT", "AT"]}


def own(game: str) -> dict[str, Any]:
    """The game of that name, with more trumps."""
    return {"name": game, "extends": game, **MORE}


def log_of(game: str) -> dict[str, Any]:
    """A log of that game with its auction, by those rules."""
    log: dict[str, Any] = json.loads((ROOT / "samples/auctions" / f"{game}.json").read_text(encoding="utf-8"))
    return log | {"variant": own(game), "plays": []}


def test_hands_are_judged_without_a_model() -> None:
    hand = {"variant": own("contree"), "dealer": "E", "hand": "AT7.J9.K8.7"}
    worths = find_calls(hand, 2)
    assert {worth.said for worth in worths.calls} >= {"80NT", "80AT", "pass"}
    assert worths.flattered is None
    belote = {"variant": own("belote"), "dealer": "E", "hand": "AT.J9.K.-", "turned_up": "H8"}
    assert find_calls(belote, 2).flattered is None
    assert find_calls(belote | {"variant": "belote"}, 2).flattered is not None


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("game", ["klaverjas_amsterdam", "klaverjas_rotterdam", "valet_de_trefle"])
def test_where_only_a_model_can_judge_it_is_said_to_be_missing(game: str, *, quick: bool) -> None:
    hand = {"variant": own(game), "dealer": "E", "hand": "AT7.J9.K8.7"}
    with pytest.raises(SolverError, match=r"are not judged here|has no formula"):
        find_calls(hand, 2, quick=quick)


@pytest.mark.parametrize("game", ["contree", "belote"])
def test_logs_are_judged_without_a_model(game: str) -> None:
    (deal,) = analyse(log_of(game), fair=Sampling(2), calls=Sampling(2)).deals
    assert deal.calls
    assert all(call.worth.swing.mean >= 0 for call in deal.calls)
