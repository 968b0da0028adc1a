"""Full load for minutes: every answer right, no error, and no memory that only grows."""

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from threading import Event, Thread

from benchmarks.load.client import LINES, Connection, RefusedError, request_of
from benchmarks.load.measure import CORES, call_solver
from benchmarks.load.server import HEALTH, Service, serve
from benchmarks.load.work import Task, endings, full_deals, hard, logs

SAMPLE_S = 5.0
MOST_GROWTH_MIB = 8.0
"""The memory that a worker may gain after the first quarter: fragments, not leaks."""


@dataclass(frozen=True, slots=True)
class Soak:
    """The findings of a soak."""

    seconds: float
    n_clients: int
    asked: dict[str, int]
    """The number of answers of each kind."""
    errors: list[str]
    memory_mib: list[float]
    """The memory of the worker, every few seconds."""
    open_files: list[int]
    """The number of files and connections open."""

    @property
    def growth_mib(self) -> float:
        """The growth from the second quarter to the last; in the first, the caches fill up."""
        n = len(self.memory_mib)
        second, last = self.memory_mib[n // 4 : n // 2 + 1], self.memory_mib[3 * n // 4 :]
        return median(last) - median(second)

    @property
    def is_sound(self) -> bool:
        """True if nothing went wrong."""
        return not self.errors and self.growth_mib <= MOST_GROWTH_MIB

    def report(self) -> str:
        """The figures for a terminal."""
        memory = self.memory_mib
        kinds = ", ".join(f"{n:,} {kind}" for kind, n in sorted(self.asked.items()))
        rate = sum(self.asked.values()) / self.seconds
        grown = f"{self.growth_mib:+.1f} MiB from the second quarter to the last"
        lines = [
            f"{self.seconds:.0f} s, {self.n_clients} clients: {rate:,.0f} answers a second",
            f"answered: {kinds}",
            f"memory: {memory[0]:.0f} MiB at first, {max(memory):.0f} at most; {grown}",
            f"open files: {self.open_files[0]} at the start, {self.open_files[-1]} at the end",
            f"errors: {len(self.errors)}",
        ]
        return "\n".join([*lines, *self.errors[:20]])


def soak(seconds: float, tell: Callable[[str], None], n_clients: int = CORES) -> Soak:
    """Ask a service of everything, by so many clients at once without a pause, for so long."""
    stopped = Event()
    asked: Counter[str] = Counter()
    errors: list[str] = []
    memory, files = [], []
    with serve() as service:
        clients = [
            Thread(target=_ask, args=(service, number, stopped, asked, errors)) for number in range(n_clients)
        ]
        for client in clients:
            client.start()
        started = time.monotonic()
        try:
            while (left := started + seconds - time.monotonic()) > 0:
                stopped.wait(min(SAMPLE_S, left))
                memory.append(sum(service.memory_kib()) / 1024)
                files.append(sum(len(os.listdir(f"/proc/{pid}/fd")) for pid in service.processes()[1:]))
                tell(f"{left:.0f} s left, {memory[-1]:.0f} MiB, {len(errors)} errors")
        finally:
            stopped.set()
            for client in clients:
                client.join()
        elapsed = time.monotonic() - started
    return Soak(elapsed, n_clients, dict(asked), errors, memory, files)


def _ask(service: Service, number: int, stopped: Event, asked: Counter[str], errors: list[str]) -> None:
    """Run one client over one connection; open it again when it was closed on purpose."""
    connection = service.connect()
    for kind, work in _works(Random(number)):
        if stopped.is_set():
            break
        try:
            work(connection)
            asked[kind] += 1
        except (OSError, RefusedError, ValueError) as error:
            errors.append(f"{kind}: {error!r}")
            connection.close()
            connection = service.connect()
            continue
        if kind in _LEFT:
            connection.close()
            connection = service.connect()
    connection.close()


_LEFT = ("clients that hung up", "streams left")
"""Resources that end with the connection."""


def _works(chance: Random) -> Iterator[tuple[str, Callable[[Connection], None]]]:
    """One thing to do after another, without end, and new positions again and again."""
    remembered = endings(20, seed=5)
    while True:
        seed = chance.randrange(1 << 30)
        small, full, games = endings(60, seed=seed), full_deals(4, seed=seed), logs(6, seed=seed)
        for index, task in enumerate(small):
            yield "endings", _exact(task.request)
            yield "remembered positions", _exact(chance.choice(remembered).request)
            if index % 15 == 0:
                yield "full deals", _exact(full[index // 15].request)
            if index % 10 == 0:
                yield "analyses", _exact(games[index // 10])
                yield "/healthz", _ask_health
            if index % 20 == 0:
                yield "refusals", _ask_nonsense
                yield "answers compared", partial(_compare, task)
        data = b"".join(task.data + b"\n" for task in small)
        yield "streams", partial(_stream, data)
        yield "streams left", partial(_send, request_of("POST", "/v1/solve", data, LINES))
        yield "clients that hung up", partial(_send, hard(5_000).request)


def _exact(request: bytes) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        if b'"exact":true' not in connection.ask(request):
            raise ValueError("the answer is not exact")

    return work


def _send(request: bytes, connection: Connection) -> None:
    connection.socket.sendall(request)


def _ask_health(connection: Connection) -> None:
    connection.ask(HEALTH)


def _ask_nonsense(connection: Connection) -> None:
    connection.socket.sendall(request_of("POST", "/v1/solve", b'{"variant": "belote", "deal": 7}'))
    status, _ = connection.read()
    if status not in (400, 422):
        raise ValueError(f"{status} for nonsense")


def _compare(task: Task, connection: Connection) -> None:
    found, expected = json.loads(connection.ask(task.request)), json.loads(call_solver(task.data))
    if found["value"] != expected["value"]:
        raise ValueError(f"{found} is not {expected}")


def _stream(data: bytes, connection: Connection) -> None:
    connection.socket.sendall(request_of("POST", "/v1/solve", data, LINES))
    if connection.read_lines() != data.count(b"\n"):
        raise ValueError("a stream has another number of answers than lines")
