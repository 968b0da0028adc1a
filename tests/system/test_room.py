"""A system without room for one more thread or process: the service goes on with what it has."""

import os
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from api.http.worker import Worker
from api.jobs import Jobs
from api.monitor.metrics import FOLDER_VARIABLE
from api.puzzles import BankLoader
from api.settings import read_settings
from api.solving import SolvingSlots
from tests.support.api.served import CONFIG
from tests.support.waiting import no_more_threads


@pytest.fixture
def parts() -> dict[type, MagicMock]:
    """The parts of the application of a worker."""
    return {kind: MagicMock(kind) for kind in (SolvingSlots, Jobs, BankLoader)}


@pytest.fixture
def configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parts: dict[type, MagicMock]) -> Any:
    """What the configuration of gunicorn defines."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr("api.settings.take_settings", read_settings)  # kept for no test that follows
    monkeypatch.setattr("api.parts.part_of", lambda app, kind: parts[kind])
    return SimpleNamespace(**runpy.run_path(str(CONFIG)))


def test_the_threads_that_there_are_answer_all(monkeypatch: pytest.MonkeyPatch) -> None:
    worker: Any = SimpleNamespace(cfg=SimpleNamespace(threads=3))
    with no_more_threads(monkeypatch, 1), Worker.get_thread_pool(worker) as pool:
        tasks = [pool.submit(pow, 2, n) for n in range(9)]
        assert [task.result() for task in tasks] == [2**n for n in range(9)]


def test_a_worker_that_can_answer_nobody_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    worker: Any = SimpleNamespace(cfg=SimpleNamespace(threads=3))
    pool = Worker.get_thread_pool(worker)
    with no_more_threads(monkeypatch), pytest.raises(RuntimeError, match="thread"):
        pool.submit(pow, 2, 2)


@pytest.mark.parametrize("kind", [Jobs, BankLoader])
def test_a_worker_answers_where_nothing_can_be_done_in_the_background(
    configured: Any, parts: dict[type, MagicMock], monkeypatch: pytest.MonkeyPatch, kind: type
) -> None:
    monkeypatch.setattr("signal.signal", lambda number, handle: None)
    monkeypatch.setattr("sys.setswitchinterval", lambda seconds: None)
    parts[kind].start.side_effect = RuntimeError("can't start new thread")
    worker = MagicMock(alive=True)
    configured.post_worker_init(worker)
    assert worker.log.warning.call_count == 1


class Spawning:
    """The main process of gunicorn, which may start so many workers, or the beginning of one."""

    def __init__(self, *rooms: bool) -> None:
        self.pid = os.getpid()
        self.log = MagicMock()
        self._rooms = iter(rooms)
        self.n_spawned = 0

    def spawn_worker(self) -> int:
        """Start one, or raise what a fork does."""
        if not next(self._rooms):
            raise BlockingIOError(11, "Resource temporarily unavailable")
        self.n_spawned += 1
        return self.n_spawned


def test_a_worker_is_started_once_there_is_room(configured: Any) -> None:
    arbiter = Spawning(True, False, False, True, False)
    configured._wait_for_room(arbiter)
    assert [arbiter.spawn_worker() for _ in range(5)] == [1, None, None, 2, None]
    assert arbiter.log.error.call_count == 2, "the log tells each want of room once"


def test_a_service_that_cannot_begin_ends(configured: Any) -> None:
    arbiter = Spawning(False)
    configured._wait_for_room(arbiter)
    with pytest.raises(BlockingIOError):
        arbiter.spawn_worker()


def test_a_new_process_never_goes_on_as_the_main_one(configured: Any) -> None:
    arbiter = Spawning(True, False)
    configured._wait_for_room(arbiter)
    arbiter.spawn_worker()
    arbiter.pid += 1
    with pytest.raises(BlockingIOError):
        arbiter.spawn_worker()
