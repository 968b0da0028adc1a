"""The ledger of chunks for the processes that work on them: claims, leases, heartbeats, results.

Each claim to a chunk has a name of its own.  The results of items are written in one transaction, which also
takes the items out of the chunk or marks it as done, and only while the chunk still has that claim.  So each
item gets exactly one result, however often its chunk is worked on by processes that die, hang or come back
late.
"""

import json
import secrets
import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, case, exists, insert, or_, select, update

from api.jobs.kinds import KINDS
from api.jobs.models import IS_OPEN, ChunkRow, JobRow, ResultRow
from api.jobs.store import OPEN, State, new_chunk
from api.jobs.sweep import Leaps, sweep_some
from api.jobs.work import DIED, Outcome, Result, language_asked, pack, reason_of, set_aside, unpack
from api.store import Store, clock
from solver.sentences import phrase_n

RETRY_S = 1.0
"""The back-off of a chunk on which the work has failed, in seconds."""
MAX_ERROR = 400
"""The most characters that are kept of the reason of a failure."""
READ_AT_ONCE, MOST_READ = 50, 5_000
"""The first number of jobs of which one query asks whether they have work, and the most."""


_IS_WANTED = exists().where(JobRow.id == ChunkRow.job_id, JobRow.state.in_(OPEN))
"""True for a chunk whose job goes on."""

_CLAIMED = (ChunkRow.number, ChunkRow.n_items, ChunkRow.n_tries, ChunkRow.error)
"""The columns of a chunk that a `Claim` has, in its order."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A chunk that this process may work on while its lease lasts."""

    name: str
    job_id: str
    number: int
    """The number of its first item, which identifies the chunk in its job."""
    n_items: int
    n_tries: int
    """The number of tries that have failed."""
    error: str | None
    """The reason of the last failure, if it is known."""
    kind: str
    options: Mapping[str, Any]
    items: bytes
    is_taken_over: bool
    """True if the one who had it before did not give it back: its lease has ended."""


class Ledger:
    """The chunks in a database; every method may raise StoreDownError."""

    def __init__(self, store: Store, lease_s: float, keep_s: float) -> None:
        """A claim lasts ``lease_s`` from its last heartbeat; a job is kept for ``keep_s`` after its end."""
        self._store = store
        self._lease_s = lease_s
        self._keep_s = keep_s
        self._last = ""
        self._leaps = Leaps()

    def claim(self, n: int, *, at_risk: bool = True) -> list[Claim]:
        """Claim up to ``n`` free chunks, from the jobs in turn, and from each job in order.

        ``at_risk`` says that the work could kill this process.  The claim then counts as a try, which is only
        taken back when the chunk is given back.  A chunk that failed before counts it with `note_try`.
        """
        claims: list[Claim] = []
        with self._store.connection() as connection:
            jobs = self._jobs_in_turn(connection, self._is_free(connection, clock(connection)), n)
        if not jobs:
            return claims
        with self._store.connection(writes=True) as connection:
            now = clock(connection)
            while jobs and len(claims) < n:
                # One chunk of each job at a time, so that no job holds up another.
                jobs = [job for job in jobs if self._claim_one(connection, job, now, claims, n, at_risk)]
            # Always lock jobs in the order of their ids, to avoid deadlock.  From here on none is cancelled
            # until the claim ends: readers would take what they cannot see yet for no claim.
            of_claims = (JobRow.id.in_({claim.job_id for claim in claims}), JobRow.state.in_(OPEN))
            locked = select(JobRow.id).where(*of_claims).order_by(JobRow.id).with_for_update(key_share=True)
            wanted = set(connection.execute(locked).scalars())
            for claim in claims:
                if claim.job_id not in wanted:
                    self._free(connection, claim, 0, n_tries=claim.n_tries)
            begins = (JobRow.id.in_(wanted), JobRow.state == State.waiting)
            connection.execute(update(JobRow).where(*begins).values(state=State.running, started_at=now))
        return [claim for claim in claims if claim.job_id in wanted]

    def _is_free(self, connection: Connection, now: float) -> Any:
        """Return the condition that a chunk can be claimed."""
        is_over = ChunkRow.free_at <= now
        if connection.dialect.name != "sqlite":
            return is_over
        # Nobody sets a time that late, unless by a clock that was ahead: SQLite has only the machine's own.
        return or_(is_over, ChunkRow.free_at > now + self._lease_s + RETRY_S)

    def _jobs_in_turn(self, connection: Connection, is_free: Any, n: int) -> list[Any]:
        """Return jobs that have free chunks, ``n`` or more if there are, from the one after that served last.

        Of the others nothing is read: there may be thousands, and claims come all the time.  Jobs of a kind
        that this version does not know are left to a later one.
        """
        has_work = exists().where(ChunkRow.job_id == JobRow.id, IS_OPEN, is_free)
        columns = (JobRow.id, JobRow.kind)
        found: list[Any] = []
        for after, which in ((self._last, ()), ("", (JobRow.id <= self._last,))):
            n_read = READ_AT_ONCE
            while len(found) < n:
                wanted = (JobRow.state.in_(OPEN), JobRow.kind.in_(tuple(KINDS)))
                some = select(JobRow.id).where(*wanted, JobRow.id > after, *which)
                ids = connection.execute(some.order_by(JobRow.id).limit(n_read)).scalars().all()
                jobs = select(*columns).where(JobRow.id.in_(ids), has_work).order_by(JobRow.id)
                found += connection.execute(jobs).all()
                if len(ids) < n_read:
                    break
                # Many that have no work in a row are gone through in few steps.
                after, n_read = ids[-1], min(4 * n_read, MOST_READ)
        return found

    def _claim_one(
        self, connection: Connection, job: Any, now: float, claims: list[Claim], most: int, at_risk: bool
    ) -> bool:
        """Claim the first free chunk of a job; return True if there was one."""
        if len(claims) >= most:
            return False
        # SQLite locks no rows, but a transaction that writes excludes all other writers.
        row = connection.execute(
            select(*_CLAIMED, ChunkRow.items, ChunkRow.claim)
            .where(ChunkRow.job_id == job.id, IS_OPEN, self._is_free(connection, now), _IS_WANTED)
            .order_by(ChunkRow.number)
            .limit(1)
            .with_for_update(skip_locked=True, of=ChunkRow)
        ).one_or_none()
        if row is None:
            return False
        name = secrets.token_hex(16)
        connection.execute(
            update(ChunkRow)
            .where(ChunkRow.job_id == job.id, ChunkRow.number == row.number)
            .values(claim=name, free_at=now + self._lease_s, n_tries=row.n_tries or int(at_risk), error=None)
        )
        # Only now, as they may be long: a search for puzzles is among them.
        options = connection.execute(select(JobRow.options).where(JobRow.id == job.id)).scalar_one()
        self._last = job.id
        claims.append(
            Claim(
                name,
                job.id,
                *row[:4],
                kind=job.kind,
                options=json.loads(options),
                items=row.items,
                # Whoever gives a chunk back takes the name of the claim away.
                is_taken_over=row.claim is not None,
            )
        )
        return True

    def note_try(self, claim: Claim) -> bool:
        """Count a try on a chunk that failed before; return False if the claim is not valid any more."""
        with self._store.connection(writes=True) as connection:
            noted = connection.execute(
                update(ChunkRow)
                .where(ChunkRow.claim == claim.name, IS_OPEN)
                .values(n_tries=claim.n_tries + 1)
            )
        return noted.rowcount == 1

    def beat(self, names: Iterable[str]) -> set[str]:
        """Extend the leases of claims by their names, and return the names of those that are still valid.

        A claim is not valid if another process has the lease, or the job has ended.
        """
        with self._store.connection(writes=True) as connection:
            good = {row.claim for row in _lock(connection, names, _IS_WANTED)}
            connection.execute(
                update(ChunkRow)
                .where(ChunkRow.claim.in_(good), IS_OPEN)
                .values(free_at=clock(connection) + self._lease_s)
            )
        return good

    def advance(self, made: Sequence[tuple[Claim, Sequence[Result]]]) -> set[str]:
        """Write the results so far of chunks that go on, and return the names of the valid claims.

        The items leave their chunks, so that the next process to claim one works on the others only.  One
        item stays, the result of which comes with the end of the chunk.  Results are also written if the job
        was cancelled meanwhile.
        """
        by_name = {claim.name: {result.number: result for result in results} for claim, results in made}
        written: defaultdict[str, list[Result]] = defaultdict(list)
        with self._store.connection(writes=True) as connection:
            may_write = _may_write(clock(connection))
            rows = _lock(connection, by_name, may_write, columns=(ChunkRow.job_id, ChunkRow.items))
            for row in rows:
                items, results = list(unpack(row.items)), by_name[row.claim]
                # All may be there, if an answer was lost that told what had been written before.
                rest = [item for item in items if item.number not in results] or items[-1:]
                connection.execute(
                    update(ChunkRow)
                    .where(ChunkRow.claim == row.claim)
                    .values(number=rest[0].number, n_items=len(rest), items=pack(rest))
                )
                # The results of items that have left the chunk are written already.
                stays = {item.number for item in rest}
                written[row.job_id] += [results[item.number] for item in items if item.number not in stays]
            # What kinds keep comes first, then the jobs in the order of their ids, to avoid deadlock.
            kinds = {claim.job_id: claim.kind for claim, _ in made}
            for job_id in sorted(written):
                _keep(connection, kinds[job_id], written[job_id])
            for job_id in sorted(written):
                if written[job_id]:
                    self._write(connection, job_id, written[job_id])
        return {row.claim for row in rows}

    def finish(self, claim: Claim, results: Sequence[Result]) -> bool:
        """Write the results of the rest of a chunk; return False, without writing, for an invalid claim.

        ``results`` may be those of the whole chunk: what is written already is passed over, as a process that
        lost the answer to a commit does not know of it.  The claim stays with the chunk, to tell its own end
        from that of another one.
        """
        by_number = {result.number: result for result in results}
        with self._store.connection(writes=True) as connection:
            mine = (ChunkRow.job_id == claim.job_id, ChunkRow.claim == claim.name)
            may_write = or_(~IS_OPEN, _may_write(clock(connection)))
            found = select(ChunkRow.is_done, ChunkRow.items).where(*mine, may_write)
            chunk = connection.execute(found.with_for_update(of=ChunkRow)).one_or_none()
            if chunk is None:
                return False
            if not chunk.is_done:
                connection.execute(update(ChunkRow).where(*mine).values(is_done=True, items=b""))
                rest = [by_number[item.number] for item in unpack(chunk.items)]
                _keep(connection, claim.kind, rest)
                self._write(connection, claim.job_id, rest)
        return True

    def _write(self, connection: Connection, job_id: str, results: Sequence[Result]) -> None:
        """Write results of a job and count them; the last one ends the job, unless it was cancelled."""
        rows = [
            {"job_id": job_id, "number": result.number, "outcome": result.outcome, "body": result.body}
            for result in results
        ]
        connection.execute(insert(ResultRow), rows)
        n = {outcome: sum(result.outcome == outcome for result in results) for outcome in Outcome}
        over = JobRow.n_done + JobRow.n_refused + JobRow.n_failed + len(results)
        now = clock(connection)
        ends = and_(JobRow.state.in_(OPEN), over >= JobRow.n_items)
        connection.execute(
            update(JobRow)
            .where(JobRow.id == job_id)
            .values(
                n_done=JobRow.n_done + n[Outcome.done],
                n_refused=JobRow.n_refused + n[Outcome.refused],
                n_failed=JobRow.n_failed + n[Outcome.failed],
                state=case((ends, State.done), else_=JobRow.state),
                ended_at=case((ends, now), else_=JobRow.ended_at),
                expires_at=case((ends, now + self._keep_s), else_=JobRow.expires_at),
            )
        )

    def release(self, claims: Iterable[Claim]) -> None:
        """Give chunks back that others may claim at once, without counting a try."""
        with self._store.connection(writes=True) as connection:
            for claim in sorted(claims, key=lambda claim: claim.name):
                self._free(connection, claim, 0, n_tries=claim.n_tries)

    def give_back(self, claim: Claim, error: str, *, counts: bool) -> None:
        """Give back a chunk on which the work has failed; others may claim it after `RETRY_S`.

        ``counts`` says that its items may be the reason, so that it counts as a try.
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
        """Split a chunk that keeps failing into single items; set a single item aside."""
        items = list(unpack(claim.items))
        if len(items) == 1:
            detail = phrase_n(
                "it was tried {n} time: {why}",
                "it was tried {n} times: {why}",
                claim.n_tries,
                why=reason_of(claim.error or DIED),
            )
            failed = set_aside(items[0].number, detail, language_asked(claim.options))
            return self.finish(claim, [failed])

        first, *others = (new_chunk(claim.job_id, [item]) for item in items)
        with self._store.connection(writes=True) as connection:
            mine = (ChunkRow.job_id == claim.job_id, ChunkRow.claim == claim.name, IS_OPEN)
            split = update(ChunkRow).where(*mine, _may_write(clock(connection))).values(**first, claim=None)
            if connection.execute(split).rowcount != 1:
                return False
            connection.execute(insert(ChunkRow), others)
        return True

    def sweep(self) -> int:
        """Delete some expired jobs, or some rows of a large one; return how many.

        It deletes none while the clock is not to be trusted.
        """
        with self._store.connection(writes=True) as connection:
            now = clock(connection)
            if not self._leaps.is_settled(now):
                return 0
            return sweep_some(connection, JobRow.expires_at <= now)


def _keep(connection: Connection, kind: str, results: Sequence[Result]) -> None:
    """Keep what a kind of jobs keeps of results besides them."""
    keep = KINDS[kind].keep
    done = [result.body for result in results if result.outcome == Outcome.done]
    if keep is not None and done:
        keep(connection, [json.loads(zlib.decompress(body)) for body in done])


def _may_write(now: float) -> Any:
    """Return the condition that results of a chunk may still be written.

    After its job was cancelled, they may until the lease ends: readers of the job wait for that long.
    """
    return or_(_IS_WANTED, ChunkRow.free_at > now)


def _lock(
    connection: Connection, names: Iterable[str], *which: Any, columns: Sequence[Any] = ()
) -> Sequence[Any]:
    """Return and lock the chunks of valid claims, in the order of the claims' names, to avoid deadlock."""
    found = select(ChunkRow.claim, *columns).where(ChunkRow.claim.in_(list(names)), IS_OPEN, *which)
    return connection.execute(found.order_by(ChunkRow.claim).with_for_update(of=ChunkRow)).all()
