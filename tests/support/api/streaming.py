"""A client of streams over a raw connection: lines are sent in chunks while answers are read."""

import http.client
import json
import socket
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from solver import find_variant
from tests.support.waiting import FOREVER_MS, PATIENCE_S, wait_until

NDJSON = "application/x-ndjson"


class Stream:
    """A stream that is open: ``send`` lines, ``read`` answers, ``end`` it."""

    def __init__(self, number: int, path: str, length: int | None = None) -> None:
        self.connection = socket.create_connection(("127.0.0.1", number), timeout=PATIENCE_S)
        how = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {NDJSON}\r\n{how}\r\n\r\n"
        self.is_chunked = length is None
        self.connection.sendall(head.encode())
        self.response = http.client.HTTPResponse(self.connection)

    def send(self, data: bytes) -> None:
        """Send some of the body, in a chunk of its own."""
        self.connection.sendall(b"%x\r\n%b\r\n" % (len(data), data) if self.is_chunked else data)

    def end(self) -> None:
        """Say that the body is complete."""
        if self.is_chunked:
            self.connection.sendall(b"0\r\n\r\n")

    def begin(self) -> int:
        """Read the head of the answer; its status."""
        self.response.begin()
        return self.response.status

    def read(self) -> Any:
        """The next line of the answer; None after the last one."""
        line = self.response.readline()
        return json.loads(line) if line else None

    def answers(self, data: Iterable[bytes]) -> Iterator[Any]:
        """What comes back while ``data`` is sent."""

        def send() -> None:
            for piece in data:
                self.send(piece)
            self.end()

        sender = Thread(target=send)
        sender.start()
        if not self.response.headers:
            self.begin()
        while (answer := self.read()) is not None:
            yield answer
        sender.join()


@contextmanager
def stream_to(number: int, path: str, length: int | None = None) -> Iterator[Stream]:
    """A stream that is closed in the end."""
    stream = Stream(number, path, length)
    try:
        yield stream
    finally:
        stream.response.close()
        stream.connection.close()


def line_of(body: Any) -> bytes:
    """A body as a line."""
    return json.dumps(body).encode() + b"\n"


def hard(time_ms: int = FOREVER_MS) -> dict[str, Any]:
    """A full deal of California Jack, its whole stock to come, that takes all the time it gets."""
    deck = [str(card) for card in find_variant("california_jack").deck]
    Random(1).shuffle(deck)
    return {
        "variant": "california_jack",
        "dealer": "N",
        "deal": {"N": deck[:6], "S": deck[6:12]},
        "stock": deck[12:],
        "contract": {"trump": "S"},
        "limit": {"time_ms": time_ms},
    }


def worker_of(pid: int) -> int:
    """The one worker process of a gunicorn."""
    [worker] = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return int(worker)


def memory_of(pid: int) -> int:
    """The memory that a process has in use, in KiB, but for files, which are read into memory as it goes."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("RssAnon:")[2].split()[0])


def metric(number: int, name: str) -> float:
    """What a service says at /metrics of something that has no labels."""
    with closing(http.client.HTTPConnection("127.0.0.1", number, timeout=PATIENCE_S)) as connection:
        connection.request("GET", "/metrics")
        for line in connection.getresponse().read().decode().splitlines():
            if line.startswith(f"{name} "):
                return float(line.removeprefix(name))
    raise KeyError(name)


def wait_until_taken(number: int, n_slots: int = 1) -> None:
    """Wait until so many slots are taken; asks for none, so that it is in nobody's way."""
    wait_until(lambda: metric(number, "atout_slots_taken") == n_slots, "the slots are not taken")


def wait_until_free(number: int) -> None:
    """Wait until no slot is taken: much less than what `hard` has for its solve."""
    wait_until(lambda: metric(number, "atout_slots_taken") == 0, "a slot is still taken")
