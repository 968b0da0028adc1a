"""What deals of whist, klaverjas and coinche are worth: every case reckoned by hand."""

from typing import Any

import pytest

from solver.contract import Contract
from solver.scoring import Outcome, Pair, Score, deal_score
from solver.variants import find_variant


def score(game: str, result: Pair, options: Any = None, **contract: Any) -> Score:
    """The score of a deal of ``game`` with hearts as trumps, taken by north, dealt by west."""
    rules = find_variant(game).override(options or {})
    taker = {"taker": "N"} if rules.has_taker else {}
    scored = deal_score(rules, Contract(**{"trump": "H"} | taker | contract), "W", result)
    assert scored is not None
    return scored


@pytest.mark.parametrize(
    ("tricks", "points"),
    [((7, 6), (1, 0)), ((6, 7), (0, 1)), ((9, 4), (3, 0)), ((13, 0), (7, 0)), ((1, 12), (0, 6))],
)
def test_whist_counts_tricks_over_six(tricks: Pair, points: Pair) -> None:
    assert score("whist", tricks) == Score(points, Outcome.played)


@pytest.mark.parametrize("game", ["klaverjas_amsterdam", "klaverjas_rotterdam"])
@pytest.mark.parametrize(
    ("result", "points", "outcome"),
    [
        pytest.param((82, 80), (82, 80), "made", id="more than the other"),
        pytest.param(
            (81, 81), (0, 162), "failed", id="as many as the other is nat: everything to the defenders"
        ),
        pytest.param((80, 82), (0, 162), "failed", id="nat"),
        pytest.param((70 + 20, 92), (0, 182), "failed", id="nat, its own roem goes over too"),
        pytest.param((70 + 40, 92), (110, 92), "made", id="made by roem"),
        pytest.param((100, 62 + 50), (0, 212), "failed", id="nat by the defenders' roem"),
        pytest.param((262, 0), (262, 0), "made", id="pit"),
        pytest.param((262 + 200, 0), (462, 0), "made", id="pit with four jacks"),
        pytest.param((0, 262), (0, 262), "failed", id="pit by the defenders"),
    ],
)
def test_klaverjas(game: str, result: Pair, points: Pair, outcome: str) -> None:
    assert score(game, result) == Score(points, Outcome(outcome))
    assert score(game, result[::-1], taker="E") == Score(points[::-1], Outcome(outcome))


@pytest.mark.parametrize("trump", ["H", "NT", "AT"])
@pytest.mark.parametrize(
    ("result", "bid", "points", "outcome"),
    [
        pytest.param((92, 70), 90, (92 + 90, 70), "made", id="made"),
        pytest.param((92, 70), 100, (0, 260), "failed", id="failed"),
        pytest.param((250, 0), 250, (500, 0), "made", id="capot"),
        pytest.param((162, 0), 250, (0, 410), "failed", id="all points, but not all tricks"),
    ],
)
def test_coinche_scores_every_contract_alike(
    trump: str, result: Pair, bid: int, points: Pair, outcome: str
) -> None:
    assert score("coinche", result, trump=trump, bid=bid) == Score(points, Outcome(outcome))


@pytest.mark.parametrize(
    ("trump", "result", "outcome"),
    [
        pytest.param("NT", (130 + 88, 0), "made", id="no trumps are 130 and all tricks 88"),
        pytest.param("NT", (130, 0), "failed", id="no trumps, a trick of no points lost"),
        pytest.param("AT", (258 + 88, 0), "made", id="all trumps are 258 and all tricks 88"),
        pytest.param("AT", (258, 0), "failed", id="all trumps, more than 250 points, but a trick lost"),
    ],
)
def test_capot_is_all_the_tricks_whatever_they_add_up_to(trump: str, result: Pair, outcome: str) -> None:
    found = score("coinche", result, {"point_table": "raw"}, trump=trump, bid=250)
    assert found.outcome == Outcome(outcome)
