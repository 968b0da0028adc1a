"""Connections to the database of a store, which may be away, come back, or be another one than before."""

import logging
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from sqlite3 import SQLITE_READONLY
from threading import Lock
from typing import Any

from alembic.util import CommandError
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import (
    DataError,
    IntegrityError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError as PoolTimeoutError,
)

from api.settings import name_database, parse_address
from api.store.database import (
    BUSY_S,
    CONNECT_S,
    HAS_WRITTEN,
    LaterDatabaseError,
    StoreBusyError,
    StoreDownError,
    open_database,
    upgrade,
)
from api.store.files import Mark, log_of, mark_of, remove_log

RETRY_S = 2.0
"""The back-off after a failure of the database, in seconds, so that requests do not each wait for it."""
_LOOK_S = 0.01
"""The interval at which a request that was given no connection looks for one, in seconds."""
_ALONE_S = 0.1
"""The time after which the database is down for it while no connection is at work: one may change hands."""
PREPARE_S = 8.0
"""The time for which a request waits while another one opens the database, in seconds."""

_USED, _WRITTEN = "used", "written to"
"""The words of the log for what fails: all use of the database, or writing alone."""
_A_MOMENT_AGO = "the database could not be used a moment ago"
_IN_TURN = "another request is writing to the database"
_BUSY_STATES = {"25P03", "40P01", "55P03", "57014"}
"""The SQLSTATE of PostgreSQL for a deadlock, and where a lock, a statement or a transaction took too long.

The last is that of a process that stood still over it: the database goes on without.
"""
_READ_ONLY_STATE = "25006"
"""The SQLSTATE of PostgreSQL for a write where only reading is allowed, as on a standby."""
_FAILURES = (SQLAlchemyError, CommandError, OSError)
_PRIMARY = 0xFF
"""The part of an error code of SQLite that says which error it is; the rest says more."""

_logger = logging.getLogger(__name__)


class Connections:
    """Opens transactions in the database at an address.

    It opens the database, and upgrades its schema, when it is first used, so that the connection belongs to
    the process that uses it.  Threads and processes may share it.
    """

    def __init__(self, address: str) -> None:
        self._url = parse_address(address)
        self._engine: Engine | None = None
        self._is_prepared = False
        self._is_down = False
        """True from a failure until the database has been opened again."""
        self._n_failures = 0
        self._preparing = Lock()
        self._retry_at = 0.0
        self._rewrite_at = 0.0
        """The end of the back-off after a failed write, by the monotonic clock: the disk may be full."""
        self._is_unwritable = False
        """True from a failed write until one succeeds."""
        self._writing = Lock()
        """Held by the one thread that writes to SQLite, or waits for other processes to let it."""
        self._n_at_work = 0
        """The number of connections that somebody uses now."""
        self._counting = Lock()
        self._path = self._url.database if self._url and self._url.get_backend_name() == "sqlite" else None
        self._opened: Mark | None = None
        """The file at the path when it was opened; None while none is."""
        self._log: Mark | None = None
        """The write-ahead log that belongs to it."""
        self._told: dict[str, str] = {}
        """The failures that the log has told and not yet ended, each with the kind of its reason."""

    @property
    def name(self) -> str:
        """The name of the database, without a password."""
        return name_database(self._url)

    @property
    def is_off(self) -> bool:
        """True if the operator chose to have no database: nothing is kept, and nothing found."""
        return self._url is None

    def check(self) -> None:
        """Return if the database can be used now, whatever the back-off; else raise."""
        self._retry_at = 0.0
        with self.connection() as connection:
            connection.execute(text("SELECT 1"))

    def refuse_later(self) -> None:
        """Raise LaterDatabaseError if a later version made the database; return if it is merely away."""
        try:
            self.check()
        except LaterDatabaseError:
            raise
        except StoreDownError:
            pass  # it is logged, and the database may come back

    def close(self) -> None:
        """Close the database; the next use opens it again."""
        with self._preparing:
            if self._engine is not None:
                self._engine.dispose()
            self._engine, self._is_prepared, self._opened = None, False, None

    @contextmanager
    def connection(self, *, writes: bool = False) -> Iterator[Connection]:
        """Open a transaction for the context; ``writes`` must be set from the start if it will write.

        It lets IntegrityError through, which is for the caller.  After a failed write, reads go on: the disk
        may be full.
        """
        self._refuse_after_failure(writes)
        engine = self._prepare()
        # A failure is noted before the turn ends: whoever is next looks for one.
        with self._turn(writes):
            is_reached, at_work = False, ExitStack()
            try:
                # It is at work until the next one can have it.
                with at_work, self._connect(engine, writes).execution_options(writes=writes) as connection:
                    at_work.enter_context(self._counted())
                    # Another request may have failed while this one waited for its turn or a connection.
                    self._refuse_after_failure(writes)
                    is_reached = True
                    connection.info.pop(HAS_WRITTEN, None)
                    with connection.begin():
                        yield connection
                    has_written = HAS_WRITTEN in connection.info
                self._note_success(is_write=writes and has_written)
            except (DataError, IntegrityError):
                # What is written is at fault, not the database.
                raise
            except _FAILURES as error:
                raise self._told_of(error, is_write=is_reached and writes) from error

    def _connect(self, engine: Engine, writes: bool) -> Connection:
        """Return a connection; if the database grants no more of them, wait until another request is done.

        PostgreSQL may have given all that it has, to others too: it is not down while ours are at work.
        Raises StoreBusyError if none comes free in time.
        """
        now = time.monotonic()
        ends, down_at = now + CONNECT_S, now + _ALONE_S
        pool: Any = engine.pool
        error: OperationalError | None = None
        while True:
            if error is None or pool.checkedin():
                try:
                    return engine.connect()
                except OperationalError as failure:
                    # One that has no more to give says so at once.
                    if self._path is not None or time.monotonic() > ends:
                        raise
                    error = failure
            now = time.monotonic()
            if self._n_at_work:
                down_at = now + _ALONE_S
            if now > down_at:
                raise error
            if now > ends:
                raise StoreBusyError(str(error.orig)) from error
            time.sleep(_LOOK_S)
            self._refuse_after_failure(writes)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count a connection that is at work for the context."""
        with self._counting:
            self._n_at_work += 1
        try:
            yield
        finally:
            with self._counting:
                self._n_at_work -= 1

    def _refuse_after_failure(self, writes: bool) -> None:
        now = time.monotonic()
        if now < self._retry_at or (writes and now < self._rewrite_at):
            raise StoreDownError(_A_MOMENT_AGO)

    @contextmanager
    def _turn(self, writes: bool) -> Iterator[None]:
        """Wait for the turn to write to SQLite, which lets one write at a time, without a connection.

        So readers find one, however long another process holds the lock.  While nothing can be written, one
        thread tries to, and the others do not wait for that.
        """
        if self._path is None or not writes:
            yield
            return
        is_unwritable = self._is_unwritable
        if not self._writing.acquire(timeout=0.0 if is_unwritable else BUSY_S):
            raise (StoreDownError if is_unwritable else StoreBusyError)(_IN_TURN)
        try:
            yield
        finally:
            self._writing.release()

    def _prepare(self) -> Engine:
        """Return the database, with its schema upgraded.

        While it is down, one thread tries to open it, and the others do not wait for that: it may take
        seconds, and a worker would soon have no thread left.
        """
        assert self._url is not None, "without a database nobody asks for it"
        n_failures = self._n_failures
        if not self._preparing.acquire(timeout=0.0 if self._is_down else PREPARE_S):
            raise StoreDownError("the database is being opened")
        try:
            # Whoever held the lock may have failed meanwhile; a health check ends the back-off, but not this.
            if self._n_failures != n_failures:
                raise StoreDownError(_A_MOMENT_AGO)
            if self._engine is None:
                self._engine = open_database(self._url)
            self._notice_another_file(self._engine)
            if not self._is_prepared:
                self._open(self._engine)
            return self._engine
        except LaterDatabaseError as error:
            self._note_failure(error)
            raise
        except _FAILURES as error:
            raise self._told_of(error) from error
        finally:
            self._preparing.release()

    def _open(self, engine: Engine) -> None:
        """Upgrade the schema, and note which file that was."""
        if self._path is not None and self._opened is None:
            # Before it is opened: one that takes its place meanwhile is then noticed.
            self._opened = mark_of(self._path)
        upgrade(engine)
        if self._path is not None:
            self._opened = self._opened or mark_of(self._path)
            self._log = mark_of(log_of(self._path))
        self._is_prepared, self._is_down = True, False

    def _notice_another_file(self, engine: Engine) -> None:
        """Let go of a file of SQLite that is not at its path any more: what is written to it is lost."""
        if self._path is None or self._opened is None or mark_of(self._path) == self._opened:
            return
        _logger.warning(
            "The file %s was removed, moved or replaced; what is at its path now is opened.", self._path
        )
        remove_log(self._path, self._log)
        self._let_go(engine)

    def _let_go(self, engine: Engine) -> None:
        engine.dispose()
        self._is_prepared, self._opened = False, None

    def _told_of(self, error: Exception, *, is_write: bool = False) -> StoreDownError:
        """Return what a request is told of a failure, and note it if it is one of the database."""
        cause = getattr(error, "orig", None) or error
        if isinstance(error, PoolTimeoutError) or getattr(cause, "sqlstate", None) in _BUSY_STATES:
            _logger.debug("The database is busy: %s", cause)
            return StoreBusyError(str(cause))
        return StoreDownError(self._note_failure(error, is_write=is_write))

    def _note_failure(self, error: Exception, *, is_write: bool = False) -> str:
        """Begin the back-off after a failure, and return its reason."""
        self._is_prepared = False
        cause = getattr(error, "orig", None) or error
        reason, state = " ".join(str(cause).split()), getattr(cause, "sqlstate", None)
        is_read_only = (
            state == _READ_ONLY_STATE or getattr(cause, "sqlite_errorcode", 0) & _PRIMARY == SQLITE_READONLY
        )
        if self._engine is not None and (is_read_only or (self._path is not None and not is_write)):
            # A connection stays as it was opened, such as for reading only. But while the disk is full none
            # can be opened, and those that are there can read.
            self._let_go(self._engine)
        if is_write:
            self._is_unwritable = True
            self._rewrite_at = time.monotonic() + RETRY_S
        else:
            self._is_down, self._retry_at = True, time.monotonic() + RETRY_S
            self._n_failures += 1
        use = _WRITTEN if is_write else _USED
        # An outage of a night would else fill the log with one line every few seconds. PostgreSQL has other
        # words for one reason each time: they name the statement, or a new file.
        kind = state or reason
        is_news = self._told.get(use) != kind
        self._told[use] = kind
        _logger.log(
            logging.WARNING if is_news else logging.DEBUG, "The database cannot be %s: %s", use, reason
        )
        return reason

    def _note_success(self, *, is_write: bool) -> None:
        """Tell the end of each failure that the log has told, once a use that failed is possible again."""
        if is_write:
            self._is_unwritable = False
        for use in (_USED, _WRITTEN) if is_write else (_USED,):
            if self._told.pop(use, None) is not None:
                _logger.info("The database can be %s again.", use)
