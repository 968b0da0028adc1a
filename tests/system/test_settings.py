"""Settings are read once for all workers, however often workers are replaced."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.api.served import CONFIG, Server, ask, exchange, serve
from tests.support.api.warm import WarmProcess
from tests.support.waiting import PATIENCE_S, wait_until

pytestmark = pytest.mark.server

FIRST, SECOND = "https://first.example", "https://second.example"


@contextmanager
def service(secret: Path) -> Iterator[tuple[Server, int]]:
    """A service of one worker, whose origins are in a file."""
    secret.write_text(FIRST)
    with serve(ATOUT_ORIGINS_FILE=str(secret), ATOUT_DATABASE="none") as (server, number):
        yield server, number


def lets_in(number: int, origin: str) -> bool:
    """True if pages of ``origin`` may use the service."""
    asked = f"GET /healthz HTTP/1.1\r\nHost: x\r\nOrigin: {origin}\r\nConnection: close\r\n\r\n"
    return exchange(number, asked.encode()).headers["Access-Control-Allow-Origin"] == origin


def replace_worker(server: Server, number: int) -> None:
    """Kill the worker, and wait for another one that answers."""
    (before,) = server.children()
    server.kill_child(before)
    wait_until(lambda: server.children() not in ([], [before]), "no other worker came")
    wait_until(lambda: ask(number, "GET", "/healthz")[0] == 200, "it does not answer")


def test_a_worker_that_dies_is_replaced_while_a_setting_cannot_be_read(tmp_path: Path) -> None:
    secret = tmp_path / "origins"
    with service(secret) as (server, number):
        secret.write_text("")
        replace_worker(server, number)
        secret.unlink()
        replace_worker(server, number)
        assert lets_in(number, FIRST)
        assert server.poll() is None


def test_a_setting_that_changes_is_that_of_all_workers_at_once(tmp_path: Path) -> None:
    secret = tmp_path / "origins"
    with service(secret) as (server, number):
        secret.write_text(SECOND)
        replace_worker(server, number)
        assert lets_in(number, FIRST)
        (before,) = server.children()
        server.send_signal(signal.SIGHUP)
        wait_until(lambda: server.children() and before not in server.children(), "nothing was loaded anew")
        assert lets_in(number, SECOND)
        assert not lets_in(number, FIRST)


def test_a_worker_that_cannot_load_the_service_says_that_alone(tmp_path: Path) -> None:
    environ = {**os.environ, "ATOUT_DATABASE": "none", "ATOUT_WORKERS": "1", "TMPDIR": str(tmp_path)}
    options = ["--config", str(CONFIG), "--bind", "127.0.0.1:0", "nowhere:app"]
    with (
        (tmp_path / "log").open("wb") as log,
        WarmProcess("gunicorn", options, env=environ, stderr=log.fileno()) as process,
    ):
        assert process.wait(PATIENCE_S) != 0
    said = (tmp_path / "log").read_text(encoding="utf-8")
    assert "nowhere" in said
    assert "Exception during worker exit" not in said
