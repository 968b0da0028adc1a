"""The house: a file imports only from lower floors, and none is longer than a reader can hold in mind."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import solver

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("solver", "ext", "api", "benchmarks", "tests", "samples")
MAX_LINES = 400

# The floors of solver/, the ground first. Modules on one line do not know each other.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("engine_version", "errors", "native", "rule_row", "rule_words"),
    ("cards", "json_text", "seats"),
    ("auction", "bridge_score", "fair_sampling", "pbn_text", "rule_play"),
    ("record",),
    ("pbn_sections", "rule_fields"),
    ("rule_grades",),
    ("rule_form",),
    ("rule_checks", "rule_speech"),
    ("rules",),
    ("contract", "deal", "trick", "result", "par", "par_matrix"),
    ("legality", "tally", "variants"),
    ("fair_clues", "scoring"),
    ("match", "notation", "replay"),
    ("bridge_log", "lin_text", "pbn_play"),
    ("pbn_read", "position_parse"),
    ("lin_boards", "position"),
    ("lin_read", "pbn_write"),
    ("lin_write",),
    ("aside", "formats"),
    ("analysis_log", "course", "encode", "fair_knowledge", "grades", "reference", "relabel"),
    ("engine", "fair_deals", "fair_verdict", "speech", "themes"),
    ("explain_words", "themes_find", "turning"),
    ("explain",),
    ("analysis_deal",),
    ("fair",),
    ("analysis",),
    ("table_deal",),
    ("par_discards", "table_entries"),
    ("par_contracts",),
    ("table",),
    ("double_dummy",),
    ("report_words",),
    ("annotate",),
    ("cli_bench", "cli_cards", "cli_console", "cli_read", "cli_request", "cli_serve", "cli_worker"),
    (
        "archive",
        "archive_progress",
        "cli_answer",
        "cli_games",
        "cli_judge",
        "cli_options",
        "cli_graph",
        "report_deal",
    ),
    ("cli_fair", "report_view"),
    ("report_page",),
    ("archive_workers", "cli_analysis", "cli_par", "cli_run"),
    ("cli_archive", "cli_convert", "cli_keys", "cli_page", "cli_table"),
    ("cli",),
    ("__main__",),
)
CORES = ("_core", "_tricks")
FLOOR_OF = {module: height for height, modules in enumerate(FLOORS) for module in modules}


def python_files(room: str) -> list[Path]:
    return sorted(path for path in (ROOT / room).rglob("*.py") if "__pycache__" not in path.parts)


def module_of(path: Path) -> str:
    """The name on its floor of a file of solver/: a package counts as one module."""
    first = path.relative_to(ROOT / "solver").parts[0]
    return first.removesuffix(".py")


def imports_of(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each module that a file imports by its full name, with the names taken from it."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, ()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            name = ".".join((*base, *(node.module or "").split("."))).strip(".")
            yield name, tuple(alias.name for alias in node.names)


def solver_modules(path: Path) -> Iterator[str]:
    """The modules of solver/ that a file imports; ``__init__`` for the public names of the package."""
    for name, taken in imports_of(path):
        first, _, rest = name.partition(".")
        if first != "solver":
            continue
        if rest:
            yield rest.split(".")[0]
        else:
            modules = [one for one in taken if one in FLOOR_OF or one in CORES]
            yield from modules or ["__init__"]


SOLVER_FILES = [path for path in python_files("solver") if path != ROOT / "solver" / "__init__.py"]


def test_every_module_has_one_floor() -> None:
    found = {module_of(path) for path in SOLVER_FILES}
    assert found == set(FLOOR_OF)
    assert len(FLOOR_OF) == sum(map(len, FLOORS))


@pytest.mark.parametrize("path", SOLVER_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_come_from_lower_floors(path: Path) -> None:
    own = module_of(path)
    for other in solver_modules(path):
        if other == own and path.parent != ROOT / "solver":
            continue
        if other in CORES:
            assert own == "native", f"{own} imports the core; only native does, which chooses the build"
            continue
        assert other != "__init__", f"{own} imports the public names; it must name the modules it needs"
        assert FLOOR_OF[other] < FLOOR_OF[own], f"{own} imports {other}, which is not below it"


def test_solver_does_not_know_the_service() -> None:
    for path in python_files("solver"):
        for name, _ in imports_of(path):
            first = name.split(".")[0]
            assert first not in ("api", "benchmarks", "flask", "flask_smorest", "marshmallow"), path


def test_service_uses_public_names_only() -> None:
    for path in python_files("api"):
        for name, taken in imports_of(path):
            if name.split(".")[0] == "solver":
                assert name == "solver", f"{path.name} imports {name}"
                assert set(taken) <= set(solver.__all__), f"{path.name} imports {taken}"


def test_core_does_not_know_python_code() -> None:
    for path in (*(ROOT / "ext").glob("*.pyx"), *(ROOT / "ext").glob("*.pxd")):
        imports = re.findall(r"^\s*(?:from|c?import)\s+(\w+)", path.read_text(encoding="utf-8"), re.M)
        assert not {"solver", "api"} & set(imports), path


@pytest.mark.parametrize("room", ["solver", "api", "benchmarks"])
def test_no_import_inside_a_function(room: str) -> None:
    for path in python_files(room):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                inner = [one for one in ast.walk(node) if isinstance(one, (ast.Import, ast.ImportFrom))]
                assert not inner, f"{path.relative_to(ROOT)}:{inner[0].lineno}"


def test_no_file_is_long() -> None:
    too_long = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in (".py", ".pyx", ".pxd", ".js") and "__pycache__" not in path.parts:
                n_lines = len(path.read_text(encoding="utf-8").splitlines())
                if n_lines > MAX_LINES:
                    too_long[str(path.relative_to(ROOT))] = n_lines
    assert not too_long


def test_public_names_exist() -> None:
    assert sorted(solver.__all__) == list(dict.fromkeys(sorted(solver.__all__)))
    for name in solver.__all__:
        assert hasattr(solver, name)
