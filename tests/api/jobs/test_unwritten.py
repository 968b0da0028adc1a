"""Results that the clerk of the jobs cannot write: kept while the fault may pass, and at last given back."""

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy.exc import DataError, IntegrityError

from api.jobs import ledger as jobs_ledger, runner as job_runner
from api.jobs.ledger import Ledger
from api.jobs.runner import GIVE_UP_S
from api.jobs.work import Outcome, Result
from api.store import StoreDownError
from tests.support.api.clerk import ALL_DONE, Scene, finish_rest, scene
from tests.support.api.job_logs import wait_until
from tests.support.waiting import Clock

pytestmark = pytest.mark.slow


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "error",
    [KeyError(3), DataError("insert", {}, ValueError("too long")), IntegrityError("", {}, ValueError())],
    ids=type,
)
@pytest.mark.parametrize("part", ["so far", "end"])
def test_a_chunk_whose_results_cannot_be_written_holds_up_no_other(
    played: Scene,
    part: str,
    error: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(job_runner, "GIVE_UP_S", 0.0)
    real = jobs_ledger._keep

    def keep(connection: Any, kind: str, results: Sequence[Result]) -> None:
        # The second chunk's first item, whatever else is written with it.
        if any((result.number, result.outcome) == (3, Outcome.done) for result in results):
            raise error
        real(connection, kind, results)

    monkeypatch.setattr(jobs_ledger, "_keep", keep)
    first, second = played.begun(1), played.begun(3)
    if part == "so far":
        first.n_so_far = second.n_so_far = 1
    else:
        second.finish()
    wait_until(lambda: second.is_stopped, "the end of what cannot be written")
    finish_rest(played)
    assert played.results() == [(n, "failed" if n == 3 else "done") for n in range(1, 7)]
    assert "could not be written" in caplog.text
    wait_until(lambda: not played.runner.n_under_way, "the end of the work")


def test_a_fault_in_writing_that_passes_throws_no_work_away(
    played: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, faults = jobs_ledger._keep, [MemoryError()] * 6

    def keep(connection: Any, kind: str, results: Sequence[Result]) -> None:
        if faults:
            raise faults.pop()
        real(connection, kind, results)

    monkeypatch.setattr(jobs_ledger, "_keep", keep)
    for number in (1, 3):
        played.begun(number).finish()
    finish_rest(played)
    assert played.results() == ALL_DONE
    assert not faults
    assert len(played.stage.tasks) == 3, "each chunk is begun once"


@pytest.mark.parametrize("n_faults", [0, 1])
def test_a_fault_in_writing_long_after_another_throws_no_work_away(
    n_faults: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Results were written between them, those of both chunks at once, or of each alone after a fault."""
    clock, real, faults = Clock(), jobs_ledger._keep, list[MemoryError]()

    def keep(connection: Any, kind: str, results: Sequence[Result]) -> None:
        if faults:
            raise faults.pop()
        real(connection, kind, results)

    monkeypatch.setattr(jobs_ledger, "_keep", keep)
    monkeypatch.setattr(job_runner, "time", clock)
    monkeypatch.setattr(job_runner, "KEEP_S", 0.0)
    monkeypatch.setattr(job_runner, "LOOK_S", 0.01)
    with scene("sqlite") as played:
        tasks = [played.begun(1), played.begun(3)]
        faults += [MemoryError()] * 3
        for task in tasks:
            task.n_so_far = 1
        wait_until(lambda: not faults, "the first fault")
        faults += [MemoryError()] * n_faults
        wait_until(lambda: played.job().n_done == 2, "the results so far")
        clock.now += GIVE_UP_S
        faults.append(MemoryError())
        tasks[0].finish()
        wait_until(lambda: not faults, "the second fault")
        finish_rest(played)
        assert played.results() == ALL_DONE
        assert len(played.stage.tasks) == 3, "each chunk is begun once"


def test_a_chunk_that_cannot_be_given_back_either_is_left_to_its_lease(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = jobs_ledger._keep

    def keep(connection: Any, kind: str, results: Sequence[Result]) -> None:
        if any(result.number == 3 for result in results):
            raise MemoryError
        real(connection, kind, results)

    def give_back(*_: Any, **__: Any) -> None:
        raise StoreDownError

    monkeypatch.setattr(job_runner, "GIVE_UP_S", 0.0)
    monkeypatch.setattr(job_runner, "LOOK_S", 0.01)
    monkeypatch.setattr(jobs_ledger, "_keep", keep)
    monkeypatch.setattr(Ledger, "give_back", give_back)
    with scene("sqlite") as played:
        first, second = played.begun(1), played.begun(3)
        second.finish()
        for task in (first, played.begun(5)):
            task.finish()
        wait_until(lambda: not played.runner.n_under_way, "the end of the work")
        assert played.job().n_done == 4
