"""What a job tells of its progress: how many lines are over, at what rate, and how long the rest takes."""

from dataclasses import replace

from api.jobs.store import Job, State

JOB = Job(
    id="a",
    kind="analyses",
    state=State.running,
    request="digest",
    n_items=10,
    n_done=2,
    n_refused=1,
    n_failed=1,
    created_at=90.0,
    started_at=100.0,
    ended_at=None,
    expires_at=None,
    now=108.0,
)
"""A job of which four lines of ten are over after eight seconds."""


def test_what_was_refused_and_what_failed_is_over_too() -> None:
    assert (JOB.n_over, JOB.rate, JOB.left_ms) == (4, 0.5, 12_000)


def test_before_the_first_outcome_nothing_is_known() -> None:
    begun = replace(JOB, n_done=0, n_refused=0, n_failed=0)
    assert (begun.rate, begun.left_ms) == (None, None)
    waiting = replace(begun, state=State.waiting, started_at=None)
    assert (waiting.rate, waiting.left_ms) == (None, None)


def test_a_job_that_has_ended_keeps_its_rate() -> None:
    cancelled = replace(JOB, state=State.cancelled, ended_at=102.0)
    assert (cancelled.rate, cancelled.left_ms) == (2.0, 0)


def test_a_clock_that_was_set_back_makes_no_rate() -> None:
    for now in (100.0, 99.0):
        running = replace(JOB, now=now)
        assert (running.rate, running.left_ms) == (None, None)
        ended = replace(JOB, state=State.done, ended_at=now)
        assert (ended.rate, ended.left_ms) == (None, 0)
    assert replace(JOB, now=100.0005).rate == 8_000.0
