"""Jobs on a Dask cluster: found, lost and found again; cancelled there; told when it cannot do the work."""

import json
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from api.jobs import Jobs, runner as jobs_runner
from api.jobs.work import Work
from api.parts import part_of
from api.settings.config import Settings
from api.settings.texts import SettingError
from tests.support.api.clusters import Dask, cluster, kill
from tests.support.api.job_logs import (
    NOBODY,
    hand_in,
    quick_lines,
    read_all,
    service,
    wait_for_end,
    wait_until,
)
from tests.support.api.streaming import hard
from tests.support.waiting import FOREVER_MS


@pytest.fixture
def jobs_dask() -> Any:
    """The module that needs Dask, which takes long to import: each process of a run collects this file."""
    return import_module("api.jobs.dask")


@pytest.fixture(scope="module")
def dask() -> Iterator[Dask]:
    """A cluster of two workers."""
    with cluster(2) as dask:
        yield dask


@pytest.mark.night
@pytest.mark.server
def test_a_cluster_that_comes_late_is_found() -> None:
    with cluster(0, starts=False) as dask, service("sqlite", **NOBODY, dask=dask.address) as app:
        client = app.test_client()
        place = hand_in(client, quick_lines(50)).headers["Location"]
        dask.start_scheduler()
        dask.start_worker()
        assert len(read_all(client, place)) == 50
        assert wait_for_end(client, place)["counts"]["done"] == 50


@pytest.mark.night
@pytest.mark.server
def test_a_cluster_without_workers_is_told_of_once(
    caplog: pytest.LogCaptureFixture, jobs_dask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs_dask, "LOOK_S", 0.05)
    caplog.set_level("INFO", "api.jobs.dask")

    def said() -> list[str]:
        return [record.getMessage() for record in caplog.records if record.name == "api.jobs.dask"]

    with cluster(0) as dask, service("sqlite", **NOBODY, dask=dask.address) as app:
        client = app.test_client()
        place = hand_in(client, quick_lines(5)).headers["Location"]
        wait_until(
            lambda: said() and said()[-1].endswith(f"cannot be used: {jobs_dask.NO_WORKERS}"), "the warning"
        )
        worker = dask.start_worker()
        assert len(read_all(client, place)) == 5
        assert said()[-1].endswith("is there.")
        kill(worker)
        wait_until(lambda: said()[-1].endswith(jobs_dask.NO_WORKERS), "the second warning")
        assert sum(line.endswith(jobs_dask.NO_WORKERS) for line in said()) == 2


@pytest.mark.night
@pytest.mark.server
def test_what_is_cancelled_is_left_off_by_the_workers(dask: Dask) -> None:
    settings: dict[str, Any] = {**NOBODY, "dask": dask.address, "max_time_ms": FOREVER_MS, "job_chunk": 1}
    with service("sqlite", **settings) as app:
        client, jobs = app.test_client(), part_of(app, Jobs)
        endless = [json.dumps(hard())] * 2
        place = hand_in(client, endless).headers["Location"]
        wait_until(lambda: jobs.n_under_way == 2, "the beginning")
        assert client.delete(place).get_json()["state"] == "cancelled"
        wait_until(lambda: not jobs.n_under_way, "the end of the work")
        # Each worker has one thread; nothing more would be done if they went on.
        place = hand_in(client, quick_lines(20)).headers["Location"]
        assert wait_for_end(client, place)["counts"]["done"] == 20


@pytest.mark.night
@pytest.mark.server
def test_a_scheduler_that_is_busy_loses_nothing(
    dask: Dask, jobs_dask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs_dask, "CONNECT_S", 0.2)
    monkeypatch.setattr(jobs_dask, "LOOK_S", 0.05)
    late: list[bool] = []
    is_just_busy = jobs_dask.Cluster._is_just_busy

    def noted(cluster: Any) -> bool:
        late.append(is_just_busy(cluster))
        return late[-1]

    monkeypatch.setattr(jobs_dask.Cluster, "_is_just_busy", noted)
    settings: dict[str, Any] = {**NOBODY, "dask": dask.address, "max_time_ms": FOREVER_MS, "job_chunk": 1}
    with service("sqlite", **settings) as app:
        client, jobs = app.test_client(), part_of(app, Jobs)
        place = hand_in(client, [json.dumps(hard())] * 2).headers["Location"]
        wait_until(lambda: jobs.n_under_way == 2, "the beginning")
        scheduler = dask.running_scheduler()
        scheduler.send_signal(signal.SIGSTOP)
        late.clear()
        wait_until(lambda: late.count(True) >= 3, "the looks that nobody answers")
        scheduler.send_signal(signal.SIGCONT)
        assert (jobs.n_under_way, jobs.counts.n_lost) == (2, 0)
        monkeypatch.setattr(jobs_dask, "SILENT_S", 0.0)
        scheduler.send_signal(signal.SIGSTOP)
        wait_until(lambda: late[-1] is False, "the end of patience")
        wait_until(lambda: not jobs.n_under_way, "the loss of the work")
        scheduler.send_signal(signal.SIGCONT)
        client.delete(place)


@pytest.mark.server
def test_a_job_shows_and_keeps_every_log_that_is_finished_in_a_chunk_that_is_not(dask: Dask) -> None:
    settings: dict[str, Any] = {**NOBODY, "dask": dask.address, "max_time_ms": FOREVER_MS}
    with service("sqlite", **settings) as app:
        client, jobs = app.test_client(), part_of(app, Jobs)
        lines = [*quick_lines(3), json.dumps(hard(FOREVER_MS)), *quick_lines(2)]
        place = hand_in(client, lines).headers["Location"]
        wait_until(lambda: client.get(place).get_json()["counts"]["done"] == 3, "the first three logs")
        assert jobs.n_under_way == 1, "all of it is one chunk"
        client.delete(place)
        assert [result["line_number"] for result in read_all(client, place)] == [1, 2, 3]
        assert client.get(place).get_json()["counts"]["done"] == 3


def test_what_a_worker_tells_again_or_without_what_was_before_counts_for_nothing(jobs_dask: Any) -> None:
    ended: list[Any] = []
    task = jobs_dask._ClusterTask("key", lambda *args: ended.append(args))
    for place, number in ((1, 12), (0, 11), (2, 13), (1, 12), (0, 11), (1, 12), (2, 13)):
        task.hear(place, number, "done", b"%d" % number)
    assert [(result.number, result.body) for result in task.so_far()] == [
        (11, b"11"),
        (12, b"12"),
        (13, b"13"),
    ]
    assert not ended


@pytest.mark.night
@pytest.mark.server
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_what_a_worker_dies_or_hangs_over_is_begun_anew_and_counted(number: signal.Signals) -> None:
    environ = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "1s"}
    settings: dict[str, Any] = {**NOBODY, "max_time_ms": FOREVER_MS}
    with cluster(1, environ=environ) as dask, service("sqlite", **settings, dask=dask.address) as app:
        client, jobs = app.test_client(), part_of(app, Jobs)
        place = hand_in(client, [*quick_lines(2), json.dumps(hard(FOREVER_MS))]).headers["Location"]
        wait_until(lambda: client.get(place).get_json()["counts"]["done"] == 2, "the first two logs")
        assert jobs._runner is not None
        [chunk] = jobs._runner._under_way.values()
        assert chunk.task.n_lost == 0
        dask.workers[0].send_signal(number)
        dask.start_worker()
        wait_until(lambda: chunk.task.n_lost == 1, "the other beginning")
        client.delete(place)
        wait_until(lambda: jobs.counts.n_lost == 1, "the count")
        assert client.get(place).get_json()["counts"]["done"] == 2


@pytest.mark.night
@pytest.mark.server
def test_a_cluster_of_another_version_is_told_of_and_breaks_no_job(
    dask: Dask, jobs_dask: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(jobs_dask, "UNFIT_S", 0.1)
    is_other = threading.Event()
    is_other.set()

    def make(*args: Any) -> Work:
        work = Work(*args)
        return replace(work, engine="another") if is_other.is_set() else work

    monkeypatch.setattr(jobs_runner, "Work", make)
    with service("sqlite", **NOBODY, dask=dask.address) as app:
        client = app.test_client()
        place = hand_in(client, quick_lines(10)).headers["Location"]
        wait_until(lambda: caplog.text.count("the work is for another") > 4, "the complaint")
        assert not client.get(place).get_json()["ended_at"]
        is_other.clear()
        assert wait_for_end(client, place)["counts"] == {"total": 10, "done": 10, "refused": 0, "failed": 0}


@contextmanager
def workers_that_come_again(dask: Dask) -> Iterator[None]:
    """Start a worker for each one that dies."""
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(0.1):
            for worker in list(dask.workers):
                if worker.poll() is not None:
                    dask.workers.remove(worker)
                    dask.start_worker()

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        is_over.set()
        watcher.join()


@pytest.mark.night
@pytest.mark.server
def test_a_log_that_kills_workers_is_set_aside() -> None:
    environ = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    lines = quick_lines(9)
    lines[4] = json.dumps(json.loads(lines[4]) | {"id": "poison"})
    with (
        cluster(2, environ=environ, preload="tests.support.api.poison") as dask,
        workers_that_come_again(dask),
        service("sqlite", **NOBODY, dask=dask.address, job_tries=2, job_chunk=3) as app,
    ):
        client = app.test_client()
        place = hand_in(client, lines).headers["Location"]
        results = read_all(client, place)
    assert [result["outcome"] for result in results] == ["done"] * 4 + ["failed"] + ["done"] * 4
    assert results[4]["problem"]["status"] == 500
    assert "workers that tried it died" in results[4]["problem"]["detail"]


@pytest.mark.parametrize(
    "address",
    ["10.0.0.1:8786", "http://h:8786", "tcp://h", "tcp://u:secret@h:8786", "tcp://", "tcp://h:123456", "x"],
)
def test_an_address_that_can_be_no_cluster_is_refused(address: str) -> None:
    with pytest.raises(SettingError, match="ATOUT_DASK") as raised:
        Settings(dask=address)
    assert "secret" not in str(raised.value)


def test_an_address_of_a_cluster() -> None:
    for address in ("tcp://127.0.0.1:8786", "tls://dask.example.org:8786", "tcp://[::1]:8786", "none"):
        assert Settings(dask=address).dask == address


def test_a_cluster_without_dask_is_a_setting_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.settings.texts.find_spec", lambda name: None)
    with pytest.raises(SettingError, match=r"atout\[dask\]"):
        Settings(dask="tcp://h:8786")
