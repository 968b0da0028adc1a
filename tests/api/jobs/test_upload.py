"""How the lines of a job are parted as they arrive: by their number and by their bytes."""

from api.http import Line
from api.jobs.upload import _CHUNK_BYTES, _CHUNKS_AT_ONCE, _chunks, _together


def lines(n: int, n_bytes: int) -> list[Line]:
    return [Line(number, b"x" * n_bytes) for number in range(1, n + 1)]


def sizes(n: int, n_bytes: int, most: int) -> list[int]:
    """The numbers of lines in the chunks of so many lines of that size."""
    chunks = list(_chunks(iter(lines(n, n_bytes)), most))
    assert [line for chunk in chunks for line in chunk] == lines(n, n_bytes)
    return [len(chunk) for chunk in chunks]


def test_a_chunk_has_so_many_lines_or_bytes() -> None:
    assert sizes(7, 10, most=3) == [3, 3, 1]
    assert sizes(5, _CHUNK_BYTES // 2, most=3) == [2, 2, 1]
    assert sizes(2, _CHUNK_BYTES + 1, most=3) == [1, 1]
    assert sizes(0, 0, most=3) == []


def test_a_transaction_has_so_many_chunks_or_bytes() -> None:
    short = [lines(1, 10)] * (_CHUNKS_AT_ONCE + 1)
    assert [len(some) for some in _together(iter(short))] == [_CHUNKS_AT_ONCE, 1]
    long = [lines(1, _CHUNK_BYTES // 2)] * 3
    assert [len(some) for some in _together(iter(long))] == [2, 1]
