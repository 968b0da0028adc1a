"""Jobs take turns, however many there are and however few of them are read at once."""

import pytest
from sqlalchemy import update

from api.http.arrival import Line
from api.jobs import ledger as jobs_ledger
from api.jobs.ledger import Ledger
from api.jobs.models import ChunkRow
from api.jobs.store import JobStore
from api.store import Store, clock
from tests.support.api.databases import KINDS, database

LEASE_S = 60.0
N_CHUNKS = 2


def make_job(jobs: JobStore) -> str:
    """A job of two chunks of one line."""
    job_id = jobs.begin("analyses", {"language": "en"}, "")
    jobs.add(job_id, *([Line(number, b"%d" % number)] for number in range(1, N_CHUNKS + 1)))
    jobs.submit(job_id, N_CHUNKS, "digest", None)
    return job_id


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_at_once", [1, 3])
def test_each_of_many_jobs_has_its_turn(kind: str, n_at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_ledger, "READ_AT_ONCE", 2)
    monkeypatch.setattr(jobs_ledger, "MOST_READ", 5)
    with database(kind) as address:
        store = Store(address)
        ledger, jobs = Ledger(store, LEASE_S, 60.0), JobStore(store, 100, 60)
        made = sorted(make_job(jobs) for _ in range(15))
        # Of many in a row nothing is free.
        busy = made[3:12]
        with store.connection(writes=True) as connection:
            held = update(ChunkRow).where(ChunkRow.job_id.in_(busy))
            connection.execute(held.values(free_at=clock(connection) + LEASE_S))
        taken: list[str] = []
        while claims := ledger.claim(n_at_once):
            assert len(claims) == n_at_once
            taken += [claim.job_id for claim in claims]
        assert taken == [job_id for job_id in made if job_id not in busy] * N_CHUNKS
        store.close()
