"""Pages and their files are compressed for who reads that; nothing else is."""

import gzip
import re

import pytest
from flask.testing import FlaskClient

from tests.support.api.service import make_client

GZIP = {"Accept-Encoding": "gzip, deflate, br", "Accept": "text/html"}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return make_client()


def files_of(client: FlaskClient) -> list[str]:
    """The addresses of the files that the page of the board loads."""
    return re.findall(r'"(/board/assets/[^"]+)"', client.get("/board").text)


def test_a_page_and_its_files_are_the_same_compressed(client: FlaskClient) -> None:
    for path in ("/board", "/docs/assets/swagger-ui.css", *files_of(client)):
        plain, packed = client.get(path), client.get(path, headers=GZIP)
        if len(plain.data) > 1_000:
            assert packed.headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(packed.data) == plain.data
            assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
        assert "Content-Encoding" not in plain.headers
        for sent in (plain, packed):
            assert "Accept-Encoding" in sent.vary
        assert packed.headers.get("Cache-Control") == plain.headers.get("Cache-Control")


def test_a_file_that_is_kept_is_not_sent_again(client: FlaskClient) -> None:
    path = "/docs/assets/swagger-ui.css"
    for headers in ({}, GZIP):
        tag = client.get(path, headers=headers).headers["ETag"]
        assert tag.startswith("W/") is bool(headers)
        again = client.get(path, headers={**headers, "If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")
        assert "Content-Encoding" not in again.headers


@pytest.mark.parametrize("encodings", ["", "identity", "gzip;q=0", "br"])
def test_who_does_not_read_it_gets_it_plain(client: FlaskClient, encodings: str) -> None:
    assert "Content-Encoding" not in client.get("/board", headers={"Accept-Encoding": encodings}).headers


@pytest.mark.parametrize(
    "path", ["/v1/variants", "/openapi.json", "/nothing", "/static/icon.svg", "/problems/x"]
)
def test_nothing_else_is(client: FlaskClient, path: str) -> None:
    assert "Content-Encoding" not in client.get(path, headers=GZIP).headers


def test_only_the_head_is_asked_for(client: FlaskClient) -> None:
    head, page = (client.open("/board", method=method, headers=GZIP) for method in ("HEAD", "GET"))
    assert head.data == b""
    assert {**head.headers, "X-Request-Id": ""} == {**page.headers, "X-Request-Id": ""}
