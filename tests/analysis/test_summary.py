"""What the cards of a player add up to: given away in result, score and expectation, and accuracy."""

import json
from dataclasses import replace
from math import exp, hypot
from pathlib import Path
from typing import Any

import pytest

from solver import BridgeScoring, Sampling, analyse, find_variant
from solver.analysis import Analysis, DealAnalysis, Summary
from solver.analysis.costliest import find_costliest
from solver.analysis.grades import price
from solver.analysis.summary import MIN_CHOICES, accuracy_of, stake_of
from solver.knowledge import Estimate

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


def sample(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((SAMPLES / f"{name}.json").read_text())
    return read


def deal_of(name: str) -> DealAnalysis:
    return analyse(sample(name)).deals[0]


def test_the_curve_falls_from_100_to_0() -> None:
    shares = [n / 100 for n in range(101)]
    curve = [accuracy_of(share) for share in shares]
    assert curve == sorted(curve, reverse=True)
    assert round(curve[0], 3) == 100
    assert curve[-1] == 0
    # As lichess counts a loss of 10 points of winning chance.
    assert accuracy_of(0.1) == pytest.approx(103.1668 * exp(-0.04354 * 10) - 3.1669)


def test_accuracy_is_the_mean_over_choices_that_could_matter() -> None:
    deal = deal_of("bridge")
    stake = stake_of(deal.position.rules, deal.scoring, is_scored=True)
    assert stake == 16  # two tricks, a swing of 4, are a blunder and a quarter of it
    own = [play for play in deal.plays if play.player == "E" and not play.forced]
    mattered = [play for play in own if any(card.swing for card in play.before.cards)]
    assert len(mattered) < len(own)
    mean = sum(accuracy_of((play.chosen.swing or 0) / stake) for play in mattered) / len(mattered)
    summary = deal.summary("E")
    assert summary.decisions == len(own) >= MIN_CHOICES
    assert summary.accuracy == round(mean, 1) < 100


def test_accuracy_counts_the_score_where_the_game_has_one() -> None:
    deal = deal_of("belote")
    stake = stake_of(deal.position.rules, None, is_scored=True)
    assert stake == deal.position.rules.stake == 162
    # Ten points given away where no card could cost anything in the score: no choice that could matter.
    first, second = (play for play in deal.plays if play.seat == "W" and play.chosen.swing)
    assert (first.chosen.swing, first.chosen.score_swing) == (20, 0)
    counted = Summary.of_play(first, stake)
    assert (counted.n_counted, counted.mistakes) == (0, 1)
    counted = Summary.of_play(second, stake)
    assert (counted.n_counted, counted.percent) == (1, accuracy_of(6 / stake))


def test_at_imps_and_at_rubber_bridge_accuracy_is_by_the_stake_too() -> None:
    rules = find_variant("bridge")
    assert rules.stake == 450
    stakes = {scoring: stake_of(rules, scoring, is_scored=True) for scoring in BridgeScoring}
    blunder = 4 * rules.blunder
    assert stakes == {
        BridgeScoring.matchpoints: blunder,
        BridgeScoring.imps: 10,
        BridgeScoring.rubber: 450,
    }
    # Without a bid the cards are graded by tricks, whatever the scoring.
    assert {stake_of(rules, scoring, is_scored=False) for scoring in BridgeScoring} == {blunder}
    # A stake of less than an IMP still divides.
    assert stake_of(replace(rules, stake=10), BridgeScoring.imps, is_scored=True) == 1


@pytest.mark.parametrize("scoring", [BridgeScoring.imps, BridgeScoring.rubber])
def test_the_accuracy_in_an_answer_is_what_its_cards_come_to(scoring: BridgeScoring) -> None:
    deal = analyse(sample("bridge"), scoring=scoring).deals[0]
    stake = {BridgeScoring.imps: 10, BridgeScoring.rubber: 450}[scoring]
    own = [play for play in deal.plays if play.player == "E" and not play.forced]
    prices = [[price(card, scoring) or 0 for card in play.before.cards] for play in own]
    counted = [play for play, costs in zip(own, prices, strict=True) if any(costs)]
    lost = [price(play.chosen, scoring) or 0 for play in counted]
    assert any(lost)
    mean = sum(accuracy_of(cost / stake) for cost in lost) / len(lost)
    assert deal.summary("E").accuracy == round(mean, 1)


def test_without_a_score_the_result_counts() -> None:
    rules = find_variant("all_fours")
    assert (
        stake_of(rules, None, is_scored=False) == stake_of(rules, None, is_scored=True) == 4 * rules.blunder
    )
    belote = find_variant("belote")
    assert stake_of(belote, None, is_scored=False) == 4 * belote.blunder


def test_few_choices_have_no_accuracy() -> None:
    deal = deal_of("belote")
    summary = Summary.total(deal.summaries.values())
    assert all(own.accuracy is None for own in deal.summaries.values())
    few = replace(summary, decisions=MIN_CHOICES - 1)
    assert few.accuracy is None
    assert replace(summary, decisions=MIN_CHOICES).accuracy is not None


def test_best_cards_alone_are_100_percent_and_what_cannot_matter_counts_for_nothing() -> None:
    deal = deal_of("bridge")
    best = [replace(play, chosen=play.before.cards[0], open_grade=None) for play in deal.plays]
    parts = [Summary.of_play(play, 4, deal.scoring) for play in best if not play.forced]
    assert Summary.total(parts).accuracy == 100
    level = [part for part in parts if not part.n_counted]
    assert level
    assert Summary.total([*level] * MIN_CHOICES).accuracy is None
    assert Summary.total([]) == Summary()


def test_an_unproved_card_gives_nothing_away_and_has_no_grade() -> None:
    play = next(play for play in deal_of("belote").plays if not play.forced)
    unproved = replace(play.chosen, value=None, swing=None, loss=None, score_swing=None)
    summary = Summary.of_play(replace(play, chosen=unproved, open_grade=None), 100)
    assert (summary.decisions, summary.mistakes, summary.swing) == (1, 0, 0)
    assert sum(summary.n_of_grade) == 0


def test_what_was_given_away_in_expectation_is_added_up_with_its_error() -> None:
    deal = analyse(sample("belote"), fair=Sampling(samples=20, plays="all")).deals[0]
    own = [play.fair.chosen for play in deal.plays if play.seat == "W" and play.fair is not None]
    summary = deal.summary("W")
    assert len(own) == summary.decisions
    assert summary.expected_swing == Estimate(
        sum(card.swing.mean for card in own), hypot(*(card.swing.error for card in own))
    )
    data = deal.to_dict()["players"]["W"]
    assert data["expected_swing"] == round(summary.expected_swing.mean, 3)
    assert data["expected_swing_error"] > 0
    assert "expected_swing" not in deal_of("belote").to_dict()["players"]["W"]


def match_of(*names: str) -> Analysis:
    """The deals of samples of one game, as a match."""
    deals = [sample(name) for name in names]
    bodies = [{key: deal[key] for key in deal if key not in ("variant", "id", "players")} for deal in deals]
    players = deals[0].get("players", {})
    return analyse({"variant": deals[0]["variant"], "players": players, "deals": bodies})


def test_the_costliest_cards_of_a_match() -> None:
    match = match_of("contree", "contree")
    data = match.to_dict()
    costs = [play["score_swing"] for play in data["costliest"]]
    assert costs == sorted(costs, reverse=True)
    assert 0 < len(costs) <= 10
    listed = {(play["deal"], play["index"]) for play in data["costliest"]}
    others = [
        play["score_swing"]
        for number, deal in enumerate(data["deals"])
        for play in deal["plays"]
        if (number, play["index"]) not in listed
    ]
    assert max(others) <= min(costs)
    first = data["costliest"][0]
    assert first["card"] == data["deals"][first["deal"]]["plays"][first["index"]]["card"]
    # Costly cards of equal cost stand in the order of the deals.
    assert [play["deal"] for play in data["costliest"][:2]] == [0, 1]


def test_an_expected_loss_of_score_that_may_be_chance_counts_for_nothing_among_the_costliest() -> None:
    deal = analyse(sample("contree"), fair=Sampling(samples=8)).deals[0]
    judged = [play for play in deal.plays if play.fair is not None][:4]
    # The score and the result that each gave away, with their standard errors, and its place.
    costs = [((215, 190), (2, 0.5)), ((26, 23), (3, 1)), ((2, 0.5), (1, 0.2)), ((90, 30), (2, 5))]
    plays = []
    for play, (score, result) in zip(judged, costs, strict=True):
        assert play.fair is not None
        chosen = replace(play.fair.chosen, score_swing=Estimate(*score), swing=Estimate(*result))
        plays.append(replace(play, fair=replace(play.fair, cards=(chosen,))))
    found = find_costliest([(0, replace(deal, plays=tuple(plays)))])
    assert [costly.play.index for costly in found] == [judged[place].index for place in (3, 2, 1, 0)]


def test_totals_over_a_match_have_an_accuracy() -> None:
    match = match_of(*["belote"] * 5)
    totals = match.to_dict()["totals"]
    assert {seat: total["decisions"] for seat, total in totals.items()} == {
        "N": 25,
        "E": 25,
        "S": 20,
        "W": 25,
    }
    assert totals["E"]["accuracy"] == 100
    assert 0 < totals["S"]["accuracy"] < 100
    assert totals["S"]["score_swing"] == 5 * 192
