"""The service as gunicorn serves it, in a process of its own, and raw connections to it."""

import http.client
import json
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

import api
from api.monitor.folder import PREFIX, places
from tests.support.api.servers import check_mark
from tests.support.api.warm import WarmProcess
from tests.support.waiting import FOREVER_MS, PATIENCE_S, wait_until

CONFIG = Path(api.__file__).with_name("gunicorn.conf.py")

PATIENT = {
    "ATOUT_ARRIVAL_MS": "600000",
    "ATOUT_WAIT_MS": "60000",
    "ATOUT_TIME_MS": str(FOREVER_MS),
    "ATOUT_MAX_TIME_MS": str(FOREVER_MS),
    "ATOUT_WORKERS": "1",
}
"""Settings by which nobody is sent away, and nothing cut short, because the machine is slow; one process."""


class Answer(NamedTuple):
    """An answer of HTTP, and the JSON in it."""

    status: int
    headers: http.client.HTTPMessage
    json: Any


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(number) for number in found.split()]


def is_over(pid: int) -> bool:
    """True if a process has ended, whoever is to take note of it."""
    with suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "Z"
    return True


def folders_of(pid: int) -> list[Path]:
    """The folders of metrics that a process has made."""
    return [folder for place in places() for folder in place.glob(f"{PREFIX}{pid}-*")]


class Server(WarmProcess):
    """A service in a process of its own."""

    log: Path

    def log_lines(self) -> list[Any]:
        """What it has logged so far, each line's object."""
        text = self.log.read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines(keepends=True) if line[-1] == "\n"]

    def children(self) -> list[int]:
        """Its workers."""
        return children_of(self.pid)

    def kill_child(self, number: int) -> None:
        """Kill a worker."""
        os.kill(number, signal.SIGKILL)

    def wait_for_line(self, request_id: str) -> list[Any]:
        """What it has logged, once the line of that request is there."""
        wait_until(
            lambda: any(line["request_id"] == request_id for line in self.log_lines()),
            "the line was never written",
        )
        return self.log_lines()


@contextmanager
def serve(**settings: str) -> Iterator[tuple[Server, int]]:
    """A service that gunicorn serves by the configuration of the package, and its port.

    It is as patient as a service can be, unless ``settings`` say otherwise. Whatever it is asked, it writes
    no traceback, and every line of its log is JSON.
    """
    check_mark()
    # The service is given a socket that listens already: no other process can take its port meanwhile.
    listener = socket.create_server(("127.0.0.1", 0))
    number: int = listener.getsockname()[1]
    # Nothing is remembered unless a test asks for it: a remembered answer needs no slot.
    # What is for the tests is no setting of the service.
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("ATOUT_TEST_")}
    environ = {**inherited, **PATIENT, "ATOUT_CACHED_ANSWERS": "0", **settings}
    environ |= {"ATOUT_PORT": str(number), "ATOUT_BODY_BYTES": "20000"}
    # The log goes to a file, as a pipe that nobody reads would be full after some hundred requests.
    options = ["--bind", f"fd://{listener.fileno()}", "--graceful-timeout", str(int(PATIENCE_S))]
    with (
        NamedTemporaryFile() as log,
        Server(
            "gunicorn",
            ["--config", str(CONFIG), *options],
            env=environ,
            stderr=log.fileno(),
            pass_fds=[listener.fileno()],
            has_dask="ATOUT_DASK" in settings,
        ) as server,
    ):
        listener.close()
        server.log = Path(log.name)
        try:
            wait_for(number)
            yield server, number
        finally:
            server.terminate()
            server.wait(timeout=PATIENCE_S)
            traces = [line for line in server.log_lines() if "exception" in line]
            assert not traces, traces


def wait_for(number: int) -> None:
    """Wait until the service answers."""

    def is_up() -> bool:
        try:
            return ask(number, "GET", "/healthz")[0] == 200
        except OSError:
            return False

    wait_until(is_up, "the service did not start")


def ask(number: int, method: str, path: str, body: Any = None, **kwargs: Any) -> tuple[int, str, Any]:
    """The status, the content type and the JSON of an answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", number, timeout=PATIENCE_S)) as connection:
        headers = {"Content-Type": "application/json"}
        connection.request(method, path, body, headers, **kwargs)
        answer = connection.getresponse()
        return answer.status, answer.headers["Content-Type"], json.loads(answer.read())


def fetch(number: int, path: str, **headers: str) -> str:
    """The text at an address, asked for over a connection of its own."""
    with closing(http.client.HTTPConnection("127.0.0.1", number, timeout=PATIENCE_S)) as connection:
        connection.request("GET", path, headers=headers)
        return connection.getresponse().read().decode()


def connect(number: int, data: bytes) -> socket.socket:
    """A connection over which ``data`` has been sent."""
    connection = socket.create_connection(("127.0.0.1", number), timeout=PATIENCE_S)
    connection.sendall(data)
    return connection


def read_answer(connection: socket.socket) -> Answer:
    """The answer that comes over a connection."""
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    return Answer(answer.status, answer.headers, json.loads(answer.read()))


def exchange(number: int, data: bytes, *, ends: bool = False) -> Answer:
    """The answer to ``data``, sent as it is; ``ends`` tells the service that nothing more will come."""
    with connect(number, data) as connection:
        if ends:
            connection.shutdown(socket.SHUT_WR)
        return read_answer(connection)
