"""What the command line imports: the help and the version need no more than click, in English."""

import json
import subprocess
import sys

import click
import pytest

import solver
from solver.cli.main import all_commands, main

SHOW_MODULES = "import json, sys; print('\\n' + json.dumps(sorted(sys.modules)))"


def modules_after(code: str) -> set[str]:
    """What is imported once ``code`` has run in an interpreter of its own."""
    shown = subprocess.run(
        [sys.executable, "-c", f"{code}\n{SHOW_MODULES}"], capture_output=True, text=True, check=True
    )
    return set(json.loads(shown.stdout.splitlines()[-1]))


def packages_after(code: str) -> set[str]:
    """The packages from outside the standard library that ``code`` imports; not those of every start."""
    new = modules_after(code) - modules_after("")
    return {name.partition(".")[0] for name in new} - set(sys.stdlib_module_names)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["--version"], []])
def test_the_help_and_the_version_import_no_more_than_click(arguments: list[str]) -> None:
    code = f"from solver.cli.main import main\ntry:\n    main({arguments})\nexcept SystemExit:\n    pass"
    assert packages_after(code) <= {"click", "solver", "api"}
    own = {name for name in modules_after(code) if name.startswith(("solver", "api"))}
    ground = {
        "solver",
        "solver.lazy_face",
        "solver.sentences",
        *(f"solver.cli{part}" for part in ("", ".lazy", ".main", ".spoken", ".streams")),
    }
    assert own <= ground | {"api", "api.commands"}


def test_what_starts_the_service_does_not_import_it() -> None:
    """gunicorn takes the place of this process: what was imported here was for nothing."""
    code = (
        "from solver.cli.main import main\ntry:\n    main(['serve', '--help'])\nexcept SystemExit:\n    pass"
    )
    assert not packages_after(code) & {"alembic", "flask", "gunicorn", "prometheus_client"}


def test_keys_are_given_without_the_service() -> None:
    """Nor without what judges games: an operator waits for neither."""
    assert not packages_after("import api.commands.keys") & {"flask", "limits", "marshmallow", "werkzeug"}
    own = {
        name.split(".")[1] for name in modules_after("import api.commands.keys") if name.startswith("solver.")
    }
    assert not own & {"analysis", "engine", "formats", "reasons"}


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


@pytest.mark.parametrize("name", all_commands())
def test_the_list_says_of_each_command_what_its_own_help_says(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.name == name
    assert all_commands()[name][1] == command.get_short_help_str(1000)


def test_a_command_that_is_not_there_is_wrong_usage() -> None:
    assert main.get_command(click.Context(main), "judge") is None
