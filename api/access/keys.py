"""API keys: secrets of which only a digest is kept.

A key has 256 random bits, which cannot be guessed or tried out.  So one SHA-256 is as good a digest as the
slow ones for passwords, and costs a microsecond.  Keys are looked up by digest.  The time of a look-up may
tell something about digests, but an attacker who cannot choose the digest of a secret learns nothing from it.
"""

import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from threading import Lock
from time import monotonic
from typing import Any

from sqlalchemy import Date, DateTime, String, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from api.settings import WrongTextError, own_settings
from api.store import Base, Store, StoreDownError
from solver.sentences import mark, phrase

TRUST_S = 2.0
"""The time for which a process trusts the keys that it read: the longest that a revoked key still works."""
TRUST_NEW_S = 0.2
"""The same before it refuses an unknown key: the longest that a new key does not work yet."""
WAIT_FROM_S = 8.0
"""The age of the keys from which all requests wait for a new reading; before that only one does."""

_TAKEN = mark("{name} has a key; revoke it first, or choose another name")
_PREFIX = "atout_"
"""The start of every key, by which scanners for leaked secrets recognise it."""
_TOKEN = re.compile(_PREFIX + r"[A-Za-z0-9_-]{43}")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


class KeyRow(Base):
    """A key, without its secret."""

    __tablename__ = "keys"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    """The SHA-256 of the secret, in hexadecimal digits."""
    made_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    revoked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    last_used_on: Mapped[date | None] = mapped_column(Date)


@dataclass(frozen=True, slots=True)
class Key:
    """A key as its operator sees it."""

    name: str
    made_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_on: date | None

    @property
    def state(self) -> str:
        """``active``, ``expired`` or ``revoked``."""
        if self.revoked_at is not None:
            return "revoked"
        return "active" if _is_before(datetime.now(UTC), self.expires_at) else "expired"

    def to_dict(self) -> dict[str, Any]:
        """Return the key as JSON."""
        return {
            "name": self.name,
            "state": self.state,
            "made_at": _written(self.made_at),
            "expires_at": _written(self.expires_at),
            "revoked_at": _written(self.revoked_at),
            "last_used_on": self.last_used_on.isoformat() if self.last_used_on else None,
        }


class KeyStore:
    """The keys in the database; every method raises StoreDownError if that cannot be used."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def database(self) -> str:
        """The name of the database, without a password."""
        return self._store.name

    def add(self, name: str, days: int | None = None) -> str:
        """Make a key that works for ``days``, or until it is revoked, and return its secret.

        The name of a revoked key may be used again.  Raises WrongTextError for a malformed name or one that
        has a key.
        """
        _check_name(name)
        secret = _PREFIX + secrets.token_urlsafe(32)
        now = datetime.now(UTC)
        values = {
            "digest": digest_of(secret),
            "made_at": now,
            "expires_at": None if days is None else now + timedelta(days=days),
            "revoked_at": None,
            "last_used_on": None,
        }
        with _naming(name), self._store.connection(writes=True) as connection:
            old = connection.execute(
                select(KeyRow.revoked_at).where(KeyRow.name == name).with_for_update()
            ).one_or_none()
            if old is None:
                connection.execute(insert(KeyRow).values(name=name, **values))
            elif old.revoked_at is not None:
                connection.execute(update(KeyRow).where(KeyRow.name == name).values(**values))
            else:
                raise WrongTextError(phrase(_TAKEN, name=name))
        return secret

    def list(self) -> "list[Key]":
        """Return all keys, expired and revoked ones included, in the order of their names."""
        columns = KeyRow.name, KeyRow.made_at, KeyRow.expires_at, KeyRow.revoked_at, KeyRow.last_used_on
        with self._store.connection() as connection:
            rows = connection.execute(select(*columns).order_by(KeyRow.name)).all()
        return [
            Key(
                row.name,
                _in_utc(row.made_at) or row.made_at,
                _in_utc(row.expires_at),
                _in_utc(row.revoked_at),
                row.last_used_on,
            )
            for row in rows
        ]

    def revoke(self, name: str) -> None:
        """Revoke a key; raises WrongTextError if there is none to revoke."""
        _check_name(name)
        with self._store.connection(writes=True) as connection:
            changed = connection.execute(
                update(KeyRow)
                .where(KeyRow.name == name, KeyRow.revoked_at.is_(None))
                .values(revoked_at=datetime.now(UTC))
            )
            if not changed.rowcount:
                raise WrongTextError(
                    phrase("{name} has no key that could be revoked; `atout keys list` shows all", name=name)
                )

    def read_valid(self) -> "dict[str, _Known]":
        """Return the keys that are not revoked, by digest."""
        columns = (KeyRow.digest, KeyRow.name, KeyRow.expires_at, KeyRow.last_used_on)
        with self._store.connection() as connection:
            rows = connection.execute(select(*columns).where(KeyRow.revoked_at.is_(None))).all()
        return {row.digest: _Known(row.name, _in_utc(row.expires_at), row.last_used_on) for row in rows}

    def note_use(self, digest: str, day: date) -> None:
        """Store the day on which the key with that digest was used last."""
        with self._store.connection(writes=True) as connection:
            connection.execute(update(KeyRow).where(KeyRow.digest == digest).values(last_used_on=day))


@contextmanager
def open_keys() -> Iterator[KeyStore]:
    """Open the keys in the database that the environment names, for the context.

    Raises WrongTextError for an impossible setting, and what `KeyStore` raises.
    """
    store = Store(own_settings().database)
    if store.is_off:
        raise WrongTextError(phrase("ATOUT_DATABASE is none, and keys are kept in the database"))
    try:
        yield KeyStore(store)
    finally:
        store.close()


@dataclass(frozen=True, slots=True)
class _Known:
    """The facts by which a process decides whether a key works."""

    name: str
    expires_at: datetime | None
    last_used_on: date | None


class KeyRing:
    """The keys as this process last read them; it reads them again after `TRUST_S`.

    While the database cannot be used, the keys that were read last go on working.  One request tries to read
    them; the store bounds how long that takes, and lets nobody else wait for a database that is down.
    """

    def __init__(self, keys: KeyStore) -> None:
        self._keys = keys
        self._known: Mapping[str, _Known] | None = None
        self._read_at = 0.0
        self._reading = Lock()
        self._noted: dict[str, date] = {}
        """The days of last uses that are stored, by digest: a name may get another key."""

    def find(self, secret: str) -> str | None:
        """Return the name of the key with that secret, or None if no key works.

        Raises StoreDownError if the keys were never read.
        """
        if not _TOKEN.fullmatch(secret):
            return None
        digest = digest_of(secret)
        key = self._current(TRUST_S).get(digest) or self._current(TRUST_NEW_S).get(digest)
        now = datetime.now(UTC)
        if key is None or not _is_before(now, key.expires_at):
            return None
        self._note_use(digest, key, now.date())
        return key.name

    def _current(self, trust_s: float) -> Mapping[str, _Known]:
        """Return the keys that are not revoked, by digest, as read at most ``trust_s`` seconds ago."""
        known = self._known
        if known is not None and monotonic() - self._read_at < trust_s:
            return known
        if known is not None and self._reading.locked() and monotonic() - self._read_at < WAIT_FROM_S:
            return known
        with self._reading:
            # Another thread may have read them while this one waited for the lock.
            if self._known is not None and monotonic() - self._read_at < trust_s:
                return self._known
            try:
                self._known = self._keys.read_valid()
            except StoreDownError:
                if self._known is None:
                    raise
            # After a failure too: the requests that wait here must not each try the database again.
            self._read_at = monotonic()
            return self._known

    def _note_use(self, digest: str, key: _Known, day: date) -> None:
        """Store the day of the last use, once a day."""
        if key.last_used_on == day or self._noted.get(digest) == day:
            return
        self._noted[digest] = day
        with suppress(StoreDownError):  # the store has logged why, and a day is not worth a refusal
            self._keys.note_use(digest, day)


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Report a name that another process took at the same moment as one that is taken."""
    try:
        yield
    except IntegrityError:
        raise WrongTextError(phrase(_TAKEN, name=name)) from None


def digest_of(secret: str) -> str:
    """Return the digest of a secret, which is all that is kept of it."""
    return sha256(secret.encode()).hexdigest()


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise WrongTextError(
            phrase(
                "the name of a key has up to 40 letters, digits, dots, hyphens and underscores, and begins "
                "with a letter or a digit"
            )
        )


def _is_before(now: datetime, end: datetime | None) -> bool:
    return end is None or now < end


def _in_utc(moment: datetime | None) -> datetime | None:
    """Return a moment read from the database with its time zone, which SQLite does not keep."""
    return moment.replace(tzinfo=UTC) if moment is not None and moment.tzinfo is None else moment


def _written(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
