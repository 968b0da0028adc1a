"""The store: analyses under the addresses of their logs, in a database that may go away and come back."""

import json
import logging
import lzma
import os
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from threading import Lock
from typing import Any

from alembic.util import CommandError
from sqlalchemy import Connection, Engine, and_, or_, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from api.settings import parse_address
from api.store.database import name_database, open_database, upgrade
from api.store.models import AnalysisRow, WriteCheckRow

RETRY_S = 2.0
"""After a failure the database is left alone for so long: requests do not wait for it one after another."""
CHECK_S = 5.0
"""A write is tried at most so often, however often it is asked whether that can be done."""
_CHECK_BYTES = 8192
_LOCKED = "55P03"
"""What PostgreSQL says where somebody else has the lock."""

_QUICK = 1
"""The preset of the compression: a millisecond for a game, with all its answers in view of one another."""

_logger = logging.getLogger(__name__)


class StoreDownError(RuntimeError):
    """The database cannot be used at present; why is for the operator alone."""


@dataclass(frozen=True, slots=True)
class KeptAnalysis:
    """An analysis as it is kept: its answers, ready to send, and how far it got."""

    address: str
    """The last part of its address."""
    engine: str
    is_complete: bool
    """Whether no limit cut it short: then it is kept as it is for as long as the engine is the same."""
    n_proved: int
    """How many playable cards have a proved value, all positions together."""
    n_samples: int
    """How many deals the fair verdicts rest on, all together."""
    log: Mapping[str, Any]
    answers: Mapping[str, str]
    """The JSON of the answer by `variety_of`."""

    def etag(self, variety: str) -> str:
        """The entity tag of an answer: of a complete one, known before anything is solved."""
        if self.is_complete:
            return etag_of(self.address, self.engine, variety)
        return _digest(self.answers[variety])


def variety_of(notation: str, language: str) -> str:
    """The key of an answer among the answers of one analysis."""
    return f"{notation} {language}"


def etag_of(address: str, engine: str, variety: str) -> str:
    """The entity tag of the complete analysis at ``address``."""
    return _digest(f"{address} {engine} {variety}")


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:32]


class Store:
    """Keeps analyses in the database at an address; every method but the first raises StoreDownError.

    Opens the database and brings its schema up to date when it is first used, so that it belongs to the
    process that uses it. Safe with several threads and processes.  ``count`` is called with what became of
    each use for an analysis: ``found``, ``missed``, ``kept`` or ``failed``.
    """

    def __init__(self, address: str, count: Callable[[str], None] | None = None) -> None:
        self._count = count or (lambda outcome: None)
        self._url = parse_address(address)
        self._engine: Engine | None = None
        self._is_prepared = False
        self._preparing = Lock()
        self._retry_at = 0.0
        self._rewrite_at = 0.0
        """When it may be written to again, which fails with a full disk while reading goes on."""
        self._checking = Lock()
        self._checked_at = -CHECK_S
        self._why_not: str | None = None
        """Why the last write that was tried to see whether that can be done has failed, if it did."""

    @property
    def name(self) -> str:
        """What the database is called, without a password."""
        return name_database(self._url)

    @property
    def is_off(self) -> bool:
        """Whether there is no database, as the operator wishes: nothing is kept and nothing found."""
        return self._url is None

    def check(self) -> None:
        """Return if the database can be used now, even if it could not a moment ago."""
        self._retry_at = 0.0
        with self.connection() as connection:
            connection.execute(text("SELECT 1"))

    def check_writing(self) -> None:
        """Return if the database can be written to: a write is tried, unless one was in the last `CHECK_S`.

        What is written takes the place of what was written before, and is in nobody's way.
        """
        # Whoever asks while that is tried goes by what was found before, and waits for nobody.
        if self._checking.acquire(blocking=False):
            try:
                has_failed = self._rewrite_at > self._checked_at + RETRY_S
                if has_failed or time.monotonic() >= self._checked_at + CHECK_S:
                    self._rewrite_at = 0.0
                    self._why_not = self._why_not_written()
                    self._checked_at = time.monotonic()
            finally:
                self._checking.release()
        if self._why_not is not None:
            raise StoreDownError(self._why_not)

    def _why_not_written(self) -> str | None:
        try:
            with self.connection(writes=True) as connection:
                new = _inserter(connection.dialect.name)(WriteCheckRow)
                new = new.values(id=1, filler=os.urandom(_CHECK_BYTES))
                _empty_write_checks(connection)
                connection.execute(
                    new.on_conflict_do_update(
                        index_elements=[WriteCheckRow.id], set_={"filler": new.excluded.filler}
                    )
                )
        except StoreDownError as error:
            return str(error)
        return None

    def close(self) -> None:
        """Let go of the database; the next use opens it again."""
        with self._preparing:
            if self._engine is not None:
                self._engine.dispose()
            self._engine, self._is_prepared = None, False

    def find(self, address: str) -> KeptAnalysis | None:
        """The analysis at ``address``; None if there is none."""
        if self.is_off:
            return None
        with self._counting_failures(), self.connection() as connection:
            found = _find(connection, address)
        self._count("missed" if found is None else "found")
        return found

    def keep(self, made: KeptAnalysis) -> KeptAnalysis:
        """Keep ``made``, unless a better one of the same log is there already; the one that is kept now.

        A complete one is never replaced but by a complete one of another engine; of others, the one with
        more proved is kept.
        """
        if self.is_off:
            return made
        with self._counting_failures(), self.connection(writes=True) as connection:
            connection.execute(_upsert(connection.dialect.name, made))
            kept = _find(connection, made.address) or made
        self._count("kept")
        return kept

    @contextmanager
    def _counting_failures(self) -> Iterator[None]:
        try:
            yield
        except StoreDownError:
            self._count("failed")
            raise

    @contextmanager
    def connection(self, *, writes: bool = False) -> Iterator[Connection]:
        """A transaction, which ends with the block; one that ``writes`` says so from the start.

        Lets IntegrityError through: that is for whoever wrote.  One that writes and fails keeps nobody from
        reading: the disk may be full.
        """
        now = time.monotonic()
        if now < self._retry_at or (writes and now < self._rewrite_at):
            raise StoreDownError("the database could not be used a moment ago")
        is_reached = False
        try:
            engine = self._prepare()
            with engine.connect().execution_options(writes=writes) as connection:
                is_reached = True
                with connection.begin():
                    yield connection
        except IntegrityError:
            raise
        except (SQLAlchemyError, CommandError, OSError) as error:
            self._is_prepared = False
            reason = " ".join(str(getattr(error, "orig", None) or error).split())
            if is_reached and writes:
                self._rewrite_at = time.monotonic() + RETRY_S
                _logger.warning("The database cannot be written to: %s", reason)
            else:
                self._retry_at = time.monotonic() + RETRY_S
                _logger.warning("The database cannot be used: %s", reason)
            raise StoreDownError(reason) from error

    def _prepare(self) -> Engine:
        """The database, with the present schema."""
        assert self._url is not None, "without a database nobody asks for it"
        with self._preparing:
            if self._engine is None:
                self._engine = open_database(self._url)
            if not self._is_prepared:
                upgrade(self._engine)
                self._is_prepared = True
            return self._engine


def prepare_database(address: str) -> str:
    """Bring the database at ``address`` to the present schema; what there is to say of it, in a sentence.

    Raises StoreDownError, with the reason.
    """
    store = Store(address)
    if store.is_off:
        return "There is no database to upgrade: ATOUT_DATABASE is none."
    try:
        store.check()
    finally:
        store.close()
    return "The database is up to date."


def _empty_write_checks(connection: Connection) -> None:
    """Empty the table whose writing is tried, unless somebody reads it.

    In PostgreSQL that makes a new file, which is to find room on the disk like any other.  A backup keeps
    the lock for as long as it lasts: nobody waits for that, the row is written over instead.
    """
    name = WriteCheckRow.__tablename__
    if connection.dialect.name != "postgresql":
        connection.execute(text(f"DELETE FROM {name}"))
        return
    try:
        with connection.begin_nested():
            connection.execute(text(f"LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE NOWAIT"))
            connection.execute(text(f"TRUNCATE {name}"))
    except OperationalError as error:
        if getattr(error.orig, "sqlstate", None) != _LOCKED:
            raise


def _inserter(dialect: str) -> Any:
    """What makes an INSERT that may find the row there."""
    return postgresql.insert if dialect == "postgresql" else sqlite.insert


def _find(connection: Connection, address: str) -> KeptAnalysis | None:
    row = connection.execute(
        select(*AnalysisRow.__table__.columns).where(AnalysisRow.id == address)
    ).one_or_none()
    if row is None:
        return None
    try:
        log, answers = json.loads(zlib.decompress(row.log)), json.loads(lzma.decompress(row.answers))
    except (lzma.LZMAError, zlib.error, ValueError) as error:
        _logger.error("The analysis %s in the database is damaged: %s", address, error)
        return None
    return KeptAnalysis(
        address=row.id,
        engine=row.engine,
        is_complete=row.is_complete,
        n_proved=row.n_proved,
        n_samples=row.n_samples,
        log=log,
        answers=answers,
    )


def _upsert(dialect: str, made: KeptAnalysis) -> Any:
    """One statement, so that of two processes with the same log the better analysis stays."""
    statement = _inserter(dialect)(AnalysisRow).values(
        id=made.address,
        engine=made.engine,
        is_complete=made.is_complete,
        n_proved=made.n_proved,
        n_samples=made.n_samples,
        made_at=datetime.now(UTC),
        log=zlib.compress(_to_json(made.log)),
        answers=lzma.compress(_to_json(made.answers), preset=_QUICK),
    )
    new, old = statement.excluded, AnalysisRow
    proves_more = or_(
        new.n_proved > old.n_proved, and_(new.n_proved == old.n_proved, new.n_samples > old.n_samples)
    )
    is_better = or_(
        and_(new.is_complete, or_(~old.is_complete, new.engine != old.engine)),
        and_(~new.is_complete, ~old.is_complete, proves_more),
    )
    columns = [column.name for column in AnalysisRow.__table__.columns if column.name != "id"]
    return statement.on_conflict_do_update(
        index_elements=[AnalysisRow.id], set_={name: new[name] for name in columns}, where=is_better
    )


def _to_json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
