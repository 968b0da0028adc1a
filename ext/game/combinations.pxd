# The combinations of cards that can still fall in one trick, and the most that they can bring.
#
# A card falls once, so the runs of a suit share no card; fours and marriages are counted besides, whether or not
# their cards are in a run. No play can bring more, and the difference of the sides moves by no more, whichever side gets it.

from libc.stdint cimport int16_t, uint64_t

from cards cimport CardSet, highest, lowest, one
from game.position cimport Position
from game.rules cimport Rules

cdef enum:
    N_RANKS = 13

cdef struct Combinations:
    # The cards that can still combine: those of one trick come from different hands, and the deal is fixed.
    uint64_t threes                 # the lowest cards of runs of three, as natural bits
    uint64_t marriage               # king and queen of trumps, if of two players
    int kinds                       # the ranks of which every player was dealt one, and which bring something
    # By the ranks left of a suit, and the suit: the most that runs can bring, each card used once. Only what can be left is
    # there; the ranks of the game come first, so that all others need no memory (`combinations_bytes`).
    int16_t runs[1 << N_RANKS][4]


cdef inline int n_ranks_of(const Rules* rules) noexcept nogil:
    """The number of ranks in a suit."""
    cdef CardSet found = 0
    cdef int card
    for card in range(64):
        found |= rules.natural[card]
    found |= found >> 32
    found |= found >> 16
    return highest(found & ((1 << N_RANKS) - 1) | 1) + 1


cdef inline size_t combinations_bytes(const Rules* rules) noexcept nogil:
    """The memory that the combinations of a game need."""
    cdef int n_left_out = (1 << N_RANKS) - (1 << n_ranks_of(rules))
    return sizeof(Combinations) - n_left_out * 4 * sizeof(int16_t)


cdef inline bint can_meet(const int* owner, int n) noexcept nogil:
    """Can n cards with these owners (-1: not known yet) fall in one trick?"""
    cdef int i, j
    for i in range(n):
        for j in range(i):
            if owner[i] >= 0 and owner[i] == owner[j]:
                return False
    return True


cdef inline void find_combinations(
    const Rules* rules, const int* owner, int n_ranks, CardSet left, Combinations* possible
) noexcept nogil:
    """`owner` gives the seat of each card by its natural bit; `left` are the cards left, as natural bits."""
    cdef int lane, rank, ranks, present, top, points
    cdef int four[4]
    cdef const int* suit
    possible.threes = 0
    for lane in range(4):
        suit = owner + 16 * lane
        for rank in range(n_ranks - 2):
            if (rules.sequence_of_three or rules.sequence_of_four) and can_meet(suit + rank, 3):
                possible.threes |= one(16 * lane + rank)
        possible.runs[0][lane] = 0
        # Each part of the ranks present, in ascending order, so that its own parts come before it.
        present = (left >> (16 * lane)) & ((1 << N_RANKS) - 1)
        ranks = -present & present
        while ranks:
            # The highest rank is part of no run, or of one that it tops.
            top = highest(ranks)
            points = possible.runs[ranks ^ (1 << top)][lane]
            if top >= 2 and ranks >> (top - 2) == 7 and can_meet(suit + top - 2, 3):
                points = max(points, rules.sequence_of_three + possible.runs[ranks ^ (7 << (top - 2))][lane])
            if top >= 3 and ranks >> (top - 3) == 15 and can_meet(suit + top - 3, 4):
                points = max(points, rules.sequence_of_four + possible.runs[ranks ^ (15 << (top - 3))][lane])
            possible.runs[ranks][lane] = points
            ranks = (ranks - present) & present
    possible.kinds = 0
    for rank in range(n_ranks):
        for lane in range(4):
            four[lane] = owner[16 * lane + rank]
        if rules.four_of_a_kind[rank] and can_meet(four, 4):
            possible.kinds |= 1 << rank
    possible.marriage = 0
    if rules.marriage_cards:
        four[0] = owner[highest(rules.marriage_cards)]
        four[1] = owner[lowest(rules.marriage_cards)]
        if can_meet(four, 2):
            possible.marriage = rules.marriage_cards


cdef inline CardSet kinds_left(const Combinations* possible, CardSet left) noexcept nogil:
    """The ranks of which all four cards are left and can fall in one trick."""
    return left & (left >> 16) & (left >> 32) & (left >> 48) & possible.kinds


cdef inline int combinations_left(
    const Rules* rules, const Position* position, const Combinations* possible
) noexcept nogil:
    """The most that combinations of the cards left can bring, to either side."""
    cdef CardSet left = position.natural, kinds
    cdef int points = 0, lane
    if not rules.combinations:
        return 0
    kinds = kinds_left(possible, left)
    while kinds:
        points += rules.four_of_a_kind[lowest(kinds)]
        kinds &= kinds - 1
    for lane in range(4):
        points += possible.runs[(left >> (16 * lane)) & ((1 << N_RANKS) - 1)][lane]
    if possible.marriage and (left & possible.marriage) == possible.marriage:
        points += rules.marriage
    return points


cdef inline CardSet combining(const Combinations* possible, CardSet left) noexcept nogil:
    """The cards of `left` that can still fall in one trick with others of them and bring something, all as natural bits."""
    cdef CardSet threes = left & (left >> 1) & (left >> 2) & possible.threes
    cdef CardSet kinds = kinds_left(possible, left)
    cdef CardSet cards = threes | (threes << 1) | (threes << 2)
    cards |= kinds | (kinds << 16) | (kinds << 32) | (kinds << 48)
    if possible.marriage and (left & possible.marriage) == possible.marriage:
        cards |= possible.marriage
    return cards
