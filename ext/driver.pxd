# From zero-window tests to exact values: bisection with a rising step, the best card, the line.

from cards cimport CardSet, one
from legality cimport legal_plays
from ordering cimport Moves, distinct, list_moves, others_out
from points cimport is_settled, winner_worth
from position cimport Position, Trick, add_card, is_penalised, start_trick
from rules cimport side
from search cimport Search, close_trick, search_after, search_cards
from table cimport NO_CARD, Bounds

cdef struct Root:
    # the position asked about: a trick that may have begun, and a side to play
    Trick trick
    Bounds bounds                # of the value to go
    int unit                     # values of the deal differ by multiples of it: 1 or 2
    int base                     # any value that is possible as far as the unit goes


cdef inline int round_up(const Root* root, int value) noexcept nogil:
    """The least possible value that is not below `value`."""
    if root.unit == 2 and (value - root.base) & 1:
        return value + 1
    return value


cdef inline int test_root(Search* s, const Root* root, int card, int beta) noexcept nogil:
    """One zero-window test of a card, or with NO_CARD of the whole position."""
    if card == NO_CARD:
        return search_cards(s, &root.trick, beta)
    return search_after(s, &root.trick, card, beta)


cdef inline int far_step(const Root* root) noexcept nogil:
    """The first step from a guess that may be far off; from a near one it is the unit."""
    return max(root.unit, (root.bounds.upper - root.bounds.lower) // 32)


cdef inline Bounds prove_value(
    Search* s, const Root* root, int card, Bounds bounds, int guess, int step
) noexcept nogil:
    """The exact value to go after `card` (NO_CARD: of the position), or the bounds proved before a limit.

    Zero-window tests from the guess outwards with a step that doubles; once the value is bracketed, bisection.
    """
    cdef int beta = guess, value
    cdef bint was_high = False, was_low = False
    while bounds.lower < bounds.upper:
        beta = round_up(root, max(bounds.lower + 1, min(bounds.upper, beta)))
        value = test_root(s, root, card, beta)
        if s.stopped:
            break
        if value >= beta:
            bounds.lower = min(round_up(root, value), bounds.upper)
            was_high = True
            beta = bounds.lower + step
        else:
            bounds.upper = max(-round_up(root, -value), bounds.lower)
            was_low = True
            beta = bounds.upper - step + root.unit
        if was_high and was_low:
            beta = bounds.lower + (bounds.upper - bounds.lower + 1) // 2
        else:
            step *= 2
    return bounds


cdef inline CardSet root_cards(Search* s, const Root* root) noexcept nogil:
    return legal_plays(s.rules, &root.trick, s.position.leader, s.position.hand[root.trick.seat])


cdef inline CardSet root_distinct(Search* s, const Root* root) noexcept nogil:
    cdef CardSet hand = s.position.hand[root.trick.seat]
    return distinct(s.rules, root_cards(s, root), others_out(&s.position, &root.trick, hand), is_settled(s.rules, &s.position))


cdef inline bint holds_value(Search* s, const Trick* trick, int card, int value) noexcept nogil:
    """Does the card keep the known value of the position for the side that plays it?"""
    if side(s.rules, trick.seat) == 0:
        return search_after(s, trick, card, value) >= value
    return search_after(s, trick, card, value + 1) <= value


cdef inline int optimal_card(Search* s, const Trick* trick, int value) noexcept nogil:
    """A card that keeps the known value; NO_CARD when a limit stopped the search."""
    cdef CardSet hand = s.position.hand[trick.seat]
    cdef CardSet cards = legal_plays(s.rules, trick, s.position.leader, hand)
    cdef Moves moves
    cdef bint keeps
    cdef int i
    list_moves(s.rules, &s.position, trick, cards, NO_CARD, &moves)
    for i in range(moves.n - 1):
        keeps = holds_value(s, trick, moves.card[i], value)
        if s.stopped:
            return NO_CARD      # and what `keeps` says means nothing
        if keeps:
            return moves.card[i]
    # One card must keep the value: when no other does it is the last one.
    return moves.card[moves.n - 1]


cdef struct Line:
    int n                        # cards; 0 when a limit stopped the search
    int card[52]
    int total                    # what both sides together get along it


cdef inline Line play_line(Search* s, const Trick* start, int card, int value) noexcept nogil:
    """Best play of both sides from `card` on, whose value to go is `value`.

    The search's position is as before when this returns.
    """
    cdef Position before = s.position
    cdef Trick trick = start[0], after
    cdef Line line
    cdef int seat
    line.n = 0
    line.total = s.rules.game_value + before.prize
    while True:
        line.card[line.n] = card
        line.n += 1
        seat = trick.seat
        if s.rules.penalty and is_penalised(s.rules, &trick, s.position.hand[seat]):
            line.total -= s.rules.penalty
        add_card(s.rules, &trick, s.position.hand[seat], card, &after)
        s.position.hand[seat] ^= one(card)
        trick = after
        if trick.n == s.rules.n_seats:
            line.total += winner_worth(s.rules, &trick, s.position.tricks_left == 1)
            value -= close_trick(s, &trick)
            if s.position.tricks_left == 0:
                if s.position.won != 3:
                    line.total += s.rules.slam
                break
            start_trick(&trick, s.position.leader)
        card = optimal_card(s, &trick, value)
        if card == NO_CARD:
            line.n = 0
            break
    s.position = before
    return line
