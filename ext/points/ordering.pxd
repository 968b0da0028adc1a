# The cards to try, in order. Order never changes a value, only how soon the search can stop. Leaving out a card that is
# equal to one that is tried changes no value either: `most_apart` says why. What speaks for a card is weighed in merits.pxd.

from libc.stdint cimport uint64_t

from cards cimport CardSet, above, between, highest, lane_of, n_cards, one
from game.combinations cimport Combinations, combining
from game.position cimport Position, Trick, heads
from game.rules cimport Rules, has_penalties, is_trump, next_seat, side
from game.worth cimport is_settled
from points.merits cimport Merits
from refutations cimport Refutations, slot_of

cdef enum:
    MOST_MOVES = 52
    FIRST = 1 << 30              # above any merit

cdef struct Moves:
    int n
    bint is_decided              # the point for game can no longer change hands
    int card[MOST_MOVES]
    int merit[MOST_MOVES]
    int block[MOST_MOVES]        # cards of one block are neighbours: nothing but the hand's own lies between them


cdef inline CardSet combining_cards(
    const Rules* rules, const Position* position, const Combinations* possible
) noexcept nogil:
    """The cards, as natural bits, that a combination can still tell from their neighbours; those on the table are left, too."""
    return combining(possible, position.natural) if rules.combinations else 0


cdef inline bint are_neighbours(
    const Rules* rules, int high, int low, CardSet others, CardSet combine
) noexcept nogil:
    """Does no card that is still out lie between two cards of one hand and suit?

    `others` are the cards that tell them apart. A card that can still combine (`combine`) is nobody's neighbour.
    """
    return not others & between(high, low) and not combine & (rules.natural[high] | rules.natural[low])


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
    const Rules* rules, const Position* position, const Combinations* possible, const Trick* trick, CardSet cards, int card
) noexcept nogil:
    """The card and the lower ones among a player's `cards` that no play can tell from it."""
    cdef CardSet combine = combining_cards(rules, position, possible)
    cdef CardSet others = others_out(position, trick, position.hand[trick.seat])
    cdef CardSet alike = one(card), rest = cards & lane_of(card) & (one(card) - 1)
    cdef bint is_decided = is_settled(rules, position)
    cdef int lower
    while rest:
        lower = highest(rest)
        if not are_neighbours(rules, card, lower, others, combine) or most_apart(rules, card, lower, is_decided):
            break
        alike |= one(lower)
        rest ^= one(lower)
    return alike


cdef inline void find_to_come(
    const Rules* rules, const Position* position, const Trick* trick, CardSet* opponents, CardSet* partners
) noexcept nogil:
    """The cards of those who still play to this trick, after the player whose turn it is."""
    cdef int seat = trick.seat, i
    opponents[0] = partners[0] = 0
    for i in range(rules.n_seats - 1 - trick.n):
        seat = next_seat(rules, seat)
        if side(rules, seat) == side(rules, trick.seat):
            partners[0] |= position.hand[seat]
        else:
            opponents[0] |= position.hand[seat]


cdef inline bint is_safe(const Rules* rules, int card, CardSet led, CardSet to_come) noexcept nogil:
    """Would the card, now winning, most likely hold against the cards of the opponents to come?"""
    if to_come & above(card):
        return False
    return is_trump(rules, card) or bool(to_come & led) or not to_come & rules.trumps


cdef inline int lead_merit(
    const Rules* rules, const Merits* of, const Position* position, int seat, int card, CardSet opponents, CardSet partners
) noexcept nogil:
    cdef CardSet hand = position.hand[seat], others = position.left & ~hand, suit = lane_of(card)
    cdef CardSet higher = partners & above(card)
    cdef int points = 2 * rules.value[card] + rules.game[card]
    cdef int merit = of.length * n_cards(hand & suit) + of.followers * n_cards(opponents & suit)
    if is_trump(rules, card):
        merit += of.trump if opponents & rules.trumps else of.last_trump
    else:
        if not partners & suit and partners & rules.trumps:
            merit += of.partner_ruffs
        if not opponents & suit and opponents & rules.trumps:
            merit += of.opponents_ruff
    if higher and not opponents & above(highest(higher)):
        merit += of.partners_master
    if has_penalties(rules, position.tricks_left) and not opponents & (suit | rules.trumps):
        merit += of.penalty
    if not others & above(card):
        if is_safe(rules, card, suit, opponents):
            return merit + of.master + of.of_master * points
        return merit + of.unsafe_master + of.of_unsafe_master * points
    if not opponents & above(card):
        return merit + of.partners + of.of_partners * points
    return merit + of.beaten + of.of_beaten * points


cdef inline int follow_merit(
    const Rules* rules, const Merits* of, const Position* position, const Trick* trick, int card, CardSet opponents,
    bint partner_holds
) noexcept nogil:
    cdef CardSet hand = position.hand[trick.seat], others = others_out(position, trick, hand), suit = lane_of(card)
    cdef int points = 2 * rules.value[card] + rules.game[card], strength = card & 15, merit = 0
    cdef bint trump = is_trump(rules, card)
    if trump:
        merit += of.trump_played
    if heads(rules, trick, card):
        if trump and trick.led != rules.trumps:
            merit += of.ruff
        if is_safe(rules, card, trick.led, opponents):
            merit += of.holds_for_partner if partner_holds else of.holds
            return merit + of.of_holding * points + of.strength_of_holding * strength
        return merit + of.heads + of.of_heading * points + of.strength_of_heading * strength
    if suit != trick.led and not trump:
        merit += of.discard_length * n_cards(hand & suit)
        merit += of.discard_theirs * n_cards(opponents & suit) + of.discard_others * n_cards(others & suit)
        if not others & above(card):
            merit += of.discard_master
        if n_cards(hand & suit) == 1:
            merit += of.discard_last
    if partner_holds:
        return merit + of.given + of.of_given * points + of.strength_of_given * strength
    return merit + of.of_lost * points + of.strength_of_lost * strength


cdef inline unsigned char* refutation(
    const Refutations* refutations, const Rules* rules, const Trick* trick, CardSet cards
) noexcept nogil:
    """The slot of the situation in which the next player may play `cards`."""
    cdef uint64_t situation = trick.seat
    if trick.n:
        situation = 4 + trick.best + 64 * side(rules, trick.winner)
    return slot_of(refutations, cards, situation)


cdef inline void list_moves(
    const Rules* rules, const Merits* of, const Position* position, const Combinations* possible, const Trick* trick,
    CardSet cards, int first, Moves* moves
) noexcept nogil:
    """The cards by falling merit, the highest of each class of equal cards; `first`, if it is one of them, leads."""
    cdef CardSet combine = combining_cards(rules, position, possible)
    cdef CardSet others = others_out(position, trick, position.hand[trick.seat])
    cdef CardSet opponents, partners            # the cards of those who still play to the trick
    cdef bint partner_holds = False
    cdef int card, merit, i, upper = -1, block = 0
    find_to_come(rules, position, trick, &opponents, &partners)
    if trick.n and side(rules, trick.winner) == side(rules, trick.seat):
        partner_holds = is_safe(rules, trick.best, trick.led, opponents)
    moves.n = 0
    moves.is_decided = is_settled(rules, position)
    while cards:
        card = highest(cards)
        cards ^= one(card)
        if upper >= 0:
            if not lane_of(upper) & one(card) or not are_neighbours(rules, upper, card, others, combine):
                block += 1
            elif most_apart(rules, upper, card, moves.is_decided) == 0 and card != first:
                continue
        upper = card
        if card == first:
            merit = FIRST
        elif trick.n == 0:
            merit = lead_merit(rules, of, position, trick.seat, card, opponents, partners)
        else:
            merit = follow_merit(rules, of, position, trick, card, opponents, partner_holds)
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
