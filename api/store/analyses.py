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
from functools import cache
from hashlib import sha256
from threading import Lock
from typing import Any, Self

from sqlalchemy import Connection, and_, bindparam, delete, or_, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import OperationalError

from api.store.connections import RETRY_S, Connections
from api.store.database import StoreBusyError, StoreDownError
from api.store.models import AnalysisRow, WriteCheckRow
from solver import LANGUAGES, NOTATIONS, Language, Notation, readable_rules
from solver.draft import Draft
from solver.sentences import Phrase, phrase

CHECK_S = 5.0
"""The shortest time between two test writes, in seconds, however often health checks ask."""
_CHECK_BYTES = 8192
DELETED_AT_ONCE = 500
"""The analyses that one transaction looks through for those to delete."""
_LOCKED = "55P03"
"""The SQLSTATE of PostgreSQL for a lock that another process holds."""

_LZMA = b"\xfd7zXZ"
"""The first bytes of what LZMA has compressed."""
_LEVEL = 3
"""The level of zlib: a game of 3.8 kB at its usual 6 takes 4.5 kB, in 0.3 of the time."""

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KeptAnalysis:
    """An analysis as it is kept: its answers, ready to send, and how much it proved."""

    address: str
    """The last part of its address."""
    engine: str
    is_complete: bool
    """True if no limit cut it short; it then stays as it is while the engine is the same."""
    n_proved: int
    """The proof in it, a number: of two that were cut short, the one with more of it stays."""
    n_samples: int
    """The number of sample deals of all fair verdicts."""
    log: Mapping[str, Any]
    answers: Mapping[str, str]
    """The JSON of the answer for each `variety_of`, and of what its page tells, for each `told_in`."""

    @property
    def deals(self) -> list[dict[str, Any]]:
        """The deals of the log that were played, each as it can be read again."""
        return list(map(_readable, self.log["deals"]))

    def etag(self, variety: str) -> str:
        """Return the entity tag of an answer; that of a complete one is known before anything is solved."""
        if self.is_complete:
            return etag_of(self.address, self.engine, variety)
        return _digest(self.answers[variety])


def variety_of(notation: str, language: str) -> str:
    """Return the key of an answer among the answers of one analysis."""
    return f"{notation} {language}"


def told_in(language: str) -> str:
    """Return the key, among the answers of one analysis, of what its page tells (`solver.board_told`)."""
    return f"told {language}"


class DraftedAnswers(Mapping[str, str]):
    """The answers of one analysis by their keys: in JSON, filled in when one is asked for, and told."""

    def __init__(self, draft: Draft, told: Mapping[str, str]) -> None:
        """``told``: what its page tells, for each `told_in`."""
        self._draft = draft
        self._told = told

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` has made."""
        return cls(Draft.from_dict(data["draft"]), data["told"])

    def to_dict(self) -> dict[str, Any]:
        """Return what is to be kept, in JSON types."""
        return {"draft": self._draft.to_dict(), "told": dict(self._told)}

    def __getitem__(self, key: str) -> str:
        if key in self._told:
            return self._told[key]
        forms = self._forms()
        return f"{self._draft.fill(*forms[key])}\n"

    def __contains__(self, key: object) -> bool:
        return key in self._told or key in self._forms()

    def __iter__(self) -> Iterator[str]:
        yield from self._forms()
        yield from self._told

    def __len__(self) -> int:
        return len(self._forms()) + len(self._told)

    def _forms(self) -> dict[str, tuple[Notation, Language]]:
        """Return the forms in which it can be filled in, by their keys."""
        return {
            variety_of(notation, language): (notation, language)
            for notation in NOTATIONS
            for language in LANGUAGES
            if language in self._draft.sentences
        }


def etag_of(address: str, engine: str, variety: str) -> str:
    """Return the entity tag of the complete analysis at ``address``."""
    return _digest(f"{address} {engine} {variety}")


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:32]


class Store(Connections):
    """Keeps analyses in the database at an address; all methods raise StoreDownError if it cannot be used.

    ``count`` is called with the outcome of each use for an analysis: ``found``, ``missed``, ``kept``,
    ``busy`` or ``failed``.
    """

    def __init__(self, address: str, count: Callable[[str], None] | None = None) -> None:
        super().__init__(address)
        self._count = count or (lambda outcome: None)
        self._checking = Lock()
        self._checked_at = -CHECK_S
        self._why_not: str | None = None
        """The reason why the last test write failed, or None."""

    def check_writing(self) -> None:
        """Return if the database can be written to: try a write, unless one was tried in the last `CHECK_S`.

        Each test write replaces the one before.
        """
        # While one thread tries, others use the last outcome instead of waiting.
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
        except StoreBusyError:
            # Nobody knows more than before: others use the database.
            return self._why_not
        except StoreDownError as error:
            return str(error)
        return None

    def find(self, address: str) -> KeptAnalysis | None:
        """Return the analysis at ``address``, or None."""
        if self.is_off:
            return None
        with self._counting_failures(), self.connection() as connection:
            found = _find(connection, address)
        self._count("missed" if found is None else "found")
        return found

    def keep(self, made: KeptAnalysis) -> KeptAnalysis:
        """Keep ``made``, unless a better analysis of the same log is kept, and return the better one.

        A complete analysis is only replaced by a complete one of another engine.  Of incomplete ones, that
        with more proof is kept, and of equals that whose fair verdicts rest on more deals.
        """
        if self.is_off:
            return made
        with self._counting_failures(), self.connection(writes=True) as connection:
            is_written = connection.execute(
                _upsert(connection.dialect.name), _row_of(made), execution_options={"preserve_rowcount": True}
            ).rowcount
            kept = made if is_written else _find(connection, made.address) or made
        self._count("kept")
        return kept

    def delete_before(self, moment: datetime) -> int:
        """Delete the analyses that were made before ``moment``, and return how many those were.

        Each transaction takes the next part of all analyses, by their addresses, so that no lock is held for
        long.  Then it leaves the lock to others for as long as it had it.
        """
        n_deleted, after = 0, ""
        while True:
            began_at = time.monotonic()
            with self.connection(writes=True) as connection:
                part = AnalysisRow.id > after
                ends = connection.execute(
                    select(AnalysisRow.id)
                    .where(part)
                    .order_by(AnalysisRow.id)
                    .offset(DELETED_AT_ONCE - 1)
                    .limit(1)
                ).scalar_one_or_none()
                if ends is not None:
                    part = and_(part, AnalysisRow.id <= ends)
                n_deleted += connection.execute(
                    delete(AnalysisRow).where(part, AnalysisRow.made_at < moment)
                ).rowcount
            if ends is None:
                return n_deleted
            after = ends
            time.sleep(time.monotonic() - began_at)

    @contextmanager
    def _counting_failures(self) -> Iterator[None]:
        try:
            yield
        except StoreBusyError:
            self._count("busy")
            raise
        except StoreDownError:
            self._count("failed")
            raise


def prepare_database(address: str) -> Phrase:
    """Upgrade the schema of the database at ``address``; return a sentence that says so.

    Raises StoreDownError with the reason.
    """
    store = Store(address)
    if store.is_off:
        return phrase("There is no database to upgrade: ATOUT_DATABASE is none.")
    try:
        store.check()
    finally:
        store.close()
    return phrase("The database is up to date.")


def _empty_write_checks(connection: Connection) -> None:
    """Empty the table of test writes, unless another process reads it.

    In PostgreSQL this makes a new file, which needs room on the disk as any other would.  A backup holds the
    lock for a long time, so this does not wait for it: the row is overwritten instead.
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
    """Return the INSERT of a dialect that can update an existing row."""
    return postgresql.insert if dialect == "postgresql" else sqlite.insert


_BY_ADDRESS = select(*AnalysisRow.__table__.columns).where(AnalysisRow.id == bindparam("address"))


def _find(connection: Connection, address: str) -> KeptAnalysis | None:
    row = connection.execute(_BY_ADDRESS, {"address": address}).one_or_none()
    if row is None:
        return None
    try:
        log, answers = json.loads(zlib.decompress(row.log)), _read_answers(row.answers)
    except (lzma.LZMAError, zlib.error, ValueError, KeyError) as error:
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


def _read_answers(kept: bytes) -> Mapping[str, str]:
    """Read the answers of an analysis; raises ValueError or an error of a decompressor for other bytes."""
    if kept.startswith(_LZMA):
        # An earlier version wrote every answer by itself.
        texts: dict[str, str] = json.loads(lzma.decompress(kept))
        return texts
    data = json.loads(zlib.decompress(kept))
    return DraftedAnswers.from_dict(data) if "draft" in data else data


def _pack_answers(answers: Mapping[str, str]) -> bytes:
    """Return the answers of an analysis as they are kept."""
    data = answers.to_dict() if isinstance(answers, DraftedAnswers) else answers
    return _packed(data)


def _row_of(made: KeptAnalysis) -> dict[str, Any]:
    """Return the row in which an analysis is kept."""
    return {
        "id": made.address,
        "engine": made.engine,
        "is_complete": made.is_complete,
        "n_proved": made.n_proved,
        "n_samples": made.n_samples,
        "made_at": datetime.now(UTC),
        "log": _packed(made.log),
        "answers": _pack_answers(made.answers),
    }


@cache
def _upsert(dialect: str) -> Any:
    """Return one statement that keeps the better analysis, even if two processes write at once."""
    statement = _inserter(dialect)(AnalysisRow)
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


def _packed(value: Mapping[str, Any]) -> bytes:
    """Return a JSON value as it is kept."""
    return zlib.compress(json.dumps(value, sort_keys=True, separators=(",", ":")).encode(), _LEVEL)


def _readable(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return a deal of a log that is kept, maybe by an earlier version, with rules that can be read."""
    variant = kept["variant"]
    return {**kept, "variant": readable_rules(variant) if isinstance(variant, Mapping) else variant}
