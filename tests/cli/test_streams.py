"""Standard streams and files that are full or closed: what cannot be written is told in a sentence."""

import os
import re
import resource
import subprocess
from pathlib import Path

import pytest

from tests.support.command_line import ATOUT, ROOT

pytestmark = pytest.mark.night

FULL = Path("/dev/full")
COMMANDS = [
    "--help",
    "--version",
    "solve --help",
    "variants",
    "solve samples/belote.json",
    "analyse --no-fair samples/quadrette.json",
    "convert samples/bridge.json --to pbn",
    "table --nodes 100 samples/quadrette.json",
    "puzzle stats",
    "puzzle next --seed 1",
]
CANNOT = "Error: cannot write to standard output: "


def told_by(arguments: str, redirected: str, **environment: str) -> tuple[int, str]:
    """The exit status of a command in a shell, and what it says on standard error."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        ["sh", "-c", f'"$@" {redirected}', "sh", *ATOUT, *arguments.split()],
        cwd=ROOT,
        env=kept | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", COMMANDS)
def test_output_that_has_no_room_is_told_in_a_sentence(arguments: str) -> None:
    assert told_by(arguments, f"> {FULL}") == (1, f"{CANNOT}No space left on device\n")


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
def test_it_is_told_in_the_language_of_the_reader() -> None:
    told = told_by("solve samples/belote.json --lang fr", f"> {FULL}")[1]
    assert told == (
        "Erreur\u00a0: impossible d’écrire sur la sortie standard\u00a0: "
        "il n’y a plus de place sur le disque\n"
    )


def test_output_is_told_without_a_buffer_too() -> None:
    told = told_by("solve samples/belote.json", f"> {FULL}", PYTHONUNBUFFERED="1")
    assert told == (1, f"{CANNOT}No space left on device\n")


@pytest.mark.parametrize("arguments", ["solve samples/belote.json", "variants", "puzzle stats"])
def test_output_that_is_closed_is_told_in_a_sentence(arguments: str) -> None:
    assert told_by(arguments, ">&-") == (1, f"{CANNOT}Bad file descriptor\n")


def test_input_that_is_closed_is_empty() -> None:
    assert told_by("solve -", "<&-") == (
        1,
        "The input is empty; it should hold a JSON object, or one a line.\n",
    )


def test_a_command_that_writes_a_file_needs_no_streams(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    told = told_by(f"analyse --no-fair samples/quadrette.json --html {page}", "<&- >&- 2>&-")
    assert told == (0, "")
    assert page.stat().st_size > 10_000


def test_what_is_told_to_a_closed_stream_is_lost_alone() -> None:
    assert told_by("solve samples/nosuch.json", "2>&-")[0] == 2
    assert told_by("solve", "2>&-")[0] == 1


def told_with_little_room(arguments: str, n_bytes: int) -> tuple[int, str]:
    """The same of a command whose files may be so long."""
    done = subprocess.run(
        [*ATOUT, *arguments.split()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, n_bytes)),
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("workers", [1, 2])
def test_a_file_of_results_that_has_no_room_is_named_and_gone_on_with(tmp_path: Path, workers: int) -> None:
    logs, out = tmp_path / "logs.ndjson", tmp_path / "out.ndjson"
    one = " ".join((ROOT / "samples" / "quadrette.json").read_text(encoding="utf-8").split())
    logs.write_text(f"{one}\n" * 4, encoding="utf-8")
    command = f"analyse --no-fair {logs} --out {out} --workers {workers}"
    status, told = told_with_little_room(command, 25_000)
    assert (status, told.splitlines()[-1]) == (1, f"Error: cannot write {out}: File too large")
    assert "Traceback" not in told
    assert told_by(command, "")[0] == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == 4


def test_a_file_of_the_board_that_has_no_room_is_named(tmp_path: Path) -> None:
    status, told = told_with_little_room(f"board {tmp_path / 'board'}", 4_000)
    assert status == 1
    assert re.fullmatch(rf"Error: cannot write {tmp_path / 'board'}/[\w.]+: File too large\n", told)
