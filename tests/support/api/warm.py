"""Processes that begin as copies of one which has imported the service already.

A service takes about two seconds of processor time to start, nearly all of it for imports, and the tests
start a hundred. So one process for each run of tests imports what services need, and is forked: each copy has
its own environment, files, signals and memory, as if Python had just been started. Tests of how a service is
started do start it. The processes of a Dask cluster, and the services that use one, are copies of a copy that
has imported Dask, too.

This file is both: the module that tests use, and the program of the process that is forked.
"""

import atexit
import fcntl
import gc
import json
import os
import random
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn, Self

ROOT = Path(__file__).resolve().parents[3]
IMPORTED = (
    "api.application",
    "api.http.worker",
    "gunicorn.app.wsgiapp",
    "gunicorn.arbiter",
    "gunicorn.glogging",
    "gunicorn.workers.gthread",
    "prometheus_client.multiprocess",
    "psycopg",
    "sqlalchemy.dialects.sqlite",
)
"""The modules that are imported once. None of them reads the environment when it is imported."""
IMPORTED_FOR_DASK = ("api.jobs.dask", "distributed.cli.utils", "distributed.nanny")
"""The modules that are imported besides, for Dask. `dask.config` reads the environment, and can again."""
MOST_BYTES = 100_000
"""Of a request for a process; nearly all of it is the environment."""
MOST_FILES = 16
"""Files that a process can be given."""
OUT_OF_THE_WAY = 100
"""A number above all numbers of files that a process is given."""


class WarmProcess:
    """A process that was forked, with those methods of `subprocess.Popen` that tests of services use."""

    def __init__(
        self,
        module: str,
        arguments: Sequence[str],
        *,
        env: Mapping[str, str],
        stderr: int,
        stdout: int | None = None,
        pass_fds: Sequence[int] = (),
        has_dask: bool = False,
    ) -> None:
        """Start ``python -m module arguments``.

        Args:
            module: The module that is run as a program.
            arguments: Its arguments.
            env: Its whole environment.
            stderr: The number of the open file that its standard error goes to.
            stdout: The same of its standard output; that of the tests if left out.
            pass_fds: Numbers of open files that it has, too, by the same numbers.
            has_dask: True if it is to begin with Dask imported.
        """
        self.returncode: int | None = None
        self._status, told_by = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with told_by:
            files = {1: 1 if stdout is None else stdout, 2: stderr} | {file: file for file in pass_fds}
            request = {
                "module": module,
                "arguments": list(arguments),
                "env": dict(env),
                "folder": os.getcwd(),
                "files": list(files),
            }
            connection = _connect_to_dask() if has_dask else _connect()
            socket.send_fds(connection, [json.dumps(request).encode()], [told_by.fileno(), *files.values()])
        self.pid = int(self._status.recv(16))

    def poll(self) -> int | None:
        """Return the exit status, negative after a signal; None while the process runs."""
        return self._read_status(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, at most ``timeout`` seconds, and return the exit status.

        Raises:
            subprocess.TimeoutExpired: The process still runs.
        """
        status = self._read_status(timeout)
        if status is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
        return status

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask the process to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End the process."""
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.wait()
        self._status.close()

    def _read_status(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], timeout)[0]:
            self.returncode = int(self._status.recv(16))
        return self.returncode


@cache
def _connect() -> socket.socket:
    """Start the process that is forked, which ends with this one; return the connection to it."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-m", __name__, str(there.fileno())]
    with there:
        process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[there.fileno()])

    def end() -> None:
        here.close()
        process.wait()

    atexit.register(end)
    return here


@cache
def _connect_to_dask() -> socket.socket:
    """Start the copy that imports Dask and is forked itself; return the connection to it."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with there:
        number = there.fileno()
        process = WarmProcess(
            __name__, [str(number), *IMPORTED_FOR_DASK], env=os.environ, stderr=2, pass_fds=[number]
        )

    def end() -> None:
        here.close()
        process.wait()

    # Before the end of what it is a copy of: the last that is registered is called first.
    atexit.register(end)
    return here


# ---- the process that is forked


class _Forked:
    """What is forked: it imports, and then only forks and waits for its copies."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._running: dict[int, socket.socket] = {}
        # A byte comes here with each signal, so that the end of a copy ends the waiting for requests.
        self._woken, self._waker = socket.socketpair()
        self._waker.setblocking(False)

    def run(self) -> NoReturn:
        """Fork as often as it is asked, until the tests have ended."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
        while True:
            ready, _, _ = select.select([self._connection, self._woken], [], [])
            if self._woken in ready:
                self._woken.recv(4096)
                self._tell_ends()
            if self._connection in ready:
                request, files, _, _ = socket.recv_fds(self._connection, MOST_BYTES, MOST_FILES)
                if not request:
                    sys.exit()
                self._fork(json.loads(request), files)

    def _tell_ends(self) -> None:
        """Tell the exit status of each copy that has ended."""
        for pid in list(self._running):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                with self._running.pop(pid) as told, suppress(BrokenPipeError):
                    told.send(b"%d" % os.waitstatus_to_exitcode(status))

    def _fork(self, request: Any, files: Sequence[int]) -> None:
        told = socket.socket(fileno=files[0])
        pid = os.fork()
        if pid == 0:
            told.close()
            self._forget()
            _become(request, files[1:])
        self._running[pid] = told
        told.send(b"%d" % pid)
        for file in files[1:]:
            os.close(file)

    def _forget(self) -> None:
        """In a copy: let go of all that is not the copy's."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # also where the tests run under nohup
        for one in (self._connection, self._woken, self._waker, *self._running.values()):
            one.close()


def _become(request: Any, files: Sequence[int]) -> NoReturn:
    """Run a program as Python would that has just been started."""
    # Step 1. The files by their numbers; first out of the way, as one may have the number of another.
    away = [fcntl.fcntl(file, fcntl.F_DUPFD, OUT_OF_THE_WAY) for file in files]
    for file in files:
        os.close(file)
    for file, number in zip(away, request["files"], strict=True):
        os.dup2(file, number)
        os.close(file)
    # Step 2. What Python has read of its surroundings, or made up, when it was started.
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["folder"])
    tempfile.tempdir = None
    random.seed()
    if "dask.config" in sys.modules:
        sys.modules["dask.config"].refresh()
    # Step 3. The program. How it ends is how this process ends.
    sys.argv = [request["module"], *request["arguments"]]
    runpy.run_module(request["module"], run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    for name in (*IMPORTED, *sys.argv[2:]):
        import_module(name)
    # What is never collected is never written to: the copies share it.
    gc.collect()
    gc.freeze()
    _Forked(socket.socket(fileno=int(sys.argv[1]))).run()
