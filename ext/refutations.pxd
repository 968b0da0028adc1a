# The card that last cut off in a situation like this one. A hint only: two situations may share a slot, and what lies
# there may be no card of the hand or not allowed, so the search asks. (After the cutoff-card cache of macroxue's
# bridge solver.)

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from atomic cimport get_card
from cards cimport NO_CARD, CardSet

cdef struct Refutations:
    unsigned char* card          # 1 << bits of them
    int bits


cdef inline bint size_refutations(Refutations* refutations, int bits) noexcept nogil:
    """An empty memory of 1 << bits cards in the place of a smaller one; False when there is no memory for it.

    An empty place holds NO_CARD, which nobody may play: where nothing is known the cards are listed at once.
    """
    cdef unsigned char* larger = <unsigned char*>malloc(1 << bits)
    if larger == NULL:
        return False
    memset(larger, NO_CARD, 1 << bits)
    free(refutations.card)
    refutations.card = larger
    refutations.bits = bits
    return True


cdef inline void copy_refutations(const Refutations* refutations, Refutations* copy) noexcept nogil:
    """A copy, while others may write into the memory that is copied; without memory `copy.card` is NULL."""
    cdef int i
    copy.bits = refutations.bits
    copy.card = <unsigned char*>malloc(1 << copy.bits)
    if copy.card != NULL:
        for i in range(1 << copy.bits):
            copy.card[i] = get_card(refutations.card + i)


cdef inline unsigned char* near_slot_of(
    const Refutations* refutations, CardSet cards, uint64_t situation, uint64_t place
) noexcept nogil:
    """The place of one of up to 64 situations that follow each other and differ in `place` alone: their places are neighbours.

    Of the rest as `slot_of`.
    """
    cdef uint64_t hashed = (cards ^ situation * <uint64_t>0x9E3779B97F4A7C15U) * <uint64_t>0xBF58476D1CE4E5B9U
    return &refutations.card[(hashed >> (64 - refutations.bits)) ^ place]


cdef inline unsigned char* slot_of(const Refutations* refutations, CardSet cards, uint64_t situation) noexcept nogil:
    """The place of a situation: what the player may choose from, and a number for all else that tells it apart."""
    return near_slot_of(refutations, cards, situation, 0)
