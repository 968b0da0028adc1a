"""The store by itself, on both databases: what is kept, what replaces it, and a database that is away."""

import json
import logging
import lzma
import os
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from threading import Barrier

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text, update
from sqlalchemy.exc import DBAPIError

from api.settings.config import Settings
from api.settings.texts import SettingError, parse_address
from api.store import connections
from api.store.analyses import DraftedAnswers, KeptAnalysis, Store, prepare_database
from api.store.database import StoreDownError, open_database, upgrade
from api.store.models import AnalysisRow, Base
from solver import Language, Notation
from solver.draft import Draft
from tests.support.api.databases import KINDS, database, run
from tests.support.api.kept_analyses import ADDRESS, FULL
from tests.support.waiting import PATIENCE_S

CUT = replace(FULL, is_complete=False, n_proved=5)


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    with database(request.param, has_schema=False) as address:
        yield address


def test_what_is_kept_is_found_by_every_process(address: str, store: Store) -> None:
    assert store.find(ADDRESS) is None
    assert store.keep(FULL) == FULL
    other = Store(address)
    assert other.find(ADDRESS) == FULL
    assert other.find("b" * 32) is None
    other.close()


def test_a_draft_is_found_as_it_was_kept(store: Store) -> None:
    said: dict[Language, tuple[str]] = {"en": ("~xSA",), "fr": ("l’~xSA",)}
    calls: dict[Notation, tuple[str]] = {"en": ("80S",), "fr": ("80P",)}
    draft = Draft("[~x#0;,~x=0;]", "~x", said, calls)
    made = replace(FULL, answers=DraftedAnswers(draft, {"told en": "1"}))
    assert store.keep(made) == made
    found = store.find(ADDRESS)
    assert found == made
    assert dict(found.answers) == {
        "en en": "[SA,80S]\n",
        "en fr": "[l’SA,80S]\n",
        "fr en": "[PA,80P]\n",
        "fr fr": "[l’PA,80P]\n",
        "told en": "1",
    }
    assert "told fr" not in found.answers


def test_answers_that_an_earlier_version_kept_are_found(store: Store) -> None:
    store.keep(FULL)
    texts = {"en en": '{"an": "older form"}\n'}
    with store.connection(writes=True) as connection:
        packed = lzma.compress(json.dumps(texts).encode())
        connection.execute(update(AnalysisRow).values(answers=packed))
    assert store.find(ADDRESS) == replace(FULL, answers=texts)


@pytest.mark.by_day(8)
@pytest.mark.parametrize(
    ("old", "new", "is_replaced"),
    [
        (CUT, FULL, True),
        (CUT, replace(CUT, n_proved=6, n_samples=0), True),
        (CUT, replace(CUT, n_samples=5), True),
        (CUT, replace(CUT, engine="2"), False),
        (CUT, replace(CUT, n_proved=4, n_samples=9), False),
        (FULL, replace(FULL, n_proved=99), False),
        (FULL, replace(CUT, n_proved=99), False),
        (FULL, replace(CUT, n_proved=99, engine="2"), False),
        (FULL, replace(FULL, engine="2"), True),
        (replace(CUT, n_proved=99), FULL, True),
    ],
)
def test_only_a_better_analysis_takes_the_place(
    store: Store, old: KeptAnalysis, new: KeptAnalysis, is_replaced: bool
) -> None:
    store.keep(old)
    new = replace(new, answers={"en en": "new"})
    assert store.keep(new) == (new if is_replaced else old)
    assert store.find(ADDRESS) == (new if is_replaced else old)


def test_tags_of_complete_analyses_are_known_before_and_of_others_by_what_they_say() -> None:
    again = replace(FULL, answers={"en en": "solved again", "fr fr": ""})
    assert again.etag("en en") == FULL.etag("en en") != FULL.etag("fr fr")
    assert replace(FULL, engine="2").etag("en en") != FULL.etag("en en")
    more = replace(CUT, answers={**CUT.answers, "en en": "more"})
    assert len({FULL.etag("en en"), CUT.etag("en en"), more.etag("en en")}) == 3


@pytest.mark.by_day(1)
@pytest.mark.slow
def test_many_writers_leave_the_best_and_lose_nothing(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # On a slow disk they wait for each other for longer than a client is let wait.
    monkeypatch.setattr("api.store.database.BUSY_S", PATIENCE_S)
    stores = [Store(address) for _ in range(3)]

    def write(number: int) -> None:
        stores[number % 3].keep(replace(CUT, n_proved=number))
        stores[number % 3].keep(replace(CUT, address=f"{number:032}"))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, range(60)))
    best = stores[0].find(ADDRESS)
    assert best is not None
    assert best.n_proved == 59
    assert all(stores[0].find(f"{number:032}") for number in range(60))
    for store in stores:
        store.close()


@pytest.mark.by_day(1)
def test_the_migrations_make_the_tables_that_the_code_knows(address: str) -> None:
    for module in ("api.application", "api.puzzles.models"):  # which know all tables
        import_module(module)
    url = parse_address(address)
    assert url is not None
    engine = open_database(url)
    revision = upgrade(engine)
    assert upgrade(engine) == revision
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()


def test_an_error_shows_nothing_of_what_the_statement_was_given(address: str) -> None:
    url = parse_address(address)
    assert url is not None
    engine = open_database(url)
    upgrade(engine)
    with engine.connect() as connection, pytest.raises(DBAPIError) as raised:
        connection.execute(text("SELECT :value FROM nowhere"), {"value": "secret"})
    assert "nowhere" in str(raised.value)
    assert "secret" not in str(raised.value)
    engine.dispose()


def test_many_make_a_new_database_at_once(tmp_path: Path) -> None:
    n_makers, n_rounds = 4, 20
    start = Barrier(n_makers)

    def make(path: Path) -> str | None:
        url = parse_address(str(path))
        assert url is not None
        start.wait()
        with open_database(url).connect() as connection:
            found: str | None = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
        return found

    with ThreadPoolExecutor(n_makers) as pool:
        for number in range(n_rounds):
            assert {*pool.map(make, [tmp_path / f"{number}.db"] * n_makers)} == {"wal"}


def test_sqlite_keeps_a_log_of_what_it_writes(tmp_path: Path) -> None:
    store = Store(f"{tmp_path}/atout.db")
    store.check()
    connection = sqlite3.connect(tmp_path / "atout.db")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    store.close()


@pytest.mark.parametrize("umask", [0, 0o022, 0o077])
def test_what_sqlite_writes_is_for_its_owner_alone(tmp_path: Path, umask: int) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "link.db").symlink_to(tmp_path / "atout.db")
    before = os.umask(umask)
    try:
        store = Store(f"{tmp_path}/link.db")
        store.keep(FULL)
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("atout.db*")}
        assert modes == {"atout.db": 0o600, "atout.db-wal": 0o600, "atout.db-shm": 0o600}
        store.close()
        # One that is there is as its owner wants it.
        (tmp_path / "atout.db").chmod(0o640)
        store.keep(FULL)
        assert (tmp_path / "atout.db").stat().st_mode & 0o777 == 0o640
        store.close()
    finally:
        os.umask(before)


def test_a_database_that_was_taken_away_is_made_anew_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "atout.db"
    store = Store(str(path))
    store.keep(FULL)
    store.close()
    path.unlink()
    assert store.find(ADDRESS) is None
    assert path.stat().st_mode & 0o777 == 0o600
    store.close()


@pytest.mark.server
def test_lost_connections_are_made_again(caplog: pytest.LogCaptureFixture) -> None:
    with database("postgresql", has_schema=False) as address:
        store = Store(address)
        store.keep(FULL)
        run(address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        assert store.find(ADDRESS) == FULL
        assert not caplog.records
        store.close()


def test_an_outage_is_told_when_it_begins_and_when_it_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "RETRY_S", 0.0)
    monkeypatch.setattr("api.store.database.BUSY_S", 0.01)
    (tmp_path / "data").write_text("in the way")
    path = tmp_path / "data" / "atout.db"
    store = Store(str(path))
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            with pytest.raises(StoreDownError):
                store.find(ADDRESS)
        (tmp_path / "data").unlink()
        for _ in range(3):
            assert store.find(ADDRESS) is None
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            for _ in range(3):
                with pytest.raises(StoreDownError):
                    store.keep(FULL)
                assert store.find(ADDRESS) is None
        for _ in range(3):
            store.keep(FULL)
    told = [record.getMessage() for record in caplog.records if record.name == connections.__name__]
    assert [line.partition(":")[0] for line in told] == [
        "The database cannot be used",
        "The database can be used again.",
        "The database cannot be written to",
        "The database can be written to again.",
    ]
    store.close()


def test_a_database_that_comes_back_is_used_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "data").write_text("in the way")
    store = Store(f"{tmp_path}/data/atout.db")
    with caplog.at_level(logging.WARNING):
        for _ in range(20):
            with pytest.raises(StoreDownError):
                store.find(ADDRESS)
    assert len(caplog.records) == 1, "it is not asked for each request while it is away"
    (tmp_path / "data").unlink()
    store.check()
    assert store.keep(FULL) == FULL
    # So it is when somebody has taken the tables away.
    with sqlite3.connect(tmp_path / "data" / "atout.db") as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            connection.execute(f"DROP TABLE {table}")
    connection.close()
    with pytest.raises(StoreDownError):
        store.find(ADDRESS)
    store.check()
    assert store.find(ADDRESS) is None
    store.close()


def test_a_damaged_row_is_none(tmp_path: Path) -> None:
    store = Store(f"{tmp_path}/atout.db")
    store.keep(FULL)
    with sqlite3.connect(tmp_path / "atout.db") as connection:
        connection.execute("UPDATE analyses SET answers = x'00'")
    connection.close()
    assert store.find(ADDRESS) is None
    store.close()


def test_no_database_is_one_too() -> None:
    store = Store("none")
    assert store.is_off
    assert store.keep(FULL) == FULL
    assert store.find(ADDRESS) is None


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("atout.db", "begins with / or ~"),
        ("mysql://u:secret@h/d", "SQLite"),
        ("sqlite://", "SQLite"),
        ("sqlite:///:memory:", "begins with"),
        ("postgresql://u:secret@h:port/d", "that can be read"),
        ("://", "that can be read"),
    ],
)
def test_an_address_that_cannot_be_is_refused_without_its_password(address: str, reason: str) -> None:
    with pytest.raises(SettingError, match=reason) as raised:
        Settings(database=address)
    assert "ATOUT_DATABASE" in str(raised.value)
    assert "secret" not in str(raised.value)


def test_postgresql_without_its_driver_is_a_setting_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.settings.texts.find_spec", lambda name: None)
    with pytest.raises(SettingError, match=r"atout\[postgres\]"):
        Settings(database="postgresql://h/d")


def test_an_unreachable_server_is_told_to_the_operator_without_the_password() -> None:
    with pytest.raises(StoreDownError) as raised:
        prepare_database("postgresql://me:secret@127.0.0.1:1/atout")
    assert "secret" not in str(raised.value)
    assert "refused" in str(raised.value)
