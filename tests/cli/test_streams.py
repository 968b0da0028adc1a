"""Standard streams that are full or closed: what cannot be written is told in a sentence."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.command_line import ATOUT, ROOT

pytestmark = pytest.mark.slow

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
