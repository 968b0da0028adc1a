"""A PostgreSQL that others keep busy: one request does not get what it needs, and all others do."""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from api import Settings, create_app
from api.parts import part_of
from api.store import connections, patience
from api.store.analyses import Store
from api.store.database import StoreBusyError, StoreDownError
from api.store.models import AnalysisRow
from tests.support.api.databases import database
from tests.support.api.kept_analyses import ADDRESS, FULL
from tests.support.api.service import make_body
from tests.support.waiting import PATIENCE_S, wait_until

pytestmark = pytest.mark.server

LOG = make_body("quadrette", 3, 20)


class Service:
    """A service on a PostgreSQL, which would never try one again that is down."""

    def __init__(self, address: str) -> None:
        self.address = address
        app = create_app(Settings(database=address))
        self.store = part_of(app, Store)
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


@pytest.fixture
def full(service: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    """A service with one idle connection to a PostgreSQL that grants no more, as others have all."""
    engine = service.store._engine
    assert engine is not None
    engine.dispose()
    assert service.store.find(ADDRESS) == FULL

    def refuse(*values: object, **named: object) -> None:
        raise psycopg.OperationalError("FATAL:  sorry, too many clients already")

    monkeypatch.setattr(patience, "connect", refuse)
    return service


def test_a_database_that_grants_no_more_connections_is_not_down(
    full: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = full.store
    with ThreadPoolExecutor(4) as others:
        # Who is given none waits for one of those that are at work.
        with store.connection():
            waiting = [others.submit(store.find, ADDRESS) for _ in range(4)]
            time.sleep(0.05)
            assert not any(one.done() for one in waiting)
        assert [one.result() for one in waiting] == [FULL] * 4
    monkeypatch.setattr(connections, "CONNECT_S", 0.05)
    with store.connection():
        for _ in range(2):
            with pytest.raises(StoreBusyError, match="too many clients"):
                store.find(ADDRESS)
        answer = full.client.get(f"/v1/analyses/{ADDRESS}")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert (full.uses("busy"), full.uses("failed")) == (3, 0)
    assert store.find(ADDRESS) == FULL


def test_a_database_that_is_silent_is_down_though_a_connection_hangs(
    full: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait(*values: object, **named: object) -> None:
        time.sleep(0.1)
        raise psycopg.OperationalError("connection timeout expired")

    monkeypatch.setattr(patience, "connect", wait)
    monkeypatch.setattr(connections, "CONNECT_S", 0.05)
    with full.store.connection():
        for _ in range(2):
            with pytest.raises(StoreDownError) as caught:
                full.store.find(ADDRESS)
            assert not isinstance(caught.value, StoreBusyError)


def test_a_database_that_ends_the_last_connection_too_is_down(
    full: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "CONNECT_S", PATIENCE_S)

    def end(others: ThreadPoolExecutor) -> Future[Any]:
        with full.store.connection() as connection:
            waiting = others.submit(full.store.find, ADDRESS)
            time.sleep(0.05)
            with suppress(OperationalError):
                connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
            return waiting

    with ThreadPoolExecutor(1) as others:
        with pytest.raises(StoreDownError):
            end(others).result()
        with pytest.raises(StoreDownError, match="a moment ago"):
            full.store.find(ADDRESS)


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


def test_a_process_that_stood_still_over_a_transaction_is_told_so_alone(service: Service) -> None:
    store = service.store

    def n_left(number: int) -> int:
        """How many connections of the server have that number: 0 or 1."""
        with psycopg.connect(service.address) as other:
            found = other.execute("SELECT count(*) FROM pg_stat_activity WHERE pid = %s", [number])
            return sum(n for (n,) in found)

    def stand_still() -> None:
        with store.connection() as connection:
            number = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
            connection.execute(text("SET idle_in_transaction_session_timeout = 1"))
            wait_until(lambda: not n_left(number), "the server has kept the transaction")
            connection.execute(text("SELECT 1"))

    with pytest.raises(StoreBusyError):
        stand_still()
    assert store.find(ADDRESS) == FULL
