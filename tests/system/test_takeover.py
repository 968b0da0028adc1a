"""A service that takes over from one that runs, as at an upgrade: SIGUSR2, then SIGTERM to the old one."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import select

from api.commands import serve as cli_serve
from api.jobs.models import ChunkRow
from api.store.analyses import Store
from tests.support.api.databases import database
from tests.support.api.job_logs import Remote, hand_in, quick_lines, read_all, wait_for_end
from tests.support.api.served import CONFIG, ask, children_of, folders_of, is_over, wait_for
from tests.support.api.streaming import hard
from tests.support.api.warm import WarmProcess
from tests.support.command_line import SMALL
from tests.support.waiting import FOREVER_MS, PATIENCE_S, wait_until


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


@pytest.mark.server
def test_one_service_takes_over_from_another() -> None:
    with TemporaryDirectory() as folder, ExitStack() as stack:
        place = f"{folder}/socket"
        options = ["--config", str(CONFIG), "--bind", f"unix:{place}"]
        environ = {**os.environ, "PYTHONSAFEPATH": "1", "TMPDIR": folder}
        log = stack.enter_context(open(f"{folder}/log", "w", encoding="utf-8"))
        old = stack.enter_context(WarmProcess("gunicorn", options, env=environ, stderr=log.fileno()))
        stack.callback(old.kill)
        wait_until(lambda: fetch(place, "/healthz"), "the service did not start")
        before = children_of(old.pid)
        old.send_signal(signal.SIGUSR2)

        def successors() -> list[int]:
            return [pid for pid in children_of(old.pid) if pid not in before and children_of(pid)]

        wait_until(successors, "nobody took over")
        [new] = successors()
        stack.callback(stop, new)
        assert [len(folders_of(pid)) for pid in (old.pid, new)] == [1, 1]
        old.terminate()
        assert old.wait(PATIENCE_S) == 0
        wait_until(lambda: fetch(place, "/healthz"), "the successor does not answer")
        assert "atout_slots " in fetch(place, "/metrics")
        assert [len(folders_of(pid)) for pid in (old.pid, new)] == [0, 1]
        stack.pop_all().close()
        assert not folders_of(new)
        assert "Traceback" not in Path(f"{folder}/log").read_text(encoding="utf-8")


@pytest.mark.server
def test_a_service_goes_on_when_its_settings_cannot_be_read_again() -> None:
    with TemporaryDirectory() as folder, ExitStack() as stack:
        place, secret = f"{folder}/socket", Path(folder) / "origins"
        secret.write_text("https://one.example")
        options = ["--config", str(CONFIG), "--bind", f"unix:{place}"]
        environ = {**os.environ, "PYTHONSAFEPATH": "1", "TMPDIR": folder, "ATOUT_ORIGINS_FILE": str(secret)}
        # All workers there are, from the first answer on.
        environ["ATOUT_WORKERS"] = "1"
        written = Path(folder) / "log"
        log = stack.enter_context(written.open("w", encoding="utf-8"))
        service = stack.enter_context(WarmProcess("gunicorn", options, env=environ, stderr=log.fileno()))
        stack.callback(service.kill)
        wait_until(lambda: fetch(place, "/healthz"), "the service did not start")
        before = children_of(service.pid)

        def words(n: int) -> bool:
            return written.read_text(encoding="utf-8").count("goes on as it is: ATOUT_ORIGINS") == n

        # A file that is not there, or that says what cannot be, changes nothing.
        secret.rename(f"{folder}/elsewhere")
        service.send_signal(signal.SIGHUP)
        wait_until(lambda: words(1), "no word of it")
        secret.write_text("no origin")
        service.send_signal(signal.SIGHUP)
        wait_until(lambda: words(2), "no word of it")
        assert children_of(service.pid) == before
        assert fetch(place, "/healthz")
        # Once they can be read, other workers take over.
        secret.write_text("https://other.example")
        service.send_signal(signal.SIGHUP)
        wait_until(lambda: not {*before} & {*children_of(service.pid)}, "nothing was loaded anew")
        wait_until(lambda: fetch(place, "/healthz"), "the new workers do not answer")


class Asker(Thread):
    """A client that asks again and again, over a connection of its own each time, and notes what comes."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self.is_over = False
        self.found: list[tuple[int, str] | str] = []

    def run(self) -> None:
        """Ask until it is told to stop: for a solve, and for something that needs none."""
        body = json.dumps(SMALL)
        while not self.is_over:
            for asked in (("POST", "/v1/solve", body), ("GET", "/v1/variants")):
                try:
                    self.found.append(ask(self.number, *asked)[:2])
                except (OSError, HTTPException, ValueError) as error:
                    self.found.append(repr(error))
                time.sleep(0.01)

    def __enter__(self) -> "Asker":
        self.start()
        self.wait_for_more()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over = True
        self.join()

    def wait_for_more(self) -> None:
        """Wait until it has been answered some more times."""
        before = len(self.found)
        wait_until(lambda: len(self.found) >= before + 4, "nothing is answered")


class Systemd:
    """What a service of ``Type=notify`` tells whoever has started it."""

    def __init__(self, place: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(place)
        self._socket.settimeout(PATIENCE_S)

    def wait_for(self, name: str) -> str:
        """The next value that it is told of that name."""
        while True:
            for line in self._socket.recv(4096).decode().splitlines():
                if line.startswith(f"{name}="):
                    return line.removeprefix(f"{name}=")

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()


@contextmanager
def start(
    folder: str, settings: Mapping[str, str], *, by_hand: bool = False
) -> Iterator[tuple[subprocess.Popen[bytes] | WarmProcess, int]]:
    """What `atout serve` starts, and its port; its log has no traceback.

    Only ``by_hand`` it is `atout serve` that starts it, which has all to import.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
    # With one worker it has read its settings when it answers.
    env = {**os.environ, "TMPDIR": folder, "ATOUT_WORKERS": "1", **settings}
    log = Path(folder) / "log"
    with ExitStack() as stack:
        file = stack.enter_context(log.open("wb"))
        if by_hand:
            command = [sys.executable, "-m", "solver", "serve", "--port", str(number)]
            process: subprocess.Popen[bytes] | WarmProcess = stack.enter_context(
                subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=file)
            )
        else:
            env["PYTHONSAFEPATH"] = "1"
            options = ["--config", str(CONFIG), "--bind", f"127.0.0.1:{number}", cli_serve.APPLICATION]
            process = stack.enter_context(WarmProcess("gunicorn", options, env=env, stderr=file.fileno()))
        try:
            wait_for(number)
            yield process, number
        finally:
            process.terminate()
            process.wait(PATIENCE_S)
            assert b"Traceback" not in log.read_bytes(), log.read_text(encoding="utf-8")


@pytest.mark.night
@pytest.mark.server
@pytest.mark.parametrize("is_systemd", [False, True], ids=["by hand", "systemd"])
def test_nothing_is_lost_when_one_takes_over(is_systemd: bool) -> None:
    settings = {
        "ATOUT_MAX_TIME_MS": str(FOREVER_MS),
        "ATOUT_SOLVING_SLOTS": "3",
        "ATOUT_JOB_THREADS": "2",
    }
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        systemd = stack.enter_context(closing(Systemd(f"{folder}/notify")))
        if is_systemd:
            settings["NOTIFY_SOCKET"] = f"{folder}/notify"
        settings["ATOUT_DATABASE"] = stack.enter_context(database("sqlite"))
        old, number = stack.enter_context(start(folder, settings, by_hand=not is_systemd))
        if is_systemd:
            assert systemd.wait_for("READY") == "1"
        client = Remote(number)
        store = stack.enter_context(closing(Store(settings["ATOUT_DATABASE"])))
        before = set(children_of(old.pid))

        def claim_to(place: str) -> str | None:
            with store.connection() as connection:
                asked = select(ChunkRow.claim).where(ChunkRow.job_id == place.rpartition("/")[2])
                return connection.execute(asked).scalar_one()

        endless = hand_in(client, [json.dumps(hard())]).headers["Location"]
        wait_until(lambda: claim_to(endless), "nobody works on the job")
        claim = claim_to(endless)
        lines = quick_lines(10)
        first = hand_in(client, lines).headers["Location"]
        asker = stack.enter_context(Asker(number))

        old.send_signal(signal.SIGUSR2)
        wait_until(
            lambda: [pid for pid in children_of(old.pid) if pid not in before and children_of(pid)],
            "nobody takes over",
        )
        [new] = [pid for pid in children_of(old.pid) if pid not in before]
        stack.callback(stop, new)
        if is_systemd:
            # It is told the new main process before the old one ends, and ends that by itself.
            assert systemd.wait_for("MAINPID") == str(new)
        else:
            asker.wait_for_more()
            old.terminate()
        assert old.wait(PATIENCE_S) == 0
        assert not is_over(new)
        asker.wait_for_more()

        # What the old one had of the jobs the new one has, and takes new ones.
        wait_until(lambda: claim_to(endless) not in (None, claim), "nobody goes on with the job")
        assert client.delete(endless).get_json()["state"] == "cancelled"
        second = hand_in(client, lines).headers["Location"]
        for place in (first, second):
            results = read_all(client, place)
            assert [one["line_number"] for one in results] == list(range(1, len(lines) + 1))
            assert wait_for_end(client, place)["counts"]["done"] == len(lines)
        assert {found[0] if isinstance(found, tuple) else found for found in asker.found} == {200}


@pytest.mark.night
@pytest.mark.server
def test_the_old_one_goes_on_if_the_new_one_cannot_start() -> None:
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        stack.enter_context(closing(Systemd(f"{folder}/notify")))
        address = Path(folder) / "database"
        address.write_text("none", encoding="utf-8")
        settings = {"ATOUT_DATABASE": "", "ATOUT_DATABASE_FILE": str(address)}
        settings["NOTIFY_SOCKET"] = f"{folder}/notify"
        old, number = stack.enter_context(start(folder, settings))
        before = set(children_of(old.pid))
        address.write_text("nonsense://x", encoding="utf-8")
        old.send_signal(signal.SIGUSR2)
        log = Path(folder) / "log"
        wait_until(lambda: "ATOUT_DATABASE cannot be so" in log.read_text(encoding="utf-8"), "it could start")
        wait_until(lambda: set(children_of(old.pid)) == before, "it does not end")
        assert old.poll() is None
        assert ask(number, "GET", "/healthz")[0] == 200


def test_what_atout_serve_starts_can_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    monkeypatch.setattr(os, "chdir", lambda place: None)
    monkeypatch.setattr(os, "execve", lambda *given: started.append(given))
    monkeypatch.setenv("WEB_CONCURRENCY", "no number, at which gunicorn fails")
    cli_serve.become_gunicorn("127.0.0.1", 8000, None)
    [(_, command, environment)] = started
    # gunicorn starts its successor without the options of Python, by its own file.
    assert command[1:3] == ["-m", "gunicorn"]
    assert environment["PYTHONSAFEPATH"] == "1"
    assert "WEB_CONCURRENCY" not in environment
