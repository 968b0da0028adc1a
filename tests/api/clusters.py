"""Dask clusters of processes of their own, on this machine, that tests may kill."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

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

    def __init__(self, folder: Path, protocol: str = "tcp", environ: Mapping[str, str] | None = None) -> None:
        self._folder = folder
        self._port = free_port()
        self._environ = {**os.environ, **(environ or {}), "PYTHONWARNINGS": "ignore"}
        self.address = f"{protocol}://127.0.0.1:{self._port}"
        self._protocol = protocol
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def start_scheduler(self) -> None:
        """Start the scheduler, at the same address each time."""
        port = ("--port", str(self._port), "--protocol", self._protocol)
        self.scheduler = self._start("dask_scheduler", *port)

    def start_worker(self) -> subprocess.Popen[bytes]:
        """Start a worker with one thread, which waits for the scheduler."""
        folder = self._folder / f"worker-{len(self.workers)}"
        one = ("--no-nanny", "--nthreads", "1", "--death-timeout", "60", "--local-directory", str(folder))
        self.workers.append(self._start("dask_worker", self.address, *one, "--protocol", self._protocol))
        return self.workers[-1]

    def stop(self) -> None:
        """End all of it."""
        for process in (*self.workers, self.scheduler):
            if process is not None:
                kill(process)

    def _start(self, program: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *options, *_LOCAL]
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(command, env=self._environ, stdout=log, stderr=log)


def kill(process: "subprocess.Popen[bytes]") -> None:
    """SIGKILL, if it still runs."""
    process.send_signal(signal.SIGKILL)
    process.wait()


@contextmanager
def cluster(
    n_workers: int, protocol: str = "tcp", environ: Mapping[str, str] | None = None
) -> Iterator[Dask]:
    """A cluster that ends with the block."""
    with tempfile.TemporaryDirectory() as folder:
        dask = Dask(Path(folder), protocol, environ)
        try:
            dask.start_scheduler()
            for _ in range(n_workers):
                dask.start_worker()
            yield dask
        finally:
            dask.stop()
