"""Chunks under leases, on both databases: each has one owner, and every item one result."""

import random
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import pytest
from sqlalchemy import select

from api.http.arrival import Line
from api.jobs.ledger import RETRY_S, Claim, Ledger
from api.jobs.models import ChunkRow
from api.jobs.store import Job, JobStore, State
from api.jobs.work import Outcome, Result, made, pack, unpack
from api.store.analyses import Store
from tests.support.api.clerk import Clock
from tests.support.api.databases import database

LEASE_S = 60.0
KEEP_S = 1000.0


@dataclass
class Desk:
    """A database of jobs, and somebody who works on them."""

    store: Store
    jobs: JobStore
    ledger: Ledger


@pytest.fixture
def desk(store: Store) -> Desk:
    return Desk(store, JobStore(store, 100, 60), Ledger(store, LEASE_S, KEEP_S))


def make_job(jobs: JobStore, n_chunks: int, n_each: int = 3) -> str:
    """A job of so many chunks, ready to be worked on."""
    job_id = jobs.begin("analyses", {"language": "en"}, "")
    for first in range(1, n_chunks * n_each + 1, n_each):
        jobs.add(job_id, [Line(number, b"%d" % number) for number in range(first, first + n_each)])
    jobs.submit(job_id, n_chunks * n_each, "digest", None)
    return job_id


def work(claim: Claim, says: str = "") -> list[Result]:
    """Results of a chunk."""
    return [made(item.number, Outcome.done, f"{item.text.decode()}{says}") for item in unpack(claim.items)]


def job_of(jobs: JobStore, job_id: str) -> Job:
    job = jobs.find(job_id, "")
    assert job is not None
    return job


def results_of(jobs: JobStore, job_id: str) -> list[tuple[int, Outcome, str]]:
    """All results of a job."""
    page = jobs.page(job_of(jobs, job_id), 0, 10_000)
    return list(jobs.read(job_id, page.numbers))


def expected(n: int) -> list[tuple[int, Outcome, str]]:
    return [(number, Outcome.done, f'"{number}"') for number in range(1, n + 1)]


def test_items_come_back_as_they_were() -> None:
    items = [Line(3, b'{"a": 1}\r'), Line(7, b" \xff\x00 "), Line(8, b"", is_too_long=True), Line(90, b"1 2")]
    assert list(unpack(pack(items))) == items


@pytest.mark.by_day(1)
@pytest.mark.slow
def test_many_claimers_do_every_chunk_once(address: str, desk: Desk) -> None:
    jobs = [make_job(desk.jobs, 10) for _ in range(3)]
    stores = [Store(address) for _ in range(4)]

    def do_all(store: Store) -> list[tuple[str, int]]:
        ledger = Ledger(store, LEASE_S, KEEP_S)
        done: list[tuple[str, int]] = []
        while claims := ledger.claim(random.Random(len(done)).randint(1, 3)):
            # All at once do all that there is to do, so that they would meet if they could.
            begun = ledger.advance([(claim, work(claim)[:1]) for claim in claims])
            assert begun == ledger.beat([claim.name for claim in claims]) == {one.name for one in claims}
            for claim in claims:
                assert ledger.finish(claim, work(claim)[1:])
                done.append((claim.job_id, claim.number))
        return done

    with ThreadPoolExecutor(4) as pool:
        done = [chunk for one in pool.map(do_all, stores) for chunk in one]
    assert len(done) == len(set(done)) == 30
    for job_id in jobs:
        assert job_of(desk.jobs, job_id).state == State.done
        assert results_of(desk.jobs, job_id) == expected(30)
    for store in stores:
        store.close()


@pytest.mark.by_day(1)
def test_jobs_take_turns(desk: Desk) -> None:
    big, small = make_job(desk.jobs, 20), make_job(desk.jobs, 2)
    taken = [desk.ledger.claim(1)[0] for _ in range(4)]
    assert [claim.job_id for claim in taken].count(small) == 2
    assert [claim.number for claim in taken if claim.job_id == big] == [1, 4]
    assert {claim.job_id for claim in desk.ledger.claim(5)} == {big}


def test_the_logs_of_a_chunk_that_is_done_are_not_kept(desk: Desk) -> None:
    make_job(desk.jobs, 2)
    done, other = desk.ledger.claim(2)
    assert desk.ledger.finish(done, work(done))
    with desk.store.connection() as connection:
        kept = connection.execute(select(ChunkRow.number, ChunkRow.items)).all()
    assert {*map(tuple, kept)} == {(done.number, b""), (other.number, other.items)}


def test_a_lost_lease_is_taken_over_and_who_comes_late_writes_nothing(desk: Desk, clock: Clock) -> None:
    job_id = make_job(desk.jobs, 1)
    [late] = desk.ledger.claim(5)
    clock.now += LEASE_S - 1
    assert desk.ledger.claim(5) == []
    clock.now += 2
    [now] = desk.ledger.claim(5)
    assert (now.number, now.n_tries) == (late.number, 1)
    assert (late.is_taken_over, now.is_taken_over) == (False, True)
    assert desk.ledger.beat([late.name, now.name]) == {now.name}
    assert not desk.ledger.finish(late, work(late, " late"))
    assert results_of(desk.jobs, job_id) == []
    # Nor does it take anything from the new owner.
    desk.ledger.release([late])
    desk.ledger.give_back(late, "late", counts=True)
    assert not desk.ledger.isolate(late)
    assert desk.ledger.finish(now, work(now))
    assert desk.ledger.finish(now, work(now, " again")), "it may have lost the answer"
    assert not desk.ledger.finish(late, work(late, " late"))
    assert results_of(desk.jobs, job_id) == expected(3)
    job = job_of(desk.jobs, job_id)
    assert (job.state, job.n_done) == (State.done, 3)


def test_who_comes_late_and_finds_nobody_else_still_writes(desk: Desk, clock: Clock) -> None:
    job_id = make_job(desk.jobs, 1)
    [late] = desk.ledger.claim(5)
    clock.now += 10 * LEASE_S
    assert desk.ledger.finish(late, work(late))
    assert results_of(desk.jobs, job_id) == expected(3)


def test_a_heartbeat_keeps_the_lease(desk: Desk, clock: Clock) -> None:
    make_job(desk.jobs, 2)
    mine, other = desk.ledger.claim(2)
    for _ in range(5):
        clock.now += LEASE_S * 0.8
        assert desk.ledger.beat([mine.name]) == {mine.name}
    assert [claim.number for claim in desk.ledger.claim(5)] == [other.number]
    assert desk.ledger.beat([]) == set()


def test_what_is_released_is_free_at_once_and_was_not_tried(desk: Desk, clock: Clock) -> None:
    make_job(desk.jobs, 2)
    desk.ledger.release(desk.ledger.claim(2))
    claims = desk.ledger.claim(5)
    assert [(claim.number, claim.n_tries) for claim in claims] == [(1, 0), (4, 0)]
    assert not any(claim.is_taken_over for claim in claims)


def test_who_could_not_die_of_a_chunk_is_no_sign_against_it(desk: Desk, clock: Clock) -> None:
    make_job(desk.jobs, 1)
    for at_risk, n_tries in ((False, 0), (True, 0), (False, 1), (True, 1), (True, 1)):
        [claim] = desk.ledger.claim(1, at_risk=at_risk)
        assert claim.n_tries == n_tries
        clock.now += LEASE_S + 1


def test_who_only_has_a_chunk_that_failed_before_and_dies_of_another_is_no_sign_against_it(
    desk: Desk, clock: Clock
) -> None:
    make_job(desk.jobs, 1)
    desk.ledger.claim(1)
    clock.now += LEASE_S + 1
    for n_tries in (1, 1, 1, 2, 3):
        [claim] = desk.ledger.claim(1)
        assert claim.n_tries == n_tries
        if n_tries > 1 or clock.now > 1_000_000 + 3 * LEASE_S:
            assert desk.ledger.note_try(claim)
        clock.now += LEASE_S + 1
    assert not desk.ledger.note_try(replace(claim, name="somebody else"))


@pytest.mark.by_day(1)
@pytest.mark.parametrize("counts", [True, False])
def test_what_has_failed_is_free_in_a_moment(desk: Desk, clock: Clock, counts: bool) -> None:
    make_job(desk.jobs, 1)
    [claim] = desk.ledger.claim(1)
    desk.ledger.give_back(claim, "x" * 1000, counts=counts)
    assert desk.ledger.claim(1) == []
    clock.now += RETRY_S
    [again] = desk.ledger.claim(1)
    assert (again.n_tries, again.error, again.is_taken_over) == (int(counts), "x" * 400, False)


@pytest.mark.by_day(1)
def test_an_item_that_kills_whatever_works_on_it_is_set_aside(desk: Desk, clock: Clock) -> None:
    job_id = make_job(desk.jobs, 3, n_each=4)
    n_deaths = 0
    for _ in range(100):
        claims = desk.ledger.claim(1)
        if not claims:
            clock.now += LEASE_S + 1
            continue
        [claim] = claims
        if claim.n_tries >= 3:
            assert desk.ledger.isolate(claim)
        elif claim.n_tries and not desk.ledger.note_try(claim):
            raise AssertionError("the claim is good")
        elif b"6" in [item.text for item in unpack(claim.items)]:
            n_deaths += 1  # and nobody is left to say so
        else:
            assert desk.ledger.finish(claim, work(claim))
        if job_of(desk.jobs, job_id).is_ended:
            break
    assert n_deaths == 6
    job = job_of(desk.jobs, job_id)
    assert (job.state, job.n_done, job.n_failed) == (State.done, 11, 1)
    found = results_of(desk.jobs, job_id)
    number, outcome, body = found[5]
    assert (number, outcome) == (6, Outcome.failed)
    assert "tried 3 times" in body
    assert found[:5] + found[6:] == [one for one in expected(12) if one[0] != 6]


def test_what_is_known_of_a_failure_is_told(desk: Desk, clock: Clock) -> None:
    job_id = make_job(desk.jobs, 1, n_each=1)
    for _ in range(2):
        [claim] = desk.ledger.claim(1)
        desk.ledger.give_back(claim, "no memory", counts=True)
        clock.now += RETRY_S
    [claim] = desk.ledger.claim(1)
    assert desk.ledger.isolate(claim)
    [(_, _, body)] = results_of(desk.jobs, job_id)
    assert "tried 2 times: no memory" in body


@pytest.mark.by_day(1)
def test_what_was_found_before_a_job_was_cancelled_is_written_while_its_readers_wait(
    desk: Desk, clock: Clock
) -> None:
    job_id = make_job(desk.jobs, 4)
    first, second, third, fourth = desk.ledger.claim(4)
    assert desk.ledger.finish(third, work(third))
    desk.jobs.cancel(job_id, "", KEEP_S)
    assert desk.ledger.beat([second.name]) == set()
    # What is there may have something before it yet, and is not shown.
    assert results_of(desk.jobs, job_id) == []
    assert not desk.jobs.page(job_of(desk.jobs, job_id), 0, 100).is_last
    assert desk.ledger.advance([(first, work(first)[:2])]) == {first.name}
    desk.ledger.release([first])
    assert results_of(desk.jobs, job_id) == expected(2)
    assert desk.ledger.finish(second, work(second))
    assert [number for number, _, _ in results_of(desk.jobs, job_id)] == [1, 2, 4, 5, 6, 7, 8, 9]
    assert not desk.jobs.page(job_of(desk.jobs, job_id), 0, 100).is_last
    # Of the last nothing is heard until its lease is over: what comes later is too late.
    clock.now += LEASE_S + 1
    job = job_of(desk.jobs, job_id)
    assert desk.jobs.page(job, 0, 100).is_last
    assert desk.ledger.advance([(fourth, work(fourth)[:1])]) == set()
    assert not desk.ledger.finish(fourth, work(fourth))
    assert (job.state, job.n_done, job.ended_at) == (State.cancelled, 8, clock.now - LEASE_S - 1)
    assert desk.ledger.claim(5) == []


def test_a_job_of_which_all_was_found_after_it_was_cancelled_stays_cancelled(
    desk: Desk, clock: Clock
) -> None:
    job_id = make_job(desk.jobs, 1)
    [claim] = desk.ledger.claim(1)
    before = desk.jobs.cancel(job_id, "", KEEP_S)
    clock.now += 1
    assert desk.ledger.finish(claim, work(claim))
    after = job_of(desk.jobs, job_id)
    assert before is not None
    assert after == replace(before, n_done=3, now=clock.now)
    assert desk.jobs.page(after, 0, 100).is_last
    assert results_of(desk.jobs, job_id) == expected(3)


@pytest.mark.by_day(1)
def test_what_is_found_in_a_chunk_is_written_and_leaves_it(desk: Desk) -> None:
    job_id = make_job(desk.jobs, 2, n_each=5)
    first, second = desk.ledger.claim(2)
    assert desk.ledger.advance([(first, work(first)[:2]), (second, work(second)[:1])]) == {
        first.name,
        second.name,
    }
    assert job_of(desk.jobs, job_id).n_done == 3
    assert results_of(desk.jobs, job_id) == expected(2)
    # Told again, as by somebody who did not hear that it had been written: once is enough.
    assert desk.ledger.advance([(first, work(first)[:3])]) == {first.name}
    assert job_of(desk.jobs, job_id).n_done == 4
    desk.ledger.release([second])
    [again] = desk.ledger.claim(5)
    assert (again.number, again.n_items, again.n_tries) == (7, 4, 0)
    assert [item.number for item in unpack(again.items)] == [7, 8, 9, 10]
    assert desk.ledger.beat([first.name, again.name]) == {first.name, again.name}
    assert desk.ledger.advance([(again, work(again))]) == {again.name}
    assert job_of(desk.jobs, job_id).n_done == 7, "one is written with the end"
    assert desk.ledger.finish(again, work(again))
    assert desk.ledger.finish(first, work(first)[3:])
    assert job_of(desk.jobs, job_id).state == State.done
    assert results_of(desk.jobs, job_id) == expected(10)


def test_who_has_lost_a_lease_writes_nothing_and_others_with_him_do(desk: Desk, clock: Clock) -> None:
    job_id = make_job(desk.jobs, 2)
    late, good = desk.ledger.claim(2)
    clock.now += LEASE_S - 1
    desk.ledger.beat([good.name])
    clock.now += 2
    [now] = desk.ledger.claim(5)
    assert now.number == late.number
    made = [(claim, work(claim, " late" if claim is late else "")[:1]) for claim in (late, good)]
    assert desk.ledger.advance(made) == {good.name}
    assert desk.ledger.finish(now, work(now))
    assert desk.ledger.finish(good, work(good)[1:])
    assert results_of(desk.jobs, job_id) == expected(6)


def test_what_is_found_out_of_order_leaves_no_gap(desk: Desk) -> None:
    job_id = make_job(desk.jobs, 1, n_each=4)
    [claim] = desk.ledger.claim(1)
    assert desk.ledger.advance([(claim, [work(claim)[0], work(claim)[2]])]) == {claim.name}
    assert results_of(desk.jobs, job_id) == expected(1)
    desk.ledger.release([claim])
    [again] = desk.ledger.claim(1)
    assert [item.number for item in unpack(again.items)] == [2, 4]
    assert desk.ledger.finish(again, work(again))
    assert results_of(desk.jobs, job_id) == expected(4)


@pytest.mark.by_day(1)
def test_a_job_that_was_swept_away_is_no_matter_to_who_works_on_it(desk: Desk, clock: Clock) -> None:
    job_id = make_job(desk.jobs, 1)
    [claim] = desk.ledger.claim(1)
    desk.jobs.cancel(job_id, "", KEEP_S)
    clock.now += KEEP_S + 1
    while desk.ledger.sweep():
        pass
    assert desk.jobs.find(job_id, "") is None
    assert desk.ledger.beat([claim.name]) == set()
    assert not desk.ledger.finish(claim, work(claim))
    assert not desk.ledger.isolate(claim)
    desk.ledger.release([claim])


def test_a_result_is_written_once_even_by_a_bug(desk: Desk) -> None:
    job_id = make_job(desk.jobs, 2)
    first, second = desk.ledger.claim(2)
    assert desk.ledger.finish(first, work(first))
    assert desk.ledger.finish(second, [*work(second), *work(first, says="again")])
    assert results_of(desk.jobs, job_id) == expected(6)
    assert job_of(desk.jobs, job_id).n_done == 6


def test_who_loses_the_answer_to_a_commit_writes_the_rest(desk: Desk) -> None:
    job_id = make_job(desk.jobs, 1, n_each=5)
    (claim,) = desk.ledger.claim(1)
    all_of_it = work(claim)
    # Whoever has no answer knows of none of these, and sends what it has by then.
    for found in (all_of_it[1:3], all_of_it[:4], [all_of_it[0], *all_of_it[2:]], all_of_it):
        assert desk.ledger.advance([(claim, found)]) == {claim.name}
        assert not job_of(desk.jobs, job_id).is_ended
    for _ in range(2):
        assert desk.ledger.finish(claim, all_of_it)
        assert results_of(desk.jobs, job_id) == expected(5)
        assert (job_of(desk.jobs, job_id).state, job_of(desk.jobs, job_id).n_done) == (State.done, 5)
    assert not desk.ledger.finish(replace(claim, name="another"), all_of_it)


@pytest.mark.server
def test_who_hangs_in_a_transaction_holds_its_locks_for_a_while_only() -> None:
    with database("postgresql") as address:
        store = Store(address)
        with store.connection() as connection:
            for name in ("idle_in_transaction_session_timeout", "statement_timeout", "lock_timeout"):
                assert connection.exec_driver_sql(f"SHOW {name}").scalar_one() in ("10s", "5s")
        store.close()


def test_bodies_are_compressed() -> None:
    result = made(1, Outcome.done, ["é" * 1000])
    assert len(result.body) < 100
    assert zlib.decompress(result.body).decode() == f'["{"é" * 1000}"]'
