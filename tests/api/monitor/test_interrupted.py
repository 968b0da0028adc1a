"""The metrics of solves that a limit ended, and of those interrupted: of these only the nodes count."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from api import create_app
from api.http import Line
from api.jobs.work import Work, do_work, granted, pack
from api.monitor import Metrics
from api.solving import SolvingSlots
from solver import CancelToken
from tests.api.monitor.test_metrics import SETTINGS, Series, post, read, series_of, value
from tests.support.api.service import make_body
from tests.support.api.streaming import hard


def n_counted(series: Series, name: str) -> float:
    """The sum of a metric over all kinds and games."""
    return sum(number for (found, _), number in series.items() if found == name)


def test_a_solve_that_a_limit_ends_is_told_apart() -> None:
    client = create_app(SETTINGS).test_client()
    assert not post(client, "/v1/solve", hard(30_000) | {"limit": {"nodes": 1}}).json["exact"]
    name = "atout_solves_cut_short_total"
    assert value(series_of(client), name, kind="solve", game="california_jack") == 1


@pytest.mark.parametrize("way", ["solve", "analyses", "table"])
def test_a_solve_that_a_client_left_is_ended_by_no_limit(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = create_app(SETTINGS).test_client()
    real = SolvingSlots.take

    @contextmanager
    def take(slots: SolvingSlots) -> Iterator[CancelToken]:
        with real(slots) as token:
            token.cancel()
            yield token

    monkeypatch.setattr(SolvingSlots, "take", take)
    assert post(client, f"/v1/{way}", make_body("belote", 1)).status_code == 200
    series = series_of(client)
    assert n_counted(series, "atout_solve_seconds_count") == 0
    assert n_counted(series, "atout_solves_cut_short_total") == 0


def test_a_log_of_a_job_that_gives_way_counts_when_it_is_judged() -> None:
    metrics = Metrics()
    n_turns = 0

    @contextmanager
    def turn(n_tries: int) -> Iterator[CancelToken]:
        nonlocal n_turns
        n_turns += 1
        token = CancelToken()
        if n_tries < 2:
            token.cancel()
        yield token

    log = json.dumps(make_body("quadrette", 3, 24)).encode()
    work = Work("analyses", {"language": "en"}, pack([Line(1, log)]), granted(SETTINGS))
    assert len(list(do_work(work, turn, lambda: False, metrics.solving))) == 1
    assert n_turns == 3
    series = read(metrics.write("")[0].decode())
    labels = {"kind": "job", "game": "quadrette"}
    assert value(series, "atout_solve_seconds_count", **labels) == 1
    assert value(series, "atout_solves_cut_short_total", **labels) == 0
    assert value(series, "atout_solve_nodes_total", **labels) > 0
