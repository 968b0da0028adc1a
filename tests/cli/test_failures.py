"""Failures of the program over one body: told as what they are, and no loss to the others."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from solver.analysis import analyse
from solver.cli.archive.workers import _outcome
from solver.cli.judge import Judged
from solver.cli.main import main
from solver.cli.request import Options
from solver.game import Log
from tests.support.command_line import body

pytestmark = pytest.mark.slow

LOGS = [body(id=name) for name in ("first", "second", "third")]
FAILED = "the program has failed on it, please report this: ValueError: no such moment"


@pytest.fixture(autouse=True)
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program with a mistake: it fails on the second log."""

    def judge(log: Log, *options: Any) -> Any:
        if log.deals[0].log_id == "second":
            raise ValueError("no such moment")
        return analyse(log, *options)

    monkeypatch.setattr("solver.cli.judge.analyse", judge)


@pytest.mark.parametrize("is_archive", [False, True])
def test_a_failure_over_one_log_costs_that_log_alone(tmp_path: Path, is_archive: bool) -> None:
    out = tmp_path / "out.ndjson"
    options = ["--out", str(out)] if is_archive else ["--json"]
    result = CliRunner().invoke(main, ["analyse", *options], input="\n".join(LOGS))
    assert result.exit_code == 1
    lines = (out.read_text(encoding="utf-8") if is_archive else result.stdout).splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["first", "third"]
    # The last line of its traceback, and what is told of the log.
    assert "\nValueError: no such moment\n" in result.stderr
    assert f"line 2: {FAILED}\n" in result.stderr


def test_a_worker_that_fails_does_not_say_that_it_died(capsys: pytest.CaptureFixture[str]) -> None:
    fine, failed, _ = (_outcome(json.loads(log), Options()) for log in LOGS)
    assert isinstance(fine, Judged)
    assert isinstance(failed, tuple)
    assert [str(fault) for fault in failed] == [FAILED]
    assert "ValueError: no such moment" in capsys.readouterr().err
