"""The figures of batches: every way is measured, every answer compared."""

import gc
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

import benchmarks.many
from benchmarks.lists import QUADRETTE
from benchmarks.many import THEN, WAYS, calls_of, endings, full_deals, main, measure
from solver import Answer, Position, solve


@pytest.fixture(autouse=True)
def nothing_of_other_tests() -> None:
    """Spare the collector, which runs before each measurement, the objects that other tests have left."""
    gc.freeze()


def test_every_way_has_a_rate() -> None:
    for positions in (endings("belote", 4), full_deals(QUADRETTE, 3)):
        rates = measure("some", positions)
        assert rates.n == len(positions)
        assert set(rates.per_cpu_s) == set(rates.per_s) == set(WAYS)
        assert all(rate > 0 for rate in (*rates.per_cpu_s.values(), *rates.per_s.values()))


def test_the_calls_of_another_version_are_measured_too() -> None:
    with calls_of(Path(sys.executable)) as then:
        rates = measure("some", endings("bridge", 4), then)
    assert set(rates.per_s) == {*WAYS, THEN}
    assert rates.n_times_then is not None
    assert all(times > 0 for times in rates.n_times_then)
    assert measure("some", endings("bridge", 1)).n_times_then is None


def test_endings_have_twelve_cards_and_are_of_different_deals() -> None:
    found = endings("bridge", 3)
    assert {position.n_cards_left for position in found} == {12}
    assert len({position.deal for position in found}) == 3


def test_answers_that_differ_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve_wrongly(positions: Sequence[Position], threads: int = 1) -> list[Answer]:
        return [solve(position) for position in positions[::-1]]

    monkeypatch.setattr(benchmarks.many, "solve_many", solve_wrongly)
    with pytest.raises(ValueError, match="different answers"):
        measure("wrong", endings("belote", 4))


def test_the_table_has_a_row_for_each_set() -> None:
    printed = CliRunner().invoke(main, ["--endings", "2", "--deals", "1"])
    assert printed.exit_code == 0, printed.output
    lines = printed.output.splitlines()
    assert len(lines) == 2 + len(benchmarks.many.ENDINGS) + len(benchmarks.many.FULL)
    assert len({line.count("|") for line in lines}) == 1
