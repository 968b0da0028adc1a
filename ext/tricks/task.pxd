# A position made ready for the search for tricks, and the memory of a deal: the same natively and in a browser.

from libc.stdint cimport uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from cards cimport CardSet, N_LANES, lane_set, lowest, n_cards
from given cimport Given
from limits cimport Bounds
from refutations cimport Refutations, size_refutations
from tricks.bits cimport one_of
from tricks.driver cimport Root
from tricks.memory cimport FIRST_SLOTS, Table, free_table, grow_slots, start_table, table_bytes
from tricks.state cimport N_SEATS, Search, Trick, add_card, start_trick

cdef enum:
    FEWEST_REFUTATIONS = 10      # as powers of two, a byte each
    MOST_REFUTATIONS = 18        # more would not lie in the cache of a core beside all else
    HALF_WAY_REFUTATIONS = 15    # of fewer tricks than 8
    FEW_TRICKS = 4               # of an ending that fits into the smallest memory

cdef struct Terms:
    # what the search asks of the rules, for any number of positions
    CardSet trumps
    bint is_swapped              # seats 0 and 2 are side 1

cdef struct Ready:
    # a position made ready, and all that its search changes; used again for the next one
    Search search
    Root root

cdef struct Memory:
    # what the searches of one deal and trump have proved
    Table table
    Refutations refutations
    int most_refutations         # as a power of two


cdef inline void open_ready(Ready* ready) noexcept nogil:
    """Room for a position, before the first one: it has all that it needs."""


cdef inline void close_ready(Ready* ready) noexcept nogil:
    """It has borrowed nothing."""


cdef inline bint begin(Ready* ready, const Terms* terms, const Given* given) noexcept nogil:
    """Makes a position ready, for which there is always memory."""
    cdef Search* s = &ready.search
    cdef Root* root = &ready.root
    cdef Trick after
    cdef int i, lane, seat
    memset(s, 0, sizeof(Search))
    s.trumps = terms.trumps
    s.trump = lowest(s.trumps) >> 4 if s.trumps else -1
    start_trick(&root.trick, given.leader)
    for i in range(given.n_table):
        add_card(s, &root.trick, given.table[i], &after)
        root.trick = after
    for seat in range(N_SEATS):
        s.hand[seat] = given.hands[seat]
        for lane in range(N_LANES):
            s.shape += n_cards(s.hand[seat] & lane_set(lane)) * one_of(seat, lane)
    s.n_tricks = n_cards(s.hand[root.trick.seat])
    root.n_tricks = s.n_tricks
    root.bounds.lower = 0
    root.bounds.upper = s.n_tricks
    root.is_swapped = terms.is_swapped
    return True


cdef inline bint start_memory(Memory* memory, uint64_t limit_bytes) noexcept nogil:
    """Little of the memory for at most `limit_bytes` of proofs, in a struct of zeros; False when there is none."""
    memory.most_refutations = MOST_REFUTATIONS
    while memory.most_refutations > FEWEST_REFUTATIONS and (<uint64_t>16 << memory.most_refutations) > limit_bytes:
        memory.most_refutations -= 1
    if limit_bytes > <uint64_t>1 << memory.most_refutations:
        limit_bytes -= <uint64_t>1 << memory.most_refutations
    return size_refutations(&memory.refutations, FEWEST_REFUTATIONS) and start_table(&memory.table, limit_bytes)


cdef inline void free_memory(Memory* memory) noexcept nogil:
    free_table(&memory.table)
    free(memory.refutations.card)


cdef inline bint renew_memory(Memory* memory, uint64_t limit_bytes) noexcept nogil:
    """Forgets everything, as new memory; False, with all as it was, when there is none.

    The new one is begun before the old one is given back: it is small, 9 KiB and a 30,000th of the limit.
    """
    cdef Memory begun
    memset(&begun, 0, sizeof(Memory))
    if not start_memory(&begun, limit_bytes):
        free_memory(&begun)
        return False
    free_memory(memory)
    memory[0] = begun
    return True


cdef inline uint64_t memory_bytes(const Memory* memory) noexcept nogil:
    """Memory held now, in bytes."""
    return table_bytes(&memory.table) + (<uint64_t>1 << memory.refutations.bits)


cdef inline void serve(Memory* memory, Search* s) noexcept nogil:
    """Gives the memory to a search, with as many slots and refutations as pay for its number of tricks.

    Refutations of much shorter endings are not kept.
    """
    cdef int n = s.n_tricks
    cdef int wanted = FEWEST_REFUTATIONS
    if n > FEW_TRICKS:
        wanted = min(memory.most_refutations, HALF_WAY_REFUTATIONS if n < 8 else MOST_REFUTATIONS)
        if memory.table.n_slots < FIRST_SLOTS:
            grow_slots(&memory.table, FIRST_SLOTS, &s.meter)
    if wanted > memory.refutations.bits:
        size_refutations(&memory.refutations, wanted)
    s.table = &memory.table
    s.refutations = &memory.refutations


cdef inline int inward(const Root* root, int difference) noexcept nogil:
    """Own minus other of side 0 as tricks of seats 0 and 2.

    What is no number of tricks is rounded down. It is only a guess: what it changes is the cost.
    """
    return (root.n_tricks + (-difference if root.is_swapped else difference)) // 2


cdef inline Bounds inward_bounds(const Root* root, int low, int high) noexcept nogil:
    """The least and the greatest difference likewise; what is no number of tricks is rounded outwards."""
    cdef Bounds bounds
    if root.is_swapped:
        low, high = -high, -low
    bounds.lower = (root.n_tricks + low) // 2
    bounds.upper = (root.n_tricks + high + 1) // 2
    return bounds


cdef inline Bounds outward(const Root* root, Bounds bounds) noexcept nogil:
    """The other way round."""
    cdef Bounds said
    said.lower = 2 * bounds.lower - root.n_tricks
    said.upper = 2 * bounds.upper - root.n_tricks
    if root.is_swapped:
        said.lower, said.upper = -said.upper, -said.lower
    return said
