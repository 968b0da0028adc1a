"""Bridge games written and read again: nothing is lost, and no text, however broken, does harm."""

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver.errors import Fault, SolverError
from solver.formats.games import (
    TEXT_FORMATS,
    OutFormat,
    TextFormat,
    format_of,
    read_records,
    split_deals,
    write_game_of,
)
from solver.formats.record import Record
from solver.game import Game
from tests.support.bridge_games import (
    convert_record,
    logs,
    normal_log,
    random_log,
    read_deal,
    read_log,
    write_logs,
)
from tests.support.budgets import SOME

pytestmark = pytest.mark.slow

DATA = Path(__file__).resolve().parents[1] / "data" / "formats"
WRITTEN: list[tuple[OutFormat, TextFormat]] = [("pbn", "pbn"), ("lin", "lin"), ("link", "lin")]
SAMPLES = ["club.pbn", "vugraph.lin", "teams.lin", "links.lin"]
NEVER_WRITTEN = ("id", "leader")


def read_back(text: str, text_format: TextFormat) -> list[dict[str, Any]]:
    return [convert_record(record) for record in read_records(text.encode(), text_format)]


def essence(log: dict[str, Any]) -> dict[str, Any]:
    """What every format keeps."""
    return {key: value for key, value in log.items() if key not in NEVER_WRITTEN and value not in ({}, [])}


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("written", "read"), WRITTEN)
@SOME
@given(games=st.lists(logs(), min_size=1, max_size=3))
def test_what_is_written_is_read_again(
    written: OutFormat, read: TextFormat, games: list[dict[str, Any]]
) -> None:
    back = read_back(write_logs(games, written), read)
    assert [essence(game) for game in back] == [essence(with_result(game, written)) for game in games]


def with_result(log: dict[str, Any], written: str) -> dict[str, Any]:
    """PBN says the tricks of a game that was played out, even where the log does not."""
    if written != "pbn" or len(log.get("plays", ())) < 52:
        return log
    (tricks,) = {game["result"] for game in read_back(write_logs([log], "pbn"), "pbn")}
    for wrong in range(14):
        if wrong != tricks:
            with pytest.raises(SolverError, match="the cards played bring"):
                normal_log({**log, "result": wrong})
    return {**log, "result": tricks}


@pytest.mark.night
@SOME
@given(game=logs())
def test_a_format_gives_the_same_text_of_what_it_gave(game: dict[str, Any]) -> None:
    for written, read in WRITTEN:
        text = write_logs([game], written)
        assert write_logs(read_back(text, read), written) == text


@pytest.mark.parametrize("name", SAMPLES)
def test_the_samples_keep_their_text_through_every_format(name: str) -> None:
    text_format = format_of(name)
    assert text_format is not None
    records = list(read_records((DATA / name).read_bytes(), text_format))
    games = [convert_record(record) for record in records]
    assert all(record.body is not None for record in records)
    for written, read in WRITTEN:
        back = read_back(write_logs(games, written), read)
        for key in ("deal", "dealer", "contract", "plays", "players", "vulnerable", "result", "board"):
            if key == "result" and written != "pbn":
                continue  # LIN says it only of a game that was claimed
            found = [_without_commas(game.get(key)) for game in back]
            assert found == [_without_commas(game.get(key)) for game in games], (written, key)


def _without_commas(value: object) -> object:
    """LIN parts names by commas."""
    return json.dumps(value).replace(", ", " ").replace(",", "")


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", SAMPLES)
@given(seed=st.integers(0, 2**32))
def test_no_text_does_harm(name: str, seed: int) -> None:
    rng = random.Random(seed)
    raw = bytearray((DATA / name).read_bytes())
    for _ in range(rng.randrange(1, 12)):
        at, end = sorted((rng.randrange(len(raw)), rng.randrange(len(raw))))
        piece = bytes(raw[at : min(end, at + 60)])
        match rng.randrange(4):
            case 0:
                del raw[at : at + rng.randrange(1, 30)]
            case 1:
                raw[at:at] = piece
            case 2:
                raw[at] = rng.choice(b'[]{}"|;%\n\\-+*=$^!#,:.AKS19\xff\x00')
            case _:
                raw[end:end] = piece[::-1]
        if not raw:
            return
    # A file that begins with zeros is no text, and is refused whole.
    raw[:16] = raw[:16].replace(b"\0", b" ")
    n_lines = bytes(raw).count(b"\n") + bytes(raw).count(b"\r") + 1
    for text_format in TEXT_FORMATS:
        for record in read_records(bytes(raw), text_format):
            for read in (read_log, read_deal, convert_record):
                for fault in faults_of(read, record):
                    assert 1 <= (fault.line or 0) <= n_lines
                    assert 1 <= (fault.column or 0) <= len(raw) + 1


def faults_of(read: Callable[[Record], object], record: Record) -> tuple[Fault, ...]:
    try:
        read(record)
    except SolverError as error:
        return error.faults
    return ()


@pytest.mark.night
@pytest.mark.parametrize("text_format", ["pbn", "lin"])
@pytest.mark.parametrize(
    "unit",
    ["[", "{", "{\n", "[A ", '[A "', '["', '[A ""]', '[A ""]\n\n', "!", "1C!?", "\n", " ", "\\", "%\n", ";",
     "|", "a|", "qx|o1|", "md|3S", "pn|a|qx|o1|", "mb|1C", "(", "http://a?", "http://a?n=SA&a=1C(", "%41",
     "up|9|pc|SA|nt|x|", "vg|a,", "$7", "^S ", "http://a?n=SA&p={",
     "\r", "http://a?lin=qx|o1| ", "http://a?b&", "=1=", '[Auction "N"]\n1C ', '[Play "N"] SA '],
)  # fmt: skip
def test_a_long_text_takes_time_in_proportion(text_format: TextFormat, unit: str) -> None:
    def cost(length: int) -> float:
        raw = (unit * (length // len(unit))).encode()
        started = time.thread_time()
        assert sum(1 for _ in read_records(raw, text_format)) <= len(raw)
        return time.thread_time() - started

    # Sixteen times as long: what grows with the square takes 256 times as much, on any machine. The least of
    # three times counts, of which no more are taken than it needs.
    most = 80 * min(cost(5_000) for _ in range(3))
    assert any(cost(80_000) < most for _ in range(3)), "work that grows with the square of the length"


def test_the_format_is_in_the_ending() -> None:
    assert [format_of(name) for name in ("a.pbn", "b/A.PBN", "c.lin", "d.json", "pbn", "-")] == [
        "pbn", "pbn", "lin", None, None, None,
    ]  # fmt: skip


def test_older_texts_are_latin_1_and_windows_writes_utf_16() -> None:
    text = '[North "Müller"]\n[Deal "N:A... K... Q... J..."]'
    for encoding in ("utf-8", "utf-8-sig", "latin-1", "utf-16"):
        (record,) = read_records(text.encode(encoding), "pbn")
        assert record.body is not None
        assert record.body["players"] == {"N": "Müller"}
    for encoding in ("utf-16-le", "utf-32"):
        with pytest.raises(SolverError, match="no text"):
            read_records(text.encode(encoding), "pbn")


def test_older_texts_of_windows_keep_their_signs() -> None:
    text = '{L’impasse à cœur…} [North "Lœuf"] [Deal "N:A... K... Q... J..."]'
    for encoding in ("utf-8", "cp1252"):
        (record,) = read_records(text.encode(encoding), "pbn")
        assert record.body is not None
        assert record.body["players"] == {"N": "Lœuf"}
        assert record.body["comments"] == [{"text": "L’impasse à cœur…"}]
    # A byte that Windows-1252 leaves out.
    (record,) = read_records(b'[North "M\xfcller\x81"] [Deal "N:A... K... Q... J..."]', "pbn")
    assert record.body is not None
    assert record.body["players"] == {"N": "Müller"}


def test_only_bridge_is_written() -> None:
    with pytest.raises(SolverError, match="only bridge"):
        normal_log({"variant": "belote", "contract": None, "deal": {}})


def test_a_game_that_was_played_out_needs_no_deal() -> None:
    path = Path(__file__).resolve().parents[2] / "samples" / "bridge.json"
    log = json.loads(path.read_text(encoding="utf-8"))
    known = Game.from_dict(log).position
    assert Game.from_dict({**log, "deal": None}).position == known is not None
    assert Game.from_dict({**log, "deal": None, "plays": log["plays"][:51]}).position is None


def test_a_match_is_split_into_its_deals() -> None:
    game = random_log(random.Random(1), {}, "")
    assert split_deals({"variant": "bridge", "deals": [game, {"dealer": "N"}]}) == [
        game, {"variant": "bridge", "dealer": "N"},
    ]  # fmt: skip
    null = {"variant": "bridge", "dealer": "N", "deals": [{"dealer": None, "board": "7"}]}
    assert split_deals(null) == [{"variant": "bridge", "dealer": "N", "board": "7"}]
    with pytest.raises(SolverError, match="a log is an object"):
        split_deals([])


def test_another_format_is_refused() -> None:
    game = Game.from_dict({"variant": "bridge", "dealer": "N", "auction": ["1C", "Pass"]})
    for wrong in ("PBN", "json", "", None):
        with pytest.raises(ValueError, match="is no format to write; there are pbn, lin, link"):
            write_game_of(game, wrong, is_first=True)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="is no format to read; there are pbn, lin"):
            read_records(b"", wrong)  # type: ignore[arg-type]
