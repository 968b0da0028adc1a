"""Limits on the command line: what is named, by whom, and the one that holds where nobody names any."""

import json
from pathlib import Path
from typing import Any

import pytest

import solver.cli.options  # noqa: F401  (its help tells the number, before a test sets another)
from solver import Answer, Limit, Position, solve
from solver.cli import request as cli_request, solve as cli_solve
from solver.engine import CardsWanted
from solver.requests import DEFAULT_NODES
from tests.support.command_line import BELOTE, answers, run

LOG: dict[str, Any] = json.loads(BELOTE)
START = json.dumps({**LOG, "plays": []})
SAID = (
    "line 1: the limit came first, 2,000 nodes where none is named; --time-ms 60000 gives it a minute, "
    "--time-ms 0 as long as it takes.\n"
)


@pytest.fixture
def low_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit for those who name none that a game of belote does not keep within."""
    monkeypatch.setattr(cli_request, "DEFAULT_NODES", 2000)


@pytest.mark.usefixtures("low_limit")
@pytest.mark.parametrize("form", ["--json", "--text"])
@pytest.mark.parametrize("command", ["solve", "analyse", "table"])
def test_where_nobody_names_a_limit_one_holds_and_is_told_once(command: str, form: str) -> None:
    result = run(command, form, stdin=f"{START if command == 'solve' else BELOTE}\n" * 2)
    assert (result.exit_code, result.stderr) == (0, SAID)
    if form == "--json":
        assert [answer["exact"] for answer in answers(result)] == [False, False]
    else:
        assert "came first" in result.stdout


@pytest.mark.by_day(3)
@pytest.mark.usefixtures("low_limit")
@pytest.mark.parametrize("command", ["solve", "analyse", "table"])
@pytest.mark.parametrize(
    ("options", "limit", "is_exact"),
    [
        (["--time-ms", "0"], None, True),
        (["--nodes", "0"], None, True),
        (["--nodes", "1000000000"], None, True),
        ([], {"nodes": 1_000_000_000}, True),
        ([], {"nodes": 40}, False),
        (["--nodes", "0"], {"nodes": 40}, True),
        (["--time-ms", "0"], {"nodes": 40}, False),
        (["--time-ms", "0"], {"time_ms": 1}, True),
    ],
)
def test_a_limit_that_is_named_takes_its_place(
    command: str, options: list[str], limit: dict[str, int] | None, is_exact: bool
) -> None:
    body = {**json.loads(START if command == "solve" else BELOTE), "limit": limit}
    result = run(command, *options, stdin=json.dumps(body))
    assert result.stderr == ""
    (answer,) = answers(result)
    assert answer["exact"] == is_exact


@pytest.mark.usefixtures("low_limit")
def test_a_body_that_names_memory_alone_names_no_limit() -> None:
    assert (
        run("analyse", stdin=json.dumps({**LOG, "limit": {"table_mib": 1, "time_ms": None}})).stderr == SAID
    )


@pytest.mark.usefixtures("low_limit")
def test_a_match_has_the_limit_for_each_deal() -> None:
    deal = {key: LOG[key] for key in ("dealer", "contract", "deal", "plays")}
    match = json.dumps({"variant": "belote", "deals": [deal] * 3})
    assert "6,000 nodes" in run("analyse", stdin=match).stderr


@pytest.mark.usefixtures("low_limit")
def test_a_page_says_it_too(tmp_path: Path) -> None:
    result = run("analyse", "--html", str(tmp_path / "page.html"), stdin=BELOTE)
    assert result.stderr.splitlines(keepends=True)[1:] == [SAID]


@pytest.mark.usefixtures("low_limit")
def test_a_position_that_is_easy_meets_no_limit() -> None:
    assert run("solve", stdin=json.dumps({**LOG, "plays": LOG["plays"][:20]})).stderr == ""


def test_the_usual_limit_is_in_the_help() -> None:
    said = f"{DEFAULT_NODES:,} nodes"
    for command in ("solve", "analyse", "table"):
        assert said in " ".join(run(command, "--help").stdout.split())


@pytest.mark.parametrize(("option", "value"), [("--time-ms", "-1"), ("--nodes", "1.5"), ("--table-mib", "0")])
def test_a_limit_that_cannot_be_is_wrong_usage(option: str, value: str) -> None:
    assert run("solve", option, value, stdin=START).exit_code == 2


@pytest.mark.parametrize(("options", "threads"), [([], 1), (["--threads", "3"], 3)])
def test_a_search_may_use_the_threads_that_are_named(
    options: list[str], threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[Limit] = []

    def solve_and_note(position: Position, limit: Limit, cards: CardsWanted) -> Answer:
        limits.append(limit)
        return solve(position, limit, cards)

    monkeypatch.setattr(cli_solve, "solve", solve_and_note)
    assert answers(run("solve", *options, stdin=START))[0]["exact"]
    assert [limit.threads for limit in limits] == [threads]
