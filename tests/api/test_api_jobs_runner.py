"""The clerk of the jobs: chunks whose work is lost, fails, or ends while the database is away."""

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from api.arrival import Line
from api.config import Settings
from api.jobs_ledger import Ledger
from api.jobs_runner import JobRunner
from api.jobs_store import Job, JobStore
from api.jobs_work import FailedError, LostError, Outcome, Result, StoppedError, Work, granted, made, unpack
from api.store import Store
from tests.api.databases import KINDS, database
from tests.api.jobs import DEADLINE_S, wait_until

SETTINGS = Settings(database="none", job_tries=2)


@dataclass
class Played:
    """The work on a chunk, which ends as the test says."""

    work: Work
    then: Callable[[], None]
    end: list[Result] | Exception | None = None
    is_stopped: bool = False

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

    def stop(self) -> None:
        self.is_stopped = True
        if self.end is None:
            self.finish(StoppedError())

    def finish(self, end: Exception | None = None) -> None:
        """Let it end."""
        self.end = end or [made(item.number, Outcome.done, item.number) for item in unpack(self.work.items)]
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
        job = self.jobs.find(self.job_id)
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
        job_id = jobs.begin("analyses", {"language": "en"})
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


@pytest.fixture(params=KINDS)
def played(request: pytest.FixtureRequest) -> Iterator[Scene]:
    with scene(request.param) as played:
        yield played


ALL_DONE = [(number, "done") for number in range(1, 7)]


def finish_rest(played: Scene) -> None:
    """Let everything end well from now on."""

    def is_ended() -> bool:
        for task in played.stage.under_way():
            task.finish()
        return played.job().is_ended

    wait_until(is_ended, "the end of the job")


def test_chunks_are_begun_as_there_is_room_and_written_as_they_end(played: Scene) -> None:
    first, second = played.begun(1), played.begun(3)
    assert len(played.stage.tasks) == played.runner.n_under_way == 2
    second.finish()
    third = played.begun(5)
    wait_until(lambda: played.job().n_done == 2, "the result")
    first.finish()
    third.finish()
    wait_until(lambda: played.job().is_ended, "the end")
    assert played.results() == ALL_DONE
    assert played.runner.counts.n_done == 6


def test_what_is_lost_is_begun_anew_and_counts_for_nothing(played: Scene) -> None:
    for n in range(1, 6):
        played.begun(1, n).finish(LostError())
    finish_rest(played)
    assert played.results() == ALL_DONE
    assert played.runner.counts.n_lost == 5


def test_what_the_machines_cannot_do_is_tried_again_and_told(
    played: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    played.stage.n_places = 3
    played.begun(1).finish(LostError("the workers have no atout"))
    played.begun(1, 2).finish(LostError("the workers have no atout"))
    played.begun(1, 3)
    finish_rest(played)
    assert played.results() == ALL_DONE
    assert "the workers have no atout" in caplog.text


def test_what_has_failed_is_tried_alone_and_at_last_taken_apart_and_set_aside(played: Scene) -> None:
    def finish(first: int, n: int, end: Exception | None = None) -> None:
        """Let the n-th work on a chunk end; from the second on it must be alone."""
        task = played.begun(first, n)
        assert n == 1 or played.stage.under_way() == [task]
        task.finish(end)

    played.stage.n_places = 3
    for first in (3, 5):
        played.begun(first)
    finish(1, 1, FailedError("it died"))
    for first in (3, 5):
        finish(first, 1)
    finish(1, 2, FailedError("it died"))
    finish(2, 1, FailedError("it died"))
    # The other half has died with it, but not when it was alone.
    finish(1, 3, FailedError("it died"))
    wait_until(played.stage.under_way, "the next try")
    for number in (1, 2) if played.stage.under_way()[0].first == 1 else (2, 1):
        finish(number, 4 if number == 1 else 2, FailedError("it died") if number == 2 else None)
    wait_until(lambda: played.job().is_ended, "the end of the job")
    job = played.job()
    assert (job.n_done, job.n_failed) == (5, 1)
    assert played.results() == [(number, "failed" if number == 2 else "done") for number in range(1, 7)]
    assert played.runner.counts.n_retried == 5


def test_what_ends_while_the_database_is_away_is_written_when_it_is_back(
    played: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = played.begun(1)
    played.begun(3)
    monkeypatch.setattr(played.store, "_retry_at", float("inf"))
    first.finish()
    asked = 0
    real = Played.results

    def results(self: Played) -> list[Result]:
        nonlocal asked
        asked += 1
        return real(self)

    monkeypatch.setattr(Played, "results", results)
    wait_until(lambda: asked >= 2, "the second try to write")
    monkeypatch.setattr(played.store, "_retry_at", 0.0)
    finish_rest(played)
    assert played.results() == ALL_DONE
    assert [task.first for task in played.stage.tasks] == [1, 3, 5]


def test_a_cancelled_job_ends_what_is_under_way(played: Scene) -> None:
    tasks = [played.begun(1), played.begun(3)]
    played.jobs.cancel(played.job_id, 60)
    played.runner.check()
    wait_until(lambda: all(task.is_stopped for task in tasks), "the stop")
    wait_until(lambda: not played.runner.n_under_way, "the end of the work")
    assert played.results() == []


def test_work_whose_lease_was_lost_is_stopped_and_not_written(played: Scene) -> None:
    first = played.begun(1)
    with played.store.connection(writes=True) as connection:
        connection.exec_driver_sql("UPDATE job_chunks SET claim = 'somebody else' WHERE number = 1")
    played.runner.check()
    wait_until(lambda: first.is_stopped, "the stop")
    for number in (3, 5):
        played.begun(number).finish()
    wait_until(lambda: played.job().n_done == 4, "the others")
    assert not played.job().is_ended


def test_who_stops_gives_back_what_is_not_done(played: Scene) -> None:
    first, second = played.begun(1), played.begun(3)
    first.end = [made(number, Outcome.done, number) for number in (1, 2)]
    played.runner.stop(DEADLINE_S)
    assert second.is_stopped
    assert played.job().n_done == 2
    claims = Ledger(played.store, 60, 60).claim(5)
    assert [(claim.number, claim.n_tries) for claim in claims] == [(3, 0), (5, 0)]
    played.runner.start()
    assert len(played.stage.tasks) == 2, "what has stopped does not begin again"


def test_who_stops_without_a_database_leaves_it_to_the_leases(
    played: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    played.begun(1)
    monkeypatch.setattr(played.store, "_retry_at", float("inf"))
    played.runner.stop(DEADLINE_S)
    assert "could not be given back" in caplog.text
    monkeypatch.setattr(played.store, "_retry_at", 0.0)


def test_what_cannot_be_begun_is_left_to_others() -> None:
    with scene("sqlite", Stage(refuses=True)) as played:
        wait_until(lambda: played.runner.counts.n_lost > 3, "the tries")
        assert played.runner.n_under_way == 0
        played.stage.refuses = False
        finish_rest(played)
        assert played.results() == ALL_DONE


def test_a_fault_of_its_own_does_not_end_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with scene("sqlite") as played:
        played.begun(1)
        real, n_faults = played.stage.n_free, 0

        def n_free() -> int:
            nonlocal n_faults
            n_faults += 1
            if n_faults <= 2:
                raise ZeroDivisionError
            return real()

        monkeypatch.setattr(played.stage, "n_free", n_free)
        finish_rest(played)
        assert played.results() == ALL_DONE
    assert "has met a fault" in caplog.text


def test_the_work_carries_what_is_granted_and_nothing_else_of_the_settings() -> None:
    settings = Settings(database="postgresql://me:secret@h/d", nodes=77, max_samples=5)
    work = Work("analyses", {}, b"", granted(settings))
    assert b"secret" not in pickle.dumps(work)
    assert pickle.loads(pickle.dumps(work)) == work
    assert (work.settings.nodes, work.settings.max_samples) == (77, 5)
