# Sets of cards.
#
# A card is an index, lane * 16 + strength: four lanes of 16 bits, one a suit. In each lane lie the suit's cards by
# strength under the contract, the weakest at bit 0:
#
#   bit 63 .......... 48 47 .......... 32 31 .......... 16 15 ........... 0
#       | lane 3        | lane 2         | lane 1         | lane 0         |
#       each lane:  - - - 12 11 10 9 8 7 6 5 4 3 2 1 0    (13 ranks at the most; trumps are lane 3)
#
# So of two cards of a suit the higher bit wins, and no search needs a table of orders. solver/engine/encode.py decides which
# suit lies in which lane.

from libc.stdint cimport uint64_t

ctypedef uint64_t CardSet

cdef extern from *:
    int __builtin_popcountll(unsigned long long) noexcept nogil
    int __builtin_ctzll(unsigned long long) noexcept nogil
    int __builtin_clzll(unsigned long long) noexcept nogil

cdef enum:
    N_LANES = 4
    TRUMP_LANE = 3
    NO_CARD = 63                 # no lane has a card of strength 15


cdef inline int n_cards(CardSet cards) noexcept nogil:
    return __builtin_popcountll(cards)


cdef inline int lowest(CardSet cards) noexcept nogil:
    """Index of the lowest bit; `cards` must not be empty."""
    return __builtin_ctzll(cards)


cdef inline int highest(CardSet cards) noexcept nogil:
    """Index of the highest bit; `cards` must not be empty."""
    return 63 - __builtin_clzll(cards)


cdef inline CardSet one(int card) noexcept nogil:
    return (<CardSet>1) << card


cdef inline CardSet lane_set(int lane) noexcept nogil:
    """All cards of a lane."""
    return (<CardSet>0xFFFF) << (16 * lane)


cdef inline CardSet lane_of(int card) noexcept nogil:
    """All cards of the card's suit."""
    return (<CardSet>0xFFFF) << (card & 48)


cdef inline CardSet above(int card) noexcept nogil:
    """The stronger cards of the card's suit (of card 63 a 1 would be shifted by 64, which is undefined in C)."""
    return lane_of(card) & ~(((<CardSet>2) << card) - 1)


cdef inline CardSet between(int high, int low) noexcept nogil:
    """The cards strictly between two cards of one suit, high > low."""
    return (one(high) - 1) & ~(((<CardSet>2) << low) - 1)
