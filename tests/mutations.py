"""Is every technique of the search tested? The core is built with one mistake at a time, and must fail.

    python -m tests.mutations                   # every mistake of tests/data/mutants.toml: half an hour
    python -m tests.mutations trumps            # those whose name, file or tests have the word
    python -m tests.mutations --jobs 2 bounds

A mistake that makes a technique unsound must fail one of its tests (`tests/solver/test_techniques_*.py`); one
that only costs time is listed with the reason, and must pass them. Nothing of the installation is touched:
each core is built in a directory of its own, from a copy of ext/, and takes the place of `solver._core` in a
run of pytest. Needs what building needs: Cython and a C compiler. Exit status 1 when a mistake goes unseen.
"""

import argparse
import importlib.util
import os
import signal
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[1]
EXT = ROOT / "ext"
MUTANTS = ROOT / "tests" / "data" / "mutants.toml"
CORE_VARIABLE = "ATOUT_MUTATED_CORE"
CRASHES = (-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGFPE, -signal.SIGBUS)
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
    """Why no value changes, for the ones that only cost time."""

    def apply(self, text: str) -> str:
        """The file's text with the mistake; the place must be there once."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: its place is {text.count(self.old)} times in ext/{self.file}")
        return text.replace(self.old, self.new)

    def test_files(self) -> list[str]:
        return [f"tests/solver/test_techniques_{name}.py" for name in self.tests]


def read_mutants(path: Path = MUTANTS) -> list[Mutant]:
    """The mistakes, in the order of the file."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    return [Mutant(**{**row, "tests": tuple(row["tests"])}) for row in rows]


def build(mutant: Mutant | None, room: Path) -> Path:
    """The core with that mistake (without one for None), compiled in `room`."""
    for source in (*EXT.glob("*.pxd"), *EXT.glob("*.pyx")):
        text = source.read_text(encoding="utf-8")
        if mutant is not None and source.name == mutant.file:
            text = mutant.apply(text)
        (room / source.name).write_text(text, encoding="utf-8")
    run = [sys.executable, "-m", "cython", "-3", "-I", ".", "--module-name", "solver._core", "core.pyx"]
    subprocess.run([*run, "-o", "core.c"], cwd=room, check=True, capture_output=True)
    include = sysconfig.get_path("include")
    compiler = os.environ.get("CC", "cc")
    flags = ["-O1", "-fno-strict-aliasing", "-shared", "-fPIC", "-w", f"-I{include}"]
    subprocess.run([compiler, *flags, "core.c", "-o", "core.so"], cwd=room, check=True, capture_output=True)
    return room / "core.so"


def failed_tests(core: Path, files: Sequence[str]) -> list[str]:
    """The tests of these files that fail first with that core."""
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
    environment = {**os.environ, CORE_VARIABLE: str(core), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
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
    return [name.rpartition("test_techniques_")[2] for name in failed] or [f"exit status {run.returncode}"]


def pytest_configure() -> None:
    """As a plugin of pytest (``-p tests.mutations``): the core that the environment names is the solver's."""
    path = os.environ[CORE_VARIABLE]
    spec = importlib.util.spec_from_file_location("solver._core", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for build_name in ("solver._core", "solver._core_bits"):
        sys.modules[build_name] = module


def judge(mutant: Mutant | None) -> tuple[bool, str]:
    """Whether the tests say of a core what they should, and a line about it."""
    started = monotonic()
    files = mutant.test_files() if mutant else ["tests/solver"]
    with tempfile.TemporaryDirectory(prefix="mutant-") as room:
        core = build(mutant, Path(room))
        seconds = monotonic() - started
        if mutant is None:
            files = sorted({file for each in read_mutants() for file in each.test_files()})
        failed = failed_tests(core, files)
    must_fail = mutant is not None and not mutant.equivalent
    is_right = bool(failed) == must_fail
    what = f"killed by {failed[0]}" if failed else "survived"
    if mutant is not None and mutant.equivalent and not failed:
        what = f"no value changes: {mutant.equivalent}"
    name = mutant.name if mutant else "no mistake"
    took = f"{seconds:.0f} + {monotonic() - started - seconds:.0f} s"
    return is_right, f"{'ok  ' if is_right else 'LOOK'}  {name}  --  {what}  ({took})"


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
    wanted: list[Mutant | None] = [None, *chosen(read_mutants(), given.words)]
    n_wrong = 0
    with ThreadPoolExecutor(given.jobs) as pool:
        for is_right, line in pool.map(judge, wanted):
            n_wrong += not is_right
            print(line, flush=True)
    print(f"{len(wanted) - 1} mistakes, {n_wrong} to look at")
    return min(n_wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
