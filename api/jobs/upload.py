"""Receives jobs: stores the items as they arrive, and makes one job for each Idempotency-Key."""

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any

from flask import current_app, request
from werkzeug.exceptions import RequestEntityTooLarge

from api.http import (
    JOB_TOO_LARGE,
    KEY_REUSED,
    OVERLOADED,
    STORE_DOWN,
    InvalidRequestError,
    Line,
    ProblemError,
    asked_language,
)
from api.jobs.kinds import KINDS
from api.jobs.schemas import JobRequest
from api.jobs.store import FullError, GoneError, Job, JobStore, KeyTakenError
from api.monitor import key_name
from api.settings import Settings
from api.store import StoreDownError
from solver import Code
from solver.errors import wrong
from solver.sentences import phrase

_CHUNK_BYTES = 1 << 18
"""The most bytes of lines that are held in memory before they are stored."""
_CHUNKS_AT_ONCE = 100
"""The most chunks that are stored in one transaction."""
_KEY = re.compile(r'"(?P<quoted>[ -!#-\[\]-~]{1,255})"|(?P<plain>[!#-\[\]-~]{1,255})')
_EXPIRED = phrase(
    "the job of this Idempotency-Key expired or was deleted while the request came again; send it once more"
)
_OFF = phrase("this service keeps nothing (ATOUT_DATABASE is none), so it has no jobs")


def keep_job(
    store: JobStore, settings: Settings, asked: JobRequest, items: Iterator[Line], check: Callable[[], None]
) -> Job:
    """Store the job of this request, all of it or nothing, or find the job with its Idempotency-Key.

    ``check`` raises ProblemError once the client is not let in any more.  Raises ProblemError, SolverError or
    StoreDownError, and what ``items`` raise.
    """
    if store.is_off:
        raise ProblemError(STORE_DOWN, _OFF)
    key = _asked_key()
    options = {**asked.options, "language": asked_language(request)}
    digest = _Digest(asked.kind, options)
    lease = _Lease(store, settings.arrival_ms / 1000)
    items = digest.of(_counted(lease.of(_checked(items, check)), settings))
    if key is not None and store.find_by_key(key) is not None:
        # The digest needs all of the body, to tell whether it is the same request.
        for _ in items:
            pass
        # That may have taken long: a job that has expired since is none to point at.
        known = store.find_by_key(key)
        if known is None:
            raise ProblemError(STORE_DOWN, _EXPIRED)
        return _check_same(known, digest)
    try:
        job_id = store.begin(asked.kind, options, key_name())
    except FullError:
        detail = phrase(
            "{most} jobs are arriving, waiting or running, no more are at once; try again later",
            most=settings.jobs,
        )
        raise ProblemError(OVERLOADED, detail) from None
    try:
        lease.hold(job_id)
        most = KINDS[asked.kind].most_in_chunk or settings.job_chunk
        for chunks in _together(_chunks(items, most)):
            store.add(job_id, *chunks)
        return store.submit(job_id, digest.n_items, digest.text(), key)
    except KeyTakenError as taken:
        return _check_same(taken.job, digest)
    except GoneError:
        detail = phrase("what had come of this job is not in the database any more; send the job again")
        raise ProblemError(STORE_DOWN, detail) from None
    except BaseException:
        _forget(store, job_id)
        raise


def _check_same(job: Job, digest: "_Digest") -> Job:
    if job.request != digest.text():
        raise ProblemError(
            KEY_REUSED,
            phrase("this Idempotency-Key was sent before, with another request; send a new one with this"),
        )
    return job


def _forget(store: JobStore, job_id: str) -> None:
    try:
        store.drop(job_id)
    except StoreDownError:
        current_app.logger.warning(
            "A job that did not arrive keeps its place until another begins here, or its lease ends."
        )


def _checked(items: Iterator[Line], check: Callable[[], None]) -> Iterator[Line]:
    """Yield the items, and ``check`` after each, blank ones too, and at their end."""
    for item in items:
        check()
        yield item
    check()


def _counted(items: Iterator[Line], settings: Settings) -> Iterator[Line]:
    """Yield the items that are not blank.

    Raises ProblemError if there are too many with the blank ones, InvalidRequestError if there are none.
    """
    is_empty = True
    try:
        for item in items:
            if item.number > settings.job_lines:
                detail = phrase("a job has at most {most} lines; send several jobs", most=settings.job_lines)
                raise ProblemError(JOB_TOO_LARGE, detail)
            if not item.is_blank:
                is_empty = False
                yield item
    except RequestEntityTooLarge:
        detail = phrase(
            "the body of a job has at most {most} bytes; send several jobs", most=settings.job_bytes
        )
        raise ProblemError(JOB_TOO_LARGE, detail) from None
    if is_empty:
        raise InvalidRequestError(wrong(Code.missing, "there is no log in the body; a job has one at least"))


def _chunks(items: Iterator[Line], most: int) -> Iterator[list[Line]]:
    chunk: list[Line] = []
    n_bytes = 0
    for item in items:
        chunk.append(item)
        n_bytes += len(item.text)
        if len(chunk) >= most or n_bytes >= _CHUNK_BYTES:
            yield chunk
            chunk, n_bytes = [], 0
    if chunk:
        yield chunk


def _together(chunks: Iterator[list[Line]]) -> Iterator[list[list[Line]]]:
    """Yield groups of chunks for one transaction each, so that short lines do not take many transactions."""
    some: list[list[Line]] = []
    n_bytes = 0
    for chunk in chunks:
        some.append(chunk)
        n_bytes += sum(len(item.text) for item in chunk)
        if len(some) >= _CHUNKS_AT_ONCE or n_bytes >= _CHUNK_BYTES:
            yield some
            some, n_bytes = [], 0
    if some:
        yield some


class _Lease:
    """The lease of a job that arrives so slowly that nothing is added for a while."""

    def __init__(self, store: JobStore, every_s: float) -> None:
        """It is extended every ``every_s``."""
        self._store = store
        self._every_s = every_s
        self._job_id: str | None = None
        self._extend_at = 0.0

    def hold(self, job_id: str) -> None:
        """Extend the lease of that job from now on."""
        self._job_id = job_id
        self._extend_at = time.monotonic() + self._every_s

    def of(self, items: Iterator[Line]) -> Iterator[Line]:
        """Yield the items, blank ones too, and extend the lease as they come; raises GoneError."""
        for item in items:
            if self._job_id is not None and time.monotonic() >= self._extend_at:
                # While the database is away the lease lasts on for a while.
                with suppress(StoreDownError):
                    self._store.extend(self._job_id)
                self._extend_at = time.monotonic() + self._every_s
            yield item


class _Digest:
    """The digest of a request, made while it arrives."""

    def __init__(self, kind: str, options: Mapping[str, Any]) -> None:
        self._digest = sha256(json.dumps([kind, options], sort_keys=True).encode())
        self.n_items = 0

    def of(self, items: Iterator[Line]) -> Iterator[Line]:
        """Yield the items, and add each to the digest."""
        for item in items:
            self._digest.update(b"\n%d %d " % (item.number, item.is_too_long) + item.text)
            self.n_items += 1
            yield item

    def text(self) -> str:
        """Return the digest of what has arrived."""
        return self._digest.hexdigest()


def _asked_key() -> str | None:
    """Return the digest of the Idempotency-Key, or None; raises InvalidRequestError for a malformed one."""
    text = request.headers.get("Idempotency-Key")
    if text is None:
        return None
    found = _KEY.fullmatch(text.strip())
    if found is None:
        raise InvalidRequestError(
            wrong(
                Code.wrong_word,
                "the Idempotency-Key is 1 to 255 characters of ASCII, in quotes if some are spaces",
            )
        )
    # Each API key has Idempotency-Keys of its own, so that two clients may choose the same one.
    return sha256(f"{key_name()}\n{found['quoted'] or found['plain']}".encode()).hexdigest()
