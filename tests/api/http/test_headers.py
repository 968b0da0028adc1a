"""The headers of every answer: what browsers may do, and the pages of which sites may read it."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api import SECURITY_HEADERS, Settings, create_app
from api.http.headers import EXPOSED
from api.settings.texts import SettingError
from tests.support.api.served import connect, exchange, read_answer, serve
from tests.support.api.service import make_body, make_client
from tests.support.command_line import ROOT

SITE = "https://cards.example"
OTHER = "http://localhost:3000"


def client_of(**settings: Any) -> FlaskClient:
    """A client of a service without a database."""
    return make_client(Settings(**settings))


def cors(answer: TestResponse) -> dict[str, str]:
    """What an answer says to browsers about pages elsewhere."""
    prefix = "Access-Control-"
    return {name.removeprefix(prefix): value for name, value in answer.headers if name.startswith(prefix)}


def listed(text: str) -> list[str]:
    """The words of a header that is a list."""
    return [word.strip() for word in text.split(",")]


def test_without_origins_no_page_elsewhere_reads_anything() -> None:
    client = client_of()
    for method in ("GET", "OPTIONS"):
        headers = {"Origin": SITE, "Access-Control-Request-Method": "GET"}
        answer = client.open("/v1/variants", method=method, headers=headers)
        assert cors(answer) == {}
        assert "Origin" not in answer.vary


@pytest.mark.parametrize("origin", [SITE, OTHER])
def test_a_page_of_an_origin_reads_answers_and_errors(origin: str) -> None:
    client = client_of(origins=f"{SITE} {OTHER}", rate_per_address="5/hour")
    for path, status in (("/v1/variants", 200), ("/healthz", 200), ("/nothing", 404), ("/v1/solve", 405)):
        answer = client.get(path, headers={"Origin": origin})
        assert answer.status_code == status
        assert cors(answer)["Allow-Origin"] == origin
        assert "Origin" in answer.vary
        exposed = listed(cors(answer)["Expose-Headers"])
        assert {"ETag", "Link", "Location", "Retry-After", "X-Request-Id", "RateLimit-Remaining"} <= set(
            exposed
        )
        assert {"Lost-Parts", "Made-Up-Auctions", "Refused-Games"} <= set(exposed)
        assert "Allow-Credentials" not in cors(answer)


@pytest.mark.parametrize(
    "origin",
    [
        "https://other.example",
        "http://cards.example",
        "https://cards.example.evil.example",
        "https://cards.example:8443",
        "https://cardsXexample",
        "https://evil.cards.example",
        "null",
        "",
        "*",
    ],
)
def test_no_other_page_does(origin: str) -> None:
    answer = client_of(origins=SITE).get("/v1/variants", headers={"Origin": origin})
    assert answer.status_code == 200
    assert cors(answer) == {}
    assert "Origin" in answer.vary


def test_caches_tell_answers_to_origins_apart() -> None:
    assert "Origin" in client_of(origins=SITE).get("/v1/variants").vary


def test_any_page_may_be_let_in() -> None:
    client = client_of(origins="*")
    for headers in ({"Origin": "https://anywhere.example"}, {}):
        answer = client.get("/v1/variants", headers=headers)
        assert cors(answer)["Allow-Origin"] == "*"
        assert "Origin" not in answer.vary


@pytest.mark.parametrize(
    ("path", "method"), [("/v1/solve", "POST"), ("/v1/analyses", "POST"), ("/v1/variants/belote", "GET")]
)
@pytest.mark.parametrize("keys", ["off", "required"])
def test_browsers_are_told_what_a_page_may_send(path: str, method: str, keys: str, tmp_path: Any) -> None:
    settings = Settings(database=f"{tmp_path}/atout.db", keys=keys, origins=SITE, rate_per_address="1/hour")
    client = create_app(settings).test_client()
    asked = {
        "Origin": SITE,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization, content-type",
    }
    for _ in range(3):
        answer = client.options(path, headers=asked)
        assert (answer.status_code, answer.data) == (200, b"")
        told = cors(answer)
        assert told["Allow-Origin"] == SITE
        assert method in listed(told["Allow-Methods"])
        assert {"Authorization", "Content-Type", "If-None-Match", "Idempotency-Key"} <= set(
            listed(told["Allow-Headers"])
        )
        assert int(told["Max-Age"]) > 0
    for origin in ("https://other.example", ""):
        assert cors(client.options(path, headers={**asked, "Origin": origin})) == {}


def test_refusals_can_be_read_too() -> None:
    client = client_of(origins=SITE, rate_per_address="1/hour")
    headers = {"Origin": SITE}
    found = [client.post("/v1/solve", json=make_body("belote", 1, 28), headers=headers) for _ in range(2)]
    assert [answer.status_code for answer in found] == [200, 429]
    assert all(cors(answer)["Allow-Origin"] == SITE for answer in found)


@pytest.mark.parametrize(
    "text", ["", " ", "cards.example", f"{SITE}/", f"{SITE}/page", f"* {SITE}", "https://", "null", "ftp://x"]
)
def test_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(SettingError, match="ATOUT_ORIGINS cannot be so"):
        Settings(origins=text)


@pytest.mark.parametrize(
    "text", ["none", "*", SITE, f"{SITE},{OTHER}", "HTTPS://Cards.Example", "http://[::1]:80"]
)
def test_origins_are_read(text: str) -> None:
    answer = client_of(origins=text).get("/v1/variants", headers={"Origin": SITE})
    assert ("Allow-Origin" in cors(answer)) == (text not in ("none", "http://[::1]:80"))


def test_https_is_asked_for_only_if_the_operator_says_so() -> None:
    name = "Strict-Transport-Security"
    assert name not in client_of().get("/healthz").headers
    answer = client_of(hsts_s=31_536_000).get("/nothing")
    assert answer.headers[name] == "max-age=31536000"
    assert all(answer.headers[name] == value for name, value in SECURITY_HEADERS.items())


PAGES = ("/", "/board", "/puzzles", "/docs")


def test_no_site_shows_a_page_in_a_frame() -> None:
    client = client_of()
    for path in PAGES:
        headers = client.get(path, headers={"Accept": "text/html"}).headers
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"


def test_sites_that_are_named_show_pages_in_frames_and_nothing_else() -> None:
    client, usual = client_of(framed_by=f"{SITE}, {OTHER}"), client_of()
    for path in PAGES:
        headers, before = (one.get(path, headers={"Accept": "text/html"}).headers for one in (client, usual))
        assert headers["Content-Security-Policy"] == before["Content-Security-Policy"].replace(
            "frame-ancestors 'none'", f"frame-ancestors {OTHER} {SITE}"
        )
        assert "X-Frame-Options" not in headers
        assert headers["X-Content-Type-Options"] == "nosniff"
    for path in ("/healthz", "/v1/variants", "/nothing"):
        headers = client.get(path).headers
        assert all(headers[name] == value for name, value in SECURITY_HEADERS.items())


@pytest.mark.parametrize("text", ["'self'", "cards.example", "https://*.example", f"{SITE}/game", ""])
def test_what_is_no_site_may_frame_nothing(text: str) -> None:
    with pytest.raises(SettingError, match="ATOUT_FRAMED_BY"):
        Settings(framed_by=text)


@pytest.mark.server
def test_refusals_of_gunicorn_have_them_too() -> None:
    with serve(ATOUT_HSTS_S="60") as (_, number):
        answer = exchange(number, b"GET /healthz HTTP/9.9\r\n\r\n")
    assert answer.status == 400
    assert answer.headers["Strict-Transport-Security"] == "max-age=60"
    assert all(answer.headers[name] == value for name, value in SECURITY_HEADERS.items())


def test_the_page_on_access_names_what_pages_may_read() -> None:
    told = (ROOT / "docs" / "access.md").read_text(encoding="utf-8")
    own = {name for name in EXPOSED.split(", ") if not name.startswith("RateLimit-")}
    assert {name for name in own if f"`{name}`" not in told} == set()


REFUSED = (
    (b"GET /healthz HTTP/9.9\r\n%b\r\n", 400),
    (b"GET /" + b"x" * 5_000 + b" HTTP/1.1\r\n%b\r\n", 414),
    (b"GET /healthz HTTP/1.1\r\nX: " + b"x" * 20_000 + b"\r\n%b\r\n", 431),
    (b"GET /healthz HTTP/1.1\r\n%bbad header\r\n\r\n", 400),
    (b"GET /healthz HTTP/1.1\r\n%bTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
    (b"POST /v1/solve HTTP/1.1\r\n%b", 408),
)
"""What gunicorn refuses, with room for a header, and the status of the answer."""


@pytest.mark.server
@pytest.mark.parametrize("origins", [f"{SITE} {OTHER}", "*"])
def test_refusals_of_gunicorn_can_be_read_by_pages_of_an_origin(origins: str) -> None:
    with serve(ATOUT_ORIGINS=origins, ATOUT_ARRIVAL_MS="500") as (_, number):
        for sent, status in REFUSED:
            for name, origin in ((b"Origin: ", OTHER), (b"origin:", "https://other.example")):
                answer = exchange(number, sent % (name + origin.encode() + b"\r\n"))
                assert answer.status == status
                allowed = "*" if origins == "*" else OTHER if origin == OTHER else None
                assert answer.headers["Access-Control-Allow-Origin"] == allowed
                assert ("X-Request-Id" in (answer.headers["Access-Control-Expose-Headers"] or "")) == bool(
                    allowed
                )
                assert answer.headers["Vary"] == (None if origins == "*" else "Origin")


@pytest.mark.server
def test_refusals_of_gunicorn_go_by_the_origin_of_their_own_request() -> None:
    known = b"GET /healthz HTTP/1.1\r\nHost: x\r\nOrigin: " + SITE.encode() + b"\r\n\r\n"
    with serve(ATOUT_ORIGINS=SITE) as (_, number), connect(number, known) as connection:
        assert read_answer(connection).headers["Access-Control-Allow-Origin"] == SITE
        connection.sendall(b"GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n")
        answer = read_answer(connection)
        assert (answer.status, answer.headers["Access-Control-Allow-Origin"]) == (400, None)
