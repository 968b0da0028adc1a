"""What contributors start with is true: the commands, the hooks, the workflow, the editor's settings."""

import os
import re
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.command_line import ROOT
from tests.support.depth import VARIABLE, Depth

DOCS = ROOT / "docs"
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def read_yaml(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


HOOKS = {
    hook["id"]: hook for place in read_yaml(".pre-commit-config.yaml")["repos"] for hook in place["hooks"]
}


def run_hook(name: str, *files: Path) -> int:
    """Run a hook as pre-commit does, with this environment in the place of .venv; return its status."""
    command = [word.replace(".venv/", f"{sys.prefix}/") for word in HOOKS[name]["entry"].split()]
    return subprocess.run([*command, *files], cwd=ROOT, capture_output=True, check=False).returncode


def test_hooks_are_the_commands_of_make_check() -> None:
    [place] = read_yaml(".pre-commit-config.yaml")["repos"]
    assert place["repo"] == "local"
    for hook in HOOKS.values():
        assert hook["language"] == "system"
        tool, *words = hook["entry"].removeprefix(".venv/").split()
        assert f"$(VENV)/{' '.join([tool, *words[:1]])}".removesuffix(" --force-exclude") in MAKEFILE


def test_what_python_compiles_is_no_reason_to_compile_the_core_again() -> None:
    (ROOT / "api" / "commands" / "__pycache__").mkdir(exist_ok=True)
    asked = ["make", "--print-data-base", "--dry-run", "help"]
    told = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    [sources] = re.findall(r"^\.venv/\.installed:(.*)", told, re.M)
    assert {"pyproject.toml", "ext/CMakeLists.txt", "api/commands/serve.py"} <= set(sources.split())
    assert "__pycache__" not in sources
    # Nor is a folder, which changes when a folder is made in it.
    assert not [name for name in sources.split() if (ROOT / name).is_dir()]


def test_the_hooks_mend_and_refuse(tmp_path: Path) -> None:
    sound, ugly, wrong = (tmp_path / name for name in ("sound.py", "ugly.py", "wrong.py"))
    sound.write_text('"""Nothing."""\n', encoding="utf-8")
    ugly.write_text("x = { 'a' : 1 }\n", encoding="utf-8")
    wrong.write_text("import os\n", encoding="utf-8")
    assert run_hook("format", sound, ugly) == 0
    assert ugly.read_text(encoding="utf-8") == 'x = {"a": 1}\n'
    assert run_hook("lint", sound) == 0
    assert run_hook("lint", sound, wrong) != 0


def test_the_workflow_runs_the_script_of_every_other_place() -> None:
    workflow = read_yaml(".github/workflows/ci.yml")
    # YAML takes the key for the word that says yes.
    assert {"push", "pull_request", "schedule"} == set(workflow[True])
    [job] = workflow["jobs"].values()
    assert job["steps"][-1]["run"] == ".ci/run"
    by_night, _, otherwise = job["steps"][-1]["env"][VARIABLE].partition(" || ")
    assert by_night.endswith(f"'schedule' && '{Depth.deep}'")
    assert otherwise == f"'{Depth.usual}' }}}}"
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    known = {word.rpartition(" ")[2] for word in PROJECT["project"]["classifiers"] if "Python :: 3." in word}
    assert set(job["strategy"]["matrix"]["python"]) <= known


def test_an_editor_keeps_to_the_length_of_lines() -> None:
    settings = ConfigParser()
    text = (ROOT / ".editorconfig").read_text(encoding="utf-8")
    settings.read_string(f"[top]\n{text}")
    assert settings["*"]["max_line_length"] == str(PROJECT["tool"]["ruff"]["line-length"])
    assert settings["Makefile"]["indent_style"] == "tab"


@pytest.mark.parametrize("name", re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[0].split())
def test_help_tells_each_target(name: str) -> None:
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert (f"make {name} " in shown) is (name != "help")


@pytest.mark.parametrize(
    "module",
    sorted(file.stem for file in DOCS.glob("*.py") if "__main__" in file.read_text(encoding="utf-8")),
)
def test_contributing_names_each_program_that_writes_pages(module: str) -> None:
    table = (DOCS / "contributing.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| `python -m docs.{module}` \|", table, re.MULTILINE)


def test_contributing_names_what_there_is() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert (ROOT / link).exists(), link
    for target in re.findall(r"^make (\w+)", text, re.MULTILINE):
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)
