# What is proved of positions at the starts of tricks, each proof as general as it is: a proof holds for all positions
# of one shape (who has how many cards of which suit) and one leader in which the ranks that mattered lie in the same
# hands. (Partition search: Ginsberg, "Partition search", AAAI 1996. Shape first, then patterns: macroxue's bridge
# solver, and the default of DDS since 2026.)
#
#   Slot, 16 bytes, four to a cache line: one shape and leader, and where its list of patterns starts
#   Block, 128 bytes: five patterns of one list, and where the list goes on
#   Pattern, 24 bytes: two bits of the owner of each card that matters, which cards those are, and the bounds
#
# The blocks lie in segments that are allocated as they are needed and never move. At the limit of memory the lists
# that have proved nothing since the hand of a clock last passed are given up.

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport calloc, free

from cards cimport CardSet
from tricks_bits cimport Shape, at_or_above, pack, unpack

cdef enum:
    IN_BLOCK = 5
    IN_CLUSTER = 4
    SEGMENT_BITS = 11            # blocks of a segment: 256 KiB
    FIRST_SLOTS = 4096
    BOUNDS_SHIFT = 56            # a pattern's mask has 52 bits; above it lower and upper bound, 4 bits each

cdef struct Pattern:
    uint64_t low_bits            # packed, of the cards that matter: bit 0 of the owner
    uint64_t high_bits           # bit 1 of the owner
    uint64_t mask                # packed, the cards that matter; the bounds above

cdef struct Block:
    uint32_t next                # number of the next block; 0: none
    uint32_t n                   # patterns in it
    Pattern pattern[IN_BLOCK]

cdef struct Slot:
    uint64_t key
    uint32_t first               # number of the first block; 0: an empty list
    uint16_t unused
    uint8_t is_used              # has proved something since the clock hand passed
    uint8_t n_tricks

cdef struct Table:
    Slot* slots
    uint64_t n_slots             # a power of two
    uint64_t most_slots
    uint64_t n_keys              # slots taken
    Block** segments
    uint32_t n_segments
    uint32_t most_segments
    uint32_t n_blocks            # handed out so far, block 0 included, which is never used
    uint32_t free_block          # list of blocks given up; 0: none
    uint64_t n_patterns
    uint64_t clock               # the slot that the clock hand points at

cdef struct Proof:
    bint is_found
    int value
    CardSet relevant


cdef inline uint64_t slot_key(Shape shape, int leader, int n_tricks) noexcept nogil:
    """Exact: the lengths of one suit follow from the others' and the number of tricks, and leave room for the rest."""
    return (shape & <uint64_t>0x0FFF0FFF0FFF0FFF) | (<uint64_t>leader << 12) | (<uint64_t>n_tricks << 28)


cdef inline Block* block_at(const Table* table, uint32_t number) noexcept nogil:
    return table.segments[number >> SEGMENT_BITS] + (number & ((1 << SEGMENT_BITS) - 1))


cdef inline Slot* cluster_of(const Table* table, uint64_t key) noexcept nogil:
    cdef uint64_t mix = (key ^ (key >> 29)) * <uint64_t>0x9E3779B97F4A7C15U
    return table.slots + ((mix >> 32) & (table.n_slots - 1) & ~<uint64_t>(IN_CLUSTER - 1))


cdef extern from *:
    void prefetch "__builtin_prefetch"(const void* address) noexcept nogil


cdef inline Slot* find_slot(const Table* table, uint64_t key) noexcept nogil:
    """The slot of the key, or NULL."""
    cdef Slot* slot = cluster_of(table, key)
    cdef int i
    for i in range(IN_CLUSTER):
        if slot[i].key == key:
            return slot + i
    return NULL


cdef inline int lower_of(uint64_t mask) noexcept nogil:
    return (mask >> BOUNDS_SHIFT) & 15


cdef inline int upper_of(uint64_t mask) noexcept nogil:
    return mask >> (BOUNDS_SHIFT + 4)


cdef inline uint64_t cards_of(uint64_t mask) noexcept nogil:
    """The cards that matter, without the bounds."""
    return mask & (((<uint64_t>1) << BOUNDS_SHIFT) - 1)


cdef inline uint64_t with_bounds(uint64_t mask, int lower, int upper) noexcept nogil:
    return mask | <uint64_t>lower << BOUNDS_SHIFT | <uint64_t>upper << (BOUNDS_SHIFT + 4)


cdef inline bint fits(const Pattern* pattern, uint64_t low_bits, uint64_t high_bits) noexcept nogil:
    """Do the cards that matter to the pattern lie in the same hands? (Its own bits are 0 where nothing matters.)"""
    return (((low_bits ^ pattern.low_bits) | (high_bits ^ pattern.high_bits)) & cards_of(pattern.mask)) == 0


cdef inline Proof probe(const Table* table, uint64_t key, const CardSet* hand, CardSet left, int beta) noexcept nogil:
    """A proof that the position is worth `beta` or more, or less than it."""
    cdef Slot* slot = find_slot(table, key)
    cdef Proof proof
    cdef Block* block
    cdef Pattern* pattern
    cdef Pattern held
    cdef Block* before = NULL
    cdef Block* first
    cdef uint64_t low_bits, high_bits
    cdef uint32_t number, i
    proof.is_found = False
    proof.value = 0
    proof.relevant = 0
    if slot == NULL or slot.first == 0:
        return proof
    low_bits = pack(hand[1] | hand[3], left)
    high_bits = pack(hand[2] | hand[3], left)
    number = slot.first
    while number:
        block = block_at(table, number)
        for i in range(block.n):
            pattern = &block.pattern[i]
            if not fits(pattern, low_bits, high_bits):
                continue
            if lower_of(pattern.mask) >= beta:
                proof.value = lower_of(pattern.mask)
            elif upper_of(pattern.mask) < beta:
                proof.value = upper_of(pattern.mask)
            else:
                continue
            proof.is_found = True
            proof.relevant = unpack(cards_of(pattern.mask), left)
            slot.is_used = 1
            # To the front, with its block: what proved something will again. A block with room stays the first.
            if i:
                held = pattern[0]
                pattern[0] = block.pattern[0]
                block.pattern[0] = held
            if before != NULL:
                first = block_at(table, slot.first)
                if first.n == IN_BLOCK:
                    before.next = block.next
                    block.next = slot.first
                    slot.first = number
                elif before != first:
                    before.next = block.next
                    block.next = first.next
                    first.next = number
            return proof
        before = block
        number = block.next
    return proof


cdef inline void drop_list(Table* table, Slot* slot) noexcept nogil:
    """Gives up the patterns of a slot."""
    cdef uint32_t number = slot.first, following
    cdef Block* block
    while number:
        block = block_at(table, number)
        table.n_patterns -= block.n
        following = block.next
        block.next = table.free_block
        table.free_block = number
        number = following
    slot.first = 0


cdef inline bint make_room(Table* table) noexcept nogil:
    """Gives up a sixteenth of the blocks or so; False if there is nothing to give up."""
    cdef uint32_t wanted = table.n_blocks // 16 + 1
    cdef uint64_t steps = 0
    cdef Slot* slot
    cdef uint64_t before
    cdef uint32_t n_given = 0
    while n_given < wanted and steps < 2 * table.n_slots:
        slot = table.slots + table.clock
        table.clock = (table.clock + 1) & (table.n_slots - 1)
        steps += 1
        if slot.first == 0:
            continue
        if slot.is_used:
            slot.is_used = 0
            continue
        before = table.n_patterns
        drop_list(table, slot)
        n_given += <uint32_t>((before - table.n_patterns + IN_BLOCK - 1) // IN_BLOCK)
    return table.free_block != 0


cdef inline uint32_t take_block(Table* table) noexcept nogil:
    """The number of an empty block; 0 when there is no memory."""
    cdef uint32_t number
    cdef Block* block
    if table.free_block == 0 and table.n_blocks >> SEGMENT_BITS == table.n_segments:
        if table.n_segments < table.most_segments:
            block = <Block*>calloc(1 << SEGMENT_BITS, sizeof(Block))
            if block == NULL:
                table.most_segments = table.n_segments
            else:
                table.segments[table.n_segments] = block
                table.n_segments += 1
        if table.n_blocks >> SEGMENT_BITS == table.n_segments and not make_room(table):
            return 0
    if table.free_block:
        number = table.free_block
        block = block_at(table, number)
        table.free_block = block.next
    else:
        number = table.n_blocks
        table.n_blocks += 1
        block = block_at(table, number)
    block.next = 0
    block.n = 0
    return number


cdef inline Slot* take_slot(Table* table, uint64_t key, int n_tricks) noexcept nogil:
    """The slot of the key; of a full cluster the one with the fewest tricks left gives way."""
    cdef Slot* cluster = cluster_of(table, key)
    cdef Slot* victim = cluster
    cdef int i
    for i in range(IN_CLUSTER):
        if cluster[i].key == key:
            return cluster + i
        if cluster[i].n_tricks < victim.n_tricks:
            victim = cluster + i
    if victim.n_tricks:
        drop_list(table, victim)
    else:
        table.n_keys += 1
    victim.key = key
    victim.first = 0
    victim.is_used = 1
    victim.n_tricks = <uint8_t>n_tricks
    return victim


cdef inline bint is_same(const Pattern* old, const Pattern* new) noexcept nogil:
    """Are they of the same positions?"""
    return (
        cards_of(old.mask) == cards_of(new.mask)
        and old.low_bits == new.low_bits
        and old.high_bits == new.high_bits
    )


cdef inline void store(
    Table* table, uint64_t key, const CardSet* hand, CardSet left, int n_tricks, CardSet relevant, int lower, int upper
) noexcept nogil:
    """That positions like this one, as far as the `relevant` cards go, are worth `lower` to `upper` tricks."""
    cdef CardSet cards = at_or_above(relevant) & left
    cdef uint64_t mask = pack(cards, left)
    cdef Pattern new
    cdef Pattern* old
    cdef Slot* slot = take_slot(table, key, n_tricks)
    cdef Block* block
    cdef uint32_t number = slot.first, i
    new.low_bits = pack((hand[1] | hand[3]) & cards, left)
    new.high_bits = pack((hand[2] | hand[3]) & cards, left)
    new.mask = with_bounds(mask, lower, upper)
    # Of the same positions only the newest are looked for: a second pattern of an old one does no harm.
    if number:
        block = block_at(table, number)
        for i in range(block.n):
            old = &block.pattern[i]
            if is_same(old, &new):
                lower = max(lower, lower_of(old.mask))
                upper = min(upper, upper_of(old.mask))
                old.mask = with_bounds(mask, lower, upper)
                return
    if number == 0 or block_at(table, number).n == IN_BLOCK:
        number = take_block(table)
        if number == 0:
            return
        block_at(table, number).next = slot.first   # which may have been given up for it
        slot.first = number
    block = block_at(table, number)
    block.pattern[block.n] = new
    block.n += 1
    table.n_patterns += 1


cdef inline bint is_crowded(const Table* table) noexcept nogil:
    """More than a quarter full: clusters overflow, and what overflows is lost."""
    return table.n_keys * 4 > table.n_slots and table.n_slots < table.most_slots


cdef inline void grow_slots(Table* table) noexcept nogil:
    """Twice the slots; without memory they stay as they are for good."""
    cdef Table larger = table[0]
    cdef Slot* slot
    cdef uint64_t i
    larger.n_slots = table.n_slots * 2
    larger.n_keys = 0
    larger.clock = 0
    larger.slots = <Slot*>calloc(larger.n_slots, sizeof(Slot))
    if larger.slots == NULL:
        table.most_slots = table.n_slots
        return
    for i in range(table.n_slots):
        if table.slots[i].n_tricks:
            slot = take_slot(&larger, table.slots[i].key, table.slots[i].n_tricks)
            slot[0] = table.slots[i]
    free(table.slots)
    table[0] = larger


cdef inline uint64_t table_bytes(const Table* table) noexcept nogil:
    """The memory held now."""
    return (
        table.n_slots * sizeof(Slot)
        + <uint64_t>table.n_segments * ((1 << SEGMENT_BITS) * sizeof(Block))
        + <uint64_t>table.most_segments * sizeof(Block*)
    )


cdef inline void free_table(Table* table) noexcept nogil:
    cdef uint32_t i
    if table.segments != NULL:
        for i in range(table.n_segments):
            free(table.segments[i])
    free(table.segments)
    free(table.slots)


cdef inline bint start_table(Table* table, uint64_t limit_bytes) noexcept nogil:
    """A table that never holds more than `limit_bytes`; False when there is no memory."""
    cdef uint64_t segment = (1 << SEGMENT_BITS) * sizeof(Block) + sizeof(Block*)
    cdef uint64_t for_slots
    # An eighth for the slots, half of which are there a second time while they are moved.
    table.most_slots = FIRST_SLOTS
    while table.most_slots * 2 * sizeof(Slot) * 3 // 2 <= limit_bytes // 8:
        table.most_slots *= 2
    table.n_slots = FIRST_SLOTS
    for_slots = table.most_slots * sizeof(Slot) * 3 // 2
    table.most_segments = 1
    if limit_bytes > for_slots + segment:
        table.most_segments = <uint32_t>min((limit_bytes - for_slots) // segment, <uint64_t>1 << 20)
    table.n_segments = 0
    table.n_blocks = 1
    table.free_block = 0
    table.n_patterns = 0
    table.n_keys = 0
    table.clock = 0
    table.slots = <Slot*>calloc(table.n_slots, sizeof(Slot))
    table.segments = <Block**>calloc(table.most_segments, sizeof(Block*))
    return table.slots != NULL and table.segments != NULL
