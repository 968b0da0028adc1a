"""Jobs over HTTP: handed in whole or not at all, once for each key, read in order, cancelled, forgotten."""

import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import Settings
from api.access.keys import KeyStore
from api.jobs import (
    Jobs,
    executors as jobs_executors,
    ledger as jobs_ledger,
    runner as jobs_runner,
    store as jobs_store,
    sweep as jobs_sweep,
    work as jobs_work,
)
from api.jobs.ledger import Ledger
from api.jobs.models import ChunkRow, JobRow, ResultRow
from api.jobs.schemas import JOB_REQUESTS
from api.jobs.work import Outcome, Result, made, unpack
from api.parts import part_of
from api.solving import SolvingSlots
from api.store import Store
from solver import Sampling, analyse
from tests.support.api.answers import check, timeless
from tests.support.api.databases import KINDS
from tests.support.api.job_logs import (
    NOBODY,
    hand_in,
    n_rows,
    quick_lines,
    read_all,
    read_page,
    service,
    wait_for_end,
    wait_until,
)
from tests.support.api.service import PROBLEM, make_body
from tests.support.api.streaming import hard

LINES = quick_lines(30)


@pytest.fixture(params=KINDS)
def app(request: pytest.FixtureRequest) -> Iterator[Flask]:
    with service(request.param, body_bytes=20_000) as app:
        yield app


@pytest.fixture
def idle() -> Iterator[Flask]:
    """A service whose jobs nobody works on."""
    with service("sqlite", **NOBODY) as app:
        yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.by_day(1)
@pytest.mark.slow
def test_the_life_of_a_job(client: FlaskClient) -> None:
    sent = hand_in(client, LINES)
    assert sent.status_code == 202
    check("Job", sent.get_json())
    assert sent.get_json()["counts"] == {"total": 30, "done": 0, "refused": 0, "failed": 0}
    place = sent.headers["Location"]
    assert re.fullmatch("/v1/jobs/[a-z2-7]{32}", place)

    job = wait_for_end(client, place)
    check("Job", job)
    assert (job["state"], job["counts"]["done"], job["left_ms"]) == ("done", 30, 0)
    assert job["created_at"] <= job["started_at"] <= job["ended_at"] < job["expires_at"]
    assert job["rate"] > 0
    results = read_all(client, place)
    assert [result["line_number"] for result in results] == list(range(1, 31))
    for line, result in zip(LINES, results, strict=True):
        check("JobResult", result)
        alone = client.post("/v1/analyses", data=line, content_type="application/json").get_json()
        assert timeless(result["result"]) == timeless(alone)


@pytest.mark.by_day(1)
def test_what_a_line_would_be_refused_for_alone_it_is_refused_for_here(client: FlaskClient) -> None:
    wrong = ["nonsense", "[]", '{"variant": "bezique"}', '{"a":1,"a":1}', json.dumps({"x": "y" * 30_000})]
    lines = ["", LINES[0], *wrong, "   ", LINES[1], "\ufeff" + LINES[2], "\r"]
    place = hand_in(client, lines, language="fr").headers["Location"]
    results = read_all(client, place)
    assert [result["line_number"] for result in results] == [2, 3, 4, 5, 6, 7, 9, 10]
    assert [result["outcome"] for result in results] == ["done", *["refused"] * 5, "done", "done"]
    for line, result in zip(wrong[:4], results[1:5], strict=True):
        check("JobResult", result)
        french = {"Accept-Language": "fr"}
        alone = client.post("/v1/analyses", data=line, content_type="application/json", headers=french)
        assert result["problem"] == alone.get_json()
    assert results[5]["problem"]["status"] == 413
    assert results[5]["problem"]["title"] == "La requête est trop grande"
    assert wait_for_end(client, place)["counts"] == {"total": 8, "done": 3, "refused": 5, "failed": 0}


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", JOB_REQUESTS)
def test_the_jobs_of_the_document_are_done(client: FlaskClient, name: str) -> None:
    body = JOB_REQUESTS[name]["value"]
    check("JobRequest", body)
    sent = client.post("/v1/jobs", json=body)
    assert sent.status_code == 202, sent.text
    results = read_all(client, sent.headers["Location"])
    for result in results:
        check("JobResult", result)
    assert [result["outcome"] for result in results] == ["done", "refused"]


@pytest.mark.by_day(1)
def test_the_query_of_a_job_goes_before_what_its_logs_say(client: FlaskClient) -> None:
    log = make_body("belote", 3, 32)
    logs = [log, {**log, "limit": {"nodes": 1}}, {**log, "fair": {"samples": 2, "seed": 4}}]
    sent = hand_in(client, [json.dumps(one) for one in logs], "?nodes=1000000000&samples=3", language="fr")
    plain, short, fair = (result["result"] for result in read_all(client, sent.headers["Location"]))
    assert plain["exact"]
    assert short["exact"]
    for judged in (plain, fair):
        drawn = [play["fair"]["samples"] for play in judged["plays"] if "fair" in play]
        assert max(drawn) == 3
    french = analyse(log, fair=Sampling(samples=3)).to_dict("en", "fr")
    explained = [play["explanation"] for play in french["plays"] if "explanation" in play]
    assert [play["explanation"] for play in plain["plays"] if "explanation" in play] == explained != []


@pytest.mark.by_day(1)
def test_a_log_goes_before_what_the_body_of_its_job_asks_for_all(client: FlaskClient) -> None:
    log = make_body("belote", 3, 32)
    logs = [log, {**log, "limit": {"nodes": 10**9}}, {**log, "fair": {"samples": 2}}]
    asked = {"logs": logs, "limit": {"nodes": 1}, "fair": {"samples": 3}, "notation": None}
    sent = client.post("/v1/jobs", json=asked)
    cut, whole, _ = (result["result"] for result in read_all(client, sent.headers["Location"]))
    assert cut["exact"] is False
    assert cut["limit"] == {"ended_by": "nodes", "nodes": 1}
    assert whole["exact"]


@pytest.mark.by_day(1)
@pytest.mark.slow
def test_results_are_read_page_by_page_without_gap_or_repetition(client: FlaskClient) -> None:
    place = hand_in(client, LINES).headers["Location"]
    by_threes = read_all(client, place, limit=3)
    assert [result["line_number"] for result in by_threes] == list(range(1, 31))
    page, following = read_page(client, f"{place}/results?after=29")
    assert ([result["line_number"] for result in page], following) == ([30], None)
    assert read_page(client, f"{place}/results?after=30") == ([], None)
    assert read_page(client, f"{place}/results?limit=30")[1] is None
    assert read_page(client, f"{place}/results?limit=29")[1] is not None


def finish_chunks(app: Flask, numbers: list[int]) -> None:
    """Let somebody finish the chunks that begin with those lines, in that order, and no others."""
    ledger = Ledger(part_of(app, Store), 60, 60)
    claims = {claim.number: claim for claim in ledger.claim(1000)}
    for number in numbers:
        claim = claims.pop(number)
        results = [made(item.number, Outcome.done, item.number) for item in unpack(claim.items)]
        assert ledger.finish(claim, results)
    ledger.release(claims.values())


def test_while_a_job_runs_results_come_in_order_however_they_are_made(idle: Flask) -> None:
    client = idle.test_client()
    place = hand_in(client, quick_lines(100)).headers["Location"]
    address: str | None = f"{place}/results?limit=50"
    assert address
    page, address = read_page(client, address)
    assert (page, address) == ([], f"{place}/results?after=0&limit=50")
    finish_chunks(idle, [21, 61])
    assert client.get(place).get_json()["state"] == "running"
    assert address
    assert read_page(client, address)[0] == []
    finish_chunks(idle, [1])
    page, address = read_page(client, address)
    assert [result["result"] for result in page] == list(range(1, 41))
    assert address
    finish_chunks(idle, [41, 81])
    job = client.get(place).get_json()
    assert (job["state"], job["counts"]["done"]) == ("done", 100)
    page, address = read_page(client, address)
    assert [result["result"] for result in page] == list(range(41, 91))
    assert address
    page, address = read_page(client, address)
    assert [result["result"] for result in page] == list(range(91, 101))
    assert address is None


def test_cancelling_keeps_what_was_found(idle: Flask) -> None:
    client = idle.test_client()
    place = hand_in(client, quick_lines(100)).headers["Location"]
    finish_chunks(idle, [1, 61])
    cancelled = client.delete(place)
    assert cancelled.status_code == 200
    check("Job", cancelled.get_json())
    assert (cancelled.get_json()["state"], cancelled.get_json()["left_ms"]) == ("cancelled", 0)
    again = client.delete(place).get_json()
    assert {**again, "rate": None} == {**cancelled.get_json(), "rate": None}
    page, following = read_page(client, f"{place}/results")
    assert [result["line_number"] for result in page] == [*range(1, 21), *range(61, 81)]
    assert following is None
    assert Ledger(part_of(idle, Store), 60, 60).claim(10) == []


@pytest.mark.by_day(1)
def test_cancelling_ends_what_is_being_worked_on(app: Flask, client: FlaskClient) -> None:
    jobs = part_of(app, Jobs)
    place = hand_in(client, [json.dumps(hard(3_600_000))], "?time_ms=60000").headers["Location"]
    wait_until(lambda: jobs.n_under_way and part_of(app, SolvingSlots).n_taken, "the beginning")
    client.delete(place)
    wait_until(lambda: not part_of(app, SolvingSlots).n_taken, "the end of the solve")
    wait_until(lambda: not jobs.n_under_way, "the end of the chunk")
    assert read_page(client, f"{place}/results") == ([], None)


@pytest.mark.by_day(1)
@pytest.mark.slow
def test_a_job_shows_and_keeps_every_log_that_is_finished_in_a_chunk_that_is_not(
    app: Flask, client: FlaskClient
) -> None:
    lines = [*LINES[:3], json.dumps(hard(3_600_000)), *LINES[3:6]]
    place = hand_in(client, lines, "?time_ms=60000").headers["Location"]
    wait_until(lambda: client.get(place).get_json()["counts"]["done"] == 3, "the first three logs")
    page, following = read_page(client, f"{place}/results")
    assert [result["line_number"] for result in page] == [1, 2, 3]
    assert following is not None
    assert n_rows(app, ChunkRow) == 1, "all of it is one chunk"
    client.delete(place)
    results = read_all(client, place)
    assert [result["line_number"] for result in results] == [1, 2, 3]
    assert client.get(place).get_json()["counts"] == {"total": 7, "done": 3, "refused": 0, "failed": 0}


@pytest.mark.night
@pytest.mark.slow
def test_a_job_that_is_cancelled_keeps_what_was_just_found(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nothing of a chunk is written before it ends but for what the cancelling asks for.
    monkeypatch.setattr(jobs_runner, "KEEP_S", 1e9)
    wait_for_end(client, hand_in(client, LINES).headers["Location"])
    found: list[int] = []

    def do_work(*args: Any) -> Iterator[Result]:
        for result in jobs_work.do_work(*args):
            found.append(result.number)
            yield result

    monkeypatch.setattr(jobs_executors, "do_work", do_work)
    lines = [*LINES[:3], json.dumps(hard(3_600_000))]
    place = hand_in(client, lines, "?time_ms=60000").headers["Location"]
    wait_until(lambda: found == [1, 2, 3] and part_of(app, SolvingSlots).n_taken, "the fourth log")
    assert client.get(place).get_json()["counts"]["done"] == 0
    client.delete(place)
    assert [result["line_number"] for result in read_all(client, place)] == [1, 2, 3]


class TestKeys:
    """The same request sent again finds the same job."""

    @pytest.mark.by_day(1)
    @pytest.mark.slow
    def test_a_request_that_is_repeated(self, client: FlaskClient, app: Flask) -> None:
        first = hand_in(client, LINES, "?time_ms=5000", "a key")
        assert first.status_code == 422, "with a space it must be quoted"
        first = hand_in(client, LINES, "?time_ms=5000", '"a key"')
        for _ in range(2):
            again = hand_in(client, LINES, "?time_ms=5000", '"a key"')
            assert (again.status_code, again.headers["Location"]) == (202, first.headers["Location"])
            wait_for_end(client, first.headers["Location"])
        assert n_rows(app, JobRow) == 1
        other = hand_in(client, LINES, "?time_ms=5000", "another")
        assert other.headers["Location"] != first.headers["Location"]

    @pytest.mark.parametrize(
        ("lines", "query", "language"),
        [
            (LINES[:-1], "?nodes=500", "en"),
            ([*LINES[:-1], LINES[-1] + " "], "?nodes=500", "en"),
            (["", *LINES], "?nodes=500", "en"),
            (LINES, "?nodes=501", "en"),
            (LINES, "?nodes=500", "fr"),
        ],
    )
    def test_another_request_with_the_key_is_refused(
        self, idle: Flask, lines: list[str], query: str, language: str
    ) -> None:
        client = idle.test_client()
        assert hand_in(client, LINES, "?nodes=500", "key").status_code == 202
        refused = hand_in(client, lines, query, "key", language)
        assert (refused.status_code, refused.content_type) == (422, PROBLEM)
        assert refused.get_json()["type"] == "/problems/key-reused"
        assert n_rows(idle, JobRow) == 1

    @pytest.mark.night
    @pytest.mark.slow
    def test_requests_at_the_same_moment(self, app: Flask) -> None:
        n = 6
        barrier = Barrier(n)

        def send(number: int) -> tuple[int, str | None]:
            barrier.wait()
            lines = LINES if number % 2 else LINES[1:]
            sent = hand_in(app.test_client(), lines, key="same")
            return sent.status_code, sent.headers.get("Location")

        with ThreadPoolExecutor(n) as pool:
            answers = list(pool.map(send, range(n)))
        accepted = {place for status, place in answers if status == 202}
        assert len(accepted) == 1, answers
        assert sorted(status for status, _ in answers) == [202] * 3 + [422] * 3
        wait_for_end(app.test_client(), str(accepted.pop()))
        assert n_rows(app, JobRow) == 1

    def test_every_client_has_its_own(self) -> None:
        with service("sqlite", **NOBODY, keys="optional") as app:
            kept = KeyStore(part_of(app, Store))
            secrets = [kept.add("one"), kept.add("two")]
            places = set()
            for headers in ({}, *({"Authorization": f"Bearer {secret}"} for secret in secrets)):
                for _ in range(2):
                    sent = app.test_client().post(
                        "/v1/jobs", json={"logs": [1]}, headers={**headers, "Idempotency-Key": "same"}
                    )
                    assert sent.status_code == 202, sent.text
                    places.add(sent.headers["Location"])
            assert len(places) == n_rows(app, JobRow) == 3

    @pytest.mark.parametrize("key", ["", '""', '"open', "ü", "a" * 256, 'a"b', "two words"])
    def test_what_can_be_no_key_is_refused(self, idle: Flask, key: str) -> None:
        refused = hand_in(idle.test_client(), LINES, key=key)
        assert refused.status_code == 422
        assert "Idempotency-Key" in refused.get_json()["detail"]
        assert n_rows(idle, JobRow) == 0

    def test_a_key_is_free_again_when_its_job_is_forgotten(
        self, idle: Flask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        client = idle.test_client()
        place = hand_in(client, LINES, key="key").headers["Location"]
        client.delete(place)
        set_clock(monkeypatch, time.time() + Settings().job_keep_s + 1)
        assert client.get(place).status_code == 404
        again = hand_in(client, LINES[1:], key="key")
        assert (again.status_code, again.headers["Location"] == place) == (202, False)


def set_clock(monkeypatch: pytest.MonkeyPatch, now: float) -> None:
    for module in (jobs_store, jobs_ledger):
        monkeypatch.setattr(module, "clock", lambda connection: now)


def test_what_has_expired_is_taken_away(idle: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = idle.test_client()
    place = hand_in(client, quick_lines(100)).headers["Location"]
    finish_chunks(idle, [1])
    client.delete(place)
    kept = hand_in(client, LINES).headers["Location"]
    assert Ledger(part_of(idle, Store), 60, 60).sweep() == 0
    monkeypatch.setattr(jobs_sweep, "SWEPT_AT_ONCE", 15)
    set_clock(monkeypatch, time.time() + Settings().job_keep_s + 1)
    # One that has seen no leap of the clock.
    ledger = Ledger(part_of(idle, Store), 60, 60)
    assert client.get(place).status_code == client.get(f"{place}/results").status_code == 404
    assert list(iter(ledger.sweep, 0)) == [15, 5, 5, 1]
    assert (n_rows(idle, JobRow), n_rows(idle, ChunkRow), n_rows(idle, ResultRow)) == (1, 2, 0)
    assert client.get(kept).status_code == 200


def test_what_there_is_to_do_can_be_counted(idle: Flask) -> None:
    client = idle.test_client()
    hand_in(client, LINES)
    hand_in(client, quick_lines(100))
    load = part_of(idle, Jobs).load()
    assert (load.n_waiting, load.n_running, load.n_chunks) == (2, 0, 7)
    Ledger(part_of(idle, Store), 60, 60).claim(3)
    load = part_of(idle, Jobs).load()
    assert (load.n_waiting, load.n_running, load.n_chunks) == (0, 2, 4)
