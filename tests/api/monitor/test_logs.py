"""The log and the ids of requests: one line each, the same id in the answer, nothing of what was sent."""

import io
import json
import logging
import logging.config
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socket import socketpair
from typing import Any

import pytest

from api import Settings, create_app
from api.monitor.logs import log_configuration
from api.monitor.record import ID_HEADER, request_id_of
from api.settings.texts import SettingError
from solver.sentences import EnglishOnly
from tests.support.api.served import connect, exchange, read_answer, serve
from tests.support.api.service import make_body, make_client, post
from tests.support.api.streaming import NDJSON, line_of

FIELDS = (
    "time",
    "level",
    "logger",
    "message",
    "request_id",
    "method",
    "path",
    "status",
    "hung_up",
    "duration_ms",
    "game",
    "nodes",
    "key",
    "address",
)


@contextmanager
def logging_to(form: str, level: str = "info") -> Iterator[Callable[[], list[str]]]:
    """The log in that form, and what it holds so far; all is as before in the end."""
    root, own = logging.getLogger(), logging.getLogger("api")
    before = root.level, list(root.handlers), own.level
    logging.config.dictConfig(dict(log_configuration(form, level)))
    written = io.StringIO()
    [handler] = root.handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(written)
    try:
        yield lambda: written.getvalue().splitlines()
    finally:
        root.setLevel(before[0])
        root.handlers[:] = before[1]
        own.setLevel(before[2])


def test_an_answer_repeats_the_id_of_its_request() -> None:
    answer = make_client().get("/healthz", headers={ID_HEADER: "Ab-1_2.3:4=5@6+7/8"})
    assert answer.headers.getlist(ID_HEADER) == ["Ab-1_2.3:4=5@6+7/8"]


@pytest.mark.parametrize("stated", ["", " ", "a b", "a" * 65, "a\tb", "é", "a,b", "<x>", '"a"', "a;b"])
def test_what_is_no_short_plain_token_is_replaced(stated: str) -> None:
    made = make_client().get("/healthz", headers={ID_HEADER: stated}).headers[ID_HEADER]
    assert re.fullmatch("[0-9a-f]{16}", made)


def test_ids_that_are_made_differ() -> None:
    assert len({request_id_of(None) for _ in range(100)}) == 100


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/docs", 200),
        ("GET", "/static/docs.js", 200),
        ("GET", "/nothing", 404),
        ("GET", "/v1/solve", 405),
        ("POST", "/v1/solve", 415),
        ("OPTIONS", "/v1/solve", 200),
        ("HEAD", "/healthz", 200),
    ],
)
def test_every_answer_has_an_id(method: str, path: str, status: int) -> None:
    answer = make_client().open(path, method=method, buffered=True)
    assert answer.status_code == status
    assert len(answer.headers.getlist(ID_HEADER)) == 1


def test_a_request_has_one_line() -> None:
    with logging_to("json") as lines:
        body = {**make_body("belote", 1, 20), "id": "the secret of the body"}
        # A parameter that there is not: the answer names it, and the log does not.
        answer = post("/v1/solve?the-secret-of-the-query=1", body)
        answer.close()
        [line] = map(json.loads, lines())
    assert tuple(line) == FIELDS
    assert line["request_id"] == answer.headers[ID_HEADER]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])
    assert (line["method"], line["path"], line["status"]) == ("POST", "/v1/solve", 422)
    assert line["address"] == "127.0.0.1"
    assert line["duration_ms"] > 0
    assert line["hung_up"] is False
    assert "secret" not in json.dumps(line)


@pytest.mark.parametrize("has_gone", [False, True])
def test_a_client_that_hangs_up_while_its_position_is_solved_is_told(*, has_gone: bool) -> None:
    ours, theirs = socketpair()
    with ours, theirs, logging_to("json") as lines, make_client() as client:
        if has_gone:
            theirs.close()
        # Another position each time: what was solved before is answered without a solve.
        body = make_body("belote", 2 + has_gone, 20)
        answer = client.post("/v1/solve", json=body, environ_overrides={"gunicorn.socket": ours})
        answer.close()
        [line] = map(json.loads, lines())
    # A client that has closed only its own half still reads this.
    assert (line["status"], line["hung_up"]) == (200, has_gone)


def test_the_path_is_that_of_the_resource() -> None:
    with logging_to("json") as lines:
        for path in (
            "/v1/variants/tarot",
            "/v1/variants/belote?x=1",
            "/v1/variants/belote",
            "/no/such/place",
            "/static/none.js",
        ):
            make_client().get(path, buffered=True)
        found = [json.loads(line) for line in lines()]
    assert [(line["path"], line["status"]) for line in found] == [
        ("/v1/variants/{name}", 404),
        ("/v1/variants/{name}", 422),
        ("/v1/variants/{name}", 200),
        (None, 404),
        ("/static/{filename}", 404),
    ]


def test_a_line_of_json_is_ascii_whatever_a_client_says() -> None:
    """Standard error escapes in its own way, which is none of JSON, what its encoding has not."""
    with logging_to("json") as lines:
        make_client(Settings(proxies=1)).get("/healthz", headers={"X-Forwarded-For": "é"}, buffered=True)
        [line] = lines()
    assert line.isascii()
    assert json.loads(line)["address"] == "é"


def test_an_unheard_of_method_is_not_repeated() -> None:
    with logging_to("json") as lines:
        make_client().open("/healthz", method="BREW", buffered=True)
        [line] = map(json.loads, lines())
    assert (line["method"], line["path"], line["status"]) == ("other", "/healthz", 405)


def test_a_resource_that_does_not_know_the_method_is_named() -> None:
    with logging_to("json") as lines:
        make_client().delete("/v1/variants/belote", buffered=True)
        [line] = map(json.loads, lines())
    assert (line["method"], line["path"], line["status"]) == ("DELETE", "/v1/variants/{name}", 405)


def test_a_failure_is_traced_in_the_log_alone() -> None:
    app = create_app()

    def fail() -> str:
        raise RuntimeError("the secret of the house")

    app.add_url_rule("/fail", view_func=fail)
    with logging_to("json", "error") as lines:
        answer = app.test_client().get("/fail", buffered=True)
        trace, line = map(json.loads, lines())
    assert "secret" not in answer.text
    assert "the secret of the house" in trace["exception"]
    assert (line["level"], line["status"], line["path"]) == ("error", 500, "/fail")
    assert trace["request_id"] == line["request_id"] == answer.headers[ID_HEADER]


def test_a_failure_outside_flask_is_told_of_too() -> None:
    app = create_app()

    def fail() -> str:
        raise SystemExit(3)

    app.add_url_rule("/fail", view_func=fail)
    with logging_to("json") as lines:
        with pytest.raises(SystemExit):
            app.test_client().get("/fail")
        [line] = map(json.loads, lines())
    assert line["status"] == 500


def test_text_is_a_line_to_read() -> None:
    with logging_to("text") as lines:
        make_client().get("/v1/variants/belote", headers={ID_HEADER: "my-id"}, buffered=True)
        [line] = lines()
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} INFO    "
        r"GET /v1/variants/\{name\} 200, \d+\.\d ms, from 127\.0\.0\.1, id my-id",
        line,
    )


def test_no_client_begins_a_line_of_the_log() -> None:
    app = create_app()

    def fail(name: str) -> str:
        raise RuntimeError

    app.add_url_rule("/fail/<name>", view_func=fail)
    with logging_to("text") as lines:
        app.test_client().get("/fail/x%0A2026-01-01 00:00:00.000 INFO    forged%1b[2J", buffered=True)
        assert not any(line.startswith("2026-01-01") for line in lines())
        assert not any("\x1b" in line for line in lines())


def test_a_higher_level_leaves_requests_out() -> None:
    with logging_to("json", "warning") as lines:
        make_client().get("/healthz", buffered=True)
        assert lines() == []


@pytest.mark.parametrize("setting", ["log_form", "log_level"])
def test_a_word_that_there_is_not_is_refused(setting: str) -> None:
    with pytest.raises(SettingError) as refused:
        Settings(**{setting: "loud"})  # type: ignore[arg-type]
    assert f"ATOUT_{setting.upper()} is 'loud'" in str(refused.value)


@pytest.mark.server
class TestServed:
    """The log of a service that gunicorn serves."""

    def test_every_line_is_json_and_every_request_has_one(self) -> None:
        with serve() as (server, number):
            solve = exchange(number, self.solve(make_body("quadrette", 3, 20)))
            refused = exchange(number, b"GET /healthz HTTP/1.1\r\nbad header\r\n\r\n")
            with connect(number, self.solve(make_body("belote", 1, 20), NDJSON)) as connection:
                answer = read_answer(connection)
            # A line is written after the last byte: the next request is surely answered after that.
            exchange(number, b"GET /healthz HTTP/1.1\r\nX-Request-Id: last\r\nConnection: close\r\n\r\n")
            lines = server.wait_for_line("last")
        by_id = {line["request_id"]: line for line in lines}
        assert (solve.status, answer.status, refused.status) == (200, 200, 400)
        line = by_id[solve.headers[ID_HEADER]]
        assert (line["path"], line["status"], line["address"]) == ("/v1/solve", 200, "127.0.0.1")
        line = by_id[refused.headers[ID_HEADER]]
        assert (line["method"], line["path"], line["status"]) == (None, None, 400)
        line = by_id[answer.headers[ID_HEADER]]
        assert (line["path"], line["status"]) == ("/v1/solve", 200)
        assert any(line["logger"] == "gunicorn.error" for line in lines)

    def solve(self, body: dict[str, Any], kind: str = "application/json") -> bytes:
        """A request as it goes over the wire."""
        data = line_of(body)
        head = f"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}"
        return f"{head}\r\nConnection: close\r\n\r\n".encode() + data


def test_several_wrong_settings_have_a_line_each_and_nothing_else_has() -> None:
    wrong = SettingError(EnglishOnly("ATOUT_PORT is 'x'"), EnglishOnly("ATOUT_KEYS is 'y'"))
    with logging_to("text") as lines:
        logging.getLogger("api").error("Nothing is loaded anew: %s", wrong)
        logging.getLogger("api").error("The client said %s", "one\ntwo")
        shown = lines()
    assert shown[0].endswith(" Nothing is loaded anew: ATOUT_PORT is 'x'")
    assert shown[1].startswith("  ATOUT_KEYS is 'y'")
    assert r" The client said one\ntwo" in shown[2]
