"""A clerk of jobs under test: an executor that does what the test says, and a job of three chunks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from api.http.arrival import Line
from api.jobs import ledger as jobs_ledger, store as jobs_store
from api.jobs.ledger import Ledger
from api.jobs.runner import JobRunner
from api.jobs.store import Job, JobStore
from api.jobs.work import LostError, Outcome, Result, StoppedError, Work, made, unpack
from api.settings.config import Settings
from api.store.analyses import Store
from tests.support.api.databases import database
from tests.support.api.job_logs import DEADLINE_S, wait_until

SETTINGS = Settings(database="none", job_tries=2)


class Clock:
    """The clock of the database, which the test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_000_000.0
        for module in (jobs_store, jobs_ledger):
            monkeypatch.setattr(module, "clock", lambda connection: self.now)


@dataclass
class Played:
    """The work on a chunk, which ends as the test says."""

    work: Work
    then: Callable[[], None]
    end: list[Result] | Exception | None = None
    is_stopped: bool = False
    n_lost: int = 0
    n_so_far: int = 0
    """How many of its items have their result while it is not over."""

    @property
    def is_over(self) -> bool:
        return self.end is not None

    @property
    def first(self) -> int:
        return next(unpack(self.work.items)).number

    def results(self) -> list[Result]:
        if isinstance(self.end, Exception):
            raise self.end
        assert self.end is not None
        return self.end

    def so_far(self) -> list[Result]:
        return self.all()[: self.n_so_far]

    def all(self) -> list[Result]:
        """What would come of all its items."""
        return [made(item.number, Outcome.done, item.number) for item in unpack(self.work.items)]

    def stop(self) -> None:
        self.is_stopped = True
        if self.end is None:
            self.finish(StoppedError())

    def finish(self, end: Exception | None = None) -> None:
        """Let it end."""
        self.end = end or self.all()
        self.then()


@dataclass
class Stage:
    """An executor that only remembers what it was given."""

    n_places: int = 2
    refuses: bool = False
    tasks: list[Played] = field(default_factory=list)
    is_closed: bool = False
    is_at_risk: bool = True

    def n_free(self) -> int:
        return self.n_places - sum(not task.is_over for task in self.tasks)

    def start(self, work: Work, then: Callable[[], None]) -> Played:
        if self.refuses:
            raise LostError
        self.tasks.append(Played(work, then))
        return self.tasks[-1]

    def close(self) -> None:
        self.is_closed = True

    def under_way(self) -> list[Played]:
        return [task for task in self.tasks if not task.is_over]


@dataclass
class Scene:
    """A job of three chunks of two items, and its clerk."""

    store: Store
    jobs: JobStore
    stage: Stage
    runner: JobRunner
    job_id: str

    def job(self) -> Job:
        job = self.jobs.find(self.job_id, "")
        assert job is not None
        return job

    def begun(self, first: int, n: int = 1) -> Played:
        """The work on the chunk that begins with that item, when it has been begun for the n-th time."""

        def found() -> list[Played]:
            return [task for task in self.stage.tasks if task.first == first]

        wait_until(lambda: len(found()) >= n, f"try {n} of the chunk from {first}")
        return found()[n - 1]

    def results(self) -> list[Any]:
        page = self.jobs.page(self.job(), 0, 100)
        return [(number, str(outcome)) for number, outcome, _ in self.jobs.read(self.job_id, page.numbers)]


@contextmanager
def scene(kind: str, stage: Stage | None = None) -> Iterator[Scene]:
    with database(kind) as address:
        store = Store(address)
        jobs = JobStore(store, 10, 60)
        job_id = jobs.begin("analyses", {"language": "en"}, "")
        for first in (1, 3, 5):
            jobs.add(job_id, [Line(first, b"1"), Line(first + 1, b"2")])
        jobs.submit(job_id, 6, "digest", None)
        stage = stage or Stage()
        runner = JobRunner(Ledger(store, 60, 60), stage, SETTINGS)
        runner.start()
        try:
            yield Scene(store, jobs, stage, runner, job_id)
        finally:
            runner.stop(DEADLINE_S)
            assert stage.is_closed
            store.close()


ALL_DONE = [(number, "done") for number in range(1, 7)]


def finish_rest(played: Scene) -> None:
    """Let everything end well from now on."""

    def is_ended() -> bool:
        for task in played.stage.under_way():
            task.finish()
        return played.job().is_ended

    wait_until(is_ended, "the end of the job")
