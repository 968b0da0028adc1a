"""The headers of answers, held to the document: whatever a client may read stands there."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import Settings, create_app
from api.http.headers import EXPOSED
from tests.support.databases import database
from tests.support.job_logs import quick_lines
from tests.support.kept_puzzles import example_puzzle, kept
from tests.support.service import make_body
from tests.support.streaming import NDJSON

pytestmark = pytest.mark.night

READ = {name for name in EXPOSED.split(", ") if name != "WWW-Authenticate"}
"""The headers of Atout's own that pages of other sites may read."""
LOG = json.loads(quick_lines(1)[0])
HAND = {"variant": "belote", "dealer": "W", "seat": "N", "hand": "AQ.J.K.7", "turned_up": "SJ"}


@pytest.fixture(scope="module")
def app() -> Iterator[Flask]:
    """A service that keeps analyses and counts requests."""
    with database("sqlite") as address:
        made = create_app(Settings(database=address, rate_per_address="10000/hour", job_threads=0))
        made.config["ATOUT_BANK"].add([kept(example_puzzle())])
        yield made


def described(document: Any, path: str, method: str, status: int) -> set[str]:
    """The headers that the document has for an answer."""
    answers = document["paths"][path][method]["responses"]
    answer = answers.get(str(status)) or answers["default"]
    if "$ref" in answer:
        answer = document["components"]["responses"][answer["$ref"].split("/")[-1]]
    return set(answer.get("headers", ()))


def asked(client: FlaskClient) -> Iterator[tuple[str, str, Any]]:
    """Requests of every kind: the path of the document, the method and the answer."""
    for path in ("/v1/variants", "/v1/jobs", "/v1/puzzles", "/v1/puzzles/next", "/v1/puzzles/daily"):
        yield path, "get", client.get(path)
    yield "/v1/variants/{name}", "get", client.get("/v1/variants/belote")
    yield "/v1/variants/{name}", "get", client.get("/v1/variants/tarot")
    yield "/metrics", "get", client.get("/metrics")
    yield "/healthz", "get", client.get("/healthz")
    position = make_body("quadrette", 1, 20)
    bodies: dict[str, Any] = {
        "/v1/solve": position,
        "/v1/positions": {"positions": [position]},
        "/v1/numbers": position,
        "/v1/table": {"variant": "quadrette", "deal": position["deal"], "limit": {"nodes": 1000}},
        "/v1/bids": {**HAND, "quick": True},
        "/v1/analyses": LOG,
    }
    for path, body in bodies.items():
        yield path, "post", client.post(path, json=body)
        yield path, "post", client.post(path, json={})
        yield path, "post", client.post(path, data="x", content_type="text/html")
    yield "/v1/solve", "post", client.post("/v1/solve", data=json.dumps(position), content_type=NDJSON)
    first = client.post("/v1/analyses", json=LOG)
    match = {"If-None-Match": first.headers["ETag"]}
    yield "/v1/analyses", "post", client.post("/v1/analyses", json=LOG, headers=match)
    place = first.headers["Location"]
    for headers in ({}, match):
        yield "/v1/analyses/{address}", "get", client.get(place, headers=headers)
    yield "/v1/analyses/{address}", "get", client.get(place, headers={"Accept": "application/x-pbn"})
    job = client.post("/v1/jobs", data="\n".join(quick_lines(2)), content_type=NDJSON)
    yield "/v1/jobs", "post", job
    yield "/v1/jobs", "post", client.post("/v1/jobs", json={"logs": [LOG]})
    yield "/v1/jobs", "get", client.get("/v1/jobs?limit=1")
    where = job.headers["Location"]
    yield "/v1/jobs/{id}/results", "get", client.get(f"{where}/results")
    yield "/v1/jobs/{id}", "get", client.get(where)
    yield "/v1/jobs/{id}", "delete", client.delete(where)
    for kind in ("text/x-lin", "application/x-pbn"):
        told = {"Accept": kind}
        yield "/v1/convert", "post", client.post("/v1/convert", json=make_body("bridge", 1), headers=told)
        bridge = client.post("/v1/analyses", json=make_body("bridge", 1, 99), headers=told)
        yield "/v1/analyses", "post", bridge
        kept_one = client.get(bridge.headers["Location"], headers=told)
        yield "/v1/analyses/{address}", "get", kept_one


@pytest.mark.night
@pytest.mark.slow
def test_every_header_that_can_be_read_is_described(app: Flask) -> None:
    client = app.test_client()
    document = client.get("/openapi.json").get_json()
    seen = set()
    for path, method, answer in asked(client):
        missing = READ & set(answer.headers.keys()) - described(document, path, method, answer.status_code)
        assert not missing, (path, method, answer.status_code)
        seen |= READ & set(answer.headers.keys())
    assert seen == READ - {"Made-Up-Auctions", "Refused-Games"}
