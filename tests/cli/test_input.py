"""Reading bodies: every layout, bad lines among good ones, and never more than one body at once."""

import errno
import io
import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given

from solver.cli.input import MAX_BODY, Body, read_bodies, read_files
from solver.formats import convert_record
from solver.json_text import decode_json
from tests.support.command_line import run
from tests.support.positions import SEEDS

GOOD: tuple[Any, ...] = (
    {"id": "a", "plays": ["SA", "HK"], "contract": {"trump": "H"}},
    {"id": "}{", "deals": [{"x": '\\"'}, {"y": []}]},
    {},
)
BAD = (
    "rubbish",
    '{"id": "bel',
    '{"id": ',
    '{"deals": [{"plays": [',
    '{"id": 1,}',
    "{bad",
    '{"id": 1} {"id": 2}',
    '"a',
    '{"id": "\udcff"}',
)


def read(text: str) -> list[Body]:
    return list(read_bodies(io.BytesIO(text.encode("utf-8", "surrogateescape"))))


@given(SEEDS)
def test_every_good_value_is_read_and_every_bad_line_is_reported(seed: int) -> None:
    rng = Random(seed)
    text, line = "", 1
    values: list[tuple[int, Any]] = []
    bad_lines: list[int] = []
    for _ in range(rng.randint(1, 12)):
        # What comes after a line that opens a value could be the rest of it, unless it begins with a brace.
        after_bad = bool(bad_lines) and not (values and values[-1][0] > bad_lines[-1])
        if rng.random() < 0.3:
            piece = rng.choice([bad for bad in BAD if bad.startswith("{") or not after_bad])
            bad_lines.append(line)
        else:
            value = rng.choice(GOOD)
            piece = json.dumps(value, indent=rng.choice((None, None, 2)))
            values.append((line, value))
        piece += "\n" * rng.randint(1, 2)
        text += piece
        line += piece.count("\n")
    bodies = read(text)
    assert [(body.line, body.value) for body in bodies if not body.faults] == values
    assert [body.line for body in bodies if body.faults] == bad_lines
    whole = text.encode("utf-8", "surrogateescape")
    assert bodies[-1].end in (len(whole), len(whole) - 1)  # what comes after the last line is not needed


def test_files_that_are_joined_may_each_begin_with_a_byte_order_mark() -> None:
    one = b"\xef\xbb\xbf" + json.dumps(GOOD[0]).encode() + b"\n"
    assert [body.value for body in read_bodies(io.BytesIO(one * 3))] == [GOOD[0]] * 3


def test_after_a_wrong_value_of_many_lines_the_next_one_is_read() -> None:
    wrong = json.dumps(GOOD[0], indent=2).replace('"plays": [', '"plays" [')
    second = json.dumps(GOOD[1], indent=2)
    bodies = read(f"{wrong}\n{second}\n{json.dumps(GOOD[0])}\n")
    first_of_second = wrong.count("\n") + 2
    assert [body.line for body in bodies] == [1, first_of_second, first_of_second + second.count("\n") + 1]
    assert "(line 3, column 11)" in bodies[0].faults[0].detail
    assert [body.value for body in bodies[1:]] == [GOOD[1], GOOD[0]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A line that is whole and wrong is one fault, whatever the next line begins with.
        ('{"c": tru}\n  {"d": 1}\n', [(1, None), (2, {"d": 1})]),
        ('{"c": tru}\n[1, 2]', [(1, None), (2, [1, 2])]),
        # A list that was never ended, and values that follow each other on one line.
        (
            '[\n{"a": 1,\n "b": []}{"c": 1} {"d": 2}',
            [(1, None), (2, {"a": 1, "b": []}), (3, {"c": 1}), (3, {"d": 2})],
        ),
    ],
)
def test_no_good_value_is_lost_after_a_wrong_one(text: str, found: list[tuple[int, Any]]) -> None:
    bodies = read(text)
    assert [(body.line, body.value) for body in bodies] == found
    assert [body.line for body in bodies if body.faults] == [1]


class _Counting(io.RawIOBase):
    """Endless lines, that remember how many bytes were asked for."""

    def __init__(self, first: bytes, line: bytes) -> None:
        self.left, self.line, self.given = first, line, 0

    def readline(self, size: int | None = -1, /) -> bytes:
        whole, self.left = self.left or self.line, b""
        assert size is not None
        if size > 0:
            whole, self.left = whole[:size], whole[size:]
        self.given += len(whole)
        return whole


@pytest.mark.parametrize("first", [b'{"id": \n', b'{"deals": [\n', b'{"a": "\n', b'{"id": 1,\n', b"{\n"])
def test_a_line_that_was_cut_off_does_not_swallow_the_rest(first: bytes) -> None:
    stream = _Counting(first, json.dumps(GOOD[0]).encode() + b"\n")
    bodies = read_bodies(stream)  # type: ignore[arg-type]
    assert next(bodies).faults
    assert next(bodies).value == GOOD[0]
    assert stream.given < 1000


@pytest.mark.parametrize(
    "cut", ['{"id": "bel', '{"id": 1, "plays": ["SA", "H', '{"id": 1, "plays": [', '{"a": 1, x']
)
def test_a_file_of_lines_that_were_cut_off_is_not_read_over_and_over(
    cut: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_read = 0

    def decode(text: str, at: int, max_nesting: int) -> Any:
        nonlocal n_read
        n_read += len(text) - at
        return decode_json(text, at, max_nesting)

    monkeypatch.setattr("solver.cli.input.decode_json", decode)
    text = f"{cut}\n" * 500
    bodies = read(text + json.dumps(GOOD[0]) + "\n")
    assert [body.line for body in bodies if body.faults] == list(range(1, 501))
    assert bodies[-1].value == GOOD[0]
    assert n_read < 200 * len(text)


@pytest.mark.parametrize("first", [b"x" * (3 * MAX_BODY) + b"\n", b'{"a": "' + b"x" * MAX_BODY + b'"}\n'])
def test_a_line_without_end_is_refused_by_its_length(first: bytes) -> None:
    bodies = list(read_bodies(io.BytesIO(first + b'{"id": 1}\n')))
    assert bodies[0].faults[0].detail == f"longer than {MAX_BODY} bytes; no body needs so much"
    assert [(body.line, body.value) for body in bodies[1:]] == [(2, {"id": 1})]


@pytest.mark.night
def test_a_value_without_end_is_refused_before_it_fills_the_memory() -> None:
    stream = _Counting(b"{\n", b'"a": 1,\n')
    bodies = read_bodies(stream)  # type: ignore[arg-type]
    assert next(bodies).faults
    assert stream.given < 2 * MAX_BODY


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
@pytest.mark.parametrize("ending", [".pbn", ".lin", ".ndjson"])
@pytest.mark.parametrize("break_", ["\n", "\r\n"])
def test_the_bytes_that_are_read_grow_body_by_body_up_to_those_of_the_files(
    encoding: str, ending: str, break_: str, tmp_path: Path
) -> None:
    board = {
        ".pbn": '[Event "Été ♠"]\n[Board "{n}"]\n[Deal "N:A... K... .A.. .K.."]\n\n',
        ".lin": "qx|o{n}|md|1SA,SK,HA,HK|sv|o|\npg||\n",
        ".ndjson": '{{"id": "Été ♠ 𝄞 {n}"}}\n',
    }[ending]
    text = "".join(board.format(n=n) for n in range(1, 13))
    path = tmp_path / f"club{ending}"
    path.write_bytes(text.replace("\n", break_).encode(encoding))
    size = path.stat().st_size
    ends = [named.end for named in read_files([str(path), str(path)], "en", None, convert_record)]
    assert len(ends) == 24
    assert ends == sorted(set(ends))
    assert ends[0] < size / 6
    assert ends[11] == size
    assert ends[23] == 2 * size


@pytest.mark.parametrize("ending", [".pbn", ".lin"])
def test_a_file_of_boards_takes_a_small_multiple_of_its_size(ending: str, tmp_path: Path) -> None:
    board = {
        ".pbn": '[Board "7"]\n[Deal "N:A... K... .A.. .K.."]\n\n',
        ".lin": "qx|o7|md|1SA,SK,HA,HK|\npg||\n",
    }
    path = tmp_path / f"club{ending}"
    path.write_text(20_000 * board[ending], encoding="utf-8")
    tracemalloc.start()
    try:
        assert next(read_files([str(path)], "en", None, convert_record)).body.value
        assert tracemalloc.get_traced_memory()[1] < 5 * path.stat().st_size
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("text_format", "said"),
    [
        (None, "Reading JSON from the keyboard; Ctrl-D ends it.\n"),
        ("pbn", "Reading PBN from the keyboard; Ctrl-D ends it.\n"),
    ],
)
def test_who_types_is_told_what_is_read(
    text_format: str | None, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard, terminal = os.openpty()
    os.write(keyboard, b"\x04")  # Ctrl-D
    with os.fdopen(terminal, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert list(read_files(["-"], "en", text_format)) == []
    os.close(keyboard)
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("solve", "JSON"),
        ("puzzle show", "NDJSON"),
        ("puzzle show --from csv", "CSV"),
        ("puzzle check", "NDJSON"),
        ("puzzle import --bank {bank}", "NDJSON"),
    ],
)
def test_commands_that_wait_at_a_keyboard_say_what_they_read(command: str, said: str, tmp_path: Path) -> None:
    keyboard, terminal = os.openpty()
    os.write(keyboard, b"\x04")  # Ctrl-D
    asked = command.format(bank=tmp_path / "bank.ndjson").split()
    with os.fdopen(terminal) as stdin:
        told = subprocess.run(
            [sys.executable, "-m", "solver", *asked, "--lang", "fr"],
            stdin=stdin, capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
    os.close(keyboard)
    assert told.stderr.splitlines()[0] == f"Lecture de {said} au clavier\u00a0; Ctrl-D y met fin."


@pytest.mark.parametrize(
    "command", ["solve", "table --from pbn", "puzzle show --from csv", "analyse --out {out}"]
)
def test_a_file_that_fails_while_it_is_read_is_told_in_a_sentence(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bytes:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    (torn := tmp_path / "torn").touch()
    monkeypatch.setattr("solver.cli.input.utf8_stream", fail)
    told = run(*command.format(out=tmp_path / "out").split(), str(torn))
    assert told.exit_code == 1
    assert told.stderr.splitlines()[-1] == f"Error: cannot read {torn}: Input/output error"
