# The table grows: fourfold, up to its limit. It starts small, so that a small position stays in the processor's cache. Old and
# new table together never pass the limit.

from libc.stdint cimport uint64_t

from limits cimport MOVED_UNSEEN, Meter, is_called_off
from pages cimport give_pages_back
from points.families cimport Families
from points.keys cimport CARDS_SHIFT, STATE_SHIFT, Key, key_of_cards
from points.table cimport CLUSTER, STATE_BITS, Table, allocate, clear, marked, place_for, place_for_word


cdef inline bint is_crowded(const Table* table) noexcept nogil:
    """Should the table grow? With short keys it is fuller than it looks: the positions of one family share a place."""
    cdef uint64_t n_entries = table.n_clusters * CLUSTER // 2
    return table.n_used * 2 > n_entries and table.n_clusters < table.n_most


cdef inline void move_cluster(
    const Table* table, Table* larger, const Families* families, uint64_t cluster
) noexcept nogil:
    """Puts the entries of a cluster into another table."""
    cdef const uint64_t* words = table.words + CLUSTER * cluster
    cdef uint64_t* place
    cdef uint64_t old
    cdef Key key
    cdef int i
    if table.is_short:
        for i in range(CLUSTER):
            if words[i]:
                key = key_of_cards(families, words[i] >> CARDS_SHIFT, words[i] >> STATE_SHIFT & 31)
                place_for_word(larger, &key)[0] = words[i]
        return
    for i in range(0, CLUSTER, 2):
        if words[i] | words[i + 1]:
            key.cards = marked(words[i], words[i + 1])
            key.state = words[i + 1] & ((1 << STATE_BITS) - 1)
            place = place_for(larger, &key, &old)
            place[0] = words[i]
            place[1] = words[i + 1]


cdef inline bint is_cleared(Table* table, const Meter* meter) noexcept nogil:
    """Empties the table piece by piece; False when the search is called off meanwhile."""
    cdef uint64_t first = 0, end
    while first < table.n_clusters:
        if is_called_off(meter):
            return False
        end = min(first + MOVED_UNSEEN, table.n_clusters)
        clear(table, first, end)
        first = end
    return True


cdef inline void grow(Table* table, const Families* families, const Meter* meter) noexcept nogil:
    """Four times the size; without memory it stays as it is for good.

    When the search is called off meanwhile, it stays as it is.
    """
    cdef Table larger = table[0]
    cdef uint64_t cluster
    if not allocate(&larger, table.n_clusters * 4):
        table.n_most = table.n_clusters
        return
    # Entries with short keys that find no room among those of their family go anywhere.
    if table.is_short and not is_cleared(&larger, meter):
        give_pages_back(larger.memory)
        return
    for cluster in range(table.n_clusters):
        if cluster % MOVED_UNSEEN == 0:
            if is_called_off(meter):
                give_pages_back(larger.memory)
                return
            if not table.is_short:
                # The next clusters go to four each, which are cleared just before, so that they are near.
                clear(&larger, 4 * cluster, 4 * min(cluster + MOVED_UNSEEN, table.n_clusters))
        move_cluster(table, &larger, families, cluster)
    give_pages_back(table.memory)
    table[0] = larger
