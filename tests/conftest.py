"""Settings of all tests: one environment, and the same examples of hypothesis everywhere, not timed."""

import gc
import os
import re
import site
import tempfile
from atexit import register
from collections import defaultdict
from collections.abc import Generator, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import islice
from pathlib import Path
from shutil import rmtree
from types import FunctionType

import pytest

from benchmarks.chromium import NO_BROWSER
from tests.support import budgets
from tests.support.api.servers import Running
from tests.support.board.slowness import VARIABLE as SLOWNESS_VARIABLE
from tests.support.depth import VARIABLE as DEPTH_VARIABLE, cases_by_day

__all__ = ["budgets"]

OF_THE_USER = ("LANGUAGE", "LANG", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "MAKEFLAGS", "MFLAGS")
"""Variables that users may have set, and that change what is printed."""

for name in list(os.environ):
    if name in (DEPTH_VARIABLE, SLOWNESS_VARIABLE):
        continue  # they are for the tests themselves
    if name.startswith(("ATOUT_", "LC_")) or name in OF_THE_USER:
        del os.environ[name]
os.environ["LC_ALL"] = "C.UTF-8"
os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1"
os.environ["ATOUT_SHIPPED_PUZZLES"] = "off"  # proving them would take the time of what is tested
os.environ["ATOUT_DATABASE"] = "none"  # services keep nothing, unless a test wants them to
# Nor does a service that reads no environment touch what is kept at home.
os.environ.setdefault("PYTHONUSERBASE", site.getuserbase())
# What was downloaded once is not downloaded again.
os.environ.setdefault("PIP_CACHE_DIR", os.path.expanduser("~/.cache/pip"))
os.environ["HOME"] = tempfile.mkdtemp(prefix="home")
register(rmtree, os.environ["HOME"], ignore_errors=True)

TESTS = Path(__file__).parent
SEARCH = TESTS / "search"
"""The tests of the search: thousands of deals, all of them slow."""

LONG = {"slow", "night"}
"""The marks of tests that compute for long."""

gc.disable()  # until all tests are collected: what is imported and collected stays


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Tell which test runs: what starts servers asks for its mark."""
    Running.item = item
    try:
        return (yield)
    finally:
        Running.item = None


def pytest_collection(session: pytest.Session) -> None:
    """Let each process of a run import other modules first.

    In a fresh checkout pytest rewrites each, which takes longer than to import it, and keeps the result for
    whoever comes later. In the same order all would come at once.
    """
    number, n_processes = (os.environ.get(f"PYTEST_XDIST_WORKER{part}") for part in ("", "_COUNT"))
    if not (number and n_processes) or session.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    paths = [path for path in sorted(TESTS.rglob("test_*.py")) if is_collected(path, session.config)]
    first = int(number.removeprefix("gw")) * len(paths) // int(n_processes)
    for path in paths[first:] + paths[:first]:
        # What cannot be imported is collected all the same, and told then.
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(path.relative_to(TESTS.parent).with_suffix("").parts))


def is_collected(path: Path, config: pytest.Config) -> bool:
    """Tell if a run collects a module of tests."""
    folders = [TESTS / folder for folder in path.relative_to(TESTS).parents]
    return not any(pytest_ignore_collect(one, config) for one in (path, *folders))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Spare a run that leaves out what has a mark the import of the modules that have it as a whole."""
    if collection_path.suffix != ".py":
        return True if collection_path == SEARCH and leaves_out(config, "slow") else None
    whole = "\n".join(re.findall(r"^pytestmark = .*$", collection_path.read_text(), re.MULTILINE))
    marks = re.findall(r"pytest\.mark\.(\w+)", whole)
    return True if any(leaves_out(config, mark) for mark in marks) else None


def leaves_out(config: pytest.Config, mark: str) -> bool:
    """Tell if the run is of the tests without a mark, as ``-m 'not server and not slow'`` says."""
    return f"not {mark}" in config.option.markexpr.split(" and ")


def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Spare a run by day the items of the tests that are left to the night: half of all."""
    if not isinstance(obj, (FunctionType, type)) or not leaves_out(collector.config, "night"):
        return None
    return [] if any(mark.name == "night" for mark in getattr(obj, "pytestmark", ())) else None


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Spare it the cases, too, to which `leave_to_the_night` gives the mark."""
    mark = metafunc.definition.get_closest_marker("by_day")
    if mark and leaves_out(metafunc.config, "night"):
        cases = metafunc._calls
        by_day = cases_by_day(metafunc.definition.nodeid, len(cases), *mark.args)
        cases[:] = [case for number, case in enumerate(cases) if number in by_day]


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line, the last before the counts, what was left out for want of a browser."""
    reports = terminalreporter.stats.get("skipped", [])
    left_out = [one for one in reports if NO_BROWSER in str(one.longrepr)]
    if left_out:
        files = sorted({one.nodeid.partition("::")[0] for one in left_out})
        terminalreporter.write_line(f"left out, as {NO_BROWSER}: {len(left_out)} tests of {', '.join(files)}")


def pytest_collection_finish() -> None:
    """Spare the garbage collector the thousands of tests, which stay to the end: a tenth of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Give tests the marks that follow from others, and order what the run then leaves in."""
    for item in items:
        if item.path.is_relative_to(SEARCH):
            item.add_marker("slow")
    leave_to_the_night(items)
    yield
    in_order_of_waiting(items)


def leave_to_the_night(items: Sequence[pytest.Item]) -> None:
    """Give the mark ``night`` to the cases of tests with the mark ``by_day`` that only deeper runs have."""
    cases = defaultdict(list)
    for item in items:
        if mark := item.get_closest_marker("by_day"):
            cases[item.nodeid.partition("[")[0], *mark.args].append(item)
    for (name, n_by_day), those in cases.items():
        by_day = cases_by_day(name, len(those), n_by_day)
        for number, item in enumerate(those):
            if number not in by_day:
                item.add_marker("night")


def in_order_of_waiting(items: list[pytest.Item]) -> None:
    """Begin with what waits and with what takes long: the short tests fill up the processes in the end.

    Tests that start servers mostly wait.  Half of the processes begin with them, and the others compute
    meanwhile: if they came last, on all processes at once, the processor would be idle.  A process that has
    done with its own tests takes over from the others (xdist, ``--dist worksteal``).
    """
    waiting: list[pytest.Item] = []
    long: list[pytest.Item] = []
    rest: list[pytest.Item] = []
    for item in items:
        marks = {mark.name for mark in item.iter_markers()}
        (waiting if "server" in marks else long if marks & LONG else rest).append(item)
    short = iter(rest)
    # One process alone does the parts of two, one after the other.
    n_processes = max(int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")), 2)
    n_waiting = n_processes // 2
    first = parts_of(waiting, n_waiting) + parts_of(long, n_processes - n_waiting)
    items[:] = [
        item
        for begun, whole in zip(first, parts_of(items, n_processes), strict=True)
        for item in (*begun, *islice(short, max(len(whole) - len(begun), 0)))
    ] + list(short)


def parts_of(items: Sequence[pytest.Item], n: int) -> list[Sequence[pytest.Item]]:
    """Cut tests into ``n`` parts, as xdist first gives them to so many processes."""
    return [items[len(items) * i // n : len(items) * (i + 1) // n] for i in range(n)]
