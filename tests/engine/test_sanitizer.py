"""Nothing that C leaves undefined happens in a search, nor do its threads race: sanitizers watch them."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from benchmarks.builds import UNITS, compile_unit, translate_unit
from tests.support.depth import by_depth

QUICKEST = UNITS[1:]
"""The search that is compiled and watched in the least time; what threads share has one text for both."""
N_POSITIONS = by_depth(300, 3000)
RACE = "WARNING: ThreadSanitizer"


class Sanitizer(NamedTuple):
    """What watches a search, and a program that searches."""

    library: str
    flags: tuple[str, ...]
    environment: dict[str, str]
    program: tuple[str, ...]

    def runtime(self) -> str | None:
        """Return the file of its own code, which must be there before the interpreter is."""
        if shutil.which("cc") is None:
            return None
        asked = ["cc", f"-print-file-name={self.library}"]
        found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
        return found if Path(found).is_absolute() else None


OF_THREADS = Sanitizer(
    "libtsan.so",
    ("-Og", "-g1", "-fsanitize=thread"),
    {"TSAN_OPTIONS": "exitcode=66 halt_on_error=1"},
    ("tests.support.search.solve_together",),
)
OF_MEMORY = Sanitizer(
    "libasan.so",
    ("-O1", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    {"ASAN_OPTIONS": "detect_leaks=0"},
    ("tests.support.search.agree_elsewhere", str(N_POSITIONS)),
)
"""AddressSanitizer and UndefinedBehaviorSanitizer; the interpreter keeps what would be told as leaks."""

pytestmark = [
    pytest.mark.night,
    pytest.mark.skipif(
        None in (OF_THREADS.runtime(), OF_MEMORY.runtime()), reason="the compiler has no sanitizers"
    ),
]


def translated(folder: Path, *units: str) -> Mapping[str, str]:
    """Return the C of some units."""
    return {unit: translate_unit(unit, folder).read_text(encoding="utf-8") for unit in units}


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The C of each search whose threads are watched."""
    return translated(tmp_path_factory.mktemp("texts"), *by_depth(QUICKEST, UNITS))


@pytest.fixture(scope="module")
def plain_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The C of the plain search, which is compiled in the least time."""
    return translated(tmp_path_factory.mktemp("plain"), "plain")["plain"]


def watch(
    folder: Path, texts: Mapping[str, str], sanitizer: Sanitizer = OF_THREADS
) -> subprocess.CompletedProcess[str]:
    """Compile those searches for it, and solve with them."""
    for unit, text in texts.items():
        path = folder / f"_{unit}.c"
        path.write_text(text, encoding="utf-8")
        compile_unit(path, sanitizer.flags)
    module, *options = sanitizer.program
    command = [sys.executable, "-m", module, str(folder), *options]
    if shutil.which("setarch"):
        # It needs addresses where it expects them.
        command = ["setarch", "-R", *command]
    environment = {**os.environ, "LD_PRELOAD": str(sanitizer.runtime()), **sanitizer.environment}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def without_order(text: str) -> str:
    """Return the C text with words that are read and written as if nobody shared them, and no latches."""
    changed = re.sub(r"__atomic_store_n\(word, value, __ATOMIC_RELAXED\)", "*word = value", text)
    changed = re.sub(r"__atomic_load_n\(word, __ATOMIC_RELAXED\)", "*word", changed)
    changed = changed.replace("while (__atomic_exchange_n(latch, 1, __ATOMIC_ACQUIRE))", "while (0)")
    assert changed != text
    return changed


def without_the_chief(text: str) -> str:
    """Return the C text with a chief that takes no latches when it has helpers."""
    changed = text.replace("->table->is_shared = 1;", "->table->is_shared = 0;")
    assert changed != text
    return changed


def test_four_threads_never_race(tmp_path: Path, texts: Mapping[str, str]) -> None:
    done = watch(tmp_path, texts)
    assert done.returncode == 0, done.stderr[:3000]
    assert RACE not in done.stderr
    assert done.stdout.count("nodes") == 2 * len(texts)


@pytest.mark.parametrize("change", [without_order, without_the_chief])
def test_a_race_would_be_found(
    tmp_path: Path, texts: Mapping[str, str], change: Callable[[str], str]
) -> None:
    assert RACE in watch(tmp_path, {unit: change(texts[unit]) for unit in QUICKEST}).stderr


def test_random_positions_meet_nothing_undefined(tmp_path: Path) -> None:
    done = watch(tmp_path, translated(tmp_path, *UNITS, "plain"), OF_MEMORY)
    assert done.returncode == 0, done.stderr[:3000]
    assert int(done.stdout.split()[0]) > 5 * N_POSITIONS


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        (r"calloc\((\w+), \(sizeof\(\w+ \w+Entry\)\)\)", r"calloc(\1, 1)", "heap-buffer-overflow"),
        (r"\(\(\w+_CardSet\)1\) << __pyx_v_card\b", "1 << __pyx_v_card", "shift exponent"),
    ],
)
def test_what_is_undefined_would_be_found(
    tmp_path: Path, plain_text: str, right: str, wrong: str, told: str
) -> None:
    changed, n_changed = re.subn(right, wrong, plain_text)
    assert n_changed == 1
    assert told in watch(tmp_path, {"plain": changed}, OF_MEMORY).stderr
