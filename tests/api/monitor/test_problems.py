"""The metric of refusals, which tells one 503 from another."""

import pytest

from api import Settings, create_app
from api.parts import part_of
from api.solving import BusyError, SolvingSlots
from api.store import Store, StoreDownError
from solver.sentences import phrase
from tests.api.monitor.test_metrics import SETTINGS, post, series_of, value
from tests.support.api.databases import database
from tests.support.api.service import make_body
from tests.support.api.streaming import NDJSON

NAME = "atout_problems_total"


def test_a_service_that_is_busy_is_told_from_one_without_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(store: Store, *values: object, **options: object) -> None:
        raise StoreDownError("the database is away")

    def take(slots: SolvingSlots) -> None:
        raise BusyError(phrase("{most} requests wait already", most=3))

    with database("sqlite") as address:
        app = create_app(Settings(database=address))
        client = app.test_client()
        assert [value(series_of(client), NAME, problem=name) for name in ("overloaded", "store-down")] == [
            0,
            0,
        ]
        with monkeypatch.context() as outage:
            outage.setattr(Store, "connection", away)
            assert client.get("/v1/jobs/" + "a" * 32, buffered=True).status_code == 503
            assert client.get("/readyz", buffered=True).status_code == 503
        monkeypatch.setattr(SolvingSlots, "take", take)
        for _ in range(2):
            assert post(client, "/v1/solve", make_body("belote", 1)).status_code == 503
        series = series_of(client)
        assert value(series, NAME, problem="store-down") == 1
        assert value(series, NAME, problem="overloaded") == 2
        part_of(app, Store).close()


def test_what_is_answered_well_counts_for_no_problem() -> None:
    client = create_app(SETTINGS).test_client()
    assert client.get("/no", buffered=True).status_code == 404
    assert post(client, "/v1/solve", {"variant": "belote"}).status_code == 422
    assert client.post("/v1/solve", data=b"{}\n", content_type=NDJSON, buffered=True).status_code == 200
    series = series_of(client)
    found = {labels: number for (name, labels), number in series.items() if name == NAME and number}
    assert {dict(labels)["problem"]: number for labels, number in found.items()} == {
        "unknown-url": 1,
        "impossible-position": 1,
    }
