"""The house: a file imports only from lower floors, and none is longer than a reader can hold in mind."""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

import solver
from solver.version import NOT_DECIDING, decides

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("solver", "ext", "api", "benchmarks", "tests", "samples")
MAX_LINES = 400

# The floors of solver/, the ground first. Modules on one line do not know each other.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("catalogues", "fault_codes", "native", "rule_words", "version"),
    ("sentences",),
    ("errors",),
    ("cards", "json_text", "seats", "wrongs"),
    ("speech",),
    ("rule_row",),
    ("auction", "bridge_score", "fair_sampling", "pbn_text", "rule_play"),
    ("record",),
    ("pbn_sections", "rule_fields"),
    ("rule_match",),
    ("rule_grades",),
    ("rule_contradictions", "rule_form"),
    ("rule_checks", "rule_speech"),
    ("rules",),
    ("contract", "deal", "trick", "result", "par", "par_matrix"),
    ("legality", "tally", "turned_cards", "variants"),
    ("fair_clues", "scoring"),
    ("match", "notation", "redeal", "replay", "turned_up"),
    ("bridge_log", "lin_text", "pbn_play"),
    ("pbn_read", "position_parse"),
    ("lin_boards", "position", "thrown_in"),
    ("lin_read", "pbn_write"),
    ("lin_write",),
    ("aside", "formats"),
    ("analysis_log", "course", "encode", "fair_knowledge", "grades", "reference", "relabel"),
    ("engine", "fair_deals", "fair_verdict", "settled"),
    ("themes",),
    ("explain_words", "themes_find", "turning"),
    ("explain",),
    ("analysis_deal",),
    ("fair",),
    ("analysis",),
    ("table_deal",),
    ("par_discards", "table_entries"),
    ("par_contracts", "par_proposal"),
    ("table",),
    ("double_dummy",),
    ("report_words",),
    ("annotate",),
    ("report_contract", "report_plain"),
    ("report_deal",),
    ("report_view",),
    ("report_html",),
    ("cli_bench", "cli_cards", "cli_console", "cli_read", "cli_request", "cli_serve"),
    (
        "archive",
        "archive_progress",
        "cli_answer",
        "cli_games",
        "cli_judge",
        "cli_options",
        "cli_graph",
        "cli_worker",
    ),
    ("cli_fair",),
    ("archive_workers", "cli_analysis", "cli_par", "cli_run"),
    ("cli_proposal",),
    ("cli_archive", "cli_convert", "cli_keys", "cli_page", "cli_solve", "cli_table", "cli_variants"),
    ("cli_analyse", "cli_tabulate"),
    ("cli",),
    ("__main__",),
)
CORES = ("_ground", "_points", "_tricks", "_plain")
PUBLIC: list[str] = vars(solver)["__all__"]
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


DECIDE = ("analysis", "table", "relabel", "catalogues")
"""Where values, judgements and their words come from: a log judged, a table with its par, a position
remembered under other names, and the reader of catalogues, which is imported only when it is needed."""


def test_the_version_of_the_engine_is_of_whatever_decides() -> None:
    below = {
        own: {other for path in SOLVER_FILES if module_of(path) == own for other in solver_modules(path)}
        for own in FLOOR_OF
    }
    found: set[str] = set()
    todo = {*DECIDE}
    while todo:
        found |= todo
        todo = {other for own in todo for other in below[own] if other in FLOOR_OF} - found
    counted = {own for own in FLOOR_OF if decides(own)}
    assert found - counted == set(), "what others show is found by these: NOT_DECIDING says otherwise"
    assert counted - found == set(), (
        "no value comes from these: NOT_DECIDING in solver/version.py is to say so"
    )
    modules = [*FLOOR_OF, "__init__", "__main__"]
    assert all(any(fnmatch(own, one) for own in modules) for one in NOT_DECIDING)


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
                assert set(taken) <= set(PUBLIC), f"{path.name} imports {taken}"


def test_core_does_not_know_python_code() -> None:
    for path in (*(ROOT / "ext").rglob("*.pyx"), *(ROOT / "ext").rglob("*.pxd")):
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


def test_public_names_are_those_that_type_checkers_see() -> None:
    tree = ast.parse((ROOT / "solver" / "__init__.py").read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = [
        (f"{node.module}", alias.name, alias.asname)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    assert sorted(seen) == sorted((f"solver.{home}", name, name) for name, home in solver_homes().items())


def solver_homes() -> dict[str, str]:
    homes: dict[str, str] = vars(solver)["_HOMES"]
    return homes


def test_no_public_name_is_that_of_a_module() -> None:
    """Whoever imports the module makes it an attribute of the package, in the place of the name."""
    assert not set(PUBLIC) & {module_of(path) for path in SOLVER_FILES}


def test_public_names_exist() -> None:
    assert sorted(PUBLIC) == list(dict.fromkeys(sorted(PUBLIC)))
    for name in PUBLIC:
        assert hasattr(solver, name)
