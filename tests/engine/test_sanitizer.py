"""No two threads of a search touch the same memory without order: ThreadSanitizer watches them."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from benchmarks.builds import UNITS, compile_unit, translate_unit
from tests.support.depth import by_depth

FLAGS = ("-Og", "-g1", "-fsanitize=thread")
QUICKEST = UNITS[1:]
"""The search that is compiled and watched in the least time; what threads share has one text for both."""
RACE = "WARNING: ThreadSanitizer"


def runtime() -> str | None:
    """Return the file of ThreadSanitizer's own code, which must be there before the interpreter is."""
    if shutil.which("cc") is None:
        return None
    asked = ["cc", "-print-file-name=libtsan.so"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return found if Path(found).is_absolute() else None


pytestmark = [
    pytest.mark.night,
    pytest.mark.skipif(runtime() is None, reason="the compiler has no ThreadSanitizer"),
]


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The C of each search that is watched."""
    folder = tmp_path_factory.mktemp("texts")
    return {
        unit: translate_unit(unit, folder).read_text(encoding="utf-8") for unit in by_depth(QUICKEST, UNITS)
    }


def watch(folder: Path, texts: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Compile those searches for it, and solve with them."""
    for unit, text in texts.items():
        path = folder / f"_{unit}.c"
        path.write_text(text, encoding="utf-8")
        compile_unit(path, FLAGS)
    command = [sys.executable, "-m", "tests.support.solve_together", str(folder)]
    if shutil.which("setarch"):
        # It needs addresses where it expects them.
        command = ["setarch", "-R", *command]
    environment = {**os.environ, "LD_PRELOAD": str(runtime()), "TSAN_OPTIONS": "exitcode=66 halt_on_error=1"}
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
