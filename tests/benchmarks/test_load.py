"""The load test asks what it says it asks, and would see what it watches for; no figure is held to a time."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.load import __main__ as load, measure, server
from benchmarks.load.client import RefusedError, request_of
from benchmarks.load.figures import Promise, Row, Run, times_of
from benchmarks.load.report import markdown, text
from benchmarks.load.server import HEALTH, serve
from benchmarks.load.soak import Soak, soak
from benchmarks.load.work import ANSWER_BYTES, endings, full_deals, hard, logs
from tests.support.api.warm import WarmProcess
from tests.support.waiting import FOREVER_MS, wait_until

pytestmark = [pytest.mark.server, pytest.mark.night]


@pytest.fixture
def starts_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Services begin as copies of a process that has imported them."""
    monkeypatch.setattr(server, "start", WarmProcess)


TIMES = times_of([0.001 * number for number in range(1, 201)])


def test_percentiles_are_by_rank() -> None:
    assert (TIMES.n, TIMES.median, TIMES.max) == (200, 100.5, 200)
    assert (TIMES.p95, TIMES.p99) == (191, 199)
    alone = times_of([0.5])
    assert (alone.median, alone.p99) == (500, 500)


def test_the_work_is_the_same_each_time_and_differs_within() -> None:
    for make in (endings, full_deals):
        first, second = make(20), make(20)
        assert first == second
        assert len({task.data for task in first}) == 20
    assert {task.position.n_cards_left for task in endings(20)} == {8}
    assert all(not task.position.plays for task in full_deals(8))
    assert len(set(logs(12))) == 12
    assert json.loads(hard(5).data)["limit"] == {"time_ms": 5}


def test_what_the_service_is_compared_with_is_served_likewise() -> None:
    with serve("benchmarks.load.bare:app") as service, service.connect() as connection:
        assert json.loads(connection.ask(HEALTH)) == {"status": "ok"}
        assert connection.ask(endings(1)[0].request) == ANSWER_BYTES


def test_a_client_reads_answers_and_refusals() -> None:
    with serve(cached_answers=0) as service, service.connect() as connection:
        for task in endings(5):
            assert json.loads(connection.ask(task.request))["exact"]
        assert json.loads(connection.ask(HEALTH)) == {"status": "ok"}
        with pytest.raises(RefusedError, match="422"):
            connection.ask(request_of("POST", "/v1/solve", b"{}"))
        data = b"".join(task.data + b"\n" for task in endings(30))
        connection.socket.sendall(request_of("POST", "/v1/solve", data, "application/x-ndjson"))
        assert connection.read_lines() == 30
        assert len(service.memory_kib()) == 1
        assert service.memory_kib()[0] > 10_000
        assert service.metric("atout_slots") >= 1


def test_a_service_that_cannot_start_says_why() -> None:
    with pytest.raises(RuntimeError, match="ATOUT_WAITING"), serve(waiting=-1):
        pass


@pytest.mark.usefixtures("starts_warm")
def test_a_run_measures_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "LINES_PER_STREAM", 20)
    path = tmp_path / "run.json"
    result = CliRunner().invoke(load.main, ["--seconds", "0.1", "--json", str(path)])
    run = json.loads(path.read_text(encoding="utf-8"))
    assert result.exit_code == (0 if all(one["is_kept"] for one in run["promises"]) else 1), result.output
    assert [row["name"] for row in run["rows"]] == [
        "a bare Flask view",
        "/healthz",
        "solve, remembered",
        "solve, 8 cards to come",
        "solve, full deals",
        "streams, 8 cards to come",
        "analyses, kept before",
    ]
    for row in run["rows"]:
        assert row["per_second"] > 0
        assert 0 < row["alone"]["median"] <= row["alone"]["p95"] <= row["alone"]["p99"] <= row["alone"]["max"]
        assert (row["added_ms"] is not None) == row["name"].startswith("solve, ") & ("rem" not in row["name"])
    assert len(run["promises"]) == 6
    for one in run["promises"]:
        assert one["what"] in result.output


def test_the_report_says_what_was_missed() -> None:
    row = Row("solve", TIMES, 4, TIMES, 1234.5, 0.5, None, 1.25)
    run = Run("2026-01-01", "a machine", [row], [Promise("it is quick", "2 ms", "at most 1 ms", False)])
    assert "MISSED  it is quick: 2 ms (at most 1 ms)" in text(run)
    assert "| it is quick | 2 ms | at most 1 ms | no |" in markdown(run)
    assert "1,234" in markdown(run)
    assert "4 clients" in text(run)


@pytest.mark.usefixtures("starts_warm")
def test_a_soak_asks_everything_and_finds_nothing_wrong() -> None:
    seen: list[str] = []
    found = soak(3, seen.append, n_clients=2)
    assert found.errors == []
    assert {"endings", "remembered positions", "analyses", "/healthz", "refusals"} <= set(found.asked)
    assert found.memory_mib
    assert seen
    assert "errors: 0" in found.report()


def test_a_soak_sees_errors_and_growth() -> None:
    flat = [50.0] * 10 + [100.0] * 30
    assert Soak(1, 1, {"endings": 1}, [], flat, [9]).is_sound
    assert not Soak(1, 1, {"endings": 1}, ["endings: ValueError"], flat, [9]).is_sound
    growing = [100.0 + number for number in range(40)]
    assert Soak(1, 1, {"endings": 1}, [], growing, [9]).growth_mib == 19.5
    assert not Soak(1, 1, {"endings": 1}, [], growing, [9]).is_sound


@pytest.mark.usefixtures("starts_warm")
def test_clients_that_hang_up_free_their_slots() -> None:
    with serve(solving_slots=1, waiting=0, max_time_ms=FOREVER_MS) as service:
        with service.connect() as connection:
            connection.socket.sendall(hard(FOREVER_MS).request)
            wait_until(lambda: service.metric("atout_slots_taken") == 1)
        wait_until(lambda: service.metric("atout_slots_taken") == 0)
