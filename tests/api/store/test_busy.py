"""A PostgreSQL that others keep busy: one request does not get what it needs, and all others do."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from api import Settings, create_app
from api.store import connections
from api.store.analyses import Store
from api.store.database import StoreBusyError
from api.store.models import AnalysisRow
from tests.api.store.test_store import ADDRESS, FULL
from tests.support.databases import database
from tests.support.service import make_body
from tests.support.waiting import PATIENCE_S

pytestmark = pytest.mark.server

LOG = make_body("quadrette", 3, 20)


class Service:
    """A service on a PostgreSQL, which would never try one again that is down."""

    def __init__(self, address: str) -> None:
        self.address = address
        app = create_app(Settings(database=address))
        self.store: Store = app.config["ATOUT_STORE"]
        self.client: FlaskClient = app.test_client()
        self.store.keep(FULL)

    def uses(self, outcome: str) -> float:
        """How many uses of the store had that outcome, by the metrics."""
        name = f'atout_store_uses_total{{outcome="{outcome}"}} '
        lines = self.client.get("/metrics").text.splitlines()
        return sum(float(line.removeprefix(name)) for line in lines if line.startswith(name))


@pytest.fixture
def service(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setattr(connections, "RETRY_S", PATIENCE_S)
    with database("postgresql") as address:
        limit = f"options=-c%20{getattr(request, 'param', 'lock_timeout')}%3D100"
        service = Service(address + ("&" if "?" in address else "?") + limit)
        yield service
        service.store.close()


def test_a_request_that_finds_no_connection_is_sent_away_alone(service: Service) -> None:
    store = service.store
    assert store._engine is not None
    pool: Any = store._engine.pool
    pool._timeout = 0.05
    with ExitStack() as others:
        while pool.checkedout() < pool.size() + pool._max_overflow:
            others.enter_context(store.connection())
        for _ in range(2):
            answer = service.client.get(f"/v1/analyses/{ADDRESS}")
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
            assert "kept" not in service.client.post("/v1/analyses", json=LOG).headers.get("Location", "")
        assert service.client.get("/readyz").status_code == 200
        assert (service.uses("busy"), service.uses("failed")) == (6, 0)
    assert store.find(ADDRESS) == FULL


@pytest.mark.parametrize("service", ["lock_timeout", "statement_timeout"], indirect=True)
def test_a_row_that_others_have_locked_does_not_stop_the_rest(service: Service) -> None:
    store = service.store
    with psycopg.connect(service.address) as other:
        other.execute(f"LOCK TABLE {AnalysisRow.__tablename__} IN SHARE MODE".encode())
        for _ in range(2):
            with pytest.raises(StoreBusyError, match="canceling statement due to"):
                store.keep(FULL)
        assert service.client.post("/v1/analyses", json=LOG).status_code == 200
        assert store.find(ADDRESS) == FULL
        store.check_writing()
        assert (service.uses("busy"), service.uses("failed")) == (3, 0)
        assert service.client.get("/readyz").status_code == 200
    assert store.keep(FULL) == FULL


@pytest.mark.parametrize("state", ["40P01", "55P03", "57014"])
def test_what_it_calls_busy(service: Service, state: str) -> None:
    for writes in (False, True):
        with pytest.raises(StoreBusyError), service.store.connection(writes=writes) as connection:
            connection.execute(text(f"DO $$ BEGIN RAISE SQLSTATE '{state}'; END $$"))
    assert service.store.keep(FULL) == FULL
