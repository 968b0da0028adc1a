"""What the log tells of a database that takes no writes: one line for one reason, and one for its end."""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import select

from api.puzzles.bank import Bank
from api.store import connections
from api.store.analyses import CHECK_S, Store
from api.store.database import StoreDownError
from api.store.models import AnalysisRow
from tests.support.api.databases import database, run
from tests.support.api.kept_analyses import ADDRESS, FULL


@pytest.fixture(autouse=True)
def never_backs_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "RETRY_S", 0.0)


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log tells of the database, without reasons."""
    lines = [record.getMessage() for record in caplog.records if record.name == connections.__name__]
    return [line.partition(":")[0] for line in lines]


@pytest.mark.server
def test_a_postgresql_that_is_read_only_is_told_once_and_left_once_it_is_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def lock_one(store: Store) -> None:
        with store.connection(writes=True) as connection:
            connection.execute(select(AnalysisRow.id).with_for_update())

    def look(store: Store) -> None:
        store._checked_at -= CHECK_S
        store.check_writing()

    # PostgreSQL says of each what statement it was.
    ways: list[Callable[[Store], object]] = [lambda store: store.keep(FULL), lock_one, look]
    with database("postgresql") as address, caplog.at_level(logging.INFO):
        name = address.partition("?")[0].rpartition("/")[2]
        is_read_only = f"ALTER DATABASE {name} SET default_transaction_read_only = {{}}"
        run(address.replace(name, "postgres"), is_read_only.format("on"))
        store = Store(address)
        for _ in range(3):
            for write in ways:
                with pytest.raises(StoreDownError):
                    write(store)
            assert store.find(ADDRESS) is None
        assert told(caplog) == ["The database cannot be written to"]
        # Connections that are there stay as they were made.
        run(address.replace(name, "postgres"), is_read_only.format("off"))
        with pytest.raises(StoreDownError):
            store.keep(FULL)
        assert store.keep(FULL) == FULL
        assert told(caplog)[1:] == ["The database can be written to again."]
        store.close()


def test_a_write_of_nothing_ends_no_outage(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(str(tmp_path / "atout.db"))
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            with pytest.raises(StoreDownError), store.connection(writes=True) as connection:
                connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")
            with store.connection(writes=True):
                pass
        assert told(caplog) == ["The database cannot be written to"]
        store.keep(FULL)
        assert told(caplog)[1:] == ["The database can be written to again."]
    store.close()


def test_a_day_without_puzzles_needs_no_turn_to_write(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "atout.db"))
    store.check()
    with closing(sqlite3.connect(tmp_path / "atout.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert Bank(store).daily(date(2026, 11, 22), "belote", may_choose=True) is None
    store.close()
