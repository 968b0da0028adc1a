"""A service that takes over from one that runs, as at an upgrade: SIGUSR2, then SIGTERM to the old one."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from solver import cli_serve
from tests.api.served import CONFIG, children_of, is_over
from tests.waiting import PATIENCE_S, wait_until


class Connection(HTTPConnection):
    """A connection to a service by a file."""

    def connect(self) -> None:
        """Open it."""
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(PATIENCE_S)
        self.sock.connect(self.host)


def fetch(place: str, path: str) -> str:
    """The text at an address; empty while nobody answers, or not well."""
    with suppress(OSError), closing(Connection(place)) as connection:
        connection.request("GET", path, headers={"Host": "x"})
        answer = connection.getresponse()
        text = answer.read().decode()
        return text if answer.status == 200 else ""
    return ""


def stop(pid: int) -> None:
    """Stop a process."""
    os.kill(pid, signal.SIGTERM)
    wait_until(lambda: is_over(pid), "it did not stop")


def test_one_service_takes_over_from_another() -> None:
    with TemporaryDirectory() as folder, ExitStack() as stack:
        place = f"{folder}/socket"
        command = [sys.executable, "-m", "gunicorn", "--config", str(CONFIG), "--bind", f"unix:{place}"]
        environ = {**os.environ, "PYTHONSAFEPATH": "1", "TMPDIR": folder}
        log = stack.enter_context(open(f"{folder}/log", "w", encoding="utf-8"))
        old = stack.enter_context(subprocess.Popen(command, env=environ, stderr=log))
        stack.callback(old.kill)
        wait_until(lambda: fetch(place, "/healthz"), "the service did not start")
        before = children_of(old.pid)
        old.send_signal(signal.SIGUSR2)

        def successors() -> list[int]:
            return [pid for pid in children_of(old.pid) if pid not in before and children_of(pid)]

        wait_until(successors, "nobody took over")
        [new] = successors()
        stack.callback(stop, new)
        assert len(list(Path(folder).glob("atout-metrics-*"))) == 2
        old.terminate()
        assert old.wait(PATIENCE_S) == 0
        wait_until(lambda: fetch(place, "/healthz"), "the successor does not answer")
        assert "atout_slots " in fetch(place, "/metrics")
        assert len(list(Path(folder).glob("atout-metrics-*"))) == 1
        stack.pop_all().close()
        assert not list(Path(folder).glob("atout-metrics-*"))
        assert "Traceback" not in Path(f"{folder}/log").read_text(encoding="utf-8")


def test_what_atout_serve_starts_can_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    monkeypatch.setattr(os, "chdir", lambda place: None)
    monkeypatch.setattr(os, "execve", lambda *given: started.append(given))
    cli_serve.become_gunicorn("127.0.0.1", 8000, None)
    [(_, command, environment)] = started
    # gunicorn starts its successor without the options of Python, by its own file.
    assert command[1:3] == ["-m", "gunicorn"]
    assert environment["PYTHONSAFEPATH"] == "1"
