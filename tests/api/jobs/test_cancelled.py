"""Jobs that are cancelled at the moment at which work on them begins, on both databases."""

import secrets
from concurrent.futures import ThreadPoolExecutor, wait

import pytest

from tests.api.jobs.test_ledger import KEEP_S, Desk, desk, job_of, make_job

__all__ = ["desk"]


def test_a_job_that_is_cancelled_during_a_claim_gets_no_result_after_its_last(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    job_id = make_job(desk.jobs, 1)
    is_last = []

    def cancel() -> None:
        desk.jobs.cancel(job_id, "", KEEP_S)
        is_last.append(desk.jobs.page(job_of(desk.jobs, job_id), 0, 10).is_last)

    with ThreadPoolExecutor(1) as pool:

        def name_a_claim(n_bytes: int) -> str:
            # SQLite lets it wait for the end of the claim.
            wait([pool.submit(cancel)], timeout=0.5)
            return "name"

        monkeypatch.setattr(secrets, "token_hex", name_a_claim)
        claims = desk.ledger.claim(1)
    assert is_last == [not claims]
