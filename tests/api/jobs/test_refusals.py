"""Jobs that are refused: too much, nothing, what cannot be asked, and a database that is away."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, update

from api import Settings, create_app
from api.http import StreamPlaces
from api.jobs import IN_QUERY, Jobs
from api.jobs.models import ChunkRow, JobRow
from api.jobs.store import JobStore
from api.parts import part_of
from api.store import Store
from solver.requests import Kind
from tests.support.api.answers import timeless
from tests.support.api.databases import KINDS
from tests.support.api.job_logs import NOBODY, hand_in, n_rows, quick_lines, read_all, service
from tests.support.api.service import PROBLEM, make_body
from tests.support.api.streaming import NDJSON

LINES = quick_lines(30)


@pytest.fixture(params=KINDS)
def app(request: pytest.FixtureRequest) -> Iterator[Flask]:
    with service(request.param, **NOBODY) as app:
        yield app


@pytest.fixture
def idle() -> Iterator[Flask]:
    with service("sqlite", **NOBODY) as app:
        yield app


class TestBounds:
    """What is too much, or nothing, leaves nothing behind."""

    @pytest.mark.parametrize(
        ("settings", "lines", "status", "says"),
        [
            ({"job_lines": 29}, LINES, 413, "at most 29 lines"),
            ({"job_lines": 29}, [""] * 31, 413, "at most 29 lines"),
            ({"job_lines": 29}, [*LINES[:1], *[" "] * 30], 413, "at most 29 lines"),
            ({"job_bytes": 5_000}, LINES, 413, "at most 5000 bytes"),
            ({}, [], 422, "one at least"),
            ({}, ["", "  ", "\r"], 422, "one at least"),
        ],
    )
    @pytest.mark.parametrize("is_stated", [True, False])
    def test_a_body(
        self, settings: dict[str, int], lines: list[str], status: int, says: str, is_stated: bool
    ) -> None:
        with service("sqlite", **NOBODY, **settings) as app:
            body = "\n".join(lines).encode()
            environ = {} if is_stated else {"wsgi.input_terminated": True, "CONTENT_LENGTH": ""}
            refused = app.test_client().post(
                "/v1/jobs", data=body, content_type=NDJSON, environ_overrides=environ
            )
            assert (refused.status_code, refused.content_type) == (status, PROBLEM)
            assert says in refused.get_json()["detail"]
            assert (n_rows(app, JobRow), n_rows(app, ChunkRow)) == (0, 0)

    def test_many_logs_as_json_are_told_that_lines_may_be_more(self, idle: Flask) -> None:
        client = idle.test_client()
        long = client.post("/v1/jobs", json={"logs": ["x" * 2**20]})
        assert (long.status_code, NDJSON in long.get_json()["detail"]) == (413, True)
        many = client.post("/v1/jobs", json={"logs": [0] * 50_001})
        assert (many.status_code, "or line by line" in many.get_json()["detail"]) == (400, True)
        assert NDJSON not in client.post("/v1/positions", json={"positions": ["x" * 2**20]}).text

    def test_as_much_as_may_be(self) -> None:
        n_bytes = len("\n".join(LINES).encode())
        with service("sqlite", **NOBODY, job_lines=30, job_bytes=n_bytes) as app:
            assert hand_in(app.test_client(), LINES).status_code == 202
            assert hand_in(app.test_client(), [*LINES[:10], *[""] * 20]).get_json()["counts"]["total"] == 10

    def test_jobs(self) -> None:
        with service("sqlite", **NOBODY, jobs=2) as app:
            client = app.test_client()
            places = [hand_in(client, LINES).headers["Location"] for _ in range(2)]
            refused = hand_in(client, LINES)
            assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
            assert "2 jobs" in refused.get_json()["detail"]
            client.delete(places[0])
            assert hand_in(client, LINES).status_code == 202

    def test_streams_of_one_client(self) -> None:
        """Other clients have the places that one may not hold; results have places of their own."""
        with service("sqlite", **NOBODY, streams=3, streams_per_client=1, rate_per_address="99/hour") as app:
            client, other = app.test_client(), {"environ_base": {"REMOTE_ADDR": "192.0.2.7"}}
            place = hand_in(client, LINES).headers["Location"]
            results = f"{place}/results"
            held = client.get(results)  # not read to its end
            refused = client.get(results)
            assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
            assert refused.get_json()["type"] == "/problems/too-many-requests"
            assert refused.get_json()["detail"].startswith("1 stream of this client is open")
            assert client.get(place).status_code == 200
            assert hand_in(client, LINES).status_code == 202
            assert client.get(results, **other).status_code == 200
            held.close()
            assert client.get(results).status_code == 200

    def test_streams(self) -> None:
        with service("sqlite", **NOBODY, streams=1, streams_per_client=2) as app:
            client = app.test_client()
            place = hand_in(client, LINES).headers["Location"]
            with part_of(app, StreamPlaces).lines.enter():
                assert hand_in(client, LINES).status_code == 503
                assert client.get(f"{place}/results").status_code == 200
            with part_of(app, StreamPlaces).results.enter():
                assert hand_in(client, LINES).status_code == 202
                assert client.get(f"{place}/results").status_code == 503
                assert client.get(place).status_code == 200
            for _ in range(3):
                assert hand_in(client, LINES).status_code == 202
                assert client.get(f"{place}/results").status_code == 200
                assert client.head(f"{place}/results", buffered=True).status_code == 200


@pytest.mark.parametrize(
    ("query", "status", "says"),
    [
        ("?x=1", 422, "'x' is no part of this query; it takes kind, notation"),
        ("?kind=songs", 422, "the query's kind is 'songs'; it must be analyses or puzzles"),
        ("?time_ms=0", 422, "the query's time_ms is '0'; it must be a whole number from 1 on"),
        ("?time_ms=-5", 422, "time_ms is '-5'"),
        ("?nodes=many", 422, "nodes is 'many'; it must be a whole number"),
        ("?nodes=99999999999999999999", 422, "it must be a whole number from 1 to 9007199254740991"),
        ("?nodes=٣", 422, "it must be a whole number"),
        ("?calls=yes", 422, "calls is 'yes'; it must be true or false"),
        ("?seed=1&seed=2", 422, "the query says seed 2 times"),
        ("?notation=de", 422, "notation is 'de'"),
    ],
)
def test_options_that_there_are_not(idle: Flask, query: str, status: int, says: str) -> None:
    refused = hand_in(idle.test_client(), LINES, query)
    assert (refused.status_code, refused.content_type) == (status, PROBLEM)
    assert says in refused.get_json()["detail"]
    assert refused.get_json()["type"] == "/problems/invalid-request"
    assert n_rows(idle, JobRow) == 0


@pytest.mark.parametrize(
    "query", ["time_ms=abc", "time_ms=9007199254740992", "samples=0", "scoring=x", "calls=1"]
)
def test_an_option_is_refused_as_everywhere(idle: Flask, query: str) -> None:
    client = idle.test_client()
    refused = hand_in(client, LINES, f"?{query}").get_json()
    elsewhere = client.post(f"/v1/analyses?{query}", json={}).get_json()
    assert refused["errors"] == elsewhere["errors"][:1]


def test_every_value_of_an_option_is_taken(idle: Flask) -> None:
    for option in IN_QUERY.values():
        is_number, is_flag = option.kind == Kind.number, option.kind == Kind.flag
        for value in (option.low,) if is_number else ("true", "false") if is_flag else option.words:
            accepted = hand_in(idle.test_client(), LINES, f"?{option.name}={value}")
            assert accepted.status_code == 202, (option.name, value)


@pytest.mark.parametrize(
    ("body", "status", "pointer"),
    [
        ({}, 400, "/logs"),
        ({"logs": []}, 422, "/logs"),
        ({"logs": {}}, 400, "/logs"),
        ({"logs": None}, 400, "/logs"),
        ({"logs": [1], "limit": {"time_ms": 0}}, 422, "/limit/time_ms"),
        ({"logs": [1], "fair": 5}, 400, "/fair"),
        ({"logs": [1], "kind": "songs"}, 422, "/kind"),
        ({"logs": [1], "x": 1}, 422, "/x"),
        ([], 400, ""),
    ],
)
def test_bodies_that_are_no_jobs(idle: Flask, body: object, status: int, pointer: str) -> None:
    refused = idle.test_client().post("/v1/jobs", json=body)
    assert (refused.status_code, refused.content_type) == (status, PROBLEM)
    assert [error["pointer"] for error in refused.get_json()["errors"]] == [pointer]
    assert n_rows(idle, JobRow) == 0


def test_requests_of_the_wrong_kind(idle: Flask) -> None:
    client = idle.test_client()
    for kind in ("text/plain", "application/x-pbn", "text/x-lin"):
        refused = client.post("/v1/jobs", data=b"x", content_type=kind)
        assert refused.status_code == 415
        assert NDJSON in refused.get_json()["detail"]
    refused = client.post("/v1/jobs?time_ms=5", json={"logs": [1]})
    assert refused.status_code == 422
    assert "time_ms" in refused.get_json()["detail"]
    assert client.put("/v1/jobs").status_code == 405


def test_a_log_that_cannot_be_read_is_refused_alone() -> None:
    log = json.dumps(make_body("quadrette", 3, 20), indent=1)
    logs = [log, f'{{"dealer": "N",\n{log[1:]}', '{"plays": ["\\ud800"]}', log]
    with service("sqlite") as app:
        client = app.test_client()
        part_of(app, Jobs).start()
        body = f'{{"logs": [{", ".join(logs)}]}}'
        sent = client.post("/v1/jobs", data=body, content_type="application/json")
        assert sent.status_code == 202, sent.text
        first, *refused, last = read_all(client, sent.headers["Location"])
        assert timeless(last["result"]) == timeless(first["result"])
        for number, (text, result) in enumerate(zip(logs[1:3], refused, strict=True), 2):
            alone = client.post("/v1/analyses", data=text, content_type="application/json")
            assert alone.status_code == 400
            assert result == {"line_number": number, "outcome": "refused", "problem": alone.get_json()}


@pytest.mark.parametrize(
    "query",
    ["after=-1", "after=x", "after=1.0", "limit=0", "limit=10001", "limit=1&limit=2", "x=1", "after="],
)
def test_pages_that_there_are_not(idle: Flask, query: str) -> None:
    place = hand_in(idle.test_client(), LINES).headers["Location"]
    refused = idle.test_client().get(f"{place}/results?{query}")
    assert (refused.status_code, refused.content_type) == (422, PROBLEM)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", ["a" * 32, "x", "%00", "A" * 32, "é", "a" * 5000])
def test_where_no_job_is(app: Flask, name: str) -> None:
    client = app.test_client()
    for answer in (
        client.get(f"/v1/jobs/{name}"),
        client.delete(f"/v1/jobs/{name}"),
        client.get(f"/v1/jobs/{name}/results"),
    ):
        assert (answer.status_code, answer.content_type) == (404, PROBLEM)
        assert answer.get_json()["type"] == "/problems/unknown-job"


def test_without_a_database_there_are_no_jobs() -> None:
    app = create_app(Settings(database="none"))
    client = app.test_client()
    refused = hand_in(client, LINES)
    assert (refused.status_code, refused.content_type) == (503, PROBLEM)
    assert "ATOUT_DATABASE" in refused.get_json()["detail"]
    assert client.get(f"/v1/jobs/{'a' * 32}").status_code == 404
    jobs = part_of(app, Jobs)
    jobs.start()
    assert (jobs.load().n_running, jobs.n_under_way, jobs.counts.n_done) == (0, 0, 0)
    jobs.stop()


def test_while_the_database_is_away_clients_are_told_so(idle: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = idle.test_client()
    place = hand_in(client, LINES).headers["Location"]
    monkeypatch.setattr(part_of(idle, Store), "_retry_at", float("inf"))
    for answer in (
        hand_in(client, LINES),
        hand_in(client, LINES, key="k"),
        client.get(place),
        client.delete(place),
        client.get(f"{place}/results"),
    ):
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
        assert answer.get_json()["type"] == "/problems/store-down"


STEPS = ("add", "submit")
"""What is done with a job that arrives."""


def before(step: str, does: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do something before that step of every job."""
    real = getattr(JobStore, step)

    def do(self: JobStore, *arguments: Any) -> Any:
        does()
        return real(self, *arguments)

    monkeypatch.setattr(JobStore, step, do)


def told_of_a_lost_job(app: Flask, key: str | None) -> None:
    """Hand in a job that is lost meanwhile."""
    answer = hand_in(app.test_client(), LINES, key=key)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert answer.get_json()["type"] == "/problems/store-down"
    assert "is not in the database any more; send the job again" in answer.get_json()["detail"]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("key", [None, "k"])
def test_a_job_that_is_swept_while_it_arrives_is_to_be_sent_again(
    app: Flask, step: str, key: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sweep() -> None:
        with part_of(app, Store).connection(writes=True) as connection:
            connection.execute(delete(JobRow))

    with monkeypatch.context() as patch:
        before(step, sweep, patch)
        told_of_a_lost_job(app, key)
    assert (n_rows(app, JobRow), n_rows(app, ChunkRow)) == (0, 0)
    assert hand_in(app.test_client(), LINES, key=key).status_code == 202


def slowly(lines: list[str], meanwhile: Callable[[], object]) -> Any:
    """A body that is still arriving when something happens."""

    class Body(io.RawIOBase):
        def __init__(self) -> None:
            self.pieces = [
                b"\n".join(line.encode() for line in part) for part in (lines[:9], ["", *lines[9:]])
            ]

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            if len(self.pieces) == 1:
                meanwhile()
            piece = self.pieces.pop(0) if self.pieces else b""
            buffer[: len(piece)] = piece
            return len(piece)

    return Body()


def test_a_job_that_changes_while_it_is_sent_again_is_told_as_it_is(app: Flask) -> None:
    client = app.test_client()
    first = hand_in(client, LINES, key="k")
    place = first.headers["Location"]

    def again(meanwhile: Callable[[], object]) -> Any:
        return client.post(
            "/v1/jobs",
            content_type=NDJSON,
            headers={"Idempotency-Key": "k"},
            environ_overrides={
                "wsgi.input": slowly(LINES, meanwhile),
                "wsgi.input_terminated": True,
                "CONTENT_LENGTH": "",
            },
        )

    def expire() -> None:
        with part_of(app, Store).connection(writes=True) as connection:
            connection.execute(update(JobRow).values(expires_at=1))

    assert (told := again(lambda: None)).status_code == 202
    assert (told.headers["Location"], told.get_json()["state"]) == (place, "waiting")
    told = again(lambda: app.test_client().delete(place))
    assert (told.headers["Location"], told.get_json()["state"]) == (place, "cancelled")
    refused = again(expire)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
    assert "send it once more" in refused.get_json()["detail"]
    told = again(lambda: None)
    assert (told.status_code, told.get_json()["state"]) == (202, "waiting")
    assert told.headers["Location"] != place
    assert client.get(told.headers["Location"]).status_code == 200


@pytest.mark.parametrize("step", STEPS)
def test_a_job_whose_file_is_removed_while_it_arrives_is_to_be_sent_again(
    tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody: Any = NOBODY
    path = tmp_path / "atout.db"
    app = create_app(Settings(database=str(path), **nobody))
    with monkeypatch.context() as patch:
        before(step, lambda: path.unlink(missing_ok=True), patch)
        told_of_a_lost_job(app, None)
    assert hand_in(app.test_client(), LINES).status_code == 202
    part_of(app, Store).close()
