"""Runs of the benchmark: what they measure, print and compare."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from benchmarks import compare, growth
from benchmarks.__main__ import main
from benchmarks.lists import QUADRETTE, ROWS, Case, Deals, Target, choose_rows
from benchmarks.measure import Measured, Options, measure, sign
from benchmarks.peers import Ratios
from benchmarks.report import find_unmet, markdown, target_text
from benchmarks.runner import Run
from benchmarks.threads import Gain
from solver.cli import bench as cli_bench
from solver.cli.main import main as atout

pytestmark = pytest.mark.night

ROOT = Path(__file__).parents[2]


def row(name: str, **changes: Any) -> Measured:
    (chosen,) = choose_rows((name,))
    return measure(replace(chosen, **changes), Options(quick=True, plain_s=0.2))


def test_a_run_measures_checks_and_compares(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    arguments = ["--quick", "--list", "quadrette", "--list", "all_fours", "--json", str(path)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    for word in (
        "quadrette",
        "all_fours",
        "0.5 / 2",
        "yes",
        "a tenth of them",
        "Every value checked is right.",
    ):
        assert word in result.output
    run = Run.from_json(path.read_text(encoding="utf-8"))
    assert [one.name for one in run.lists] == ["quadrette", "all_fours"]
    for one in run.lists:
        assert one.n == one.n_exact == 20
        assert 0 < one.median_ms <= one.p95_ms <= one.max_ms
        assert one.nodes > one.median_nodes > 0
        assert one.hit_rate is not None
        assert 0 < one.hit_rate < 1
        assert one.plain is not None
        assert one.plain.nodes > 1
        assert one.rss_bytes > 2**20 <= one.table_bytes * 2**10
    compared = CliRunner().invoke(compare.main, [str(path), str(path)])
    assert compared.exit_code == 0, compared.output
    assert compared.output.count("equal") == 2
    assert compared.output.count("1.00") == 8
    path.write_text("{}", encoding="utf-8")
    assert CliRunner().invoke(compare.main, [str(path), str(path)]).exit_code == 1


def test_fresh_deals_are_checked_by_the_plain_reference() -> None:
    (chosen,) = choose_rows(("quadrette",))
    one = measure(chosen, Options(seed=5, quick=True, plain_s=60))
    assert one.plain is not None
    assert (one.n, one.plain.n, one.plain.is_least, one.faults) == (20, 20, False, [])
    assert one.signature != row("quadrette").signature


def test_a_wrong_value_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = QUADRETTE.path.read_text(encoding="utf-8").splitlines()[:20]
    first = Case.from_line(lines[0])
    assert first.cards is not None
    cards = {card: worth - 2 for card, worth in first.cards.items()}
    lines[0] = replace(first, cards=cards).to_line()
    (tmp_path / QUADRETTE.path.name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.setattr("benchmarks.lists.DEALS", tmp_path)
    (fault,) = row("quadrette").faults
    assert fault.startswith(f"quadrette: {first.name}: ")


def test_logs_and_limits_are_measured() -> None:
    logs = replace(choose_rows(("logs",))[0], deals=replace(choose_rows(("logs",))[0].deals, n=10))
    one = measure(logs, Options(quick=True, plain_s=0.1))
    assert one.median_ratio is not None
    assert one.median_ratio > 1
    assert one.plain is not None
    assert (one.plain.n, one.faults) == (1, [])
    timed = row("california_jack_40", time_limit_ms=20)
    assert (timed.n_exact, timed.signature, timed.n) == (0, None, 2)
    assert timed.median_width is not None
    assert timed.median_width > 0
    limited = row("california_jack_24", node_limit=2000)
    assert (limited.n_exact, limited.faults) == (0, [])
    assert "not all solved" in find_unmet(limited, Target())


def test_the_report_says_what_was_not_met() -> None:
    measured = replace(row("quadrette"), median_ms=0.4, p95_ms=3.0, plain=Ratios(3, 4.0, 5.0, True))
    assert find_unmet(measured, Target(median_ms=0.5, p95_ms=2)) == ["p95"]
    run = Run("today", "here", Options(seed=3), [measured], Gain(3, 19.0, 10.0))
    text = markdown(run)
    assert "| 0.5 / 2 | no: p95 |" in text
    assert "| ≥ 4 × |" in text
    assert "| 1.9 × throughput | yes |" in text
    assert "fresh deals of seed 3" in text
    assert Run.from_json(run.to_json()) == run
    assert target_text(Target()) == "–"


def test_every_target_of_a_row_is_shown() -> None:
    assert [target_text(one.target) for one in ROWS[:2]] == ["3 / 15 / 60, 60k nodes", "6 / 30"]


def test_a_signature_is_of_the_node_counts() -> None:
    assert sign([1, 2]) == sign([1, 2]) != sign([2, 1])
    assert len(sign([12])) == 8


def test_unknown_lists_are_refused() -> None:
    result = CliRunner().invoke(main, ["--list", "whist"])
    assert result.exit_code == 2
    assert "'whist' is no list; there are contree_value," in result.output


def test_the_plot_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "CARDS_EACH", {"belote": range(3, 5), "all_fours_4": range(3, 5)})
    monkeypatch.setattr(growth, "STOCKS", range(0, 3, 2))
    path = tmp_path / "growth.svg"
    result = CliRunner().invoke(growth.main, ["--deals", "2", "--to", str(path)])
    assert result.exit_code == 0, result.output
    assert "NaN" not in path.read_text(encoding="utf-8")
    assert len(ElementTree.parse(path).findall(".//{*}circle")) == 12


def test_atout_bench_runs_the_benchmarks(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "solver", "bench", "--quick", "--no-plain", "--list", "all_fours"]
    command += ["--json", "run.json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))["lists"][0]["name"] == "all_fours"


def test_atout_bench_says_when_there_are_no_benchmarks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli_bench, "__file__", str(tmp_path / "solver" / "cli" / "bench.py"))
    result = CliRunner().invoke(atout, ["bench", "--quick"])
    assert result.exit_code == 1
    assert "the folder benchmarks is not there" in result.output


def test_the_default_of_fresh_deals_is_all_of_a_list() -> None:
    deals = Deals("quadrette", ("quadrette",), 4)
    (chosen,) = choose_rows(("quadrette",))
    assert len(Options(seed=1).cases(replace(chosen, deals=deals))) == 4
