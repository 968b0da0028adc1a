"""The command line: what it refuses, in which words, and with which exit status."""

from typing import Any

import pytest

from .command_line import ROOT, answers, body, run

# ---- what is refused


def test_bad_lines_are_reported_and_the_rest_is_done() -> None:
    lines = [body(id="first"), "rubbish", body(plays=["CQ"]), body(dealer="X", limit={"nodes": 0}), body()]
    result = run("solve", stdin="\n".join(lines))
    assert result.exit_code == 1
    assert len(answers(result)) == 2
    assert result.stderr.splitlines() == [
        "line 2: not JSON: expecting value (column 1)",
        "line 3: /plays/0: CQ is out of turn: N holds it and it is S's turn; S holds DA CJ",
        "line 4: /limit/nodes: nodes is 0; it must be from 1 to 1000000000000000",
        "line 4: /dealer: 'X' is not a seat of this game; its seats are N, E, S and W",
    ]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "The input is empty; it should hold a JSON object, or one a line."),
        (b" \n\n", "The input is empty"),
        (b"hello\nworld", "line 1: not JSON: expecting value (column 1)"),
        (b'{\n  "variant": "belote",\n}', "line 1: not JSON: expecting property name"),
        (b'{"variant": NaN}', "line 1: not JSON: NaN is not a number"),
        (b'{"variant": -Infinity}', "line 1: not JSON: -Infinity is not a number"),
        (b'{"variant": "bel', "line 1: not JSON: unterminated string"),
        (b"[" * 100_000, "line 1: nested too deeply"),
        (b'{"variant":' * 20_000, "line 1: nested too deeply"),
        (b"[" * 5000 + b"]" * 5000, "line 1: nested too deeply"),
        (b'{"id": ' + b"9" * 5000 + b"}", "line 1: not JSON for cards: a number of 5000 digits"),
        (b'{"id": "\xe9"}', "line 1: not UTF-8 text: byte 0xe9 at place 9"),
        ('{"id": 1}'.encode("utf-16"), "line 1: the input is UTF-16 text; save it as UTF-8"),
        (b'{"id": 1} {"id": 2}', "line 1: not one JSON value: after it comes '{\"id\": 2}'"),
        (b'{"id": 1}, ', "line 1: not one JSON value: after it comes ', '"),
        (b"[1, 2]", "line 1: a position is an object, as {'variant': 'belote', 'deal': \u2026}, not a list"),
        (b"null", "line 1: a position is an object"),
        (b'{"variant": "tarot"}', "line 1: /variant: no game is called 'tarot'; the games are quadrette,"),
        (b'{"variant": 1e400}', "line 1: /variant: variant is inf; it must be the name of a game"),
        (b"\x00\x01\x02", "line 1: not JSON: expecting value (column 1)"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_input_that_cannot_be_read(command: str, data: bytes, said: str) -> None:
    result = run(command, stdin=data)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert said in result.stderr


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"limit": 5}, "/limit: limit is 5; it must be an object"),
        ({"limit": {"time": 5}}, "/limit/time: a limit has no 'time'; it has time_ms, nodes and table_mib"),
        ({"limit": {"time_ms": "5"}}, "/limit/time_ms: time_ms is '5'; it must be a whole number"),
        ({"limit": {"time_ms": True}}, "/limit/time_ms: time_ms is true; it must be a whole number"),
        ({"limit": {"nodes": 1e300}}, "/limit/nodes: nodes is 1e+300; it must be from 1 to"),
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


def test_limits_that_are_no_faults() -> None:
    result = run("solve", stdin=body(limit={"time_ms": 5000.0, "nodes": None}, id=None, players=None))
    assert answers(result)[0]["exact"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "/nowhere/to/be/found.json"],
        ["solve", "/"],
        ["solve", "--time-ms", "nan"],
        ["solve", "--time-ms", "0"],
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
