"""Who may ask: keys asked for where the operator says so, and of no use soon after they are revoked."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from api import Settings, create_app
from api.access import keys
from api.access.keys import KeyStore
from api.jobs.models import ChunkRow, JobRow
from api.parts import part_of
from api.settings.texts import SettingError
from api.store import Store
from tests.support.api.databases import database
from tests.support.api.job_logs import n_rows
from tests.support.api.keys import Clock, key_store, stopped_clock
from tests.support.api.served import serve
from tests.support.api.service import PROBLEM, make_body
from tests.support.api.streaming import NDJSON, line_of
from tests.support.waiting import PATIENCE_S, wait_until

OPEN = ("/healthz", "/readyz", "/docs", "/openapi.json", "/problems", "/", "/static/docs.js")
GUARDED = ("/v1/variants", "/v1/variants/belote", "/metrics")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What key rings tell the time by."""
    return stopped_clock(monkeypatch)


@contextmanager
def service(**settings: Any) -> Iterator[tuple[FlaskClient, KeyStore]]:
    """A service that has keys, and these."""
    with database("sqlite") as address:
        app = create_app(Settings(database=address, **settings))
        yield app.test_client(), KeyStore(part_of(app, Store))


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


@pytest.mark.night
@pytest.mark.slow
def test_everything_else_needs_a_key() -> None:
    with service(keys="required") as (client, _):
        app = client.application
        for rule in app.url_map.iter_rules():
            method = "POST" if "POST" in (rule.methods or ()) else "GET"
            path = re.sub(r"<(?:path:)?(\w+)>", "belote", rule.rule)
            is_file = rule.endpoint in ("static", "board.send_board_file")
            is_open = is_file or rule.endpoint.split(".")[0] in (
                "docs",
                "document",
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


@pytest.mark.parametrize("mode", ["required", "optional"])
@pytest.mark.parametrize("stated", ["Token {}", "{}", "Key {}", "Bearer key={}", "Bearer, {}"])
def test_a_key_in_another_form_is_refused(mode: str, stated: str) -> None:
    with service(keys=mode) as (client, kept):
        answer = client.get("/v1/variants", headers={"Authorization": stated.format(kept.add("a"))})
        assert (answer.status_code, answer.content_type) == (401, PROBLEM)
        assert answer.headers["WWW-Authenticate"] == 'Bearer realm="atout"'
        assert "Authorization: Bearer KEY" in answer.text


@pytest.mark.parametrize(
    "scheme", ["Basic YTpi", 'Digest username="a"', "Negotiate YII=", "NTLM TlRM", "Basic !"]
)
def test_what_browsers_send_to_a_proxy_is_no_key(scheme: str) -> None:
    with service(keys="optional") as (client, _):
        for path in ("/v1/variants", "/", "/metrics"):
            status = client.get(path, headers={"Authorization": scheme}).status_code
            assert status == (401 if path == "/metrics" else client.get(path).status_code)


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


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "security"),
    [("off", None), ("optional", [{}, {"key": []}]), ("required", [{"key": []}])],
)
def test_the_document_says_what_needs_a_key(mode: str, security: Any) -> None:
    with service(keys=mode) as (client, _):
        document: Any = client.get("/openapi.json").json
    if mode == "optional":
        validate(document)  # all that the others say of keys is in it
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


@pytest.mark.parametrize("is_last", [False, True])
@pytest.mark.parametrize("is_known", [False, True])
def test_a_job_whose_key_is_revoked_while_it_arrives_is_not_kept(
    clock: Clock, is_last: bool, is_known: bool
) -> None:
    with service(keys="required", job_threads=0, job_chunk=1) as (client, kept):
        secret = kept.add("card-site")
        line = line_of(make_body("quadrette", 3, 28))
        revokes = False

        def lines() -> Iterator[bytes]:
            yield line
            yield line
            if revokes:
                kept.revoke("card-site")
                clock.now += keys.TRUST_S + 0.1
            if not (revokes and is_last):
                yield b"\n"
                yield b"\n"

        def send() -> Any:
            return client.post(
                "/v1/jobs",
                content_type=NDJSON,
                headers=bearer(secret) | {"Idempotency-Key": "one"},
                environ_overrides={"wsgi.input": Slowly(lines()), "wsgi.input_terminated": True},
            )

        if is_known:
            assert send().status_code == 202
        revokes = True
        answer = send()
        assert (answer.status_code, answer.content_type) == (401, PROBLEM)
        assert "while the request arrived" in answer.json["detail"]
        assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]
        for table in (JobRow, ChunkRow):
            assert n_rows(client.application, table) == (is_known if table is JobRow else 2 * is_known)


class Slowly:
    """A body that comes in pieces."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces

    def read(self, size: int = -1) -> bytes:
        """The next piece."""
        return next(self._pieces, b"")


@pytest.mark.night
@pytest.mark.server
def test_a_service_without_keys_that_asks_for_them_says_so(tmp_path: Path) -> None:
    says = "Nobody has a key"
    settings = {"ATOUT_KEYS": "required", "ATOUT_DATABASE": f"{tmp_path}/atout.db"}
    with serve(**settings) as (server, _):
        assert sum(says in line["message"] for line in server.log_lines()) == 1
    with key_store(settings["ATOUT_DATABASE"]) as kept:
        kept.add("card-site")
    with serve(**settings) as (server, _):
        assert not any(says in line["message"] for line in server.log_lines())


@pytest.mark.server
def test_a_revoked_key_is_of_no_use_in_any_worker(tmp_path: Path) -> None:
    address = f"{tmp_path}/atout.db"
    with (
        serve(ATOUT_WORKERS="2", ATOUT_KEYS="required", ATOUT_DATABASE=address) as (server, number),
        key_store(address) as kept,
    ):

        def ask(secret: str) -> int:
            with closing(HTTPConnection("127.0.0.1", number, timeout=PATIENCE_S)) as connection:
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
