# The memory for proofs: slots, each with the list of patterns of one shape and leader, and the blocks that make up the
# lists.
#
#   Slot, 16 bytes, four to a cluster: one shape and leader, and where its patterns are
#   Block, 128 bytes: five patterns of one list, and where the list goes on
#   Pattern, 24 bytes: two bits of the owner of each card that matters, which cards those are, and the tests left open
#   Fork, in a block: a list grown long, parted by who owns two of the cards
#
# The blocks lie in segments that are allocated as they are needed and never move. At the limit of memory a clock hand
# passes over the slots (second chance), and lists that have proved nothing since it last passed are given up.
#
# Threads may share a table. A list changes while it grows, its patterns move from block to block, so it cannot do without
# locks: each cluster has a latch, among the slots that are read anyhow, which is held while a list of its slots is looked
# through or longer. It is not taken while a search is alone. Each thread has a view of the table with a few free blocks of
# its own, so that the lock of the whole is seldom needed. Slots grow and lists are given up while all threads wait (team.pxd).

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc

from atomic cimport drop_latch, put_word, take_latch, take_word
from limits cimport MOVED_UNSEEN, Meter, is_called_off
from team cimport Lock, Team, enter, leave
from tricks.bits cimport Shape

cdef enum:
    IN_BLOCK = 5
    IN_CLUSTER = 4
    SEGMENT_BITS = 11            # blocks of a segment: 256 KiB
    FEWEST_SLOTS = 512           # of a table for short endings, which begin and forget it often
    FIRST_SLOTS = 4096           # of any other
    N_OWNERS = 5                 # of a card that a pattern names: four seats; or it does not name it
    N_BRANCHES = 25              # by the owners of two cards
    LENT = 64                    # blocks lent to a thread at a time; a fork takes 26

ctypedef uint32_t Patterns       # a list: the number of its first block; 0: empty; above FORK: the number of a fork

cdef enum:
    FORK = 0x40000000

cdef struct Pattern:
    uint64_t low_bits            # packed, of the cards that matter: bit 0 of the owner
    uint64_t high_bits           # bit 1 of the owner
    uint64_t mask                # packed, the cards that matter; above them the tests left open

cdef struct Block:
    uint32_t next                # number of the next block; 0: none
    uint32_t n                   # patterns in it
    Pattern pattern[IN_BLOCK]

cdef struct Fork:
    Patterns branch[N_BRANCHES]
    uint8_t first                # the packed place of a card
    uint8_t second

cdef struct Slot:
    uint64_t key
    Patterns patterns
    uint16_t latch               # of the first of a cluster: for all of it
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
    uint32_t n_free              # its length
    uint64_t n_patterns
    uint64_t n_forks
    uint64_t clock               # the slot that the clock hand points at
    uint64_t wants_room          # a word: 1 when a thread has found no block to spare
    # of a thread's view, whose counts are of what it has added and whose free blocks are its own
    Table* whole                 # the table; NULL: this is it
    Lock* lock                   # of the whole's blocks
    bint is_shared               # other threads search as well


cdef inline uint64_t slot_key(Shape shape, int leader, int n_tricks) noexcept nogil:
    """Exact: the lengths of one suit follow from the others' and the number of tricks, and leave room for the rest."""
    return (shape & <uint64_t>0x0FFF0FFF0FFF0FFF) | (<uint64_t>leader << 12) | (<uint64_t>n_tricks << 28)


cdef inline Block* block_at(const Table* table, uint32_t number) noexcept nogil:
    return table.segments[number >> SEGMENT_BITS] + (number & ((1 << SEGMENT_BITS) - 1))


cdef inline Fork* fork_at(const Table* table, Patterns patterns) noexcept nogil:
    return <Fork*>block_at(table, patterns ^ FORK)


cdef inline Slot* cluster_of(const Table* table, uint64_t key) noexcept nogil:
    cdef uint64_t mix = (key ^ (key >> 29)) * <uint64_t>0x9E3779B97F4A7C15U
    return table.slots + ((mix >> 32) & (table.n_slots - 1) & ~<uint64_t>(IN_CLUSTER - 1))


cdef inline void take_cluster(const Table* table, uint64_t key) noexcept nogil:
    """Keeps all other threads from the slots that the key may be in, and from their lists, until `drop_cluster`."""
    if table.is_shared:
        take_latch(&cluster_of(table, key).latch)


cdef inline void drop_cluster(const Table* table, uint64_t key) noexcept nogil:
    if table.is_shared:
        drop_latch(&cluster_of(table, key).latch)


cdef inline Slot* find_slot(const Table* table, uint64_t key) noexcept nogil:
    """The slot of the key, or NULL."""
    cdef Slot* slot = cluster_of(table, key)
    cdef int i
    for i in range(IN_CLUSTER):
        if slot[i].key == key:
            return slot + i
    return NULL


cdef inline void free_one(Table* table, uint32_t number) noexcept nogil:
    block_at(table, number).next = table.free_block
    table.free_block = number
    table.n_free += 1


cdef inline void drop_patterns(Table* table, Patterns patterns) noexcept nogil:
    """Gives up a list, with all its branches."""
    cdef uint32_t number = patterns, following
    cdef int i
    if patterns & FORK:
        number = patterns ^ FORK
        for i in range(N_BRANCHES):
            drop_patterns(table, fork_at(table, patterns).branch[i])
        free_one(table, number)
        table.n_forks -= 1
        return
    while number:
        table.n_patterns -= block_at(table, number).n
        following = block_at(table, number).next
        free_one(table, number)
        number = following


cdef inline void drop_list(Table* table, Slot* slot) noexcept nogil:
    """Gives up the patterns of a slot."""
    drop_patterns(table, slot.patterns)
    slot.patterns = 0


cdef inline bint make_room(Table* table) noexcept nogil:
    """Gives up about a sixteenth of the blocks; False if there is nothing to give up."""
    cdef uint32_t wanted = table.n_blocks // 16 + 1
    cdef uint64_t steps = 0
    cdef Slot* slot
    while table.n_free < wanted and steps < 2 * table.n_slots:
        slot = table.slots + table.clock
        table.clock = (table.clock + 1) & (table.n_slots - 1)
        steps += 1
        if slot.patterns == 0:
            continue
        if slot.is_used:
            slot.is_used = 0
            continue
        drop_list(table, slot)
    return table.free_block != 0


cdef inline void add_segment(Table* table) noexcept nogil:
    """Another segment, if memory and the limit allow."""
    cdef Block* block
    if table.n_segments < table.most_segments:
        # Not cleared: who takes a block begins it.
        block = <Block*>malloc((1 << SEGMENT_BITS) * sizeof(Block))
        if block == NULL:
            table.most_segments = table.n_segments
        else:
            table.segments[table.n_segments] = block
            table.n_segments += 1


cdef inline uint32_t n_spare(const Table* table) noexcept nogil:
    """The number of blocks that can be taken without giving up any list."""
    if table.whole != NULL:
        return table.n_free
    if table.n_segments == 0:    # block 0, which does not exist, is counted
        return 0
    return table.n_free + (table.n_segments << SEGMENT_BITS) - table.n_blocks


cdef inline uint32_t take_block(Table* table) noexcept nogil:
    """The number of an empty block; `n_spare` must be above 0."""
    cdef uint32_t number
    cdef int i
    cdef Block* block
    if table.free_block:
        number = table.free_block
        table.free_block = block_at(table, number).next
        table.n_free -= 1
    else:
        number = table.n_blocks
        table.n_blocks += 1
    block = block_at(table, number)
    block.next = 0
    block.n = 0
    for i in range(IN_BLOCK):
        # Proves nothing: every test is open, and the bit of the one that is asked is not here.
        block.pattern[i].mask = <uint64_t>-1
        block.pattern[i].low_bits = 0
    return number


cdef inline void borrow(Table* view) noexcept nogil:
    """Blocks of the whole table for a thread's view, as far as there are any to spare."""
    cdef Table* whole = view.whole
    enter(view.lock)
    while view.n_free < LENT:
        if n_spare(whole) == 0:
            add_segment(whole)
            if n_spare(whole) == 0:
                break
        free_one(view, take_block(whole))
    leave(view.lock)


cdef inline void give_back(Table* view) noexcept nogil:
    """The view's free blocks and its counts, to the whole table, whose lock is held."""
    cdef Table* whole = view.whole
    while view.n_free:
        free_one(whole, take_block(view))
    whole.n_patterns += view.n_patterns
    whole.n_forks += view.n_forks
    view.n_patterns = view.n_forks = 0


cdef inline void add_spare(Table* table) noexcept nogil:
    """More blocks to spare, if memory and the limit allow."""
    if table.whole != NULL:
        borrow(table)
    else:
        add_segment(table)


cdef inline bint has_spare(Table* table) noexcept nogil:
    """Makes sure that a block can be taken, if need be by giving up lists; False when there is none.

    Where others search as well, the chief gives lists up when it next looks.
    """
    if n_spare(table) == 0:
        add_spare(table)
    if n_spare(table) > 0:
        return True
    if table.whole != NULL:
        put_word(&table.whole.wants_room, 1)
        return False
    return make_room(table)


cdef inline void look_again(Table* view) noexcept nogil:
    """The slots may have grown."""
    view.slots = view.whole.slots
    view.n_slots = view.whole.n_slots


cdef inline void open_view(Table* view, Table* whole, Lock* lock, bint is_shared) noexcept nogil:
    """A thread's view of a table; `is_shared`: other threads search as well."""
    view.whole = whole
    view.lock = lock
    view.is_shared = is_shared
    view.segments = whole.segments
    view.free_block = 0
    view.n_free = 0
    view.n_keys = view.n_patterns = view.n_forks = 0
    look_again(view)


cdef inline void count_entries(Table* whole, Team* team) noexcept nogil:
    """The chief counts the slots that all threads have told that they have taken."""
    whole.n_keys += take_word(&team.n_used)


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
    victim.patterns = 0
    victim.is_used = 1
    victim.n_tricks = <uint8_t>n_tricks
    return victim


cdef inline bint is_crowded(const Table* table) noexcept nogil:
    """More than a quarter full: clusters overflow, and what overflows is lost."""
    return table.n_keys * 4 > table.n_slots and table.n_slots < table.most_slots


cdef inline void grow_slots(Table* table, uint64_t n_slots, const Meter* meter) noexcept nogil:
    """So many slots, a power of two and more than before; without memory they stay as they are for good.

    When the search is called off meanwhile, they stay as they are. The keys of a cluster come from one of before, as the
    numbers are powers of two: so none has to give way, and no list is given up.
    """
    cdef Table larger = table[0]
    cdef Slot* slot
    cdef uint64_t i
    larger.n_slots = n_slots
    larger.n_keys = 0
    larger.clock = 0
    larger.slots = <Slot*>calloc(larger.n_slots, sizeof(Slot))
    if larger.slots == NULL:
        table.most_slots = table.n_slots
        return
    if table.n_keys:
        for i in range(table.n_slots):
            if i % MOVED_UNSEEN == 0 and is_called_off(meter):
                free(larger.slots)
                return
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
    table.n_slots = FEWEST_SLOTS
    for_slots = table.most_slots * sizeof(Slot) * 3 // 2
    table.most_segments = 1
    if limit_bytes > for_slots + segment:
        table.most_segments = <uint32_t>min((limit_bytes - for_slots) // segment, <uint64_t>1 << 18)   # below FORK
    table.n_segments = 0
    table.n_blocks = 1           # so that 0 is no block
    table.free_block = 0
    table.n_free = 0
    table.n_patterns = 0
    table.n_forks = 0
    table.n_keys = 0
    table.clock = 0
    table.wants_room = 0
    table.whole = NULL
    table.lock = NULL
    table.is_shared = False
    table.slots = <Slot*>calloc(table.n_slots, sizeof(Slot))
    table.segments = <Block**>malloc(table.most_segments * sizeof(Block*))
    return table.slots != NULL and table.segments != NULL
