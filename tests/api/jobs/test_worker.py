"""``atout worker``: a process that works on jobs for a service that does not, until it is told to stop."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.api.databases import database
from tests.support.api.job_logs import (
    Remote,
    hand_in,
    job_at,
    quick_lines,
    read_all,
    wait_for_end,
    wait_until,
)
from tests.support.api.served import serve
from tests.support.api.streaming import hard
from tests.support.api.warm import WarmProcess
from tests.support.command_line import run
from tests.support.waiting import FOREVER_MS, PATIENCE_S

N_LOGS = 30
HARD = 12
"""The place of a log that nobody can judge before the worker is told to stop."""
SEARCH_ON = {"ATOUT_TIME_MS": str(FOREVER_MS), "ATOUT_MAX_TIME_MS": str(FOREVER_MS)}
SEARCH_BRIEFLY = {"ATOUT_TIME_MS": "100", "ATOUT_MAX_TIME_MS": "100"}
"""Settings of a worker that judges it by bounds."""


@contextmanager
def worker(address: str, log: Path, *options: str, **settings: str) -> Iterator[WarmProcess]:
    """A worker with that database."""
    environ = {**os.environ, "ATOUT_DATABASE": address, "ATOUT_JOB_CHUNK": "5", "ATOUT_LOG_FORM": "text"}
    environ |= {"ATOUT_JOB_TREADS": "3", **settings}
    with (
        log.open("ab") as stream,
        WarmProcess("solver", ["worker", *options], env=environ, stderr=stream.fileno()) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.by_day(1)
@pytest.mark.server
@pytest.mark.parametrize(
    ("kind", "number"),
    [("sqlite", signal.SIGTERM), ("postgresql", signal.SIGINT), ("sqlite", signal.SIGHUP)],
)
def test_a_worker_works_and_gives_back_what_it_has(kind: str, number: signal.Signals, tmp_path: Path) -> None:
    idle = {"ATOUT_JOB_THREADS": "0", "ATOUT_JOB_LEASE_MS": "3600000", "ATOUT_JOB_CHUNK": "5"}
    with database(kind) as address, serve(ATOUT_DATABASE=address, **idle) as (_, port):
        client = Remote(port)
        lines = quick_lines(N_LOGS)
        lines[HARD] = json.dumps(hard())
        place = hand_in(client, lines).headers["Location"]
        with worker(address, tmp_path / "log", "--threads", "2", **SEARCH_ON) as process:
            wait_until(lambda: job_at(client, place)["counts"]["done"], "the beginning")
            process.send_signal(number)
            assert process.wait(PATIENCE_S) == 0
        log = (tmp_path / "log").read_text()
        assert "Working on jobs, 2 logs at once." in log
        assert "given back" in log
        assert (
            "ATOUT_JOB_TREADS is no setting of Atout and changes nothing; did you mean ATOUT_JOB_THREADS?"
            in log
        )
        assert "Traceback" not in log
        with worker(address, tmp_path / "log", **SEARCH_BRIEFLY):
            results = read_all(client, place)
            assert [result["line_number"] for result in results] == list(range(1, N_LOGS + 1))
            assert wait_for_end(client, place)["counts"]["done"] == N_LOGS


def test_a_worker_under_nohup_stays_when_the_terminal_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ignored = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    waited: list[set[signal.Signals]] = []
    monkeypatch.setattr("signal.sigwait", waited.append)
    monkeypatch.setattr("signal.pthread_sigmask", lambda how, numbers: None)
    monkeypatch.setattr("logging.config.dictConfig", lambda configuration: None)
    monkeypatch.setenv("ATOUT_DATABASE", str(tmp_path / "atout.db"))
    try:
        assert run("worker").exit_code == 0
    finally:
        signal.signal(signal.SIGHUP, ignored)
    assert waited == [{signal.SIGTERM, signal.SIGINT}]


@pytest.mark.night
@pytest.mark.server
def test_a_job_that_a_worker_has_shows_and_keeps_every_log_that_is_finished(tmp_path: Path) -> None:
    idle = {"ATOUT_JOB_THREADS": "0", "ATOUT_JOB_CHUNK": "10"}
    with database("sqlite") as address, serve(ATOUT_DATABASE=address, **idle) as (_, port):
        client = Remote(port)
        lines = [*quick_lines(3), json.dumps(hard(60_000))]
        place = hand_in(client, lines, "?time_ms=60000").headers["Location"]
        with worker(address, tmp_path / "log", "--threads", "1"):
            wait_until(lambda: job_at(client, place)["counts"]["done"] == 3, "the first three logs")
            client.delete(place)
            assert [result["line_number"] for result in read_all(client, place)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("environ", "says"),
    [
        ({"ATOUT_DATABASE": "none"}, "ATOUT_DATABASE is none"),
        ({"ATOUT_JOB_TRIES": "x"}, "ATOUT_JOB_TRIES is 'x'"),
    ],
)
def test_a_worker_that_could_not_work_does_not_start(
    environ: dict[str, str], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    result = run("worker")
    assert result.exit_code == 2
    assert says in result.stderr
