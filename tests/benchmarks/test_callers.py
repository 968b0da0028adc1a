"""The fit of the model of callers: least squares, the deals it rests on, and the file that it writes."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from benchmarks.callers.fit import collect, fit_hands, learn, write_model
from benchmarks.callers.least_squares import Sums
from benchmarks.callers.recovery import FURTHER_HABITS, HABITS, SCALE_HABITS, Tally, first_bid
from benchmarks.callers.self_play import find_edge, lead_in
from benchmarks.callers.solved import Solved, draw, read_solved, solve_to, takes_of
from solver.cards import Card, parse_card
from solver.game.contract import Contract
from solver.knowledge.viewpoint import Viewpoint
from solver.prospects import formula
from solver.prospects.counts import TrumpKind
from solver.prospects.formula import Model, find_model, read_model
from solver.prospects.matrix import Take
from solver.prospects.prospects import find_prospects
from solver.rules.variants import find_variant

STRONG, NOTHING = "SJ S9 SA S7 HA HT D7 C8", "SK S8 HK H8 DK D8 CK C8"


def cards_of(hand: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, hand.split()))


def test_least_squares_find_the_numbers_that_made_the_rows() -> None:
    rng, true = Random(1), {"constant": 3.0, "aces": 11.0, "trumps": -2.0}
    sums = Sums()
    for _ in range(500):
        row = {"constant": 1.0, "aces": float(rng.randrange(4)), "trumps": float(rng.randrange(5))}
        told = sum(true[name] * number for name, number in row.items())
        sums.add(row, told + rng.choice((-1, 1)), weight=rng.choice((1.0, 2.0)))
    assert sums.fit() == pytest.approx(true, abs=0.3)


def test_deals_are_solved_once_and_fitted_to_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, file = find_variant("klaverjas_amsterdam").override({}), tmp_path / "solved"
    solve_to(file, rules, 4)
    first = file.read_text("utf-8")
    solve_to(file, rules, 6)
    assert file.read_text("utf-8").startswith(first)
    solved = list(read_solved(file, rules))
    assert len(solved) == 6 * 4
    assert solved[0].deal == draw(rules, 0)
    assert all(sum(one.result) >= 162 for one in solved)
    rows = collect(rules, solved)
    fitted = fit_hands(rows[TrumpKind.suit])
    model = Model("own", 1, 2026, 30.0, 40.0, 50.0, {TrumpKind.suit: fitted})
    write_model(tmp_path / "own.toml", model, {TrumpKind.suit: learn(rows[TrumpKind.suit])})
    monkeypatch.setattr(formula, "MODELS", tmp_path)
    loaded = read_model("own")
    assert loaded is not None
    assert loaded.formulas[TrumpKind.suit].points == pytest.approx(fitted.points, rel=1e-3)
    assert (loaded.noise, loaded.caution, loaded.double_caution, loaded.seed) == (30, 40, 50, 2026)


@pytest.mark.parametrize(
    ("hand", "calls"),
    [
        (STRONG, "100S 100S 80S 100S 110S 110S 90S 90S pass"),
        ("SJ S9 S8 HA DA HK D7 C8", "110S 100S pass 80S 130S 90S pass 90S 80S"),
        ("S9 SA ST S7 S8 HK D7 C8", "80S 90S 100S 80S pass 80S 80S pass pass"),
        (NOTHING, " ".join(["pass"] * 9)),
    ],
)
def test_other_players_call_by_their_rules(hand: str, calls: str) -> None:
    cards = cards_of(hand)
    habits = HABITS | SCALE_HABITS | FURTHER_HABITS
    assert [habit(cards) for habit in habits.values()] == calls.split()
    rules = find_variant("contree")
    nothing = cards_of(NOTHING)
    for habit, call in zip(habits.values(), calls.split(), strict=True):
        said = first_bid(rules, {"N": nothing, "E": cards, "S": nothing, "W": nothing}, habit)
        assert said == (("pass", call) if call != "pass" else ("pass",) * 4)


def test_a_tally_tells_what_lies_within_two_errors() -> None:
    rules, take = find_variant("contree"), Take("S", "N")
    hand = cards_of(STRONG)
    prospects = find_prospects(Viewpoint(rules, "N", hand, "W"), 6)
    prospects.solve([take])
    tally, twice = Tally(), Tally()
    tally.add(prospects, prospects, take)
    assert (tally.within, tally.off, tally.points_within) == ([True] * 3, [0], [True])
    assert tally.bands == tally.true_bands
    assert tally.bands[0] == 2 * prospects.makes(Contract("S", "N", 80)).error
    twice.extend(tally)
    twice.extend(tally)
    assert "6 of 6 within (100%)" in str(twice)


def test_a_side_that_never_bids_never_takes() -> None:
    rules = find_variant("contree")
    model = find_model(rules)
    assert model is not None
    silent = replace(model, caution=10_000.0, double_caution=10_000.0)
    # Nobody makes 80, so that the side that takes is the one that loses.
    solved = [Solved(draw(rules, n), take, (70, 70), None) for n in range(10) for take in takes_of(rules, n)]
    first, second = (lead_in(rules, models, solved) for models in ((model, silent), (silent, model)))
    assert min(first) < max(first) == 0
    assert max(second) > min(second) == 0
    assert lead_in(rules, (silent, silent), solved) == [0] * 10
    assert find_edge(rules, silent, model, solved).mean > 0
    assert find_edge(rules, model, model, solved).mean == 0
