"""Dask clusters of processes of their own, on this machine, that tests may kill."""

import os
import signal
import socket
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from types import MappingProxyType

from tests.support.api.servers import check_mark
from tests.support.api.warm import WarmProcess
from tests.support.waiting import PATIENCE_S

_LOCAL = ("--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")
"""Without the last of these Dask's dashboard listens on all interfaces, ``--no-dashboard`` or not."""


def free_port() -> int:
    """A port at which nobody listens."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
    return number


class Dask:
    """A scheduler and workers; whatever is killed can be started again."""

    def __init__(self, folder: Path, environ: Mapping[str, str], preload: str | None) -> None:
        self._folder = folder
        self._preload = () if preload is None else ("--preload", preload)
        self._port = free_port()
        self._environ = {**os.environ, **environ}
        self.address = f"tcp://127.0.0.1:{self._port}"
        self._n_workers = 0
        self.scheduler: WarmProcess | None = None
        self.workers: list[WarmProcess] = []

    def start_scheduler(self) -> None:
        """Start the scheduler, at the same address each time."""
        self.scheduler = self._start("dask_scheduler", "--port", str(self._port))

    def start_worker(self) -> WarmProcess:
        """Start a worker with one thread, which waits for the scheduler."""
        self._n_workers += 1
        folder = self._folder / f"worker-{self._n_workers}"
        one = ("--no-nanny", "--nthreads", "1", "--local-directory", str(folder))
        patient = ("--death-timeout", str(PATIENCE_S))
        self.workers.append(self._start("dask_worker", self.address, *one, *patient, *self._preload))
        return self.workers[-1]

    def running_scheduler(self) -> WarmProcess:
        """The scheduler."""
        assert self.scheduler is not None, "it was started"
        return self.scheduler

    def stop(self) -> None:
        """End all of it."""
        for process in (*self.workers, self.scheduler):
            if process is not None:
                kill(process)

    def _start(self, program: str, *options: str) -> WarmProcess:
        module, arguments = f"distributed.cli.{program}", [*options, *_LOCAL]
        with (self._folder / "log").open("ab") as file:
            log = file.fileno()
            return WarmProcess(module, arguments, env=self._environ, stdout=log, stderr=log, has_dask=True)


def kill(process: WarmProcess) -> None:
    """SIGKILL, if it still runs."""
    process.send_signal(signal.SIGKILL)
    process.wait()


@contextmanager
def cluster(
    n_workers: int,
    *,
    starts: bool = True,
    environ: Mapping[str, str] = MappingProxyType({}),
    preload: str | None = None,
) -> Iterator[Dask]:
    """A cluster that ends with the block; ``preload`` is a module that its workers import first."""
    check_mark()
    with tempfile.TemporaryDirectory() as folder:
        dask = Dask(Path(folder), environ, preload)
        try:
            if starts:
                dask.start_scheduler()
            for _ in range(n_workers):
                dask.start_worker()
            yield dask
        finally:
            dask.stop()
