"""Where memory cannot be had the core says so, and what it holds can be used afterwards."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.night

SHIM = """
#include <stddef.h>
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
static int left = 0;                /* so many more are given, then one is not; 0: all are */
static size_t least = 256;          /* bytes of one that counts */
void fail_after(int n) { left = n; }
static int fails(size_t n) { return left && n >= least && --left == 0; }
void *malloc(size_t n) { return fails(n) ? NULL : __libc_malloc(n); }
void *calloc(size_t n, size_t size) { return fails(n * size) ? NULL : __libc_calloc(n, size); }
"""
PROGRAM = """
import ctypes, sys
from random import Random
from solver import find_variant
from solver.engine.encode import Encoding
from solver.engine.native import points, tricks
from tests.support.positions import random_position

shim = ctypes.CDLL(None)
for unit, name in ((points, "belote"), (tricks, "bridge")):
    rules = find_variant(name).override({"short_deals": True})
    deal = random_position(Random(1), rules, n_each=rules.cards_each, n_left=20)
    code = Encoding(deal)
    fields, encoded = code.fields, code.encode_position(deal)
    # The same deal, as if it were another each time: so whatever is kept of one holds for the next.
    rows = [(unit.Game(fields), encoded, True, None)] * 4
    right, failed = unit.solve(fields, encoded, unit.Table(1 << 24))[:2], 0
    for n in range(1, 80):
        table = unit.Table(1 << 24)
        shim.fail_after(n)
        try:
            unit.solve_many(rows, table)
        except MemoryError:
            failed += 1
        shim.fail_after(0)
        assert unit.solve(fields, encoded, table)[:2] == right
        assert table.n_bytes > 0
        assert [unit.read_found(finding)[:2] for finding in unit.solve_many(rows, table)] == [right] * 4
    print(name, failed)
"""


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("cc") is None or not sys.platform.startswith("linux"), reason="no compiler, or no glibc"
)
def test_a_table_without_memory_for_the_next_deal_can_be_used_again(tmp_path: Path) -> None:
    source, shim = tmp_path / "shim.c", tmp_path / "shim.so"
    source.write_text(SHIM, encoding="utf-8")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", source, "-o", shim], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(shim), "PYTHONMALLOC": "pymalloc"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr[-3000:])
    names, failed = zip(*(line.split() for line in done.stdout.splitlines()), strict=True)
    assert names == ("belote", "bridge")
    assert all(int(n) > 0 for n in failed)
