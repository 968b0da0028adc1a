"""API keys: kept as digests, asked for where the operator says so, of no use soon after they are revoked."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask.testing import FlaskClient
from openapi_spec_validator import validate
from sqlalchemy import text, update

from api import Settings, create_app, keys
from api.config import SettingError
from api.keys import KeyRing, KeyStore
from api.store import Store, StoreDownError
from tests.api.databases import KINDS, database
from tests.api.served import serve
from tests.api.service import PROBLEM, make_body
from tests.api.streaming import NDJSON, line_of
from tests.waiting import wait_until

FORM = r"atout_[A-Za-z0-9_-]{43}"
OPEN = ("/healthz", "/readyz", "/docs", "/openapi.json", "/problems", "/", "/static/docs.js")
GUARDED = ("/v1/variants", "/v1/variants/belote", "/metrics")


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What key rings tell the time by."""
    made = Clock()
    monkeypatch.setattr(keys, "monotonic", made)
    return made


@contextmanager
def key_store(address: str) -> Iterator[KeyStore]:
    """The keys in a database."""
    store = Store(address)
    try:
        yield KeyStore(store)
    finally:
        store.close()


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
    second = kept.add("second")
    clock.now += keys.TRUST_S - 0.1
    assert (ring.find(first), ring.find(second)) == ("first", None)
    clock.now += 0.2
    assert (ring.find(first), ring.find(second)) == (None, "second")


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


@contextmanager
def service(**settings: Any) -> Iterator[tuple[FlaskClient, KeyStore]]:
    """A service that has keys, and these."""
    with database("sqlite") as address:
        app = create_app(Settings(database=address, **settings))
        yield app.test_client(), KeyStore(app.config["ATOUT_STORE"])


def bearer(secret: str) -> dict[str, str]:
    """The header of a key."""
    return {"Authorization": f"Bearer {secret}"}


@pytest.mark.parametrize("path", OPEN)
def test_some_things_are_open_to_all(path: str) -> None:
    with service(keys="required") as (client, _):
        for headers in ({}, bearer("wrong")):
            answer = client.get(path, headers=headers)
            assert answer.status_code in (200, 302)
            answer.close()


@pytest.mark.parametrize("path", GUARDED)
def test_what_needs_a_key_is_refused_without(path: str) -> None:
    with service(keys="required") as (client, kept):
        answer = client.get(path)
        problem: Any = answer.json
        assert (answer.status_code, answer.content_type) == (401, PROBLEM)
        assert problem["type"] == "/problems/unauthorized"
        assert "Authorization: Bearer" in problem["detail"]
        assert answer.headers.getlist("WWW-Authenticate") == ['Bearer realm="atout"']
        assert client.get(path, headers=bearer(kept.add("card-site"))).status_code == 200


def test_everything_else_needs_a_key() -> None:
    with service(keys="required") as (client, _):
        app = client.application
        for rule in app.url_map.iter_rules():
            method = "POST" if "POST" in (rule.methods or ()) else "GET"
            path = re.sub(r"<(?:path:)?(\w+)>", "belote", rule.rule)
            is_open = rule.endpoint == "static" or rule.endpoint.split(".")[0] in (
                "docs",
                "api-docs",
                "health",
                "readiness",
            )
            answer = client.open(path, method=method, buffered=True)
            assert (answer.status_code == 401) == (not is_open), path


@pytest.mark.parametrize("mode", ["required", "optional"])
def test_a_wrong_key_is_refused(mode: str) -> None:
    with service(keys=mode) as (client, kept):
        secret = kept.add("card-site")
        kept.revoke("card-site")
        for wrong in ("", "mistyped-key", secret, "atout_" + "A" * 43):
            answer = client.get("/v1/variants", headers=bearer(wrong))
            assert (answer.status_code, answer.content_type) == (401, PROBLEM)
            assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]
            assert "revoked" in answer.text
            assert not wrong or wrong not in answer.text


def test_a_body_is_not_read_before_the_key() -> None:
    with service(keys="required") as (client, _):
        answer = client.post("/v1/solve", data=b"{" * 5_000_000, content_type="application/json")
        assert answer.status_code == 401


@pytest.mark.parametrize(
    "header",
    ["Basic YTpi", "Digest username=x", "nonsense", "", "Token abc", "bearer", "BEARER  x", "Bearer a=b"],
)
def test_other_ways_to_sign_in_are_no_key(header: str) -> None:
    with service(keys="required") as (client, _):
        assert client.get("/v1/variants", headers={"Authorization": header}).status_code == 401


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_is_written_as_one_likes(scheme: str) -> None:
    with service(keys="required") as (client, kept):
        header = {"Authorization": f"{scheme} {kept.add('a')}"}
        assert client.get("/v1/variants", headers=header).status_code == 200


def test_an_optional_key_may_be_left_out() -> None:
    with service(keys="optional") as (client, kept):
        assert client.get("/v1/variants").status_code == 200
        assert client.get("/v1/variants", headers={"Authorization": "Basic YTpi"}).status_code == 200
        assert client.get("/v1/variants", headers=bearer(kept.add("a"))).status_code == 200


def test_without_keys_none_is_looked_at() -> None:
    with service() as (client, _):
        assert client.get("/v1/variants", headers=bearer("x")).status_code == 200
        assert client.get("/metrics", headers=bearer("x")).status_code == 200


@pytest.mark.parametrize(
    ("mode", "metrics", "without", "wrong"),
    [
        ("off", "key", 200, 200),
        ("off", "open", 200, 200),
        ("off", "off", 404, 404),
        ("optional", "key", 401, 401),
        ("optional", "open", 200, 200),
        ("required", "key", 401, 401),
        ("required", "open", 200, 200),
        ("required", "off", 404, 404),
    ],
)
def test_who_may_read_the_metrics(mode: str, metrics: str, without: int, wrong: int) -> None:
    with service(keys=mode, metrics=metrics) as (client, _):
        assert client.get("/metrics").status_code == without
        assert client.get("/metrics", headers=bearer("x")).status_code == wrong


def test_a_service_that_cannot_read_its_keys_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    client = create_app(Settings(database=f"{tmp_path}/file/atout.db", keys="required")).test_client()
    answer = client.get("/v1/variants", headers=bearer("atout_" + "A" * 43))
    assert (answer.status_code, answer.content_type) == (503, PROBLEM)
    assert answer.headers["Retry-After"]
    assert client.get("/v1/variants").status_code == 401
    assert client.get("/healthz").status_code == 200


def test_keys_need_a_database() -> None:
    with pytest.raises(SettingError, match=r"ATOUT_KEYS is required but ATOUT_DATABASE is none"):
        Settings(database="none", keys="required")


@pytest.mark.parametrize(
    ("mode", "security"),
    [("off", None), ("optional", [{}, {"key": []}]), ("required", [{"key": []}])],
)
def test_the_document_says_what_needs_a_key(mode: str, security: Any) -> None:
    with service(keys=mode) as (client, _):
        document: Any = client.get("/openapi.json").json
    validate(document)
    assert document.get("security") == security
    assert ("key" in document["components"].get("securitySchemes", {})) == (mode != "off")
    for path, operations in document["paths"].items():
        for operation in (one for name, one in operations.items() if name in ("get", "post", "delete")):
            is_open = path in ("/healthz", "/readyz")
            assert (operation.get("security") == []) == is_open
            assert ("401" in operation["responses"]) == ("429" in operation["responses"]) == (not is_open)


def test_a_stream_ends_with_its_key(clock: Clock) -> None:
    with service(keys="required") as (client, kept):
        secret = kept.add("card-site")
        line = line_of(make_body("quadrette", 3, 28))

        def lines() -> Iterator[bytes]:
            yield line
            yield line
            kept.revoke("card-site")
            clock.now += keys.TRUST_S + 0.1
            yield line
            yield line

        answer = client.post(
            "/v1/solve",
            content_type=NDJSON,
            headers=bearer(secret),
            environ_overrides={"wsgi.input": Slowly(lines()), "wsgi.input_terminated": True},
            buffered=True,
        )
        *solved, last = map(json.loads, answer.data.splitlines())
    assert [one["exact"] for one in solved] == [True, True]
    assert (last["type"], last["status"], last["line_number"]) == ("/problems/unauthorized", 401, 3)
    assert "revoked" in last["detail"]


class Slowly:
    """A body that comes in pieces."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces

    def read(self, size: int = -1) -> bytes:
        """The next piece."""
        return next(self._pieces, b"")


def test_a_service_without_keys_that_asks_for_them_says_so(tmp_path: Path) -> None:
    says = "Nobody has a key"
    settings = {"ATOUT_KEYS": "required", "ATOUT_DATABASE": f"{tmp_path}/atout.db"}
    with serve(**settings) as (server, _):
        assert sum(says in line["message"] for line in server.log_lines()) == 1
    with key_store(settings["ATOUT_DATABASE"]) as kept:
        kept.add("card-site")
    with serve(**settings) as (server, _):
        assert not any(says in line["message"] for line in server.log_lines())


def test_a_revoked_key_is_of_no_use_in_any_worker(tmp_path: Path) -> None:
    address = f"{tmp_path}/atout.db"
    with (
        serve(ATOUT_WORKERS="2", ATOUT_KEYS="required", ATOUT_DATABASE=address) as (server, number),
        key_store(address) as kept,
    ):

        def ask(secret: str) -> int:
            with closing(HTTPConnection("127.0.0.1", number, timeout=60)) as connection:
                connection.request("GET", "/v1/variants", headers=bearer(secret))
                return connection.getresponse().status

        def always(status: int) -> Callable[[], bool]:
            return lambda: all(ask(secret) == status for _ in range(20))

        secret = kept.add("card-site")
        wait_until(always(200))
        kept.revoke("card-site")
        wait_until(always(401))
        lines = server.log_lines()
    let_in = [line for line in lines if line.get("status") == 200 and line["path"] == "/v1/variants"]
    assert {line["key"] for line in let_in} == {"card-site"}
    assert secret not in json.dumps(lines)
