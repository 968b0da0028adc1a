"""The house: packages import the faces of lower packages, and no file is longer than a reader can hold in
mind.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import solver
from solver.engine.version import NOT_DECIDING, decides
from tests.support.command_line import ROOT
from tests.support.syntax import nodes_of

ROOMS = ("solver", "ext", "api", "benchmarks", "tests", "samples", "docs")
MAX_LINES = 400

# The floors, the lowest first: a package imports packages of lower floors. What lies directly in a tree is
# its ground, which imports no package; what is put on top of all is named here, too.
FLOORS: dict[str, tuple[tuple[str, ...], ...]] = {
    "solver": (
        ("rules",),
        ("game",),
        ("engine", "knowledge"),
        ("bidding", "prospects", "reasons", "requests"),
        ("calls",),
        ("analysis",),
        ("puzzles",),
        ("formats", "report"),
        ("cli",),
    ),
    "api": (
        ("settings", "solving"),
        ("store", "monitor"),
        ("http",),
        ("access", "schemas"),
        ("puzzles",),
        ("jobs",),
        ("views", "commands"),
        ("application",),
    ),
}
TOP = {"solver": ("__init__", "__main__"), "api": ("__init__", "wsgi", "gunicorn.conf")}
"""Modules that lie directly in a tree and use its packages."""
WITHIN = ("solver.report.terminal", "solver.report.page", "solver.report.board")
"""Packages within a package that have a face of their own: a terminal does not wait for the templates of
pages.
"""
NO_FACE = ("solver.cli", "api.views", "api.commands", "api.application")
"""Packages of which each module is one command or resource, imported by its own name."""
HEIGHT = {
    f"{tree}.{package}": height
    for tree, floors in FLOORS.items()
    for height, packages in enumerate(floors)
    for package in packages
}
UNITS = ("_ground", "_plain", "_points", "_tricks")
PUBLIC: list[str] = vars(solver)["__all__"]


def python_files(room: str) -> list[Path]:
    return sorted(path for path in (ROOT / room).rglob("*.py") if "__pycache__" not in path.parts)


def module_of(path: Path) -> str:
    """The full name of a module."""
    name = ".".join(path.relative_to(ROOT).parts).removesuffix(".py")
    return name.removesuffix(".__init__")


def package_of(module: str) -> str | None:
    """The package that a module is of, as the floors name it; None on the ground and on top."""
    package = ".".join(module.split(".")[:2])
    return package if package in HEIGHT else None


def face_of(module: str) -> str | None:
    """The package whose face others import in the place of the module."""
    for package in WITHIN:
        if module == package or module.startswith(f"{package}."):
            return package
    return package_of(module)


@cache
def imports_of(path: Path) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each module that a file imports, with the names taken from it; parsed once for all tests."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found += ((alias.name, ()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: modules are imported by their full names"
            found.append((f"{node.module}", tuple(alias.name for alias in node.names)))
    return tuple(found)


FILES = [path for tree in FLOORS for path in python_files(tree) if "migrations" not in path.parts]
MODULES = {module_of(path): path for path in FILES}


@cache
def files_imported(module: str) -> tuple[str, ...]:
    """The modules of the house that a module imports, submodules taken as names included."""
    found = []
    for name, taken in imports_of(MODULES[module]):
        submodules = [f"{name}.{one}" for one in taken if f"{name}.{one}" in MODULES or one in UNITS]
        found += submodules
        if len(submodules) < len(taken) or not taken:
            found.append(name)
    return tuple(name for name in found if name in MODULES)


def test_every_package_has_one_floor() -> None:
    for tree, floors in FLOORS.items():
        found = {path.parent.name for path in (ROOT / tree).glob("*/__init__.py")}
        found |= {path.stem for path in (ROOT / tree).glob("application.py")}
        assert sorted(found) == sorted(package for floor in floors for package in floor)
        assert all(f"{tree}.{one}" in MODULES or one == "__init__" for one in TOP[tree])


@pytest.mark.parametrize("tree", FLOORS)
def test_imports_come_from_lower_floors(tree: str) -> None:
    for module, other in imports_in(tree):
        own, package = package_of(module), package_of(other)
        is_on_top = own is None and (module.partition(".")[2] or "__init__") in TOP[tree]
        if is_on_top or other.split(".")[0] != tree or package == own:
            continue
        if package is None:
            assert other != tree, f"{module} imports the public names; it must name the packages it needs"
            continue
        assert own is not None, f"{module} is on the ground and imports {other}"
        assert HEIGHT[package] < HEIGHT[own], f"{module} imports {other}, which is not below it"


def imports_in(tree: str) -> Iterator[tuple[str, str]]:
    """Yield each module of a tree with each of the house that it imports."""
    for module in MODULES:
        if module.split(".")[0] == tree:
            yield from ((module, other) for other in files_imported(module))


@pytest.mark.parametrize("tree", FLOORS)
def test_packages_import_faces(tree: str) -> None:
    for module, other in imports_in(tree):
        own, face = package_of(module), face_of(other)
        if face is None or package_of(other) == own or package_of(other) in NO_FACE:
            continue
        assert other == face, f"{module} imports {other}; others see the names of {face} alone"


@cache
def faces() -> list[str]:
    return sorted({face for face in map(face_of, MODULES) if face and face not in NO_FACE})


@pytest.mark.parametrize("face", faces())
def test_a_face_has_the_names_that_others_use(face: str) -> None:
    used: set[str] = set()
    for module, path in MODULES.items():
        if package_of(module) != package_of(face):
            used |= {name for other, taken in imports_of(path) if other == face for name in taken}
    shown: list[str] = vars(import_module(face)).get("__all__", [])
    assert sorted(shown) == sorted(used)


@pytest.mark.parametrize("package", sorted(HEIGHT))
def test_no_circle_within_a_package(package: str) -> None:
    inside = {module for module in MODULES if package_of(module) == package}
    graph = {
        module: {other for other in files_imported(module) if other in inside and other != module}
        for module in inside
    }
    assert set(TopologicalSorter(graph).static_order()) == inside


def test_the_version_of_the_engine_is_of_whatever_decides() -> None:
    packages = [package for floor in FLOORS["solver"] for package in floor]
    assert set(NOT_DECIDING) == {"__main__", "cli", "formats", "requests"}
    for package in packages:
        if decides(package):
            for module in MODULES:
                if package_of(module) == f"solver.{package}":
                    below = {one.split(".")[1] for one in files_imported(module) if package_of(one)}
                    assert not below & set(NOT_DECIDING), f"{module} decides by what does not count: {below}"


def test_only_the_chooser_of_builds_imports_compiled_units() -> None:
    for path in FILES:
        for name, taken in imports_of(path):
            if name.split(".")[-1] in UNITS or set(taken) & set(UNITS):
                assert module_of(path) == "solver.engine.native", path


def test_solver_does_not_know_the_service() -> None:
    for path in python_files("solver"):
        for name, _ in imports_of(path):
            first = name.split(".")[0]
            assert first not in ("api", "benchmarks", "flask", "flask_smorest", "marshmallow"), path
        strings = (
            node.value
            for node in nodes_of(path)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )
        assert not [one for one in strings if re.match(r"api\.\w", one)], path


def test_service_takes_public_names_from_the_top() -> None:
    """What is not public it takes from faces and the ground; of commands what makes a group of them lazy."""
    for path in python_files("api"):
        for name, taken in imports_of(path):
            if name == "solver":
                assert set(taken) <= set(PUBLIC), f"{path.name} imports {taken}"
            elif name.split(".")[0] == "solver":
                assert not set(taken) & set(PUBLIC), f"{path.name} imports {taken} from {name}"
                assert package_of(name) != "solver.cli" or name == "solver.cli.lazy", path


def test_core_does_not_know_python_code() -> None:
    for path in (ROOT / "ext").rglob("*.p[xy]*"):
        imports = re.findall(r"^\s*(?:from|c?import)\s+(\w+)", path.read_text(encoding="utf-8"), re.M)
        assert not {"solver", "api"} & set(imports), path


# The floors of ext/, the ground first; a folder is one floor, whose files import each other freely.
CORE_FLOORS = (
    ("atomic", "cards", "pages"),
    ("team",),
    ("given", "limits", "refutations"),
    ("game", "outcome"),
    ("points", "tricks", "plain", "ground", "answer", "crew", "signals", "solve"),
    ("web",),
)


def test_the_folders_of_the_core_import_from_lower_floors() -> None:
    height = {name: number for number, names in enumerate(CORE_FLOORS) for name in names}
    files = [path for path in (ROOT / "ext").rglob("*.p*") if path.suffix in (".pxd", ".pxi", ".pyx")]
    assert {core_floor_of(path) for path in files} == set(height)
    for path in files:
        own = core_floor_of(path)
        for other in re.findall(r"^from (\w+)[\w.]* cimport", path.read_text(encoding="utf-8"), re.M):
            assert other in ("libc", own) or height[other] < height[own], f"{path.name} imports {other}"


def core_floor_of(path: Path) -> str:
    """The folder of a file in ext/, or its own name if it lies in none."""
    return path.relative_to(ROOT / "ext").parts[0].partition(".")[0]


@pytest.mark.parametrize("room", ["solver", "api", "benchmarks"])
def test_no_import_inside_a_function(room: str) -> None:
    for path in python_files(room):
        nodes = nodes_of(path)
        functions = [node for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
        lines = {line for one in functions for line in range(one.lineno, (one.end_lineno or 0) + 1)}
        for node in nodes:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                assert node.lineno not in lines, f"{path.relative_to(ROOT)}:{node.lineno}"


def test_browsers_are_started_in_one_place() -> None:
    """Two in one thread cannot be: tests take the fixtures of tests/report/board/conftest.py."""
    place = ROOT / "tests" / "support" / "board" / "pages.py"
    starting = [path for path in ROOT.glob("tests/**/*.py") if "sync_playwright()" in path.read_text("utf-8")]
    assert set(starting) - {Path(__file__)} == {place}


def test_no_file_is_long() -> None:
    too_long = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in (".py", ".pyx", ".pxd", ".pxi", ".js") and "__pycache__" not in path.parts:
                n_lines = len(path.read_text(encoding="utf-8").splitlines())
                if n_lines > MAX_LINES:
                    too_long[str(path.relative_to(ROOT))] = n_lines
    assert not too_long


def names_on_use(face: str) -> dict[str, tuple[str, ...]]:
    """The names that a face imports on their first use, by the module within it; none if it imports all."""
    names: dict[str, tuple[str, ...]] = vars(import_module(face)).get("_NAMES", {})
    return names


@pytest.mark.parametrize("face", [face for face in ("solver", *faces()) if names_on_use(face)])
def test_names_imported_on_use_are_those_that_type_checkers_see(face: str) -> None:
    tree = ast.parse(Path(str(import_module(face).__file__)).read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = [
        (f"{node.module}", alias.name, alias.asname)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    names = names_on_use(face)
    assert sorted(seen) == sorted((f"{face}.{home}", name, name) for home in names for name in names[home])


def test_no_public_name_is_that_of_a_module() -> None:
    """Whoever imports the module makes it an attribute of the package, in the place of the name."""
    for module in MODULES:
        parent, _, name = module.rpartition(".")
        shown = vars(import_module(parent)).get("__all__", ()) if parent in faces() else ()
        assert name not in shown, module
    assert not set(PUBLIC) & {path.stem for path in (ROOT / "solver").glob("*") if path.suffix in ("", ".py")}


def test_public_names_exist() -> None:
    assert sorted(PUBLIC) == list(dict.fromkeys(sorted(PUBLIC)))
    for name in PUBLIC:
        assert hasattr(solver, name)
