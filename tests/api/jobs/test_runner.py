"""The clerk of the jobs: chunks whose work is lost, fails, or ends while the database is away."""

import pickle
from contextlib import nullcontext
from typing import Any

import pytest

from api.http.arrival import Line
from api.jobs.ledger import Ledger
from api.jobs.runner import JobRunner
from api.jobs.store import State
from api.jobs.work import (
    FailedError,
    LostError,
    OtherVersionError,
    Outcome,
    Result,
    StoppedError,
    Work,
    do_work,
    granted,
    made,
    pack,
)
from api.settings.config import Settings
from api.store import StoreDownError
from solver import CancelToken
from tests.support.api.clerk import ALL_DONE, SETTINGS, Played, Scene, Stage, finish_rest, scene
from tests.support.api.job_logs import DEADLINE_S, wait_until
from tests.support.waiting import no_more_threads

pytestmark = pytest.mark.slow


@pytest.mark.by_day(1)
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
    wait_until(lambda: played.runner.counts.n_done == 6, "the counts")


@pytest.mark.by_day(1)
def test_what_is_lost_is_begun_anew_and_counts_for_nothing(played: Scene) -> None:
    for n in range(1, 6):
        played.begun(1, n).finish(LostError())
    finish_rest(played)
    assert played.results() == ALL_DONE
    assert played.runner.counts.n_lost == 5


def test_what_an_executor_lost_and_began_anew_by_itself_is_counted(played: Scene) -> None:
    first, second = played.begun(1), played.begun(3)
    first.n_lost = 2
    first.finish()
    second.n_lost = 1
    second.finish(LostError())
    finish_rest(played)
    assert played.results() == ALL_DONE
    assert played.runner.counts.n_lost == 4


@pytest.mark.by_day(1)
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


@pytest.mark.night
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


@pytest.mark.by_day(1)
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


def test_what_was_written_by_a_commit_whose_answer_was_lost_is_written_once(
    played: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost: list[str] = []

    def losing(real: Any) -> Any:
        def write(self: Ledger, *values: Any) -> Any:
            real(self, *values)
            lost.append(real.__name__)
            raise StoreDownError("the answer was lost")

        return write

    first = played.begun(1)
    with monkeypatch.context() as outage:
        for name in ("advance", "finish"):
            outage.setattr(Ledger, name, losing(getattr(Ledger, name)))
        first.n_so_far = 1
        wait_until(lambda: "advance" in lost, "the first result")
        first.finish()
        wait_until(lambda: "finish" in lost, "the end")
    finish_rest(played)
    assert played.results() == ALL_DONE
    assert [task.first for task in played.stage.tasks] == [1, 3, 5], "nothing was worked on again"
    wait_until(lambda: played.runner.counts.n_done == 6, "the counts")
    assert played.runner.counts.n_lost == 0


def test_a_cancelled_job_ends_what_is_under_way(played: Scene) -> None:
    tasks = [played.begun(1), played.begun(3)]
    played.jobs.cancel(played.job_id, "", 60)
    played.runner.check()
    wait_until(lambda: all(task.is_stopped for task in tasks), "the stop")
    wait_until(lambda: not played.runner.n_under_way, "the end of the work")
    assert played.results() == []


def test_nobody_waits_for_what_was_held_of_a_cancelled_job() -> None:
    with scene("sqlite", Stage(n_places=3)) as played:
        first, second, _ = (played.begun(number) for number in (1, 3, 5))
        second.finish(FailedError("it died"))
        # When it may be tried again, others are still under way: it is held until it can be tried alone.
        wait_until(lambda: bool(played.runner._held), "the chunk that is to be tried alone")
        first.n_so_far = 1
        played.jobs.cancel(played.job_id, "", 60)
        played.runner.check()
        wait_until(lambda: not played.runner.n_under_way, "the end of the work")
        wait_until(lambda: played.jobs.page(played.job(), 0, 100).is_last, "the last page")
        assert played.results() == [(1, "done")]


@pytest.mark.by_day(1)
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


@pytest.mark.by_day(1)
def test_what_was_not_given_back_is_counted_as_lost_when_it_is_taken_over(played: Scene) -> None:
    first, second = played.begun(1), played.begun(3)
    with played.store.connection(writes=True) as connection:
        connection.exec_driver_sql("UPDATE job_chunks SET claim = 'a dead one' WHERE number = 5")
    assert played.runner.counts.n_lost == 0
    second.finish()
    third = played.begun(5)
    assert played.runner.counts.n_lost == 1
    # What is given back in order, or is tried again after a failure, is not lost.
    third.finish(FailedError("it failed"))
    first.finish()
    played.begun(5, 2).finish(StoppedError())
    played.begun(5, 3)
    finish_rest(played)
    assert played.results() == ALL_DONE
    assert (played.runner.counts.n_lost, played.runner.counts.n_retried) == (1, 1)


def test_results_that_come_too_late_are_not_counted_as_lost(played: Scene) -> None:
    first = played.begun(1)
    with played.store.connection(writes=True) as connection:
        connection.exec_driver_sql("UPDATE job_chunks SET claim = 'somebody else' WHERE number = 1")
    first.finish()
    for number in (3, 5):
        played.begun(number).finish()
    wait_until(lambda: played.job().n_done == 4, "the others")
    assert played.runner.counts.n_lost == 0, "who took it over counts it"


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


@pytest.mark.by_day(1)
def test_who_has_nothing_to_give_back_says_nothing(
    played: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    finish_rest(played)
    wait_until(lambda: played.runner.n_under_way == 0, "the end of the work")
    monkeypatch.setattr(played.store, "_retry_at", float("inf"))
    played.runner.stop(DEADLINE_S)
    assert "given back" not in caplog.text
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


def test_a_job_of_a_kind_that_is_not_known_holds_up_no_other(played: Scene) -> None:
    held = played.begun(1)
    newer = played.jobs.begin("tournaments", {"language": "en"}, "")
    played.jobs.add(newer, [Line(1, b"1")])
    played.jobs.submit(newer, 1, "digest", None)
    held.finish()
    finish_rest(played)
    assert played.results() == ALL_DONE
    assert all(task.work.kind == "analyses" for task in played.stage.tasks)
    found = played.jobs.find(newer, "")
    assert found is not None
    assert found.state == State.waiting, "a later version does it"


def test_work_of_a_kind_that_is_not_known_is_for_another_version() -> None:
    work = Work("tournaments", {"language": "en"}, pack([Line(1, b"1")]), granted(SETTINGS))
    with pytest.raises(OtherVersionError, match="tournaments"):
        list(do_work(work, lambda n_tries: nullcontext(CancelToken()), lambda: False))


def test_the_work_carries_what_is_granted_and_nothing_else_of_the_settings() -> None:
    settings = Settings(database="postgresql://me:secret@h/d", nodes=77, max_samples=5)
    work = Work("analyses", {}, b"", granted(settings))
    assert b"secret" not in pickle.dumps(work)
    assert pickle.loads(pickle.dumps(work)) == work
    assert (work.settings.nodes, work.settings.max_samples) == (77, 5)


@pytest.mark.parametrize("n_left", [0, 1])
def test_threads_that_there_was_no_room_for_are_started_later(
    n_left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scene("sqlite") as played:
        runner = JobRunner(Ledger(played.store, 60, 60), stage := Stage(), SETTINGS)
        with no_more_threads(monkeypatch, n_left), pytest.raises(RuntimeError):
            runner.start()
        runner.start()
        runner.stop(DEADLINE_S)
        assert stage.is_closed
