"""The command line: what it refuses, in which words, and with which exit status."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from solver import Position, SolverError
from tests.support.command_line import ROOT, answers, body, run

# ---- what is refused


def test_bad_lines_are_reported_and_the_rest_is_done() -> None:
    lines = [body(id="first"), "rubbish", body(plays=["CQ"]), body(dealer="X", limit={"nodes": 0}), body()]
    result = run("solve", stdin="\n".join(lines))
    assert result.exit_code == 1
    assert len(answers(result)) == 2
    assert result.stderr.splitlines() == [
        "line 2: not JSON: expecting value (column 1)",
        "line 3: /plays/0: CQ is out of turn: North holds it and it is South's turn; South holds DA CJ",
        "line 4: /dealer: 'X' is not a seat of this game; its seats are N, E, S and W",
        "line 4: /limit/nodes: nodes is 0; it must be at least 1",
    ]


def test_people_read_names_of_seats_where_programs_read_letters() -> None:
    """The terminal and the page name seats, as in all they say; the library and the service write letters."""
    told = json.loads(body(plays=["CQ"]))
    with pytest.raises(SolverError) as error:
        Position.from_dict(told)
    assert "N holds it and it is S's turn; S holds" in str(error.value)
    (fault,) = error.value.faults
    assert "North holds it and it is South's turn; South holds" in fault.tell()
    assert fault.tell("fr") == fault.say("fr")
    twice = told | {"deal": told["deal"] | {"N": told["deal"]["S"]}, "plays": []}
    result = run("solve", "--lang", "en", stdin=json.dumps(twice))
    assert "twice: in the hand of North and in the hand of South" in result.stderr
    partly = run("analyse", "--text", stdin=json.dumps(told | {"partial": True, "plays": ["DA", "CQ"]}))
    assert "North holds it and it is East's turn; East holds" in partly.stdout
    assert re.search(r"\b[NESW]('s| holds)", partly.stdout) is None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "The input is empty; it should hold a JSON object, or one a line."),
        (b" \n\n", "The input is empty"),
        (b"hello\nworld", "line 1: not JSON: expecting value (column 1)"),
        (b'{"variant":\n', "line 1: not JSON: expecting value (column 12)"),
        (b'{\n  "variant": "belote",\n}', "line 1: not JSON: illegal trailing comma before end of object"),
        (b'{"plays": ["SA", ]}', "line 1: not JSON: illegal trailing comma before end of array"),
        (b'{"variant": NaN}', "line 1: /variant: NaN is not a number of JSON"),
        (b'{"variant": -Infinity}', "line 1: /variant: -Infinity is not a number of JSON"),
        (b'{"variant": "bel', "line 1: not JSON: unterminated string"),
        (b"[" * 100_000, "line 1: lists and objects are nested more than 32 deep"),
        (b'{"variant":' * 20_000, "line 1: lists and objects are nested more than 32 deep"),
        (b"[" * 5000 + b"]" * 5000, "line 1: lists and objects are nested more than 32 deep"),
        (b'{"id": ' + b"9" * 5000 + b"}", "line 1: /id: the number is huge"),
        (b'{"id": "\xe9"}', "line 1: not UTF-8 text: byte 0xe9 at place 9; save it as UTF-8"),
        ('{"id": 1}'.encode("utf-16-le"), "line 1: this is no text, as it begins with zero bytes; save it"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "line 1: not UTF-8 text: byte 0x89"),
        (b'{"id": 1} {"id": 2}', "line 1: not one JSON value: after it comes '{\"id\": 2}'"),
        (b'{"id": 1}, ', "line 1: not one JSON value: after it comes ', '"),
        (b'{"variant": "tarot"}', "line 1: /variant: no game is called 'tarot'; the games are quadrette,"),
        (b'{"variant": 1e400}', "line 1: /variant: the number is huge"),
        (b'{"id": 1, "id": 2}', "line 1: /id: the key stands twice in this object; which one is meant?"),
        (b'{"id": "\\ud800"}', "line 1: /id: the text holds half a character"),
        (
            b'{"stock": [\n1, NaN],\n"plays": [1e400]}',
            "line 1: /stock/1: NaN is not a number of JSON\nline 1: /plays/0:",
        ),
        (b"\x00\x01\x02", "line 1: this is no text"),
        (b'[Dealer "N"]\n', "line 1: not JSON: expecting value (column 2); PBN is read with --from pbn\n"),
        (b"% PBN 2.1\n", "line 1: not JSON: expecting value (column 1); PBN is read with --from pbn\n"),
        (b"qx|o1|st||\n", "line 1: not JSON: expecting value (column 1); LIN is read with --from lin\n"),
        (b"https://x.example/?lin=\n", "line 1: not JSON: expecting value (column 1); LIN is read with"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_input_that_cannot_be_read(command: str, data: bytes, said: str) -> None:
    result = run(command, stdin=data)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert said in result.stderr


@pytest.mark.parametrize(
    ("command", "data", "said"),
    [
        ("solve", b"[1, 2]", 'a position is an object, as {"variant": "belote", "deal": \u2026}, not a list'),
        ("solve", b"null", 'a position is an object, as {"variant": "belote", "deal": \u2026}, not null'),
        ("analyse", b"[1, 2]", "a log is an object, not a list"),
        ("analyse", b"null", "a log is an object, not null"),
    ],
)
def test_what_is_no_object_is_refused_as_what_the_command_reads(command: str, data: bytes, said: str) -> None:
    result = run(command, stdin=data)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines()[0] == f"line 1: {said}"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"limit": 5}, "/limit: limit is 5; it must be an object"),
        ({"limit": {"time": 5}}, "/limit/time: a limit has no 'time'; it has time_ms, nodes and table_mib"),
        ({"limit": {"time_ms": "5"}}, "/limit/time_ms: time_ms is '5'; it must be a whole number"),
        ({"limit": {"time_ms": True}}, "/limit/time_ms: time_ms is true; it must be a whole number"),
        ({"limit": {"nodes": 1e300}}, "/limit/nodes: the number is huge; none here is above"),
        ({"limit": {"nodes": 1e15 + 2}}, "/limit/nodes: nodes is a huge number; it must be from 1 to"),
        ({"limit": {"table_mib": 10**9}}, "/limit/table_mib: table_mib is 1000000000; it must be from 1 to"),
        ({"cards": "few"}, '/cards: cards is \'few\'; it must be "all" or "best"'),
        ({"cards": ["best"]}, "/cards: cards is a list; it must be"),
        ({"players": ["Odile"]}, "/players: players is a list; it must be an object of names by seat"),
        ({"players": {"N": 7}}, "/players/N: 7 is not a text"),
        ({"id": 7}, "/id: 7 is not a text"),
        ({"id": "x" * 201}, "/id: longer than 200 characters"),
    ],
)
def test_what_is_asked_besides_the_position(changes: dict[str, Any], said: str) -> None:
    result = run("solve", stdin=body(**changes))
    assert result.exit_code == 1
    assert f"line 1: {said}" in result.stderr


@pytest.mark.parametrize(
    ("command", "stated", "said"),
    [
        ("solve", {"deals": []}, "/deals: there is no field 'deals' here; there are variant, rules, dealer,"),
        ("analyse", {"cards": "best"}, "/cards: there is no field 'cards' here; there are variant, rules,"),
        ("solve", {"foo": 1}, "/foo: there is no field 'foo' here; there are variant, rules, dealer, deal, "
         "stock, contract, vulnerable, leader, plays, turned_up, left_over, auction, "
         "result, board, comments, tags, tables, limit, notation, id, players and cards"),
        ("analyse", {"foo": 1},
         "limit, notation, id, players, passed_out, fair, calls, scoring, deals and partial"),
    ],
)  # fmt: skip
def test_a_command_knows_the_fields_that_the_service_knows(
    command: str, stated: dict[str, Any], said: str
) -> None:
    result = run(command, stdin=body(**stated))
    assert result.exit_code == 1
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_field_that_is_none_here_is_not_missed_as_well() -> None:
    result = run("solve", stdin=json.dumps({"deals": [json.loads(body())], "variant": "belote"}))
    assert result.exit_code == 1
    about = [line for line in result.stderr.splitlines() if "/deals: " in line]
    assert [line.partition("/deals: ")[2][:26] for line in about] == ["there is no field 'deals' "]


def test_a_body_with_a_key_twice_does_not_end_the_input() -> None:
    twice = '{\n"id": "a",\n"id": "b"\n}'
    result = run("solve", stdin=f"{twice}\n{body()}\n")
    assert len(answers(result)) == 1
    assert result.stderr == "line 1: /id: the key stands twice in this object; which one is meant?\n"


def test_limits_that_are_no_faults() -> None:
    result = run("solve", stdin=body(limit={"time_ms": 5000.0, "nodes": None}, id=None, players=None))
    assert answers(result)[0]["exact"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "/nowhere/to/be/found.json"],
        ["solve", "/"],
        ["solve", "--time-ms", "nan"],
        ["solve", "--table-mib", "0"],
        ["solve", "--threads", "65"],
        ["analyse", "--nodes", "-3"],
        ["analyse", "--nodes", "9" * 30],
        ["analyse", "--table-mib", "1e3"],
        ["analyse", "--best"],
        ["solve", "--notation", "de"],
        ["solve", "--shout"],
        ["dance"],
        ["variants", "tarot"],
        ["variants", "--check", "/nowhere.toml"],
        ["variants", "belote", "--check", str(ROOT / "pyproject.toml")],
        ["serve", "--port", "0"],
    ],
    ids=" ".join,
)
def test_usage_is_explained(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Error: " in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("command", [("analyse",), ("table",)])
def test_a_page_neither_replaces_what_is_read_nor_is_json(command: tuple[str, ...], tmp_path: Path) -> None:
    log, other = tmp_path / "log.json", tmp_path / "other.json"
    log.write_text(body(), encoding="utf-8")
    other.symlink_to(log)
    for html in (log, other):
        result = run(*command, str(log), "--html", str(html))
        assert result.exit_code == 2
        assert f"{html}: it is one of the files to read." in result.stderr
        assert log.read_text(encoding="utf-8") == body()
        for stated in ((), ("-",)):
            with log.open("rb") as stream:
                result = run(*command, *stated, "--html", str(html), stdin=stream)
            assert result.exit_code == 2
            assert f"{html}: it is one of the files to read." in result.stderr
            assert log.read_text(encoding="utf-8") == body()
    page = tmp_path / "page.html"
    for option in ("--json", "--text"):
        result = run(*command, str(log), option, "--html", str(page))
        assert result.exit_code == 2
        assert "--html writes a page; leave out --json and --text" in result.stderr
        assert not page.exists()


def test_the_page_of_a_link_may_be_written_anew(tmp_path: Path) -> None:
    """A link is no file, and a page that is there already is not what it leads to."""
    board = (ROOT / "samples" / "bridge.json").read_text(encoding="utf-8")
    link = run("convert", "--to", "link", stdin=board).stdout.strip()
    page = tmp_path / "page.html"
    page.write_text("old", encoding="utf-8")
    result = run("analyse", link, "--no-fair", "--nodes", "1", "--html", str(page))
    assert result.exit_code == 0, result.stderr
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_puzzles_that_are_found_do_not_replace_their_logs(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_text(body(), encoding="utf-8")
    result = run("puzzle", "make", "--from", str(log), "--out", str(log))
    assert result.exit_code == 2
    assert "it is one of the files to read" in result.stderr
    assert log.read_text(encoding="utf-8") == body()


def test_a_page_of_puzzles_does_not_replace_their_bank(tmp_path: Path) -> None:
    bank = tmp_path / "bank.ndjson"
    bank.write_text("rubbish", encoding="utf-8")
    result = run("puzzle", "sheet", "--bank", str(bank), "--html", str(bank))
    assert result.exit_code == 2
    assert "it is one of the files to read" in result.stderr
    assert bank.read_text(encoding="utf-8") == "rubbish"


@pytest.mark.parametrize(
    ("command", "name", "said"),
    [
        ("solve {file}", "a.json", "The input is empty; it should hold a JSON object, or one a line."),
        ("solve {file}", "a.pbn", "The input is empty; it should hold bridge games."),
        ("analyse {file}", "a.lin", "The input is empty; it should hold bridge games."),
        ("analyse {file} --html {file}.html", "a.pbn", "The input is empty; it should hold bridge games."),
        ("table {file} --html {file}.html", "a.pbn", "The input is empty; it should hold bridge games."),
        ("table {file} --from lin", "a.txt", "The input is empty; it should hold bridge games."),
        ("puzzle make --from {file}", "a.pbn", "The input is empty; it should hold bridge games."),
        ("puzzle export --bank {file}", "a", "The input is empty; it should hold puzzles."),
        ("puzzle check {file}", "a.pbn", "The input is empty; it should hold puzzles."),
        ("puzzle show {file}", "a.pbn", "The input is empty; it should hold puzzles."),
        ("puzzle export --bank {file} --variant whist", "a", "There is no such puzzle."),
    ],
)
def test_an_empty_file_is_told_with_what_it_should_hold(
    command: str, name: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / name).touch()
    result = run(*command.format(file=tmp_path / name).split())
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"{said}\n")


def test_lines_that_cannot_be_read_are_told_whatever_puzzles_are_counted() -> None:
    counted = run("puzzle", "stats", "--bank", "-", "--variant", "whist", stdin="{\n")
    assert (counted.exit_code, json.loads(counted.stdout)["count"]) == (1, 0)
    assert counted.stderr.startswith("line 1: not JSON")
