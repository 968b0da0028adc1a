"""The configuration of gunicorn: its ``--config``, which ``atout serve`` gives it.

Each worker has threads, as solving releases the interpreter lock.  Several also read and write at once.
"""

import gc
import os
import signal
import sys
import time
from contextlib import suppress
from types import FrameType
from typing import Any

from gunicorn.systemd import sd_notify
from prometheus_client.multiprocess import mark_process_dead

import api.application  # noqa: F401 (once for all workers, which then start in a moment and share it)
from api.access import open_keys
from api.jobs import Jobs
from api.monitor import (
    FOLDER_VARIABLE,
    empty_folder,
    fold_ended,
    log_configuration,
    make_folder,
    places,
)
from api.parts import part_of
from api.puzzles import BankLoader
from api.settings import SettingError, read_ahead, take_settings, unknown_variables
from api.solving import FreeSlots, SolvingSlots, allow_connections, return_big_blocks
from api.store import LaterDatabaseError, Store, StoreDownError, prepare_database
from solver.sentences import language_of_environment, phrase

STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)
"""The signals that stop a worker."""
SWITCH_S = 0.001
"""Seconds that a computing thread keeps the interpreter while others want it; Python's own 5 ms add up."""

try:
    # Once for all workers, whenever they start: this is loaded anew at SIGHUP, and by a successor.
    _settings = take_settings()
except SettingError as error:
    # gunicorn would show any other exception with a traceback.
    print(f"Error: {error}", file=sys.stderr)
    sys.exit(2)

try:
    make_folder()
except OSError as error:
    print(f"Error: {FOLDER_VARIABLE} names no folder that can be used: {error}", file=sys.stderr)
    sys.exit(2)

return_big_blocks()
wsgi_app = "api.wsgi:app"
bind = f"{_settings.host}:{_settings.port}"
workers = _settings.workers
# Made here, before the workers, so that all of them share it.
_free = FreeSlots()
worker_class = "api.http.worker.Worker"
threads = _settings.threads
worker_connections = allow_connections(threads)
# Longer than proxies keep theirs: what they send on one that is just being closed is lost.
keepalive = 75
# Each worker has a file there, whose time says that it lives. Where none can be made, gunicorn ends.
worker_tmp_dir = str(places()[0])
# Stopping takes a second. Requests on a busy machine have longer, but less than
# service managers wait before they kill a process.
graceful_timeout = 9
# A worker may be silent for the longest solve, and some time to answer, before it counts as hung.
timeout = _settings.max_time_ms // 1000 + 30
loglevel = _settings.log_level
logconfig_dict = log_configuration(_settings.log_form, _settings.log_level)
# What gunicorn would believe of any client on this machine; X-Forwarded-For the service reads itself.
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}
# All instances of gunicorn of this user would share the control socket.
control_socket_disable = True


def on_starting(arbiter: Any) -> None:
    """Empty the folder of the metrics, and upgrade the database, before the workers start.

    It warns of variables that may be mistyped settings.  Workers also start without the database, and keep
    trying to reach it; only one that a later version has made will never do.
    """
    # Collectors of garbage leave alone what all share, or it would be copied for each worker; nor is it gone
    # through when the service ends.
    gc.freeze()
    # With GUNICORN_PID it takes over from another gunicorn, whose workers still count.
    if "GUNICORN_PID" not in os.environ:
        empty_folder()
    _reload_only_readable(arbiter)
    _hold_signals_for_workers(arbiter)
    _wait_for_room(arbiter)
    for sentence in unknown_variables():
        arbiter.log.warning(sentence)
    try:
        arbiter.log.info(str(prepare_database(_settings.database)))
        if _settings.keys == "required" and not _has_keys():
            arbiter.log.warning("Nobody has a key, and one is required: atout keys add NAME makes it.")
    except LaterDatabaseError as error:
        said = phrase("Error: {message}", message=error.said[0])
        print(said.say(language_of_environment()), file=sys.stderr)
        sys.exit(2)
    except StoreDownError as error:
        arbiter.log.error("The database cannot be used; analyses are not kept until it can: %s", error)


def _reload_only_readable(arbiter: Any) -> None:
    """Make SIGHUP leave the service as it is while its settings cannot be read.

    gunicorn would end it, as at the start, and so would the workers that it starts then.
    """
    reload = arbiter.reload

    def reload_if_readable() -> None:
        try:
            read_ahead()
        except SettingError as error:
            arbiter.log.error("Nothing is loaded anew, the service goes on as it is: %s", error)
        else:
            reload()

    arbiter.reload = reload_if_readable


def _hold_signals_for_workers(arbiter: Any) -> None:
    """Hold back what stops a worker from the fork on, until the worker has handlers of its own.

    Until then it has those of gunicorn's main process, which note a signal for a loop that it never comes to:
    it would serve on until it is killed.
    """
    spawn = arbiter.spawn_worker

    def spawn_worker() -> Any:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        try:
            return spawn()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    arbiter.spawn_worker = spawn_worker


def _wait_for_room(arbiter: Any) -> None:
    """Try again later where the system has no room for a worker: the others go on meanwhile.

    gunicorn would end them all.  Nobody waits for the first one, without which nothing works.
    """
    spawn = arbiter.spawn_worker
    has_begun = is_told = False

    def spawn_worker() -> Any:
        nonlocal has_begun, is_told
        try:
            made = spawn()
        except OSError as error:
            if not has_begun or os.getpid() != arbiter.pid:
                raise
            # It is tried every second.
            if not is_told:
                arbiter.log.error("No worker can be started until there is room: %s", error)
            is_told = True
            return None
        has_begun, is_told = True, False
        return made

    arbiter.spawn_worker = spawn_worker


def _has_keys() -> bool:
    with open_keys() as keys:
        return any(key.state == "active" for key in keys.list())


def when_ready(arbiter: Any) -> None:
    """Give workers their whole time again when all stood still together, as on a machine that was paused.

    gunicorn looks every second, and would take every worker for hung, and kill it with all its requests.
    """
    kill_silent = arbiter.murder_workers
    looked_at = time.monotonic()

    def kill_silent_unless_paused() -> None:
        nonlocal looked_at
        before, looked_at = looked_at, time.monotonic()
        # It is to be more than the second between two looks, however short the timeout is.
        if arbiter.timeout and looked_at - before > max(arbiter.timeout / 2, 2):
            arbiter.log.warning("Everything stood still for %d seconds, and goes on.", looked_at - before)
            for worker in list(arbiter.WORKERS.values()):
                worker.tmp.notify()
        kill_silent()

    arbiter.murder_workers = kill_silent_unless_paused


def post_worker_init(worker: Any) -> None:
    """Make a worker that is stopped end its solves first: their clients get what is proved so far, at once.

    The worker then no longer waits for clients who are still sending a request.
    """
    slots = part_of(worker.wsgi, SolvingSlots)

    def show(n_free: int, begins: bool) -> None:
        _free.show(worker.age, n_free, begins)
        worker.note_free(n_free)

    slots.tell_free(show)
    worker.others_are_better = lambda: _free.has_better(worker.age)
    jobs = part_of(worker.wsgi, Jobs)
    loader = part_of(worker.wsgi, BankLoader)
    try:
        jobs.start()
        loader.start()
    except RuntimeError as error:
        # gunicorn would end all workers. Work on jobs begins with the next that comes here, or elsewhere.
        worker.log.warning("There is no room for threads that work in the background: %s", error)
    # Threads that return from waiting for a client or the database should not wait for computing ones.
    sys.setswitchinterval(SWITCH_S)

    def end_all() -> None:
        slots.stop()
        jobs.stop_soon()
        loader.stop_soon()
        worker.stop_waiting()

    for number in STOPS:
        handle = signal.getsignal(number)

        def stop(number: int, frame: FrameType | None, handle: Any = handle) -> None:
            end_all()
            handle(number, frame)

        signal.signal(number, stop)
    if not worker.alive:
        # The signal came during the start, when only gunicorn handled it: answer the requests that are there.
        end_all()
        return
    _follow_on(worker)


def _follow_on(worker: Any) -> None:
    """Tell systemd that the service has a new main process, and end the one before.

    This happens only when a worker is ready: if none can start, the process before goes on.
    """
    before = os.environ.get("GUNICORN_PID")
    if before is None or "NOTIFY_SOCKET" not in os.environ:
        return
    sd_notify(f"MAINPID={worker.ppid}", worker.log)
    with suppress(ProcessLookupError):
        os.kill(int(before), signal.SIGTERM)


def child_exit(arbiter: Any, worker: Any) -> None:
    """Remove the gauges and the slots of a worker that has ended, and add its counts to those of others."""
    _free.leave(worker.age)
    try:
        mark_process_dead(worker.pid, os.environ[FOLDER_VARIABLE])
        fold_ended(os.environ[FOLDER_VARIABLE])
    except Exception as error:  # it would end the service
        arbiter.log.warning("The files with the counts of workers that have ended stay for now: %s", error)


def worker_exit(arbiter: Any, worker: Any) -> None:
    """Give back the chunks of jobs that this worker had, so that others go on with them at once."""
    # gunicorn gives it the application only once that is loaded.
    service = getattr(worker, "wsgi", None)
    if service is None or os.getpid() != worker.pid:
        return
    part_of(service, Jobs).stop()
    part_of(service, Store).close()
    if not worker.alive:
        # All is answered and given back; do not wait for threads such as those of Dask.
        os._exit(0)
