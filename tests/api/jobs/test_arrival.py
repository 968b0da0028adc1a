"""Jobs that are arriving, on both databases: the lease under which they are kept, and what they cost."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from api.access import Access
from api.http import Line
from api.jobs import Jobs, store as jobs_store, upload as jobs_upload
from api.jobs.ledger import Ledger
from api.jobs.models import ChunkRow, JobRow
from api.jobs.schemas import JobRequest
from api.jobs.store import ARRIVAL_SPARE_S, FullError, GoneError, JobStore, KeyTakenError
from api.parts import part_of
from api.settings import Settings
from api.store import Store, StoreDownError
from tests.support.api.clerk import Clock
from tests.support.api.job_logs import NOBODY, hand_in, n_rows, quick_lines, service
from tests.support.api.streaming import NDJSON

MOST = 5
ARRIVAL_S = 60
LEASE_S = 3 * ARRIVAL_S + ARRIVAL_SPARE_S


@pytest.fixture
def jobs(store: Store) -> JobStore:
    return JobStore(store, MOST, ARRIVAL_S)


def send(jobs: JobStore, key: str | None = None) -> str:
    """The id of a job of one line that has arrived."""
    job_id = jobs.begin("analyses", {}, "")
    jobs.add(job_id, [Line(1, b"1")])
    jobs.submit(job_id, 1, "digest", key)
    return job_id


@pytest.fixture
def updated() -> Iterator[list[int]]:
    """The number of rows that each UPDATE changes."""
    found: list[int] = []

    def note(connection: Any, cursor: Any, statement: str, *others: Any) -> None:
        if statement.startswith("UPDATE"):
            found.append(cursor.rowcount)

    event.listen(Engine, "after_cursor_execute", note)
    yield found
    event.remove(Engine, "after_cursor_execute", note)


@pytest.mark.by_day(1)
def test_a_job_without_a_key_leaves_the_expired_ones_alone(
    jobs: JobStore, clock: Clock, updated: list[int]
) -> None:
    for _ in range(3):
        jobs.cancel(send(jobs), "", keep_s=10)
    clock.now += 1_000
    updated.clear()
    send(jobs)
    assert max(updated) == 1


def test_whatever_writes_says_so_from_the_start_and_drops_a_job_once(jobs: JobStore) -> None:
    written: list[tuple[list[str], bool]] = []

    def note(connection: Connection, cursor: Any, statement: str, *others: Any) -> None:
        words = statement.split()
        if words[0] in ("INSERT", "UPDATE", "DELETE"):
            written.append((words[:3], connection.get_execution_options().get("writes", False)))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        send(jobs, "key")
        with pytest.raises(KeyTakenError):
            send(jobs, "key")
        jobs.extend(jobs.begin("analyses", {}, ""))
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert all(writes for _, writes in written)
    assert [words for words, _ in written].count(["DELETE", "FROM", "jobs"]) == 1


def test_whoever_dies_over_a_job_that_arrives_leaves_its_place_soon(jobs: JobStore, clock: Clock) -> None:
    for _ in range(MOST):
        jobs.begin("analyses", {}, "")
    assert jobs.load().n_arriving == MOST
    with pytest.raises(FullError):
        jobs.begin("analyses", {}, "")
    clock.now += LEASE_S
    assert jobs.load().n_arriving == 0
    jobs.begin("analyses", {}, "")


def test_a_job_that_never_arrived_is_not_there_and_goes_away(
    jobs: JobStore, store: Store, clock: Clock
) -> None:
    ledger = Ledger(store, 60, 60)
    job_id = jobs.begin("analyses", {}, "")
    jobs.add(job_id, [Line(1, b"1")])
    assert jobs.find(job_id, "") is None
    assert jobs.cancel(job_id, "", 60) is None
    assert ledger.claim(5) == []
    assert ledger.sweep() == 0
    clock.now += LEASE_S
    assert list(iter(ledger.sweep, 0)) == [1, 1]


def test_what_comes_of_a_job_extends_its_lease(jobs: JobStore, store: Store, clock: Clock) -> None:
    job_id = jobs.begin("analyses", {}, "")
    for number in range(1, 4):
        clock.now += LEASE_S - 1
        jobs.add(job_id, [Line(number, b"1")])
        clock.now += LEASE_S - 1
        jobs.extend(job_id)
        assert Ledger(store, 60, 60).sweep() == 0
    clock.now += LEASE_S - 1
    assert jobs.submit(job_id, 3, "digest", None).n_items == 3


def test_a_job_whose_lease_has_ended_is_not_taken_up_again(jobs: JobStore, clock: Clock) -> None:
    # Some of its chunks may be gone.
    job_id = jobs.begin("analyses", {}, "")
    clock.now += LEASE_S
    with pytest.raises(GoneError):
        jobs.add(job_id, [Line(1, b"1")])
    with pytest.raises(GoneError):
        jobs.extend(job_id)
    with pytest.raises(GoneError):
        jobs.submit(job_id, 1, "digest", None)


def test_a_job_that_arrives_slowly_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("api.jobs.upload.time.monotonic", lambda: now)
    with service("sqlite", **NOBODY) as app:
        clock = Clock(monkeypatch)

        def items() -> Iterator[Line]:
            nonlocal now
            for number, text in enumerate([*quick_lines(3), *[""] * 9], 1):
                yield Line(number, text.encode())
                # Each a moment before its time is over; the last ones are blank.
                clock.now += 9.9
                now += 9.9

        with app.test_request_context("/v1/jobs", method="POST", content_type=NDJSON):
            job = jobs_upload.keep_job(
                part_of(app, Jobs).store,
                part_of(app, Settings),
                JobRequest("analyses", {}, []),
                items(),
                part_of(app, Access).check_still,
            )
    assert job.n_items == 3


def test_a_job_that_an_outage_cut_off_leaves_its_place_when_the_outage_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with service("sqlite", jobs=1, **NOBODY) as app:
        client = app.test_client()

        def fail(*values: object) -> None:
            raise StoreDownError("the database is away")

        with monkeypatch.context() as away:
            away.setattr(JobStore, "_extend", fail)
            away.setattr(jobs_store, "update", fail)
            assert hand_in(client, quick_lines(2)).status_code == 503
        assert n_rows(app, JobRow) == 1
        assert hand_in(client, quick_lines(2)).status_code == 202
        ledger = Ledger(part_of(app, Store), 60, 60)
        assert list(iter(ledger.sweep, 0)) == [1]
        assert n_rows(app, JobRow) == n_rows(app, ChunkRow) == 1
        full = hand_in(client, quick_lines(2))
        assert full.status_code == 503
        assert full.get_json()["detail"].startswith("1 jobs are arriving, waiting or running")


@pytest.mark.by_day(1)
@pytest.mark.slow
def test_no_more_jobs_begin_at_once_than_may(address: str, jobs: JobStore) -> None:
    with pytest.raises(GoneError):  # the schema is made
        jobs.extend("")
    stores = [Store(address) for _ in range(4)]
    several = [JobStore(one, MOST, ARRIVAL_S) for one in stores]
    barrier = Barrier(16)

    def begin(number: int) -> int:
        barrier.wait()
        try:
            several[number % 4].begin("analyses", {}, "")
        except FullError:
            return 0
        return 1

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(begin, range(16))) == MOST
    for one in stores:
        one.close()
