"""Measure logs a second, by POST, by a job and by the command line: ``python -m benchmarks.rates``.

All are new complete games of random play, without fair verdicts; each way has games of its own.  The service
runs with its default settings on the loopback, the command line with a process for each core.  Beside the
clock stands the processor time of a log, in all processes together but those of the clients.
"""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import local

import click

from benchmarks.lists import LOGS
from benchmarks.load.client import LINES, request_of
from benchmarks.load.server import HOME, Service, serve
from benchmarks.make_logs import make_lines

N_CLIENTS = 64
N_WARM = 12
"""Logs that are judged before the clock starts: what is loaded and made once is no cost of a log."""
POLL_S = 0.25
"""The time between two looks at a job: a look takes as much of a processor as a fifth of a log."""
DEADLINE_S = 300.0


@dataclass(frozen=True, slots=True)
class Rate:
    """The cost of some logs in one way."""

    n: int
    clock_s: float
    cpu_s: float

    @property
    def per_second(self) -> float:
        """Logs a second, by the clock."""
        return self.n / self.clock_s

    def line(self, name: str, target: float) -> str:
        """Return the row of a table of Markdown."""
        met = "yes" if self.per_second >= target else "no"
        ms = 1000 * self.cpu_s / self.n
        return f"| {name} | {self.n} | {self.per_second:.1f} | {ms:.1f} | {target:g} | {met} |"


def by_post(lines: Sequence[str]) -> Rate:
    """Judge logs by ``POST /v1/analyses`` from `N_CLIENTS` clients, each over one connection."""
    requests = [request_of("POST", "/v1/analyses", line.encode()) for line in lines]
    with serve(workers=_cores()) as service, ExitStack() as stack:
        mine = local()

        def ask(request: bytes) -> None:
            try:
                mine.connection.ask(request)
            except (AttributeError, OSError):
                # The first of this client; or it was idle for so long that the service has hung up.
                mine.connection = stack.enter_context(service.connect())
                mine.connection.ask(request)

        with ThreadPoolExecutor(N_CLIENTS) as pool:
            list(pool.map(ask, requests[:N_WARM]))
            with _timed(service) as times:
                list(pool.map(ask, requests[N_WARM:]))
    return Rate(len(requests) - N_WARM, *times)


def by_job(lines: Sequence[str]) -> Rate:
    """Judge logs as one job, from when it is sent until it is done; another one warms up."""
    with serve(workers=_cores()) as service:
        _work_off(service, lines[:N_WARM])
        with _timed(service) as times:
            _work_off(service, lines[N_WARM:])
    return Rate(len(lines) - N_WARM, *times)


def _work_off(service: Service, lines: Sequence[str]) -> None:
    """Send a job and wait until all its logs are done; raises RuntimeError if one of them is not."""
    body = "".join(f"{line}\n" for line in lines).encode()
    with service.connect() as connection:
        connection.socket.sendall(request_of("POST", "/v1/jobs", body, LINES))
        status, answer = connection.read()
    job = json.loads(answer)
    if status != 202:
        raise RuntimeError(f"the job was refused: {job}")
    until = time.monotonic() + DEADLINE_S
    asked = request_of("GET", f"/v1/jobs/{job['id']}")
    while sum(job["counts"][kind] for kind in ("done", "refused", "failed")) < len(lines):
        if time.monotonic() > until:
            raise RuntimeError(f"the job is not done: {job}")
        time.sleep(POLL_S)
        # A connection for each look: workers that are busy hang up on those that are idle.
        with service.connect() as connection:
            job = json.loads(connection.ask(asked))
    if job["counts"]["done"] < len(lines):
        raise RuntimeError(f"the job has failed: {job}")


def by_command_line(lines: Sequence[str]) -> Rate:
    """Judge logs by ``atout analyse`` with a process for each core, starting it included."""
    with TemporaryDirectory(prefix="atout-rates-") as folder:
        logs = Path(folder, "logs.ndjson")
        logs.write_text("".join(f"{line}\n" for line in lines[N_WARM:]), encoding="utf-8")
        command = ["analyse", "--json", "--no-fair", "--workers", str(_cores()), str(logs)]
        before, started = _of_children(), time.perf_counter()
        with Path(folder, "out").open("wb") as out:
            subprocess.run([sys.executable, "-m", "solver", *command], stdout=out, cwd=HOME, check=True)
        clock, cpu = time.perf_counter() - started, _of_children() - before
        n_judged = Path(folder, "out").read_bytes().count(b"\n")
    if n_judged != len(lines) - N_WARM:
        raise RuntimeError(f"of {len(lines) - N_WARM} logs {n_judged} were judged")
    return Rate(n_judged, clock, cpu)


WAYS: dict[str, tuple[Callable[[Sequence[str]], Rate], float]] = {
    f"POST /v1/analyses, {N_CLIENTS} clients": (by_post, 30),
    "a job": (by_job, 50),
    "the command line": (by_command_line, 60),
}
"""The ways to judge logs, each with the logs a second on two cores that were set."""


@contextmanager
def _timed(service: Service) -> Iterator[list[float]]:
    """Measure the seconds of the context: by the clock, and of processor time of the service."""
    times: list[float] = []
    before, started = _of_service(service), time.perf_counter()
    yield times
    times += (time.perf_counter() - started, _of_service(service) - before)


def _of_service(service: Service) -> float:
    """Return the processor time of all its processes so far, in seconds."""
    ticks = 0
    for pid in service.processes():
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _of_children() -> float:
    """Return the processor time of the processes that have ended so far, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _cores() -> int:
    return os.cpu_count() or 1


HEAD = (
    "| way | logs | logs a second | processor ms a log | target | met |\n"
    "| --- | ---: | ---: | ---: | ---: | --- |"
)


def measure(n_logs: int, tries: int) -> Iterator[tuple[str, Rate, float]]:
    """Yield each way, the best of its rates and its target; each try has a new service, or command."""
    for seed, (name, (way, target)) in enumerate(WAYS.items(), 1):
        lines = [*make_lines(N_WARM + n_logs, seed, LOGS.games)]
        yield name, max((way(lines) for _ in range(tries)), key=lambda rate: rate.per_second), target


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--logs", "n_logs", default=300, show_default=True, help="Logs of each way.")
@click.option("--tries", default=3, show_default=True, help="Of each way, of which the best counts.")
def main(n_logs: int, tries: int) -> None:
    """Print the rates as a table of Markdown."""
    click.echo(HEAD)
    for name, rate, target in measure(n_logs, tries):
        click.echo(rate.line(name, target))


if __name__ == "__main__":
    main()
