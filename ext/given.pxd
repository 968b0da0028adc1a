# A position as flat numbers: what solver/engine/encode.py gives, and what a page in a browser writes into the memory of the
# core (solver/web/core.js, which has the places of the fields).
#
# Every number has a fixed size, so that the struct is the same for every processor that aligns 64 bits by 8 bytes.
#
# `read_given` is the border of trust: what it lets pass, the searches look up without asking. The page writes what its own
# rules have dealt and played, and is trusted.

from libc.stdint cimport int32_t, uint64_t

from cards cimport CardSet, n_cards, one

cdef enum:
    MOST_SEATS = 4
    MOST_STOCK = 52
    MOST_LEAD = 1 << 20          # in game points: beyond any, and no sum of it passes 32 bits

cdef extern from *:
    """#define GIVEN_CARDS UINT64_C(0x1FFF1FFF1FFF1FFF)"""
    const CardSet EVERY_CARD "GIVEN_CARDS"      # the 13 ranks of each lane: the largest deck

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


cdef inline const char* fault_of(const Given* given, int n_seats, CardSet deck) noexcept nogil:
    """What is wrong with a position of a game for so many players, with such a deck; NULL: it may be searched."""
    cdef CardSet seen = 0
    cdef int i, seat, n, n_each = 0

    # Step 1. The numbers.
    if n_seats < 2 or n_seats > MOST_SEATS:
        return "a game has two to four players"
    if given.leader < 0 or given.leader >= n_seats:
        return "the leader has no seat"
    if given.n_table >= n_seats:
        return "an unfinished trick has fewer cards than the game has players"
    if given.drawn < 0 or given.drawn > given.n_stock or (given.n_stock - given.drawn) % n_seats:
        return "a stock is drawn by all players at once, as far as it goes"
    if given.won < 0 or given.won > 3 or (given.unit != 1 and given.unit != 2):
        return "what was won, or the unit of the values, is none"
    if given.game < -MOST_LEAD or given.game > MOST_LEAD:
        return "no deal has such a lead in game points"

    # Step 2. The cards: each lies in one place, and at the start of a trick all players hold as many.
    for i in range(MOST_SEATS):
        seat = (given.leader + i) % n_seats if i < n_seats else i
        if given.hands[seat] & (seen | ~deck):
            return "a card is held twice, or is none of the deck"
        seen |= given.hands[seat]
        n = n_cards(given.hands[seat]) + (i < given.n_table)
        if i == 0:
            n_each = n
        if n != (n_each if i < n_seats else 0):
            return "the hands have different lengths"
    if n_each == 0:
        return "every card has been played"
    for i in range(given.n_table):
        if not is_new(given.table[i], deck, &seen):
            return "a card of the trick is held, too, or is none of the deck"
    for i in range(given.drawn, given.n_stock):
        if not is_new(given.stock[i], deck, &seen):
            return "a card of the stock is held, too, or is none of the deck"
    return NULL


cdef inline bint is_new(int card, CardSet deck, CardSet* seen) noexcept nogil:
    """Is it a card of the deck, and none of those seen before? Then it has been seen now."""
    if card < 0 or card > 63 or one(card) & (seen[0] | ~deck):
        return False
    seen[0] |= one(card)
    return True


cdef inline int check_given(const Given* given, int n_seats, CardSet deck) except -1:
    cdef const char* fault = fault_of(given, n_seats, deck)
    if fault != NULL:
        raise ValueError(f"this position cannot be searched: {fault.decode()}")
    return 0


cdef inline int read_cards(cards, int32_t* read, int most, str too_many) except -1:
    """How many cards a list has, which are read into `most` places.

    They are counted while they are read: the list may grow meanwhile.
    """
    cdef int card, n = 0
    for card in cards:
        if n == most:
            raise ValueError(too_many)
        read[n] = card
        n += 1
    return n


cdef inline Given read_given(dict position, int n_seats, CardSet deck):
    """The position of a dict of `Encoding.encode_position`, in a game for so many players, with such a deck.

    Raises:
        ValueError: it has no card to play, or no game has such a position.
    """
    cdef Given given
    cdef int i
    if position is None:
        raise TypeError("a position must be a dict, not NoneType")
    for i in range(4):
        given.hands[i] = position["hands"][i]
    given.leader = position["leader"]
    given.drawn = position["drawn"]
    given.won = position["won"]
    given.game = position["game"]
    given.unit = position["unit"]
    given.n_table = read_cards(
        position["table"], given.table, MOST_SEATS, "a trick has no more cards than a game has players")
    given.n_stock = read_cards(position["stock"], given.stock, MOST_STOCK, "a stock has no more cards than a deck")
    check_given(&given, n_seats, deck)
    return given
