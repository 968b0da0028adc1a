"""The store under gunicorn: several workers with one database, and what is left when the service is gone."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from typing import Any

import pytest

from tests.support.api.databases import KINDS, database
from tests.support.api.served import ask, serve
from tests.support.api.service import make_body
from tests.support.command_line import run
from tests.support.waiting import PATIENCE_S

BODIES = [make_body("quadrette", seed=seed, n_plays=24) for seed in range(8)]


def request(port: int, method: str, path: str, body: Any = None) -> tuple[int, HTTPMessage, bytes]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection:
        sent = None if body is None else json.dumps(body)
        connection.request(method, path, sent, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()


@pytest.mark.by_day(1)
@pytest.mark.server
@pytest.mark.parametrize("kind", KINDS)
def test_workers_keep_one_store_and_another_service_finds_it(kind: str) -> None:
    with database(kind, has_schema=False) as address:
        settings = {"ATOUT_DATABASE": address, "ATOUT_WORKERS": "2"}
        with serve(**settings) as (_, port):
            assert ask(port, "GET", "/readyz")[0] == 200
            with ThreadPoolExecutor(4) as pool:
                posted = list(pool.map(lambda body: request(port, "POST", "/v1/analyses", body), BODIES * 4))
            assert [status for status, _, _ in posted] == [200] * len(posted)
            kept = {headers["Location"]: (headers["ETag"], body) for _, headers, body in posted}
            assert len(kept) == len(BODIES)
            for _, headers, body in posted:
                assert (headers["ETag"], body) == kept[headers["Location"]], "all get the one that is kept"
        with serve(**settings) as (_, port):
            for place, (tag, body) in kept.items():
                status, headers, found = request(port, "GET", place)
                assert (status, headers["ETag"], found) == (200, tag, body)


@pytest.mark.server
def test_a_service_starts_without_its_database_and_uses_it_once_it_is_there(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with serve(ATOUT_DATABASE=f"{tmp_path}/data/atout.db") as (_, port):
        status, headers, _ = request(port, "POST", "/v1/analyses", BODIES[0])
        assert (status, headers["Location"]) == (200, None)
        assert ask(port, "GET", "/readyz")[0] == 503
        (tmp_path / "data").unlink()
        assert ask(port, "GET", "/readyz")[0] == 200
        _, headers, _ = request(port, "POST", "/v1/analyses", BODIES[0])
        assert request(port, "GET", headers["Location"])[0] == 200


@pytest.mark.parametrize("kind", KINDS)
def test_the_database_is_upgraded_from_the_command_line(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with database(kind, has_schema=False) as address:
        monkeypatch.setenv("ATOUT_DATABASE", address)
        for _ in range(2):
            result = run("db", "upgrade")
            assert (result.exit_code, result.stdout) == (0, "The database is up to date.\n")


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("none", 0, "There is no database to upgrade: ATOUT_DATABASE is none."),
        ("relative.db", 2, "Error: ATOUT_DATABASE cannot be so: the path of a database begins with / or ~"),
        ("/dev/null/x/atout.db", 1, "Error: the database cannot be used: "),
        ("postgresql://me:secret@127.0.0.1:1/x", 1, "Error: the database cannot be used: "),
    ],
)
def test_what_cannot_be_upgraded_is_said(
    address: str, status: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ATOUT_DATABASE", address)
    result = run("db", "upgrade")
    assert result.exit_code == status
    assert said in result.output
    assert "secret" not in result.output
