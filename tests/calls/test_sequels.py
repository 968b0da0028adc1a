"""Auctions that go on after a pass: the chances of each ending, and what the pass is then worth."""

from collections.abc import Mapping
from typing import Any

import pytest

from solver.calls.asked import AskedHand
from solver.calls.judging import find_calls, find_worths
from solver.calls.sequels import find_sequels
from solver.game.contract import Contract
from solver.prospects.callers import Caller
from solver.prospects.formula import find_model
from solver.prospects.prospects import find_prospects

BELOTE: dict[str, Any] = {"variant": "belote", "dealer": "W", "hand": "AT7.J9.-.-", "turned_up": "HA"}
VALET: dict[str, Any] = {
    "variant": "valet_de_trefle",
    "dealer": "E",
    "hand": "AT7.J9.K8.7",
    "auction": ["pass"] * 2,
}


def players(monkeypatch: pytest.MonkeyPatch, wanted: Mapping[tuple[str, str], float]) -> None:
    """Let each player make the calls of ``wanted``, by seat and call, with their chances, and else pass."""

    def chances(self: Caller, hand: object) -> dict[str, float]:
        of = {call: wanted.get((self.turn.seat, call), 0.0) for call, _ in self.turn.options}
        rest = 1 - sum(of.values())
        first = next(iter(of))
        return {**of, first: of[first] + rest}

    monkeypatch.setattr(Caller, "chances", chances)


@pytest.mark.parametrize("body", [BELOTE, VALET])
def test_the_endings_of_each_deal_make_one(body: dict[str, Any]) -> None:
    asked = AskedHand.from_dict(body)
    model = find_model(asked.auction.rules.name)
    assert model is not None
    prospects = find_prospects(asked.viewpoint, 30)
    passed = asked.auction.call("pass")
    sequels = find_sequels(passed, prospects.deals, model)
    assert len(sequels) == 30
    for deal, sequel in zip(prospects.deals, sequels, strict=True):
        assert sum(sequel.values()) == pytest.approx(1)
        turns = {turn.number: turn.trumps for turn in asked.viewpoint.turns(deal)}
        for ending in sequel:
            # Only what is turned up in this deal can be taken; where trumps are named, somebody must.
            assert (ending.contract is None) <= bool(turns)
            if ending.contract is not None and ending.turn is not None:
                assert ending.contract.trump in turns[ending.turn]


def test_a_pass_is_worth_what_the_next_taker_makes_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    players(monkeypatch, {("E", "take"): 0.5, ("S", "take"): 1.0})
    asked = AskedHand.from_dict(BELOTE)
    prospects = find_prospects(asked.viewpoint, 25)
    found = find_worths(prospects, asked.auction).of("pass")
    assert found is not None
    east, south = (prospects.swing(Contract("H", taker), 1).mean for taker in "ES")
    assert found.lead.mean == pytest.approx((east + south) / 2)
    assert (found.makes, found.needs) == (None, None)


def test_a_pass_of_all_is_worth_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    players(monkeypatch, {})
    worths = find_calls(BELOTE, 10)
    found = worths.of("pass")
    assert found is not None
    assert worths.continued
    assert (found.lead.mean, found.lead.error) == (0, 0)


def test_where_trumps_are_named_the_last_must_name_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = AskedHand.from_dict(VALET)
    assert asked.viewpoint.seat == "N"
    players(monkeypatch, {("E", "D"): 1.0})
    prospects = find_prospects(asked.viewpoint, 15)
    found = find_worths(prospects, asked.auction).of("pass")
    assert found is not None
    assert found.lead.mean == pytest.approx(prospects.swing(Contract("D", "E")).mean)


def test_a_take_that_hardly_ever_comes_is_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    players(monkeypatch, {("E", "take"): 0.001, ("S", "take"): 1.0})
    asked = AskedHand.from_dict(BELOTE)
    model = find_model("belote")
    assert model is not None
    deals = find_prospects(asked.viewpoint, 10).deals
    sequels = find_sequels(asked.auction.call("pass"), deals, model)
    assert [list(sequel.values()) for sequel in sequels] == [[1.0]] * 10
