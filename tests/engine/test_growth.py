"""Tables that grow keep what they hold, and called off stay as they are.

See ext/points/growth.pxd and ext/tricks/memory.pxd.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.builds import compile_unit, load_unit, translate

pytestmark = pytest.mark.night

POINTS = """
from libc.stdint cimport uint64_t
from limits cimport NEVER, Meter, new_meter
from pages cimport give_pages_back
from points.families cimport Families
from points.growth cimport grow, is_cleared, is_crowded
from points.table cimport (
    CLUSTER, Table, new_proof, place_for, place_for_word, probe_words, start_table, write)
from points.keys cimport Key, key_of_cards, mixed

cdef Families families

def learn_families():
    for i in range(4 * 256):
        families.of[i // 256][i % 256] = i
        families.worth[i // 256][i % 256] = 0

def grown(int cancelled, long long deadline_ns):
    cdef Table table
    cdef Key key
    cdef uint64_t before, i
    cdef Meter meter = new_meter(NEVER, deadline_ns, &cancelled)
    start_table(&table, 1 << 24)
    table.is_short = True
    learn_families()
    for i in range(1, 200):
        key = key_of_cards(&families, i * 7919, 1)
        place_for_word(&table, &key)[0] = key.cards
    before = table.n_used
    words = sum([1 for i in range(table.n_clusters * CLUSTER) if table.words[i]])
    n = table.n_clusters
    grow(&table, &families, &meter)
    kept = sum([1 for i in range(table.n_clusters * CLUSTER) if table.words[i]])
    times = table.n_clusters // n
    give_pages_back(table.memory)
    return times, before == table.n_used == words == kept

def cleared(int cancelled):
    # Is the last word of a table empty, once it is cleared?
    cdef Table table
    cdef Meter meter = new_meter(NEVER, 0, &cancelled)
    start_table(&table, 1 << 16)
    table.words[table.n_clusters * CLUSTER - 1] = 1
    is_whole = is_cleared(&table, &meter)
    is_empty = table.words[table.n_clusters * CLUSTER - 1] == 0
    give_pages_back(table.memory)
    return is_whole, is_empty

cdef void take(Key* key, uint64_t number) noexcept:
    key.cards = mixed(number)
    key.state = number & 3
    key.tricks_left = 1 + number % 12

cdef uint64_t n_filled(const Table* table) noexcept:
    cdef uint64_t i, n = 0
    for i in range(0, table.n_clusters * CLUSTER, 2):
        n += (table.words[i] | table.words[i + 1]) != 0
    return n

def filled(uint64_t limit, uint64_t first):
    # How many times the table grew, how often that lost a proof, or held what nobody has put there.
    cdef Table table
    cdef Key key
    cdef uint64_t* words
    cdef int never = 0, n_grown = 0
    cdef uint64_t number = first, i, proof, before, n_wrong = 0
    cdef Meter meter = new_meter(NEVER, 0, &never)
    start_table(&table, limit)
    if n_filled(&table):
        n_wrong += 1
    while table.n_clusters < table.n_most:
        while not is_crowded(&table):
            number += 1
            take(&key, number)
            words = place_for(&table, &key, &proof)
            write(words, key.cards, new_proof(&key, 0, number & 0x3FFF, number >> 14 & 0x3FFF))
        before = 0
        for i in range(first + 1, number + 1):
            take(&key, i)
            before += probe_words(&table, &key, &proof)
        n_wrong += n_filled(&table) != before or table.n_used != before
        grow(&table, &families, &meter)
        n_grown += 1
        n_wrong += n_filled(&table) != before or table.n_used != before
        for i in range(first + 1, number + 1):
            take(&key, i)
            if probe_words(&table, &key, &proof):
                before -= 1
                n_wrong += proof != new_proof(&key, 0, i & 0x3FFF, i >> 14 & 0x3FFF)
        n_wrong += before != 0
    clusters = table.n_clusters
    give_pages_back(table.memory)
    return n_grown, n_wrong, clusters
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
    if unit == "points":
        assert (built.cleared(0), built.cleared(1)) == ((True, True), (False, False))
    grown: Callable[[int, int], tuple[int, bool]] = built.grown
    assert grown(0, 0) == (times, True)
    assert grown(1, 0) == (1, True)
    assert grown(0, 1) == (1, True)


@pytest.mark.night
@pytest.mark.slow
def test_a_table_that_grows_keeps_every_proof(tmp_path: Path) -> None:
    """In new memory, and in what another table has left."""
    file = tmp_path / "growth_filled.pyx"
    file.write_text(POINTS, encoding="utf-8")
    built = load_unit(compile_unit(translate(file, tmp_path), ("-O2",)))
    filled: Callable[[int, int], tuple[int, int, int]] = built.filled
    assert filled(64 << 20, 0)[:2] == (6, 0)
    assert filled(64 << 20, 1 << 40)[:2] == (6, 0)
    for mib in (45, 3, 80, 64):
        n_grown, n_wrong, clusters = filled(mib << 20, mib << 40)
        assert (n_wrong, n_grown >= 4) == (0, True)
        assert 0.98 < clusters / ((mib << 20) // 64 * 4 // 5) <= 1, "the limit is made use of"
