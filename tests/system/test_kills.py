"""Whatever dies in the middle of a job, every log has its one result, the same as if nothing had happened."""

import json
import os
import secrets
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.support.api.answers import timeless
from tests.support.api.clusters import Dask, cluster, kill
from tests.support.api.databases import KINDS_TO_KILL, database, run
from tests.support.api.job_logs import (
    Client,
    Remote,
    hand_in,
    job_at,
    quick_lines,
    read_all,
    wait_for_end,
    wait_until,
)
from tests.support.api.served import Server, serve
from tests.support.waiting import PATIENCE_S

pytestmark = [pytest.mark.server, pytest.mark.night]

N_LOGS = int(os.environ.get("KILLED_LOGS", "40"))
"""How many logs a job has at first, in ten chunks: more, and the same happens to more of them."""
MOST_LOGS = 8_000
DONE = 0.25
"""So much of a job is done when something happens."""
SETTINGS = {
    "ATOUT_JOB_LEASE_MS": "1000",
    "ATOUT_JOB_CHUNK": "4",
    "ATOUT_JOB_TRIES": "100",  # a lease of a second may end on a busy machine while the work goes on
    "ATOUT_DATABASE": "none",
}


@contextmanager
def service(address: str, **settings: str) -> Iterator[tuple[Server, Remote]]:
    """A service with that database."""
    with serve(**SETTINGS | {"ATOUT_DATABASE": address} | settings) as (server, number):
        yield server, Remote(number)


def kill_service(server: Server) -> None:
    """SIGKILL gunicorn and its workers."""
    children = server.children()
    server.kill()
    for child in children:
        server.kill_child(child)
    server.wait()


def keep_handing_in(client: Client, lines: list[str]) -> str:
    """Hand in a job until the service can take it: with its key, it is one job however often that is."""
    key = secrets.token_hex()
    places: list[str] = []

    def is_taken() -> bool:
        sent = hand_in(client, lines, key=key)
        assert sent.status_code in (202, 503), sent.text
        places.append(sent.headers.get("Location", ""))
        return bool(places[-1])

    wait_until(is_taken, "the acceptance of the job")
    return places[-1]


def lengths(n_logs: int = N_LOGS) -> Iterator[int]:
    """Lengths of jobs to try, one after another: some are over before they can be disturbed."""
    while n_logs <= MOST_LOGS:
        yield n_logs
        n_logs *= 4
    raise AssertionError("no job was long enough to be disturbed")


def hand_in_and_disturb(
    client: Client, disturb: Callable[[], object], n_logs: int = N_LOGS
) -> tuple[str, list[str]]:
    """Hand in a job and disturb it when some of it, but not all, is done; the job, and its lines.

    A machine for which that was too quick gets a longer one than of ``n_logs``.
    """
    for n in lengths(n_logs):
        lines = quick_lines(n)
        place = keep_handing_in(client, lines)
        seen: list[Any] = []

        def has_begun(place: str = place, seen: list[Any] = seen, n: int = n) -> bool:
            seen.append(job_at(client, place))
            return bool(seen[-1]["counts"]["done"] >= DONE * n or seen[-1]["ended_at"])

        wait_until(has_begun, "the beginning of the job")
        if not seen[-1]["ended_at"]:
            break
    disturb()
    return place, lines


def check_results(client: Client, place: str, lines: list[str]) -> None:
    """Hold the results of a job against those of an undisturbed run."""
    results = read_all(client, place, limit=25)
    job = wait_for_end(client, place)
    n = len(lines)
    assert job["counts"] == {"total": n, "done": n, "refused": 0, "failed": 0}
    assert [result["line_number"] for result in results] == list(range(1, n + 1))
    undisturbed = keep_handing_in(client, lines)
    assert timeless(results) == timeless(read_all(client, undisturbed))


@pytest.mark.parametrize("kind", KINDS_TO_KILL)
def test_the_service_is_killed(kind: str) -> None:
    with database(kind) as address:
        for n_logs in lengths():
            with service(address) as (server, client):
                place, lines = hand_in_and_disturb(client, lambda: kill_service(server), n_logs)
            with service(address, ATOUT_WORKERS="2") as (_, client):
                if not job_at(client, place)["ended_at"]:
                    check_results(client, place, lines)
                    break


@pytest.mark.parametrize("kind", KINDS_TO_KILL)
def test_a_worker_of_several_is_killed(kind: str) -> None:
    with database(kind) as address, service(address, ATOUT_WORKERS="2") as (server, client):
        place, lines = hand_in_and_disturb(client, lambda: server.kill_child(server.children()[0]))
        check_results(client, place, lines)


def test_the_connections_to_the_database_are_killed() -> None:
    with database("postgresql") as address, service(address, ATOUT_WORKERS="2") as (_, client):

        def disturb() -> None:
            run(
                address,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND datname = current_database()",
            )

        place, lines = hand_in_and_disturb(client, disturb)
        for _ in range(3):
            job_at(client, place)
            disturb()
        check_results(client, place, lines)


def test_a_log_that_kills_the_service_is_set_aside() -> None:
    lines = quick_lines(24)
    lines[10] = json.dumps(json.loads(lines[10]) | {"id": "poison"})
    settings = {"GUNICORN_CMD_ARGS": "--worker-class tests.support.api.poison.Worker", "ATOUT_JOB_TRIES": "2"}
    with database("sqlite") as address, service(address, ATOUT_SOLVING_SLOTS="3", **settings) as (_, client):
        results = read_all(client, keep_handing_in(client, lines))
    assert [result["line_number"] for result in results] == list(range(1, 25))
    assert [result["outcome"] for result in results] == ["done"] * 10 + ["failed"] + ["done"] * 13
    assert "tried 2 times" in results[10]["problem"]["detail"]


def test_a_service_that_is_told_to_stop_gives_back_what_it_has() -> None:
    with database("sqlite") as address:
        # The lease is so long that the other service would not live to see its end.
        lease = {"ATOUT_JOB_LEASE_MS": "3600000"}
        for n_logs in lengths():
            with service(address, **lease) as (server, client):
                place, lines = hand_in_and_disturb(client, lambda: server.send_signal(signal.SIGTERM), n_logs)
                assert server.wait(PATIENCE_S) == 0
            with service(address, **lease) as (_, client):
                if not job_at(client, place)["ended_at"]:
                    check_results(client, place, lines)
                    break


@pytest.fixture(scope="module")
def dask() -> Iterator[Dask]:
    """A cluster of two workers, which each test leaves as it was."""
    with cluster(2) as dask:
        yield dask


def on(dask: Dask) -> dict[str, str]:
    """Settings of a service whose jobs nobody but the cluster could work on."""
    return {"ATOUT_DASK": dask.address, "ATOUT_JOB_THREADS": "0"}


def test_a_worker_of_the_cluster_is_killed(dask: Dask) -> None:
    with database("sqlite") as address, service(address, **on(dask)) as (_, client):
        place, lines = hand_in_and_disturb(client, lambda: kill(dask.workers.pop()))
        dask.start_worker()
        check_results(client, place, lines)


def test_the_scheduler_of_the_cluster_is_killed(dask: Dask) -> None:
    with database("sqlite") as address, service(address, **on(dask)) as (_, client):
        place, lines = hand_in_and_disturb(client, lambda: kill(dask.running_scheduler()))
        # Its workers end with it, or do not know the next one.
        while dask.workers:
            kill(dask.workers.pop())
        dask.start_scheduler()
        for _ in range(2):
            dask.start_worker()
        check_results(client, place, lines)


def test_a_service_with_a_cluster_is_killed(dask: Dask) -> None:
    with database("postgresql") as address:
        settings = on(dask) | {"ATOUT_WORKERS": "2"}
        with service(address, **settings) as (server, client):
            place, lines = hand_in_and_disturb(client, lambda: kill_service(server))
        with service(address, **settings) as (_, client):
            check_results(client, place, lines)
