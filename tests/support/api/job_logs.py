"""Jobs under test: logs that take no time, services that have jobs, and what clients do with them."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from types import MappingProxyType
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, TestResponse

from api import Settings, create_app
from api.jobs import Jobs
from api.parts import part_of
from api.store import Store
from benchmarks.make_logs import make_lines
from tests.support import waiting
from tests.support.api.databases import database
from tests.support.api.streaming import NDJSON

DEADLINE_S = waiting.PATIENCE_S
"""How long a test waits for what will certainly come."""

NOBODY = {"job_threads": 0}
"""Settings of a service that leaves the jobs to others."""


def n_rows(app: Flask, table: Any) -> int:
    """How many rows of a table there are."""
    with part_of(app, Store).connection() as connection:
        n: int = connection.execute(select(func.count()).select_from(table)).scalar_one()
    return n


def quick_lines(n: int, seed: int = 1) -> list[str]:
    """Logs, a line each, that are judged in a millisecond or two."""
    return list(make_lines(n, seed, ("all_fours", "quadrette")))


class Remote:
    """A client of a service that listens at a port, with what the tests use of Flask's."""

    def __init__(self, number: int) -> None:
        self._number = number

    def get(self, path: str) -> TestResponse:
        """The answer to GET, which is asked again if the service dies over it."""
        answers: list[TestResponse] = []

        def has_answered() -> bool:
            with suppress(HTTPException, ConnectionError):
                answers.append(self._ask("GET", path))
            return bool(answers)

        wait_until(has_answered, "the answer")
        return answers[0]

    def delete(self, path: str) -> TestResponse:
        """The answer to DELETE."""
        return self._ask("DELETE", path)

    def post(self, path: str, data: bytes, content_type: str, headers: Mapping[str, str]) -> TestResponse:
        """The answer to POST."""
        return self._ask("POST", path, data, {**headers, "Content-Type": content_type})

    def _ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> TestResponse:
        with closing(HTTPConnection("127.0.0.1", self._number, timeout=DEADLINE_S)) as connection:
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            found = answer.read()
            status = f"{answer.status} {answer.reason}"
            request = EnvironBuilder(path, method=method).get_request()
            return TestResponse([found], status, Headers(answer.getheaders()), request)


Client = FlaskClient | Remote


@contextmanager
def service(kind: str, **settings: Any) -> Iterator[Flask]:
    """A service with a new database of that kind."""
    with database(kind) as address:
        app = create_app(Settings(database=address, **settings))
        try:
            yield app
        finally:
            part_of(app, Jobs).stop(DEADLINE_S)
            part_of(app, Store).close()


def hand_in(
    client: Client, lines: list[str], query: str = "", key: str | None = None, language: str = "en"
) -> TestResponse:
    """The answer to a job of lines."""
    headers = {"Accept-Language": language} | ({} if key is None else {"Idempotency-Key": key})
    body = "\n".join(lines).encode()
    return client.post(f"/v1/jobs{query}", data=body, content_type=NDJSON, headers=headers)


def wait_until(is_so: Callable[[], object], what: str) -> None:
    """Wait for something that will certainly come."""
    waiting.wait_until(is_so, f"{what} did not come")


def job_at(client: Client, place: str) -> Any:
    """The job at ``place``, as soon as the service can tell."""
    answers: list[TestResponse] = []

    def is_told() -> bool:
        answers.append(client.get(place))
        return answers[-1].status_code != 503

    wait_until(is_told, "the job")
    assert answers[-1].status_code == 200, answers[-1].text
    return answers[-1].get_json()


def wait_for_end(client: Client, place: str) -> Any:
    """The job at ``place`` when it has ended."""
    wait_until(lambda: job_at(client, place)["ended_at"], "the end of the job")
    return job_at(client, place)


def read_page(client: Client, address: str) -> tuple[list[Any], str | None]:
    """The results of a page, and the address of the next one; if the service cannot, none and the same."""
    answer = client.get(address)
    if answer.status_code == 503:
        return [], address
    assert (answer.status_code, answer.mimetype) == (200, NDJSON), answer.text
    link = answer.headers.get("Link")
    following = None if link is None else link.partition(">")[0].removeprefix("<")
    return [json.loads(line) for line in answer.text.splitlines()], following


def read_all(client: Client, place: str, limit: int = 1000) -> list[Any]:
    """All results of a job, read from page to page while it runs, and again where the service could not."""
    results: list[Any] = []
    address: str | None = f"{place}/results?limit={limit}"
    ends = time.monotonic() + DEADLINE_S
    while address is not None:
        page, address = read_page(client, address)
        if page and "outcome" not in page[-1]:
            assert page.pop()["status"] == 503
            address = f"{place}/results?limit={limit}&after={(page or results)[-1]['line_number']}"
        results += page
        if page:
            ends = time.monotonic() + DEADLINE_S
        elif address is not None:
            assert time.monotonic() < ends, "the results did not come"
            time.sleep(0.02)
    return results
