"""Leases where the clock of the machine is set back: nobody waits until it has caught up."""

from collections.abc import Iterator

import pytest

from api.http.arrival import Line
from api.jobs import ledger as jobs_ledger, store as jobs_store, sweep as jobs_sweep
from api.jobs.ledger import RETRY_S, Ledger
from api.jobs.store import JobStore
from api.jobs.sweep import LEAP_S, SETTLE_S
from api.store.analyses import Store
from tests.support.api.databases import KINDS, database
from tests.support.waiting import Clock

LEASE_S = 60.0
HOUR_S = 3_600.0
YEAR_S = 365 * 24 * HOUR_S
KEPT_S = 7 * 24 * HOUR_S


class Desk:
    """A database with a job of two chunks, a clock that the test sets, and somebody who works."""

    def __init__(self, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_000_000.0
        self.steady = Clock()
        """The clock that nobody sets."""
        monkeypatch.setattr(jobs_sweep, "_steady", self.steady.monotonic)
        for module in (jobs_store, jobs_ledger):
            monkeypatch.setattr(module, "clock", lambda connection: self.now)
        self.store = Store(address)
        self.ledger = Ledger(self.store, LEASE_S, 1_000.0)
        self.jobs = jobs = JobStore(self.store, 100, 60)
        job_id = self.job_id = jobs.begin("analyses", {"language": "en"}, "")
        jobs.add(job_id, [Line(1, b"1")], [Line(2, b"2")])
        jobs.submit(job_id, 2, "digest", None)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        self.steady.now += seconds


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    with database(request.param) as address:
        desk = Desk(address, monkeypatch)
        yield desk
        desk.store.close()


@pytest.mark.parametrize("desk", ["sqlite"], indirect=True)
def test_what_a_dead_process_had_is_taken_over_although_the_clock_was_set_back(desk: Desk) -> None:
    [dead, _] = desk.ledger.claim(2)
    desk.now -= HOUR_S
    # A living one writes its leases anew, by the clock of now.
    assert desk.ledger.beat([dead.name]) == {dead.name}
    [other] = desk.ledger.claim(2)
    assert (other.number, other.is_taken_over) == (2, True)
    assert desk.ledger.claim(2) == []


@pytest.mark.parametrize("desk", ["sqlite"], indirect=True)
def test_what_failed_before_the_clock_was_set_back_is_tried_again(desk: Desk) -> None:
    for claim in desk.ledger.claim(2):
        desk.ledger.give_back(claim, "no memory", counts=True)
    assert desk.ledger.claim(2) == []
    desk.now -= HOUR_S
    assert [(claim.number, claim.is_taken_over) for claim in desk.ledger.claim(2)] == [(1, False), (2, False)]


def test_a_clock_that_goes_back_by_a_moment_ends_no_lease(desk: Desk) -> None:
    assert len(desk.ledger.claim(2)) == 2
    desk.now -= RETRY_S
    assert desk.ledger.claim(2) == []


@pytest.mark.server
@pytest.mark.parametrize("desk", ["postgresql"], indirect=True)
def test_a_database_with_a_clock_of_its_own_may_have_longer_leases(desk: Desk) -> None:
    patient = Ledger(desk.store, 10 * LEASE_S, 1_000.0)
    assert len(patient.claim(1)) == 1
    assert [claim.number for claim in desk.ledger.claim(2)] == [2]


def test_a_clock_that_leaps_ahead_deletes_nothing_before_it_can_be_set_right(desk: Desk) -> None:
    desk.jobs.cancel(desk.job_id, "", KEPT_S)
    assert desk.ledger.sweep() == 0
    for _ in range(2):
        desk.now += YEAR_S
        assert desk.ledger.sweep() == 0
        desk.wait(SETTLE_S - 1)
        assert desk.ledger.sweep() == 0
    desk.now -= 2 * YEAR_S
    assert desk.ledger.sweep() == 0
    job = desk.jobs.find(desk.job_id, "")
    assert job is not None
    desk.wait(KEPT_S)
    assert desk.ledger.sweep() == 1


def test_a_clock_that_stays_ahead_is_trusted_in_the_end(desk: Desk) -> None:
    desk.jobs.cancel(desk.job_id, "", KEPT_S)
    assert desk.ledger.sweep() == 0
    desk.now += YEAR_S
    assert desk.ledger.sweep() == 0
    desk.wait(SETTLE_S)
    assert desk.ledger.sweep() == 1


def test_a_clock_that_is_set_by_a_little_is_trusted(desk: Desk) -> None:
    desk.jobs.cancel(desk.job_id, "", KEPT_S)
    desk.wait(KEPT_S - LEAP_S)
    assert desk.ledger.sweep() == 0
    desk.now += LEAP_S
    assert desk.ledger.sweep() == 1
