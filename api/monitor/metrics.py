"""The metrics of the service, in the format of Prometheus: of this process, or of all workers together.

Several processes are measured together if ``PROMETHEUS_MULTIPROC_DIR`` names a folder; `gunicorn.conf.py`
sees to that.
"""

import os
import platform
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version
from typing import cast

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
)
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from api.monitor.counts import JobCounts, Load
from api.monitor.ended import counting, still
from api.monitor.record import RequestRecord, current_record, game_of
from api.monitor.values import share_values
from api.solving import Solved
from solver import CancelToken, Rules, engine_version

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
NO_ROUTE = "none"
"""The route of requests to unknown addresses, and the method of what is not HTTP."""

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""The upper limits of the buckets of durations, in seconds."""

_PARTS = 1 << 20
"""The parts of a second, of a µs each, in which durations are counted.

Their sums are exact, in any order.  So none falls by a rounding when the files of ended workers are folded,
which would look like a new start.
"""

# The series of creation times would double the number of series; scrapers know when each began.
disable_created_metrics()


class Metrics:
    """All metrics. Each label is one of a few words, whatever clients send, so their number is bounded."""

    def __init__(self) -> None:
        # Step 1. Values that all workers share, if there are several.
        if os.environ.get(FOLDER_VARIABLE):
            share_values()
        self._registry = own = CollectorRegistry()
        # Step 2. Requests and solves.
        self.requests = Counter(
            "atout_requests", "Requests answered.", ["route", "method", "status"], registry=own
        )
        self.problems = Counter(
            "atout_problems", "Requests answered by a problem, by its kind.", ["problem"], registry=own
        )
        # Without labels it stands there as 0 from the start, so that an alert sees the first one.
        self.failures = Counter("atout_failures", "Requests answered by 500.", registry=own)
        self.request_seconds = Histogram(
            "atout_request_seconds",
            "Time from a request to the last byte of its answer, streams left out.",
            ["route", "method"],
            registry=own,
            buckets=SECONDS,
        )
        self.solve_seconds = Histogram(
            "atout_solve_seconds",
            "Time of solves that came to an end: of a position, a log, a table, a puzzle, an item of a job.",
            ["kind", "game"],
            registry=own,
            buckets=SECONDS,
        )
        self.nodes = Counter("atout_solve_nodes", "Nodes searched.", ["kind", "game"], registry=own)
        self.cut_short = Counter(
            "atout_solves_cut_short", "Solves that a limit ended first.", ["kind", "game"], registry=own
        )
        # Step 3. What is in use: slots and streams.
        self.slots = self._gauge("atout_slots", "Solving slots there are.")
        self.slots_taken = self._gauge("atout_slots_taken", "Solving slots that are solving.")
        self.slots_in_line = self._gauge("atout_slots_in_line", "Requests that wait for a solving slot.")
        self.streams_open = self._gauge("atout_streams_open", "Streams of lines that are open.")
        self.stream_lines = Counter("atout_stream_lines", "Lines of streams answered.", registry=own)
        # Step 4. What is kept: positions, analyses and jobs.
        self.cache = Counter(
            "atout_cache_lookups", "Positions looked up among the remembered ones.", ["outcome"], registry=own
        )
        self.store = Counter("atout_store_uses", "Uses of the store of analyses.", ["outcome"], registry=own)
        self.job_items = Counter(
            "atout_job_items", "Items of jobs that are over with.", ["outcome"], registry=own
        )
        self.job_chunks = Counter(
            "atout_job_chunks", "Chunks of jobs that have to be begun anew.", ["outcome"], registry=own
        )
        self.chunks_under_way = self._gauge("atout_job_chunks_under_way", "Chunks that are worked on.")
        self._jobs_shown = JobCounts()
        # Step 5. Every outcome stands there from the start, as 0: a rate needs a first value.
        for counter, outcomes in (
            (self.cache, ("hit", "miss")),
            (self.store, ("found", "missed", "kept", "busy", "failed")),
            (self.problems, ("overloaded", "store-down")),
            (self.job_items, ("done", "refused", "failed")),
            (self.job_chunks, ("lost", "retried")),
        ):
            for outcome in outcomes:
                counter.labels(outcome)

    def _gauge(self, name: str, what: str) -> Gauge:
        """Make a gauge that adds up the present values of all living workers."""
        return Gauge(name, what, registry=self._registry, multiprocess_mode="livesum")

    def count_request(self, record: RequestRecord) -> None:
        """Count a request that has been answered."""
        route = record.path or NO_ROUTE
        self.requests.labels(route, record.method or NO_ROUTE, record.status).inc()
        if record.status == 500:
            self.failures.inc()
        if record.status >= 400 and record.problem is not None:
            self.problems.labels(record.problem).inc()
        if record.method and not record.is_stream:
            self.request_seconds.labels(route, record.method).observe(_in_parts(record.duration_s))

    @contextmanager
    def solving(self, kind: str, token: CancelToken, *games: Rules) -> Iterator[Solved]:
        """Measure the solve in the context, and note its nodes in the record of the request, if any.

        ``games`` are the rules of all that is solved in it.  Of a solve that ``token`` interrupted, or that
        was refused in the end, only the nodes count: its time says nothing of such solves, and no limit ended
        it.
        """
        record, game = current_record(), game_of(*games)
        solved, started = Solved(), time.perf_counter()
        is_done = False
        try:
            yield solved
            is_done = True
        finally:
            if is_done or solved.nodes:
                self.nodes.labels(kind, game).inc(solved.nodes)
                if record is not None:
                    record.note_nodes(solved.nodes)
        if not token.is_cancelled:
            self.solve_seconds.labels(kind, game).observe(_in_parts(time.perf_counter() - started))
            if not solved.is_exact:
                self.cut_short.labels(kind, game).inc()

    def show_slots(self, n_taken: int, n_in_line: int) -> None:
        """Show the number of slots that are taken and of requests that wait for one."""
        self.slots_taken.set(n_taken)
        self.slots_in_line.set(n_in_line)

    def count_cache(self, outcome: str) -> None:
        """Count a look-up in the cache: a ``hit`` or a ``miss``."""
        self.cache.labels(outcome).inc()

    def count_store(self, outcome: str) -> None:
        """Count a use of the store: ``found``, ``missed``, ``kept``, ``busy`` or ``failed``."""
        self.store.labels(outcome).inc()

    def show_jobs(self, counts: JobCounts, n_under_way: int) -> None:
        """Show the counts of the jobs of this process; only one thread may call it at a time."""
        shown, self._jobs_shown = self._jobs_shown, replace(counts)
        for outcome in ("done", "refused", "failed"):
            self.job_items.labels(outcome).inc(_grown(shown, counts, outcome))
        for outcome in ("lost", "retried"):
            self.job_chunks.labels(outcome).inc(_grown(shown, counts, outcome))
        self.chunks_under_way.set(n_under_way)

    def write(self, accept: str, load: Load | None = None) -> tuple[bytes, str]:
        """Return the metrics in the format that ``accept`` prefers, and the content type of that.

        ``load`` is the work that is left, as the database has it.
        """
        registry = CollectorRegistry()
        folder = os.environ.get(FOLDER_VARIABLE)
        # What clears old files, or those of users who have logged out, may remove it while the service runs.
        if folder and os.path.isdir(folder):
            _Files(registry, folder)  # type: ignore[no-untyped-call]
        else:
            registry.register(_All(self._registry))
        registry.register(_Build())
        if load is not None:
            registry.register(_Waiting(load))
        encode, content_type = choose_encoder(accept)
        return encode(registry), content_type


class _Files(MultiProcessCollector):
    """Collects the metrics of all workers."""

    def collect(self) -> Iterable[Metric]:
        """Return the metrics of all workers, added up."""
        with still(self._path):
            return cast(Iterable[Metric], self.merge(counting(self._path)))  # type: ignore[no-untyped-call]


class _All(Collector):
    """Collects the metrics of another registry."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry

    def collect(self) -> Iterable[Metric]:
        """Return its metrics."""
        return self._registry.collect()


class _Waiting(Collector):
    """Collects the jobs that have not ended, of all machines."""

    def __init__(self, load: Load) -> None:
        self._load = load

    def collect(self) -> Iterable[Metric]:
        """Yield the jobs by state, and the chunks that no process works on."""
        jobs = GaugeMetricFamily("atout_jobs", "Jobs on all machines together.", labels=["state"])
        jobs.add_metric(["arriving"], self._load.n_arriving)
        jobs.add_metric(["waiting"], self._load.n_waiting)
        jobs.add_metric(["running"], self._load.n_running)
        yield jobs
        yield GaugeMetricFamily(
            "atout_job_chunks_waiting",
            "Chunks of jobs that nobody works on, on all machines together.",
            value=self._load.n_chunks,
        )


class _Build(Collector):
    """Collects the versions of the service."""

    def collect(self) -> Iterable[Metric]:
        """Yield one series that is always 1, with the versions as labels."""
        info = InfoMetricFamily("atout_build", "The versions of the service.")
        info.add_metric(
            [],
            {"version": version("atout"), "engine": engine_version(), "python": platform.python_version()},
        )
        yield info


def _grown(before: JobCounts, now: JobCounts, outcome: str) -> int:
    grown: int = getattr(now, f"n_{outcome}") - getattr(before, f"n_{outcome}")
    return grown


def _in_parts(seconds: float) -> float:
    """Return a duration as it is counted."""
    return round(seconds * _PARTS) / _PARTS
