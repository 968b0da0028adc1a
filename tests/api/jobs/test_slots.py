"""Jobs have the slots that nobody else wants: they take no turn from a client, and lose none of their own."""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from threading import Event, Thread

import pytest

from api.http.arrival import Line
from api.jobs.executors import PATIENCE, Threads
from api.jobs.kinds import KINDS
from api.jobs.work import LostError, Result, StoppedError, Work, granted, pack
from api.settings.config import Settings
from api.solving.slots import BusyError, NoTurnError, SolvingSlots
from solver import CancelToken
from tests.support.api.job_logs import DEADLINE_S, quick_lines, wait_until
from tests.support.api.streaming import hard
from tests.support.waiting import FOREVER_MS, no_more_threads


def test_a_spare_slot_is_given_back_when_somebody_wants_it() -> None:
    slots = SolvingSlots(1, 0, FOREVER_MS)
    token, began, ended = CancelToken(), Event(), Event()

    def work() -> None:
        with slots.take_spare(token):
            began.set()
            wait_until(lambda: token.is_cancelled, "the call")
        ended.set()

    Thread(target=work, daemon=True).start()
    assert began.wait(DEADLINE_S)
    # Nobody may wait in line; but for a slot that is lent nobody has to.
    with slots.take() as mine:
        assert token.is_cancelled
        assert not mine.is_cancelled
        assert ended.wait(DEADLINE_S)
        with pytest.raises(BusyError), slots.take():
            pass
    assert slots.n_taken == 0


def test_every_spare_slot_can_be_had_back_and_no_more() -> None:
    slots = SolvingSlots(3, 0, FOREVER_MS)
    tokens = [CancelToken() for _ in range(3)]
    threads = []
    for token in tokens:
        began = Event()

        def work(token: CancelToken = token, began: Event = began) -> None:
            with slots.take_spare(token):
                began.set()
                wait_until(lambda: token.is_cancelled, "the call")

        threads.append(Thread(target=work, daemon=True))
        threads[-1].start()
        assert began.wait(DEADLINE_S)
    with slots.take(), slots.take():
        assert sum(token.is_cancelled for token in tokens) == 2
        with slots.take():
            assert all(token.is_cancelled for token in tokens)
            with pytest.raises(BusyError), slots.take():
                pass
    for thread in threads:
        thread.join(DEADLINE_S)
    assert slots.n_taken == 0


def test_whoever_insists_goes_on_beside_the_client() -> None:
    """While it does, no more is lent: there is never more than one solve beside the slots."""
    slots = SolvingSlots(1, 0, FOREVER_MS)
    token = CancelToken()
    with slots.take_spare(token, insists=True):
        for _ in range(2):
            with slots.take():
                assert slots.n_taken == 1
                with pytest.raises(BusyError), slots.take():
                    pass
        impatient = CancelToken()
        impatient.cancel()
        with pytest.raises(NoTurnError), slots.take_spare(impatient):
            pass
        assert not token.is_cancelled
    assert slots.n_taken == 0
    with slots.take_spare(token):
        pass


def test_a_client_keeps_the_slot_of_work_that_insisted() -> None:
    slots = SolvingSlots(2, 0, FOREVER_MS)
    with ExitStack() as work, ExitStack() as clients:
        for _ in range(2):
            work.enter_context(slots.take_spare(CancelToken(), insists=True))
        clients.enter_context(slots.take())
        work.close()
        assert slots.n_taken == 1
        with slots.take(), pytest.raises(BusyError), slots.take():
            pass
    assert slots.n_taken == 0


def test_a_spare_slot_is_waited_for_until_nobody_else_wants_it() -> None:
    slots = SolvingSlots(1, 5, FOREVER_MS)
    order: list[str] = []
    with ExitStack() as held:
        held.enter_context(slots.take())

        def work() -> None:
            with slots.take_spare(CancelToken()):
                order.append("job")

        def ask() -> None:
            with slots.take():
                order.append("client")

        job = Thread(target=work, daemon=True)
        job.start()
        client = Thread(target=ask, daemon=True)
        client.start()
        wait_until(lambda: slots.n_in_line == 1, "the client")
    for thread in (client, job):
        thread.join(DEADLINE_S)
    assert order == ["client", "job"]


@pytest.mark.parametrize("stops_all", [True, False])
def test_whoever_waits_for_a_spare_slot_can_be_sent_away(stops_all: bool) -> None:
    slots = SolvingSlots(1, 0, FOREVER_MS)
    token, refused = CancelToken(), Event()

    def work() -> None:
        try:
            with slots.take_spare(token):
                pass
        except NoTurnError:
            refused.set()

    with slots.take():
        Thread(target=work, daemon=True).start()
        if stops_all:
            slots.stop()
        else:
            token.cancel()
        assert refused.wait(DEADLINE_S)


def test_stopping_ends_what_is_done_in_spare_slots() -> None:
    slots = SolvingSlots(1, 0, FOREVER_MS)
    token = CancelToken()
    with slots.take_spare(token):
        slots.stop()
        assert token.is_cancelled
    assert slots.n_taken == 0


def work_of(lines: list[str]) -> Work:
    """A chunk of logs."""
    items = pack(Line(number, line.encode()) for number, line in enumerate(lines, 1))
    return Work("analyses", {"language": "en"}, items, granted(Settings()))


def numbers_of(results: Sequence[Result]) -> list[int]:
    return [result.number for result in results]


def test_an_item_that_is_interrupted_is_begun_anew_and_at_last_insists(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slots = SolvingSlots(1, 0, FOREVER_MS)
    began: list[CancelToken] = []
    real = KINDS["analyses"]

    def judge(item: object, options: object, settings: object, token: CancelToken, measure: object) -> object:
        began.append(token)
        if len(began) <= PATIENCE + 1:
            client = Thread(target=ask, daemon=True)
            client.start()
            if len(began) <= PATIENCE:
                wait_until(lambda: token.is_cancelled, "the call")
        return len(began)

    def ask() -> None:
        with slots.take():
            pass

    changed = {"analyses": type(real)(real.name, real.says, judge)}
    monkeypatch.setattr("api.jobs.work.KINDS", changed)
    over = Event()
    task = Threads(1, slots).start(work_of(["1", "2"]), over.set)
    assert over.wait(DEADLINE_S)
    assert numbers_of(task.results()) == [1, 2]
    assert len(began) == PATIENCE + 2
    assert [token.is_cancelled for token in began] == [True] * PATIENCE + [False] * 2


def test_threads_take_as_many_chunks_as_there_are_threads() -> None:
    slots = SolvingSlots(2, 0, FOREVER_MS)
    threads = Threads(2, slots)
    assert threads.n_free() == 2
    with slots.take(), slots.take():
        over = [Event(), Event()]
        first, second = (threads.start(work_of(quick_lines(3)), event.set) for event in over)
        assert threads.n_free() == 0
        first.stop()
        assert over[0].wait(DEADLINE_S)
        assert threads.n_free() == 1
        with pytest.raises(StoppedError):
            first.results()
        assert not second.is_over
    assert over[1].wait(DEADLINE_S)
    assert numbers_of(second.results()) == [1, 2, 3]
    threads.close()


def test_a_chunk_that_the_system_has_no_thread_for_takes_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    over = Event()
    threads = Threads(1, SolvingSlots(1, 0, FOREVER_MS))
    with no_more_threads(monkeypatch), pytest.raises(LostError):
        threads.start(work_of(quick_lines(1)), over.set)
    assert threads.n_free() == 1
    task = threads.start(work_of(quick_lines(1)), over.set)
    assert over.wait(DEADLINE_S)
    assert numbers_of(task.results()) == [1]


def test_a_solve_under_way_ends_when_its_chunk_is_stopped() -> None:
    slots = SolvingSlots(1, 0, FOREVER_MS)
    over = Event()
    task = Threads(1, slots).start(work_of([json.dumps(hard())]), over.set)
    wait_until(lambda: slots.n_taken, "the solve")
    task.stop()
    assert over.wait(DEADLINE_S)
    with pytest.raises(StoppedError):
        task.results()
