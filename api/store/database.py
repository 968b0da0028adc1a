"""The database, SQLite or PostgreSQL: opening it, and upgrading its schema."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from sqlite3 import SQLITE_BUSY, OperationalError
from threading import Lock
from time import monotonic, sleep, time
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, text

from api.store.files import make_private
from solver.sentences import Sayable, phrase

BUSY_S = 5
"""The time for which SQLite waits for another writer, in seconds."""
_RETRY_S = 0.01
"""The time between two attempts to switch its log on, in seconds."""
CONNECT_S = 2
"""The time that a connection to PostgreSQL may take, in seconds; 2 is the least that it accepts."""
STATEMENT_MS = 5_000
"""The time that one statement of PostgreSQL may take."""
MARGIN_S = 1.0
"""The time beyond that of a statement after which a silent PostgreSQL is given up, in seconds."""
SILENCE_MS = 10_000
"""The time after which PostgreSQL ends an idle transaction: a machine that is gone holds no locks."""

_POSTGRESQL: Mapping[str, Any] = {
    "connect_timeout": CONNECT_S,
    "tcp_user_timeout": STATEMENT_MS,
    # A host that is gone while it is waited for is noticed in as many seconds.
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "options": (
        f"-c statement_timeout={STATEMENT_MS} -c lock_timeout={STATEMENT_MS} "
        f"-c idle_in_transaction_session_timeout={SILENCE_MS}"
    ),
}
HAS_WRITTEN = "has_written"
"""The mark in the `info` of a connection that has written rows."""
_MIGRATIONS = Path(__file__).with_name("migrations")
_UPGRADE_KEY = 0x41544F5554
"""The advisory lock of PostgreSQL under which one process upgrades while the others wait."""
_upgrading = Lock()
"""Held during an upgrade: Alembic is not thread-safe."""
_STATED_LIMIT = re.compile(r"statement_timeout\s*=\s*(\d+)(ms|s|min|h)?")
_UNITS_MS = {None: 1, "ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000}


class StoreDownError(RuntimeError):
    """The database cannot be used now; the message is for the operator only."""


class StoreBusyError(StoreDownError):
    """The database cannot be used for this request, as others have what it needs; it is not down."""


class LaterDatabaseError(StoreDownError):
    """The database was made by a later version, so this one will never use it."""

    def __init__(self, why: Sayable) -> None:
        super().__init__(str(why))
        self.said = (why,)


def open_database(url: URL) -> Engine:
    """Return an engine for the database at ``url``; it connects when it is first used."""
    # Errors show what a statement was given otherwise, and nothing that a client sends is to be logged.
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": BUSY_S}, hide_parameters=True)
        event.listen(engine, "do_connect", _make_private)
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        event.listen(engine, "after_cursor_execute", _note_write)
        return engine
    stated = {name: value for name, value in _POSTGRESQL.items() if name not in url.query}
    engine = create_engine(
        url, pool_pre_ping=True, pool_timeout=CONNECT_S, connect_args=stated, hide_parameters=True
    )
    patience_s = _patience(url)

    def connect(dialect: object, record: object, arguments: list[Any], options: dict[str, Any]) -> Any:
        # The driver is an extra: whoever has SQLite need not have it.
        return import_module("api.store.patience").connect(patience_s, CONNECT_S, *arguments, **options)

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "after_cursor_execute", _note_write)
    return engine


def _patience(url: URL) -> float | None:
    """Return how long PostgreSQL may be silent, in seconds: longer than a statement may take, or None."""
    limit_ms = STATEMENT_MS
    options = url.query.get("options", "")
    stated = _STATED_LIMIT.search(options if isinstance(options, str) else " ".join(options))
    if stated is not None:
        limit_ms = int(stated[1]) * _UNITS_MS[stated[2]]
    return limit_ms / 1000 + MARGIN_S if limit_ms else None


def _make_private(dialect: object, record: object, arguments: list[Any], options: object) -> None:
    make_private(arguments[0])


def _set_up_sqlite(connection: Any, record: object) -> None:
    # Turn off the implicit transactions of the driver: they would exclude changes of the schema.
    connection.isolation_level = None
    _use_wal(connection)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _use_wal(connection: Any) -> None:
    """Switch to the write-ahead log; raises OperationalError if others hold the database for `BUSY_S`.

    SQLite does not wait for them by itself here: of two processes that make a new database one is refused.
    """
    deadline = monotonic() + BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except OperationalError as error:
            if error.sqlite_errorcode != SQLITE_BUSY or monotonic() > deadline:
                raise
        sleep(_RETRY_S)


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later fails if another writer comes in between. So one
    # that will write takes the lock at its start.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _note_write(
    connection: Connection, cursor: Any, statement: str, given: object, context: Any, is_many: bool
) -> None:
    """Note rows that a statement has written; a transaction that may write need not."""
    if (context.isinsert or context.isupdate or context.isdelete) and cursor.rowcount > 0:
        connection.info[HAS_WRITTEN] = True


def upgrade(engine: Engine, revision: str | None = None) -> str:
    """Upgrade the schema to ``revision``, or to the newest one if None, and return that revision.

    Several processes may call it at once.  Raises SQLAlchemyError, OSError, the CommandError of alembic, or
    LaterDatabaseError for a database that a later version has made.
    """
    if engine.dialect.name == "sqlite":
        Path(str(engine.url.database)).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    head = revision or _newest_revision()
    with _upgrading:
        with engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_heads()
            if found == (head,):
                return head
            _refuse_later(found)
        writing = engine.connect().execution_options(writes=True)
        with writing as connection, connection.begin(), _waiting_for_others(connection):
            config.attributes["connection"] = connection
            command.upgrade(config, head)
    return head


def clock(connection: Connection) -> float:
    """Return the time in seconds since 1970, by the clock that all users of the database share."""
    if connection.dialect.name == "postgresql":
        now = connection.execute(text("SELECT extract(epoch FROM clock_timestamp())::float8"))
        return float(now.scalar_one())
    return time()


def take_turn(connection: Connection, key: int) -> None:
    """Wait until no other transaction that took the turn with that key goes on.

    In SQLite one that writes is alone from its start.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": key})


@contextmanager
def _waiting_for_others(connection: Connection) -> Iterator[None]:
    """Wait for others that upgrade, and for the upgrade itself, without a limit; SQLite waits by itself."""
    if connection.dialect.name != "postgresql":
        yield
        return
    driver: Any = connection.connection.driver_connection
    patience_s, driver.patience_s = driver.patience_s, None
    try:
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        take_turn(connection, _UPGRADE_KEY)
        yield
    finally:
        driver.patience_s = patience_s


def _refuse_later(found: Iterable[str]) -> None:
    """Raise LaterDatabaseError unless this version knows all revisions in ``found``."""
    later = sorted({*found} - _revisions())
    if later:
        raise LaterDatabaseError(
            phrase(
                "the database was made by a later version of Atout: its revision is {later}, and the newest "
                "that this version knows is {newest}; install that version again, or restore a backup from "
                "before",
                later=", ".join(later),
                newest=_newest_revision(),
            )
        )


@cache
def _newest_revision() -> str:
    """Return the revision that the schema of this version has; it reads every file of the migrations."""
    (head,) = ScriptDirectory(str(_MIGRATIONS)).get_heads()
    return head


@cache
def _revisions() -> frozenset[str]:
    """Return all revisions that this version knows."""
    return frozenset(step.revision for step in ScriptDirectory(str(_MIGRATIONS)).walk_revisions())
