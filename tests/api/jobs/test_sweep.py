"""Jobs that are deleted, on both databases: when they have expired, and when they do not arrive."""

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import func, select, update

from api.http import Line
from api.jobs import runner as job_runner, sweep
from api.jobs.ledger import Ledger
from api.jobs.models import ChunkRow, JobRow, ResultRow
from api.jobs.runner import JobRunner
from api.jobs.store import GoneError, JobStore, State
from api.jobs.work import Outcome, made, unpack
from api.store import Store, StoreDownError
from tests.support.api.clerk import SETTINGS, Clock, Stage
from tests.support.api.job_logs import DEADLINE_S, wait_until

KEEP_S = 60


@pytest.fixture
def jobs(store: Store) -> JobStore:
    return JobStore(store, 1_000, 10)


@pytest.fixture
def ledger(store: Store) -> Ledger:
    return Ledger(store, 30, KEEP_S)


def do_jobs(jobs: JobStore, ledger: Ledger, sizes: Sequence[int]) -> None:
    """Jobs of so many items each, all of them done."""
    for n_items in sizes:
        job_id = jobs.begin("analyses", {}, "")
        jobs.add(job_id, *([Line(number, b"1")] for number in range(1, n_items + 1)))
        jobs.submit(job_id, n_items, "digest", None)
    while claims := ledger.claim(50):
        for claim in claims:
            assert ledger.finish(claim, [made(item.number, Outcome.done, 1) for item in unpack(claim.items)])


def counts(store: Store) -> list[int]:
    """The numbers of jobs, chunks and results."""
    with store.connection() as connection:
        tables = (JobRow, ChunkRow, ResultRow)
        return [connection.execute(select(func.count()).select_from(one)).scalar_one() for one in tables]


@pytest.mark.by_day(1)
def test_small_jobs_go_many_at_once_and_large_ones_in_steps(
    store: Store, jobs: JobStore, ledger: Ledger, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "SWEPT_AT_ONCE", 12)
    for sizes in ([1] * 6, [20], [2] * 3, [1]):  # one after the other, as they end
        do_jobs(jobs, ledger, sizes)
        clock.now += 1
    assert ledger.sweep() == 0
    clock.now += KEEP_S
    small = [4, 2]
    large = [12, 8, 12, 8, 1]
    # Two of 5 rows are 10; the third goes with the last of 3.
    assert list(iter(ledger.sweep, 0)) == [*small, *large, 2, 2]
    assert counts(store) == [0, 0, 0]


def test_what_is_kept_stays(store: Store, jobs: JobStore, ledger: Ledger, clock: Clock) -> None:
    do_jobs(jobs, ledger, [1, 2])
    clock.now += KEEP_S - 1
    do_jobs(jobs, ledger, [3, 1])
    arriving = jobs.begin("analyses", {}, "")
    jobs.add(arriving, [Line(1, b"1")])
    clock.now += 2
    assert list(iter(ledger.sweep, 0)) == [2]
    assert counts(store) == [3, 5, 4]
    assert jobs.submit(arriving, 1, "digest", None).state == State.waiting


@pytest.mark.server
@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
def test_a_job_whose_lease_is_being_extended_is_left_alone(
    store: Store, jobs: JobStore, ledger: Ledger, clock: Clock
) -> None:
    do_jobs(jobs, ledger, [1, 1])
    arriving = jobs.begin("analyses", {}, "")
    jobs.add(arriving, [Line(1, b"1")])
    clock.now += KEEP_S + 1
    with store.connection(writes=True) as connection:
        connection.execute(update(JobRow).where(JobRow.id == arriving).values(expires_at=clock.now + 60))
        assert list(iter(ledger.sweep, 0)) == [2]
    assert counts(store) == [1, 1, 0]


@pytest.mark.by_day(1)
@pytest.mark.slow
def test_the_sweep_goes_on_while_there_is_something_to_delete(
    store: Store, jobs: JobStore, ledger: Ledger, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "SWEPT_AT_ONCE", 3)
    monkeypatch.setattr(job_runner, "SWEEPING_S", 0.0)
    monkeypatch.setattr(job_runner, "LOOK_S", 0.01)
    do_jobs(jobs, ledger, [1] * 30)
    clock.now += KEEP_S + 1
    runner = JobRunner(ledger, Stage(), SETTINGS)
    runner.start()
    try:
        wait_until(lambda: counts(store) == [0, 0, 0], "the end of the expired jobs")
    finally:
        runner.stop(DEADLINE_S)


def test_a_job_that_is_dropped_is_deleted_in_steps(
    store: Store, jobs: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "SWEPT_AT_ONCE", 5)
    job_id = jobs.begin("analyses", {}, "")
    jobs.add(job_id, *([Line(number, b"1")] for number in range(1, 13)))
    steps: list[int] = []
    real = sweep.sweep_some

    def count(*arguments: Any, **how: Any) -> int:
        steps.append(real(*arguments, **how))
        return steps[-1]

    monkeypatch.setattr("api.jobs.store.sweep_some", count)
    jobs.drop(job_id)
    assert steps == [5, 5, 2, 1, 0]
    assert counts(store) == [0, 0, 0]


def test_what_is_left_of_a_job_that_is_dropped_is_no_job_and_is_swept(
    store: Store, jobs: JobStore, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its last answer was lost, so that its client was told to send it again.
    job_id = jobs.begin("analyses", {}, "")
    jobs.add(job_id, [Line(1, b"1")])
    jobs.submit(job_id, 1, "digest", "key")

    def fail(*arguments: Any, **how: Any) -> int:
        raise StoreDownError

    with monkeypatch.context() as away:
        away.setattr("api.jobs.store.sweep_some", fail)
        with pytest.raises(StoreDownError):
            jobs.drop(job_id)
    assert counts(store) == [1, 1, 0]
    assert jobs.find(job_id, "") is jobs.find_by_key("key") is None
    assert ledger.claim(1) == []
    with pytest.raises(GoneError):
        jobs.add(job_id, [Line(2, b"1")])
    assert list(iter(ledger.sweep, 0)) == [1, 1]
    assert counts(store) == [0, 0, 0]
