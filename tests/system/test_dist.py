"""What `make dist` makes: it is installed into empty environments, and used there as others use it."""

import json
import os
import pwd
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from email.parser import Parser
from pathlib import Path
from typing import Any

import pytest
from packaging.utils import parse_wheel_filename

from solver import VARIANTS, Position, analyse, engine_version, solve
from tests.support.command_line import ROOT, SMALL
from tests.support.depth import by_depth
from tests.support.once import made_once

pytestmark = pytest.mark.night

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = ROOT / "docs" / "operating" / "image-requirements.txt"
SAMPLE = ROOT / "samples" / "belote.json"

USER_CODE = """
from solver import Answer, Position, analyse, solve, tabulate

reveal_type(solve)
reveal_type(analyse)
reveal_type(tabulate)
answer: Answer = solve(Position.from_dict({}))
reveal_type(answer.value)
wrong: str = solve(Position.from_dict({}))
"""

OWN_CODE = """
import json, sys, tempfile
import solver, api
from api import Settings, create_app
from solver import Position, analyse, engine_version, solve

small, log = json.load(sys.stdin)
with tempfile.TemporaryDirectory() as folder:
    app = create_app(Settings(database=f"{folder}/atout.db"))
    client = app.test_client()
    kept = client.get(client.post("/v1/analyses", json=log).headers["Location"])
    paths = ("/docs", "/openapi.json", "/static/page.css", "/readyz")
    pages = [client.get(path).status_code for path in paths]
    part_of(app, Store).close()
print(json.dumps({
    "home": solver.__file__,
    "engine": engine_version(),
    "solved": solve(Position.from_dict(small)).to_dict(),
    "analysed": analyse(log).to_dict("fr", "fr"),
    "kept": kept.status_code,
    "pages": pages,
}))
"""


def run(*command: str | Path, **options: Any) -> str:
    """What a program prints; it must end well."""
    environ = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        list(map(str, command)), capture_output=True, encoding="utf-8", env=environ, **options
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return str(done.stdout)


def make_environment(folder: Path, python: str) -> None:
    """An empty environment; our own pip installs into it, which is cheaper than one for each."""
    run(python, "-m", "venv", "--without-pip", folder)


def pip(folder: Path, *command: str | Path) -> None:
    """Run pip for that environment."""
    options = ("--disable-pip-version-check", "--quiet", "--python", folder / "bin" / "python")
    run(sys.executable, "-m", "pip", *options, *command)


def newer_pythons() -> list[str]:
    """Programs of Python, later than the least one and other than this, the newest first."""
    home = Path(pwd.getpwuid(os.getuid()).pw_dir)
    folders = [*os.get_exec_path(), *map(str, home.glob(".pyenv/versions/*/bin"))]
    found = {}
    for folder in folders:
        for path in Path(folder).glob("python3.*"):
            number = re.fullmatch(r"python3\.(\d+)", path.name)
            if number and int(number[1]) > 11 and int(number[1]) != sys.version_info.minor:
                found[int(number[1])] = str(path)
    works = "import ssl, venv"
    numbers = sorted(found, reverse=True)
    return [
        found[one]
        for one in numbers
        if subprocess.run([found[one], "-c", works], capture_output=True).returncode == 0
    ]


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make dist` makes, with this environment in the place of .venv."""

    def make(folder: Path) -> None:
        # What was compiled when this environment was made is not compiled again.
        place = [f"VENV={sys.prefix}", f"DIST={folder}", "-o", f"{sys.prefix}/.tested"]
        run("make", "-C", ROOT, "dist", *place)

    return made_once(tmp_path_factory, "dist", make)


def only(dist: Path, pattern: str) -> Path:
    (path,) = dist.glob(pattern)
    return path


@pytest.fixture(scope="session")
def own(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment made as the image is, of pinned versions and the wheel."""

    def make(folder: Path) -> None:
        make_environment(folder, sys.executable)
        # What is pinned is all that is needed: `pip check` says so, and nothing is looked for beyond it.
        options = ("--no-compile", "--no-deps")
        pip(folder, "install", *options, "--require-hashes", "--only-binary", ":all:", "-r", LOCK)
        pip(folder, "install", *options, "--no-index", only(dist, "*.whl"))
        pip(folder, "check")

    return made_once(tmp_path_factory, "own", make) / "bin" / "python"


@pytest.fixture(scope="session")
def newer(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The newest Python there is, and the wheel with whatever versions it takes."""
    pythons = newer_pythons()
    if not pythons:
        pytest.skip("there is no other Python here")

    def make(folder: Path) -> None:
        make_environment(folder, pythons[0])
        pip(folder, "install", "--no-compile", only(dist, "*.whl"))

    return made_once(tmp_path_factory, "newer", make) / "bin" / "python"


@pytest.fixture(scope="session")
def oldest(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This Python, and the wheel with the lowest versions that it takes."""
    lowest = [one.partition(",")[0].replace(">=", "==") for one in PROJECT["dependencies"]]

    def make(folder: Path) -> None:
        make_environment(folder, sys.executable)
        pip(folder, "install", "--no-compile", *lowest, only(dist, "*.whl"))

    return made_once(tmp_path_factory, "oldest", make) / "bin" / "python"


# ---- what there is


def test_the_wheel_is_for_any_linux_and_every_python(dist: Path) -> None:
    name, version, _, tags = parse_wheel_filename(only(dist, "*.whl").name)
    assert (name, str(version)) == ("atout", PROJECT["version"])
    least = PROJECT["requires-python"].removeprefix(">=").replace(".", "")
    assert {(tag.interpreter, tag.abi) for tag in tags} == {(f"cp{least}", "abi3")}
    assert all(tag.platform.startswith("manylinux") for tag in tags)


def test_the_wheel_needs_nothing_but_the_c_library(dist: Path) -> None:
    shown = run(sys.executable, "-m", "auditwheel", "show", only(dist, "*.whl"))
    libraries = set(re.findall(r"\b(lib[\w+-]+\.so[.\d]*)", shown))
    assert libraries == {"libc.so.6"}
    assert re.search(r'platform tag:\s+"manylinux_\d+_\d+_\w+"', shown)


def test_the_wheel_says_what_it_is(dist: Path) -> None:
    with zipfile.ZipFile(only(dist, "*.whl")) as wheel:
        (place,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        said = Parser().parsestr(wheel.read(place).decode("utf-8"))
        licence = wheel.read(place.replace("METADATA", "licenses/LICENSE")).decode("utf-8")
    assert licence == (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert said["License-Expression"] == licence.split()[0] == "MIT"
    assert said["Author"] in licence
    assert said["Requires-Python"] == PROJECT["requires-python"]
    classifiers = said.get_all("Classifier", [])
    assert "Typing :: Typed" in classifiers
    assert "Programming Language :: Python :: 3.11" in classifiers
    assert "belote" in said["Keywords"].split(",")
    # A host that is not ours would be somebody else's.
    assert said.get_all("Project-URL") is None


def test_the_sdist_has_all_that_the_wheel_is_made_of(dist: Path) -> None:
    with tarfile.open(only(dist, "*.tar.gz")) as packed:
        root = f"atout-{PROJECT['version']}/"
        names = [one.name.removeprefix(root) for one in packed.getmembers() if one.isfile()]
        texts = {name: packed.extractfile(root + name).read() for name in names}  # type: ignore[union-attr]
    for folder in ("ext", "docs", "samples", "tests"):
        assert [name for name in names if name.startswith(f"{folder}/")]
    for path in (ROOT / "ext").rglob("*.*"):
        assert texts[path.relative_to(ROOT).as_posix()] == path.read_bytes()
    assert {"pyproject.toml", "LICENSE", "README.md", "Makefile", "PKG-INFO"} <= set(names)
    assert not [
        name
        for name in names
        if name.endswith((".so", ".wasm", ".pyc")) or name.startswith((".venv", "build"))
    ]
    with zipfile.ZipFile(only(dist, "*.whl")) as wheel:
        packages = [name for name in wheel.namelist() if re.match(r"(solver|api)/.*[^/]$", name)]
        for_browsers = [name for name in packages if name.endswith(".wasm")]
        compiled = [name for name in packages if name.endswith(".so")]
        for name in set(packages) - {*compiled, *for_browsers}:
            assert texts[name] == wheel.read(name), name
    units = {path.stem for path in (ROOT / "ext").rglob("*.pyx") if path.parent.name != "web"}
    modules = {path.stem.removeprefix("web_") for path in (ROOT / "ext" / "web").glob("*.pyx")}
    assert sorted(for_browsers) == sorted(f"solver/web/{one}.wasm" for one in modules)
    assert {name.partition("/_")[2].split(".")[0].removesuffix("_bits") for name in compiled} == units
    ours = {name for name in names if re.match(r"(solver|api)/", name)}
    assert ours == set(packages) - set(compiled) - set(for_browsers)
    assert {"solver/py.typed", "api/py.typed", "solver/locale/fr/LC_MESSAGES/atout.po"} <= ours


# ---- what can be done with it


@pytest.mark.parametrize("which", by_depth(["own"], ["own", "newer", "oldest"]))
def test_it_solves_and_judges_and_serves_in_an_empty_environment(
    which: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    python: Path = request.getfixturevalue(which)
    log = json.loads(SAMPLE.read_text(encoding="utf-8"))
    shown = json.loads(run(python, "-c", OWN_CODE, input=json.dumps([SMALL, log]), cwd=tmp_path))
    assert Path(shown["home"]).is_relative_to(python.parents[1])
    solved = solve(Position.from_dict(SMALL)).to_dict()
    assert without_times(shown["solved"]) == without_times(solved)
    assert without_times(shown["analysed"]) == without_times(analyse(log).to_dict("fr", "fr"))
    assert (shown["kept"], set(shown["pages"])) == (200, {200})
    assert shown["engine"] == engine_version()


def without_times(data: Any) -> Any:
    """An answer as JSON has it, but for what differs from run to run."""
    if isinstance(data, dict):
        return {key: without_times(one) for key, one in data.items() if not key.endswith("_ms")}
    return (
        [without_times(one) for one in data]
        if isinstance(data, Sequence) and not isinstance(data, str)
        else data
    )


@pytest.mark.parametrize("which", by_depth(["own"], ["own", "newer", "oldest"]))
def test_its_command_runs_in_an_empty_environment(
    which: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    python: Path = request.getfixturevalue(which)
    atout = python.with_name("atout")
    assert PROJECT["version"] in run(atout, "--version", cwd=tmp_path)
    games = run(atout, "variants", cwd=tmp_path)
    assert all(name in games for name in VARIANTS)
    page = tmp_path / "page.html"
    run(atout, "analyse", "--lang", "fr", "--html", page, SAMPLE, cwd=tmp_path)
    text = page.read_text(encoding="utf-8")
    assert '<html lang="fr"' in text
    assert '<style id="report-style">' in text
    assert "<script>" in text
    assert "donne" in text


def test_a_user_of_mypy_sees_the_types(own: Path, tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(USER_CODE, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(own), "user.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    lines = [line.partition(": ")[2] for line in done.stdout.splitlines()]
    revealed = [
        line.partition('"')[2].rpartition('"')[0] for line in lines if line.startswith("note: Revealed")
    ]
    assert len(revealed) == 4, done.stdout + done.stderr
    assert re.fullmatch(
        r"def \(position: solver\.game\.position\.Position, .*\) -> solver\.engine\.answer\.Answer",
        revealed[0],
    )
    assert revealed[1].endswith("-> solver.analysis.analysis.Analysis")
    assert revealed[2].endswith("-> solver.bidding.table.ContractTable")
    assert "Any" not in revealed[3]
    errors = [line for line in lines if line.startswith("error: ")]
    assert len(errors) == 1, errors
    assert "Answer" in errors[0]
