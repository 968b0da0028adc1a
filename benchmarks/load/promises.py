"""Measure the service's promises in milliseconds: without load, and with all slots solving."""

import random
import socket
import time
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median

from benchmarks.load.client import Connection, RefusedError
from benchmarks.load.figures import Promise, Row, Times, times_of
from benchmarks.load.server import HEALTH, Service, serve
from benchmarks.load.work import Task, hard

ADDED_MS = 1.0
BUSY_P99_MS = 20.0
HANG_UP_MS = 200.0
STOP_MS = 1000.0
LONG_MS = 60_000


def added(rows: Sequence[Row]) -> list[Promise]:
    """Measure the overhead of HTTP over a solve."""
    return [
        Promise(
            f"HTTP adds to {row.name} (median)",
            f"{row.added_ms:.2f} ms",
            f"at most {ADDED_MS:g} ms",
            row.added_ms <= ADDED_MS,
        )
        for row in rows
        if row.added_ms is not None
    ]


def busy(service: Service, cached: Task, n_slots: int, seconds: float) -> list[Promise]:
    """Measure the latency of /healthz and of a remembered position while every slot solves."""
    found = {"/healthz": HEALTH, "a remembered position": cached.request}
    with ExitStack() as stack:
        probe = stack.enter_context(service.connect())
        for request in found.values():
            probe.ask(request)
        _take_slots(service, stack, n_slots)
        kept = []
        for name, request in found.items():
            times = _probe(probe, request, seconds)
            kept.append(
                Promise(
                    f"{name} while all {n_slots} slots solve (99th percentile of {times.n})",
                    f"{times.p99:.1f} ms, median {times.median:.1f}",
                    f"under {BUSY_P99_MS:g} ms",
                    times.p99 < BUSY_P99_MS,
                )
            )
        if service.metric("atout_slots_taken") < n_slots:
            raise RuntimeError("the slots did not solve to the end of the measurement")
    return kept


def _probe(probe: Connection, request: bytes, seconds: float) -> Times:
    """Ask again and again, with pauses that fall into no step with anything."""
    taken = []
    ends = time.perf_counter() + seconds
    while (started := time.perf_counter()) < ends:
        probe.ask(request)
        taken.append(time.perf_counter() - started)
        time.sleep(random.uniform(0, 0.005))
    return times_of(taken)


def _take_slots(service: Service, stack: ExitStack, n_slots: int) -> list[Connection]:
    """Connections over which something hard is being solved, in every slot."""
    clients = [stack.enter_context(service.connect()) for _ in range(n_slots)]
    for client in clients:
        client.socket.sendall(hard(LONG_MS).request)
    while service.metric("atout_slots_taken") < n_slots:
        time.sleep(0.01)
    return clients


def hang_ups(small: Task, n: int) -> list[Promise]:
    """Measure the time until a slot is free after its client has hung up."""
    taken = []
    with serve(solving_slots=1, waiting=0, cached_answers=0) as service, service.connect() as probe:
        for _ in range(n):
            with ExitStack() as stack:
                _take_slots(service, stack, 1)
                time.sleep(random.uniform(0, 0.1))
                stack.close()
                started = time.perf_counter()
                while not _is_answered(probe, small):
                    time.sleep(0.001)
                taken.append(time.perf_counter() - started)
    times = times_of(taken)
    return [
        Promise(
            f"a slot is free after its client hung up (longest of {n})",
            f"{times.max:.0f} ms, median {times.median:.0f}",
            f"under {HANG_UP_MS:g} ms",
            times.max < HANG_UP_MS,
        )
    ]


def _is_answered(probe: Connection, task: Task) -> bool:
    try:
        probe.ask(task.request)
    except RefusedError:
        return False
    return True


def stops(n_slots: int, n: int) -> list[Promise]:
    """Measure the time until all clients are answered after a stop, and until the service has ended."""
    answered, ended = [], []
    for _ in range(n):
        with serve(solving_slots=n_slots) as service, ExitStack() as stack:
            clients = _take_slots(service, stack, n_slots)
            started = time.perf_counter()
            service.stop()
            for client in clients:
                status, body = client.read()
                if status != 200 or b'"exact":false' not in body:
                    raise RefusedError(f"{status}: {body[:300]!r}")
                client.socket.shutdown(socket.SHUT_RDWR)
            answered.append(time.perf_counter() - started)
            service.process.wait()
            ended.append(time.perf_counter() - started)
    longest = 1000 * max(answered)
    return [
        Promise(
            f"answers with bounds after SIGTERM (longest of {n})",
            f"{longest:.0f} ms; ended after {1000 * median(ended):.0f}",
            f"under {STOP_MS:g} ms",
            longest < STOP_MS,
        )
    ]
