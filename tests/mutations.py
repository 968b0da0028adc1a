"""Test the tests of the search: it is built with one mistake at a time, and a test must fail.

    python -m tests.mutations                   # every mistake of tests/data/mutants.toml: half an hour
    python -m tests.mutations trumps            # those whose name, file or tests have the word
    python -m tests.mutations --jobs 2 bounds
    ATOUT_TEST_DEPTH=deep python -m tests.mutations    # with no more random deals than `.ci/run` plays

A mistake that makes a technique unsound must fail one of its tests (`tests/search/`). One that only costs
time is listed with the reason, and must pass them. Each line says after how many random deals the test
failed. All deals of `tests.support.seeds` are played, unless ``ATOUT_TEST_DEPTH`` says otherwise; with
``usual``, only as many as the tests state as needed, which is how those numbers are checked. The files of
tests are run whole, with what `make test` leaves to the night.

Nothing of the installation is touched: each unit is built in a directory of its own, from a copy of ext/,
and takes the place of `_points` or `_tricks` in a run of pytest. Needs what building needs: Cython and a C
compiler. The exit status is 1 if a mistake goes unseen.
"""

import argparse
import importlib
import importlib.util
import os
import re
import signal
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from time import monotonic

from tests.support.depth import VARIABLE, Depth
from tests.support.seeds import Progress

ROOT = Path(__file__).parents[1]
EXT = ROOT / "ext"
MUTANTS = ROOT / "tests" / "data" / "mutants.toml"
UNIT_VARIABLE = "MUTATED_UNIT"
UNITS = ("points", "tricks")
"""The units of ext/ that mistakes are made in."""
CRASHES = (-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGFPE, -signal.SIGBUS)
PLAYED = "random deals of the last test: "
MOST_S = 300
"""Seconds after which a run of tests counts as failed: some mistakes make a search endless."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one place of the search."""

    name: str
    tests: tuple[str, ...]
    file: str
    old: str
    new: str
    equivalent: str = ""
    """The reason why no value changes, for mistakes that only cost time."""

    def apply(self, text: str) -> str:
        """The file's text with the mistake; the place must be there once."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: its place is {text.count(self.old)} times in ext/{self.file}")
        return text.replace(self.old, self.new)

    @property
    def unit(self) -> str:
        """The unit that the mistake is built into: the one that the tests are of."""
        return "tricks" if all(name.startswith("tricks/") for name in self.tests) else "points"

    def test_files(self) -> list[str]:
        return [f"tests/search/{Path(name).parent}/test_{Path(name).name}.py" for name in self.tests]


def read_mutants(path: Path = MUTANTS) -> list[Mutant]:
    """The mistakes, in the order of the file."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    return [Mutant(**{**row, "tests": tuple(row["tests"])}) for row in rows]


def package() -> str:
    """The Python package of the units, of which none may be imported before `pytest_configure`."""
    found = re.search(r"^set\(package (.*)\)$", (EXT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)
    assert found is not None
    return found[1]


def build(mutant: Mutant | None, unit: str, room: Path) -> Path:
    """The unit with that mistake (without one for None), compiled in `room`."""
    for source in EXT.rglob("*.p[xy]*"):
        name = source.relative_to(EXT).as_posix()
        text = source.read_text(encoding="utf-8")
        if mutant is not None and name == mutant.file:
            text = mutant.apply(text)
        (room / name).parent.mkdir(exist_ok=True)
        (room / name).write_text(text, encoding="utf-8")
    run = [sys.executable, "-m", "cython", "-3", "-I", ".", "--module-name", f"{package()}._{unit}"]
    subprocess.run([*run, f"{unit}/{unit}.pyx", "-o", "unit.c"], cwd=room, check=True, capture_output=True)
    include = sysconfig.get_path("include")
    compiler = os.environ.get("CC", "cc")
    flags = ["-O1", "-fno-strict-aliasing", "-shared", "-fPIC", "-w", f"-I{include}"]
    name = f"{unit}.so"
    subprocess.run([compiler, *flags, "unit.c", "-o", name], cwd=room, check=True, capture_output=True)
    return room / name


def failed_tests(unit: Path, files: Sequence[str]) -> list[str]:
    """Return the test of these files that fails first with that unit, or nothing if all pass."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "--tb=no",
        "-p",
        "tests.mutations",
        "-p",
        "no:cacheprovider",
    ]
    # Plugins that happen to be installed would take longer to load than most tests take to fail.
    environment = {
        VARIABLE: Depth.all,
        **os.environ,
        UNIT_VARIABLE: str(unit),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    try:
        run = subprocess.run(
            [*command, *files], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=MOST_S
        )
    except subprocess.TimeoutExpired:
        return [f"no end within {MOST_S} s"]
    if run.returncode == 0:
        return []
    if run.returncode not in (1, *CRASHES):
        raise RuntimeError(f"pytest did not run: {run.stdout}{run.stderr}")
    failed = [line.split()[1] for line in run.stdout.splitlines() if line.startswith("FAILED")]
    n_deals = re.search(rf"^{PLAYED}(\d+)$", run.stdout, re.M)
    after = f" after {n_deals[1]} deals" if n_deals else ""
    return [name.removeprefix("tests/search/") + after for name in failed] or [
        f"exit status {run.returncode}"
    ]


def pytest_configure() -> None:
    """As a plugin of pytest (``-p tests.mutations``): the unit that the environment names is the solver's."""
    path = Path(os.environ[UNIT_VARIABLE])
    name = f"{package()}._{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Before it runs: it imports from its package, and that would load the unit of the installation.
    for build_name in (name, f"{name}_bits"):
        sys.modules[build_name] = module
    spec.loader.exec_module(module)
    native = importlib.import_module(f"{package()}.native")
    assert getattr(native, path.stem) is module


def pytest_sessionfinish() -> None:
    """Print, as a plugin of pytest, how many random deals the last test has played."""
    print(f"\n{PLAYED}{Progress.seed + 1}")


def judge(mutant: Mutant) -> tuple[bool, str]:
    """True if the tests say of a mistake what they should, and a line about it."""
    started = monotonic()
    with tempfile.TemporaryDirectory(prefix="mutant-") as room:
        built = build(mutant, mutant.unit, Path(room))
        seconds = monotonic() - started
        failed = failed_tests(built, mutant.test_files())
    is_right = bool(failed) != bool(mutant.equivalent)
    what = f"killed by {failed[0]}" if failed else "survived"
    if mutant.equivalent and not failed:
        what = f"no value changes: {mutant.equivalent}"
    return is_right, _line(is_right, mutant.name, what, seconds, monotonic() - started - seconds)


def judge_sound(unit: str) -> tuple[bool, str]:
    """True if the tests pass with a unit without a mistake, and a line about it."""
    started = monotonic()
    files = sorted({file for each in read_mutants() if each.unit == unit for file in each.test_files()})
    with tempfile.TemporaryDirectory(prefix="mutant-") as room:
        built = build(None, unit, Path(room))
        seconds = monotonic() - started
        failed = failed_tests(built, files)
    what = f"failed: {failed[0]}" if failed else "passed"
    return not failed, _line(
        not failed, f"no mistake in {unit}", what, seconds, monotonic() - started - seconds
    )


def _line(is_right: bool, name: str, what: str, build_s: float, tests_s: float) -> str:
    return f"{'ok  ' if is_right else 'LOOK'}  {name}  --  {what}  ({build_s:.0f} + {tests_s:.0f} s)"


def chosen(mutants: Sequence[Mutant], words: Sequence[str]) -> list[Mutant]:
    """The mutants that have one of the words in their name, file or tests; all of them without a word."""
    return [
        mutant
        for mutant in mutants
        if not words or any(word in " ".join((mutant.name, mutant.file, *mutant.tests)) for word in words)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__.split("\n")[0])
    parser.add_argument("words", nargs="*", help="only mistakes with one of these in name, file or tests")
    parser.add_argument("--jobs", type=int, default=1, help="how many run at once")
    given = parser.parse_args()
    wanted = chosen(read_mutants(), given.words)
    units = [unit for unit in UNITS if any(mutant.unit == unit for mutant in wanted)]
    n_wrong = 0
    with ThreadPoolExecutor(given.jobs) as pool:
        for is_right, line in chain(pool.map(judge_sound, units), pool.map(judge, wanted)):
            n_wrong += not is_right
            print(line, flush=True)
    print(f"{len(wanted)} mistakes, {n_wrong} to look at")
    return min(n_wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
