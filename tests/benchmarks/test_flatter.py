"""The models of all fours and of bridge, and the measure of what best play flatters, on a few deals."""

from itertools import islice

import pytest

from benchmarks.callers.flatter import end_of, play_out, taken_deals
from benchmarks.callers.pairs import fit, rows_of
from benchmarks.callers.proposals import fit_model, solve_deals
from solver.rules.variants import find_variant


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("game", ["belote", "contree"])
def test_a_deal_that_is_taken_is_played_out_to_its_end(game: str) -> None:
    (taken,) = islice(taken_deals(find_variant(game)), 1)
    position = taken.position
    assert position.contract.taker is not None
    assert taken.auction.is_over
    end = play_out(taken, "ignored")
    assert end.to_play is None
    assert end.deal == position.deal
    # The tricks of the taker's side, counted one by one.
    rules, trump, taker = end.rules, end.contract.trump, end.contract.taker
    assert taker is not None
    won = [trick for trick in end.tricks if rules.are_partners(taker, trick.winner(rules, trump))]
    won += [trick for trick in end.tricks if trick.winner(rules, trump) == taker and trick not in won]
    points = sum(rules.card_points(card, trump) for trick in won for card in trick.plays)
    points += 10 * (end.tricks[-1] in won) + rules.slam * (len(won) == 8)
    points += 20 * (end.belote_side == rules.side_of(taker))
    assert end_of(end).points == points
    assert end_of(position).points in range(0, 162 + 90 + 20 + 1)


def test_trumps_speak_for_the_suit_turned_up() -> None:
    model = fit_model("all_fours", solve_deals(find_variant("all_fours"), 300))
    for call in ("propose", "accept"):
        assert model.points[call]["trumps"] < 0
        assert model.figures[call]["error"] > 0


def test_points_take_tricks() -> None:
    found = rows_of(find_variant("bridge"), 6)
    assert {kind: len(rows) for kind, rows in found.items()} == {"suit": 12, "no_trumps": 12}
    rows = [({"constant": 1, "points": points}, points // 3) for points in range(0, 40, 3)]
    points, figures = fit(rows, 7)
    assert points["points"] == pytest.approx(1 / 3, abs=1e-3)
    assert figures["error"] < 0.01
