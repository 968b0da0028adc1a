"""The script of continuous integration, with other programs in the place of those that it calls."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.command_line import ROOT

NEEDED = ("bash", "dirname", "timeout")


def programs(folder: Path, **scripts: str) -> None:
    """Write programs of the shell, which also note in ``calls`` how they were called."""
    for name in NEEDED:
        (folder / name).symlink_to(
            next(path / name for path in map(Path, os.get_exec_path()) if (path / name).exists())
        )
    for name, script in scripts.items():
        text = f'#!/bin/sh\necho "{name} $*" >> "{folder}/calls"\n{script}\n'
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755)


@pytest.mark.parametrize(
    ("scripts", "calls"),
    [
        ({"chromium": ""}, ["make test"]),
        ({"chromium-headless-shell": ""}, ["make test"]),
        ({"id": "echo 1000", "apt-get": ""}, ["id -u", "make test"]),
        ({"id": "echo 0"}, ["id -u", "make test"]),
        (
            {"id": "echo 0", "apt-get": "exit 100"},
            ["id -u", "apt-get update", "make .venv/.tested", "make test"],
        ),
        (
            {"id": "echo 0", "apt-get": ""},
            ["id -u", "apt-get update", "apt-get install", "make .venv/.tested", "make test"],
        ),
        (
            {"id": "echo 0", "apt-get": 'case "$*" in *headless-shell*) exit 100 ;; esac'},
            ["id -u", "apt-get update", *2 * ["apt-get install"], "make .venv/.tested", "make test"],
        ),
    ],
    ids=[
        "there is one",
        "without windows",
        "not root",
        "not Debian",
        "no network",
        "installed",
        "older Debian",
    ],
)
def test_a_browser_is_installed_where_that_can_be(
    tmp_path: Path, scripts: dict[str, str], calls: list[str]
) -> None:
    programs(tmp_path, make="", **scripts)
    done = subprocess.run(
        [tmp_path / "bash", ROOT / ".ci" / "run"], env={"PATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    called = [" ".join(line.split()[:2]) for line in (tmp_path / "calls").read_text().splitlines()]
    # Two run beside each other.
    assert sorted(called) == sorted(calls)
    assert called[-1] == "make test"
    assert ("could not be installed" in done.stderr) is (scripts.get("apt-get") == "exit 100")


def test_tests_that_fail_fail_it(tmp_path: Path) -> None:
    programs(tmp_path, make="exit 2", chromium="")
    done = subprocess.run(
        [tmp_path / "bash", ROOT / ".ci" / "run"], env={"PATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.returncode == 2
