"""Files in UTF-16 are read as those in UTF-8: logs, games of bridge, tables of puzzles, rules."""

import io
import json
from pathlib import Path

import pytest

from solver import SolverError, load_variant_file
from solver.file_text import as_utf8, utf8_stream
from solver.formats import read_puzzle_texts
from tests.support.command_line import BELOTE, ROOT, run

RULES = (ROOT / "solver" / "rules" / "variants" / "whist.toml").read_text(encoding="utf-8")
PBN = '[North "Zoë"]\n[Deal "N:A... K... Q... J..."]\n'
MARKED = ("utf-8-sig", "utf-16", "utf-16-be marked")


def encoded(text: str, encoding: str) -> bytes:
    """Return a text with its byte-order mark."""
    return ("\ufeff" + text).encode("utf-16-be") if encoding.endswith("marked") else text.encode(encoding)


class Slowly(io.BytesIO):
    """A pipe that gives one byte at a time."""

    def read1(self, size: int | None = -1) -> bytes:
        return self.read(1)


@pytest.mark.parametrize("encoding", MARKED)
@pytest.mark.parametrize("text", ["", "Zoë", "♠AKQ 🂡\r\n" * 3_000])
def test_the_mark_tells_the_encoding(text: str, encoding: str) -> None:
    raw = encoded(text, encoding)
    assert as_utf8(raw) == text.encode()
    for stream in (io.BytesIO(raw), Slowly(raw)):
        assert utf8_stream(stream).read().removeprefix("\ufeff".encode()) == text.encode()


def test_a_line_of_a_pipe_is_there_before_the_next() -> None:
    pipe = Slowly(b"\xff\xfe" + "one\ntwo\n".encode("utf-16-le"))
    assert utf8_stream(pipe).readline() == "\ufeffone\n".encode()
    assert pipe.read()


PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


@pytest.mark.parametrize("raw", [PICTURE, "{}".encode("utf-16-le"), "{}".encode("utf-32")])
def test_what_is_no_text_is_told(raw: bytes) -> None:
    with pytest.raises(SolverError, match="no text"):
        as_utf8(raw)


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("encoding", MARKED)
def test_commands_read_files_of_windows(encoding: str, tmp_path: Path) -> None:
    log, game = tmp_path / "log.json", tmp_path / "game.pbn"
    log.write_bytes(encoded(BELOTE, encoding))
    game.write_bytes(encoded(PBN, encoding))
    for judged in (run("analyse", "--json", str(log)), run("analyse", "--json", stdin=log.read_bytes())):
        assert json.loads(judged.stdout)["id"] == "belote-sample"
    assert '[North "Zoë"]' in run("convert", "--to", "pbn", str(game)).stdout


@pytest.mark.parametrize("encoding", MARKED)
def test_rules_and_tables_of_windows_are_read(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes(encoded(RULES, encoding))
    assert load_variant_file(file).title == "Whist"
    with pytest.raises(SolverError, match="the table has no column"):
        list(read_puzzle_texts(encoded("Themes\n", encoding), "csv"))
    file.write_bytes(RULES.encode("utf-16-le"))
    with pytest.raises(SolverError, match=r"own\.toml: this is no text"):
        load_variant_file(file)
