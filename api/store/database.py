"""The database: SQLite in a file, or PostgreSQL by its address; opened, and brought to the present schema."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, text

from api.settings import NO_DATABASE

BUSY_S = 5
"""How long SQLite waits for another writer."""
CONNECT_S = 2
"""How long PostgreSQL may take to be reached; it knows no less."""
STATEMENT_MS = 5_000
"""How long PostgreSQL may take over one statement."""
SILENCE_MS = 10_000
"""How long PostgreSQL lets a transaction be silent: a machine that is gone holds no locks."""

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
"""PostgreSQL's lock under which one process upgrades while the others wait."""
_upgrading = Lock()
"""Alembic works for one thread at a time."""
_making = Lock()
_OWNER_ONLY = 0o600


def name_database(url: URL | None) -> str:
    """What a database may be called before anybody: its file, or its address without password and options."""
    if url is None:
        return NO_DATABASE
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    shown = URL.create("postgresql", url.username, None, url.host, url.port, url.database)
    return shown.render_as_string()


def open_database(url: URL) -> Engine:
    """The database at ``url``, not connected to yet."""
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": BUSY_S})
        event.listen(engine, "do_connect", _make_private)
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    stated = {name: value for name, value in _POSTGRESQL.items() if name not in url.query}
    return create_engine(url, pool_pre_ping=True, pool_timeout=CONNECT_S, connect_args=stated)


def _make_private(dialect: object, record: object, arguments: list[Any], options: object) -> None:
    """Make the file of a new database, for its owner alone; SQLite gives the files beside it the same mode.

    One that is there is left as its owner wants it, and not even opened: closing a file gives up all locks
    that this process has on it.
    """
    with _making, suppress(FileExistsError):
        # Where a link leads to, as SQLite would follow it.
        path = os.path.realpath(arguments[0])
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _OWNER_ONLY))


def _set_up_sqlite(connection: Any, record: object) -> None:
    # The driver would begin transactions by rules of its own, and leave changes of the schema outside them.
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    # Who reads first and writes then must hold the lock from the start, or is sent away by another writer.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def upgrade(engine: Engine, revision: str | None = None) -> str:
    """Bring the schema to a revision, the present one if None, and return that; one that is there is left.

    Safe with several processes at once.  Raises SQLAlchemyError, OSError, or alembic's CommandError for a
    database that a later version has made.
    """
    if engine.dialect.name == "sqlite":
        Path(str(engine.url.database)).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    (head,) = [revision] if revision else ScriptDirectory.from_config(config).get_heads()
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
