"""A PostgreSQL that stays connected and stops answering, as a paused machine does, is given up."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
import pytest
from sqlalchemy import text

from api import Settings, create_app
from api.access.keys import TRUST_S, KeyRing, KeyStore
from api.parts import part_of
from api.settings.texts import parse_address
from api.store import database as opening
from api.store.analyses import Store
from api.store.database import StoreDownError, open_database, upgrade
from tests.support.api.databases import database
from tests.support.api.kept_analyses import ADDRESS, FULL
from tests.support.api.keys import stopped_clock
from tests.support.api.served import children_of
from tests.support.waiting import PATIENCE_S, wait_until

pytestmark = pytest.mark.server


@contextmanager
def stopped(address: str) -> Iterator[None]:
    """Stop the server, all its processes, for the context."""
    with psycopg.connect(address) as connection:
        row = connection.execute("SHOW data_directory").fetchone()
    assert row is not None
    main = int((Path(row[0]) / "postmaster.pid").read_text(encoding="ascii").split()[0])
    # The first one alone, so that no other begins meanwhile; the one that was just asked may still end.
    os.kill(main, signal.SIGSTOP)
    processes = [*children_of(main), main]
    try:
        tell(processes, signal.SIGSTOP)
        yield
    finally:
        tell(processes, signal.SIGCONT)


def tell(processes: list[int], number: signal.Signals) -> None:
    """Send a signal to all that are there."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def within_patience(act: Any) -> Any:
    """What ``act`` returns or raises; it must not take for ever."""
    pool = ThreadPoolExecutor(1)
    try:
        return pool.submit(act).result(PATIENCE_S)
    finally:
        pool.shutdown(wait=False)


@pytest.mark.night
def test_nothing_waits_for_it_and_it_is_used_again_when_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = stopped_clock(monkeypatch)
    with database("postgresql") as address:
        app = create_app(Settings(database=address))
        store = part_of(app, Store)
        client = app.test_client()
        store.keep(FULL)
        kept = KeyStore(store)
        secret, ring = kept.add("site"), KeyRing(kept)
        assert ring.find(secret) == "site"
        with stopped(address):
            with pytest.raises(StoreDownError, match=r"not answered|timeout"):
                within_patience(lambda: store.find(ADDRESS))
            assert within_patience(lambda: client.get("/readyz")).status_code == 503
            assert client.get("/healthz").status_code == 200
            store._retry_at = 0.0
            clock.now += 100 * TRUST_S
            assert within_patience(lambda: ring.find(secret)) == "site"
        wait_until(lambda: client.get("/readyz").status_code == 200, "it is not used again")
        assert store.find(ADDRESS) == FULL
        store.close()


def test_a_transaction_that_it_leaves_in_the_middle_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "STATEMENT_MS", 100)
    with database("postgresql") as address:
        store = Store(address)

        begun, goes_on = Event(), Event()

        def leave() -> None:
            with store.connection(writes=True) as connection:
                connection.execute(text("SELECT 1"))
                begun.set()
                goes_on.wait(PATIENCE_S)
                connection.execute(text("SELECT 1"))

        with ThreadPoolExecutor(1) as pool:
            left = pool.submit(leave)
            begun.wait(PATIENCE_S)
            with stopped(address):
                goes_on.set()
                with pytest.raises(StoreDownError, match=r"the server has not answered for 1\.1 s"):
                    left.result(PATIENCE_S)
        store.check()
        store.close()


def test_an_upgrade_waits_for_another_one_without_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "STATEMENT_MS", 100)
    monkeypatch.setattr(opening, "MARGIN_S", 0.1)
    with (
        database("postgresql", has_schema=False) as address,
        psycopg.connect(address, autocommit=True) as other,
        ThreadPoolExecutor(1) as pool,
    ):
        other.execute("SELECT pg_advisory_lock(%s)", [opening._UPGRADE_KEY])
        url = parse_address(address)
        assert url is not None
        engine = open_database(url)
        upgraded = pool.submit(upgrade, engine)

        def has_long_waited() -> object:
            # The server says for how long: ten times as long as anything else may take.
            return other.execute(
                "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory' "
                "AND clock_timestamp() - query_start > interval '2 s'"
            ).fetchone()

        wait_until(lambda: upgraded.done() or has_long_waited(), "it does not wait")
        other.execute("SELECT pg_advisory_unlock_all()")
        upgraded.result(PATIENCE_S)
        with engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            assert driver.patience_s == pytest.approx(0.2)
        engine.dispose()


@pytest.mark.parametrize(
    ("stated", "limit_s", "keeps_alive"),
    [
        ("", 6.0, "2"),
        ("keepalives_idle=7", 6.0, "7"),
        ("options=-c%20statement_timeout%3D20000", 21.0, "2"),
        ("options=-c%20statement_timeout%3D20s", 21.0, "2"),
        ("options=-c%20statement_timeout%3D0", None, "2"),
        ("options=-c%20search_path%3Dpublic", 6.0, "2"),
    ],
)
def test_what_the_address_says_goes_before(stated: str, limit_s: float | None, keeps_alive: str) -> None:
    with database("postgresql") as address:
        url = parse_address(address + ("&" if "?" in address else "?") + stated)
        assert url is not None
        engine = open_database(url)
        with engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            assert driver.patience_s == limit_s
            assert driver.info.get_parameters()["keepalives_idle"] == keeps_alive
        engine.dispose()
