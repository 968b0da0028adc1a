# From zero-window tests to exact counts of tricks: the value of a position or of one card, the best card, the line.

from cards cimport CardSet, highest, lowest, n_cards, one
from tricks.bits cimport N_LANES, lane_set, length_of, one_of
from tricks.order cimport Moves, distinct, list_moves, refutation
from tricks.search cimport search_after, search_cards
from tricks.state cimport Search, Trick, add_card, cards_in_hands, legal_plays, others_out, start_trick

cdef enum:
    NO_CARD = 255

cdef struct Bounds:
    # of the tricks of seats 0 and 2
    int lower
    int upper

cdef struct Line:
    int n                        # cards; 0 when a limit stopped the search
    int card[52]


cdef extern from *:
    """
    /* Sixteenths of a trick, fitted to the values of 1,300 random deals. */
    static const int tricks_high_worth[3][5] = {{18, 11, 7, 3, 2}, {13, 8, 4, 2, 1}, {15, 11, 7, 4, 2}};
    static const int tricks_lead_worth[2] = {9, 4};
    """
    const int high_worth "tricks_high_worth"[3][5]   # the highest five cards left: no trumps, plain suit, trumps
    const int lead_worth "tricks_lead_worth"[2]      # without trumps, with trumps

cdef enum:
    N_HIGH = 5
    TRUMP_WORTH = 6              # each trump more than the other side has
    SHORT_WORTH = 4              # each card less than three of a plain suit, in a hand with trumps


cdef inline int estimate(const Search* s, const Trick* trick) noexcept nogil:
    """A first guess of the value: half the tricks, more or less by high cards, trumps, short suits and the lead.

    Of the two tests that prove a value one is of itself and one of the next number: half a trick up is best.
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


cdef inline int test_root(Search* s, const Trick* trick, int card, int beta) noexcept nogil:
    """One zero-window test of a card, or with NO_CARD of the whole position."""
    cdef CardSet relevant = 0
    if card == NO_CARD:
        return search_cards(s, trick, beta, &relevant)
    return search_after(s, trick, card, beta, &relevant)


cdef inline Bounds prove_value(Search* s, const Trick* trick, int card, Bounds bounds, int guess) noexcept nogil:
    """The exact value after `card` (NO_CARD: of the position), or the bounds proved before a limit.

    From the guess one test after the other towards the value: a guess is mostly less than two tricks off.
    """
    cdef int beta = guess, value
    while bounds.lower < bounds.upper:
        beta = max(bounds.lower + 1, min(bounds.upper, beta))
        value = test_root(s, trick, card, beta)
        if s.stopped:
            break
        if value >= beta:
            bounds.lower = min(value, bounds.upper)
            beta = bounds.lower + 1
        else:
            bounds.upper = max(value, bounds.lower)
            beta = bounds.upper
    return bounds


cdef inline bint is_for_first(const Trick* trick) noexcept nogil:
    """Is it the turn of seat 0 or 2, whose tricks are counted?"""
    return not trick.seat & 1


cdef inline bint keeps_value(Search* s, const Trick* trick, int card, int value) noexcept nogil:
    """Does the card keep the known value of the position for the side that plays it?"""
    if is_for_first(trick):
        return test_root(s, trick, card, value) >= value
    return test_root(s, trick, card, value + 1) <= value


cdef inline int optimal_card(Search* s, const Trick* trick, int value) noexcept nogil:
    """A card that keeps the known value; NO_CARD when a limit stopped the search."""
    cdef CardSet cards = legal_plays(s, trick)
    cdef Moves moves
    cdef bint keeps
    cdef int i, first
    if not cards & (cards - 1):
        return lowest(cards)
    # The card that cut off last here is mostly the one, and then the table knows it.
    first = refutation(s, trick, cards)[0]
    if cards >> first & 1:
        keeps = keeps_value(s, trick, first, value)
        if s.stopped:
            return NO_CARD
        if keeps:
            return first
    list_moves(s, trick, distinct(cards, others_out(s, trick)), &moves)
    for i in range(moves.n - 1):
        keeps = keeps_value(s, trick, moves.card[i], value)
        if s.stopped:
            return NO_CARD
        if keeps:
            return moves.card[i]
    # One card must keep the value: when no other does it is the last one.
    return moves.card[moves.n - 1]


cdef inline void put_down(Search* s, Trick* trick, int card, int* won) noexcept nogil:
    """Plays the card for good; `won` grows by the trick that seats 0 and 2 win with it."""
    cdef Trick after
    s.hand[trick.seat] ^= one(card)
    s.shape -= one_of(trick.seat, card >> 4)
    add_card(s, trick, card, &after)
    trick[0] = after
    if after.n == 4:
        s.n_tricks -= 1
        won[0] += 1 - (after.winner & 1)
        start_trick(trick, after.winner)


cdef inline Line play_line(Search* s, const Trick* start, int card, int value) noexcept nogil:
    """Best play of both sides from `card` on, after which the position is worth `value`.

    The search's hands are as before when this returns.
    """
    cdef Search before = s[0]
    cdef Trick trick = start[0]
    cdef Line line
    cdef int won = 0, i
    line.n = 0
    while True:
        line.card[line.n] = card
        line.n += 1
        put_down(s, &trick, card, &won)
        if s.n_tricks == 0:
            break
        card = optimal_card(s, &trick, value - won)
        if card == NO_CARD:
            line.n = 0
            break
    for i in range(4):
        s.hand[i] = before.hand[i]
    s.shape = before.shape
    s.n_tricks = before.n_tricks
    return line
