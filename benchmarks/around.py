"""Measure the Python around the core: ``python -m benchmarks.around``, the core's share of an analysed log.

Complete games are analysed and written as JSON by the library, and by ``POST /v1/analyses`` of a service in
this process, without a socket.  The two take turns, game by game.  Every call of the core is timed, its table
included.  All is processor time, so that a busy machine does not show.
"""

import gc
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

import click

from api.application import create_app
from api.settings import Settings
from benchmarks.lists import LOGS, read_cases
from solver import analyse
from solver.engine import native

TARGETS = {"library": 0.85, "POST /v1/analyses": 0.6}
"""The least share of the core that was set, 0 to 1."""

Way = Callable[[str], object]
"""A way to analyse a log of JSON and write the analysis."""


@dataclass(slots=True)
class Cost:
    """The processor time of all logs in one way."""

    all_ms: list[float] = field(default_factory=list)
    core_ms: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The part of the core, 0 to 1."""
        return sum(self.core_ms) / sum(self.all_ms)

    def line(self, name: str) -> str:
        """The row of a table of Markdown."""
        n, target = len(self.all_ms), TARGETS[name]
        mean, core = sum(self.all_ms) / n, sum(self.core_ms) / n
        met = "yes" if self.share >= target else "no"
        return (
            f"| {name} | {n} | {mean:.2f} | {core:.2f} | {mean - core:.2f} | {self.share:.0%} | {target:.0%} "
            f"| {met} |"
        )


HEAD = (
    "| way | logs | ms | core | around it | share of the core | target | met |\n"
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
)


class CoreClock:
    """The processor time that this thread has spent in the compiled searches."""

    def __init__(self) -> None:
        self.ns = 0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Time every call of the core during the context."""
        real = [
            (unit, name, getattr(unit, name))
            for unit in (native.points, native.tricks)
            for name in ("solve", "solve_many", "Table")
        ]
        for unit, name, call in real:
            setattr(unit, name, self._timed(call))
        try:
            yield
        finally:
            for unit, name, call in real:
                setattr(unit, name, call)

    def _timed(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*given: Any, **named: Any) -> Any:
            started = time.thread_time_ns()
            try:
                return call(*given, **named)
            finally:
                self.ns += time.thread_time_ns() - started

        return timed


def measure(logs: Sequence[str], ways: Mapping[str, Way]) -> dict[str, Cost]:
    """Analyse every log in every way, in turns."""
    clock, costs = CoreClock(), {name: Cost() for name in ways}
    with clock.running():
        for log in logs:
            for name, way in ways.items():
                gc.collect()
                gc.disable()
                clock.ns = 0
                started = time.process_time_ns()
                way(log)
                costs[name].all_ms.append((time.process_time_ns() - started) / 1e6)
                costs[name].core_ms.append(clock.ns / 1e6)
                gc.enable()
    return costs


def measure_all(n_logs: int = LOGS.n) -> dict[str, Cost]:
    """Measure so many games of the list in both ways."""
    lines = [json.dumps(case.request, separators=(",", ":")) for case in read_cases(LOGS)]
    with by_service() as ask:
        ways = dict(zip(TARGETS, (by_library, ask), strict=True))
        # What is loaded and made once is no cost of a log: the last logs, one of each game, warm up.
        n_warm = len(LOGS.games)
        measure(lines[-n_warm:], ways)
        return measure(lines[:-n_warm][:n_logs], ways)


def by_library(log: str) -> str:
    """Analyse a log and return the analysis as JSON, without the service."""
    return analyse(json.loads(log)).to_json()


@contextmanager
def by_service() -> Iterator[Way]:
    """Open a service with an empty database that goes with the context; the way to ask it."""
    with tempfile.TemporaryDirectory(prefix="atout-around-") as folder:
        database = str(Path(folder) / "atout.db")
        app = create_app(Settings(database=database, shipped_puzzles="off"))
        client = app.test_client()

        def ask(log: str) -> None:
            answer = client.post("/v1/analyses", data=log, content_type="application/json")
            if answer.status_code != HTTPStatus.OK:
                raise ValueError(f"the service refused a log: {answer.text}")

        yield ask


@click.command()
@click.option("--logs", "n_logs", default=LOGS.n, show_default=True, help="Logs of the list.")
def main(n_logs: int) -> None:
    """Print the costs as a table of Markdown."""
    click.echo(HEAD)
    for name, cost in measure_all(n_logs).items():
        click.echo(cost.line(name))


if __name__ == "__main__":
    main()
