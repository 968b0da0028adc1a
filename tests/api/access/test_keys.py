"""API keys: kept as digests; what a process knows of them is never old."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import text, update

from api.access import keys
from api.access.keys import KeyRing, KeyStore
from api.store.database import StoreDownError
from tests.support.api.databases import KINDS, database
from tests.support.api.keys import Clock, key_store, stopped_clock

FORM = r"atout_[A-Za-z0-9_-]{43}"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What key rings tell the time by."""
    return stopped_clock(monkeypatch)


@pytest.fixture(params=KINDS)
def kept(request: pytest.FixtureRequest) -> Iterator[KeyStore]:
    """The keys in a new database of either kind."""
    with database(request.param) as address, key_store(address) as made:
        yield made


def rows(kept: KeyStore) -> str:
    """All that the database has of the keys, as text."""
    with kept._store.connection() as connection:
        return repr(connection.execute(text("SELECT * FROM keys")).all())


def expire(kept: KeyStore, name: str) -> None:
    """Let a key have expired a second ago."""
    with kept._store.connection(writes=True) as connection:
        past = datetime.now(UTC) - timedelta(seconds=1)
        connection.execute(update(keys.KeyRow).where(keys.KeyRow.name == name).values(expires_at=past))


@pytest.mark.by_day(1)
def test_only_a_digest_of_a_key_is_kept(kept: KeyStore) -> None:
    secret = kept.add("card-site")
    assert re.fullmatch(FORM, secret)
    assert secret not in rows(kept)
    assert secret.removeprefix("atout_") not in rows(kept)
    assert sha256(secret.encode()).hexdigest() in rows(kept)
    assert KeyRing(kept).find(secret) == "card-site"


def test_keys_differ(kept: KeyStore) -> None:
    assert kept.add("a") != kept.add("b")


def test_what_is_no_key_finds_nothing(kept: KeyStore) -> None:
    secret = kept.add("card-site")
    ring = KeyRing(kept)
    other = secret[:-1] + ("A" if secret[-1] != "A" else "B")
    for wrong in ("", "x", other, secret + "A", secret[:-1], secret.upper(), f" {secret}", "\0", "é" * 49):
        assert ring.find(wrong) is None
    assert ring.find(sha256(secret.encode()).hexdigest()) is None


def test_a_name_has_one_key_until_it_is_revoked(kept: KeyStore) -> None:
    first = kept.add("card-site")
    with pytest.raises(ValueError, match="card-site has a key"):
        kept.add("card-site")
    kept.revoke("card-site")
    [key] = kept.list()
    assert (key.name, key.state) == ("card-site", "revoked")
    second = kept.add("card-site")
    ring = KeyRing(kept)
    assert (ring.find(first), ring.find(second)) == (None, "card-site")
    assert [key.state for key in kept.list()] == ["active"]


@pytest.mark.parametrize("name", ["", " ", "a b", "-a", "a" * 41, "é", "a\n", "a/b", "'; DROP TABLE keys"])
def test_a_name_that_cannot_be_is_refused(kept: KeyStore, name: str) -> None:
    for act in (kept.add, kept.revoke):
        with pytest.raises(ValueError, match="the name of a key"):
            act(name)


def test_of_two_who_take_a_name_at_once_one_has_it(kept: KeyStore) -> None:
    made: list[str] = []
    refused: list[ValueError] = []

    def add() -> None:
        try:
            made.append(kept.add("card-site"))
        except ValueError as error:
            refused.append(error)

    kept.list()
    threads = [Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(made), len(refused)) == (1, 3)
    assert KeyRing(kept).find(made[0]) == "card-site"


def test_who_has_no_key_cannot_lose_it(kept: KeyStore) -> None:
    with pytest.raises(ValueError, match="nobody has no key"):
        kept.revoke("nobody")
    kept.add("once")
    kept.revoke("once")
    with pytest.raises(ValueError, match="once has no key"):
        kept.revoke("once")


def test_a_key_expires(kept: KeyStore, clock: Clock) -> None:
    secret = kept.add("short", days=1)
    ring = KeyRing(kept)
    assert ring.find(secret) == "short"
    expire(kept, "short")
    assert [key.state for key in kept.list()] == ["expired"]
    clock.now += keys.TRUST_S + 0.1
    assert ring.find(secret) is None
    kept.revoke("short")
    assert [key.state for key in kept.list()] == ["revoked"]


def test_a_key_that_expires_meanwhile_is_not_trusted(kept: KeyStore, clock: Clock) -> None:
    secret = kept.add("short")
    expire(kept, "short")
    ring = KeyRing(kept)
    assert ring.find(secret) is None
    assert ring._known is not None
    assert len(ring._known) == 1


def test_the_day_of_the_last_use_is_kept(kept: KeyStore) -> None:
    secret, _ = kept.add("used"), kept.add("unused")
    assert KeyRing(kept).find(secret) == "used"
    assert {key.name: key.last_used_on for key in kept.list()} == {
        "used": datetime.now(UTC).date(),
        "unused": None,
    }


def test_the_day_of_the_last_use_is_that_of_the_key_not_of_its_name(kept: KeyStore, clock: Clock) -> None:
    ring = KeyRing(kept)
    old = kept.add("site")
    assert ring.find(old) == "site"
    kept.revoke("site")
    new = kept.add("site")
    clock.now += keys.TRUST_S
    assert ring.find(old) is None
    assert [key.last_used_on for key in kept.list()] == [None]
    assert ring.find(new) == "site"
    assert [key.last_used_on for key in kept.list()] == [datetime.now(UTC).date()]


def test_the_day_is_written_once(kept: KeyStore, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    secret, written = kept.add("used"), []
    monkeypatch.setattr(kept, "note_use", lambda *noted: written.append(noted))
    ring = KeyRing(kept)
    for _ in range(5):
        clock.now += keys.TRUST_S
        ring.find(secret)
    assert len(written) == 1


def test_a_change_is_known_when_what_was_read_is_old(kept: KeyStore, clock: Clock) -> None:
    first = kept.add("first")
    ring = KeyRing(kept)
    assert ring.find(first) == "first"
    kept.revoke("first")
    clock.now += keys.TRUST_S - 0.1
    assert ring.find(first) == "first"
    clock.now += 0.2
    assert ring.find(first) is None


def test_a_new_key_is_known_at_once_and_one_that_is_none_is_not_looked_for_each_time(
    kept: KeyStore, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = kept.add("first")
    ring = KeyRing(kept)
    assert ring.find(first) == "first"
    second = kept.add("second")
    assert ring.find(second) is None
    clock.now += keys.TRUST_NEW_S
    assert ring.find(second) == "second"
    n_read = 0
    read_valid = kept.read_valid

    def read() -> Any:
        nonlocal n_read
        n_read += 1
        return read_valid()

    monkeypatch.setattr(kept, "read_valid", read)
    clock.now += keys.TRUST_NEW_S
    for _ in range(10):
        assert ring.find(f"{second[:-1]}-") is None
    assert n_read == 1


def test_without_its_database_a_service_goes_by_what_it_knows(
    kept: KeyStore, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = kept.add("known")
    ring, late = KeyRing(kept), KeyRing(kept)
    assert ring.find(secret) == "known"
    n_asked = 0

    def fail() -> Any:
        nonlocal n_asked
        n_asked += 1
        raise StoreDownError

    monkeypatch.setattr(kept, "read_valid", fail)
    clock.now += 1_000
    for _ in range(10):
        assert ring.find(secret) == "known"
    assert n_asked == 1
    with pytest.raises(StoreDownError):
        late.find(secret)
