# From zero-window tests to exact counts of tricks: the value of a position or of one card, the best card, the line.

from libc.stdint cimport uint64_t

from atomic cimport get_card
from cards cimport NO_CARD, CardSet, N_LANES, highest, lane_set, n_cards, one
from limits cimport Bounds
from tricks.bits cimport length_of, one_of
from tricks.memory cimport Table, count_entries, open_view
from tricks.order cimport Moves, distinct, equals_of, list_moves, refutation
from tricks.search cimport call_helpers, close_view, search_after, search_cards
from tricks.state cimport N_SEATS, Search, Trick, add_card, cards_in_hands, legal_plays, others_out, start_trick

cdef struct Root:
    # the position asked about: a trick that may have begun
    Trick trick
    Bounds bounds                # of the tricks that seats 0 and 2 still win, this one included
    int n_tricks                 # left, this one included
    bint is_swapped              # seats 0 and 2 are side 1


cdef extern from *:
    """
    /* Sixteenths of a trick, fitted to the values of 1,300 random deals. */
    static const int tricks_high_worth[3][5] = {{18, 11, 7, 3, 2}, {13, 8, 4, 2, 1}, {15, 11, 7, 4, 2}};
    static const int tricks_lead_worth[2] = {9, 4};
    """
    const int high_worth "tricks_high_worth"[3][5]   # the highest five cards left: no trumps, plain suit, trumps
    const int lead_worth "tricks_lead_worth"[2]      # without trumps, with trumps

cdef enum:
    ALONE_FOR = 1 << 14          # nodes, 2 ms or so, for which a search stays alone: to start a thread takes 0.1 ms
    N_HIGH = 5
    TRUMP_WORTH = 6              # each trump more than the other side has
    SHORT_WORTH = 4              # each card less than three of a plain suit, in a hand with trumps


cdef inline int estimate(const Search* s, const Trick* trick) noexcept nogil:
    """A first guess of the value: half the tricks, corrected for high cards, trumps, short suits and the lead.

    Two tests prove a value: one of the value itself and one of the next number. So the guess is half a trick high.
    """
    cdef CardSet left = cards_in_hands(s), suit, ours = s.hand[0] | s.hand[2]
    cdef int lane, i, seat, kind, card, length, worth = 0
    for lane in range(N_LANES):
        suit = left & lane_set(lane)
        kind = 0 if s.trump < 0 else 2 if lane == s.trump else 1
        for i in range(N_HIGH):
            if not suit:
                break
            card = highest(suit)
            suit ^= one(card)
            worth += high_worth[kind][i] if ours & one(card) else -high_worth[kind][i]
    if s.trump >= 0:
        worth += TRUMP_WORTH * (n_cards(ours & s.trumps) - n_cards(left & ~ours & s.trumps))
        for seat in range(4):
            if s.hand[seat] & s.trumps:
                for lane in range(N_LANES):
                    length = length_of(s.shape, seat, lane)
                    if lane != s.trump and length < 3:
                        worth += (length - 3 if seat & 1 else 3 - length) * SHORT_WORTH
    i = lead_worth[s.trump >= 0]
    worth += -i if (trick.seat - trick.n) & 1 else i
    return (8 * s.n_tricks + worth + 16) // 16


cdef inline int test_alone(Search* s, const Trick* trick, int card, int beta) noexcept nogil:
    """One zero-window test of a card, or with NO_CARD of the whole position."""
    cdef CardSet relevant = 0
    if card == NO_CARD:
        return search_cards(s, trick, beta, &relevant)
    return search_after(s, trick, card, beta, &relevant)


cdef inline uint64_t lone_nodes(const Search* s) noexcept nogil:
    """The nodes for which a search stays alone."""
    return ALONE_FOR


include "crew.pxi"


cdef inline Bounds prove_value(Search* s, const Trick* trick, int card, Bounds bounds, int guess) noexcept nogil:
    """The exact value after `card` (NO_CARD: of the position), or the bounds proved before a limit.

    From the guess, one test after the other towards the value: a guess is mostly less than two tricks off.
    """
    cdef int beta = guess, value
    while bounds.lower < bounds.upper:
        beta = max(bounds.lower + 1, min(bounds.upper, beta))
        value = test_card(s, trick, card, beta)
        if s.meter.stopped:
            break
        if value >= beta:
            bounds.lower = min(value, bounds.upper)
            beta = bounds.lower + 1
        else:
            bounds.upper = max(value, bounds.lower)
            beta = bounds.upper
    return bounds


cdef inline void prove_cards(
    Search* s, const Root* root, const int* cards, int n, const int* guess, Bounds* proved
) noexcept nogil:
    """The values of n cards; the value of each is the first guess of the next."""
    cdef int i, near = guess[0] if guess != NULL else estimate(s, &root.trick)
    for i in range(n):
        proved[i] = root.bounds
        if not s.meter.stopped:
            proved[i] = prove_value(s, &root.trick, cards[i], root.bounds, near)
            if proved[i].lower == proved[i].upper:
                near = proved[i].lower


cdef inline Bounds prove_position(Search* s, const Root* root, const int* guess) noexcept nogil:
    """The value of the position."""
    return prove_value(s, &root.trick, NO_CARD, root.bounds, guess[0] if guess != NULL else estimate(s, &root.trick))


cdef inline bint maximises(const Search* s, const Trick* trick) noexcept nogil:
    """Is it the turn of seat 0 or 2, whose tricks are counted?"""
    return not trick.seat & 1


cdef inline int tricks_left(const Search* s) noexcept nogil:
    return s.n_tricks


cdef inline CardSet class_of(const Search* s, const Trick* trick, int card) noexcept nogil:
    """The playable cards that are as good as `card`."""
    return equals_of(legal_plays(s, trick), others_out(s, trick), card)


cdef inline void list_choice(const Search* s, const Trick* trick, Moves* moves) noexcept nogil:
    """The playable cards by falling merit, one of each class."""
    list_moves(s, trick, distinct(legal_plays(s, trick), others_out(s, trick)), moves)


cdef inline int likely_card(const Search* s, const Trick* trick) noexcept nogil:
    """A card to try before the others are listed: the one that cut off last here, which the table then knows."""
    cdef CardSet cards = legal_plays(s, trick)
    cdef int card = get_card(refutation(s, trick, cards))
    return card if cards & (cards - 1) and cards >> card & 1 else NO_CARD


cdef inline int sure_total(const Search* s) noexcept nogil:
    """What both sides together get in the end: all tricks."""
    return s.n_tricks


cdef inline int put_down(Search* s, Trick* trick, int card, int* total) noexcept nogil:
    """Plays the card for good; returns the tricks, 0 or 1, that seats 0 and 2 win with it."""
    cdef Trick after
    cdef int won = 0
    s.hand[trick.seat] ^= one(card)
    s.shape -= one_of(trick.seat, card >> 4)
    add_card(s, trick, card, &after)
    trick[0] = after
    if after.n == 4:
        s.n_tricks -= 1
        won = 1 - (after.winner & 1)
        start_trick(trick, after.winner)
    return won


cdef inline void go_back(Search* s, const Search* before) noexcept nogil:
    """To the position of `before`; what was learned of the leads since stays."""
    cdef int seat
    for seat in range(N_SEATS):
        s.hand[seat] = before.hand[seat]
    s.shape = before.shape
    s.n_tricks = before.n_tricks


cdef inline bint has_open_total(const Search* s) noexcept nogil:
    """Does what both sides together get depend on the play? Every trick goes to one of them."""
    return False
