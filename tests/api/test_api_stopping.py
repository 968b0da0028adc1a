"""A service that is told to stop: every client has an answer at once, and nobody is waited for."""

import http.client
import json
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from threading import Thread
from typing import Any

from gunicorn.workers.gthread import PollableMethodQueue

from api.worker import Worker
from tests.api.served import connect, read_answer, serve
from tests.api.streaming import hard, line_of, metric, stream_to, wait_until_taken, worker_of
from tests.waiting import PATIENCE_S, wait_until, wait_until_worked

POST = b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def test_all_clients_are_answered_at_once() -> None:
    body = json.dumps(hard()).encode()
    settings = {"ATOUT_SOLVING_SLOTS": "2", "ATOUT_WAIT_MS": "60000", "ATOUT_ARRIVAL_MS": "60000"}
    with serve(**settings) as (server, number), ExitStack() as stack:
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

        started = time.monotonic()
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
        assert read_answer(sending).status == 408
        # Solves and waits had a minute; how soon it is on a free machine, benchmarks/load.py measures.
        assert time.monotonic() - started < PATIENCE_S / 3
        assert server.wait(timeout=PATIENCE_S) == 0
        assert time.monotonic() - started < PATIENCE_S / 2


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
