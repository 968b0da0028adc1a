# The transposition table: proven bounds of positions at the start of a trick.
#
# The deal is fixed, so the cards still in hand say who holds them. With the leader, and with the sides that can still win
# every trick, they are an exact key: a probe can never answer for another position.
#
#   Entry, 16 bytes, four to a cache line
#   +--------------------------------+----------------+----------------+--------------------------------+
#   | mark                        64 | upper       16 | lower       16 | state                       32 |
#   +--------------------------------+----------------+----------------+--------------------------------+
#   proof, the second word: the highest bit first
#   state: | unused 6 | value above 6 | value below 6 | holders 10 | won 2 | leader 2 |
#   lower, upper: points to go, own minus other of side 0
#   mark: the cards in hand, XOR the proof times an odd number
#
# Threads may share a table without locks. Each reads and writes the two words of an entry one after the other, so that a
# word of one writer may stand beside a word of another. Such a torn entry is none: its mark and its proof do not give the
# cards of any position. (R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel search chess
# engines", ICGA Journal 25, 2002. Their XOR lets a few bits of difference in the proof pass for a few cards; the product does not: it
# spreads the difference over the word.)
#
# Games with a stock do not fix who holds a card: there `cards` is the 52 cards in hand and 12 bits of holders.
# Positions of the penalty game (penalties.pxd) lie in the same table under a mark of their own.
# In games with a point for more game points the value also depends on the lead in game points, but more of it is
# never worse. There an entry holds two proofs: `value below` is proved for leads of `lower` and more, `value
# above` for leads of `upper` and less.
# The table starts small, so that a small position stays in the processor's cache. It grows fourfold up to its limit; old
# and new table together never pass it. A full cluster gives up the entry with the fewest cards left, the cheapest to
# prove again; the choice never changes a value.
# An entry is about what is to go, whatever was won before, and a stopped search stores nothing. So one table serves
# every card of a position and every position of a log, in any order. (Slate and Atkin's table, 1977, at the starts of
# tricks only, as in Ginsberg's bridge solver, 1996.)

from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from atomic cimport get_word, put_word, take_word
from cards cimport CardSet, above, highest, lane_of, lowest, n_cards, one
from game.position cimport Position
from game.rules cimport Rules
from game.worth cimport game_lead, is_game_decided, is_settled
from limits cimport Bounds
from team cimport Lock, Team

cdef enum:
    CLUSTER = 4
    STATE_BITS = 14
    BELOW_SHIFT = 14
    ABOVE_SHIFT = 20
    LOWER_SHIFT = 32
    UPPER_SHIFT = 48
    MOST_VALUE = 31              # of 6 bits with a sign
    MOST_HELD = 12               # cards in both hands whose holders fit beside 52 cards
    PENALTY_MARK = 64            # in a key's state, above the tricks left
    NO_LEAD = 32767              # no position has it: nothing is proved
    UNREACHED = 30000            # beyond any value
    SMALLEST_TABLE = 64          # clusters

cdef struct Key:
    uint64_t cards
    uint32_t state               # STATE_BITS of it

cdef struct Entry:
    uint64_t mark
    uint64_t proof

cdef struct Table:
    Entry* entries
    uint64_t n_clusters
    uint64_t n_most              # clusters that the limit allows
    uint64_t n_used              # entries
    Table* whole                 # of which this is a thread's view; NULL: the table itself


cdef inline uint64_t mixed(uint64_t bits) noexcept nogil:
    """A bijection of 64 bits that spreads every bit (the finaliser of splitmix64)."""
    bits = (bits ^ (bits >> 30)) * <uint64_t>0xBF58476D1CE4E5B9U
    bits = (bits ^ (bits >> 27)) * <uint64_t>0x94D049BB133111EBU
    return bits ^ (bits >> 31)


cdef inline uint64_t squeezed(CardSet cards) noexcept nogil:
    """Four lanes of 13 bits without their gaps: 52 bits."""
    return (
        (cards & 0x1FFF)
        | ((cards >> 16) & 0x1FFF) << 13
        | ((cards >> 32) & 0x1FFF) << 26
        | ((cards >> 48) & 0x1FFF) << 39
    )


cdef inline CardSet settled(const Rules* rules, const Position* position, CardSet cards, bint is_decided) noexcept nogil:
    """The cards in hand, with each card that brings nothing moved as low as the cards still out allow.

    Positions that differ only in cards that nothing tells apart any more become one. A card that brings something stays
    where it is, and so do the cards of the stock. The order of the cards that are out does not change, and the key
    holds who has the first, the second and so on. (The relative ranks of bridge solvers.)
    """
    cdef CardSet worthless = rules.worthless if is_decided else rules.worthless & rules.gameless
    cdef CardSet fixed = (position.left & ~cards) | (cards & ~worthless)
    cdef CardSet moving = cards & worthless, result = cards & ~worthless
    cdef CardSet free = 0, below
    cdef int card, lane = -1
    while moving:
        card = lowest(moving)
        moving &= moving - 1
        if card >> 4 != lane:
            lane = card >> 4
            free = worthless & lane_of(card)
        below = fixed & lane_of(card) & (one(card) - 1)
        if below:
            free &= above(highest(below))
        result |= free & -free
        free &= free - 1
    return result


cdef inline uint64_t suit_patterns(uint64_t cards, uint64_t holders) noexcept nogil:
    """The holders of each suit's cards from the lowest up, with the plain suits in falling order, as they are all alike.

    A pattern is a 1 and the suit's bits of `holders`, at most 13 bits. This is sound only in the penalty game once the
    stock is gone: there no card brings anything, and the rules know trumps and plain suits but no suit by name.
    """
    cdef uint64_t pattern[4]
    cdef int lane, n
    for lane in range(4):
        n = n_cards((cards >> (13 * lane)) & 0x1FFF)
        pattern[lane] = one(n) | (holders & (one(n) - 1))
        holders >>= n
    if pattern[0] < pattern[1]:
        pattern[0], pattern[1] = pattern[1], pattern[0]
    if pattern[1] < pattern[2]:
        pattern[1], pattern[2] = pattern[2], pattern[1]
    if pattern[0] < pattern[1]:
        pattern[0], pattern[1] = pattern[1], pattern[0]
    return pattern[0] | pattern[1] << 13 | pattern[2] << 26 | pattern[3] << 39


cdef inline Key held_key(
    const Rules* rules, const Position* position, bint is_decided, bint is_penalty_game
) noexcept nogil:
    """The cards and holders of a game with a stock: exact for two players of up to 11 cards."""
    cdef Key key
    cdef CardSet cards = 0, hand
    cdef uint64_t holders = 0
    cdef int seat
    for seat in range(rules.n_seats):
        cards |= position.hand[seat]
    if rules.n_seats == 2 and n_cards(cards) <= 22:
        hand = position.hand[0]
        while hand:
            holders |= one(n_cards(cards & ((hand & -hand) - 1)))
            hand &= hand - 1
        if n_cards(cards) <= MOST_HELD and not rules.combinations:
            key.cards = squeezed(settled(rules, position, cards, is_decided))
            key.state = position.tricks_left
            if is_penalty_game:
                key.state |= PENALTY_MARK
                if position.left == cards:
                    key.cards = suit_patterns(key.cards, holders)
                    return key
            key.cards |= holders << 52
            return key
        key.cards = squeezed(cards) | (holders & 0xFFF) << 52
        key.state = <uint32_t>(holders >> 12)
        return key
    # An entry has no room for so many holders: 74 mixed bits of all the hands stand for them.
    holders = 0
    for seat in range(rules.n_seats):
        holders = mixed(holders + position.hand[seat] + <uint64_t>0x9E3779B97F4A7C15U)
    key.cards = holders
    key.state = <uint32_t>(mixed(holders ^ cards) & 0x3FF)
    return key


cdef inline Key make_key(
    const Rules* rules, const Position* position, bint has_stock, bint is_penalty_game
) noexcept nogil:
    cdef Key key
    cdef int won = position.won
    cdef bint is_decided
    if has_stock:
        is_decided = is_settled(rules, position)
        if is_decided:
            won = 0
        key = held_key(rules, position, is_decided, is_penalty_game)
    else:
        key.cards = position.left
        key.state = 0
    key.state = (key.state << 4) | (won << 2) | position.leader
    return key


cdef inline int known_lead(const Rules* rules, const Position* position) noexcept nogil:
    """The lead in game points; all leads that decide game for a side are one."""
    if is_game_decided(rules, position):
        return 2048 if game_lead(rules, position.game) > 0 else -2048
    return position.game


cdef inline Entry* cluster_of(const Table* table, const Key* key) noexcept nogil:
    cdef uint64_t mix = mixed(key.cards + key.state * <uint64_t>0x9E3779B97F4A7C15U)
    return table.entries + CLUSTER * (((mix >> 32) * table.n_clusters) >> 32)


cdef inline uint64_t marked(uint64_t cards, uint64_t proof) noexcept nogil:
    """The mark of an entry with these cards; and the cards of one with this mark."""
    return cards ^ proof * <uint64_t>0xD6E8FEB86659FD93U


cdef inline bint holds(const Key* key, uint64_t mark, uint64_t proof) noexcept nogil:
    return ((marked(mark, proof) ^ key.cards) | ((proof ^ key.state) & ((1 << STATE_BITS) - 1))) == 0


cdef inline uint64_t new_proof(uint32_t state, int lower, int upper) noexcept nogil:
    return state | <uint64_t><uint16_t>lower << LOWER_SHIFT | <uint64_t><uint16_t>upper << UPPER_SHIFT


cdef inline int lower_of(uint64_t proof) noexcept nogil:
    return <int16_t>(proof >> LOWER_SHIFT)


cdef inline int upper_of(uint64_t proof) noexcept nogil:
    return <int16_t>(proof >> UPPER_SHIFT)


cdef inline int value_below(uint64_t proof) noexcept nogil:
    return <int>((proof >> BELOW_SHIFT) & 63) - 32


cdef inline int value_above(uint64_t proof) noexcept nogil:
    return <int>((proof >> ABOVE_SHIFT) & 63) - 32


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


cdef inline bint probe(const Table* table, const Key* key, uint64_t* proof) noexcept nogil:
    """Looks for the entry of the key, and takes its proof."""
    cdef Entry* entry = cluster_of(table, key)
    cdef int i
    for i in range(CLUSTER):
        proof[0] = get_word(&entry[i].proof)
        if holds(key, get_word(&entry[i].mark), proof[0]):
            return True
    return False


cdef inline Entry* place_for(Table* table, const Key* key, uint64_t* proof) noexcept nogil:
    """The entry to write: the key's own, else an empty one, else the one with the fewest cards left.

    `proof` is what the key's own entry holds, else 0.
    """
    cdef Entry* entry = cluster_of(table, key)
    cdef Entry* victim = entry
    cdef uint64_t mark
    cdef int i, n, least = 64
    for i in range(CLUSTER):
        proof[0] = get_word(&entry[i].proof)
        mark = get_word(&entry[i].mark)
        if (mark | proof[0]) == 0:
            table.n_used += 1
            return entry + i
        if holds(key, mark, proof[0]):
            return entry + i
        n = n_cards(marked(mark, proof[0]))
        if n < least:
            least = n
            victim = entry + i
    proof[0] = 0
    return victim


cdef inline void write(Entry* entry, uint64_t cards, uint64_t proof) noexcept nogil:
    put_word(&entry.mark, marked(cards, proof))
    put_word(&entry.proof, proof)


cdef inline void store_bounds(Table* table, const Key* key, Bounds bounds) noexcept nogil:
    """Stores the bounds of a position whose value does not depend on a lead in game points."""
    cdef uint64_t old
    write(place_for(table, key, &old), key.cards, new_proof(key.state, bounds.lower, bounds.upper))


cdef inline void store_proof(Table* table, const Key* key, int lead, int value, bint is_lower) noexcept nogil:
    """Stores that at this lead or more the position is worth `value` or more (`is_lower`), or the same with "less"."""
    cdef uint64_t old
    cdef Entry* entry = place_for(table, key, &old)
    cdef int below = -32, above = MOST_VALUE, lower = NO_LEAD, upper = -NO_LEAD
    cdef uint32_t values
    if old:
        below, above = value_below(old), value_above(old)
        lower, upper = lower_of(old), upper_of(old)
    if is_lower and value >= -32 and not (lead >= lower and below >= value):
        below = min(value, MOST_VALUE)
        lower = lead
    elif not is_lower and value <= MOST_VALUE and not (lead <= upper and above <= value):
        above = max(value, -32)
        upper = lead
    values = <uint32_t>(below + 32) << BELOW_SHIFT | <uint32_t>(above + 32) << ABOVE_SHIFT
    write(entry, key.cards, new_proof(key.state | values, lower, upper))


cdef inline bint start_table(Table* table, uint64_t limit_bytes) noexcept nogil:
    """Allocates a table for at most `limit_bytes`; False when there is no memory."""
    # A table must fit beside the one that it grew from, a quarter of its size.
    table.n_most = max(<uint64_t>SMALLEST_TABLE, limit_bytes // (CLUSTER * sizeof(Entry)) * 4 // 5)
    table.n_most = min(table.n_most, <uint64_t>0x7FFFFFFF)
    table.n_clusters = table.n_most
    while table.n_clusters // 4 >= SMALLEST_TABLE:
        table.n_clusters //= 4
    table.n_used = 0
    table.whole = NULL
    table.entries = <Entry*>calloc(table.n_clusters * CLUSTER, sizeof(Entry))
    return table.entries != NULL


cdef inline void look_again(Table* view) noexcept nogil:
    """The table may have grown."""
    view.entries = view.whole.entries
    view.n_clusters = view.whole.n_clusters


cdef inline void open_view(Table* view, Table* whole, Lock* lock, bint is_shared) noexcept nogil:
    """A thread's view of a table, which counts the entries that this thread adds; no lock is needed."""
    view.whole = whole
    view.n_used = 0
    look_again(view)


cdef inline void count_entries(Table* whole, Team* team) noexcept nogil:
    """The chief counts what all threads have told that they have added."""
    whole.n_used += take_word(&team.n_used)


cdef inline bint is_crowded(const Table* table) noexcept nogil:
    return table.n_used * 2 > table.n_clusters * CLUSTER and table.n_clusters < table.n_most


cdef inline void grow(Table* table) noexcept nogil:
    """Four times the size, or the most that the limit allows; without memory it stays as it is for good."""
    cdef Table larger = table[0]
    cdef Key key
    cdef uint64_t i, proof, old
    cdef Entry* entry
    larger.n_clusters = table.n_clusters * 4
    if larger.n_clusters * 2 > table.n_most:    # the last step: the divisions of start_table rounded down
        larger.n_clusters = table.n_most
    larger.n_used = 0
    larger.entries = <Entry*>calloc(larger.n_clusters * CLUSTER, sizeof(Entry))
    if larger.entries == NULL:
        table.n_most = table.n_clusters
        return
    for i in range(table.n_clusters * CLUSTER):
        entry = table.entries + i
        proof = entry.proof
        if entry.mark | proof:
            key.cards = marked(entry.mark, proof)
            key.state = proof & ((1 << STATE_BITS) - 1)
            place_for(&larger, &key, &old)[0] = entry[0]
    free(table.entries)
    table[0] = larger
