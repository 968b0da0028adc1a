"""Chunks as those who work see them: claimed under a lease, kept by a heartbeat, done exactly once.

Whoever claims a chunk gives the claim a name of its own.  What came of the chunk is written in one
transaction together with that it is done, and only while it still bears that name: so however often a chunk
is worked on, by processes that die, hang or come back late, each item has one result.
"""

import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, case, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from .jobs_models import IS_OPEN, ChunkRow, JobRow, ResultRow
from .jobs_store import OPEN, State, clock
from .jobs_work import Outcome, Result, pack, set_aside, unpack
from .store import Store

RETRY_S = 1.0
"""How long a chunk on which the work has failed is left alone."""
MAX_ERROR = 400
"""So much is kept of why a try failed."""
SWEPT_AT_ONCE = 500
"""Rows that one transaction takes away, so that none is long."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A chunk that this process may work on, for as long as its lease lasts."""

    name: str
    job_id: str
    number: int
    """That of its first item, by which the chunk is known."""
    n_items: int
    n_tries: int
    """How often the work on it has failed."""
    error: str | None
    """How it failed the last time, if that is known."""
    kind: str
    options: Mapping[str, Any]
    items: bytes


class Ledger:
    """The chunks in a database; every method may raise StoreDownError."""

    def __init__(self, store: Store, lease_s: float, keep_s: float) -> None:
        """A claim lasts ``lease_s`` from its last heartbeat; a job is kept for ``keep_s`` after its end."""
        self._store = store
        self._lease_s = lease_s
        self._keep_s = keep_s
        self._last = ""

    def claim(self, n: int, *, at_risk: bool = True) -> list[Claim]:
        """Claim up to ``n`` chunks that nobody works on: of the jobs in turn, of each in order.

        ``at_risk`` says that whoever claims them could die of them: then that he has not been heard of again
        counts as a try.  Of chunks on which the work has failed before it does so from `note_try` on.
        """
        claims: list[Claim] = []
        with self._store.connection() as connection:
            jobs = self._jobs_in_turn(connection, clock(connection))
        if not jobs:
            return claims
        with self._store.connection(writes=True) as connection:
            now = clock(connection)
            while jobs and len(claims) < n:
                # One chunk of each at a time, so that no job holds up another.
                jobs = [job for job in jobs if self._claim_one(connection, job, now, claims, n, at_risk)]
            # In one order for everybody, so that nobody waits for somebody who waits for him.
            for job_id in sorted({claim.job_id for claim in claims}):
                begins = (JobRow.id == job_id, JobRow.state == State.waiting)
                connection.execute(update(JobRow).where(*begins).values(state=State.running, started_at=now))
        return claims

    def _jobs_in_turn(self, connection: Connection, now: float) -> list[Any]:
        """The jobs with something to do, the one after the last served first."""
        has_work = exists().where(ChunkRow.job_id == JobRow.id, IS_OPEN, ChunkRow.free_at <= now)
        columns = (JobRow.id, JobRow.kind, JobRow.options)
        jobs = connection.execute(
            select(*columns).where(JobRow.state.in_(OPEN), has_work).order_by(JobRow.id)
        ).all()
        return [job for job in jobs if job.id > self._last] + [job for job in jobs if job.id <= self._last]

    def _claim_one(
        self, connection: Connection, job: Any, now: float, claims: list[Claim], most: int, at_risk: bool
    ) -> bool:
        """Claim the first free chunk of a job, if there is one and it is wanted; whether it was."""
        if len(claims) >= most:
            return False
        # SQLite, which locks no rows, has let nobody else write since the transaction began.
        row = connection.execute(
            select(ChunkRow.number, ChunkRow.n_items, ChunkRow.n_tries, ChunkRow.error, ChunkRow.items)
            .where(ChunkRow.job_id == job.id, IS_OPEN, ChunkRow.free_at <= now)
            .order_by(ChunkRow.number)
            .limit(1)
            .with_for_update(skip_locked=True)
        ).one_or_none()
        if row is None:
            return False
        name = secrets.token_hex(16)
        connection.execute(
            update(ChunkRow)
            .where(ChunkRow.job_id == job.id, ChunkRow.number == row.number)
            .values(claim=name, free_at=now + self._lease_s, n_tries=row.n_tries or int(at_risk), error=None)
        )
        self._last = job.id
        options = json.loads(job.options)
        claims.append(Claim(name, job.id, *row[:4], kind=job.kind, options=options, items=row.items))
        return True

    def note_try(self, claim: Claim) -> bool:
        """Note that the work on a chunk begins again; False if the claim is not good any more."""
        with self._store.connection(writes=True) as connection:
            noted = connection.execute(
                update(ChunkRow)
                .where(ChunkRow.claim == claim.name, IS_OPEN)
                .values(n_tries=claim.n_tries + 1)
            )
        return noted.rowcount == 1

    def beat(self, names: Iterable[str]) -> set[str]:
        """Prolong the leases of the claims of those names; the names of those that are still good.

        A claim is not if its lease was lost to somebody else, or its job has ended.
        """
        held = and_(ChunkRow.claim.in_(list(names)), IS_OPEN)
        is_wanted = exists().where(JobRow.id == ChunkRow.job_id, JobRow.state.in_(OPEN))
        with self._store.connection(writes=True) as connection:
            found = connection.execute(select(ChunkRow.claim).where(held, is_wanted)).scalars()
            good = {name for name in found if name is not None}
            connection.execute(
                update(ChunkRow)
                .where(ChunkRow.claim.in_(good), IS_OPEN)
                .values(free_at=clock(connection) + self._lease_s)
            )
        return good

    def finish(self, claim: Claim, results: Sequence[Result]) -> bool:
        """Write what came of a chunk; False, and nothing is written, if the claim is not good any more."""

        def write(connection: Connection) -> None:
            connection.execute(
                insert(ResultRow),
                [
                    {
                        "job_id": claim.job_id,
                        "number": result.number,
                        "outcome": result.outcome,
                        "body": result.body,
                    }
                    for result in results
                ],
            )

        n = {outcome: sum(result.outcome == outcome for result in results) for outcome in Outcome}
        over = JobRow.n_done + JobRow.n_refused + JobRow.n_failed + len(results)

        def count(connection: Connection) -> bool:
            now = clock(connection)
            ends = over >= JobRow.n_items
            counted = connection.execute(
                update(JobRow)
                .where(JobRow.id == claim.job_id, JobRow.state.in_(OPEN))
                .values(
                    n_done=JobRow.n_done + n[Outcome.done],
                    n_refused=JobRow.n_refused + n[Outcome.refused],
                    n_failed=JobRow.n_failed + n[Outcome.failed],
                    state=case((ends, State.done), else_=State.running),
                    ended_at=case((ends, now), else_=None),
                    expires_at=case((ends, now + self._keep_s), else_=None),
                )
            )
            return counted.rowcount == 1

        return self._while_good(claim, {"is_done": True, "items": b"", "claim": None}, write, count)

    def release(self, claims: Iterable[Claim]) -> None:
        """Let others claim these chunks at once, as if they had not been tried."""
        with self._store.connection(writes=True) as connection:
            for claim in claims:
                self._free(connection, claim, 0, n_tries=claim.n_tries)

    def give_back(self, claim: Claim, error: str, *, counts: bool) -> None:
        """Let others claim a chunk in a moment, the work on which has failed.

        ``counts`` says that its items may be the reason.
        """
        with self._store.connection(writes=True) as connection:
            self._free(connection, claim, RETRY_S, n_tries=claim.n_tries + counts, error=error[:MAX_ERROR])

    def _free(self, connection: Connection, claim: Claim, in_s: float, **values: Any) -> None:
        connection.execute(
            update(ChunkRow)
            .where(ChunkRow.claim == claim.name, IS_OPEN)
            .values(claim=None, free_at=clock(connection) + in_s, **values)
        )

    def isolate(self, claim: Claim) -> bool:
        """Take apart a chunk on which the work fails again and again; of a single item, give it up."""
        items = list(unpack(claim.items))
        if len(items) == 1:
            why = claim.error or "whatever worked on it died, perhaps of it, perhaps for want of memory"
            detail = f"it was tried {claim.n_tries} times: {why}"
            return self.finish(claim, [set_aside(items[0].number, detail)])

        def split(connection: Connection) -> None:
            connection.execute(
                insert(ChunkRow),
                [
                    {
                        "job_id": claim.job_id,
                        "number": item.number,
                        "n_items": 1,
                        "is_done": False,
                        "free_at": 0.0,
                        "n_tries": 0,
                        "items": pack([item]),
                    }
                    for item in items[1:]
                ],
            )

        first = {"n_items": 1, "n_tries": 0, "free_at": 0.0, "claim": None, "items": pack(items[:1])}
        return self._while_good(claim, first, split)

    def _while_good(
        self,
        claim: Claim,
        values: Mapping[str, Any],
        write: Callable[[Connection], object],
        is_wanted: Callable[[Connection], bool] = lambda connection: True,
    ) -> bool:
        """Change a chunk, and ``write`` what belongs to that, if the claim to it is good; whether it was."""
        try:
            with self._store.connection(writes=True) as connection:
                mine = (ChunkRow.job_id == claim.job_id, ChunkRow.claim == claim.name, IS_OPEN)
                if connection.execute(update(ChunkRow).where(*mine).values(**values)).rowcount != 1:
                    return False
                write(connection)
                if not is_wanted(connection):
                    connection.rollback()
                    return False
        except IntegrityError:  # the job was swept away meanwhile
            return False
        return True

    def sweep(self) -> int:
        """Take away some of what has expired; how many rows that were."""
        with self._store.connection(writes=True) as connection:
            expired = select(JobRow.id).where(JobRow.expires_at <= clock(connection)).limit(1)
            job_id = connection.execute(expired).scalar_one_or_none()
            if job_id is None:
                return 0
            for table in (ResultRow, ChunkRow):
                some = select(table.number).where(table.job_id == job_id).limit(SWEPT_AT_ONCE)
                numbers = connection.execute(some).scalars().all()
                if numbers:
                    these = (table.job_id == job_id, table.number.in_(numbers))
                    connection.execute(delete(table).where(*these))
                    return len(numbers)
            connection.execute(delete(JobRow).where(JobRow.id == job_id))
            return 1
