"""A service that is told to stop: every client has an answer at once, and nobody is waited for."""

import http.client
import json
import os
import runpy
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import MagicMock

import pytest
from gunicorn.workers.gthread import PollableMethodQueue

from api.http.worker import Worker
from api.jobs import Jobs
from api.monitor.metrics import FOLDER_VARIABLE
from api.puzzles import BankLoader
from api.settings import read_settings
from api.solving import SolvingSlots
from tests.support.api.clusters import cluster
from tests.support.api.databases import database
from tests.support.api.job_logs import Remote, hand_in
from tests.support.api.served import CONFIG, connect, read_answer, serve
from tests.support.api.service import make_body
from tests.support.api.streaming import hard, line_of, metric, stream_to, wait_until_taken, worker_of
from tests.support.waiting import PATIENCE_S, wait_until, wait_until_worked

POST = b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.mark.server
def test_all_clients_are_answered_at_once() -> None:
    body = json.dumps(hard()).encode()
    with serve(ATOUT_SOLVING_SLOTS="2") as (server, number), ExitStack() as stack:
        idle = stack.enter_context(
            closing(http.client.HTTPConnection("127.0.0.1", number, timeout=PATIENCE_S))
        )
        idle.request("GET", "/healthz")
        assert idle.getresponse().read()
        stream = stack.enter_context(stream_to(number, "/v1/solve"))
        assert stream.begin() == 200
        stream.send(line_of(hard()) * 3)
        quiet = stack.enter_context(stream_to(number, "/v1/solve"))
        assert quiet.begin() == 200
        whole = POST + b"Content-Length: %d\r\n\r\n" % len(body) + body
        solving, waiting = (stack.enter_context(connect(number, whole)) for _ in range(2))
        sending = stack.enter_context(connect(number, POST + b"Content-Length: 50\r\n\r\n{"))
        wait_until_taken(number, 2)
        wait_until(lambda: metric(number, "atout_slots_in_line") == 1, "nobody waits for a slot")
        wait_until_worked(worker_of(server.pid))  # and the body that is being sent is being waited for

        # Solves and waits had an hour; how soon it is on a free machine, benchmarks/load measures.
        server.send_signal(signal.SIGTERM)
        for client in (solving, waiting):
            answer = read_answer(client)
            assert (answer.status, answer.json["exact"]) == (200, False)
            assert all(card["bounds"]["low"] <= card["bounds"]["high"] for card in answer.json["cards"])
        lines: list[Any] = list(iter(stream.read, None))
        assert lines[0]["exact"] is False
        for last in (lines[-1], quiet.read()):
            assert (last["status"], last["type"]) == (503, "/problems/overloaded")
            assert "the service stops" in last["detail"]
        told = read_answer(sending)
        assert (told.status, told.headers["Retry-After"]) == (503, "1")
        assert "the service stops" in told.json["detail"]
        assert server.wait(timeout=PATIENCE_S) == 0


def mixed(number: int) -> bytes:
    """A request of one of eight kinds: quick ones, slow ones, streams."""
    bodies = {
        "/v1/solve": [hard(), make_body("belote", number), make_body("contree", number, 16)],
        "/v1/analyses": [make_body("belote", number, 24), make_body("california_jack", number, 8)],
        "/v1/table": [make_body("bridge", number)],
    }
    asked = [(path, json.dumps(body).encode(), "json") for path in bodies for body in bodies[path]]
    asked += [("/v1/solve", line_of(hard()) * 2, "x-ndjson"), ("/healthz", b"", "json")]
    path, body, kind = asked[number % len(asked)]
    head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    if body:
        head += f"Content-Type: application/{kind}\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def is_told_to_stop(pid: int) -> bool:
    """True if SIGTERM waits for a process that is stopped."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return bool(int(status.partition("ShdPnd:")[2].split()[0], 16) >> (signal.SIGTERM - 1) & 1)


@pytest.mark.server
def test_nobody_who_has_asked_is_left_without_an_answer() -> None:
    with (
        cluster(1) as dask,
        database("sqlite") as address,
        serve(ATOUT_DATABASE=address, ATOUT_DASK=dask.address, ATOUT_WORKERS="2") as (server, number),
        ExitStack() as stack,
    ):
        sent = hand_in(Remote(number), [json.dumps(hard())] * 4, "?time_ms=3600000")
        assert sent.status_code == 202
        wait_until(lambda: metric(number, "atout_job_chunks_under_way") >= 1, "nobody works on the job")
        # Those that come while nobody takes them wait in the kernel, as in a service that is very busy.
        early = [stack.enter_context(connect(number, mixed(client))) for client in range(24)]
        wait_until(lambda: metric(number, "atout_slots_taken") >= 1, "nothing is solved")
        workers = server.children()
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        late = [stack.enter_context(connect(number, mixed(client))) for client in range(24, 64)]
        server.send_signal(signal.SIGTERM)
        wait_until(lambda: all(map(is_told_to_stop, workers)), "the service does not stop")
        for worker in workers:
            os.kill(worker, signal.SIGCONT)
        for connection in early + late:
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            text = answer.read()
            assert answer.status in (200, 503), text
            lines = [json.loads(line) for line in text.splitlines()]
            assert lines
            assert all(line.get("status", 200) in (200, 503, "ok") for line in lines), text
        assert server.wait(timeout=PATIENCE_S) == 0
        assert not [line for line in server.log_lines() if "SIGKILL" in line["message"]]


def test_a_signal_waits_for_no_lock_of_the_code_that_it_interrupts() -> None:
    pool = ThreadPoolExecutor(1)
    worker = Worker.__new__(Worker)
    worker.alive, worker.tpool, worker.method_queue = True, pool, PollableMethodQueue()
    worker.method_queue.init()
    with pool._shutdown_lock:  # as while a request is handed to the pool
        ending = Thread(target=worker.handle_quit, args=(signal.SIGQUIT, None), daemon=True)
        ending.start()
        ending.join(PATIENCE_S)
        assert not ending.is_alive()
    assert not worker.alive
    worker.method_queue.close()
    pool.shutdown()


def test_a_worker_that_stops_may_be_told_twice_to_accept_nothing_more() -> None:
    class Listener:
        def __init__(self) -> None:
            self.is_closed = False

        def close(self) -> None:
            self.is_closed = True

    def accept(self: Any, listener: Listener) -> None:
        assert not listener.is_closed

    listener = Listener()
    told: Any = type("Told", (Worker,), {"__init__": lambda self: None, "accept": accept})()
    told.alive, told.sockets, told.nr_conns, told._accepting = False, [listener], 0, False
    for _ in range(2):
        told.set_accept_enabled(False)
    assert listener.is_closed


@pytest.mark.server
def test_a_worker_told_to_stop_before_it_can_take_signals_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (config := tmp_path / "gunicorn.conf.py").write_text(f"""{CONFIG.read_text(encoding="utf-8")}

def post_fork(arbiter, worker):
    if worker.age == 1:
        os.kill(os.getpid(), signal.SIGTERM)
""")
    monkeypatch.setattr("tests.support.api.served.CONFIG", config)
    with serve() as (server, _):
        wait_until(
            lambda: sum("Booting worker" in line["message"] for line in server.log_lines()) == 2,
            "the signal was lost",
        )


def test_a_worker_told_to_stop_while_it_starts_stops_its_solves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr("api.settings.take_settings", read_settings)  # kept for no test that follows
    parts: dict[type, Any] = {}
    monkeypatch.setattr("api.parts.part_of", lambda app, kind: parts[kind])
    begin = runpy.run_path(str(CONFIG))["post_worker_init"]
    monkeypatch.setattr(signal, "signal", lambda number, handle: None)
    monkeypatch.setattr(sys, "setswitchinterval", lambda seconds: None)
    for is_told in (True, False):
        worker = MagicMock(alive=not is_told)
        parts.update({kind: MagicMock(kind) for kind in (SolvingSlots, Jobs, BankLoader)})
        begin(worker)
        parts_stopped = (parts[SolvingSlots].stop, parts[Jobs].stop_soon, parts[BankLoader].stop_soon)
        stops = (*parts_stopped, worker.stop_waiting)
        assert [stop.called for stop in stops] == [is_told] * 4
