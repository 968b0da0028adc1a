"""The fit of the model of callers: least squares, the deals it rests on, and the file that it writes."""

from pathlib import Path
from random import Random

import pytest

from benchmarks.callers.fit import collect, fit_hands, learn, write_model
from benchmarks.callers.least_squares import Sums
from benchmarks.callers.solved import draw, read_solved, solve_to
from solver.prospects import formula
from solver.prospects.counts import TrumpKind
from solver.prospects.formula import Model, find_model
from solver.rules.variants import find_variant


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
    loaded = find_model("own")
    assert loaded is not None
    assert loaded.formulas[TrumpKind.suit].points == pytest.approx(fitted.points, rel=1e-3)
    assert (loaded.noise, loaded.caution, loaded.double_caution, loaded.seed) == (30, 40, 50, 2026)
