"""A table that is called off while it grows stays as it is (ext/points/table.pxd, ext/tricks/memory.pxd)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.builds import compile_unit, load_unit, translate

pytestmark = pytest.mark.night

POINTS = """
from libc.stdint cimport uint64_t
from limits cimport NEVER, Meter, new_meter
from points.families cimport Families
from points.table cimport CLUSTER, Table, grow, place_for_word, start_table
from points.keys cimport Key, key_of_cards

def grown(int cancelled, long long deadline_ns):
    cdef Table table
    cdef Families families
    cdef Key key
    cdef uint64_t before, i
    cdef Meter meter = new_meter(NEVER, deadline_ns, &cancelled)
    start_table(&table, 1 << 24)
    table.is_short = True
    for i in range(4 * 256):
        families.of[i // 256][i % 256] = i
        families.worth[i // 256][i % 256] = 0
    for i in range(1, 200):
        key = key_of_cards(&families, i * 7919, 1)
        place_for_word(&table, &key)[0] = key.cards
    before = table.n_used
    words = sum([1 for i in range(table.n_clusters * CLUSTER) if table.words[i]])
    n = table.n_clusters
    grow(&table, &families, &meter)
    kept = sum([1 for i in range(table.n_clusters * CLUSTER) if table.words[i]])
    return table.n_clusters // n, before == table.n_used == words == kept
"""
TRICKS = """
from libc.stdint cimport uint64_t
from libc.string cimport memset
from limits cimport NEVER, Meter, new_meter
from tricks.memory cimport Table, find_slot, grow_slots, start_table, take_slot

def grown(int cancelled, long long deadline_ns):
    cdef Table table
    cdef uint64_t i
    cdef Meter meter = new_meter(NEVER, deadline_ns, &cancelled)
    memset(&table, 0, sizeof(Table))
    start_table(&table, 1 << 24)
    for i in range(1, 200):
        take_slot(&table, i * 7919, 1 + i % 12)
    n = table.n_slots
    before = [i for i in range(1, 200) if find_slot(&table, i * 7919) != NULL]
    grow_slots(&table, 8 * n, &meter)
    kept = [i for i in range(1, 200) if find_slot(&table, i * 7919) != NULL]
    return table.n_slots // n, before == kept and table.n_keys == len(kept)
"""


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize(("unit", "source", "times"), [("points", POINTS, 4), ("tricks", TRICKS, 8)])
def test_a_table_called_off_while_it_grows_stays_as_it_is(
    tmp_path: Path, unit: str, source: str, times: int
) -> None:
    file = tmp_path / f"growth_{unit}.pyx"
    file.write_text(source, encoding="utf-8")
    built = load_unit(compile_unit(translate(file, tmp_path), ("-O0",)))
    grown: Callable[[int, int], tuple[int, bool]] = built.grown
    assert grown(0, 0) == (times, True)
    assert grown(1, 0) == (1, True)
    assert grown(0, 1) == (1, True)
