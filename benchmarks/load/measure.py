"""Measure latency and throughput of requests, beside a bare view and beside the solver itself."""

import itertools
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import TypeVar

from benchmarks.load.client import LINES, request_of
from benchmarks.load.figures import Row, Times, times_of
from benchmarks.load.server import HEALTH, Service
from benchmarks.load.work import Task
from solver import Position, parse_json, solve

CORES = os.cpu_count() or 1
N_CLIENTS = 2 * CORES
LINES_PER_STREAM = 200
TRIES = 5

T = TypeVar("T")


def ask_for(service: Service, requests: Sequence[bytes], seconds: float) -> list[float]:
    """Time requests, sent one after another, round and round, for a number of seconds."""
    taken = []
    with service.connect() as connection:
        ends = time.perf_counter() + seconds
        for request in itertools.cycle(requests):
            started = time.perf_counter()
            connection.ask(request)
            now = time.perf_counter()
            taken.append(now - started)
            if now >= ends:
                return taken
    return taken


def ask_together(service: Service, requests: Sequence[bytes], seconds: float) -> tuple[Times, float]:
    """The same by `N_CLIENTS` at once, each beginning at another place; and the answers a second."""
    parts = [(*requests[place:], *requests[:place]) for place in _places(len(requests))]
    with ThreadPoolExecutor(N_CLIENTS) as pool:
        taken = list(pool.map(lambda part: ask_for(service, part, seconds), parts))
    # A client's last answer may come after the time: each has its own rate.
    per_second = sum(len(one) / sum(one) for one in taken)
    return times_of([*itertools.chain.from_iterable(taken)]), per_second


def _places(n: int) -> Iterator[int]:
    return (number * n // N_CLIENTS for number in range(N_CLIENTS))


def solve_together(tasks: Sequence[Task], seconds: float) -> float:
    """Positions a second that this process solves, a thread for each core, as the service would."""
    stops = time.perf_counter() + seconds

    def work(place: int) -> float:
        started = time.perf_counter()
        for n, task in enumerate(itertools.cycle((*tasks[place:], *tasks[:place])), 1):
            call_solver(task.data)
            if (now := time.perf_counter()) >= stops:
                return n / (now - started)
        return 0.0

    with ThreadPoolExecutor(CORES) as pool:
        return sum(pool.map(work, (core * len(tasks) // CORES for core in range(CORES))))


def call_solver(data: bytes) -> str:
    """The same work without HTTP: a position read from text, solved, and the answer written."""
    return json.dumps(solve(Position.from_dict(parse_json(data, 32))).to_dict())


def added_by_http(service: Service, tasks: Sequence[Task], seconds: float) -> tuple[float, float]:
    """Return the overhead of a request in milliseconds: over all of it in Python, and over the search alone.

    Medians over requests.  Each is the best of some tries, request, call and search in turn, so that what the
    machine does besides counts for nothing.
    """
    over_call, over_search = [], []
    ends = time.perf_counter() + seconds
    with service.connect() as connection:
        for task in tasks:
            asked, called, searched = [], [], []
            for _ in range(TRIES):
                asked.append(_time(connection.ask, task.request))
                called.append(_time(call_solver, task.data))
                searched.append(_time(solve, task.position))
            over_call.append(min(asked) - min(called))
            over_search.append(min(asked) - min(searched))
            if time.perf_counter() >= ends:
                break
    return 1000 * median(over_call), 1000 * median(over_search)


def _time(work: Callable[[T], object], what: T) -> float:
    started = time.perf_counter()
    work(what)
    return time.perf_counter() - started


def measure_plain(name: str, service: Service, requests: Sequence[bytes], bare: float, seconds: float) -> Row:
    """A row of requests that nothing in this process is compared with."""
    alone = times_of(ask_for(service, requests, seconds))
    together, per_second = ask_together(service, requests, seconds)
    return Row(name, alone, N_CLIENTS, together, per_second, per_second / bare)


def measure_solves(name: str, service: Service, tasks: Sequence[Task], bare: float, seconds: float) -> Row:
    """A row of positions to solve."""
    over_call, over_search = added_by_http(service, tasks, 2 * seconds)
    requests = [task.request for task in tasks]
    alone = times_of(ask_for(service, requests, seconds))
    together, per_second = ask_together(service, requests, seconds)
    here = solve_together(tasks, seconds)
    return Row(
        name,
        alone,
        N_CLIENTS,
        together,
        per_second,
        per_second / bare,
        per_second / here,
        over_call,
        over_search,
    )


def measure_streams(name: str, service: Service, tasks: Sequence[Task], bare: float, seconds: float) -> Row:
    """A row of streams; what is counted are lines, and a line's time is its share of its stream's."""
    data = b"".join(task.data + b"\n" for task in itertools.islice(itertools.cycle(tasks), LINES_PER_STREAM))
    request = request_of("POST", "/v1/solve", data, LINES)

    def run(_: int) -> list[float]:
        taken = []
        ends = time.perf_counter() + seconds
        with service.connect() as connection:
            while time.perf_counter() < ends:
                started = time.perf_counter()
                connection.socket.sendall(request)
                assert connection.read_lines() == LINES_PER_STREAM
                taken.append((time.perf_counter() - started) / LINES_PER_STREAM)
        return taken

    alone = times_of(run(0))
    with ThreadPoolExecutor(N_CLIENTS) as pool:
        taken = list(pool.map(run, range(N_CLIENTS)))
    per_second = sum(len(one) / sum(one) for one in taken)
    together = times_of([*itertools.chain.from_iterable(taken)])
    here = solve_together(tasks, seconds)
    return Row(name, alone, N_CLIENTS, together, per_second, per_second / bare, per_second / here)


def measure_all(
    bare: Service,
    remembering: Service,
    forgetting: Service,
    endings: Sequence[Task],
    full: Sequence[Task],
    games: Sequence[bytes],
    seconds: float,
    tell: Callable[[str], None],
) -> list[Row]:
    """Every row: of the bare view, of a service with its defaults, and of one that remembers no positions."""
    request = endings[0].request
    tell("a bare Flask view")
    times = times_of(ask_for(bare, [request], seconds))
    together, rate = ask_together(bare, [request], seconds)
    rows = [Row("a bare Flask view", times, N_CLIENTS, together, rate, 1.0)]
    tell("/healthz")
    rows.append(measure_plain("/healthz", remembering, [HEALTH], rate, seconds))
    tell("solve, remembered")
    rows.append(measure_plain("solve, remembered", remembering, [request], rate, seconds))
    for name, tasks in (("solve, 8 cards to come", endings), ("solve, full deals", full)):
        tell(name)
        rows.append(measure_solves(name, forgetting, tasks, rate, seconds))
    tell("streams")
    rows.append(measure_streams("streams, 8 cards to come", forgetting, endings, rate, seconds))
    tell("analyses")
    for game in games:
        ask_for(remembering, [game], 0)
    rows.append(measure_plain("analyses, kept before", remembering, games, rate, seconds))
    return rows
