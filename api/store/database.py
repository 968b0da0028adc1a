"""The database, SQLite or PostgreSQL: opening it, and upgrading its schema."""

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from sqlite3 import SQLITE_BUSY, OperationalError
from threading import Lock
from time import monotonic, sleep
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, text

BUSY_S = 5
"""The time for which SQLite waits for another writer, in seconds."""
_RETRY_S = 0.01
"""The time between two attempts to switch its log on, in seconds."""
CONNECT_S = 2
"""The time that a connection to PostgreSQL may take, in seconds; 2 is the least that it accepts."""
STATEMENT_MS = 5_000
"""The time that one statement of PostgreSQL may take."""
SILENCE_MS = 10_000
"""The time after which PostgreSQL ends an idle transaction: a machine that is gone holds no locks."""

_POSTGRESQL: Mapping[str, Any] = {
    "connect_timeout": CONNECT_S,
    "tcp_user_timeout": STATEMENT_MS,
    "options": (
        f"-c statement_timeout={STATEMENT_MS} -c lock_timeout={STATEMENT_MS} "
        f"-c idle_in_transaction_session_timeout={SILENCE_MS}"
    ),
}
_MIGRATIONS = Path(__file__).with_name("migrations")
_UPGRADE_KEY = 0x41544F5554
"""The advisory lock of PostgreSQL under which one process upgrades while the others wait."""
_upgrading = Lock()
"""Held during an upgrade: Alembic is not thread-safe."""
_making = Lock()
_OWNER_ONLY = 0o600


def open_database(url: URL) -> Engine:
    """Return an engine for the database at ``url``; it connects when it is first used."""
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": BUSY_S})
        event.listen(engine, "do_connect", _make_private)
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    stated = {name: value for name, value in _POSTGRESQL.items() if name not in url.query}
    return create_engine(url, pool_pre_ping=True, pool_timeout=CONNECT_S, connect_args=stated)


def _make_private(dialect: object, record: object, arguments: list[Any], options: object) -> None:
    """Create the file of a new database, readable by its owner only; SQLite creates its other files likewise.

    An existing file keeps its mode.  It is not even opened, as closing a file gives up all locks that this
    process holds on it.
    """
    with _making, suppress(FileExistsError):
        # SQLite follows symbolic links, so the mode must be that of the target.
        path = os.path.realpath(arguments[0])
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _OWNER_ONLY))


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


def upgrade(engine: Engine, revision: str | None = None) -> str:
    """Upgrade the schema to ``revision``, or to the newest one if None, and return that revision.

    Several processes may call it at once.  Raises SQLAlchemyError, OSError, or the CommandError of alembic
    for a database that a later version has made.
    """
    if engine.dialect.name == "sqlite":
        Path(str(engine.url.database)).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    head = revision or _newest_revision()
    with _upgrading:
        with engine.connect() as connection:
            if MigrationContext.configure(connection).get_current_heads() == (head,):
                return head
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            if engine.dialect.name == "postgresql":
                connection.execute(text("SET LOCAL statement_timeout = 0"))
                connection.execute(text("SET LOCAL lock_timeout = 0"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADE_KEY})
            config.attributes["connection"] = connection
            command.upgrade(config, head)
    return head


@cache
def _newest_revision() -> str:
    """Return the revision that the schema of this version has; it reads every file of the migrations."""
    (head,) = ScriptDirectory(str(_MIGRATIONS)).get_heads()
    return head
