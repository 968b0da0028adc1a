"""Work spread over the machines of a Dask cluster; for those who have installed the extra ``dask``.

The cluster's scheduler and workers need the same version of this package.  What the cluster loses, by the
death of a worker or of its scheduler, is lost work and no failure: the chunks are begun anew.
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
"""How long the scheduler may take to be reached, or to answer."""
SILENT_S = 60.0
"""How long a scheduler whose connection stands may say nothing: one that is busy, on a busy machine."""
LOOK_S = 1.0
"""How often the cluster is looked at: whether it is there, and how many threads it has."""
GATHER_S = 30.0
"""How long the results of a chunk may take to be fetched from the worker that has them."""
UNFIT_S = 10.0
"""How long a cluster that cannot do the work is left alone."""
CANCEL_S = 0.1
"""How often a worker looks whether the chunk that it works on is still wanted."""
TOPIC = "atout-results"
"""Under this the workers tell the services of each result at once; the scheduler keeps the last thousand."""
CHUNKS_A_THREAD = 2
"""One to work on, and one that is there when that is done."""

_logger = logging.getLogger(__name__)


class Cluster:
    """Works on the cluster whose scheduler is at ``address``; connects in a thread of its own, and again."""

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
        """How many more chunks keep its workers busy; none while it cannot be reached."""
        if self._link is None:
            # Now and not before: threads do not survive the fork of a worker of gunicorn.
            self._link = Thread(target=self._keep_linked, name="dask-link", daemon=True)
            self._link.start()
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
        """Leave the cluster."""
        self._is_closed.set()
        self._unlink()

    def _end(self, task: "_ClusterTask", is_fit: bool) -> None:
        with self._lock:
            self._tasks.pop(task.key, None)
            if not is_fit:
                self._fit_at = time.monotonic() + UNFIT_S

    def _hear(self, event: tuple[float, Sequence[Any]]) -> None:
        """Note a result of which a worker tells, perhaps another service's; called by a thread of Dask's."""
        key, *result = event[1]
        task = self._tasks.get(key)
        if task is not None:
            task.hear(*result)

    def _keep_linked(self) -> None:
        was_told: str | None = ""
        while not self._is_closed.wait(LOOK_S if self._client else 0):
            reason = self._look()
            if reason != was_told and not self._is_closed.is_set():
                if reason is None:
                    _logger.info("The Dask cluster at %s is there.", self._address)
                else:
                    _logger.warning("The Dask cluster at %s cannot be used: %s", self._address, reason)
            was_told = reason
            if reason is not None:
                self._unlink()
                self._is_closed.wait(LOOK_S)

    def _look(self) -> str | None:
        """Why the cluster cannot be used, if so; notes how many threads it has."""
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
        """Whether a scheduler that does not answer is waited for: nothing is begun anew for that."""
        is_linked = self._client is not None and self._client.status == "running"
        return is_linked and time.monotonic() < self._heard_at + SILENT_S

    def _unlink(self) -> None:
        """Give up the connection, and whatever is under way over it."""
        with self._lock:
            client, self._client, self._n_threads = self._client, None, 0
            tasks, self._tasks = self._tasks, {}
        for task in tasks.values():
            task.lose()
        if client is not None:
            with suppress(Exception):
                client.close(timeout=CONNECT_S)


async def _knock(address: str) -> None:
    """Raise an exception if the scheduler at ``address`` does not let this service in.

    A client that cannot connect would leave a thread and a loop behind, and wait for them when it is deleted.
    """
    arguments = Security().get_connection_args("client")
    comm = await connect(address, timeout=CONNECT_S, **arguments)
    comm.abort()


def _hush() -> None:
    """Let Dask not log in its own way, which it has just set up: what there is to say is said here."""
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] in ("distributed", "tornado"):
            logger = logging.getLogger(name)
            logger.handlers.clear()
            logger.propagate = True
            logger.setLevel(logging.CRITICAL)


class _ClusterTask(Ending):
    """A chunk on the cluster."""

    def __init__(self, key: str, end: Callable[["_ClusterTask", bool], None]) -> None:
        super().__init__()
        self.key = key
        self._end = end
        self._lock = Lock()
        self._future: Future | None = None
        self._then: Callable[[], None] = lambda: None

    def follow(self, future: Future, then: Callable[[], None]) -> None:
        self._future, self._then = future, then
        future.add_done_callback(self._fetch)

    def hear(self, place: int, number: int, outcome: str, body: bytes) -> None:
        """Note what has come of the item at that place, if it is the next one.

        The cluster begins a chunk again whose worker was lost, and then tells of the same items again.
        """
        if place == len(self._so_far):
            self._so_far.append(Result(number, Outcome(outcome), body))

    def stop(self) -> None:
        self._settle(StoppedError())

    def lose(self) -> None:
        self._settle(LostError())

    def _fetch(self, future: Future) -> None:
        """Fetch what came of it; called by a thread of Dask's."""
        if not self.is_over:
            self._settle(_made_by(future))

    def _settle(self, made: list[Result] | Exception) -> None:
        """Let it be over with that, unless it is over already."""
        with self._lock:
            if self._made is not None:
                return
            self._made = made
        future, self._future = self._future, None
        if future is not None and isinstance(made, Exception):
            with suppress(Exception):
                # Its worker sees that nobody wants it any more, and leaves off.
                future.cancel()
        self._end(self, not (isinstance(made, LostError) and str(made)))
        self._then()


def _made_by(future: Future) -> list[Result] | Exception:
    """What came of a chunk that has ended, or why nothing did."""
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
        # Dask's own word for what is lost is no Exception; it has a status for it.
        if future.status in ("cancelled", "lost", "pending") or isinstance(error, (TimeoutError, OSError)):
            return LostError()
        return LostError(f"{type(error).__name__}: {error}")


def work_for_cluster(work: Work) -> list[Result]:
    """What comes of a chunk; this runs in a thread of a worker of the cluster."""
    return _Attendance().do(work)


class _Attendance:
    """Does the work on a chunk while the cluster wants it."""

    def __init__(self) -> None:
        self._worker: Any = get_worker()
        self._key = self._worker.get_current_task()
        self._token = CancelToken()
        self._is_over = Event()
        self._is_stopped = False

    def do(self, work: Work) -> list[Result]:
        """What comes of the chunk; raises StoppedError when nobody wants it any more."""
        Thread(target=self._watch, daemon=True).start()
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
        # A task that is running cannot be taken from a worker: it is only marked as cancelled there.
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
