"""Calls of a log that are judged one by one: those of all fours, and those after the last bid of bridge."""

from typing import Any

import pytest

from solver.analysis.grades import Grade
from solver.analysis.judged import DealAnalysis
from solver.analysis.judging import analyse
from solver.calls.judging import find_calls
from solver.calls.last_calls import can_judge_last, last_decisions
from solver.engine.budget import Limit
from solver.game.auctions.bridge import follow_auction
from solver.game.deal import Deal
from solver.game.log import Log
from solver.knowledge.sampling import Sampling
from solver.speech import Speech
from tests.support.samples import sample_log

FEW = Sampling(4)
ALL_FOURS: dict[str, Any] = {
    "variant": "all_fours",
    "dealer": "S",
    "deal": {"N": "A5.K3.T.9", "S": "86.A.97.8"},
    "turned_up": "H4",
    "contract": {"trump": "H", "turned_up": "H4", "refused": True},
    "auction": ["propose", "refuse"],
    "plays": [],
}
BRIDGE: dict[str, Any] = {
    "variant": "bridge",
    "dealer": "E",
    "deal": sample_log("bridge")["deal"],
    "vulnerable": "EW",
    "auction": ["1NT", "Pass", "4S", "Pass", "Pass", "X", "Pass", "Pass", "Pass"],
    "plays": [],
}


def judged(log: dict[str, Any], samples: int = 4) -> DealAnalysis:
    (deal,) = analyse(log, calls=Sampling(samples)).deals
    return deal


def test_both_calls_of_all_fours_are_judged_as_the_hand_alone_would_be() -> None:
    deal = judged(ALL_FOURS, 40)
    assert deal.calls is not None
    propose, refuse = deal.calls
    assert [(one.seat, one.worth.said) for one in deal.calls] == [("N", "propose"), ("S", "refuse")]
    asked = {"variant": "all_fours", "dealer": "S", "turned_up": "H4"}
    for call, hand, auction in ((propose, "A5.K3.T.9", []), (refuse, "86.A.97.8", ["propose"])):
        alone = find_calls({**asked, "hand": hand, "auction": auction}, 40).of(call.worth.said)
        assert alone is not None
        assert call.worth.lead == alone.lead
    # Three trumps with the king are better taken than given for another suit.
    assert propose.grade == Grade.inaccuracy
    assert "taking in ♥ is worth" in propose.text(Speech(symbols=True))
    assert "prendre à ♥" in propose.text(Speech("fr", symbols=True))


def test_after_another_suit_is_accepted_nobody_knows_the_hands_before() -> None:
    accepted = {**ALL_FOURS, "auction": ["propose", "accept"], "turned_up": None, "dealer": "S"}
    assert judged(accepted | {"contract": {"trump": "S"}}).calls == ()


def test_whoever_can_only_pass_or_bid_on_is_not_judged() -> None:
    (logged,) = Log.from_dict(BRIDGE).deals
    deal = logged.position.deal
    auction = follow_auction("E", tuple(BRIDGE["auction"]))
    assert can_judge_last(auction, deal)
    assert [(index, hand.viewpoint.seat) for index, hand in last_decisions(auction, deal)] == [
        (3, "N"),
        (5, "S"),
        (6, "W"),
        (8, "E"),
    ]
    assert not can_judge_last(follow_auction("E", ("Pass",) * 4), deal)
    few = Deal({seat: hand[1:] for seat, hand in deal.hands.items()})
    assert not can_judge_last(auction, few)


@pytest.mark.night
@pytest.mark.slow
def test_passes_and_doubles_after_the_last_bid_of_bridge_are_judged() -> None:
    deal = judged(BRIDGE)
    assert deal.calls is not None
    # N has passed before the last bid; then S doubles after two passes, and E and W may redouble.
    assert [(one.index, one.seat, one.worth.said) for one in deal.calls] == [
        (3, "N", "Pass"),
        (5, "S", "X"),
        (6, "W", "Pass"),
        (8, "E", "Pass"),
    ]
    said = {one.index: {worth.said for worth in one.worths.calls} for one in deal.calls}
    assert said == {3: {"Pass", "X"}, 5: {"Pass", "X"}, 6: {"Pass", "XX"}, 8: {"Pass", "XX"}}
    double = deal.calls[1]
    asked = {key: BRIDGE[key] for key in ("variant", "dealer", "vulnerable")}
    alone = find_calls({**asked, "hand": BRIDGE["deal"]["S"], "auction": BRIDGE["auction"][:5]}, 4).of("X")
    assert alone is not None
    assert double.worth.lead == alone.lead
    assert "a double" in double.text(Speech(symbols=True))
    written = deal.to_dict()["calls"]
    assert [one["call"] for one in written] == ["Pass", "X", "Pass", "Pass"]


@pytest.mark.slow
def test_without_an_auction_nothing_is_judged() -> None:
    log = {**BRIDGE, "contract": {"trump": "S", "taker": "W", "bid": 4}, "auction": None}
    assert judged(log).calls == ()


@pytest.mark.night
@pytest.mark.slow
def test_a_limit_leaves_calls_out_and_says_so() -> None:
    (deal,) = analyse(BRIDGE, Limit(nodes=3), calls=FEW).deals
    assert deal.calls == ()
    assert "calls" in deal.left_out
