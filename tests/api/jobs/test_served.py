"""Jobs handed in over real connections: slowly, in part, without end; nothing of them is half there."""

import http.client
import json
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from sqlalchemy import func, select

from api.jobs.models import ChunkRow, JobRow
from api.store.analyses import Store
from tests.support.api.databases import database
from tests.support.api.job_logs import (
    Remote,
    hand_in,
    job_at,
    quick_lines,
    read_all,
    wait_for_end,
    wait_until,
)
from tests.support.api.served import Server, serve
from tests.support.api.streaming import memory_of, stream_to, worker_of
from tests.support.waiting import PATIENCE_S

pytestmark = pytest.mark.server

LINES = [line.encode() + b"\n" for line in quick_lines(50)]
IDLE = {"ATOUT_JOB_THREADS": "0", "ATOUT_JOB_CHUNK": "5"}
SINGLY = {"ATOUT_JOB_CHUNK": "1"}
"""So that a hundred lines are as many chunks as are kept at once."""


class Place:
    """A service, and its database as another process sees it."""

    def __init__(self, server: Server, number: int, address: str) -> None:
        self.server = server
        self.number = number
        self.client = Remote(number)
        self._store = Store(address)

    def n_rows(self, table: Any = JobRow) -> int:
        with self._store.connection() as connection:
            n: int = connection.execute(select(func.count()).select_from(table)).scalar_one()
        return n

    def close(self) -> None:
        self._store.close()


@contextmanager
def place(**settings: str) -> Iterator[Place]:
    with (
        database("sqlite") as address,
        serve(ATOUT_DATABASE=address, **settings) as (server, number),
        closing(Place(server, number, address)) as place,
    ):
        yield place


@pytest.mark.night
def test_a_job_that_comes_in_pieces_is_there_when_all_of_it_is() -> None:
    with place(**SINGLY) as service:
        with stream_to(service.number, "/v1/jobs") as stream:
            whole = b"".join(LINES * 5)
            for start in range(0, len(whole), 7_001):
                stream.send(whole[start : start + 7_001])
            wait_until(lambda: service.n_rows(ChunkRow) > 1, "the first chunks")
            assert service.client.get(f"/v1/jobs/{'a' * 32}").status_code == 404
            stream.end()
            assert stream.begin() == 202
            found = json.loads(stream.response.read())
        address = f"/v1/jobs/{found['id']}"
        results = read_all(service.client, address)
        assert [result["line_number"] for result in results] == list(range(1, 251))
        assert wait_for_end(service.client, address)["state"] == "done"


def send_some(service: Place, stream: Any) -> None:
    """Send a part of a job, and see it kept."""
    stream.send(b"".join(LINES * 5))
    wait_until(lambda: service.n_rows(ChunkRow) == 200, "the chunks")
    assert service.n_rows() == 1


def test_of_a_job_whose_client_hangs_up_nothing_stays() -> None:
    with place(**IDLE | SINGLY, ATOUT_STREAMS="1") as service:
        with stream_to(service.number, "/v1/jobs") as stream:
            send_some(service, stream)
        wait_until(lambda: not service.n_rows(), "the end of the job")
        assert service.n_rows(ChunkRow) == 0
        # And its place is free.
        wait_until(
            lambda: hand_in(service.client, quick_lines(3)).status_code == 202, "the place for another"
        )


def test_of_a_job_that_stalls_nothing_stays() -> None:
    with (
        place(**IDLE | SINGLY, ATOUT_ARRIVAL_MS="500") as service,
        stream_to(service.number, "/v1/jobs") as stream,
    ):
        stream.send(b"".join(LINES * 5))
        assert stream.begin() == 408
        assert json.loads(stream.response.read())["type"] == "/problems/timed-out"
        wait_until(lambda: not service.n_rows(), "the end of the job")


def test_of_a_job_whose_chunks_are_none_nothing_stays() -> None:
    with place(**IDLE | SINGLY) as service, stream_to(service.number, "/v1/jobs") as stream:
        send_some(service, stream)
        stream.connection.sendall(b"ZZ\r\n")
        assert stream.begin() == 400
        wait_until(lambda: not service.n_rows(), "the end of the job")


def test_of_a_job_that_a_stopping_service_does_not_get_whole_nothing_stays() -> None:
    with place(**IDLE | SINGLY) as service, stream_to(service.number, "/v1/jobs") as stream:
        send_some(service, stream)
        service.server.send_signal(signal.SIGTERM)
        assert stream.begin() == 503
        assert stream.response.headers["Retry-After"] == "1"
        assert "the service stops" in json.loads(stream.response.read())["detail"]
        service.server.wait()
        assert service.n_rows() == 0


@pytest.mark.parametrize("is_stated", [True, False])
def test_a_job_that_is_too_long_is_refused_before_it_is_there(is_stated: bool) -> None:
    with place(**IDLE, ATOUT_JOB_BYTES="20000") as service:
        length = 10**9 if is_stated else None
        with stream_to(service.number, "/v1/jobs", length) as stream:
            try:
                for _ in range(10):
                    stream.send(b"".join(LINES[:10]))
            except ConnectionError:
                pass
            assert stream.begin() == 413
            assert "20000 bytes" in json.loads(stream.response.read())["detail"]
        wait_until(lambda: not service.n_rows(), "the end of the job")


@pytest.mark.night
def test_memory_is_flat_however_long_a_job_is() -> None:
    n_lines = 30_000
    with place(**IDLE) as service:
        worker = worker_of(service.server.pid)
        assert hand_in(service.client, quick_lines(2_000)).status_code == 202
        early = memory_of(worker)
        with stream_to(service.number, "/v1/jobs") as stream:
            for start in range(0, n_lines, 50):
                stream.send(b"".join(LINES[(start + step) % 50] for step in range(50)))
            stream.end()
            assert stream.begin() == 202
            assert json.loads(stream.response.read())["counts"]["total"] == n_lines
        assert memory_of(worker) - early < 8_000  # KiB; what is sent is some 12 MiB


def test_results_come_piece_by_piece() -> None:
    with place() as service:
        address = hand_in(service.client, quick_lines(200)).headers["Location"]
        wait_for_end(service.client, address)
        connection = http.client.HTTPConnection("127.0.0.1", service.number, timeout=PATIENCE_S)
        with closing(connection):
            connection.request("GET", f"{address}/results")
            answer = connection.getresponse()
            assert answer.headers["Transfer-Encoding"] == "chunked"
            assert "Link" not in answer.headers
            assert len([json.loads(line) for line in answer]) == 200
        assert job_at(service.client, address)["counts"]["done"] == 200
