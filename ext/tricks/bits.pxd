# Sets of cards as the search for tricks sees them. Only the order of the cards left matters, so a set can be packed: the
# gaps of the cards already played are closed. (Relative ranks: Ginsberg, "GIB: Imperfect information in a
# computationally challenging game", 2001.)
#
# Seats are 0 to 3 in turn order and partners sit opposite each other, so that bit 0 of a seat is its side.

from libc.stdint cimport uint64_t

from cards cimport CardSet

cdef extern from *:
    """
    #include <stdint.h>
    #define tricks_tops 0x8000800080008000ULL
    #if defined(__BMI2__)
    #include <immintrin.h>
    #define tricks_pack(bits, mask) _pext_u64((bits), (mask))
    #define tricks_unpack(bits, mask) _pdep_u64((bits), (mask))
    #define tricks_without_lowest(cards, n) _pdep_u64(~(uint64_t)0 << (n), (cards))
    #else
    /* By the runs of the mask: as cards are played there are few, and long ones. */
    static inline uint64_t tricks_pack(uint64_t bits, uint64_t mask) {
        uint64_t packed = 0;
        int at = 0;
        while (mask) {
            int start = __builtin_ctzll(mask);
            uint64_t rest = ~(mask >> start);
            int length = rest ? __builtin_ctzll(rest) : 64;
            uint64_t run = length == 64 ? ~(uint64_t)0 : ((uint64_t)1 << length) - 1;
            packed |= (bits >> start & run) << at;
            mask &= ~(run << start);
            at += length;
        }
        return packed;
    }
    static inline uint64_t tricks_unpack(uint64_t bits, uint64_t mask) {
        uint64_t spread = 0;
        while (mask) {
            int start = __builtin_ctzll(mask);
            uint64_t rest = ~(mask >> start);
            int length = rest ? __builtin_ctzll(rest) : 64;
            uint64_t run = length == 64 ? ~(uint64_t)0 : ((uint64_t)1 << length) - 1;
            spread |= (bits & run) << start;
            bits = length == 64 ? 0 : bits >> length;
            mask &= ~(run << start);
        }
        return spread;
    }
    static inline uint64_t tricks_without_lowest(uint64_t cards, int n) {
        while (cards && n--) cards &= cards - 1;
        return cards;
    }
    #endif
    """
    const CardSet TOPS "tricks_tops"    # bit 15 of each lane, which is never a card
    uint64_t pack "tricks_pack"(CardSet cards, CardSet left) noexcept nogil
    CardSet unpack "tricks_unpack"(uint64_t packed, CardSet left) noexcept nogil
    CardSet without_lowest "tricks_without_lowest"(CardSet cards, int n) noexcept nogil

ctypedef uint64_t Shape          # the length of each suit in each hand: 16 fields of 4 bits


cdef inline Shape one_of(int seat, int lane) noexcept nogil:
    """One card of a seat and suit, to add to or take from a shape."""
    return (<Shape>1) << (16 * seat + 4 * lane)


cdef inline int length_of(Shape shape, int seat, int lane) noexcept nogil:
    """The number of cards that the seat has of the suit."""
    return (shape >> (16 * seat + 4 * lane)) & 15


cdef inline Shape turned(Shape shape, int seat) noexcept nogil:
    """The same lengths with the seats numbered from this one on."""
    return shape >> 16 * seat | shape << (-16 * seat & 63)


cdef inline CardSet headed(CardSet ours, CardSet theirs) noexcept nogil:
    """The suits whose highest card is one of `ours`, each as bit 15 of its lane."""
    return ((ours | TOPS) - theirs - <CardSet>0x0001000100010001U) & TOPS


cdef inline CardSet at_or_below(CardSet cards) noexcept nogil:
    """In each suit every rank from the highest of `cards` downwards; nothing in a suit that `cards` does not touch."""
    cards |= cards >> 1 & <CardSet>0x7FFF7FFF7FFF7FFFU
    cards |= cards >> 2 & <CardSet>0x3FFF3FFF3FFF3FFFU
    cards |= cards >> 4 & <CardSet>0x0FFF0FFF0FFF0FFFU
    return cards | cards >> 8 & <CardSet>0x00FF00FF00FF00FFU


cdef inline CardSet at_or_above(CardSet cards) noexcept nogil:
    """In each suit every rank from the lowest of `cards` upwards; nothing in a suit that `cards` does not touch.

    As bit 15 of a lane is never a card, one subtraction serves all four lanes without a borrow between them.
    """
    return (cards | (TOPS - cards)) & ~TOPS
