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
from game.combinations cimport Combinations, combining
from game.position cimport Position
from game.rules cimport Rules

cdef extern from *:
    """
    #include <stdint.h>
    /* The sum of the differences of two words' bytes, none of them above 127. */
    #if defined(__SSE2__) && defined(__x86_64__)
    #include <emmintrin.h>
    static inline int atout_bytes_apart(uint64_t a, uint64_t b)
    {
        return _mm_cvtsi128_si32(_mm_sad_epu8(_mm_cvtsi64_si128((long long)a), _mm_cvtsi64_si128((long long)b)));
    }
    #else
    #ifdef __wasm__
    __attribute__((noinline))                       /* a page loads it: four copies would be a fortieth of all */
    #endif
    static int atout_bytes_apart(uint64_t a, uint64_t b)
    {
        const uint64_t top = 0x8080808080808080u;
        uint64_t less = (a | top) - b;              /* no byte borrows from the next; its top bit is left where b is not above a */
        uint64_t negative = (~less & top) >> 7;
        uint64_t apart = ((less & ~top) ^ negative * 127) + negative;
        apart = (apart & 0x00FF00FF00FF00FFu) + (apart >> 8 & 0x00FF00FF00FF00FFu);
        return (int)(apart * 0x0001000100010001u >> 48);
    }
    #endif
    """
    int bytes_apart "atout_bytes_apart"(uint64_t a, uint64_t b) noexcept nogil

cdef enum:
    MOST_RANKS = 8
    EVERY_RANK = (1 << MOST_RANKS) - 1      # the cards of a suit, as a set
    WHOLE_SUIT = 0xFFFF          # a suit of which all eight cards are left, and no other
    COMBINING_SHIFT = 16
    HOLDERS = (1 << COMBINING_SHIFT) - 1    # what a number says of them
    MOST_WORTH = 127             # of a card: seven bits, so that a byte can be taken from another

cdef struct Families:
    # By lane and the cards left in it, the weakest at bit 0: a number that says who holds them. From its lowest bit: two bits for
    # the seat of each card, and a 1 above them; eight bits for the cards that can combine; eight for where these lie.
    uint32_t of[4][1 << MOST_RANKS]
    uint64_t worth[4][1 << MOST_RANKS]   # what these cards bring, a byte each, the weakest in the lowest
    CardSet hand[4]              # the cards that a seat is known to hold, or to have held


cdef inline uint32_t combining_in(
    const Rules* rules, const Combinations* possible, int lane, uint32_t cards
) noexcept nogil:
    """The cards of a suit, of those left, that can still fall in one trick with others of the suit and bring something."""
    cdef CardSet natural = 0, found
    cdef uint32_t rest = cards, in_suit = 0
    while rest:
        natural |= rules.natural[16 * lane + lowest(rest)]
        rest &= rest - 1
    found = combining(possible, natural)
    rest = cards
    while rest:
        if rules.natural[16 * lane + lowest(rest)] & found:
            in_suit |= rest & -rest
        rest &= rest - 1
    return in_suit


cdef inline void find_families(
    Families* families, const Rules* rules, const Combinations* possible, int lane
) noexcept nogil:
    """The numbers of a suit, for each part of its cards whose holders are known: each from that without its weakest card."""
    cdef uint32_t held[4]
    cdef uint32_t known = 0, cards = 0, rest, number, combine, place
    cdef int seat, rank
    for seat in range(rules.n_seats):
        held[seat] = families.hand[seat] >> (16 * lane) & EVERY_RANK
        known |= held[seat]
    # Of fewer cards no others combine.
    cdef bint combines = rules.combinations and combining_in(rules, possible, lane, known)
    families.of[lane][0] = 1
    families.worth[lane][0] = 0
    while True:
        cards = (cards - known) & known
        if cards == 0:
            return
        rest = cards & (cards - 1)
        rank = lowest(cards)
        number = (families.of[lane][rest] & HOLDERS) << 2
        for seat in range(1, rules.n_seats):
            if held[seat] >> rank & 1:
                number |= seat
        if cards == EVERY_RANK:
            number = WHOLE_SUIT
        if combines:
            combine = combining_in(rules, possible, lane, cards)
            number |= combine << COMBINING_SHIFT
            place = <uint32_t>1 << (COMBINING_SHIFT + MOST_RANKS)
            rest = cards
            while rest:
                if combine & rest & -rest:
                    number |= place
                place <<= 1
                rest &= rest - 1
        families.of[lane][cards] = number
        families.worth[lane][cards] = (families.worth[lane][cards & (cards - 1)] << 8) | <uint64_t>rules.value[16 * lane + rank]


cdef inline void learn_holders(
    Families* families, const Rules* rules, const Position* position, const Combinations* possible
) noexcept nogil:
    """Takes in who holds the cards of another position of the deal.

    possible: the combinations of that position; it may be NULL if the rules have none.
    """
    cdef CardSet new = 0
    cdef int seat, lane
    for seat in range(rules.n_seats):
        new |= position.hand[seat] & ~families.hand[seat]
        families.hand[seat] |= position.hand[seat]
    for lane in range(N_LANES):
        if new & lane_set(lane):
            find_families(families, rules, possible, lane)


cdef inline void forget_holders(Families* families) noexcept nogil:
    """Makes ready for another deal."""
    cdef int seat
    for seat in range(4):
        families.hand[seat] = 0


cdef inline uint32_t ranks_in(uint32_t cards, int lane) noexcept nogil:
    """The cards of a suit, of cards with eight bits a suit."""
    return cards >> (8 * lane) & EVERY_RANK


cdef inline int most_between(const Families* families, uint32_t cards, uint32_t others) noexcept nogil:
    """The most by which the values of two positions with these cards left, eight bits a suit, differ; -1 if not of one family."""
    cdef uint32_t others_hold = 0
    cdef int lane, apart = 0
    for lane in range(N_LANES):
        others_hold |= families.of[lane][ranks_in(cards, lane)] ^ families.of[lane][ranks_in(others, lane)]
    if others_hold:
        return -1
    for lane in range(N_LANES):
        apart += bytes_apart(families.worth[lane][ranks_in(cards, lane)], families.worth[lane][ranks_in(others, lane)])
    return apart


cdef inline uint64_t family_mixed(const Families* families, uint32_t cards, uint32_t state) noexcept nogil:
    """What all positions of a family and state have in common, mixed: best in the upper bits."""
    return (
        families.of[0][ranks_in(cards, 0)] * <uint64_t>0x9E3779B97F4A7C15U
        + families.of[1][ranks_in(cards, 1)] * <uint64_t>0xBF58476D1CE4E5B9U
        + families.of[2][ranks_in(cards, 2)] * <uint64_t>0x94D049BB133111EBU
        + families.of[3][ranks_in(cards, 3)] * <uint64_t>0xD6E8FEB86659FD93U
        + state * <uint64_t>0xC2B2AE3D27D4EB4FU
    )
