# Proofs about positions at the starts of tricks. A proof holds for all positions of one shape (the length of each suit in
# each hand) and one leader in which the ranks that mattered lie in the same hands. (Partition search: Ginsberg,
# "Partition search", AAAI 1996. Shape first, then patterns: macroxue's bridge solver, and the default of DDS since 2026.)
#
# The patterns of a shape are a list, those that name the fewest cards first: of several that prove the same the first is
# taken, and what the search has proved by it holds for more positions. A list that has grown long is parted by the owners
# of two cards that tell its patterns apart best, and its parts again when they have grown: in freak deals a shape has
# thousands of patterns.

from libc.stdint cimport uint32_t, uint64_t

from cards cimport CardSet, highest, lowest, n_cards
from tricks.bits cimport at_or_above, pack, unpack
from tricks.memory cimport (FORK, IN_BLOCK, N_BRANCHES, N_OWNERS, Block, Fork, Pattern, Patterns, Slot, Table,
                            add_spare, block_at, drop_cluster, find_slot, fork_at, free_one, has_spare, n_spare,
                            take_block, take_cluster, take_slot)

cdef enum:
    N_PLACES = 48                # of cards: positions of more are not in the table
    MOST_TRICKS = 12             # left in a position of the table
    LONG_LIST = 8                # blocks of a list that is worth parting
    MOST_FORKS = 48              # one below the other: each tells the owner of another card at least
    DEEPEST = 3 * MOST_FORKS + 1 # lists still to be looked through: of each fork up to four, one of them at once

cdef struct Proof:
    bint is_found
    int value
    CardSet relevant


# Above the cards a mask has a bit for each beta from 1 to 12 that the pattern leaves open: all above its value if that is
# a lower bound, all up to its value if that is an upper one.
cdef inline uint64_t asked(int beta) noexcept nogil:
    """The bit of the test for `beta` tricks."""
    return (<uint64_t>1) << (N_PLACES + beta - 1)


cdef inline uint64_t open_tests(int value, bint is_lower) noexcept nogil:
    """The tests that a bound leaves open."""
    cdef uint64_t up_to = (asked(value + 1) - 1) & ~(asked(1) - 1)
    return (asked(MOST_TRICKS + 1) - asked(1)) & ~up_to if is_lower else up_to


cdef inline int value_of(uint64_t mask) noexcept nogil:
    """The bound of a pattern: a lower one if it leaves open whether all tricks are won."""
    cdef uint64_t tests = mask >> N_PLACES
    return lowest(tests) if mask & asked(MOST_TRICKS) else highest(tests << 1 | 1)


cdef inline uint64_t cards_of(uint64_t mask) noexcept nogil:
    """The cards that matter."""
    return mask & (asked(1) - 1)


cdef inline bint proves(const Pattern* pattern, uint64_t low_bits, uint64_t high_bits) noexcept nogil:
    """Do the cards that matter to the pattern lie in the same hands, and is the test asked in `low_bits` not open?

    One look tells both, as a pattern's own bits are 0 where nothing matters, and above the cards.
    """
    return (((low_bits ^ pattern.low_bits) | (high_bits ^ pattern.high_bits)) & pattern.mask) == 0


cdef inline int owner_of(const Pattern* pattern, int place) noexcept nogil:
    """The seat that has the card in that place; 4 if the pattern does not name it."""
    return (
        (pattern.low_bits >> place & 1) | (pattern.high_bits >> place & 1) << 1 | (~pattern.mask >> place & 1) << 2
    )


cdef inline Patterns* branch_of(const Table* table, Patterns patterns, const Pattern* pattern) noexcept nogil:
    """Where the pattern belongs at a fork."""
    cdef Fork* fork = fork_at(table, patterns)
    return &fork.branch[N_OWNERS * owner_of(pattern, fork.first) + owner_of(pattern, fork.second)]


cdef inline int n_named(const Pattern* pattern) noexcept nogil:
    return n_cards(cards_of(pattern.mask))


cdef inline bint is_full(const Table* table, Patterns patterns) noexcept nogil:
    """Is there no room for another pattern in a list that is no fork? Only its last block may have some."""
    cdef uint32_t number = patterns
    while number and block_at(table, number).n == IN_BLOCK:
        number = block_at(table, number).next
    return number == 0


cdef inline void insert(Table* table, Patterns* patterns, const Pattern* new) noexcept nogil:
    """Puts a pattern into a list that is no fork, before those that name as many cards; a block must be to spare if it is full."""
    cdef int named = n_named(new)
    cdef Patterns* link = patterns
    cdef Block* block
    cdef Pattern moved = new[0], last
    cdef uint32_t i = 0, j
    # Step 1. Its place.
    while link[0]:
        block = block_at(table, link[0])
        i = 0
        while i < block.n and n_named(&block.pattern[i]) < named:
            i += 1
        if i < IN_BLOCK:
            break
        link = &block.next
    # Step 2. The pattern there makes room, and what stands last in each full block goes on to the next.
    while link[0]:
        block = block_at(table, link[0])
        last = block.pattern[IN_BLOCK - 1]
        for j in range(min(block.n, <uint32_t>(IN_BLOCK - 1)), i, -1):
            block.pattern[j] = block.pattern[j - 1]
        block.pattern[i] = moved
        if block.n < IN_BLOCK:
            block.n += 1
            return
        moved = last
        i = 0
        link = &block.next
    link[0] = take_block(table)
    block_at(table, link[0]).pattern[0] = moved
    block_at(table, link[0]).n = 1


cdef inline double still_to_see(const int* n_owned, int n) noexcept nogil:
    """The expected number of `n` patterns that a position is compared with, once they are parted by a card's owner."""
    cdef int i, n_named = 0
    cdef double squares = 0
    for i in range(N_OWNERS - 1):
        n_named += n_owned[i]
        squares += <double>n_owned[i] * n_owned[i]
    return n - n_named + (squares / n_named if n_named else 0)


cdef inline void part(Table* table, Patterns* patterns) noexcept nogil:
    """Makes a fork of a long list, by the two cards whose owners tell most, unless they tell too little."""
    cdef int n_owned[N_PLACES][N_OWNERS]
    cdef int place, owner, n = 0, first = 0, second = 1
    cdef double cost, least = 1e9, next_least = 1e9
    cdef uint32_t number = patterns[0], following, i
    cdef uint64_t named
    cdef Block block
    cdef Patterns whole
    if n_spare(table) < N_BRANCHES + 1:
        add_spare(table)
        if n_spare(table) < N_BRANCHES + 1:
            return
    for place in range(N_PLACES):
        for owner in range(N_OWNERS):
            n_owned[place][owner] = 0
    while number:
        n += block_at(table, number).n
        for i in range(block_at(table, number).n):
            named = cards_of(block_at(table, number).pattern[i].mask)
            while named:
                place = lowest(named)
                named &= named - 1
                n_owned[place][owner_of(&block_at(table, number).pattern[i], place)] += 1
        number = block_at(table, number).next
    for place in range(N_PLACES):
        cost = still_to_see(n_owned[place], n)
        if cost < least:
            next_least, second = least, first
            least, first = cost, place
        elif cost < next_least:
            next_least, second = cost, place
    if least > 0.8 * n:
        return
    number = patterns[0]
    whole = take_block(table) | FORK
    for i in range(N_BRANCHES):
        fork_at(table, whole).branch[i] = 0
    fork_at(table, whole).first = first
    fork_at(table, whole).second = second
    patterns[0] = whole
    table.n_forks += 1
    while number:
        block = block_at(table, number)[0]
        following = block.next
        free_one(table, number)
        for i in range(block.n):
            insert(table, branch_of(table, whole, &block.pattern[i]), &block.pattern[i])
        number = following


cdef inline Proof look_through(
    Table* table, Patterns* patterns, uint64_t low_bits, uint64_t high_bits
) noexcept nogil:
    """A proof in one list; a list that was long and had none is parted. `relevant` is packed."""
    cdef Proof proof
    cdef Block* block
    cdef uint64_t mask
    cdef uint32_t number = patterns[0]
    cdef int i, hits, n_blocks = 0
    proof.is_found = False
    while number:
        block = block_at(table, number)
        # All of a block at once: which one proves it cannot be foreseen.
        hits = 0
        for i in range(IN_BLOCK):
            hits |= <int>proves(&block.pattern[i], low_bits, high_bits) << i
        if hits:
            mask = block.pattern[lowest(hits)].mask
            proof.is_found = True
            proof.value = value_of(mask)
            proof.relevant = cards_of(mask)
            return proof
        number = block.next
        n_blocks += 1
    if n_blocks >= LONG_LIST:
        part(table, patterns)
    return proof


cdef inline int wait(Patterns** lists, int n, Patterns* patterns) noexcept nogil:
    """Puts a list that is not empty with the `n` still to be looked through."""
    lists[n] = patterns
    return n + (patterns[0] != 0)


cdef inline Proof look_in_branches(
    Table* table, Patterns* whole, uint64_t low_bits, uint64_t high_bits
) noexcept nogil:
    """The same in a list that has been parted."""
    cdef Patterns* lists[DEEPEST]
    cdef Patterns* patterns
    cdef Pattern here
    cdef Fork* fork
    cdef Proof proof
    cdef int n = 1, first, second
    here.low_bits = low_bits
    here.high_bits = high_bits
    here.mask = <uint64_t>-1
    proof.is_found = False
    lists[0] = whole
    while n and not proof.is_found:
        n -= 1
        patterns = lists[n]
        if patterns[0] & FORK:
            # A pattern that fits names each card with this owner or not at all; the most general come first.
            fork = fork_at(table, patterns[0])
            first = N_OWNERS * owner_of(&here, fork.first)
            second = owner_of(&here, fork.second)
            n = wait(lists, n, &fork.branch[first + second])
            n = wait(lists, n, &fork.branch[first + N_OWNERS - 1])
            n = wait(lists, n, &fork.branch[N_BRANCHES - N_OWNERS + second])
            n = wait(lists, n, &fork.branch[N_BRANCHES - 1])
        else:
            proof = look_through(table, patterns, low_bits, high_bits)
    return proof


cdef inline Proof probe(Table* table, uint64_t key, const CardSet* hand, CardSet left, int beta) noexcept nogil:
    """A proof that the position is worth `beta` or more, or less than it."""
    cdef Slot* slot
    cdef Proof proof
    cdef uint64_t low_bits, high_bits
    proof.is_found = False
    take_cluster(table, key)
    slot = find_slot(table, key)
    if slot != NULL and slot.patterns != 0:
        low_bits = pack(hand[1] | hand[3], left) | asked(beta)
        high_bits = pack(hand[2] | hand[3], left)
        if slot.patterns & FORK:
            proof = look_in_branches(table, &slot.patterns, low_bits, high_bits)
        else:
            proof = look_through(table, &slot.patterns, low_bits, high_bits)
        if proof.is_found:
            proof.relevant = unpack(proof.relevant, left)
            if not slot.is_used:        # to write would take the line from the other threads
                slot.is_used = 1
    drop_cluster(table, key)
    return proof


cdef inline Patterns* list_for(const Table* table, Slot* slot, const Pattern* pattern) noexcept nogil:
    """The list that a pattern belongs to."""
    cdef Patterns* patterns = &slot.patterns
    while patterns[0] & FORK:
        patterns = branch_of(table, patterns[0], pattern)
    return patterns


cdef inline void put_in(Table* table, Slot* slot, const Pattern* new) noexcept nogil:
    """Adds a pattern to the list of a slot; beside one of the same positions, which is rare and does no harm."""
    cdef Patterns* patterns = list_for(table, slot, new)
    if is_full(table, patterns[0]):
        if not has_spare(table):
            return
        patterns = list_for(table, slot, new)      # the old one may have been given up for the block
    insert(table, patterns, new)
    table.n_patterns += 1


cdef inline void store(
    Table* table, uint64_t key, const CardSet* hand, CardSet left, int n_tricks, CardSet relevant, int value, bint is_lower
) noexcept nogil:
    """Stores that all positions like this one in their `relevant` cards are worth `value` tricks, or more, or else less.

    To win all of 12 tricks is stored as 11 or more, so that a lower bound always leaves the test of 12 open.
    """
    cdef CardSet cards = at_or_above(relevant) & left
    cdef uint64_t mask = pack(cards, left)
    cdef Pattern new
    new.low_bits = pack((hand[1] | hand[3]) & cards, left)
    new.high_bits = pack((hand[2] | hand[3]) & cards, left)
    new.mask = mask | open_tests(min(value, MOST_TRICKS - 1) if is_lower else value, is_lower)
    take_cluster(table, key)
    put_in(table, take_slot(table, key, n_tricks), &new)
    drop_cluster(table, key)
