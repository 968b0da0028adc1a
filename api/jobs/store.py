"""Jobs as clients see them: begun, filled line by line, listed, read and cancelled."""

import json
import secrets
import zlib
from base64 import b32encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, func, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from api.http import Line
from api.jobs.models import IS_OPEN, ChunkRow, JobRow, ResultRow
from api.jobs.sweep import sweep_some
from api.jobs.work import Outcome, pack
from api.monitor import Load
from api.store import Store, clock, take_turn

_N_BYTES = 20
_BEGIN_KEY = 0x41544F5555
"""The advisory lock of PostgreSQL under which one job begins at a time."""
_ARRIVALS = 3
"""The times that a part may take which a lease is long: two may pass between its extensions."""
ARRIVAL_SPARE_S = 10
"""The time for which that lease lasts longer, in seconds: the database may be busy, or away."""


class State(StrEnum):
    """The state of a job."""

    arriving = "arriving"
    """Its items are still arriving; no client can see it yet."""
    waiting = "waiting"
    running = "running"
    done = "done"
    cancelled = "cancelled"


OPEN = (State.waiting, State.running)
TAKEN = (State.arriving, *OPEN)
"""The states of the jobs that are counted against the limit."""
ENDED = (State.done, State.cancelled)


@dataclass(frozen=True, slots=True)
class Job:
    """A job and its progress; times are seconds since 1970."""

    id: str
    kind: str
    state: State
    request: str
    """The digest of the request."""
    n_items: int
    n_done: int
    n_refused: int
    n_failed: int
    created_at: float
    started_at: float | None
    ended_at: float | None
    expires_at: float | None
    now: float
    """The time at which it was read."""

    @property
    def n_over(self) -> int:
        """The number of items with an outcome."""
        return self.n_done + self.n_refused + self.n_failed

    @property
    def is_ended(self) -> bool:
        """True if it is done or cancelled."""
        return self.state in ENDED

    @property
    def rate(self) -> float | None:
        """The logs a second since the work began; None while that is not known."""
        seconds = self._worked_s
        return None if seconds is None else round(self.n_over / seconds, 3)

    @property
    def left_ms(self) -> int | None:
        """The time that the rest takes at that rate, in milliseconds; None while it is not known."""
        if self.is_ended:
            return 0
        seconds = self._worked_s
        if seconds is None:
            return None
        return round((self.n_items - self.n_over) * seconds / self.n_over * 1000)

    @property
    def _worked_s(self) -> float | None:
        """The time since the work began, in seconds; None before the first outcome.

        None, too, if the clock was set back meanwhile, so that there is no such time.
        """
        if self.started_at is None or not self.n_over:
            return None
        seconds = (self.now if self.ended_at is None else self.ended_at) - self.started_at
        return seconds if seconds > 0 else None


_SHOWN = tuple(name for name in Job.__slots__ if name != "now")
"""The columns of a `Job`."""


@dataclass(frozen=True, slots=True)
class Page:
    """The numbers of some results of a job; ``is_last`` if no more will follow."""

    numbers: Sequence[int]
    is_last: bool


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in the list of jobs, newest first: that of the job with this id."""

    created_at: float
    id: str


class FullError(Exception):
    """The limit of jobs that arrive, wait or run is reached."""


class KeyTakenError(Exception):
    """The Idempotency-Key belongs to a job already."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.id)
        self.job = job


class GoneError(Exception):
    """The job that arrives is not in the database: its lease has ended, or that is another database now."""


def new_chunk(job_id: str, items: Sequence[Line]) -> dict[str, Any]:
    """Return the row of a chunk that nobody has tried yet."""
    return {
        "job_id": job_id,
        "number": items[0].number,
        "n_items": len(items),
        "is_done": False,
        "free_at": 0.0,
        "n_tries": 0,
        "items": pack(items),
    }


class JobStore:
    """The jobs in a database; every method may raise StoreDownError.

    A job belongs to an owner: the name of a key, or empty without one.  Others cannot see it.  A job from
    before owners were stored has none: every client that knows its id can see it, but no list shows it.
    """

    def __init__(self, store: Store, most: int, arrival_s: float) -> None:
        """``most`` jobs may arrive, wait or run at once; each part of one has ``arrival_s`` to arrive."""
        self._store = store
        self._most = most
        self._lease_s = _ARRIVALS * arrival_s + ARRIVAL_SPARE_S
        self._not_dropped: set[str] = set()
        """The jobs that could not be deleted, as the database was away."""

    @property
    def is_off(self) -> bool:
        """True if there is no database, and so no job."""
        return self._store.is_off

    def begin(self, kind: str, options: Mapping[str, Any], owner: str) -> str:
        """Begin a job whose items are still to come, and return its id; raises FullError.

        It is kept under a lease, which `add` and `extend` extend: a process that dies over it leaves its
        place soon.
        """
        job_id = b32encode(secrets.token_bytes(_N_BYTES)).decode().lower()
        left = tuple(self._not_dropped)
        with self._store.connection(writes=True) as connection:
            if left:
                # One that arrived after all, by a commit whose answer was lost, may have been told of since.
                gone = (JobRow.id.in_(left), JobRow.state == State.arriving)
                connection.execute(update(JobRow).where(*gone).values(expires_at=0.0))
            take_turn(connection, _BEGIN_KEY)  # else several would count the same jobs
            now = clock(connection)
            taken = select(func.count()).where(JobRow.state.in_(TAKEN))
            if connection.execute(taken.where(_is_kept(now))).scalar_one() >= self._most:
                raise FullError
            connection.execute(
                insert(JobRow).values(
                    id=job_id,
                    owner=owner,
                    kind=kind,
                    state=State.arriving,
                    options=json.dumps(options, sort_keys=True).encode(),
                    n_items=0,
                    n_done=0,
                    n_refused=0,
                    n_failed=0,
                    created_at=now,
                    expires_at=now + self._lease_s,
                )
            )
        self._not_dropped.difference_update(left)
        return job_id

    def add(self, job_id: str, *chunks: Sequence[Line]) -> None:
        """Add the next items of an arriving job, in chunks that are worked on as one; raises GoneError."""
        rows = [new_chunk(job_id, items) for items in chunks]
        try:
            with self._store.connection(writes=True) as connection:
                connection.execute(insert(ChunkRow), rows)
                self._extend(connection, job_id)
        except IntegrityError:  # a chunk needs its job
            raise GoneError from None

    def extend(self, job_id: str) -> None:
        """Extend the lease of a job of which nothing could be added for a while; raises GoneError."""
        with self._store.connection(writes=True) as connection:
            self._extend(connection, job_id)

    def _extend(self, connection: Connection, job_id: str) -> None:
        """Extend a lease; raises GoneError if it has ended: chunks of the job may have been swept away."""
        now = clock(connection)
        lease = {"expires_at": now + self._lease_s}
        if connection.execute(update(JobRow).where(*_arrives(job_id, now)).values(lease)).rowcount != 1:
            raise GoneError

    def submit(self, job_id: str, n_items: int, request: str, key: str | None) -> Job:
        """Let the work on a complete job begin, and return the job; raises GoneError.

        Raises KeyTakenError, after deleting the job, if another one has the Idempotency-Key ``key``.
        """
        while True:
            try:
                return self._submit(job_id, n_items, request, key)
            except IntegrityError:
                assert key is not None, "nothing else of a job is its own"
                taken = self.find_by_key(key)
                if taken is not None:
                    self.drop(job_id)
                    raise KeyTakenError(taken) from None

    def _submit(self, job_id: str, n_items: int, request: str, key: str | None) -> Job:
        with self._store.connection(writes=True) as connection:
            now = clock(connection)
            if key is not None:  # else every expired job without one would be written anew
                is_free = (JobRow.idempotency == key, JobRow.expires_at <= now)
                connection.execute(update(JobRow).where(*is_free).values(idempotency=None))
            arrived = connection.execute(
                update(JobRow)
                .where(*_arrives(job_id, now))
                .values(
                    state=State.waiting,
                    n_items=n_items,
                    request=request,
                    idempotency=key,
                    created_at=now,
                    expires_at=None,
                )
            )
            job = _find(connection, JobRow.id == job_id)
        if job is None or arrived.rowcount != 1:
            raise GoneError
        return job

    def drop(self, job_id: str) -> None:
        """Delete a job that will not arrive whole; if that fails, the next `begin` ends its lease.

        A large one is deleted in steps, so that others can write meanwhile; what fails then is swept away.
        """
        self._not_dropped.add(job_id)
        this = JobRow.id == job_id
        gone = {"state": State.arriving, "idempotency": None, "n_items": 0, "expires_at": 0.0}
        with self._store.connection(writes=True) as connection:
            connection.execute(update(JobRow).where(this).values(gone))
        self._not_dropped.discard(job_id)
        is_left = True
        while is_left:
            with self._store.connection(writes=True) as connection:
                is_left = sweep_some(connection, this, JobRow.expires_at == 0.0, waits=True) > 0

    def find(self, job_id: str, owner: str) -> Job | None:
        """Return a job by its id; None if there is none, it has another owner, or it is still arriving."""
        with self._store.connection() as connection:
            return _find(connection, JobRow.id == job_id, _is_of(owner))

    def list(self, owner: str, limit: int, after: Cursor | None) -> "tuple[list[Job], Cursor | None]":
        """Return the next jobs of an owner after a cursor, newest first, and the next cursor, if any.

        Jobs that are added or deleted between two pages shift none of the others.
        """
        jobs = _shown().where(JobRow.owner == owner).order_by(JobRow.created_at.desc(), JobRow.id.desc())
        if after is not None:
            jobs = jobs.where(tuple_(JobRow.created_at, JobRow.id) < (after.created_at, after.id))
        with self._store.connection() as connection:
            now = clock(connection)
            rows = connection.execute(jobs.where(_is_kept(now)).limit(limit + 1)).all()
        found = [_job_of(row, now) for row in rows]
        last = found[limit - 1] if len(found) > limit else None
        return found[:limit], None if last is None else Cursor(last.created_at, last.id)

    def find_by_key(self, key: str) -> Job | None:
        """Return the job with that Idempotency-Key, or None."""
        with self._store.connection() as connection:
            return _find(connection, JobRow.idempotency == key)

    def cancel(self, job_id: str, owner: str, keep_s: float) -> Job | None:
        """Cancel a job that has not ended, and return it as it is then; None if there is none."""
        with self._store.connection(writes=True) as connection:
            now = clock(connection)
            connection.execute(
                update(JobRow)
                .where(JobRow.id == job_id, _is_of(owner), JobRow.state.in_(OPEN))
                .values(state=State.cancelled, ended_at=now, expires_at=now + keep_s)
            )
            return _find(connection, JobRow.id == job_id, _is_of(owner))

    def page(self, job: Job, after: int, limit: int) -> Page:
        """Return the results after number ``after``, up to the first item that may still get one."""
        of_job = ResultRow.job_id == job.id
        numbers = select(ResultRow.number).where(of_job, ResultRow.number > after).order_by(ResultRow.number)
        to_come = select(func.min(ChunkRow.number)).where(ChunkRow.job_id == job.id, IS_OPEN)
        with self._store.connection() as connection:
            if job.is_ended:
                # Processes that work on a cancelled job may still write results until their leases end.
                is_held = (ChunkRow.claim.is_not(None), ChunkRow.free_at > clock(connection))
                to_come = to_come.where(*is_held)
            first = connection.execute(to_come).scalar_one()
            if first is not None:
                numbers = numbers.where(ResultRow.number < first)
            found = connection.execute(numbers.limit(limit + 1)).scalars().all()
        return Page(found[:limit], is_last=job.is_ended and first is None and len(found) <= limit)

    def read(self, job_id: str, numbers: Sequence[int]) -> Iterator[tuple[int, Outcome, str]]:
        """Yield the results of those numbers, in order: each item's number, outcome and JSON."""
        rows = select(ResultRow.number, ResultRow.outcome, ResultRow.body).where(
            ResultRow.job_id == job_id, ResultRow.number.in_(numbers)
        )
        with self._store.connection() as connection:
            found = connection.execute(rows.order_by(ResultRow.number)).all()
        for number, outcome, body in found:
            yield number, Outcome(outcome), zlib.decompress(body).decode()

    def load(self) -> Load:
        """Return the work that is left."""
        with self._store.connection() as connection:
            now = clock(connection)
            taken = (JobRow.state.in_(TAKEN), _is_kept(now))
            by_state = dict(
                connection.execute(
                    select(JobRow.state, func.count()).where(*taken).group_by(JobRow.state)
                ).all()
            )
            chunks = (
                select(func.count())
                .select_from(ChunkRow)
                .join(JobRow)
                .where(JobRow.state.in_(OPEN), IS_OPEN, ChunkRow.free_at <= now)
            )
            n_chunks = connection.execute(chunks).scalar_one()
        arriving, waiting, running = (by_state.get(state, 0) for state in TAKEN)
        return Load(arriving, waiting, running, n_chunks)


def _is_kept(now: float) -> Any:
    return JobRow.expires_at.is_(None) | (JobRow.expires_at > now)


def _arrives(job_id: str, now: float) -> tuple[Any, ...]:
    """Return the condition that a job is arriving, and its lease lasts."""
    return JobRow.id == job_id, JobRow.state == State.arriving, JobRow.expires_at > now


def _is_of(owner: str) -> Any:
    """Return the condition that an owner can see a job."""
    return JobRow.owner.is_(None) | (JobRow.owner == owner)


def _shown() -> Any:
    """Return a query for the columns of a `Job`, of jobs that have arrived."""
    return select(*(getattr(JobRow, name) for name in _SHOWN)).where(JobRow.state != State.arriving)


def _job_of(row: Any, now: float) -> Job:
    values = dict(zip(_SHOWN, row, strict=True))
    return Job(**values | {"state": State(values["state"])}, now=now)


def _find(connection: Connection, *which: Any) -> Job | None:
    now = clock(connection)
    row = connection.execute(_shown().where(*which, _is_kept(now))).one_or_none()
    return None if row is None else _job_of(row, now)
