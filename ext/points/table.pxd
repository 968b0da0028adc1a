# The transposition table: proven bounds of positions at the start of a trick.
#
# An entry is found by its key, which is exact but for more cards in hand than it has room for (keys.pxd): a probe does not
# answer for another position. Entries lie in clusters of a cache line, 64 bytes.
#
#   Entry of a short key, 8 bytes, eight to a cluster
#   +--------------------------------------------+---------------------+--------------------+--------------------+
#   | cards                                   32 | state 5       tag 3 | upper           12 | lower           12 |
#   +--------------------------------------------+---------------------+--------------------+--------------------+
#   The positions of one family (families.pxd) lie in one cluster. An entry proves its bounds of its own position, and of others of
#   its family bounds that are wider by as much as the two can differ. What a full cluster has no room for lies in another.
#
#   Entry of any other key, 16 bytes, four to a cluster
#   +--------------------------------+----------------+----------------+--------------------------------+
#   | mark                        64 | upper       16 | lower       16 | state                       32 |
#   +--------------------------------+----------------+----------------+--------------------------------+
#   proof, the second word: the highest bit first
#   state: | tricks left 6 | value above 6 | value below 6 | holders 10 | won 2 | leader 2 |
#   mark: the cards of the key, XOR the proof mixed
#
#   lower, upper: points to go, own minus other of side 0
#
# Threads may share a table without locks. A short key's entry is one word. Of the others each thread reads and writes the two
# words one after the other, so that a word of one writer may stand beside a word of another. Such a torn entry is none: its
# mark and its proof give no cards that a position has. (R. Hyatt and T. Mann, "A lock-less transposition table implementation for
# parallel search chess engines", ICGA Journal 25, 2002. Their XOR lets a few bits of difference in the proof pass for a few
# cards, and so would a product, which spreads them upwards alone. Here they reach every part of the word.)
#
# In games with a point for more game points an entry holds two proofs: `value below` is proved for leads of `lower` and more,
# `value above` for leads of `upper` and less.
# The table starts small and grows (growth.pxd). A full cluster gives up the entry with the fewest tricks left, the cheapest to
# prove again; the choice never changes a value.
# An entry is about what is to go, whatever was won before, and a stopped search stores nothing. So one table serves every
# card of a position and every position of a log. (Slate and Atkin, 1977; at the starts of tricks only: Ginsberg, 1996.)

from libc.stdint cimport int16_t, int32_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memset

from atomic cimport get_word, put_word, take_word
from cards cimport n_cards
from game.position cimport Position
from game.rules cimport Rules
from limits cimport Bounds
from pages cimport take_pages
from points.keys cimport CARDS_SHIFT, OWN_STATE, STATE_SHIFT, TAG_SHIFT, Key, known_lead, mixed
from points.families cimport Families, most_between
from team cimport Lock, Team

cdef enum:
    LINE = 64                    # bytes of a cluster
    CLUSTER = 8                  # words of it
    STATE_BITS = 14
    BELOW_SHIFT = 14             # of two values, of 6 bits each
    ABOVE_SHIFT = 20
    LEFT_SHIFT = 26              # of the tricks left, 6 bits
    LOWER_SHIFT = 32
    UPPER_SHIFT = 48
    VALUE_MASK = 63
    MOST_VALUE = 31              # of 6 bits with a sign
    LEAST_VALUE = -32
    NO_LEAD = 32767              # no position has it: nothing is proved
    UNREACHED = 30000            # beyond any value
    SMALLEST_TABLE = 64          # clusters
    MOST_CLUSTERS = 0x7FFFFFFF
    NEAR_CLUSTERS = 1 << 14      # 1 MiB, about what a core's own caches hold

cdef struct Table:
    uint64_t* words
    void* memory                 # in which they lie, at the start of a cache line
    uint64_t n_clusters
    uint64_t n_most              # clusters that the limit allows
    uint64_t n_used              # entries
    uint64_t n_near              # clusters that come at once
    bint is_short                # the keys are
    Table* whole                 # of which this is a thread's view; NULL: the table itself


cdef inline uint64_t* cluster_at(const Table* table, uint64_t mix) noexcept nogil:
    """The cluster that the upper half of a mixed number says."""
    return table.words + CLUSTER * (((mix >> 32) * table.n_clusters) >> 32)


cdef inline uint64_t* cluster_of(const Table* table, const Key* key) noexcept nogil:
    if table.is_short:
        return cluster_at(table, key.family)
    return cluster_at(table, mixed(key.cards + key.state * <uint64_t>0x9E3779B97F4A7C15U))


cdef inline bint is_far(const Table* table) noexcept nogil:
    """Is the table so large that a cluster of it takes long to come?"""
    return table.n_clusters > table.n_near


# ---- entries of short keys


cdef inline int short_lower(uint64_t word) noexcept nogil:
    return <int32_t>(<uint32_t>word << 20) >> 20


cdef inline int short_upper(uint64_t word) noexcept nogil:
    return <int32_t>(<uint32_t>word << 8) >> 20


cdef inline int short_apart(const Families* families, const Key* key, uint64_t word) noexcept nogil:
    """The most by which the values of the position and of an entry's differ, or -1 if the one says nothing of the other."""
    if <uint32_t>(key.cards ^ word) >> TAG_SHIFT:
        return -1
    if key.state & OWN_STATE and (key.cards ^ word) >> CARDS_SHIFT:
        return -1
    return most_between(families, key.cards >> CARDS_SHIFT, word >> CARDS_SHIFT)


cdef inline uint64_t* own_cluster(const Table* table, const Key* key) noexcept nogil:
    """Where an entry lies that finds no room among those of its family."""
    return cluster_at(table, (key.cards ^ key.family) * <uint64_t>0xD6E8FEB86659FD93U)


cdef inline bint probe_word(
    const Table* table, const Families* families, const Key* key, Bounds* bounds
) noexcept nogil:
    """Looks for entries of the position and of others of its family, and takes what they prove together."""
    cdef const uint64_t* words = cluster_of(table, key)
    cdef uint64_t found
    cdef bint is_known = False
    cdef int i, apart, turn
    bounds.lower = -UNREACHED
    bounds.upper = UNREACHED
    for turn in range(2):
        for i in range(CLUSTER):
            found = get_word(words + i)
            if found == 0:
                return is_known
            apart = short_apart(families, key, found)
            if apart >= 0:
                is_known = True
                bounds.lower = max(bounds.lower, short_lower(found) - apart)
                bounds.upper = min(bounds.upper, short_upper(found) + apart)
        words = own_cluster(table, key)
    return is_known


cdef inline uint64_t* place_for_word(Table* table, const Key* key) noexcept nogil:
    """The entry to write: the key's own, else an empty one, else the one with the fewest cards left."""
    cdef uint64_t* words = cluster_of(table, key)
    cdef uint64_t found
    cdef int i, n, turn, least = 64, victim = 0
    for turn in range(2):
        for i in range(CLUSTER):
            found = get_word(words + i)
            if found == 0:
                table.n_used += 1
                return words + i
            if (found ^ key.cards) >> TAG_SHIFT == 0:
                return words + i
        if turn == 0:
            words = own_cluster(table, key)
    for i in range(CLUSTER):
        n = n_cards(get_word(words + i) >> CARDS_SHIFT)
        if n < least:
            least = n
            victim = i
    return words + victim


cdef inline void store_word(Table* table, const Key* key, Bounds bounds) noexcept nogil:
    put_word(
        place_for_word(table, key),
        key.cards | (<uint32_t>bounds.upper & 0xFFF) << 12 | <uint32_t>bounds.lower & 0xFFF)


# ---- entries of other keys


cdef inline uint64_t marked(uint64_t cards, uint64_t proof) noexcept nogil:
    """The mark of an entry with these cards; and the cards of one with this mark."""
    cdef uint64_t mix = (proof ^ (proof >> 32)) * <uint64_t>0xD6E8FEB86659FD93U
    return cards ^ mix ^ (mix >> 32)


cdef inline bint holds(const Key* key, uint64_t mark, uint64_t proof) noexcept nogil:
    return ((marked(mark, proof) ^ key.cards) | ((proof ^ key.state) & ((1 << STATE_BITS) - 1))) == 0


cdef inline uint64_t new_proof(const Key* key, uint32_t values, int lower, int upper) noexcept nogil:
    cdef uint32_t state = key.state | values | key.tricks_left << LEFT_SHIFT
    return state | <uint64_t><uint16_t>lower << LOWER_SHIFT | <uint64_t><uint16_t>upper << UPPER_SHIFT


cdef inline int lower_of(uint64_t proof) noexcept nogil:
    return <int16_t>(proof >> LOWER_SHIFT)


cdef inline int upper_of(uint64_t proof) noexcept nogil:
    return <int16_t>(proof >> UPPER_SHIFT)


cdef inline int value_below(uint64_t proof) noexcept nogil:
    return <int>((proof >> BELOW_SHIFT) & VALUE_MASK) + LEAST_VALUE


cdef inline int value_above(uint64_t proof) noexcept nogil:
    return <int>((proof >> ABOVE_SHIFT) & VALUE_MASK) + LEAST_VALUE


cdef inline Bounds proved_bounds(const Rules* rules, const Position* position, uint64_t proof) noexcept nogil:
    """The bounds that an entry proves of the position."""
    cdef Bounds bounds
    cdef int lead
    if not rules.game_value:
        bounds.lower = lower_of(proof)
        bounds.upper = upper_of(proof)
        return bounds
    lead = known_lead(rules, position)
    bounds.lower = value_below(proof) if lead >= lower_of(proof) else -UNREACHED
    bounds.upper = value_above(proof) if lead <= upper_of(proof) else UNREACHED
    return bounds


cdef inline bint probe_words(const Table* table, const Key* key, uint64_t* proof) noexcept nogil:
    """Looks for the entry of the key, and takes its proof."""
    cdef const uint64_t* words = cluster_of(table, key)
    cdef int i
    for i in range(0, CLUSTER, 2):
        proof[0] = get_word(words + i + 1)
        if holds(key, get_word(words + i), proof[0]):
            return True
    return False


cdef inline uint64_t* place_for(Table* table, const Key* key, uint64_t* proof) noexcept nogil:
    """The entry to write: the key's own, else an empty one, else the one with the fewest tricks left.

    `proof` is what the key's own entry holds, else 0.
    """
    cdef uint64_t* words = cluster_of(table, key)
    cdef uint64_t mark
    cdef int i, n, least = 64, victim = 0
    for i in range(0, CLUSTER, 2):
        proof[0] = get_word(words + i + 1)
        mark = get_word(words + i)
        if (mark | proof[0]) == 0:
            table.n_used += 1
            return words + i
        if holds(key, mark, proof[0]):
            return words + i
        n = proof[0] >> LEFT_SHIFT & 63
        if n < least:
            least = n
            victim = i
    proof[0] = 0
    return words + victim


cdef inline void write(uint64_t* words, uint64_t cards, uint64_t proof) noexcept nogil:
    put_word(words, marked(cards, proof))
    put_word(words + 1, proof)


# ---- entries of all keys


cdef inline bint probe(
    const Table* table, const Families* families, const Rules* rules, const Position* position, const Key* key, Bounds* bounds
) noexcept nogil:
    """Looks for the entry of the position, whose key this is, and takes what it proves."""
    cdef uint64_t proof
    if table.is_short:
        return probe_word(table, families, key, bounds)
    if not probe_words(table, key, &proof):
        return False
    bounds[0] = proved_bounds(rules, position, proof)
    return True


cdef inline void store_bounds(Table* table, const Key* key, Bounds bounds) noexcept nogil:
    """Stores the bounds of a position whose value does not depend on a lead in game points."""
    cdef uint64_t old
    if table.is_short:
        store_word(table, key, bounds)
    else:
        write(place_for(table, key, &old), key.cards, new_proof(key, 0, bounds.lower, bounds.upper))


cdef inline void store_proof(Table* table, const Key* key, int lead, int value, bint is_lower) noexcept nogil:
    """Stores that at this lead or more the position is worth `value` or more (`is_lower`), or the same with "less"."""
    cdef uint64_t old
    cdef uint64_t* words = place_for(table, key, &old)
    cdef int below = LEAST_VALUE, above = MOST_VALUE, lower = NO_LEAD, upper = -NO_LEAD
    cdef uint32_t values
    if old:
        below, above = value_below(old), value_above(old)
        lower, upper = lower_of(old), upper_of(old)
    if is_lower and value >= LEAST_VALUE and not (lead >= lower and below >= value):
        below = min(value, MOST_VALUE)
        lower = lead
    elif not is_lower and value <= MOST_VALUE and not (lead <= upper and above <= value):
        above = max(value, <int>LEAST_VALUE)
        upper = lead
    values = <uint32_t>(below - LEAST_VALUE) << BELOW_SHIFT | <uint32_t>(above - LEAST_VALUE) << ABOVE_SHIFT
    write(words, key.cards, new_proof(key, values, lower, upper))


# ---- the table


cdef inline bint allocate(Table* table, uint64_t n_clusters) noexcept nogil:
    """Gives the table so many clusters, which may hold anything; False when there is no memory."""
    table.n_clusters = n_clusters
    table.n_used = 0
    table.memory = take_pages((n_clusters + 1) * LINE)
    table.words = <uint64_t*>((<uintptr_t>table.memory + LINE - 1) & ~<uintptr_t>(LINE - 1))
    return table.memory != NULL


cdef inline void clear(Table* table, uint64_t first, uint64_t end) noexcept nogil:
    """Empties the clusters from the first to the one before the end."""
    memset(table.words + first * CLUSTER, 0, (end - first) * LINE)


cdef inline bint start_table(Table* table, uint64_t limit_bytes) noexcept nogil:
    """Allocates a table for at most `limit_bytes`; False when there is no memory."""
    cdef uint64_t n_clusters
    # A table must fit beside the one that it grew from, a quarter of its size.
    table.n_most = max(<uint64_t>SMALLEST_TABLE, limit_bytes // LINE * 4 // 5)
    table.n_most = min(table.n_most, <uint64_t>MOST_CLUSTERS)
    n_clusters = table.n_most
    table.n_most = 1
    while n_clusters // 4 >= SMALLEST_TABLE:
        n_clusters //= 4
        table.n_most *= 4
    table.n_most *= n_clusters
    table.is_short = False       # task.pxd knows it before the first search of a deal
    table.n_near = NEAR_CLUSTERS
    table.whole = NULL
    if not allocate(table, n_clusters):
        return False
    clear(table, 0, n_clusters)
    return True


cdef inline void look_again(Table* view) noexcept nogil:
    """The table may have grown."""
    view.words = view.whole.words
    view.n_clusters = view.whole.n_clusters


cdef inline void open_view(Table* view, Table* whole, Lock* lock, bint is_shared) noexcept nogil:
    """A thread's view of a table, which counts the entries that this thread adds; no lock is needed."""
    view.whole = whole
    view.n_used = 0
    view.is_short = whole.is_short
    view.n_near = whole.n_near
    look_again(view)


cdef inline void count_entries(Table* whole, Team* team) noexcept nogil:
    """The chief counts what all threads have told that they have added."""
    whole.n_used += take_word(&team.n_used)
