"""Answers held to the document: their status, each header and each value stand there."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api import Settings, create_app
from api.access.keys import KeyStore
from api.http.headers import EXPOSED
from api.parts import part_of
from api.puzzles import Bank
from api.store import Store
from tests.support.api.databases import database
from tests.support.api.described import Described
from tests.support.api.job_logs import quick_lines
from tests.support.api.kept_puzzles import example_puzzle, kept
from tests.support.api.service import make_body
from tests.support.api.streaming import NDJSON

pytestmark = [pytest.mark.night, pytest.mark.slow]

READ = set(EXPOSED.split(", "))
"""The headers of Atout's own that pages of other sites may read."""
OF_MESSAGES = {"Connection", "Content-Length", "Content-Type", "Date", "Server", "Transfer-Encoding"}
"""The headers of messages: OpenAPI tells the content type elsewhere, and nothing of the others."""
LOG = json.loads(quick_lines(1)[0])
HAND = {"variant": "belote", "dealer": "W", "seat": "N", "hand": "AQ.J.K.7", "turned_up": "SJ"}
SITE = "https://cards.example"


@pytest.fixture(scope="module")
def app() -> Iterator[Flask]:
    """A service that keeps analyses, counts requests, knows keys, and whose answers have all headers."""
    with database("sqlite") as address:
        settings = Settings(
            database=address,
            rate_per_address="10000/hour",
            rate_per_key="10000/hour",
            job_threads=0,
            hsts_s=60,
            origins=SITE,
            keys="optional",
            metrics="open",
        )
        made = create_app(settings)
        part_of(made, Bank).add([kept(example_puzzle())])
        yield made


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    """A page of another site, with a key."""
    made = app.test_client()
    secret = KeyStore(part_of(app, Store)).add("page")
    made.environ_base |= {"HTTP_AUTHORIZATION": f"Bearer {secret}", "HTTP_ORIGIN": SITE}
    return made


def check_described(
    document: Any, described: Described, path: str, method: str, answer: TestResponse
) -> None:
    """Hold an answer to the document, which describes the values in it."""
    place = (path, method, answer.status_code)
    # Step 1. Its status, which is not among the others.
    answers = document["paths"][path][method]["responses"]
    assert str(answer.status_code) in answers, place
    found = answers[str(answer.status_code)]
    if "$ref" in found:
        found = document["components"]["responses"][found["$ref"].split("/")[-1]]
    # Step 2. Its headers.
    of_all = set(re.findall("`([A-Z][A-Za-z-]+)`", document["info"]["description"]))
    shown = set(found.get("headers", ()))
    assert not set(answer.headers.keys()) - shown - of_all - OF_MESSAGES, place
    # Step 3. Its content.
    if answer.status_code == 304:
        assert not answer.data, place
        assert not shown & {"Content-Language", "X-Accel-Buffering"}, place
        return
    kind = answer.mimetype or ""
    content = found["content"][kind]
    if kind.endswith("json"):
        for text in answer.text.splitlines() if kind == NDJSON else [answer.text]:
            described.check(content["schema"], json.loads(text))


def asked(client: FlaskClient) -> Iterator[tuple[str, str, TestResponse]]:
    """Requests of every kind: the path of the document, the method and the answer."""
    # Step 1. What is listed and shown.
    listed = ("/v1/variants", "/v1/jobs", "/metrics", "/healthz", "/readyz")
    of_puzzles = ("", "/next", "/daily", "/themes", "/stats")
    for path in (*listed, *(f"/v1/puzzles{part}" for part in of_puzzles)):
        yield path, "get", client.get(path)
        if not path.endswith("z"):
            yield path, "get", client.get(f"{path}?strange=1")
    for name in ("belote", "tarot", "belote?strange=1"):
        yield "/v1/variants/{name}", "get", client.get(f"/v1/variants/{name}")
    yield "/metrics", "get", client.get("/metrics", headers={"Accept": "application/openmetrics-text"})
    yield "/v1/variants", "get", client.get("/v1/variants", headers={"Authorization": "Bearer wrong"})
    # Step 2. What is solved.
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
        yield path, "post", client.post(f"{path}?strange=1", json=body)
        yield path, "post", client.post(path, data="x", content_type="text/html")
    for path, body in (("/v1/solve", position), ("/v1/analyses", LOG)):
        yield path, "post", client.post(path, data=json.dumps(body), content_type=NDJSON)
    # Step 3. What is kept.
    first = client.post("/v1/analyses", json=LOG)
    match = {"If-None-Match": first.headers["ETag"]}
    yield "/v1/analyses", "post", client.post("/v1/analyses", json=LOG, headers=match)
    place = first.headers["Location"]
    for headers in ({}, match, {"Accept": "application/x-pbn"}):
        yield "/v1/analyses/{address}", "get", client.get(place, headers=headers)
    yield "/v1/analyses/{address}", "get", client.get(f"{place}?notation=de")
    yield from asked_of_jobs(client)
    yield from asked_of_puzzles(client)
    # Step 4. Games as text.
    for kind in ("text/x-lin", "application/x-pbn"):
        told = {"Accept": kind}
        yield "/v1/convert", "post", client.post("/v1/convert", json=make_body("bridge", 1), headers=told)
        bridge = client.post("/v1/analyses", json=make_body("bridge", 1, 99), headers=told)
        yield "/v1/analyses", "post", bridge
        kept_one = client.get(bridge.headers["Location"], headers=told)
        yield "/v1/analyses/{address}", "get", kept_one


def asked_of_jobs(client: FlaskClient) -> Iterator[tuple[str, str, TestResponse]]:
    """Requests for jobs."""
    job = client.post("/v1/jobs", data="\n".join(quick_lines(2)), content_type=NDJSON)
    yield "/v1/jobs", "post", job
    yield "/v1/jobs", "post", client.post("/v1/jobs", json={"logs": [LOG]})
    yield "/v1/jobs", "post", client.post("/v1/jobs?kind=analyses", json={"logs": [LOG]})
    yield "/v1/jobs", "get", client.get("/v1/jobs?limit=1")
    where = job.headers["Location"]
    for query in ("", "?strange=1"):
        yield "/v1/jobs/{id}/results", "get", client.get(f"{where}/results{query}")
        yield "/v1/jobs/{id}", "get", client.get(where + query)
    yield "/v1/jobs/{id}", "delete", client.delete(f"{where}?strange=1")
    yield "/v1/jobs/{id}", "delete", client.delete(where)
    yield "/v1/jobs/{id}", "get", client.get("/v1/jobs/none")


def asked_of_puzzles(client: FlaskClient) -> Iterator[tuple[str, str, TestResponse]]:
    """Requests for puzzles."""
    name = client.get("/v1/puzzles").get_json()["puzzles"][0]["id"]
    for id, query in ((name, ""), (name, "?strange=1"), ("none", "")):
        yield "/v1/puzzles/{id}", "get", client.get(f"/v1/puzzles/{id}{query}")
        for part in ("hint", "solution"):
            yield f"/v1/puzzles/{{id}}/{part}", "get", client.get(f"/v1/puzzles/{id}/{part}{query}")
    yield "/v1/puzzles/{id}/hint", "get", client.get(f"/v1/puzzles/{name}/hint?plays=NaN")
    for part, body in (("attempts", {"plays": []}), ("votes", {"up": True}), ("votes", {"up": 7})):
        yield f"/v1/puzzles/{{id}}/{part}", "post", client.post(f"/v1/puzzles/{name}/{part}", json=body)
    for kind in (NDJSON, "text/csv"):
        yield "/v1/puzzles", "get", client.get("/v1/puzzles", headers={"Accept": kind})


def test_every_status_and_header_is_described(client: FlaskClient) -> None:
    document = client.get("/openapi.json").get_json()
    seen, described = set(), Described(document)
    for path, method, answer in asked(client):
        check_described(document, described, path, method, answer)
        seen |= set(answer.headers.keys())
    assert READ - seen == {"Made-Up-Auctions", "Refused-Games"}
    assert {"Strict-Transport-Security", "X-Accel-Buffering", "Cache-Control"} < seen


def test_what_depends_on_accept_says_so(client: FlaskClient) -> None:
    bridge = make_body("bridge", 1, 99)
    deal = {"variant": "bridge", "deal": make_body("bridge", 1)["deal"], "rules": {"short_deals": True}}
    for kind in ("application/json", "application/x-pbn", "text/csv"):
        told = {"Accept": kind}
        answers = [
            client.post("/v1/table", json=deal, headers=told),
            client.post("/v1/convert", json=bridge, headers=told),
            client.post("/v1/analyses", json=bridge, headers=told),
            client.get("/v1/puzzles", headers=told),
            client.get("/metrics", headers=told),
        ]
        for answer in answers:
            assert answer.status_code == 406 or "accept" in answer.vary, (kind, answer.request.path)
