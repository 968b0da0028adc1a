"""The service over raw connections: what is no HTTP, what never arrives, and who does not go away."""

import itertools
import json
import resource
import select
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from api import SECURITY_HEADERS
from tests.support.api.served import connect, exchange, read_answer, serve
from tests.support.api.service import PROBLEM
from tests.support.api.streaming import hard, wait_until_free, wait_until_taken, worker_of
from tests.support.waiting import PATIENCE_S, wait_until

pytestmark = pytest.mark.server

HEAD = b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
ASKS = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
ASKS_LAST = ASKS.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
ARRIVAL_S = 2.0


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a service that does not wait long."""
    settings = {"ATOUT_ARRIVAL_MS": str(int(ARRIVAL_S * 1000)), "ATOUT_SOLVING_SLOTS": "1"}
    # Nor does it keep idle connections for long.
    settings["GUNICORN_CMD_ARGS"] = "--keep-alive 2"
    with serve(**settings, ATOUT_WAITING="0") as (_, number):
        yield number


@pytest.mark.parametrize(
    "chunks",
    [
        b"ZZ\r\n{}\r\n0\r\n\r\n",
        b"-2\r\n{}\r\n0\r\n\r\n",
        b"\r\n{}\r\n0\r\n\r\n",
        b"0x2\r\n{}\r\n0\r\n\r\n",
        b"1_0\r\n{}\r\n0\r\n\r\n",
        b"2\r\n{} \r\n0\r\n\r\n",
        b"2\r\n{}\r\n0\r\nno trailer\r\n\r\n",
        b"2;\r\r\n{}\r\n0\r\n\r\n",
    ],
)
@pytest.mark.parametrize("path", [b"/v1/solve", b"/v1/analyses"])
def test_chunks_that_are_none_are_refused(port: int, path: bytes, chunks: bytes) -> None:
    answer = exchange(port, CHUNKED.replace(b"/v1/solve", path) + chunks)
    assert (answer.status, answer.headers["Content-Type"]) == (400, PROBLEM)
    assert answer.json["type"] == "/problems/unreadable"
    assert "chunks" in answer.json["detail"]


@pytest.mark.parametrize("sent", [CHUNKED + b"5\r\n{}", HEAD + b"Content-Length: 50\r\n\r\n{}"])
def test_a_body_that_is_cut_short_is_not_judged(port: int, sent: bytes) -> None:
    answer = exchange(port, sent, ends=True)
    assert (answer.status, answer.headers["Content-Type"]) == (400, PROBLEM)
    assert answer.json["type"] == "/problems/unreadable"
    assert "ends before it is complete" in answer.json["detail"]


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET /healthz HTTP/9.9\r\n\r\n", 400),
        (b"G=T /healthz HTTP/1.1\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nbad header\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nbad name: 1\r\n\r\n", 400),
        (b"POST /v1/solve HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}", 400),
        (b"POST /v1/solve HTTP/1.1\r\nContent-Length: -1\r\n\r\n{}", 400),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET /healthz HTTP/1.1\r\nX: " + b"x" * 9000 + b"\r\n\r\n", 431),
        (b"GET /healthz HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n", 431),
        (b"GET /healthz HTTP/1.1\r\nExpect: miracles\r\n\r\n", 417),
        (b"POST /v1/solve HTTP/1.1\r\nTransfer-Encoding: gzop\r\n\r\n", 501),
        (b"POST /v1/solve HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
    ],
)
def test_what_is_no_http_is_refused_by_a_problem(port: int, sent: bytes, status: int) -> None:
    answer = exchange(port, sent)
    assert (answer.status, answer.headers["Content-Type"]) == (status, PROBLEM)
    assert answer.json["status"] == status
    assert answer.json["title"]
    assert answer.json["detail"]
    assert answer.headers["Connection"] == "close"
    assert all(answer.headers[name] == value for name, value in SECURITY_HEADERS.items())


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (b"GET /healthz HTTP/1.1\r\nSCRIPT_NAME: /evil", 200),
        (b"GET /healthz HTTP/1.1\r\nPATH_INFO: /nowhere", 200),
        (b"GET //evil.example/healthz HTTP/1.1\r\nSCRIPT_NAME: //evil.example", 404),
        (b"GET /healthz HTTP/1.1\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off", 200),
    ],
)
def test_no_header_says_where_the_service_is(port: int, asked: bytes, status: int) -> None:
    """gunicorn would believe any client on the same machine as if it were a proxy."""
    assert exchange(port, asked + b"\r\nHost: x\r\n\r\n").status == status


def test_what_is_outside_the_prefix_is_refused() -> None:
    # As the variable SCRIPT_NAME would set it, for all requests.
    trusts = "--forwarded-allow-ips 127.0.0.1 --forwarder-headers SCRIPT_NAME"
    asked = b"GET %b HTTP/1.1\r\nSCRIPT_NAME: /atout\r\nHost: x\r\n\r\n"
    with serve(GUNICORN_CMD_ARGS=trusts) as (_, port):
        assert exchange(port, asked % b"/atout/healthz").status == 200
        outside = exchange(port, asked % b"/healthz")
    assert (outside.status, outside.headers["Content-Type"]) == (400, PROBLEM)
    assert "SCRIPT_NAME" in outside.json["detail"]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("sent", [CHUNKED + b"5\r\n{", HEAD + b"Content-Length: 50\r\n\r\n{"])
def test_a_body_that_stalls_is_refused_after_a_while(port: int, sent: bytes) -> None:
    answer = exchange(port, sent)
    assert (answer.status, answer.headers["Content-Type"]) == (408, PROBLEM)
    assert answer.json["type"] == "/problems/timed-out"


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"POST /v1/solve HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 3000000", 413),
        (b"POST /v1/solve HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 100000", 415),
        (b"PUT /v1/solve HTTP/1.1\r\nContent-Length: 100000", 405),
        (b"POST /nowhere HTTP/1.1\r\nContent-Length: 100000", 404),
        (b"POST /nowhere HTTP/1.1\r\nTransfer-Encoding: chunked", 404),
        (b"POST /v1/solve HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 50", 408),
    ],
)
def test_an_answer_after_which_the_connection_is_closed_says_so(port: int, head: bytes, status: int) -> None:
    answer = exchange(port, head + b"\r\nHost: x\r\n\r\n")
    assert (answer.status, answer.headers["Connection"]) == (status, "close")


def test_what_little_is_unread_closes_nothing(port: int) -> None:
    with connect(
        port, b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nunread..."
    ) as connection:
        answer = read_answer(connection)
        assert (answer.status, answer.headers["Connection"]) == (404, "keep-alive")
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert read_answer(connection).status == 200


@pytest.mark.by_day(1)
@pytest.mark.parametrize("sent", [HEAD, HEAD + b"\r", b"GET /heal", b"G"])
def test_headers_that_stall_are_refused_after_a_while(port: int, sent: bytes) -> None:
    answer = exchange(port, sent)
    assert (answer.status, answer.headers["Content-Type"]) == (408, PROBLEM)
    assert answer.json["type"] == "/problems/timed-out"
    assert answer.headers["Connection"] == "close"


def test_headers_that_trickle_are_refused_after_a_while(port: int) -> None:
    with connect(port, HEAD + b"X: ") as connection:
        trickle(connection, b"x")
        assert read_answer(connection).status == 408


@pytest.mark.night
def test_a_connection_on_which_nothing_comes_ends_without_a_word(port: int) -> None:
    with connect(port, b"") as connection:
        assert connection.recv(1) == b""
    # So does one that has served a request.
    with connect(port, HEAD + b"Content-Length: 2\r\n\r\n{}") as connection:
        assert read_answer(connection).status == 422
        assert connection.recv(1) == b""


def test_a_second_request_on_a_connection_that_stalls_is_refused(port: int) -> None:
    with connect(port, HEAD + b"Content-Length: 2\r\n\r\n{}") as connection:
        assert read_answer(connection).status == 422
        connection.sendall(HEAD)
        assert read_answer(connection).status == 408


def test_a_body_that_trickles_is_refused_after_a_while(port: int) -> None:
    with connect(port, HEAD + b"Content-Length: 5000\r\n\r\n") as connection:
        trickle(connection, b"{")
        assert read_answer(connection).status == 408


def trickle(connection: socket.socket, data: bytes) -> None:
    """Send the same again and again, slowly, until there is an answer."""
    ends = time.monotonic() + PATIENCE_S
    while not is_readable(connection):
        connection.sendall(data)
        assert time.monotonic() < ends


def is_readable(connection: socket.socket) -> bool:
    """True if something has come over a connection, or comes within a tenth of a second."""
    return bool(select.select([connection], [], [], 0.1)[0])


@pytest.mark.parametrize(
    "sent", [HEAD + b"Content-Length: 50\r\n\r\n{", HEAD, b"GET /heal"], ids=["body", "headers", "line"]
)
def test_connections_that_stall_do_not_stop_the_service(port: int, sent: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(connect(port, sent))
        # More connections than threads, each with its time to arrive and two seconds to go away.
        assert exchange(port, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").status == 200


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "sent",
    [HEAD + b"Content-Length: 50\r\n\r\n{", HEAD, b"GET /heal", b""],
    ids=["body", "headers", "line", "nothing"],
)
def test_clients_that_never_send_on_leave_threads_for_others(sent: bytes) -> None:
    asks = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with ExitStack() as stack:
        # Nobody's time to send is over as long as the test runs.
        _, port = stack.enter_context(serve(ATOUT_SOLVING_SLOTS="1", ATOUT_WAITING="0"))
        for _ in range(100):
            stack.enter_context(connect(port, sent))
            assert exchange(port, asks).status == 200


@pytest.mark.parametrize("is_kept", [False, True])
def test_silent_connections_make_room_for_others(*, is_kept: bool) -> None:
    with ExitStack() as stack:
        # There are more connections than threads: idle ones are kept.
        _, port = stack.enter_context(serve(GUNICORN_CMD_ARGS="--worker-connections 20 --threads 8"))
        for _ in range(50):
            connection = stack.enter_context(connect(port, ASKS if is_kept else b""))
            if is_kept:
                answer = read_answer(connection)
                assert (answer.status, answer.headers["Connection"]) == (200, "keep-alive")
        assert exchange(port, ASKS_LAST).status == 200


@pytest.mark.parametrize("is_kept", [False, True])
def test_silent_connections_make_room_where_no_more_files_can_be_opened(*, is_kept: bool) -> None:
    with ExitStack() as stack:
        server, port = stack.enter_context(serve())
        assert exchange(port, ASKS_LAST).status == 200
        worker = worker_of(server.pid)
        n_open = len(list(Path(f"/proc/{worker}/fd").iterdir()))
        resource.prlimit(worker, resource.RLIMIT_NOFILE, (n_open + 10, n_open + 10))
        for _ in range(50):
            connection = stack.enter_context(connect(port, ASKS if is_kept else b""))
            if is_kept:
                assert read_answer(connection).status == 200
        assert exchange(port, ASKS_LAST).status == 200
        assert worker_of(server.pid) == worker
        told = [line for line in server.log_lines() if "No connection can be accepted" in line["message"]]
        assert {line["level"] for line in told} == {"warning"}


def test_workers_may_open_files_for_all_connections() -> None:
    with serve() as (server, _):
        _, hard = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (256, hard))
        before = set(server.children())
        server.send_signal(signal.SIGHUP)  # loads the configuration anew
        wait_until(lambda: set(server.children()) - before, "no other worker has begun")
        (after,) = set(server.children()) - before
        assert resource.prlimit(after, resource.RLIMIT_NOFILE)[0] >= min(hard, 1_000)


def test_of_silent_connections_the_longest_silent_make_room() -> None:
    with ExitStack() as stack:
        _, port = stack.enter_context(serve(GUNICORN_CMD_ARGS="--worker-connections 20 --threads 8"))
        kept = stack.enter_context(connect(port, ASKS))
        assert read_answer(kept).status == 200
        new = [stack.enter_context(connect(port, b"")) for _ in range(18)]
        late = stack.enter_context(connect(port, ASKS))
        assert read_answer(late).status == 200
        assert kept.recv(1) == b""
        late.sendall(ASKS)
        assert read_answer(late).status == 200
        new[-1].sendall(ASKS)
        assert read_answer(new[-1]).status == 200


@pytest.mark.night
def test_an_idle_connection_is_kept_for_longer_than_gunicorn_would() -> None:
    with serve() as (_, port), connect(port, ASKS) as connection:
        assert read_answer(connection).status == 200
        time.sleep(3)
        connection.sendall(ASKS)
        assert read_answer(connection).status == 200


@pytest.mark.slow
def test_a_busy_worker_leaves_idle_connections_to_one_that_is_free() -> None:
    """What comes next on them would wait for its solve, and be sent away."""
    with ExitStack() as stack:
        server, port = stack.enter_context(serve(ATOUT_WORKERS="2", ATOUT_SOLVING_SLOTS="1"))
        wait_until(lambda: len(server.children()) == 2, "there is one worker only")
        kept = [stack.enter_context(connect(port, ASKS)) for _ in range(12)]
        assert {read_answer(connection).status for connection in kept} == {200}
        by_worker = {pid: [one for one in kept if is_held(one, pid)] for pid in server.children()}
        assert sorted(kept, key=id) == sorted(itertools.chain(*by_worker.values()), key=id)
        # The one that holds most solves.
        others, mine = sorted(by_worker.values(), key=len)
        mine[0].sendall(plain(b"/v1/solve", hard()))
        for connection in mine[1:]:
            wait_until(partial(is_readable, connection), "an idle connection is kept")
            assert connection.recv(1) == b""
        for connection in others:
            connection.sendall(ASKS)
            assert read_answer(connection).status == 200


def is_held(connection: socket.socket, pid: int) -> bool:
    """True if a process has the other end of a connection."""
    own = f":{connection.getsockname()[1]:04X}"
    lines = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()
    inodes = {f"socket:[{fields[9]}]" for fields in map(str.split, lines) if fields[2].endswith(own)}
    files = Path(f"/proc/{pid}/fd").iterdir()
    return any(str(file.readlink()) in inodes for file in files if file.is_symlink())


def test_who_has_waited_the_shortest_is_not_given_up() -> None:
    whole = b"{}"
    with ExitStack() as stack:
        _, port = stack.enter_context(serve(ATOUT_SOLVING_SLOTS="1", ATOUT_WAITING="0"))
        for _ in range(100):
            stack.enter_context(connect(port, HEAD))
        begun = stack.enter_context(connect(port, HEAD + b"Content-Length: 2\r\n\r\n"))
        stack.enter_context(connect(port, HEAD))
        begun.sendall(whole)
        assert read_answer(begun).status == 422


def test_clients_that_do_not_go_away_do_not_stop_the_service() -> None:
    asks = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with ExitStack() as stack:
        _, port = stack.enter_context(
            serve(GUNICORN_CMD_ARGS="--worker-class tests.support.api.lingering.Worker")
        )
        staying = [stack.enter_context(connect(port, asks)) for _ in range(10)]
        for connection in staying:
            assert read_answer(connection).status == 200
        assert exchange(port, asks).status == 200, "they were waited for, for an hour"


def test_a_connection_serves_one_request_after_another(port: int) -> None:
    with connect(port, b"") as connection:
        # Each request has its own time to arrive: together they take longer than one may.
        ends = time.monotonic() + 1.5 * ARRIVAL_S
        while time.monotonic() < ends:
            connection.sendall(HEAD + b"Content-Length: 2\r\n\r\n{}")
            assert read_answer(connection).status == 422
            time.sleep(ARRIVAL_S / 20)


def test_a_client_that_hangs_up_ends_its_solve(port: int) -> None:
    for path in (b"/v1/solve", b"/v1/analyses", b"/v1/table"):
        with connect(port, plain(path, hard())):
            wait_until_taken(port)
        wait_until_free(port)


def test_a_client_that_closes_its_half_has_what_is_proved(port: int) -> None:
    with connect(port, plain(b"/v1/solve", hard())) as connection:
        wait_until_taken(port)
        connection.shutdown(socket.SHUT_WR)
        answer = read_answer(connection)
        assert (answer.status, answer.json["exact"]) == (200, False)


def plain(path: bytes, body: Any) -> bytes:
    """A request that does not stream."""
    data = json.dumps(body).encode()
    return HEAD.replace(b"/v1/solve", path) + b"Content-Length: %d\r\n\r\n" % len(data) + data
