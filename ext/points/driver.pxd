# From zero-window tests to exact values: bisection with a rising step, the best card, the line.
#
# Tests from a guess outwards, then halving what is left (the MTD family of Plaat and others, 1996, with the bisection of
# Coplan's C*, 1982). Each test is a proof of its own, so the guess, the step, the order and the budget of the tests
# change only the cost of a value. A test that was stopped proves nothing.

from libc.stdint cimport uint64_t

from cards cimport NO_CARD, CardSet, one
from game.legality cimport legal_plays
from game.play cimport close_trick
from game.position cimport Trick, add_card, is_penalised, start_trick
from game.rules cimport Rules, has_penalties, side
from game.worth cimport is_settled, winner_worth
from limits cimport NEVER, Bounds
from points.merits cimport OF_CHOICES
from points.ordering cimport (
    MOST_MOVES, Moves, are_neighbours, combining_cards, equals_of, list_moves, most_apart, others_out)
from points.search cimport Search, call_helpers, close_view, search_after, search_cards
from points.table cimport Table, count_entries, open_view

cdef enum:
    FIRST_BUDGET = 1 << 18       # nodes of a test before others get their turn
    ALONE_FOR = 1 << 17          # nodes, 10 ms or so, for which a search stays alone: a helper spares shorter ones nothing
    LONG_STOCK = 20              # cards of it with which most searches are long
    BEGIN_LONG = 1 << 13         # nodes for which those stay alone

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

    Where every point goes to one of the sides, and everything that may go to neither is even, the values of a deal are
    all even or all odd: solver/engine/encode.py says when (`unit`).
    """
    if root.unit == 2 and (value - root.base) & 1:
        return value + 1
    return value


cdef inline int test_alone(Search* s, const Trick* trick, int card, int beta) noexcept nogil:
    """One zero-window test of a card, or with NO_CARD of the whole position."""
    if card == NO_CARD:
        return search_cards(s, trick, beta)
    return search_after(s, trick, card, beta)


cdef inline uint64_t lone_nodes(const Search* s) noexcept nogil:
    """The nodes for which a search stays alone."""
    return BEGIN_LONG if s.stock.n_cards - s.position.drawn >= LONG_STOCK else ALONE_FOR


include "crew.pxi"


cdef inline Proof new_proof(const Root* root, int card, const int* guess) noexcept nogil:
    """A proof, not begun, of the value to go after `card` (NO_CARD: of the position), from a guess outwards.

    Without a guess (NULL) it begins half-way between the bounds; that may be far off, so the first step is longer.
    """
    cdef Proof proof
    cdef int ends = root.bounds.lower + root.bounds.upper
    proof.card = card
    proof.bounds = root.bounds
    proof.beta = guess[0] if guess != NULL else (ends + (ends < 0)) // 2     # half, towards 0
    proof.step = root.unit
    if guess == NULL:
        proof.step = max(root.unit, (root.bounds.upper - root.bounds.lower) // 32)
    proof.was_high = False
    proof.was_low = False
    return proof


cdef inline bint is_proved(const Proof* proof) noexcept nogil:
    return proof.bounds.lower == proof.bounds.upper


cdef inline bint test(Search* s, const Root* root, Proof* proof, int beta, uint64_t budget) noexcept nogil:
    """One zero-window test, which narrows the bounds; False when it was stopped, or laid aside after `budget` nodes."""
    cdef int value
    s.meter.pause_at = s.meter.nodes + budget
    beta = round_up(root, max(proof.bounds.lower + 1, min(proof.bounds.upper, beta)))
    value = test_card(s, &root.trick, proof.card, beta)
    s.meter.pause_at = NEVER
    if s.meter.stopped:
        if s.meter.paused:
            s.meter.stopped = s.meter.paused = False
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
    """Proves the exact value, or the bounds that tests of up to `budget` nodes can prove.

    When the tests around the guess take longer, the outer ones are made first, from both ends inwards. A test is
    cheaper the farther it is from the value, so a search with a limit still proves something.
    """
    cdef int step = max(root.unit, (root.bounds.upper - root.bounds.lower) // 16)
    cdef bint from_above = True, from_below = True
    if budget == FIRST_BUDGET and close_in(s, root, proof, budget):
        return
    while (from_above or from_below) and not is_proved(proof) and not s.meter.stopped:
        if from_above:
            from_above = test(s, root, proof, proof.bounds.upper - step + root.unit, budget)
        if from_below and not is_proved(proof) and not s.meter.stopped:
            from_below = test(s, root, proof, proof.bounds.lower + step, budget)
    if budget > FIRST_BUDGET and not s.meter.stopped:
        close_in(s, root, proof, budget)


cdef inline void learn(const Search* s, const Root* root, Proof* proof, const Proof* other) noexcept nogil:
    """Narrows the bounds of a card by those of a neighbour."""
    cdef const Rules* rules = s.rules
    cdef int high = max(proof.card, other.card), low = min(proof.card, other.card), apart
    cdef CardSet others
    if high == low or high >> 4 != low >> 4:
        return
    others = others_out(&s.position, &root.trick, s.position.hand[root.trick.seat])
    if not are_neighbours(rules, high, low, others, combining_cards(rules, &s.position, s.possible)):
        return
    apart = most_apart(rules, high, low, is_settled(rules, &s.position))
    proof.bounds.lower = max(proof.bounds.lower, round_up(root, other.bounds.lower - apart))
    proof.bounds.upper = min(proof.bounds.upper, -round_up(root, -other.bounds.upper - apart))


cdef inline void prove_all(Search* s, const Root* root, Proof* proofs, int n) noexcept nogil:
    """Proves the exact values of n cards, or the bounds that a limit leaves.

    No card may hold up the others for long: each gets its budget in turn, and then all get a larger one. The table
    keeps what a test that was laid aside has found.
    """
    cdef uint64_t budget = FIRST_BUDGET
    cdef bint is_open = True
    cdef int i, j, known = -1
    while is_open and not s.meter.stopped:
        is_open = False
        for i in range(n):
            for j in range(n):
                learn(s, root, &proofs[i], &proofs[j])
            if s.meter.stopped or is_proved(&proofs[i]):
                continue
            if known >= 0 and budget == FIRST_BUDGET:     # the value of the last card proved is a near guess
                proofs[i].beta = proofs[known].bounds.lower
                proofs[i].step = root.unit
            prove(s, root, &proofs[i], budget)
            if is_proved(&proofs[i]):
                known = i
            else:
                is_open = True
        budget *= 4


cdef inline void prove_cards(
    Search* s, const Root* root, const int* cards, int n, const int* guess, Bounds* proved
) noexcept nogil:
    """The values of n cards."""
    cdef Proof proofs[MOST_MOVES]
    cdef int i
    for i in range(n):
        proofs[i] = new_proof(root, cards[i], guess)
    prove_all(s, root, proofs, n)
    for i in range(n):
        proved[i] = proofs[i].bounds


cdef inline Bounds prove_position(Search* s, const Root* root, const int* guess) noexcept nogil:
    """The value of the position."""
    cdef Proof proof = new_proof(root, NO_CARD, guess)
    prove_all(s, root, &proof, 1)
    return proof.bounds


cdef inline bint maximises(const Search* s, const Trick* trick) noexcept nogil:
    return side(s.rules, trick.seat) == 0


cdef inline int tricks_left(const Search* s) noexcept nogil:
    return s.position.tricks_left


cdef inline CardSet playable_cards(const Search* s, const Trick* trick) noexcept nogil:
    return legal_plays(s.rules, trick, s.position.leader, s.position.hand[trick.seat])


cdef inline CardSet class_of(const Search* s, const Trick* trick, int card) noexcept nogil:
    """The playable cards that are as good as `card`, which is the highest of them."""
    return equals_of(s.rules, &s.position, s.possible, trick, playable_cards(s, trick), card)


cdef inline void list_choice(const Search* s, const Trick* trick, Moves* moves) noexcept nogil:
    """The playable cards by falling merit, one of each class: of several best ones the first is shown."""
    list_moves(s.rules, &OF_CHOICES, &s.position, s.possible, trick, playable_cards(s, trick), NO_CARD, moves)


cdef inline int likely_card(const Search* s, const Trick* trick) noexcept nogil:
    """A card to try before the others are listed: none, so that which of several best cards is found hangs on nothing else."""
    return NO_CARD


cdef inline int sure_total(const Search* s) noexcept nogil:
    """What both sides together get in the end, besides tricks."""
    return s.rules.game_value + s.position.prize


cdef inline int put_down(Search* s, Trick* trick, int card, int* total) noexcept nogil:
    """Plays the card for good; returns what it won, own minus other of side 0, and adds what both got to `total`."""
    cdef CardSet hand = s.position.hand[trick.seat]
    cdef Trick after
    cdef int won = 0
    if has_penalties(s.rules, s.position.tricks_left) and is_penalised(s.rules, trick, hand):
        total[0] -= s.rules.penalty
    add_card(s.rules, trick, hand, card, &after)
    s.position.hand[trick.seat] = hand ^ one(card)
    trick[0] = after
    if after.n == s.rules.n_seats:
        total[0] += winner_worth(s.rules, trick, s.position.tricks_left == 1)
        won = close_trick(s.rules, s.stock, &s.position, trick)
        if s.position.tricks_left == 0 and s.position.won != 3:
            total[0] += s.rules.slam
        start_trick(trick, s.position.leader)
    return won


cdef inline void go_back(Search* s, const Search* before) noexcept nogil:
    """To the position of `before`."""
    s.position = before.position


cdef inline bint has_open_total(const Search* s) noexcept nogil:
    """Does what both sides together get depend on the play?"""
    return s.rules.combinations or s.rules.penalty
