"""Whose a job is: there for the key it was handed in with, and for nobody else; and the list of one's own."""

import re
import time
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from api import Settings, create_app
from api.access.keys import TRUST_S, KeyStore
from api.jobs import Jobs, store as jobs_store
from api.jobs.models import JobRow
from api.parts import part_of
from api.settings.texts import parse_address
from api.store import Store
from api.store.database import open_database, upgrade
from tests.support.api.answers import check
from tests.support.api.databases import KINDS, database
from tests.support.api.job_logs import NOBODY, n_rows, service
from tests.support.api.keys import stopped_clock
from tests.support.api.service import PROBLEM, make_client

NO_KEY: Mapping[str, str] = MappingProxyType({})
IDLE: Any = NOBODY


@pytest.fixture(params=KINDS)
def app(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """A service whose jobs nobody works on, to which a key may be sent."""
    with service(request.param, **IDLE, keys="optional") as app:
        yield app


def key(app: Flask, name: str) -> dict[str, str]:
    """The header with a new key of that name."""
    return {"Authorization": f"Bearer {KeyStore(part_of(app, Store)).add(name)}"}


def start(client: FlaskClient, headers: Any = NO_KEY) -> str:
    """The address of a new job."""
    sent = client.post("/v1/jobs", json={"logs": [1]}, headers=headers)
    assert sent.status_code == 202, sent.text
    return sent.headers["Location"]


def listed(client: FlaskClient, headers: Any = NO_KEY, address: str | None = "/v1/jobs") -> list[list[str]]:
    """The addresses of the jobs that are listed, page by page."""
    pages = []
    while address is not None:
        answer = client.get(address, headers=headers)
        assert answer.status_code == 200, answer.text
        check("JobList", answer.get_json())
        assert answer.headers["Cache-Control"] == "no-store"
        pages.append([f"/v1/jobs/{job['id']}" for job in answer.get_json()["jobs"]])
        link = answer.headers.get("Link")
        found = re.fullmatch('<(/v1/jobs[?].*)>; rel="next"', link) if link else None
        address = found[1] if found else None
        assert (link is None) == (found is None)
    return pages


@pytest.mark.by_day(1)
def test_a_job_is_there_for_its_owner_alone(app: Flask) -> None:
    client = app.test_client()
    owners: list[Any] = [key(app, "one"), key(app, "two"), NO_KEY]
    places = [start(client, headers) for headers in owners]
    for headers in owners:
        for place, owner in zip(places, owners, strict=True):
            for ask, address in (
                (client.get, place),
                (client.get, f"{place}/results"),
                (client.delete, place),
            ):
                if ask == client.delete and owner is headers:
                    continue
                answer = ask(address, headers=headers, buffered=True)
                if owner is headers:
                    assert answer.status_code == 200
                else:
                    assert (answer.status_code, answer.content_type) == (404, PROBLEM)
                    never = ask(address.replace(place, f"/v1/jobs/{'a' * 32}"), headers=headers)
                    assert never.get_json() == answer.get_json(), "it is as if it had never been"
        # Those who have no key are strangers to one another.
        assert listed(client, headers) == [[] if headers is NO_KEY else [places[owners.index(headers)]]]
    for place, headers in zip(places, owners, strict=True):
        assert client.get(place, headers=headers).get_json()["state"] == "waiting", "nobody else cancelled it"
        assert client.delete(place, headers=headers).get_json()["state"] == "cancelled"


def test_a_new_key_of_the_same_name_has_what_the_old_one_had(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = stopped_clock(monkeypatch)
    client = app.test_client()
    place = start(client, key(app, "site"))
    clock.now += TRUST_S
    KeyStore(part_of(app, Store)).revoke("site")
    assert listed(client, key(app, "site")) == [[place]]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("kind", KINDS)
def test_without_keys_all_have_one_list_and_those_of_keys_stay_theirs(kind: str) -> None:
    with database(kind) as address:
        with_keys = create_app(Settings(database=address, keys="required", **IDLE))
        without = create_app(Settings(database=address, **IDLE))
        header = key(with_keys, "one")
        theirs = start(with_keys.test_client(), header)
        first, second = start(without.test_client()), start(without.test_client(), header)
        assert listed(without.test_client(), header) == listed(without.test_client()) == [[second, first]]
        assert without.test_client().get(theirs, headers=header).status_code == 404
        assert listed(with_keys.test_client(), header) == [[theirs]]
        for app in (with_keys, without):
            part_of(app, Store).close()


@pytest.mark.by_day(1)
def test_jobs_are_listed_newest_first_and_page_by_page(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client, header = app.test_client(), key(app, "one")
    now = time.time()
    monkeypatch.setattr(jobs_store, "clock", lambda connection: now)
    places = []
    for number in range(7):
        # Some of them at the same moment: then by their names.
        now += number % 2
        places.append(start(client, header))
    by_moment = [{places[6], places[5]}, {places[4], places[3]}, {places[2], places[1]}, {places[0]}]
    assert listed(client, header, "/v1/jobs?limit=1000") == listed(client, header)
    [(*all_of_them,)] = listed(client, header)
    assert [set(all_of_them[at : at + 2]) for at in (0, 2, 4, 6)] == by_moment
    for limit in range(1, 9):
        pages = listed(client, header, f"/v1/jobs?limit={limit}")
        assert pages == [all_of_them[at : at + limit] for at in range(0, 7, limit)]


@pytest.mark.by_day(1)
def test_what_comes_and_goes_meanwhile_leaves_no_gap(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client, header = app.test_client(), key(app, "one")
    places = [start(client, header) for _ in range(4)][::-1]
    first = client.get("/v1/jobs?limit=2", headers=header)
    following = first.headers["Link"].partition(">")[0][1:]
    start(client, header)
    # The one at which the list goes on is forgotten.
    assert client.delete(places[1], headers=header).status_code == 200
    part_of(app, Jobs).store.drop(places[1].rpartition("/")[2])
    assert listed(client, header, following) == [places[2:]]
    later = time.time() + Settings().job_keep_s + 1
    client.delete(places[2], headers=header)
    monkeypatch.setattr(jobs_store, "clock", lambda connection: later)
    assert listed(client, header, following) == [places[3:]]


def test_a_job_that_is_still_arriving_is_in_no_list(app: Flask) -> None:
    header = key(app, "one")
    part_of(app, Jobs).store.begin("analyses", {}, "one")
    assert n_rows(app, JobRow) == 1
    assert listed(app.test_client(), header) == [[]]


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("limit=0", "limit is '0'; it must be a whole number from 1 to 1000"),
        ("limit=1001", "from 1 to 1000"),
        ("limit=x", "whole number"),
        ("limit=1&limit=2", "the query says limit 2 times; once is enough"),
        ("cursor=", "cursor is ''; it must be one that the Link of an answer has"),
        ("cursor=1", "Link"),
        (f"cursor=1.5-{'A' * 32}", "Link"),
        (f"cursor=1e5-{'a' * 32}", "Link"),
        (f"cursor=nan-{'a' * 32}", "Link"),
        (f"cursor={'9' * 13}.0-{'a' * 32}", "Link"),
        (f"cursor=1.5-{'a' * 32}%0A", "Link"),
        (f"cursor=1.5-{'a' * 32}&cursor=1.5-{'a' * 32}", "once is enough"),
        ("after=1", "'after' is no part of this query; it takes limit and cursor"),
    ],
)
def test_a_query_that_cannot_be_is_refused(query: str, says: str) -> None:
    with service("sqlite", **IDLE) as app:
        refused = app.test_client().get(f"/v1/jobs?{query}")
        assert (refused.status_code, refused.content_type) == (422, PROBLEM)
        assert says in refused.get_json()["detail"]


def test_a_cursor_of_nothing_leads_to_nothing() -> None:
    with service("sqlite", **IDLE) as app:
        client = app.test_client()
        start(client)
        assert listed(client, address=f"/v1/jobs?cursor=0.0-{'a' * 32}") == [[]]


def test_where_nothing_is_kept_no_job_is_listed() -> None:
    assert listed(make_client()) == [[]]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("had_keys", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_jobs_of_before_are_nobodys_or_there_for_whoever_knows_their_address(
    kind: str, had_keys: bool
) -> None:
    with database(kind, has_schema=False) as address:
        url = parse_address(address)
        assert url is not None
        engine = open_database(url)
        upgrade(engine, "0003")
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            connection.execute(
                text(
                    "INSERT INTO jobs (id, kind, state, options, n_items, n_done, n_refused, n_failed,"
                    " created_at) VALUES (:id, 'analyses', 'waiting', :options, 1, 0, 0, 0, 1.5)"
                ),
                {"id": "a" * 32, "options": b"{}"},
            )
            if had_keys:
                connection.execute(
                    text(
                        "INSERT INTO keys (name, digest, made_at) VALUES ('one', 'x', '2026-01-01 00:00:00')"
                    )
                )
        upgrade(engine)
        engine.dispose()
        app = create_app(Settings(database=address, keys="optional", **IDLE))
        place, header = f"/v1/jobs/{'a' * 32}", key(app, "two")
        assert app.test_client().get(place).status_code == 200
        assert app.test_client().get(place, headers=header).status_code == (200 if had_keys else 404)
        without = create_app(Settings(database=address, **IDLE))
        assert listed(without.test_client()) == [[] if had_keys else [place]]
        part_of(without, Store).close()
        assert listed(app.test_client(), header) == [[]]
        part_of(app, Store).close()
