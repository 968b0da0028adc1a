# The state that changes while cards are played: the hands and the part of the score that the future depends on
# (Position), and the unfinished trick (Trick). Points won so far are not in it: values are always relative, "to go".

from libc.stdint cimport int16_t, int32_t

from cards cimport CardSet, above, lane_of, one
from game.rules cimport Rules, is_trump, next_seat, side

cdef struct Stock:
    int32_t n_cards
    int16_t cards[52]

cdef struct Position:
    CardSet hand[4]
    CardSet left                 # every card not yet in a finished trick: hands, stock, table
    CardSet natural              # the same as natural bits, where combinations count
    int leader                   # who leads the next trick, or led the unfinished one
    int tricks_left              # the unfinished one included
    int won                      # bit s: side s has won a trick; 3 from the start when no slam counts
    int game                     # game points, side 0 minus side 1
    int rest                     # points of the cards that are left
    int rest_game                # game points of the cards that are left
    int drawn                    # cards of the stock already drawn
    int prize                    # points for drawing the prize card that is still in the stock

cdef struct Trick:
    int n                        # cards on the table
    int seat                     # who plays next
    int winner                   # the seat that is winning
    int best                     # its card
    int ruffed                   # bit s: side s has ruffed
    int value                    # points of the cards on the table
    int game                     # their game points
    int penalties                # side 0's share counts minus, side 1's plus
    CardSet led                  # lane of the suit led, 0 before the lead
    CardSet cards
    CardSet natural              # the cards as natural bits
    int rank                     # the rank that all cards so far share, or -1


cdef inline void start_trick(Trick* trick, int leader) noexcept nogil:
    trick.n = 0
    trick.seat = leader
    trick.winner = leader
    trick.best = 0
    trick.ruffed = 0
    trick.value = 0
    trick.game = 0
    trick.penalties = 0
    trick.led = 0
    trick.cards = 0
    trick.natural = 0
    trick.rank = -1


cdef inline bint heads(const Rules* rules, const Trick* trick, int card) noexcept nogil:
    """Does the card beat the one that is winning the (begun) trick?"""
    if above(trick.best) & one(card):
        return True
    return is_trump(rules, card) and not is_trump(rules, trick.best)


cdef inline bint is_penalised(const Rules* rules, const Trick* trick, CardSet hand) noexcept nogil:
    """Can the player, who does not lead, neither follow nor ruff?"""
    return trick.n > 0 and not (hand & (trick.led | rules.trumps))


cdef inline void add_card(
    const Rules* rules, const Trick* trick, CardSet hand, int card, Trick* after
) noexcept nogil:
    """The trick after its next player, who holds `hand`, has put down `card`."""
    cdef int own = side(rules, trick.seat)
    after.n = trick.n + 1
    after.seat = next_seat(rules, trick.seat)
    after.ruffed = trick.ruffed
    after.penalties = trick.penalties
    if trick.n == 0:
        after.led = lane_of(card)
        after.winner = trick.seat
        after.best = card
    else:
        after.led = trick.led
        if trick.led != rules.trumps and is_trump(rules, card):
            after.ruffed |= 1 << own
        if heads(rules, trick, card):
            after.winner = trick.seat
            after.best = card
        else:
            after.winner = trick.winner
            after.best = trick.best
        if rules.penalty and is_penalised(rules, trick, hand):
            after.penalties += -rules.penalty if own == 0 else rules.penalty
    after.value = trick.value + rules.value[card]
    after.game = trick.game + rules.game[card]
    after.cards = trick.cards | one(card)
    if rules.combinations:
        after.natural = trick.natural | rules.natural[card]
        after.rank = rules.rank[card] if trick.n == 0 or trick.rank == rules.rank[card] else -1
    else:
        after.natural = 0
        after.rank = -1
