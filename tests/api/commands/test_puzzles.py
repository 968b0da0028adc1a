"""``atout db import-puzzles`` and ``export-puzzles``: files of puzzles into the database and out of it."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import ROOT, answers, run

MIXED = ROOT / "tests" / "data" / "puzzles" / "mixed.ndjson"
FRENCH = "fr_FR.UTF-8"
TOLD = [json.loads(line) for line in MIXED.read_text(encoding="utf-8").splitlines()]
BRIDGE = TOLD[-1]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings of a service with a database of its own, at the schema of this version."""
    path = tmp_path / "atout.db"
    monkeypatch.setenv("ATOUT_DATABASE", str(path))
    assert run("db", "upgrade").exit_code == 0
    return path


@pytest.mark.slow
@pytest.mark.usefixtures("database")
def test_a_file_goes_into_the_database_and_out_of_it() -> None:
    small = run("puzzle", "export", "--bank", str(MIXED)).stdout
    imported = run("db", "import-puzzles", stdin=small)
    assert imported.exit_code == 0
    assert imported.stderr == f"{len(TOLD)} added, 0 were there before, 0 refused.\n"
    exported = run("db", "export-puzzles")
    found = answers(exported)
    assert {told["id"]: told for told in TOLD} == {
        told["id"]: {key: told[key] for key in TOLD[0]} for told in found
    }
    assert [told["tries"] for told in found] == [0] * len(TOLD)
    assert {told["id"] for told in answers(run("db", "export-puzzles", "--variant", "bridge"))} == {
        told["id"] for told in TOLD if told["variant"] == "bridge"
    }
    assert run("puzzle", "check", stdin=exported.stdout).exit_code == 0
    again = run("db", "import-puzzles", str(MIXED))
    assert again.stderr == f"0 added, {len(TOLD)} were there before, 0 refused.\n"


@pytest.mark.usefixtures("database")
def test_commands_of_the_database_tell_in_french_what_they_did() -> None:
    unsound = json.dumps(TOLD[0] | {"goal": {"side": "NS", "kind": "points", "at_least": 1}})
    result = run("db", "import-puzzles", stdin=f"{unsound}\n{json.dumps(TOLD[1])}\n", language=FRENCH)
    first, last = result.stderr.splitlines()
    assert first.startswith("ligne 1\u00a0: ce n’est pas un problème\u00a0: ")
    assert last == "Ajoutés\u00a0: 1\u00a0; déjà là\u00a0: 0\u00a0; refusés\u00a0: 1."
    assert run("db", "prune", "--days", "1", language=FRENCH).stdout == "0 analyse supprimée.\n"
    assert run("db", "upgrade", language=FRENCH).stdout == "La base de données est à jour.\n"


@pytest.mark.usefixtures("database")
def test_what_is_not_sound_is_left_out(tmp_path: Path) -> None:
    unsound = json.dumps(TOLD[0] | {"goal": {"side": "NS", "kind": "points", "at_least": 1}})
    result = run("db", "import-puzzles", stdin=f"{unsound}\n\nno\n{json.dumps(TOLD[1])}\n")
    assert result.exit_code == 1
    first, second, last = result.stderr.splitlines()
    assert first == "line 1: this is no puzzle: every card reaches the goal"
    assert second.startswith("line 3: this is not JSON: column 1:")
    assert last == "1 added, 0 were there before, 2 refused."
    (tmp_path / "own.ndjson").write_text(f"{unsound}\n", encoding="utf-8")
    named = run("db", "import-puzzles", str(tmp_path / "own.ndjson")).stderr
    assert named.startswith(f"{tmp_path}/own.ndjson, {first}\n")
    assert run("db", "import-puzzles", stdin="").exit_code == 1


@pytest.mark.usefixtures("database")
def test_an_export_of_a_game_finds_its_name_as_requests_do() -> None:
    assert run("db", "import-puzzles", stdin=json.dumps(BRIDGE)).exit_code == 0
    shouted = run("db", "export-puzzles", "--variant", BRIDGE["variant"].upper())
    assert [told["id"] for told in answers(shouted)] == [BRIDGE["id"]]
    unknown = run("db", "export-puzzles", "--variant", "nope")
    assert unknown.exit_code == 2
    assert "Error: Invalid value for '--variant': no game is called 'nope'; the games are" in unknown.stderr


def test_a_database_that_cannot_be_used_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATOUT_DATABASE", "none")
    assert run("db", "export-puzzles").exit_code == 2
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ATOUT_DATABASE", str(tmp_path / "file" / "atout.db"))
    assert run("db", "import-puzzles", str(MIXED)).exit_code == 1
