"""The service under load, as gunicorn serves it by the configuration of the package."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import api
from benchmarks.load.client import Connection, RefusedError, request_of

CONFIG = Path(api.__file__).with_name("gunicorn.conf.py")
HOME = Path(__file__).resolve().parents[2]
HEALTH = request_of("GET", "/healthz")
METRICS = request_of("GET", "/metrics")


class Service:
    """A service that runs, and answers at ``port`` of the loopback."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process = process
        self.port = port

    def connect(self) -> Connection:
        """A connection to it."""
        return Connection(self.port)

    def processes(self) -> list[int]:
        """Its processes: the one that was started, and its workers."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        return [pid, *map(int, children)]

    def memory_kib(self) -> list[int]:
        """The memory of each of its workers that is in use, in KiB."""
        found = []
        for pid in self.processes()[1:]:
            status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
            found.append(int(status.partition("VmRSS:")[2].split()[0]))
        return found

    def metric(self, name: str) -> float:
        """The value of one of its metrics that has no labels."""
        with self.connect() as connection:
            for line in connection.ask(METRICS).decode().splitlines():
                if line.split(" ")[0] == name:
                    return float(line.split(" ")[1])
        raise KeyError(name)

    def stop(self) -> None:
        """Tell it to stop, and do not wait."""
        self.process.send_signal(signal.SIGTERM)


def start(
    module: str, arguments: Sequence[str], *, env: Mapping[str, str], stderr: int, pass_fds: Sequence[int]
) -> subprocess.Popen[bytes]:
    """Start ``python -m module arguments``; ``stderr`` and ``pass_fds`` are numbers of open files."""
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments], env=env, stderr=stderr, pass_fds=pass_fds
    )


@contextmanager
def serve(wsgi_app: str = "api.wsgi:app", **settings: object) -> Iterator[Service]:
    """A service with the default settings, but for those of ``settings`` (``solving_slots=1``).

    It sends nobody away because the machine is slow: a client that is refused is no figure.
    It keeps what it keeps in a folder that goes with it, and logs to a file in it.
    """
    listener = socket.create_server(("127.0.0.1", 0))
    port: int = listener.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="atout-load-") as folder, listener:
        environ = {name: value for name, value in os.environ.items() if not name.startswith("ATOUT_")}
        environ |= {"ATOUT_DATABASE": f"{folder}/atout.db", "PYTHONPATH": str(HOME)}
        # One worker, so that all slots are behind every connection. Without the puzzles, which a new service
        # takes in during its first minute.
        environ |= {"ATOUT_WAIT_MS": "60000", "ATOUT_WORKERS": "1", "ATOUT_SHIPPED_PUZZLES": "off"}
        environ |= {f"ATOUT_{name.upper()}": str(value) for name, value in settings.items()}
        options = ["--config", str(CONFIG), "--bind", f"fd://{listener.fileno()}", wsgi_app]
        with (
            open(f"{folder}/log", "wb") as log,
            start(
                "gunicorn", options, env=environ, stderr=log.fileno(), pass_fds=[listener.fileno()]
            ) as process,
        ):
            listener.close()
            try:
                _wait_for(process, port, Path(folder, "log"))
                yield Service(process, port)
            finally:
                process.terminate()
                process.wait()


def _wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Wait until it answers; raises RuntimeError, with what it logged, if it ends before."""
    while True:
        try:
            with Connection(port) as connection:
                connection.ask(HEALTH)
            return
        except (OSError, RefusedError):
            if process.poll() is not None:
                raise RuntimeError(f"the service did not start: {log.read_text('utf-8')}") from None
            time.sleep(0.05)
