"""What the command line imports: the help and the version need no more than click, in English."""

import json
import subprocess
import sys
from functools import cache

import click
import pytest

import solver
from api.commands.db import db_group
from solver.cli.lazy import LazyGroup
from solver.cli.main import main
from solver.cli.puzzle.group import puzzle_group

SERVICE = {"apispec", "flask", "gunicorn", "limits", "marshmallow", "prometheus_client", "werkzeug"}
"""The packages by which the service answers."""
NOWHERE = click.Context(main)
COMMAND = "from solver.cli.main import main\ntry:\n    main({})\nexcept SystemExit:\n    pass"
SHOW_MODULES = "import json, sys; print('\\n' + json.dumps(sorted(sys.modules)))"


@cache
def modules_after(code: str) -> frozenset[str]:
    """What is imported once ``code`` has run in an interpreter of its own."""
    shown = subprocess.run(
        [sys.executable, "-c", f"{code}\n{SHOW_MODULES}"], capture_output=True, text=True, check=True
    )
    return frozenset(json.loads(shown.stdout.splitlines()[-1]))


def packages_after(code: str) -> set[str]:
    """The packages from outside the standard library that ``code`` imports; not those of every start."""
    new = modules_after(code) - modules_after("")
    return {name.partition(".")[0] for name in new} - set(sys.stdlib_module_names)


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["--version"], []])
def test_the_help_and_the_version_import_no_more_than_click(arguments: list[str]) -> None:
    code = COMMAND.format(arguments)
    assert packages_after(code) <= {"click", "solver", "api"}
    own = {name for name in modules_after(code) if name.startswith(("solver", "api"))}
    ground = {
        "solver",
        "solver.lazy_face",
        "solver.legible",
        "solver.sentences",
        "solver.system_reasons",
        *(f"solver.cli{part}" for part in ("", ".lazy", ".main", ".spoken", ".streams")),
    }
    assert own <= ground | {"api", "api.commands"}


@pytest.mark.slow
def test_what_starts_the_service_does_not_import_it() -> None:
    """gunicorn takes the place of this process: what was imported here was for nothing."""
    assert not packages_after(COMMAND.format(["serve", "--help"])) & {"alembic", *SERVICE}


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [["keys", "--help"], ["db", "--help"], ["db", "upgrade", "-h"], ["db", "prune", "-h"]]
)
def test_the_database_is_looked_after_without_the_service(arguments: list[str]) -> None:
    """Nor with what judges games: an operator waits for neither."""
    code = COMMAND.format(arguments)
    assert not packages_after(code) & SERVICE
    own = {name.split(".")[1] for name in modules_after(code) if name.startswith("solver.")}
    assert not own & {"analysis", "engine", "formats", "puzzles", "reasons"}


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize("command", ["import-puzzles", "export-puzzles"])
def test_puzzles_go_into_the_database_and_out_of_it_without_the_service(command: str) -> None:
    assert not packages_after(COMMAND.format(["db", command, "--help"])) & SERVICE


def test_a_public_name_is_imported_when_it_is_used() -> None:
    assert packages_after("import solver") == {"solver"}
    own = {name for name in modules_after("from solver import parse_card") if name.startswith("solver")}
    assert "solver.cards" in own
    assert not own & {
        "solver.analysis.judging",
        "solver.engine.solver",
        "solver.speech",
        "solver.engine._ground",
    }


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "idle"),
    [
        ("variants", {"calls", "prospects", "bidding", "puzzles"}),
        ("solve", {"calls", "prospects", "bidding", "puzzles"}),
        ("tabulate", {"calls", "prospects", "puzzles"}),
        ("bids", {"puzzles"}),
        ("analyse", {"puzzles"}),
    ],
)
def test_a_command_leaves_out_what_others_need(module: str, idle: set[str]) -> None:
    packages = {
        name.split(".")[1]
        for name in modules_after(f"import solver.cli.{module}")
        if name.startswith("solver.")
    }
    assert "game" in packages
    assert not packages & idle


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'solver' has no attribute 'nonsense'"):
        getattr(solver, "nonsense")  # noqa: B009


@pytest.mark.parametrize(
    ("group", "name"),
    [(group, name) for group in (main, db_group, puzzle_group) for name in group.list_commands(NOWHERE)],
)
def test_the_list_says_of_each_command_what_its_own_help_says(group: LazyGroup, name: str) -> None:
    command = group.get_command(NOWHERE, name)
    assert command is not None
    assert command.name == name
    assert group.table()[name][1] == command.get_short_help_str(1000)


def test_a_command_that_is_not_there_is_wrong_usage() -> None:
    assert main.get_command(NOWHERE, "judge") is None
