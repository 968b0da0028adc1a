"""Calls of a log judged: their grades, what is said of them, and the form of the answer."""

import json
from typing import Any

import pytest

from solver.analysis.calls import JudgedCall
from solver.analysis.grades import Grade
from solver.analysis.judged import DealAnalysis
from solver.analysis.judging import analyse
from solver.cards import SYMBOLS
from solver.engine.budget import Limit
from solver.knowledge.sampling import Sampling
from solver.speech import Speech
from tests.support.command_line import ROOT

SAMPLES = ROOT / "samples"
FEW = Sampling(6)


def sample(name: str) -> dict[str, Any]:
    log: dict[str, Any] = json.loads((SAMPLES / name).read_text(encoding="utf-8"))
    # The cards are judged elsewhere.
    return log | {"plays": []}


@pytest.fixture(scope="module", params=["contree", "belote"])
def judged(request: pytest.FixtureRequest) -> DealAnalysis:
    (deal,) = analyse(sample(f"auctions/{request.param}.json"), calls=FEW).deals
    return deal


def calls_of(deal: DealAnalysis) -> tuple[JudgedCall, ...]:
    assert deal.calls
    return deal.calls


@pytest.mark.by_day(1)
@pytest.mark.slow
def test_every_call_of_the_auction_is_judged(judged: DealAnalysis) -> None:
    calls, bidding = calls_of(judged), judged.bidding
    assert bidding is not None
    assert [(call.index, call.worth.said) for call in calls] == list(enumerate(judged.auction))
    assert [call.seat for call in calls] == [bidding.seat_of(call.index) for call in calls]
    for call in calls:
        assert (call.grade == Grade.best) == (call.worth.swing.mean == 0)
        assert (call.worth.said in call.best) == (not call.worth.swing.is_sure)
        assert call.grade == Grade.good or call.grade == Grade.best or call.worth.swing.is_sure


@pytest.mark.by_day(1)
def test_an_answer_has_the_numbers_and_a_sentence_of_each_call(judged: DealAnalysis) -> None:
    written = judged.to_dict()["calls"]
    for shown, call in zip(written, calls_of(judged), strict=True):
        assert shown["explanation"] == call.text(Speech())
        assert shown["swing"] == round(call.worth.swing.mean, 3)
        assert {"index", "seat", "call", "grade", "score", "score_error", "swing_error", "best"} <= set(shown)
    assert judged.to_dict(language="fr")["calls"][0]["explanation"] != written[0]["explanation"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_said_names_the_cards_held(judged: DealAnalysis, language: Any) -> None:
    for call in calls_of(judged):
        said, own = call.text(Speech(language, "en", symbols=True)), call.worth.contract
        if own is None or own.taker != call.seat or call.worth.said == "pass":
            continue
        held = [*call.said.hand.viewpoint.hand, *([own.turned_up] if own.turned_up else [])]
        trumps = [card for card in held if card.suit == own.trump]
        assert f"{len(trumps)} {'atout' if language == 'fr' else 'trump'}" in said
        for card in trumps:
            rank = "10" if card.rank == "T" else card.rank
            assert f"{SYMBOLS[card.suit]}{rank}" in said


def test_calls_are_judged_where_that_is_asked_for() -> None:
    log = sample("auctions/contree.json")
    assert "calls" not in analyse(log).to_dict()
    assert analyse(sample("belote.json"), calls=FEW).to_dict()["calls"] == []
    as_played = sample("auctions/belote.json")
    del as_played["stock"]
    position = analyse(sample("auctions/belote.json")).deals[0].position
    as_played["deal"] = position.to_dict()["deal"]
    assert analyse(as_played, calls=FEW).to_dict()["calls"] == [], "who had which five cards is not told"


def test_a_limit_leaves_calls_out_and_says_so() -> None:
    (deal,) = analyse(sample("auctions/contree.json"), Limit(nodes=200), calls=Sampling(6, seed=9)).deals
    assert "calls" in (deal.said_left_out or ())
    assert deal.ended is not None


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("nodes", [1, 1_000_000])
def test_nodes_set_for_the_calls_are_no_limit_of_the_log(nodes: int) -> None:
    asked = Sampling(4, nodes=nodes)
    said = ["Pass", "1D", "Pass", "1S", "Pass", "4S", "Pass", "Pass", "Pass"]
    bridge = sample("bridge.json") | {"auction": said}
    del bridge["contract"]
    for log in (sample("auctions/contree.json"), sample("auctions/belote.json"), bridge):
        (deal,) = analyse(log, Limit(nodes=10**9), calls=asked).deals
        assert deal.ended is None
        assert deal.said_left_out is None
        if nodes > 1:
            assert deal.calls
