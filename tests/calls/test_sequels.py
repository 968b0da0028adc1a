"""Auctions that go on after a call: what the call is then worth, over endings that the test decides."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from solver.calls.asked import AskedHand
from solver.calls.judging import find_calls, find_worths
from solver.game.contract import Contract
from solver.prospects import endings
from solver.prospects.callers import CallTurn, Options
from solver.prospects.prospects import Prospects, find_prospects
from solver.prospects.shares import ExpectedScores
from solver.rules.rules import Rules

BELOTE: dict[str, Any] = {"variant": "belote", "dealer": "W", "hand": "AT7.J9.-.-", "turned_up": "HA"}
VALET: dict[str, Any] = {
    "variant": "valet_de_trefle",
    "dealer": "E",
    "hand": "AT7.J9.K8.7",
    "auction": ["pass"] * 2,
}
CONTREE: dict[str, Any] = {"variant": "contree", "dealer": "E", "hand": "AT7.J9.K8.7"}


def players(monkeypatch: pytest.MonkeyPatch, wanted: Mapping[tuple[str, str], float]) -> None:
    """Let players make the calls of ``wanted`` where luck is below the number, and else pass."""
    begin = Options.__init__

    def init(
        self: Options, rules: Rules, scores: ExpectedScores, turn: CallTurn, trumps: Sequence[str]
    ) -> None:
        begin(self, rules, scores, turn, trumps)
        calls = [call for call, _ in turn.options]
        can = [(call, wanted[turn.seat, call]) for call in calls if (turn.seat, call) in wanted]
        monkeypatch.setattr(
            self,
            "draw",
            lambda _, __, luck: next((call for call, below in can if luck < below), calls[0]),
            raising=False,
        )

    monkeypatch.setattr(Options, "__init__", init)
    # Moments that are known already have their options.
    monkeypatch.setattr(endings, "moments_of", endings.HeardMoments)


def asked_in(body: dict[str, Any], samples: int) -> tuple[AskedHand, Prospects]:
    asked = AskedHand.from_dict(body)
    return asked, find_prospects(asked.viewpoint, samples)


def test_a_pass_is_worth_what_the_next_taker_makes_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    players(monkeypatch, {("S", "take"): 1.0})
    asked, prospects = asked_in(BELOTE, 25)
    found = find_worths(prospects, asked.auction).of("pass")
    assert found is not None
    prospects.solve([one for one in prospects.takes() if one.taker == "S"])
    assert found.lead.mean == pytest.approx(prospects.swing(Contract("H", "S"), 1).mean)
    assert (found.makes, found.needs) == (None, None)


def test_each_deal_is_solved_for_its_own_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    players(monkeypatch, {("E", "take"): 0.5, ("S", "take"): 1.0})
    asked, prospects = asked_in(BELOTE, 60)
    found = find_worths(prospects, asked.auction)
    passing = found.of("pass")
    assert passing is not None
    takes = [one for one in prospects.takes() if one.turn == 1 and one.taker in "ES"]
    # Before: about half of the deals for each, and all of them for the take that is judged.
    solved = [sum(prospects.result(number, take) is not None for number in range(60)) for take in takes]
    assert sum(solved) == 60
    assert all(15 <= n <= 45 for n in solved)
    prospects.solve(takes)
    east, south = (prospects.swing(Contract("H", taker), 1).mean for taker in "ES")
    assert abs(passing.lead.mean - (east + south) / 2) <= 3 * passing.lead.error


def test_a_pass_of_all_is_worth_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    players(monkeypatch, {})
    worths = find_calls(BELOTE, 10)
    found = worths.of("pass")
    assert found is not None
    assert worths.continued
    assert (found.lead.mean, found.lead.error) == (0, 0)


@pytest.mark.night
@pytest.mark.slow
def test_where_trumps_are_named_the_last_must_name_them(monkeypatch: pytest.MonkeyPatch) -> None:
    players(monkeypatch, {("E", "D"): 1.0})
    asked, prospects = asked_in(VALET, 15)
    assert asked.viewpoint.seat == "N"
    found = find_worths(prospects, asked.auction).of("pass")
    assert found is not None
    assert found.lead.mean == pytest.approx(prospects.swing(Contract("D", "E")).mean)


@pytest.mark.parametrize("doubles", [False, True])
def test_a_bid_is_worth_the_contract_that_the_others_bring_it_to(
    monkeypatch: pytest.MonkeyPatch, doubles: bool
) -> None:
    # West doubles what north bids, or not; else south, the partner, raises hearts to 100, and all pass.
    players(monkeypatch, {("S", "100H"): 1.0} | ({("W", "double"): 1.0} if doubles else {}))
    asked, prospects = asked_in(CONTREE, 12)
    worths = find_worths(prospects, asked.auction)
    assert (worths.continued, worths.model) == (True, "contree 2")
    times = 2 if doubles else 1
    raised = Contract("H", "S", 100, times)
    ends = {
        "pass": raised,
        "80S": Contract("S", "N", 80, 2) if doubles else raised,
        "100H": Contract("H", "N", 100, times),
        "130D": Contract("D", "N", 130, times),
    }
    for call, contract in ends.items():
        worth = worths.of(call)
        assert worth is not None
        assert worth.lead.mean == pytest.approx(prospects.swing(contract).mean)
    # How often the bid is made is told of the bid itself.
    bid = worths.of("80S")
    assert bid is not None
    assert bid.makes == prospects.makes(Contract("S", "N", 80))
