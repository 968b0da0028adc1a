"""``make`` says what it is doing, step by step, without pip's noise and with all that went wrong."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.command_line import ROOT
from tests.support.depth import VARIABLE as DEPTH_VARIABLE

FAKE = """#!/bin/sh
# A Python that installs nothing: it notes what it is asked for, and makes noise as pip does.
echo "$*" >> "$NOTES"
echo "Collecting things"
echo "WARNING: The script is installed in a place that is not on PATH." >&2
case "$*" in
  "-m venv"*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
esac
case "$*" in
  *"$FAILS"*) echo "error: no such header" >&2; exit 7 ;;
esac
"""


def run_make(
    folder: Path, target: str, fails: str = "nothing at all", *options: str
) -> subprocess.CompletedProcess[str]:
    """``make`` of a target with an environment of its own, made by the fake Python."""
    fake = folder / "fake-python"
    fake.write_text(FAKE, encoding="utf-8")
    fake.chmod(0o755)
    places = (f"VENV={folder}/env", f"PYTHON={fake}")
    kept = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS")}
    return subprocess.run(
        ["make", *options, "--no-print-directory", *places, f"{folder}/env/{target}"],
        cwd=ROOT,
        env=kept | {"NOTES": str(folder / "notes"), "FAILS": fails},
        capture_output=True,
        text=True,
        check=False,
    )


STEPS = [
    "Creating the environment in {env}",
    "Installing what compiles it",
    "Compiling the core and installing the packages that it needs (about a minute)",
    "Installing the packages that tests need",
    "Installing what checks JavaScript",
]


@pytest.mark.parametrize(("target", "n_steps"), [(".installed", 3), (".tested", 5)])
def test_every_step_is_told_and_how_long_it_took(tmp_path: Path, target: str, n_steps: int) -> None:
    done = run_make(tmp_path, target)
    assert (done.returncode, done.stderr) == (0, "")
    expected = [step.format(env=tmp_path / "env") for step in STEPS[:n_steps]]
    lines = done.stdout.splitlines()
    assert [line.partition(" ... ")[0] for line in lines] == expected
    assert all(re.search(r" \.\.\. done in \d+ s$", line) for line in lines)
    assert "WARNING" in (tmp_path / "env" / "make.log").read_text(encoding="utf-8")
    again = run_make(tmp_path, target)
    assert "done in" not in again.stdout, "it is done"


@pytest.mark.parametrize(
    ("fails", "step", "n_done"),
    [("-m venv", 0, 0), ("--require-hashes", 1, 1), ("packages.txt", 2, 2), ("--no-deps -e .", 2, 2)],
)
def test_what_fails_says_all_it_has_to_say(tmp_path: Path, fails: str, step: int, n_done: int) -> None:
    failed = run_make(tmp_path, ".installed", fails)
    assert failed.returncode != 0
    assert failed.stdout.splitlines()[n_done] == f"{STEPS[step].format(env=tmp_path / 'env')} ... failed"
    assert "WARNING: The script" in failed.stderr
    assert "error: no such header" in failed.stderr
    # The next time begins where it went wrong.
    mended = run_make(tmp_path, ".installed")
    assert mended.returncode == 0
    assert STEPS[2] in mended.stdout


def test_the_core_is_compiled_once_whatever_else_is_installed(tmp_path: Path) -> None:
    run_make(tmp_path, ".tested")
    notes = (tmp_path / "notes").read_text(encoding="utf-8").splitlines()
    compiled = [note for note in notes if note.endswith("-e .")]
    assert len(compiled) == 1
    assert "--no-deps" in compiled[0]


@pytest.mark.parametrize(("target", "are_tests_too"), [(".installed", False), (".tested", True)])
def test_the_packages_are_those_that_the_project_names(
    tmp_path: Path, target: str, are_tests_too: bool
) -> None:
    shown = run_make(tmp_path, target, "no more", "--dry-run").stdout
    (first, *_) = [line for line in shown.splitlines() if "packages.txt" in line]
    listed = re.search(r'python -c "(.*?)"', first)
    assert listed is not None
    done = subprocess.run([sys.executable, "-c", listed[1]], cwd=ROOT, capture_output=True, text=True)
    found = done.stdout.splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {package for extra in project["optional-dependencies"].values() for package in extra}
    assert found[: len(project["dependencies"])] == project["dependencies"]
    assert any(one.startswith("pytest>") for one in found) == are_tests_too
    assert not are_tests_too or set(found) >= {one for one in extras if not one.startswith("atout[")}


@pytest.mark.parametrize(
    ("depth", "is_left_out"), [("", True), ("usual", True), ("deep", False), ("all", False)]
)
def test_what_is_left_to_the_night_is_in_deeper_runs(depth: str, *, is_left_out: bool) -> None:
    asked = ["make", "--dry-run", "--no-print-directory", "tests"]
    environment = os.environ | {DEPTH_VARIABLE: depth}
    told = subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout
    assert " -m pytest " in told
    assert ("-m 'not night'" in told) is is_left_out
