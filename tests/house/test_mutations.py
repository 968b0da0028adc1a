"""The list of mistakes for `python -m tests.mutations` fits the search as it is."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.mutations import EXT, ROOT, Mutant, failed_tests, read_mutants


@pytest.mark.parametrize("mutant", read_mutants(), ids=lambda mutant: mutant.name)
def test_every_mistake_has_its_place_and_its_tests(mutant: Mutant) -> None:
    text = (EXT / mutant.file).read_text(encoding="utf-8")
    assert mutant.apply(text) != text
    assert mutant.tests
    assert all((ROOT / name).is_file() for name in mutant.test_files())


def test_every_file_of_technique_tests_has_mistakes_to_find() -> None:
    files = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/search/*/test_*.py")}
    assert files == {file for mutant in read_mutants() for file in mutant.test_files()}


def test_mistakes_have_names_of_their_own() -> None:
    names = [mutant.name for mutant in read_mutants()]
    assert len(names) == len(set(names))


def test_the_tests_of_the_night_are_run_on_a_mistake_too(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr("tests.mutations.subprocess.run", run)
    file = "tests/search/points/test_team.py"
    assert failed_tests(Path("points.so"), [file]) == []
    [[_, *words]] = commands
    assert words[:2] == ["-m", "pytest"]
    assert words[-1] == file
    # No expression of marks.
    assert "-m" not in words[2:]
