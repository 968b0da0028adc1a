"""The lines of a body as they arrive, in whatever pieces: their numbers, and what is told of blank ones."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import IO, Any, cast

import pytest
from flask import Request
from werkzeug.test import EnvironBuilder

from api.http.arrival import Line, read_lines
from tests.support.api.streaming import NDJSON

MAX_BYTES = 8
FOREVER_S = float("inf")
WORDS = (b"\n", b"\n\n\n", b"\r\n", b" ", b"\t\r", b"{}", b"[1]", b"x" * MAX_BYTES, b"x" * (MAX_BYTES + 1))


class Pieces:
    """The body of a request that arrives in these pieces."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = iter(pieces)

    def read(self, n: int) -> bytes:
        """The next piece; empty after the last one."""
        return next(self._pieces, b"")


def read(pieces: Iterable[bytes]) -> Iterator[Line]:
    """Yield what is told of a body that arrives in these pieces."""
    environ = EnvironBuilder(method="POST", content_type=NDJSON).get_environ()
    environ |= {"wsgi.input": cast(IO[Any], Pieces(pieces)), "wsgi.input_terminated": True}
    environ.pop("CONTENT_LENGTH", None)
    return read_lines(Request(environ), MAX_BYTES, 1_000, FOREVER_S)


def cut(body: bytes, random: Random) -> list[bytes]:
    """Return a body in random pieces."""
    ends = sorted({*random.choices(range(1, len(body) + 1), k=random.randrange(8)), len(body)})
    return [body[start:end] for start, end in zip([0, *ends], ends, strict=False)]


@pytest.mark.parametrize("seed", range(200))
def test_lines_are_the_same_however_they_are_cut(seed: int) -> None:
    random = Random(seed)
    body = b"".join(random.choices(WORDS, k=random.randrange(1, 20)))
    expected = [
        Line(number, b"" if len(line) > MAX_BYTES else line, len(line) > MAX_BYTES)
        for number, line in enumerate(body.split(b"\n"), 1)
        if len(line) > MAX_BYTES or line.strip()
    ]
    told = list(read(cut(body, random)))
    assert [line for line in told if not line.is_blank] == expected
    assert [line.number for line in told] == sorted(line.number for line in told)
    # All lines that have ended are told, the blank ones at the end too.
    assert max((line.number for line in told), default=0) >= body.count(b"\n")


def test_each_piece_is_told_although_it_holds_no_line() -> None:
    n_pieces = 0

    def pieces() -> Iterator[bytes]:
        nonlocal n_pieces
        for piece in (b"\n" * 1000, b" \n" * 500, b"\r\n" * 500, b"x", b"x" * 100, b"x\n{}", b"\n", b"\n"):
            n_pieces += 1
            yield piece

    told = [(n_pieces, line.number, line.is_blank) for line in read(pieces())]
    assert told == [
        (1, 1000, True),
        (2, 1500, True),
        (3, 2000, True),
        (4, 2000, True),
        (5, 2000, True),
        (6, 2001, False),
        (7, 2002, False),
        (8, 2003, True),
    ]
