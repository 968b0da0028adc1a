"""Jobs that are arriving, on both databases: the lease under which they are kept, and what they cost."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Engine, event

from api.http import Line
from api.jobs import store as jobs_store
from api.jobs.store import JobStore
from api.store import Store

MOST = 5


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    store = Store(address)
    yield store
    store.close()


@pytest.fixture
def jobs(store: Store) -> JobStore:
    return JobStore(store, MOST, 60)


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
    jobs: JobStore, monkeypatch: pytest.MonkeyPatch, updated: list[int]
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr(jobs_store, "clock", lambda connection: now)
    for _ in range(3):
        jobs.cancel(send(jobs), "", keep_s=10)
    now += 1_000
    updated.clear()
    send(jobs)
    assert max(updated) == 1
