# The cards to try, in order. Order never changes a value, only how soon the search can stop. Leaving out a card that is
# equal to one that is tried changes no value either: `most_apart` says why.

from libc.stdint cimport uint64_t

from cards cimport CardSet, above, between, highest, lane_of, one
from game.position cimport Position, Trick, heads
from game.rules cimport Rules, is_trump, next_seat, side
from game.worth cimport is_settled
from refutations cimport Refutations, slot_of

cdef enum:
    MOST_MOVES = 52

cdef struct Moves:
    int n
    bint is_decided              # the point for game can no longer change hands
    int card[MOST_MOVES]
    int merit[MOST_MOVES]
    int block[MOST_MOVES]        # cards of one block are neighbours: nothing but the hand's own lies between them


cdef inline bint are_neighbours(const Rules* rules, int high, int low, CardSet others) noexcept nogil:
    """Does no card that is still out lie between two cards of one hand and suit?

    `others` are the cards that tell them apart. Where the ranks of a trick's cards combine, no two cards are alike.
    """
    return not rules.combinations and not others & between(high, low)


cdef inline int most_apart(const Rules* rules, int card, int other, bint is_decided) noexcept nogil:
    """The most by which the values of playing one neighbour or the other can differ.

    Let the two change places in all that follows. The same seats win the same tricks; only the points of these two
    cards go to each other's captor. (Kupferschmid and Helmert's quasi-symmetry; where it is 0 the cards are Ginsberg's
    equal cards.)
    """
    cdef int apart = 2 * abs(rules.value[card] - rules.value[other])
    if not is_decided and rules.game[card] != rules.game[other]:
        apart += 2 * rules.game_value
    return apart


cdef inline CardSet others_out(const Position* position, const Trick* trick, CardSet hand) noexcept nogil:
    """The cards that keep two cards of `hand` apart: all that are out, without the hand's own.

    Of the unfinished trick only the winning card counts: a beaten card never meets another again.
    """
    cdef CardSet others = position.left & ~hand & ~trick.cards
    if trick.n:
        others |= one(trick.best)
    return others


cdef inline CardSet equals_of(
    const Rules* rules, const Position* position, const Trick* trick, CardSet cards, int card
) noexcept nogil:
    """The card and the lower ones among a player's `cards` that no play can tell from it."""
    cdef CardSet others = others_out(position, trick, position.hand[trick.seat])
    cdef CardSet alike = one(card), rest = cards & lane_of(card) & (one(card) - 1)
    cdef bint is_decided = is_settled(rules, position)
    cdef int lower
    while rest:
        lower = highest(rest)
        if not are_neighbours(rules, card, lower, others) or most_apart(rules, card, lower, is_decided):
            break
        alike |= one(lower)
        rest ^= one(lower)
    return alike


cdef inline CardSet opponents_to_come(const Rules* rules, const Position* position, const Trick* trick) noexcept nogil:
    """The cards of the opponents who still play to this trick, after the player whose turn it is."""
    cdef CardSet cards = 0
    cdef int seat = trick.seat, i
    for i in range(rules.n_seats - 1 - trick.n):
        seat = next_seat(rules, seat)
        if side(rules, seat) != side(rules, trick.seat):
            cards |= position.hand[seat]
    return cards


cdef inline bint is_safe(const Rules* rules, int card, CardSet led, CardSet to_come) noexcept nogil:
    """Would the card, now winning, most likely hold against the cards of the opponents to come?"""
    if to_come & above(card):
        return False
    return is_trump(rules, card) or bool(to_come & led) or not to_come & rules.trumps


cdef inline int lead_merit(const Rules* rules, const Position* position, int seat, int card, CardSet to_come) noexcept nogil:
    cdef int points = 2 * rules.value[card] + rules.game[card]
    cdef CardSet others = position.left & ~position.hand[seat]
    if not others & above(card):
        if is_safe(rules, card, lane_of(card), to_come):
            return 200 + points         # a master card
        return 20 - points
    if not to_come & above(card):
        return 100 + points             # only the partner can beat it
    return 50 - points


cdef inline int follow_merit(
    const Rules* rules, const Trick* trick, int card, CardSet to_come, bint partner_holds
) noexcept nogil:
    cdef int points = 2 * rules.value[card] + rules.game[card]
    cdef int strength = card & 15
    if heads(rules, trick, card):
        if is_safe(rules, card, trick.led, to_come):
            return (150 if partner_holds else 400) + points - strength
        return 100 - points
    if partner_holds:
        return 200 + points
    return -points - strength


cdef inline unsigned char* refutation(
    const Refutations* refutations, const Rules* rules, const Trick* trick, CardSet cards
) noexcept nogil:
    """The slot of the situation in which the next player may play `cards`."""
    cdef uint64_t situation = trick.seat
    if trick.n:
        situation = 4 + trick.best + 64 * side(rules, trick.winner)
    return slot_of(refutations, cards, situation)


cdef inline void list_moves(
    const Rules* rules, const Position* position, const Trick* trick, CardSet cards, int first, Moves* moves
) noexcept nogil:
    """The cards by falling merit, the highest of each class of equal cards; `first`, if it is one of them, leads."""
    cdef CardSet others = others_out(position, trick, position.hand[trick.seat])
    cdef CardSet to_come = opponents_to_come(rules, position, trick)
    cdef bint partner_holds = False
    cdef int card, merit, i, upper = -1, block = 0
    if trick.n and side(rules, trick.winner) == side(rules, trick.seat):
        partner_holds = is_safe(rules, trick.best, trick.led, to_come)
    moves.n = 0
    moves.is_decided = is_settled(rules, position)
    while cards:
        card = highest(cards)
        cards ^= one(card)
        if upper >= 0:
            if not lane_of(upper) & one(card) or not are_neighbours(rules, upper, card, others):
                block += 1
            elif most_apart(rules, upper, card, moves.is_decided) == 0 and card != first:
                continue
        upper = card
        if card == first:
            merit = 10000
        elif trick.n == 0:
            merit = lead_merit(rules, position, trick.seat, card, to_come)
        else:
            merit = follow_merit(rules, trick, card, to_come, partner_holds)
        i = moves.n
        while i > 0 and moves.merit[i - 1] < merit:
            moves.merit[i] = moves.merit[i - 1]
            moves.card[i] = moves.card[i - 1]
            moves.block[i] = moves.block[i - 1]
            i -= 1
        moves.merit[i] = merit
        moves.card[i] = card
        moves.block[i] = block
        moves.n += 1
