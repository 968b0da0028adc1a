# Positions of one family: the same but for the ranks of some cards, and so worth nearly the same.
#
# Two positions are of one family if the same players hold the cards that are left, suit by suit, from the lowest up. Then every
# play of the one has its counterpart in the other, the first card of a suit for the first, the second for the second. The same
# seats win the same tricks, and only what the cards bring differs: so their values differ by no more than the cards do, one by
# one, together. (S. Kupferschmid and M. Helmert, "A Skat player based on Monte-Carlo simulation", 2006: their
# quasi-symmetry, here between all positions of a deal. Where nothing differs, the relative ranks of bridge solvers.)
# Cards that can still combine in a trick must be the same cards in both, and lie among the others where they lie.
#
# Families are known for suits of up to 8 cards. They hang on who holds the cards, so they belong to a deal, as its table does.

from libc.stdint cimport uint32_t, uint64_t

from cards cimport CardSet, N_LANES, lane_set, lowest
from game.combinations cimport can_meet
from game.position cimport Position
from game.rules cimport Rules

cdef enum:
    MOST_RANKS = 8
    WHOLE_SUIT = 0xFFFF          # a suit of which all eight cards are left, and no other
    COMBINING_SHIFT = 16

cdef struct Families:
    # By lane and the cards left in it, the weakest at bit 0: a number that says who holds them. From its lowest bit: two bits for
    # the seat of each card, and a 1 above them; eight bits for the cards that can combine; eight for where these lie.
    uint32_t of[4][1 << MOST_RANKS]
    CardSet hand[4]              # the cards that a seat is known to hold, or to have held
    CardSet known                # all of them


cdef inline uint32_t combining_in(
    const Rules* rules, const int* owner, int lane, uint32_t cards
) noexcept nogil:
    """The cards of a suit, of those left, that can still fall in one trick with others of the suit and bring something."""
    cdef CardSet natural = 0, low, run, found = 0
    cdef uint32_t rest = cards, combining = 0
    cdef int owners[3]
    cdef int card, i
    while rest:
        natural |= rules.natural[16 * lane + lowest(rest)]
        rest &= rest - 1
    if rules.sequence_of_three or rules.sequence_of_four:
        run = natural & natural >> 1 & natural >> 2
        while run:
            low = run & -run
            run ^= low
            for i in range(3):
                owners[i] = owner[lowest(low << i)]
            if can_meet(owners, 3):
                found |= low | low << 1 | low << 2
    if rules.marriage_cards and natural & rules.marriage_cards == rules.marriage_cards:
        found |= rules.marriage_cards
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if rules.natural[16 * lane + card] & found:
            combining |= <uint32_t>1 << card
    return combining


cdef inline void find_families(Families* families, const Rules* rules, int lane) noexcept nogil:
    """The numbers of a suit, for each part of its cards whose holders are known."""
    cdef uint32_t known = (families.known >> (16 * lane)) & ((1 << MOST_RANKS) - 1), cards = 0, rest, number, combining = 0
    cdef int seat_of[MOST_RANKS]
    cdef int owner[64]
    cdef int card, seat, n
    for card in range(MOST_RANKS):
        for seat in range(rules.n_seats):
            if families.hand[seat] >> (16 * lane + card) & 1:
                seat_of[card] = seat
                if rules.combinations:
                    owner[lowest(rules.natural[16 * lane + card])] = seat
    while True:
        if rules.combinations:
            combining = combining_in(rules, owner, lane, cards)
        number = combining << COMBINING_SHIFT
        n = 0
        rest = cards
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            number |= <uint32_t>seat_of[card] << (2 * n)
            if combining >> card & 1:
                number |= <uint32_t>1 << (COMBINING_SHIFT + MOST_RANKS + n)
            n += 1
        if n < MOST_RANKS:
            number |= <uint32_t>1 << (2 * n)
        else:
            number |= WHOLE_SUIT
        families.of[lane][cards] = number
        cards = (cards - known) & known
        if cards == 0:
            return


cdef inline void learn_holders(Families* families, const Rules* rules, const Position* position) noexcept nogil:
    """Takes in who holds the cards of another position of the deal."""
    cdef CardSet new = 0
    cdef int seat, lane
    for seat in range(rules.n_seats):
        new |= position.hand[seat] & ~families.known
        families.hand[seat] |= position.hand[seat]
    families.known |= new
    for lane in range(N_LANES):
        if new & lane_set(lane):
            find_families(families, rules, lane)


cdef inline bint are_of_one_family(const Families* families, uint32_t cards, uint32_t others) noexcept nogil:
    """Are two positions with these cards left, eight bits a suit, of one family?"""
    cdef int lane
    for lane in range(N_LANES):
        if families.of[lane][cards >> (8 * lane) & 0xFF] != families.of[lane][others >> (8 * lane) & 0xFF]:
            return False
    return True


cdef inline int most_between(const Rules* rules, uint32_t cards, uint32_t others) noexcept nogil:
    """The most by which the values of two positions of one family differ."""
    cdef uint32_t mine, theirs
    cdef int lane, apart = 0
    for lane in range(N_LANES):
        mine = cards >> (8 * lane) & 0xFF
        theirs = others >> (8 * lane) & 0xFF
        if mine == theirs:
            continue
        while mine:
            apart += abs(rules.value[16 * lane + lowest(mine)] - rules.value[16 * lane + lowest(theirs)])
            mine &= mine - 1
            theirs &= theirs - 1
    return apart


cdef inline uint64_t family_mixed(const Families* families, uint32_t cards, uint32_t state) noexcept nogil:
    """What all positions of a family and state have in common, mixed: best in the upper bits."""
    return (
        families.of[0][cards & 0xFF] * <uint64_t>0x9E3779B97F4A7C15U
        + families.of[1][cards >> 8 & 0xFF] * <uint64_t>0xBF58476D1CE4E5B9U
        + families.of[2][cards >> 16 & 0xFF] * <uint64_t>0x94D049BB133111EBU
        + families.of[3][cards >> 24] * <uint64_t>0xD6E8FEB86659FD93U
        + state * <uint64_t>0xC2B2AE3D27D4EB4FU
    )
