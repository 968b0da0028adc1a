"""Jobs under test: logs that take no time, services that have jobs, and what clients do with them."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from api import Settings, create_app
from benchmarks.make_logs import make_lines
from tests.api.databases import database
from tests.api.streaming import NDJSON

DEADLINE_S = 60
"""How long a test waits for what will certainly come."""

NOBODY = {"job_threads": 0}
"""Settings of a service that leaves the jobs to others."""


def n_rows(app: Flask, table: Any) -> int:
    """How many rows of a table there are."""
    with app.config["ATOUT_STORE"].connection() as connection:
        n: int = connection.execute(select(func.count()).select_from(table)).scalar_one()
    return n


def quick_lines(n: int, seed: int = 1) -> list[str]:
    """Logs, a line each, that are judged in a millisecond or two."""
    return list(make_lines(n, seed, ("all_fours", "quadrette")))


@contextmanager
def service(kind: str, **settings: Any) -> Iterator[Flask]:
    """A service with a new database of that kind."""
    with database(kind) as address:
        app = create_app(Settings(database=address, **settings))
        try:
            yield app
        finally:
            app.config["ATOUT_JOBS"].stop()
            app.config["ATOUT_STORE"].close()


def hand_in(
    client: FlaskClient, lines: list[str], query: str = "", key: str | None = None, language: str = "en"
) -> TestResponse:
    """The answer to a job of lines."""
    headers = {"Accept-Language": language} | ({} if key is None else {"Idempotency-Key": key})
    body = "\n".join(lines).encode()
    return client.post(f"/v1/jobs{query}", data=body, content_type=NDJSON, headers=headers)


def wait_until(is_so: Callable[[], Any], what: str) -> Any:
    """Wait for something that will certainly come, and have it."""
    ends = time.monotonic() + DEADLINE_S
    while not (value := is_so()):
        assert time.monotonic() < ends, f"{what} did not come"
        time.sleep(0.02)
    return value


def wait_for_end(client: FlaskClient, place: str) -> Any:
    """The job at ``place`` when it has ended."""

    def job() -> Any:
        return client.get(place).get_json()

    wait_until(lambda: job()["ended_at"], "the end of the job")
    return job()


def read_page(client: FlaskClient, address: str) -> tuple[list[Any], str | None]:
    """The results of a page, and the address of the next one."""
    answer = client.get(address)
    assert (answer.status_code, answer.mimetype) == (200, NDJSON), answer.text
    link = answer.headers.get("Link")
    following = None if link is None else link.partition(">")[0].removeprefix("<")
    return [json.loads(line) for line in answer.text.splitlines()], following


def read_all(client: FlaskClient, place: str, limit: int = 1000) -> list[Any]:
    """All results of a job, read from page to page while it runs."""
    results: list[Any] = []
    address: str | None = f"{place}/results?limit={limit}"
    ends = time.monotonic() + DEADLINE_S
    while address is not None:
        page, address = read_page(client, address)
        results += page
        if not page:
            assert time.monotonic() < ends, "the results did not come"
            time.sleep(0.02)
    return results
