"""A machine that is paused, as when it is moved or its containers are frozen, goes on with what it had."""

import json
import os
import signal
import time
from collections.abc import Iterable

import pytest

from tests.support.api.served import connect, read_answer, serve
from tests.support.api.streaming import hard, wait_until_taken
from tests.support.waiting import wait_until

TIMEOUT_S = 4
"""The time after which a worker that says nothing counts as hung here, in seconds."""


def send_all(processes: Iterable[int], what: signal.Signals) -> None:
    """Send a signal to each of some processes."""
    for process in processes:
        os.kill(process, what)


@pytest.mark.server
def test_a_pause_costs_no_worker_and_no_request() -> None:
    body = json.dumps({**hard(), "limit": {"time_ms": 12_000}}).encode()
    head = b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with (
        serve(GUNICORN_CMD_ARGS=f"--timeout {TIMEOUT_S}", ATOUT_WORKERS="2") as (server, number),
        connect(number, head + b"Content-Length: %d\r\n\r\n" % len(body) + body) as client,
    ):
        wait_until_taken(number, 1)
        wait_until(lambda: len(server.children()) == 2, "the other worker did not start")
        workers = server.children()
        send_all([server.pid, *workers], signal.SIGSTOP)
        time.sleep(TIMEOUT_S + 2)
        # gunicorn is the first to go on, and looks at workers that had no time yet to show that they live.
        send_all([server.pid], signal.SIGCONT)
        wait_until(
            lambda: any("stood still" in line["message"] for line in server.log_lines()),
            "the pause was not noticed",
        )
        send_all(workers, signal.SIGCONT)
        answer = read_answer(client)
        assert (answer.status, answer.json["exact"]) == (200, False)
        assert sorted(server.children()) == sorted(workers)


@pytest.mark.by_day(1)
@pytest.mark.server
@pytest.mark.parametrize("timeout_s", [2, TIMEOUT_S])
def test_a_worker_that_hangs_alone_is_replaced(timeout_s: int) -> None:
    with serve(GUNICORN_CMD_ARGS=f"--timeout {timeout_s}") as (server, _):
        (hung,) = server.children()
        send_all([hung], signal.SIGSTOP)
        wait_until(lambda: server.children() not in ([], [hung]), "the worker that hangs was not replaced")
        assert any("WORKER TIMEOUT" in line["message"] for line in server.log_lines())
