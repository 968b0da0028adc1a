# A position as flat numbers: what solver/engine/encode.py gives, and what a page in a browser writes into the memory of the
# core (solver/web/core.js, which has the places of the fields).
#
# Every number has a fixed size, so that the struct is the same for every processor that aligns 64 bits by 8 bytes.

from libc.stdint cimport int32_t, uint64_t

cdef struct Given:
    uint64_t hands[4]            # cards by seat, as sets
    int32_t leader               # who led the unfinished trick, or leads the next one
    int32_t drawn                # cards of the stock already drawn
    int32_t won                  # bit s: side s has won a trick
    int32_t game                 # the lead of side 0 in game points
    int32_t unit                 # values of the deal differ by multiples of it: 1 or 2
    int32_t n_table
    int32_t n_stock
    int32_t table[4]             # the cards of the unfinished trick, in order
    int32_t stock[52]            # of the deal, the cards already drawn included


cdef inline Given read_given(dict position):
    """The position of a dict of `Encoding.encode_position`."""
    cdef Given given
    cdef int i, card
    for i in range(4):
        given.hands[i] = position["hands"][i]
    given.leader = position["leader"]
    given.drawn = position["drawn"]
    given.won = position["won"]
    given.game = position["game"]
    given.unit = position["unit"]
    given.n_table = len(position["table"])
    given.n_stock = len(position["stock"])
    for i, card in enumerate(position["table"]):
        given.table[i] = card
    for i, card in enumerate(position["stock"]):
        given.stock[i] = card
    return given
