# What is found of a position, from the values of its cards to best play: included by points/answer.pxd and tricks/answer.pxd,
# each of which has, by these names,
#
#   Search, Trick, Moves, Root     what changes while cards are played; the unfinished trick; cards in order; the question
#   prove_cards, prove_position    exact values, or the bounds that a limit left
#   test_card, list_choice, likely_card, class_of, maximises, has_open_total
#   put_down, go_back, tricks_left, sure_total

from libc.stdlib cimport calloc

from cards cimport NO_CARD, CardSet, highest, one
from limits cimport best_bounds
from outcome cimport Line, Outcome

cdef struct Wanted:
    bint all                     # the value of every class of cards
    CardSet among                # of these cards alone, with all; 0: of every playable card
    bint card                    # of the position, and one best card
    bint line                    # with best play from one best card on
    bint totals                  # with all that it takes to tell what each side gets


cdef inline bint keeps_value(Search* s, const Trick* trick, int card, int value) noexcept nogil:
    """Does the card keep the known value of the position for the side that plays it?"""
    if maximises(s, trick):
        return test_card(s, trick, card, value) >= value
    return test_card(s, trick, card, value + 1) <= value


cdef inline int optimal_card(Search* s, const Trick* trick, int value) noexcept nogil:
    """A card that keeps the known value; NO_CARD when a limit stopped the search."""
    cdef Moves moves
    cdef bint keeps
    cdef int i, card = likely_card(s, trick)
    if card != NO_CARD:
        keeps = keeps_value(s, trick, card, value)
        if s.meter.stopped:
            return NO_CARD      # and what `keeps` says means nothing
        if keeps:
            return card
    list_choice(s, trick, &moves)
    for i in range(moves.n - 1):
        keeps = keeps_value(s, trick, moves.card[i], value)
        if s.meter.stopped:
            return NO_CARD
        if keeps:
            return moves.card[i]
    # One card must keep the value: when no other does it is the last one.
    return moves.card[moves.n - 1]


cdef inline Line play_line(Search* s, const Trick* start, int card, int value) noexcept nogil:
    """Best play of both sides from `card` on, whose value to go is `value`.

    The search's position is as before when this returns.
    """
    cdef Search before = s[0]
    cdef Trick trick = start[0]
    cdef Line line
    line.n = 0
    line.total = sure_total(s)
    while card != NO_CARD:
        line.card[line.n] = card
        line.n += 1
        value -= put_down(s, &trick, card, &line.total)
        if tricks_left(s) == 0:
            break
        card = optimal_card(s, &trick, value)
    if card == NO_CARD:
        line.n = 0
    go_back(s, &before)
    return line


cdef inline void keep_classes(const Search* s, const Trick* trick, CardSet among, Moves* moves) noexcept nogil:
    """Leaves those of the choices that stand for one of some cards."""
    cdef int i, n = 0
    for i in range(moves.n):
        if class_of(s, trick, moves.card[i]) & among:
            moves.card[n] = moves.card[i]
            n += 1
    moves.n = n


cdef inline bint find_all(Search* s, Root* root, const Wanted* wanted, const int* guess, Outcome* outcome) noexcept nogil:
    """Everything that is wanted of the position, as far as the limits allow; False when there is no memory for lines.

    Where the outcome has room for lines, MOST_CLASSES of them, they go there.
    """
    cdef Trick* trick = &root.trick
    cdef bint needs_lines = wanted.totals and has_open_total(s)
    cdef Moves moves
    cdef int i, card

    # Step 1. The values: of one card of each class, or of the position and a card that keeps it.
    outcome.n = 0
    if wanted.all:
        list_choice(s, trick, &moves)
        if wanted.among:
            keep_classes(s, trick, wanted.among, &moves)
        outcome.n = moves.n
        prove_cards(s, root, moves.card, moves.n, guess, outcome.proved)
        outcome.whole = best_bounds(outcome.proved, moves.n, maximises(s, trick))
        for i in range(moves.n):
            outcome.members[i] = class_of(s, trick, moves.card[i])
    else:
        outcome.whole = prove_position(s, root, guess)
        if (wanted.card or needs_lines) and not s.meter.stopped:
            card = optimal_card(s, trick, outcome.whole.lower)
            if card != NO_CARD:
                outcome.n = 1
                outcome.proved[0] = outcome.whole
                outcome.members[0] = one(card)

    # Step 2. The lines: of one best card, or of every class where only a line tells what both sides get.
    if not (needs_lines or wanted.line) or outcome.n == 0 or s.meter.stopped:
        return True
    if outcome.lines == NULL:
        outcome.lines = <Line*>calloc(outcome.n, sizeof(Line))
    if outcome.lines == NULL:
        return False
    for i in range(outcome.n):
        if s.meter.stopped:
            break
        if needs_lines or outcome.proved[i].lower == outcome.whole.lower:
            outcome.lines[i] = play_line(s, trick, highest(outcome.members[i]), outcome.proved[i].lower)
            if not needs_lines:
                break
    return True
