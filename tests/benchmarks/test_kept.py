"""The committed nodes: what a run is held against, and what it says of lists that take more."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks import kept
from benchmarks.__main__ import main
from benchmarks.bridge_lists import BRIDGE_ROWS
from benchmarks.lists import ROWS, choose_rows
from benchmarks.measure import Options, measure
from benchmarks.runner import Run

QUICK = Options(quick=True, plain_s=0)


def run_of(options: Options = QUICK, *, more: int = 0) -> Run:
    """A run of the quickest list, each of whose deals has taken so many nodes more."""
    (row,) = choose_rows(("all_fours",))
    one = measure(row, QUICK)
    return Run("today", "here", options, [replace(one, each=[n + more for n in one.each])], None)


def test_the_nodes_of_every_list_are_committed() -> None:
    known = kept.read_kept()
    for row in ROWS:
        if row.time_limit_ms is None and not row.on_request:
            assert len(known[row.name]) == row.deals.n
    for bridge in BRIDGE_ROWS:
        assert len(known[bridge.name]) == bridge.n


def test_a_list_that_takes_more_nodes_is_named() -> None:
    run = run_of()
    before = {"all_fours": [*run.lists[0].each, 99], "belote_cards": [1]}
    [change] = kept.compare(run, before)
    assert (change.name, change.before, change.after) == ("all_fours", run.lists[0].nodes, run.lists[0].nodes)
    assert not change.is_slower
    [change] = kept.compare(run_of(more=run.lists[0].nodes), before)
    assert change.is_slower
    assert str(change).startswith("all_fours: ")
    assert "+2000.0% of" in str(change)


def test_a_tenth_more_is_not_slower() -> None:
    assert not kept.Change("one", 1000, 1100).is_slower
    assert kept.Change("one", 1000, 1101).is_slower


@pytest.mark.parametrize("changes", [{"seed": 1}, {"table_mib": 8}])
def test_other_deals_and_other_tables_are_not_compared(changes: dict[str, Any]) -> None:
    run = run_of(replace(QUICK, **changes))
    assert not list(kept.compare(run, {"all_fours": run.lists[0].each}))


def test_only_whole_lists_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "nodes.json"
    with pytest.raises(ValueError, match="whole lists"):
        kept.keep(run_of(), path)
    assert not path.exists()
    whole = run_of(Options(plain_s=0))
    kept.keep(whole, path)
    assert kept.read_kept(path) == {"all_fours": whole.lists[0].each}
    path.write_text('{"other": [1]}')
    kept.keep(whole, path)
    assert kept.read_kept(path) == {"all_fours": whole.lists[0].each, "other": [1]}


@pytest.mark.night
def test_a_run_says_how_it_compares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "nodes.json"
    nodes = run_of().lists[0].each
    monkeypatch.setattr("benchmarks.kept.read_kept", lambda: json.loads(path.read_text()))
    arguments = ["--quick", "--no-plain", "--list", "all_fours"]
    for before, said in ((nodes, "none takes over 10% more"), ([n // 2 for n in nodes], "slower: all_fours")):
        path.write_text(json.dumps({"all_fours": before}))
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output
        assert said in result.output
