"""Results of chunks that are not done: counted, shown and kept, whatever becomes of the others."""

from collections.abc import Iterator

import pytest

from api.jobs.ledger import Ledger
from api.jobs.work import FailedError, LostError, Result, unpack
from tests.support.api.clerk import ALL_DONE, Played, Scene, finish_rest, scene
from tests.support.api.databases import KINDS
from tests.support.api.job_logs import DEADLINE_S, wait_until

pytestmark = pytest.mark.slow


@pytest.fixture(params=KINDS)
def played(request: pytest.FixtureRequest) -> Iterator[Scene]:
    with scene(request.param) as played:
        yield played


@pytest.mark.by_day(1)
def test_what_is_found_is_counted_and_shown_while_its_chunk_is_worked_on(played: Scene) -> None:
    first = played.begun(1)
    played.begun(3)
    first.n_so_far = 1
    wait_until(lambda: played.job().n_done == 1, "the first result")
    assert played.results() == [(1, "done")]
    assert not first.is_over
    wait_until(lambda: played.runner.counts.n_done == 1, "the counts")
    # All of it, too: the last one comes with the end of the chunk.
    first.n_so_far = 2
    first.finish()
    wait_until(lambda: played.job().n_done == 2, "the second")
    finish_rest(played)
    assert played.results() == ALL_DONE
    wait_until(lambda: played.runner.counts.n_done == 6, "the counts")


@pytest.mark.by_day(1)
@pytest.mark.parametrize("n_so_far", [1, 2])
def test_a_cancelled_job_keeps_what_was_found(played: Scene, n_so_far: int) -> None:
    tasks = [played.begun(1), played.begun(3)]
    tasks[1].n_so_far = n_so_far
    played.jobs.cancel(played.job_id, "", 60)
    played.runner.check()
    wait_until(lambda: not played.runner.n_under_way, "the end of the work")
    assert played.results() == [(3, "done"), (4, "done")][:n_so_far]
    job = played.job()
    assert (str(job.state), job.n_done) == ("cancelled", n_so_far)
    assert played.jobs.page(job, 0, 10).is_last


@pytest.mark.by_day(1)
@pytest.mark.parametrize("end", [FailedError("it died"), LostError(), LostError("no atout there")])
def test_what_was_found_before_work_failed_is_not_done_again(played: Scene, end: Exception) -> None:
    task = played.begun(1)
    task.n_so_far = 1
    task.finish(end)

    def again() -> list[Played]:
        """The work on what is left of it, for which all others may have to end before."""
        for other in played.stage.under_way():
            if other.first != 2:
                other.finish()
        return [task for task in played.stage.tasks if task.first == 2]

    wait_until(again, "the second try")
    assert [item.number for item in unpack(again()[0].work.items)] == [2]
    finish_rest(played)
    assert played.results() == ALL_DONE


@pytest.mark.by_day(1)
def test_who_stops_keeps_what_was_found_and_gives_back_the_rest(played: Scene) -> None:
    first, second = played.begun(1), played.begun(3)
    first.n_so_far, second.n_so_far = 1, 2
    played.runner.stop(DEADLINE_S)
    assert played.job().n_done == 3
    assert [claim.number for claim in Ledger(played.store, 60, 60).claim(5)] == [2, 5]


@pytest.mark.by_day(1)
def test_what_is_found_while_the_database_is_away_is_written_when_it_is_back(
    played: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = played.begun(1)
    monkeypatch.setattr(played.store, "_retry_at", float("inf"))
    asked = 0
    real = Played.so_far

    def so_far(self: Played) -> list[Result]:
        nonlocal asked
        asked += 1
        return real(self)

    monkeypatch.setattr(Played, "so_far", so_far)
    first.n_so_far = 1
    seen = asked
    wait_until(lambda: asked >= seen + 2, "the second try to write")
    monkeypatch.setattr(played.store, "_retry_at", 0.0)
    wait_until(lambda: played.job().n_done == 1, "the first result")
    finish_rest(played)
    assert played.results() == ALL_DONE
