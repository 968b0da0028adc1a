"""Streams as gunicorn serves them: answers while lines still come, flat memory, fair slots, hang-ups."""

import itertools
import json
import select
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.api.served import ask, connect, serve
from tests.support.api.service import make_body
from tests.support.api.streaming import (
    Stream,
    hard,
    line_of,
    memory_of,
    stream_to,
    wait_until_free,
    wait_until_taken,
    worker_of,
)
from tests.support.waiting import PATIENCE_S, wait_until

pytestmark = pytest.mark.server

SMALL = make_body("quadrette", 3, 20)
N_LINES = 8_000


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[int, int]]:
    """The port and the worker's process of a service with one slot and no line for it."""
    settings = {"ATOUT_SOLVING_SLOTS": "1", "ATOUT_WAITING": "0", "ATOUT_ARRIVAL_MS": "60000"}
    with serve(**settings) as (server, number):
        # What is loaded with the first analysis is no part of what a stream takes.
        assert ask(number, "POST", "/v1/analyses", json.dumps(SMALL))[0] == 200
        yield number, worker_of(server.pid)


@pytest.mark.parametrize("is_chunked", [False, True])
def test_each_answer_comes_before_the_next_line(served: tuple[int, int], is_chunked: bool) -> None:
    line = line_of(SMALL)
    with stream_to(served[0], "/v1/solve", None if is_chunked else 3 * len(line)) as stream:
        assert stream.begin() == 200
        for _ in range(3):
            stream.send(line[:50])
            stream.send(line[50:])
            assert stream.read()["exact"]
        stream.end()
        assert stream.read() is None
        # The connection goes on.
        stream.connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert stream.connection.recv(100).startswith(b"HTTP/1.1 200")


@pytest.mark.night
def test_memory_is_flat_however_many_lines_there_are(served: tuple[int, int]) -> None:
    number, worker = served
    bodies = [make_body("quadrette", seed, 22) for seed in range(5)]
    expected = [ask(number, "POST", "/v1/solve", json.dumps(body))[2]["cards"] for body in bodies]
    assert len({json.dumps(cards) for cards in expected}) == 5
    lines = (
        b"nonsense\n" if index % 100 == 50 else line_of(bodies[index % 5] | {"id": "x" * 200})
        for index in range(N_LINES)
    )
    pieces = iter(lambda: b"".join(itertools.islice(lines, 37)), b"")
    early = 0
    n_answers = 0
    with stream_to(number, "/v1/solve") as stream:
        for index, answer in enumerate(stream.answers(pieces)):
            if index % 100 == 50:
                assert (answer["status"], answer["line_number"]) == (400, index + 1)
            else:
                assert answer["cards"] == expected[index % 5]
            if index == N_LINES // 10:
                early = memory_of(worker)
            n_answers += 1
        late = memory_of(worker)
    assert n_answers == N_LINES
    assert late - early < 4_000  # KiB; what is sent is some 5 MiB


def test_logs_are_answered_in_order(served: tuple[int, int]) -> None:
    names = [str(index) for index in range(200)]
    pieces = (line_of(make_body("quadrette", 3, 8) | {"id": name}) for name in names)
    with stream_to(served[0], "/v1/analyses") as stream:
        assert [answer["id"] for answer in stream.answers(pieces)] == names


def test_a_line_without_end_is_passed_over_in_constant_memory(served: tuple[int, int]) -> None:
    number, worker = served
    before = memory_of(worker)
    pieces = itertools.chain([line_of(SMALL)], [b"x" * 50_000] * 1_000, [b"\n", line_of(SMALL)])
    with stream_to(number, "/v1/solve") as stream:
        answers = list(stream.answers(pieces))
    assert [answer.get("status") for answer in answers] == [None, 413, None]
    assert memory_of(worker) - before < 4_000


def send_without_end(stream: Stream) -> None:
    """Send lines, and read nothing."""
    while True:
        stream.send(line_of(SMALL) * 20)


def test_whoever_does_not_read_is_read_no_further(served: tuple[int, int]) -> None:
    number, worker = served
    before = memory_of(worker)
    with stream_to(number, "/v1/analyses") as stream:
        stream.connection.settimeout(1)
        with pytest.raises(TimeoutError):
            send_without_end(stream)
        assert memory_of(worker) - before < 4_000


@pytest.mark.night
def test_a_stream_that_stalls_is_ended_with_a_reason() -> None:
    with serve(ATOUT_ARRIVAL_MS="3000") as (_, number), stream_to(number, "/v1/solve") as stream:
        stream.begin()
        stream.send(line_of(SMALL) + b'{"variant"')
        assert stream.read()["exact"]
        problem = stream.read()
        assert (problem["status"], problem["line_number"]) == (408, 2)
        assert stream.read() is None


def test_blank_lines_keep_no_stream_open() -> None:
    with serve(ATOUT_ARRIVAL_MS="1000") as (_, number), stream_to(number, "/v1/solve") as stream:
        stream.begin()
        stream.send(line_of(SMALL))
        assert stream.read()["exact"]
        ends = time.monotonic() + PATIENCE_S
        while not select.select([stream.connection], [], [], 0.1)[0]:
            stream.send(b"\n")
            assert time.monotonic() < ends
        problem = stream.read()
        assert (problem["status"], problem["type"]) == (408, "/problems/timed-out")
        assert stream.read() is None


@pytest.mark.parametrize("sent", [b"ZZ\r\n", b"5\r\nabcdefgh"])
def test_chunks_that_are_none_end_the_stream_with_a_reason(served: tuple[int, int], sent: bytes) -> None:
    with stream_to(served[0], "/v1/solve") as stream:
        stream.begin()
        stream.send(line_of(SMALL))
        stream.connection.sendall(sent)
        assert stream.read()["exact"]
        problem = stream.read()
        assert (problem["status"], problem["line_number"]) == (400, 2)
        assert "chunks" in problem["detail"]
        assert stream.read() is None


@pytest.mark.parametrize("n_lines", [1, 3])
def test_a_client_that_hangs_up_ends_its_stream(served: tuple[int, int], n_lines: int) -> None:
    for _ in range(3):
        with stream_to(served[0], "/v1/solve") as stream:
            stream.send(line_of(hard()) * n_lines)
            wait_until_taken(served[0])
        wait_until_free(served[0])


def test_a_client_that_closes_its_half_has_what_is_proved_and_a_reason(served: tuple[int, int]) -> None:
    line = line_of(hard())
    with stream_to(served[0], "/v1/solve", 2 * len(line)) as stream:
        stream.send(line * 2)
        wait_until_taken(served[0])
        stream.connection.shutdown(1)
        stream.begin()
        assert stream.read()["exact"] is False
        problem = stream.read()
        assert (problem["status"], problem["line_number"]) == (400, 2)
        assert "closed from the other side" in problem["detail"]
        assert stream.read() is None


def test_slots_are_shared_with_requests_that_do_not_stream() -> None:
    n_lines = 1_000
    n_answers = [0, 0]

    def count(stream: Stream, which: int) -> None:
        while stream.read() is not None:
            n_answers[which] += 1

    settings = {
        "ATOUT_SOLVING_SLOTS": "1",
        "ATOUT_WAITING": "4",
        "ATOUT_WAIT_MS": "60000",
        "ATOUT_STREAMS": "2",
    }
    with (
        serve(**settings) as (_, number),
        stream_to(number, "/v1/solve") as first,
        stream_to(number, "/v1/solve") as second,
        ThreadPoolExecutor(2) as pool,
    ):
        for which, stream in enumerate((first, second)):
            stream.send(line_of(hard(150)) * n_lines)
            stream.begin()
            pool.submit(count, stream, which)
        wait_until(lambda: min(n_answers) > 0, "both streams take their turns")
        for _ in range(4):
            before = sum(n_answers)
            status, _, _ = ask(number, "POST", "/v1/solve", json.dumps(SMALL))
            # At most the line of one stream that is being solved, and that of the other before it; while
            # this thread has to wait for the processor some more may be answered, but not all the others.
            assert status == 200
            assert sum(n_answers) - before < n_lines / 4
        with stream_to(number, "/v1/solve") as third:
            assert third.begin() == 503
            assert third.response.headers["Retry-After"] == "1"
        # And the streams go on meanwhile.
        before = min(n_answers)
        wait_until(lambda: min(n_answers) > before, "both streams go on")
        for stream in (first, second):
            stream.connection.shutdown(2)


def test_a_plain_connection_still_has_its_errors(served: tuple[int, int]) -> None:
    head = b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
    with connect(served[0], head + b"Content-Encoding: br\r\nContent-Length: 0\r\n\r\n") as connection:
        assert connection.recv(100).startswith(b"HTTP/1.1 415")
