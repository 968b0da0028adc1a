"""The command line as a process of its own: terminals, pipes, signals, the service."""

import json
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from threading import Thread

import pytest

from api.commands.serve import EXAMPLE, what_to_try
from solver.cli.main import main
from tests.support.command_line import ATOUT, ROOT, answers, body, run, start
from tests.support.samples import sample_log
from tests.support.waiting import PATIENCE_S, wait_until_worked

pytestmark = pytest.mark.slow

# ---- as a process of its own


def run_in_terminal(*arguments: str, is_told: bool = True, **environment: str) -> str:
    """What a command shows on a terminal of its own; without what it tells of its work, if so wanted."""
    outer, inner = pty.openpty()
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    process = subprocess.Popen(
        [*ATOUT, *arguments],
        cwd=ROOT,
        stdin=inner,
        stdout=inner,
        stderr=inner if is_told else subprocess.DEVNULL,
        env=kept | {"TERM": "xterm-256color", "COLUMNS": "100"} | environment,
    )
    os.close(inner)
    shown = b""
    while True:
        try:
            piece = os.read(outer, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(outer)
    assert process.wait(PATIENCE_S) == 0
    return shown.decode("utf-8")


RED_HEART = "\x1b[31m♥"


def test_a_terminal_gets_a_table_with_red_suits() -> None:
    shown = run_in_terminal("analyse", "--no-fair", "samples/belote.json")
    assert RED_HEART in shown
    assert "Best play of all" in shown
    assert "\x1b[31m♠" not in shown


@pytest.mark.night
def test_no_color_is_respected() -> None:
    shown = run_in_terminal("analyse", "samples/belote.json", NO_COLOR="1")
    assert "♥" in shown
    assert "\x1b[31m" not in shown
    assert "\x1b[32m" not in shown


@contextmanager
def terminal_of_this_process() -> Iterator[list[str]]:
    """A terminal in the place of this process's standard output; what it shows is in the list in the end."""
    outer, inner = pty.openpty()
    shown: list[str] = []

    def read() -> None:
        pieces = []
        with suppress(OSError):  # the other end is closed
            while piece := os.read(outer, 65536):
                pieces.append(piece)
        shown.append(b"".join(pieces).decode("utf-8"))

    reader = Thread(target=read)
    reader.start()
    try:
        with open(inner, "w", encoding="utf-8") as terminal, redirect_stdout(terminal):
            yield shown
    finally:
        reader.join(PATIENCE_S)
        os.close(outer)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("columns", [100, 70, 44, 36])
@pytest.mark.parametrize("name", ["belote", "contree", "bridge", "all_fours"])
def test_a_narrow_terminal_keeps_the_tricks_whole(
    name: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(ROOT)
    with terminal_of_this_process() as pieces:
        assert main(["analyse", f"samples/{name}.json"], standalone_mode=False) in (None, 0)
    [shown] = pieces
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    log = sample_log(name)
    n_players = len(log["deal"]) if isinstance(log["deal"], dict) else 4
    cards = r"( *›?[♠♥♦♣](10|[2-9JQKA])( [?!~]+)?( \([?!]+\))?)" + f"{{{n_players}}}"
    rows = [line for line in shown.splitlines() if re.match(r" *\d+ " + cards, line)]
    assert len(rows) == len(log["plays"]) // n_players, shown
    assert "…" not in shown
    assert all(len(line) <= columns for line in shown.splitlines())


@pytest.mark.night
def test_a_terminal_of_other_letters_gets_letters() -> None:
    shown = run_in_terminal("analyse", "samples/belote.json", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    assert shown.isascii()
    assert "Trick 2 - S Yvette DQ ??" in shown
    assert "S Q 9 8" in shown
    assert "92 : 70 > 66 : 96" in shown


@pytest.mark.night
def test_json_can_be_asked_for_on_a_terminal() -> None:
    # On a slow machine it is told that it works, for a moment.
    shown = run_in_terminal("analyse", "--json", "samples/quadrette.json", is_told=False)
    assert json.loads(shown)["variant"] == "quadrette"


def solve_one(process: subprocess.Popen[bytes]) -> None:
    """Hand a position in and read its answer, with more to come."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(body().encode() + b"\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["exact"]


def test_an_answer_comes_before_the_next_line_is_written() -> None:
    with start("solve", stdin=subprocess.PIPE) as process:
        solve_one(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE_S) == 0


def test_a_broken_pipe_is_quiet(tmp_path: Path) -> None:
    path = tmp_path / "many.ndjson"
    path.write_text((body() + "\n") * 2000, encoding="utf-8")
    with start("solve", str(path)) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE_S) == 1


@pytest.mark.night
def test_ctrl_c_stops_a_solve() -> None:
    log = sample_log("california_jack")
    del log["plays"]
    with start("solve", "--time-ms", "0", stdin=subprocess.PIPE) as process:
        solve_one(process)
        assert process.stdin is not None
        process.stdin.write(json.dumps(log).encode() + b"\n")
        process.stdin.flush()
        wait_until_worked(process.pid)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, stdout, stderr) == (130, b"", b"Stopped.\n")


# ---- the service


@pytest.mark.parametrize(
    ("arguments", "environment", "port"),
    [
        ([], {}, ""),
        ([], {"ATOUT_PORT": "8030"}, ""),
        (["PORT=8021"], {"ATOUT_PORT": "8030"}, "--port 8021"),
        ([], {"PORT": "8021"}, "--port 8021"),
    ],
)
def test_make_run_leaves_the_port_to_whoever_names_one(
    arguments: list[str], environment: dict[str, str], port: str
) -> None:
    kept = {
        key: value
        for key, value in os.environ.items()
        if key not in ("PORT", "ATOUT_PORT", "MAKEFLAGS", "MFLAGS")
    }
    shown = subprocess.run(
        ["make", "--dry-run", "run", *arguments],
        cwd=ROOT,
        env=kept | environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    # Under make test, make also says which directory it enters and leaves.
    (line,) = (line for line in shown.splitlines() if "atout serve" in line)
    assert line.split("atout serve")[1].strip() == port


PRETTY = "| python3 -m json.tool\n"


def test_what_to_try_is_relative_to_the_repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def said(host: str = "127.0.0.1", port: int = 80) -> str:
        return what_to_try(host, port, "none")

    monkeypatch.chdir(ROOT)
    curl = "curl -s http://127.0.0.1:80/v1/analyses -H 'Content-Type: application/json' "
    assert f"{curl}-d @samples/belote.json {PRETTY}" in said()
    assert "http://127.0.0.1:80/docs" in said()
    monkeypatch.chdir(tmp_path)
    assert f"-d @{ROOT}/samples/belote.json {PRETTY}" in said()
    assert "http://127.0.0.1:80/" in said("0.0.0.0")
    assert "http://[::1]:80/" in said("::1")


def test_the_banner_names_the_page_for_people_where_there_is_one() -> None:
    def said(**how: bool) -> str:
        return what_to_try("127.0.0.1", 8000, "none", **how).splitlines()[0]

    docs = "; its documentation is at http://127.0.0.1:8000/docs. Ctrl-C stops it."
    assert said() == f"Atout listens: open http://127.0.0.1:8000/ in a browser{docs}"
    for how in ({"has_pages": False}, {"needs_key": True}):
        assert said(**how) == f"Atout listens at http://127.0.0.1:8000{docs}"


@pytest.mark.parametrize("database", ["none", "/data/atout.db", "postgresql://me@host/name"])
def test_the_banner_says_where_data_is_kept(database: str) -> None:
    said = what_to_try("127.0.0.1", 8000, database).splitlines()[1]
    expected = "Nothing is kept." if database == "none" else f"Analyses, jobs and keys are kept in {database}"
    assert said == expected


@pytest.mark.night
@pytest.mark.server
@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl to paste the request for")
def test_where_keys_are_required_the_request_carries_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is printed, pasted: a key is made, the request is answered, and the answer is readable."""
    monkeypatch.chdir(ROOT)
    environment = {"ATOUT_KEYS": "required", "ATOUT_DATABASE": str(tmp_path / "a.db"), "ATOUT_WORKERS": "1"}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with start("serve", "--port", str(port), env=os.environ | environment) as process:
        assert process.stdout is not None
        shown = ""
        while "| python3 -m json.tool" not in shown:
            line = process.stdout.readline().decode()
            assert line, shown
            shown += line
        assert f"kept in {tmp_path}/a.db\n" in shown
        assert "Make one, in another terminal where ATOUT_DATABASE is the same:" in shown
        commands = [line.strip() for line in shown.splitlines() if line.startswith("  ")]
        assert [command.split()[0].partition("=")[0] for command in commands] == ["KEY", "curl"]
        bin_folder = Path(sys.executable).parent
        pasted = "\n".join(commands).replace(
            "curl -s", "curl -s --retry 60 --retry-connrefused --retry-delay 1"
        )
        done = subprocess.run(
            ["bash", "-c", f"set -euo pipefail; {pasted}"],
            env=os.environ | environment | {"PATH": f"{bin_folder}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["id"] == "belote-sample"
    assert done.stdout.count("\n") > 100
    assert f"Database: {tmp_path}/a.db" in done.stderr


def test_without_keys_there_is_none_in_the_request() -> None:
    assert "Authorization" not in what_to_try("127.0.0.1", 8000, "none")
    assert "Authorization: Bearer $KEY" in what_to_try("127.0.0.1", 8000, "/a.db", needs_key=True)


def test_the_log_to_try_without_a_repository_can_be_judged() -> None:
    assert answers(run("analyse", stdin=EXAMPLE))[0]["exact"]


@pytest.mark.night
@pytest.mark.server
@pytest.mark.parametrize(
    ("variable", "value"), [("ATOUT_WAITING", "-1"), ("ATOUT_MAX_TIME_MS", "5"), ("ATOUT_WORKERS", "many")]
)
def test_a_wrong_setting_is_told_in_one_sentence(variable: str, value: str) -> None:
    with start("serve", env=os.environ | {variable: value}) as process:
        stdout, stderr = process.communicate(timeout=PATIENCE_S)
    said = stderr.decode()
    assert (process.returncode, stdout) == (2, b"")
    assert said.startswith("Error: ATOUT_")
    assert variable in said
    assert said.count("\n") == 1


def test_several_wrong_settings_are_told_in_a_line_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATOUT_TIME_MS", "x")
    monkeypatch.setenv("ATOUT_PORT", "many")
    monkeypatch.setenv("ATOUT_DATABASE", "~nosuchuser/x.db")
    for command in ("serve", "worker"):
        result = run(command)
        assert (result.exit_code, result.stdout) == (2, "")
        said = [line.removeprefix("Error: ").split()[0] for line in result.stderr.splitlines()]
        assert said == ["ATOUT_PORT", "ATOUT_TIME_MS", "ATOUT_DATABASE"]


def test_where_to_listen_is_as_the_settings_say_unless_an_option_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    started: list[tuple[str, int, int | None]] = []
    monkeypatch.setattr("api.commands.serve.become_gunicorn", lambda *stated: started.append(stated))
    monkeypatch.setattr("api.commands.serve.try_port", lambda host, port: None)
    (tmp_path / "host").write_text("127.0.0.2\n")
    monkeypatch.setenv("ATOUT_HOST_FILE", str(tmp_path / "host"))
    monkeypatch.setenv("ATOUT_PORT", "8201")
    for arguments in ([], ["--host", "127.0.0.1"], ["--port", "8000"]):
        shown = run("serve", *arguments).stdout
        assert f"http://{started[-1][0]}:{started[-1][1]}/" in shown
    assert started == [("127.0.0.2", 8201, None), ("127.0.0.1", 8201, None), ("127.0.0.2", 8000, None)]
    said = run("serve", "--help").stdout
    assert "127.0.0.1]" in said
    assert "8000;" in said


def test_a_host_that_can_have_no_name_is_told() -> None:
    result = run("serve", "--host", "é..b")
    assert result.exit_code == 1
    assert "cannot listen at é..b, port 8000: no host can have that name" in result.stderr


def test_a_port_that_is_taken_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = run("serve", "--port", port)
    assert result.exit_code == 1
    assert f"cannot listen at 127.0.0.1, port {port}: Address already in use" in result.stderr
    assert (
        f"choose another with --host and --port, or ATOUT_HOST and ATOUT_PORT (make run PORT={int(port) + 1})"
        in (result.stderr)
    )
    assert result.stdout == ""
