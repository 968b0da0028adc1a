# The state of a search for tricks: the unfinished trick, and everything else that changes while cards are put down.

from cards cimport CardSet, lane_set, one
from limits cimport Meter
from refutations cimport Refutations
from tricks.bits cimport Shape
from tricks.memory cimport Table

cdef enum:
    N_SEATS = 4
    MOST_LED = 1 << 22           # leads that are counted one by one

cdef struct Trick:
    int n                        # cards on the table
    int seat                     # who plays next
    int winner                   # the seat that is winning
    int best                     # its card
    int led                      # the lane led
    bint is_contested            # the best card has beaten another of its own suit: its rank matters

cdef struct Search:
    CardSet hand[N_SEATS]
    Shape shape                  # of the hands
    int n_tricks                 # left, the unfinished one included
    int trump                    # lane, -1 without trumps
    CardSet trumps
    Table* table
    const Refutations* refutations
    int n_led[N_SEATS][4]        # leads of a seat tried so far, by lane
    int n_good[N_SEATS][4]       # those that cut off
    Meter meter


cdef inline void count_lead(Search* s, int seat, int lane, bint cuts) noexcept nogil:
    """Counts a lead, and whether it cut off; in a search of minutes older ones weigh less, and no product overflows."""
    s.n_led[seat][lane] += 1
    s.n_good[seat][lane] += cuts
    if s.n_led[seat][lane] == MOST_LED:
        s.n_led[seat][lane] >>= 1
        s.n_good[seat][lane] >>= 1


cdef inline void start_trick(Trick* trick, int leader) noexcept nogil:
    trick.n = 0
    trick.seat = leader
    trick.winner = leader
    trick.best = 0
    trick.led = 0
    trick.is_contested = False


cdef inline bint beats(const Search* s, int card, int best) noexcept nogil:
    """Does the card head a trick in which `best` is winning?"""
    if (card ^ best) & 48 == 0:
        return card > best
    return card >> 4 == s.trump


cdef inline void add_card(const Search* s, const Trick* trick, int card, Trick* after) noexcept nogil:
    """The trick after its next player has put down `card`."""
    after.n = trick.n + 1
    after.seat = (trick.seat + 1) & 3
    if trick.n == 0:
        after.led = card >> 4
        after.winner = trick.seat
        after.best = card
        after.is_contested = False
        return
    after.led = trick.led
    after.winner = trick.winner
    after.best = trick.best
    after.is_contested = trick.is_contested
    if (card ^ trick.best) & 48 == 0:
        after.is_contested = True
        if card > trick.best:
            after.winner = trick.seat
            after.best = card
    elif card >> 4 == s.trump:
        after.winner = trick.seat
        after.best = card
        after.is_contested = False


cdef inline CardSet legal_plays(const Search* s, const Trick* trick) noexcept nogil:
    """The cards that the next player may put down."""
    cdef CardSet hand = s.hand[trick.seat], follow
    if trick.n == 0:
        return hand
    follow = hand & lane_set(trick.led)
    return follow if follow else hand


cdef inline CardSet cards_in_hands(const Search* s) noexcept nogil:
    return s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]


cdef inline CardSet others_out(const Search* s, const Trick* trick) noexcept nogil:
    """The cards that tell two cards of the next player apart: the other hands' and the one that is winning."""
    cdef CardSet others = cards_in_hands(s) ^ s.hand[trick.seat]
    if trick.n:
        others |= one(trick.best)
    return others
