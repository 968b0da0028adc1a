"""Headers that nobody would send: the service never fails by them, and repeats none that is not plain."""

from dataclasses import replace
from tempfile import TemporaryDirectory

import pytest
from flask.testing import FlaskClient
from hypothesis import given, strategies as st

from api import Settings, create_app
from api.access.keys import KeyStore
from api.parts import part_of
from api.store import Store
from tests.support.budgets import MANY

pytestmark = pytest.mark.slow

FOLDER = TemporaryDirectory()
STRICT = Settings(
    database=f"{FOLDER.name}/atout.db",
    keys="required",
    rate_per_key="100000000/day",
    rate_per_address="100000000/day",
    proxies=2,
    origins="https://cards.example http://localhost:3000",
)
CLIENTS = [create_app(replace(STRICT, keys=keys)).test_client() for keys in ("required", "optional")]
KEY = KeyStore(part_of(CLIENTS[0].application, Store)).add("fuzz")

TEXTS = st.one_of(
    st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=80),
    st.sampled_from(
        [
            "Bearer",
            f"Bearer {KEY}",
            f"bearer {KEY},",
            f"Bearer {KEY} x",
            "Bearer =",
            'Bearer a="b", c',
            "Basic ====",
            "Basic YTpi",
            'Digest username="',
            "::1, 192.0.2.1",
            "unknown, 1.2.3.4:80, [::1]:80",
            ",,,",
            "https://cards.example",
            "null",
            "a" * 4000,
        ]
    ),
)
HEADERS = st.dictionaries(
    st.sampled_from(
        [
            "Authorization",
            "X-Request-Id",
            "X-Forwarded-For",
            "Origin",
            "Access-Control-Request-Method",
            "Access-Control-Request-Headers",
            "Accept",
            "Accept-Language",
            "If-None-Match",
            "Idempotency-Key",
        ]
    ),
    TEXTS,
)


@given(
    st.sampled_from(CLIENTS),
    st.sampled_from(["GET", "POST", "OPTIONS", "HEAD"]),
    st.sampled_from(["/v1/variants", "/v1/solve", "/metrics", "/healthz", "/nothing"]),
    HEADERS,
)
@MANY
def test_no_header_makes_the_service_fail(
    client: FlaskClient, method: str, path: str, headers: dict[str, str]
) -> None:
    answer = client.open(path, method=method, headers=headers, buffered=True)
    assert answer.status_code in (200, 401, 404, 405, 415), answer.text
    assert len(answer.headers.getlist("X-Request-Id")) == 1
    assert answer.headers["X-Request-Id"].isascii()
    assert answer.headers.get("Access-Control-Allow-Origin") in (
        None,
        "https://cards.example",
        "http://localhost:3000",
    )
    if answer.status_code == 401:
        assert KEY not in answer.text
