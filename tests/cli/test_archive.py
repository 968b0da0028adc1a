"""Archives: nothing lost or judged twice whatever kills the command, in the order of the input."""

import json
import multiprocessing
import os
import pty
import signal
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result

from benchmarks.make_logs import make_lines
from solver.cli.archive.workers import Workers
from solver.cli.judge import Judged
from solver.cli.processes import QuietProcess
from solver.cli.request import Options
from tests.support.command_line import ATOUT, BELOTE, ROOT, SMALL, body, run, start
from tests.support.depth import by_depth
from tests.support.waiting import PATIENCE_S, wait_until

pytestmark = pytest.mark.slow


def logs(n: int) -> list[str]:
    """Small logs that differ."""
    return [body(id=f"log {number}", plays=["CJ", "SA"][: number % 3]) for number in range(n)]


def results(path: Path) -> list[dict[str, Any]]:
    """The results in a file, without what no two runs have in common."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert all(line.endswith("\n") for line in lines)
    found = [json.loads(line) for line in lines]
    for result in found:
        del result["stats"]["time_ms"]
        for play in result["plays"]:
            play.get("fair", {}).pop("stats", None)
    return found


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of logs, with bad lines among them, in the current directory."""
    monkeypatch.chdir(tmp_path)
    lines = logs(7)
    lines[2:2] = ["rubbish", ""]
    lines.append(body(id="wrong", plays=["CQ"]))
    Path("logs.ndjson").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def analyse(*arguments: str) -> Result:
    return run("analyse", "logs.ndjson", "--out", "out.ndjson", *arguments)


REPORTS = [
    "logs.ndjson, line 3: not JSON: expecting value (column 1)",
    "logs.ndjson, line 10: /plays/0: CQ is out of turn: North holds it and it is South's turn; "
    "South holds DA CJ",
]


def test_every_result_names_its_log_and_stands_in_order(archive: Path) -> None:
    result = analyse()
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.splitlines() == [*REPORTS, "out.ndjson: 7 judged, 2 refused."]
    found = results(archive / "out.ndjson")
    assert [one["id"] for one in found] == [f"log {number}" for number in range(7)]
    assert [one["source"]["line"] for one in found] == [1, 2, 5, 6, 7, 8, 9]
    assert {one["source"]["file"] for one in found} == {"logs.ndjson"}
    plain = [json.loads(line) for line in run("analyse", "logs.ndjson").stdout.splitlines()]
    for one, other in zip(found, plain, strict=True):
        del one["source"], other["stats"]["time_ms"]
        assert one == other


def test_cut_off_at_any_byte_it_goes_on_as_if_nothing_had_been(archive: Path) -> None:
    analyse()
    out = archive / "out.ndjson"
    whole, expected = out.read_bytes(), results(out)
    ends = [end for end in range(len(whole)) if whole[end - 1 : end] == b"\n"]
    cuts = {0, 1, 5, len(whole) - 1, *ends, *(end + 1 for end in ends), *(end - 1 for end in ends)}
    cuts |= set(Random(1).sample(range(len(whole)), by_depth(3, 20)))
    for cut in sorted(cuts):
        out.write_bytes(whole[:cut])
        result = analyse()
        n_kept = whole[:cut].count(b"\n")
        before = f", {n_kept} were there before" if n_kept else ""
        assert result.stderr.splitlines() == [
            *REPORTS,
            f"out.ndjson: {7 - n_kept} judged{before}, 2 refused.",
        ]
        assert result.exit_code == 1
        assert results(out) == expected
        assert out.read_bytes().startswith(whole[: max(0, whole[:cut].rfind(b"\n"))])


def test_a_finished_archive_is_left_as_it_is(archive: Path) -> None:
    analyse()
    before = (archive / "out.ndjson").read_bytes()
    assert analyse().exit_code == 1  # two of its logs are still refused
    assert (archive / "out.ndjson").read_bytes() == before


def test_an_archive_grows_with_its_input(archive: Path) -> None:
    analyse()
    with Path("logs.ndjson").open("a", encoding="utf-8") as file:
        file.write("\n" + body(id="late"))
    assert "1 judged, 7 were there before, 2 refused" in analyse().stderr
    assert [one["id"] for one in results(archive / "out.ndjson")][-2:] == ["log 6", "late"]


def test_several_files_are_done_one_after_the_other(archive: Path) -> None:
    Path("more.ndjson").write_text("\n".join(logs(3)), encoding="utf-8")
    run("analyse", "more.ndjson", "logs.ndjson", "--out", "two.ndjson", "--workers", "2")
    sources = [(one["source"]["file"], one["source"]["line"]) for one in results(archive / "two.ndjson")]
    assert sources == [("more.ndjson", n) for n in (1, 2, 3)] + [
        ("logs.ndjson", n) for n in (1, 2, 5, 6, 7, 8, 9)
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--out", "logs.ndjson"], "it is one of the files to read"),
        (["--out", "notes"], "it is not a file of results"),
        (["--out", "torn"], "it is not a file of results"),
        (["--out", "."], "is a directory"),
        (["--out", "nowhere/out"], "No such file or directory"),
        (["--out", "/dev/null"], "it is not a regular file"),
        (["--out", "out.ndjson", "--notation", "fr"], "line 1 was made from another log, or with"),
        (["--out", "out.ndjson", "--nodes", "5"], "was made from another log, or with other options"),
        (["--out", "out.ndjson", "--no-fair"], "was made from another log, or with other options"),
        (["--out", "empty", "--text"], "--out and --workers write JSON"),
        (["--out", "empty", "--workers", "0"], "0 is not a whole number from 1 to 256"),
    ],
)
def test_a_file_that_cannot_be_gone_on_with_is_left_alone(
    archive: Path, arguments: list[str], said: str
) -> None:
    analyse()
    Path("notes").write_text("dear diary\n", encoding="utf-8")
    Path("torn").write_text('{"id": "x"', encoding="utf-8")
    before = {path: path.read_bytes() for path in archive.iterdir()}
    result = run("analyse", "logs.ndjson", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert {path: path.read_bytes() for path in archive.iterdir() if path.name != "empty"} == before


def test_results_of_other_defaults_are_refused(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    analyse()
    before = Path("out.ndjson").read_bytes()
    monkeypatch.setattr("solver.knowledge.sampling.USUAL_NODES", 1000)
    result = analyse()
    assert result.exit_code == 2
    assert "line 1 was made from another log, or with other options or defaults" in result.stderr
    assert Path("out.ndjson").read_bytes() == before


def test_results_of_another_input_are_refused(archive: Path) -> None:
    analyse()
    Path("logs.ndjson").write_text("\n".join(logs(1)), encoding="utf-8")
    result = analyse()
    assert result.exit_code == 2
    assert "it holds a result for logs.ndjson, line 2, where the input has no log" in result.stderr
    Path("logs.ndjson").write_text("\n".join([*logs(1), body(id="another")]), encoding="utf-8")
    assert "line 2 was made from another log" in analyse().stderr


def test_an_empty_input_is_told(archive: Path) -> None:
    Path("logs.ndjson").write_text("\n", encoding="utf-8")
    result = analyse()
    assert result.exit_code == 1
    assert "The input is empty" in result.stderr


# ---- kills


def endless_log() -> str:
    """A log that takes hours to judge."""
    log = json.loads((ROOT / "samples" / "california_jack.json").read_text(encoding="utf-8"))
    return json.dumps({**log, "limit": {"nodes": 10**15}})


def n_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_until_written(path: Path, n: int) -> None:
    """Wait until a file of results has ``n`` lines."""
    wait_until(lambda: n_lines(path) >= n, "the logs are not judged")
    assert n_lines(path) == n


def children_of(process: int) -> list[str]:
    """The processes that a process has started; there must be some."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    children = [child for task in tasks for child in task.read_text().split()]
    assert children
    return children


def assert_end(processes: list[str]) -> None:
    """The processes end soon, by themselves."""
    wait_until(lambda: not any(map(is_running, processes)), "they are still running")


def is_running(process: str) -> bool:
    """True if a process is still there, and not just waiting for its end to be noticed."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.night
@pytest.mark.parametrize("workers", [1, 2])
def test_killed_twice_it_gives_what_an_uninterrupted_run_gives(tmp_path: Path, workers: int) -> None:
    source, out, whole = (tmp_path / name for name in ("logs.ndjson", "out.ndjson", "whole.ndjson"))
    n = by_depth(15, 40)
    lines = list(make_lines(n, 7))
    source.write_text("\n".join(lines), encoding="utf-8")
    # The mistakes are judged over few deals: of many, most of the time would go into them.
    command = ["analyse", str(source), "--fair", "2"]
    with start(*command, "--out", str(whole)) as process:
        assert process.wait(600) == 0
    for n_before in (n // 5, n // 2):
        # A log that has no end stands in the place of the next, until the command is killed over it.
        source.write_text(
            "\n".join([*lines[:n_before], endless_log(), *lines[n_before + 1 :]]), encoding="utf-8"
        )
        with start(*command, "--out", str(out), "--workers", str(workers)) as process:
            wait_until_written(out, n_before)
            assert process.poll() is None
            process.kill()
            assert process.wait(PATIENCE_S) == -signal.SIGKILL
        assert n_lines(out) == n_before
        if workers == 1:
            out.write_bytes(out.read_bytes()[:-9])  # a kill can come in the middle of a line
    source.write_text("\n".join(lines), encoding="utf-8")
    with start(*command, "--out", str(out), "--workers", str(workers)) as process:
        _, said = process.communicate(timeout=600)
        assert process.returncode == 0
    assert b"were there before, 0 refused." in said
    assert results(out) == results(whole)
    assert len(results(out)) == n


@pytest.mark.night
def test_ctrl_c_stops_the_workers_too(tmp_path: Path) -> None:
    source, out = tmp_path / "logs.ndjson", tmp_path / "out.ndjson"
    source.write_text("\n".join([body(), endless_log(), endless_log()]), encoding="utf-8")
    with start("analyse", str(source), "--out", str(out), "--workers", "2") as process:
        wait_until_written(out, 1)
        children = children_of(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 130
    assert_end(children)
    assert n_lines(out) == 1


@pytest.mark.night
def test_two_commands_do_not_write_to_one_file(tmp_path: Path) -> None:
    source, out = tmp_path / "logs.ndjson", tmp_path / "out.ndjson"
    os.mkfifo(source)
    with start("analyse", str(source), "--out", str(out)) as process:
        pipe = source.open("w", encoding="utf-8")
        pipe.write(body() + "\n")
        pipe.flush()
        wait_until_written(out, 1)
        second = run("analyse", "-", "--out", str(out), stdin=body())
        assert second.exit_code == 2
        assert "another process is writing to it" in second.stderr
        pipe.close()
        assert process.wait(PATIENCE_S) == 0


# ---- the workers


@pytest.mark.night
def test_a_worker_that_dies_costs_one_log() -> None:
    workers = Workers(Options())
    try:
        first = workers.judge(SMALL)
        assert isinstance(first, Judged)
        os.kill(workers._started[0].pid or 0, signal.SIGKILL)
        died = workers.judge(SMALL)
        assert isinstance(died, tuple)
        assert [str(fault) for fault in died] == [
            "the process that judged it died, perhaps for want of memory"
        ]
        again = workers.judge(SMALL)
        assert isinstance(again, Judged)
        assert workers.judge({"variant": "tarot"}) != again
    finally:
        workers.stop()


def test_a_worker_that_starts_while_all_are_stopped_ends_too(monkeypatch: pytest.MonkeyPatch) -> None:
    is_started, is_stopped = threading.Event(), threading.Event()
    start_process = QuietProcess.start

    def start_late(process: QuietProcess) -> None:
        start_process(process)
        is_started.set()
        is_stopped.wait()

    monkeypatch.setattr(QuietProcess, "start", start_late)
    workers = Workers(Options())
    with ThreadPoolExecutor(1) as pool:
        judged = pool.submit(workers.judge, json.loads(endless_log()))
        is_started.wait()
        workers.stop()
        is_stopped.set()
        (process,) = multiprocessing.active_children()
        process.join(30)
        try:
            assert process.exitcode == -signal.SIGKILL
        finally:
            process.kill()
        assert isinstance(judged.result(), tuple)


@pytest.mark.night
def test_workers_end_with_the_process_that_was_killed(tmp_path: Path) -> None:
    source = tmp_path / "logs"
    os.mkfifo(source)
    with start("analyse", str(source), "--workers", "2", "--out", str(tmp_path / "out")) as process:
        pipe = source.open("w", encoding="utf-8")
        pipe.write((body() + "\n") * 4)
        pipe.flush()
        wait_until_written(tmp_path / "out", 4)
        children = children_of(process.pid)
        process.kill()
        process.wait(PATIENCE_S)
        assert_end(children)
        pipe.close()


# ---- the bar


@pytest.mark.night
def test_a_terminal_sees_how_far_it_is(tmp_path: Path) -> None:
    source, out = tmp_path / "logs.ndjson", tmp_path / "out.ndjson"
    source.write_text("\n".join([*make_lines(60, 3), "rubbish"]), encoding="utf-8")
    outer, inner = pty.openpty()
    process = subprocess.Popen(
        [*ATOUT, "analyse", str(source), "--no-fair", "--out", str(out)],
        cwd=ROOT,
        stderr=inner,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"},
    )
    os.close(inner)
    shown = b""
    while True:
        try:
            shown += os.read(outer, 65536)
        except OSError:  # the other end is closed
            break
    os.close(outer)
    assert process.wait(PATIENCE_S) == 1
    text = shown.decode("utf-8")
    assert "100%" in text
    assert "61 logs" in text
    assert "/s" in text
    assert f"{source}, line 61: not JSON: expecting value" in text.replace("\r\n", "")
    assert "60 judged, 1 refused." in text


# ---- limits


@pytest.mark.night
def test_what_a_limit_of_nodes_cuts_short_is_the_same_however_it_is_judged(archive: Path) -> None:
    hard = [json.dumps({**json.loads(BELOTE), "limit": {"nodes": nodes}}) for nodes in (10**9, 200, 9000)]
    Path("logs.ndjson").write_text("\n".join(hard), encoding="utf-8")
    whole = analyse()
    assert whole.stderr.splitlines() == [
        "out.ndjson: 3 judged, 0 refused.",
        "The limit came first for 2; --nodes or --time-ms sets another, --time-ms 0 sets none.",
    ]
    out = archive / "out.ndjson"
    written, expected = out.read_bytes(), results(out)
    assert [one["exact"] for one in expected] == [True, False, False]
    out.write_bytes(written[: written.index(b"\n") + 5])
    assert "2 judged, 1 were there before" in analyse("--workers", "2").stderr
    assert results(out) == expected
    assert analyse().stderr == "out.ndjson: 0 judged, 3 were there before, 0 refused.\n", "they are results"
