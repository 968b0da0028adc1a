# From zero-window tests to exact values: bisection with a rising step, the best card, the line.
#
# Tests from a guess outwards, then halving what is left (the MTD family of Plaat and others, 1996, with the
# bisection of Coplan's C*, 1982). Each test is a proof of its own, so the guess, the step, the order and the
# budget of the tests can change only the cost of a value. A test that was stopped proves nothing.

from libc.stdint cimport uint64_t

from cards cimport CardSet, one
from game.legality cimport legal_plays
from game.play cimport close_trick
from game.position cimport Position, Trick, add_card, is_penalised, start_trick
from game.rules cimport has_penalties, side
from game.worth cimport is_settled, winner_worth
from points.ordering cimport Moves, distinct, list_moves, others_out
from points.search cimport NEVER, Search, search_after, search_cards
from points.table cimport NO_CARD, Bounds

cdef enum:
    FIRST_BUDGET = 1 << 18       # nodes of a test, before others get their turn

cdef struct Root:
    # the position asked about: a trick that may have begun, and a side to play
    Trick trick
    Bounds bounds                # of the value to go
    int unit                     # values of the deal differ by multiples of it: 1 or 2
    int base                     # any value that is possible as far as the unit goes

cdef struct Proof:
    # the search for one value, which may be laid aside and taken up again
    int card                     # to be played first; NO_CARD: the position's own value
    Bounds bounds                # proved so far
    int beta                     # of the next test
    int step
    bint was_high                # a test has found the value at beta or above
    bint was_low


cdef inline int round_up(const Root* root, int value) noexcept nogil:
    """The least possible value that is not below `value`.

    Where every point goes to one side or the other, and all that need not be won is even, values of a deal are
    all even or all odd: solver/engine/encode.py says when (`unit`).
    """
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


cdef inline void start_proof(Proof* proof, const Root* root, int card, int guess, int step) noexcept nogil:
    """The value to go after `card` (NO_CARD: of the position) shall be proved, from a guess outwards."""
    proof.card = card
    proof.bounds = root.bounds
    proof.beta = guess
    proof.step = step
    proof.was_high = False
    proof.was_low = False


cdef inline bint is_proved(const Proof* proof) noexcept nogil:
    return proof.bounds.lower == proof.bounds.upper


cdef inline bint test(Search* s, const Root* root, Proof* proof, int beta, uint64_t budget) noexcept nogil:
    """One zero-window test, which narrows the bounds; False when it was stopped, or laid aside after `budget` nodes."""
    cdef int value
    s.pause_at = s.nodes + budget
    beta = round_up(root, max(proof.bounds.lower + 1, min(proof.bounds.upper, beta)))
    value = test_root(s, root, proof.card, beta)
    s.pause_at = NEVER
    if s.stopped:
        if s.paused:
            s.stopped = s.paused = False
        return False
    if value >= beta:
        proof.bounds.lower = min(round_up(root, value), proof.bounds.upper)
        proof.was_high = True
    else:
        proof.bounds.upper = max(-round_up(root, -value), proof.bounds.lower)
        proof.was_low = True
    return True


cdef inline bint close_in(Search* s, const Root* root, Proof* proof, uint64_t budget) noexcept nogil:
    """Tests from the guess outwards with a step that doubles; once the value is bracketed, bisection.

    False when a test was stopped or took more than `budget` nodes.
    """
    cdef int lower
    while not is_proved(proof):
        lower = proof.bounds.lower
        if not test(s, root, proof, proof.beta, budget):
            return False
        if proof.was_high and proof.was_low:
            proof.beta = proof.bounds.lower + (proof.bounds.upper - proof.bounds.lower + 1) // 2
            continue
        if proof.bounds.lower > lower:
            proof.beta = proof.bounds.lower + proof.step
        else:
            proof.beta = proof.bounds.upper - proof.step + root.unit
        proof.step *= 2
    return True


cdef inline void prove(Search* s, const Root* root, Proof* proof, uint64_t budget) noexcept nogil:
    """The exact value, or the bounds that tests of up to `budget` nodes can prove.

    When the tests around the guess take longer the outer ones are made first, from both ends inwards: the
    farther off the value the cheaper a test is, and so a search with a limit has something to say.
    """
    cdef int step
    if close_in(s, root, proof, budget):
        return
    step = max(root.unit, (root.bounds.upper - root.bounds.lower) // 16)
    while not is_proved(proof) and not s.stopped:
        if not test(s, root, proof, proof.bounds.upper - step + root.unit, budget):
            break
    while not is_proved(proof) and not s.stopped:
        if not test(s, root, proof, proof.bounds.lower + step, budget):
            break


cdef inline void prove_all(Search* s, const Root* root, Proof* proofs, int n) noexcept nogil:
    """The exact values of n cards, or what is proved of them when a limit stops the search.

    None of them may hold up the others for long: each gets its budget in turn, and then all a larger one. The
    table keeps what a test that was laid aside has found.
    """
    cdef uint64_t budget = FIRST_BUDGET
    cdef bint is_open = True
    cdef int i, known = -1
    while is_open and not s.stopped:
        is_open = False
        for i in range(n):
            if s.stopped or is_proved(&proofs[i]):
                continue
            if known >= 0 and budget == FIRST_BUDGET:     # the value of the card before is a near guess
                proofs[i].beta = proofs[known].bounds.lower
                proofs[i].step = root.unit
            prove(s, root, &proofs[i], budget)
            if is_proved(&proofs[i]):
                known = i
            else:
                is_open = True
        budget *= 4


cdef inline Bounds best_bounds(const Proof* proofs, int n, bint maximises) noexcept nogil:
    """What the bounds of all the cards prove of the position's value."""
    cdef Bounds best = proofs[0].bounds
    cdef int i
    for i in range(1, n):
        if maximises:
            best.lower = max(best.lower, proofs[i].bounds.lower)
            best.upper = max(best.upper, proofs[i].bounds.upper)
        else:
            best.lower = min(best.lower, proofs[i].bounds.lower)
            best.upper = min(best.upper, proofs[i].bounds.upper)
    return best


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
        if has_penalties(s.rules, s.position.tricks_left) and is_penalised(s.rules, &trick, s.position.hand[seat]):
            line.total -= s.rules.penalty
        add_card(s.rules, &trick, s.position.hand[seat], card, &after)
        s.position.hand[seat] ^= one(card)
        trick = after
        if trick.n == s.rules.n_seats:
            line.total += winner_worth(s.rules, &trick, s.position.tricks_left == 1)
            value -= close_trick(s.rules, s.stock, &s.position, &trick)
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
