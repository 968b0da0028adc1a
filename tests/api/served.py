"""The service as gunicorn serves it, in a process of its own, and raw connections to it."""

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import api

CONFIG = Path(api.__file__).with_name("gunicorn.conf.py")


class Answer(NamedTuple):
    """An answer of HTTP, and the JSON in it."""

    status: int
    headers: http.client.HTTPMessage
    json: Any


@contextmanager
def serve(**settings: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A service that gunicorn serves by the configuration of the package, and its port.

    Whatever it is asked, it writes no traceback.
    """
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
    # Nothing is remembered unless a test asks for it: a remembered answer needs no slot.
    environ = {**os.environ, "ATOUT_CACHED_ANSWERS": "0", **settings}
    environ |= {"ATOUT_PORT": str(number), "ATOUT_BODY_BYTES": "20000"}
    command = [sys.executable, "-m", "gunicorn", "--config", str(CONFIG)]
    with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True) as server:
        try:
            wait_for(number)
            yield server, number
        finally:
            server.terminate()
            _, log = server.communicate(timeout=20)
            assert "Traceback" not in log, log


def wait_for(number: int) -> None:
    """Wait until the service answers."""
    for _ in range(200):
        try:
            if ask(number, "GET", "/healthz")[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the service did not start")


def ask(number: int, method: str, path: str, body: Any = None, **kwargs: Any) -> tuple[int, str, Any]:
    """The status, the content type and the JSON of an answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", number, timeout=20)) as connection:
        headers = {"Content-Type": "application/json"}
        connection.request(method, path, body, headers, **kwargs)
        answer = connection.getresponse()
        return answer.status, answer.headers["Content-Type"], json.loads(answer.read())


def connect(number: int, data: bytes) -> socket.socket:
    """A connection over which ``data`` has been sent."""
    connection = socket.create_connection(("127.0.0.1", number), timeout=20)
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
