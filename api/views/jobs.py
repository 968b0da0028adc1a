"""``/v1/jobs``: long work, sent, listed, read and cancelled."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from flask import Response, current_app, jsonify, request, url_for

from api.access import Access
from api.http import (
    JSON_LINES,
    LANGUAGE_PARAMETER,
    STORE_DOWN,
    UNBUFFERED_HEADERS,
    UNKNOWN_JOB,
    Line,
    Place,
    ProblemError,
    StreamPlaces,
    answer_in_lines,
    answer_problem,
    check_kind,
    read_lines,
    read_parameters,
    text_header,
)
from api.jobs import (
    IN_QUERY,
    JOB_REQUESTS,
    JOBS,
    OF_JOBS,
    OF_RESULTS,
    QUERY_PARAMETERS,
    USUAL_JOBS,
    USUAL_RESULTS,
    Job,
    JobListSchema,
    JobRequest,
    JobRequestSchema,
    JobResultSchema,
    Jobs,
    JobSchema,
    Page,
    keep_job,
    read_query,
    write_cursor,
)
from api.monitor import key_name
from api.parts import part
from api.schemas import LOGS, LogSchema, ProblemSchema, Resources
from api.settings import Settings
from api.store import ID_PATTERN, StoreDownError
from solver.json_text import UnreadableMember
from solver.sentences import phrase

jobs = Resources(
    "jobs",
    "/v1/jobs",
    "Long work: sent now, done when there is time, read when it is done.",
    schemas=JOBS,
    is_kept=False,
    reads_query=True,
)

_AT_ONCE = 10
"""The number of results that are in memory at a time while they are sent."""

DESCRIPTION = f"""\
With `Content-Type: {JSON_LINES}` the body is one log a line, as many as the service takes, and the options
for all of them stand in the query. In JSON the options stand beside `logs`, and those of a log go first.

The answer comes as soon as the whole job has arrived and is kept. The work then goes on even if the
connection breaks or the machine restarts. Follow `Location`, and read the results while they come.
"""

ID_PARAMETER = {
    "in": "path",
    "name": "id",
    "description": "The job, as `Location` names it.",
    "schema": {"type": "string", "pattern": ID_PATTERN},
}
KEY_PARAMETER = {
    "in": "header",
    "name": "Idempotency-Key",
    "description": "A text of your own for this request, quoted or not. The same text with the same body "
    "finds the job that was made before, and makes no other; with another body it is refused.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    "examples": {"uuid": {"value": '"8e03978e-40d5-43e8-bc93-6894a57f9324"'}},
}
LOCATION = {
    "Location": text_header("The address of the job."),
    "Retry-After": {"description": "When to look at it, in seconds.", "schema": {"type": "integer"}},
}
NEXT = {
    **UNBUFFERED_HEADERS,
    "Link": text_header(
        'The address of the results after these, `rel="next"`, even if there are none yet; '
        "missing when no more will come."
    ),
    "Retry-After": {
        "description": "When to ask again, in seconds; where more will come and none is there yet.",
        "schema": {"type": "integer"},
    },
}

OLDER = {
    "Link": text_header(
        'The address of the jobs that are older than these, `rel="next"`; missing when there are none.'
    )
}


def upload_job() -> Response:
    """Receive a job line by line."""
    check_kind(request, JSON_LINES)
    asked = read_query(request.args)
    settings = part(Settings)
    until = time.monotonic() + settings.stream_ms / 1000
    lines = read_lines(request, settings.body_bytes, settings.arrival_ms, until, settings.job_bytes)
    place = part(StreamPlaces).lines.enter()
    with place:
        return accept_job(asked, lines)


@jobs.post_work(
    asks=JobRequestSchema,
    asks_lines=LogSchema,
    upload=upload_job,
    shows=JobSchema,
    refuses=(400, 408, 413, 415, 422, 503),
    requests=JOB_REQUESTS,
    parameters=(*QUERY_PARAMETERS, KEY_PARAMETER, LANGUAGE_PARAMETER),
    options=tuple(IN_QUERY.values()),
    headers=LOCATION,
    description=DESCRIPTION,
    line_examples=LOGS,
)
def start_job(asked: JobRequest) -> Response:
    """Send logs to be judged when there is time, each as `POST /v1/analyses` judges one"""
    lines = (Line(number, _line_of(log)) for number, log in enumerate(asked.logs, 1))
    return accept_job(asked, lines)


@jobs.get(
    "",
    shows=JobListSchema,
    refuses=(422, 503),
    parameters=[one.shown() for one in OF_JOBS],
    headers=OLDER,
)
def list_jobs() -> Response:
    """Your jobs, newest first: those sent with the key of this request, or all where keys are off"""
    asked = read_parameters(request.args, OF_JOBS)
    limit = asked.get("limit", USUAL_JOBS)
    found: list[Job] = []
    older = None
    # Where keys are optional, clients without one cannot be told apart, so no list shows their jobs.
    is_nobody = not key_name() and part(Settings).keys != "off"
    if not part(Jobs).store.is_off and not is_nobody:
        with _store_needed():
            found, older = part(Jobs).store.list(key_name(), limit, asked.get("cursor"))
    response = jsonify({"jobs": [_shown(job) for job in found]})
    response.cache_control.no_store = True
    if older is not None:
        address = url_for("jobs.list_jobs", limit=limit, cursor=write_cursor(older))
        response.headers["Link"] = f'<{address}>; rel="next"'
    return response


@jobs.get("/<id>", shows=JobSchema, refuses=(404, 503), parameters=(ID_PARAMETER,))
def show_job(id: str) -> Response:
    """A job and its progress"""
    read_parameters(request.args, ())
    return _answer(_find(id))


@jobs.delete("/<id>", shows=JobSchema, refuses=(404, 503), parameters=(ID_PARAMETER,))
def cancel_job(id: str) -> Response:
    """Cancel a job that has not ended: the work stops, and the results so far stay"""
    manager = part(Jobs)
    _find(id)
    with _store_needed():
        job = manager.store.cancel(id, key_name(), part(Settings).job_keep_s)
    manager.look()
    if job is None:
        raise _unknown()
    return _answer(job)


@jobs.get(
    "/<id>/results",
    shows={"anyOf": [JobResultSchema, ProblemSchema]},
    media_type=JSON_LINES,
    refuses=(404, 422, 503),
    parameters=(ID_PARAMETER, *(one.shown() for one in OF_RESULTS)),
    headers=NEXT,
)
def read_results(id: str) -> Response:
    """The results of a job, one a line, in the order of its logs, up to the first that is not ready"""
    asked = read_parameters(request.args, OF_RESULTS)
    after, limit = asked.get("after", 0), asked.get("limit", USUAL_RESULTS)
    job = _find(id)
    with _store_needed():
        page = part(Jobs).store.page(job, after, limit)
    place = part(StreamPlaces).results.enter()
    response = answer_in_lines(_lines(job, page, place), place)
    if not page.is_last:
        last = page.numbers[-1] if page.numbers else after
        address = url_for("jobs.read_results", id=id, after=last, limit=limit)
        response.headers["Link"] = f'<{address}>; rel="next"'
        if not page.numbers:
            response.headers["Retry-After"] = "1"
    return response


def accept_job(asked: JobRequest, items: Iterator[Line]) -> Response:
    """Keep a job with these items, and answer with it."""
    manager = part(Jobs)
    check = part(Access).check_still
    with _store_needed():
        job = keep_job(manager.store, part(Settings), asked, items, check)
    manager.look()
    return _answer(job, 202)


def _line_of(log: Any) -> bytes:
    """Return a log of a list as a line; of one that cannot be read, its text: its turn tells why."""
    # No text in it has a line break, which JSON writes escaped.
    text = log.text.replace("\n", " ") if isinstance(log, UnreadableMember) else json.dumps(log)
    return text.encode()


def _find(job_id: str) -> Job:
    # A text that is no address is not looked up.
    is_one = re.fullmatch(ID_PATTERN, job_id) and not part(Jobs).store.is_off
    with _store_needed():
        job = part(Jobs).store.find(job_id, key_name()) if is_one else None
    if job is None:
        raise _unknown()
    return job


def _unknown() -> ProblemError:
    return ProblemError(
        UNKNOWN_JOB,
        phrase("there is no job of yours at this address; it has expired, never was, or is another key's"),
    )


@contextmanager
def _store_needed() -> Iterator[None]:
    """Answer with 503 if the database cannot be used in the context."""
    try:
        yield
    except StoreDownError:
        raise ProblemError(
            STORE_DOWN, phrase("the database, where jobs are, cannot be used now; try again in a moment")
        ) from None


def _shown(job: Job) -> dict[str, Any]:
    return {
        "id": job.id,
        "kind": job.kind,
        "state": str(job.state),
        "counts": {
            "total": job.n_items,
            "done": job.n_done,
            "refused": job.n_refused,
            "failed": job.n_failed,
        },
        "rate": job.rate,
        "left_ms": job.left_ms,
        "created_at": _time(job.created_at),
        "started_at": _time(job.started_at),
        "ended_at": _time(job.ended_at),
        "expires_at": _time(job.expires_at),
        "results": url_for("jobs.read_results", id=job.id),
    }


def _answer(job: Job, status: int = 200) -> Response:
    response = jsonify(_shown(job))
    response.status_code = status
    response.cache_control.no_store = True
    if status == 202:
        response.headers["Location"] = url_for("jobs.show_job", id=job.id)
        response.headers["Retry-After"] = "1"
    return response


def _time(seconds: float | None) -> str | None:
    if seconds is None:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _lines(job: Job, page: Page, place: Place) -> Iterator[bytes]:
    """Yield the results of a page, a few at a time; a problem ends them if the database goes away."""
    with place:
        yield b""  # sends the headers
        for start in range(0, len(page.numbers), _AT_ONCE):
            numbers = page.numbers[start : start + _AT_ONCE]
            try:
                found = list(part(Jobs).store.read(job.id, numbers))
            except StoreDownError:
                found = []
            for number, outcome, body in found:
                name = "result" if outcome == "done" else "problem"
                yield f'{{"line_number":{number},"outcome":"{outcome}","{name}":{body}}}\n'.encode()
            if len(found) < len(numbers):
                why = answer_problem(
                    STORE_DOWN, phrase("the results from here on cannot be read now; ask for them again")
                )
                body = current_app.json.dumps({**why.get_json(), "line_number": numbers[len(found)]})
                yield f"{body}\n".encode()
                return
