"""The free slots that workers tell each other, and the connections that one leaves to another."""

import json
import threading
from typing import Any

import pytest

from api.solving import FreeSlots, SolvingSlots
from solver import CancelToken
from tests.support.api.served import ask, serve
from tests.support.api.service import make_body
from tests.support.api.streaming import hard, wait_until_taken
from tests.support.waiting import FOREVER_MS, wait_until

N_ASKED = 40


class Clock:
    """The time, as a test sets it."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("api.solving.free.time", made)
    return made


def test_a_worker_without_a_slot_sees_that_another_has_one() -> None:
    free = FreeSlots(4)
    assert not free.has_better(1)
    free.show(2, 1000)
    assert free.has_better(1)
    assert not free.has_better(2)
    free.show(1, 1)
    assert not free.has_better(1)
    free.show(1, 0)
    free.show(2, 0)
    assert not free.has_better(1)


def test_a_worker_with_a_long_solve_sees_that_another_begins_one_after_the_other(clock: Clock) -> None:
    free = FreeSlots(4)
    free.show(1, 0, begins=True)
    free.show(2, 0, begins=True)
    clock.now += 5
    assert not free.has_better(1), "both are busy with long ones"
    free.show(2, 0)
    assert not free.has_better(1), "somebody stands in line there"
    free.show(2, 0, begins=True)
    assert free.has_better(1)
    assert not free.has_better(2)
    clock.now += 0.5
    assert not free.has_better(1), "that is no short one either"
    free.show(2, 0, begins=True)
    free.leave(2)
    assert not free.has_better(1), "it has ended"


def test_places_are_used_again() -> None:
    free = FreeSlots(4)
    free.show(7, 1)
    assert free.has_better(4)
    assert not free.has_better(3)


def test_slots_tell_how_many_are_free_and_count_what_is_lent() -> None:
    told: list[tuple[int, bool]] = []
    slots = SolvingSlots(2, 0, 0)
    slots.tell_free(lambda n_free, begins: told.append((n_free, begins)))
    assert told == [(2, False)]
    with slots.take():
        assert told[-1] == (1, True)
        with slots.take_spare(CancelToken()):
            assert told[-1] == (1, True), "a client gets it back"
        with slots.take_spare(CancelToken(), insists=True):
            assert told[-1] == (1, True), "a client shares it"
            with slots.take():
                assert told[-1] == (0, True)
    assert told[-1] == (2, False)


def test_who_stands_in_line_has_not_begun_until_their_turn_comes() -> None:
    told: list[tuple[int, bool]] = []
    slots = SolvingSlots(1, 1, FOREVER_MS)
    slots.tell_free(lambda n_free, begins: told.append((n_free, begins)))

    def wait() -> None:
        with slots.take():
            pass

    waiting = threading.Thread(target=wait)
    with slots.take():
        waiting.start()
        wait_until(lambda: slots.n_in_line == 1, "it does not stand in line")
        assert told[-1] == (0, False)
        del told[:]
    waiting.join()
    assert told == [(0, True), (1, False)]


@pytest.mark.server
def test_a_worker_that_solves_leaves_connections_to_one_that_does_not() -> None:
    settings = {"ATOUT_WORKERS": "2", "ATOUT_SOLVING_SLOTS": "1", "ATOUT_WAIT_MS": "100"}
    body = json.dumps(make_body("quadrette", seed=1, n_plays=24))
    with serve(**settings, ATOUT_DATABASE="none") as (server, port):
        long: list[Any] = []
        solving = threading.Thread(
            target=lambda: long.append(ask(port, "POST", "/v1/solve", json.dumps(hard())))
        )
        solving.start()
        wait_until_taken(port)
        found = [ask(port, "POST", "/v1/solve", body)[0] for _ in range(N_ASKED)]
        server.terminate()
        solving.join()
    assert set(found) <= {200, 503}
    assert found.count(503) < N_ASKED / 3, "more than half are refused if nobody leaves any to others"
