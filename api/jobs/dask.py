"""An executor that works on the machines of a Dask cluster; it needs the extra ``dask``.

The cluster's scheduler and workers need the same version of this package.  Work that the cluster loses, as a
worker or the scheduler dies, does not count as failed: the chunks are begun anew.  Where a worker dies or
hangs, the scheduler does so by itself, and is seen to as the work announces each beginning.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from typing import Any
from uuid import uuid4

from distributed import Client, Future, Security, get_worker
from distributed.comm import connect
from distributed.scheduler import KilledWorker

from api.jobs.executors import Ending
from api.jobs.work import (
    NO_MEMORY,
    WORKERS_DIED,
    FailedError,
    LostError,
    Outcome,
    Result,
    StoppedError,
    Work,
    do_work,
)
from solver import CancelToken

CONNECT_S = 10.0
"""The time that the scheduler may take to connect, and to answer, in seconds."""
SILENT_S = 60.0
"""The time that a connected scheduler may be silent before it counts as lost, in seconds: it may be busy."""
LOOK_S = 1.0
"""The interval at which the connection and the threads of the cluster are checked, in seconds."""
GATHER_S = 30.0
"""The time that fetching the results of a chunk from its worker may take, in seconds."""
UNFIT_S = 10.0
"""The time for which a cluster that cannot do the work gets none, in seconds."""
CANCEL_S = 0.1
"""The interval at which a worker checks whether its chunk was cancelled, in seconds."""
NO_WORKERS = "it has no workers"
TOPIC = "atout-results"
"""The topic on which workers publish each beginning and result; the scheduler keeps the last thousand."""
CHUNKS_A_THREAD = 2
"""One to work on, and one to begin right after it."""

_logger = logging.getLogger(__name__)


class Cluster:
    """Works on the cluster whose scheduler is at ``address``.

    A thread of its own connects to the scheduler, and connects again when the connection is lost.
    """

    is_at_risk = False

    def __init__(self, address: str) -> None:
        _hush()
        self._address = address
        self._lock = Lock()
        self._client: Client | None = None
        self._n_threads = 0
        self._tasks: dict[str, _ClusterTask] = {}
        self._fit_at = 0.0
        self._heard_at = 0.0
        self._is_closed = Event()
        self._link: Thread | None = None

    def n_free(self) -> int:
        """Return the number of chunks that would keep its workers busy; 0 while it cannot be reached."""
        if self._link is None:
            # Not before: threads do not survive the fork of a worker of gunicorn.
            link = Thread(target=self._keep_linked, name="dask-link", daemon=True)
            link.start()
            self._link = link
        if time.monotonic() < self._fit_at:
            return 0
        with self._lock:
            return self._n_threads * CHUNKS_A_THREAD - len(self._tasks)

    def start(self, work: Work, then: Callable[[], None]) -> "_ClusterTask":
        """Send a chunk to the cluster; raises LostError if it cannot be reached."""
        with self._lock:
            client = self._client
        if client is None:
            raise LostError
        task = _ClusterTask(f"atout-{uuid4().hex}", self._end)
        with self._lock:
            self._tasks[task.key] = task
        try:
            task.follow(client.submit(work_for_cluster, work, key=task.key, retries=0), then)
        except Exception as error:
            _logger.warning("A chunk could not be sent to the cluster: %s", error)
            with self._lock:
                self._tasks.pop(task.key, None)
            raise LostError from error
        return task

    def close(self) -> None:
        """Disconnect from the cluster."""
        self._is_closed.set()
        self._unlink()

    def _end(self, task: "_ClusterTask", is_fit: bool) -> None:
        with self._lock:
            self._tasks.pop(task.key, None)
            if not is_fit:
                self._fit_at = time.monotonic() + UNFIT_S

    def _hear(self, event: tuple[float, Sequence[Any]]) -> None:
        """Note what a worker published, perhaps for another service; called by a thread of Dask."""
        key, *result = event[1]
        task = self._tasks.get(key)
        if task is not None:
            if result:
                task.hear(*result)
            else:
                task.hear_beginning()

    def _keep_linked(self) -> None:
        was_told: str | None = ""
        while not self._is_closed.wait(LOOK_S if self._client else 0):
            reason = self._look()
            # The connection stays: workers may come at any moment.
            told = reason if reason is not None or self._n_threads else NO_WORKERS
            if told != was_told and not self._is_closed.is_set():
                if told is None:
                    _logger.info("The Dask cluster at %s is there.", self._address)
                else:
                    _logger.warning("The Dask cluster at %s cannot be used: %s", self._address, told)
            was_told = told
            if reason is not None:
                self._unlink()
                self._is_closed.wait(LOOK_S)
        # It may have connected while `close` was called.
        self._unlink()

    def _look(self) -> str | None:
        """Connect if needed, and count the threads of the cluster; return why it cannot be used, or None."""
        try:
            if self._client is None:
                asyncio.run(_knock(self._address))
                self._client = Client(self._address, timeout=CONNECT_S, set_as_default=False, name="atout")
                self._client.subscribe_topic(TOPIC, self._hear)
                self._heard_at = time.monotonic()
            client = self._client
            n_threads = client.sync(client.scheduler.ncores, callback_timeout=CONNECT_S)
        except Exception as error:
            if isinstance(error, TimeoutError) and self._is_just_busy():
                return None
            return " ".join(str(error).split()) or type(error).__name__
        self._heard_at = time.monotonic()
        with self._lock:
            self._n_threads = sum(n_threads.values())
        return None if client.status == "running" else f"the connection is {client.status}"

    def _is_just_busy(self) -> bool:
        """True if a silent scheduler is still waited for, so that no chunk is begun anew."""
        is_linked = self._client is not None and self._client.status == "running"
        return is_linked and time.monotonic() < self._heard_at + SILENT_S

    def _unlink(self) -> None:
        """Give up the connection, and the chunks that are worked on over it."""
        with self._lock:
            client, self._client, self._n_threads = self._client, None, 0
            tasks, self._tasks = self._tasks, {}
        for task in tasks.values():
            task.lose()
        if client is not None:
            with suppress(Exception):
                client.close(timeout=CONNECT_S)


async def _knock(address: str) -> None:
    """Raise an exception if the scheduler at ``address`` refuses a connection.

    A `Client` that cannot connect would leave a thread and an event loop behind, and wait for them when it is
    deleted.
    """
    arguments = Security().get_connection_args("client")
    comm = await connect(address, timeout=CONNECT_S, **arguments)
    comm.abort()


def _hush() -> None:
    """Turn off the logging that Dask has just set up for itself; this module logs what matters."""
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] in ("distributed", "tornado"):
            logger = logging.getLogger(name)
            logger.handlers.clear()
            logger.propagate = True
            logger.setLevel(logging.CRITICAL)


class _ClusterTask(Ending):
    """The work on one chunk on the cluster."""

    def __init__(self, key: str, end: Callable[["_ClusterTask", bool], None]) -> None:
        super().__init__()
        self.key = key
        self._end = end
        self._lock = Lock()
        self._future: Future | None = None
        self._has_begun = False
        self._then: Callable[[], None] = lambda: None

    def follow(self, future: Future, then: Callable[[], None]) -> None:
        self._future, self._then = future, then
        future.add_done_callback(self._fetch)

    def hear_beginning(self) -> None:
        """Note that a worker has begun; if not for the first time, the one before was lost."""
        self._n_lost += self._has_begun
        self._has_begun = True

    def hear(self, place: int, number: int, outcome: str, body: bytes) -> None:
        """Note the result of the item at ``place`` in the chunk, if it is the next one.

        A chunk whose worker was lost is begun again, and then its first results come a second time.
        """
        if place == len(self._so_far):
            self._so_far.append(Result(number, Outcome(outcome), body))

    def stop(self) -> None:
        self._settle(StoppedError())

    def lose(self) -> None:
        self._settle(LostError())

    def _fetch(self, future: Future) -> None:
        """Fetch the results; called by a thread of Dask."""
        if not self.is_over:
            self._settle(_made_by(future))

    def _settle(self, made: list[Result] | Exception) -> None:
        """End the task with its results or an error, unless it has ended already."""
        with self._lock:
            if self._made is not None:
                return
            self._made = made
        future, self._future = self._future, None
        if future is not None and isinstance(made, Exception):
            with suppress(Exception):
                # The worker sees that the task is cancelled, and stops.
                future.cancel()
        self._end(self, not (isinstance(made, LostError) and str(made)))
        self._then()


def _made_by(future: Future) -> list[Result] | Exception:
    """Return the results of a chunk that has ended, or the error that it ended with."""
    try:
        results: list[Result] = future.result(timeout=GATHER_S)
        return results
    except KilledWorker:
        return FailedError(WORKERS_DIED)
    except MemoryError:
        return FailedError(NO_MEMORY)
    except StoppedError:
        return LostError()
    except BaseException as error:
        # The error of Dask for lost work is no Exception, so look at the status.
        if future.status in ("cancelled", "lost", "pending") or isinstance(error, (TimeoutError, OSError)):
            return LostError()
        return LostError(f"{type(error).__name__}: {error}")


def work_for_cluster(work: Work) -> list[Result]:
    """Return the results of a chunk; runs in a thread of a worker of the cluster."""
    return _Attendance().do(work)


class _Attendance:
    """Works on a chunk until the cluster cancels it."""

    def __init__(self) -> None:
        self._worker: Any = get_worker()
        self._key = self._worker.get_current_task()
        self._token = CancelToken()
        self._is_over = Event()
        self._is_stopped = False

    def do(self, work: Work) -> list[Result]:
        """Return the results of the chunk; raises StoppedError if it was cancelled."""
        Thread(target=self._watch, daemon=True).start()
        self._worker.log_event(TOPIC, (self._key,))
        try:
            results: list[Result] = []
            for result in do_work(work, self._turn, lambda: self._is_stopped):
                told = (self._key, len(results), result.number, str(result.outcome), result.body)
                self._worker.log_event(TOPIC, told)
                results.append(result)
            return results
        finally:
            self._is_over.set()

    def _watch(self) -> None:
        # Dask cannot stop a running task: it only marks it as cancelled on the worker.
        while not self._is_over.wait(CANCEL_S):
            state = self._worker.state.tasks.get(self._key)
            if state is None or state.state == "cancelled" or self._worker.status.name != "running":
                self._is_stopped = True
                self._token.cancel()

    @contextmanager
    def _turn(self, n_tries: int) -> Iterator[CancelToken]:
        self._token = token = CancelToken()
        if self._is_stopped:
            raise StoppedError
        yield token
