# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Every deal of an ending, by the search for tricks and by nothing but the rules of following suit.

The truth is alpha-beta over every card in some 25 lines of C that share nothing with the search. All deals of one trump go
through one table: what it keeps of one deal that does not hold for another of the same shape, the other shows.
"""

from libc.string cimport memset

from cards cimport CardSet, N_LANES, lane_set, one
from limits cimport NEVER, new_meter
from tricks.bits cimport one_of
from tricks.search cimport search_tricks
from tricks.state cimport N_SEATS, Search
from tricks.task cimport Memory, free_memory, serve, start_memory

cdef extern from *:
    """
    #include <stdint.h>
    typedef struct { int n, seat, led, best, winner; } TruthTrick;        /* seat: who plays next */
    static int truth_after(uint64_t *hand, int n_tricks, TruthTrick trick, int trump, int low, int high);
    /* The tricks of seats 0 and 2 with best play, from the start of a trick. */
    static int truth(uint64_t *hand, int n_tricks, int leader, int trump, int low, int high) {
        TruthTrick trick = {0, leader, -1, -1, leader};
        return n_tricks ? truth_after(hand, n_tricks, trick, trump, low, high) : 0;
    }
    static int truth_card(uint64_t *hand, int n_tricks, TruthTrick trick, int card, int trump, int low, int high) {
        int won, beats = card >> 4 == trick.best >> 4 ? card > trick.best : card >> 4 == trump;
        if (trick.n == 0) trick.led = card >> 4;
        if (trick.n == 0 || beats) { trick.best = card; trick.winner = trick.seat; }
        trick.seat = (trick.seat + 1) % 4;
        if (++trick.n < 4) return truth_after(hand, n_tricks, trick, trump, low, high);
        won = trick.winner % 2 == 0;
        return won + truth(hand, n_tricks - 1, trick.winner, trump, low - won, high - won);
    }
    static int truth_after(uint64_t *hand, int n_tricks, TruthTrick trick, int trump, int low, int high) {
        int seat = trick.seat, best = seat % 2 ? 99 : -99, value, card;
        uint64_t cards = hand[seat], follow = trick.n ? cards & UINT64_C(0xFFFF) << 16 * trick.led : 0;
        if (follow) cards = follow;
        for (; cards && low < high; cards &= cards - 1) {
            card = __builtin_ctzll(cards);
            hand[seat] ^= UINT64_C(1) << card;
            value = truth_card(hand, n_tricks, trick, card, trump, low, high);
            hand[seat] ^= UINT64_C(1) << card;
            if (seat % 2 ? value < best : value > best) best = value;
            if (seat % 2) { if (best < high) high = best; } else { if (best > low) low = best; }
        }
        return best;
    }
    """
    int truth(CardSet* hand, int n_tricks, int leader, int trump, int low, int high) nogil

cdef enum:
    TABLE_BYTES = 64 << 20


cdef class Endings:
    """The endings of so many tricks, of one trump (a lane, or -1) and leader."""

    cdef Memory memory
    cdef Search search
    cdef int leader
    cdef int never
    cdef int room[4]             # cards that each seat is still to be dealt
    cdef readonly object n       # endings compared
    cdef readonly list wrong     # of the first: the hands, the test, what the search says and the truth

    def __cinit__(self, int trump, int leader, int n_tricks):
        self.leader = leader
        self.never = 0
        self.n = 0
        self.wrong = []
        memset(&self.memory, 0, sizeof(Memory))
        memset(&self.search, 0, sizeof(Search))
        if not start_memory(&self.memory, TABLE_BYTES):
            raise MemoryError("no memory for a table")
        self.search.trump = trump
        self.search.trumps = lane_set(trump) if trump >= 0 else 0
        self.search.n_tricks = n_tricks
        self.search.meter = new_meter(NEVER, 0, &self.never)
        serve(&self.memory, &self.search)

    def __dealloc__(self):
        free_memory(&self.memory)

    def compare(self, lengths):
        """Deal suits of these lengths, of adjacent ranks, in every way; each test of each deal is made."""
        cdef int card[52]
        cdef int lane, rank, seat, n = 0
        for lane in range(N_LANES):
            for rank in range(lengths[lane]):
                card[n] = 16 * lane + rank
                n += 1
        for seat in range(N_SEATS):
            self.room[seat] = self.search.n_tricks
        self.n += self.deal(card, 0, n)

    cdef long deal(self, const int* card, int i, int n) except -1:
        """Deals the cards from the i-th on; returns in how many ways."""
        cdef Search* s = &self.search
        cdef int seat
        cdef long n_ways = 0
        if i == n:
            self.test_all()
            return 1
        for seat in range(N_SEATS):
            if self.room[seat]:
                self.room[seat] -= 1
                s.hand[seat] ^= one(card[i])
                s.shape += one_of(seat, card[i] >> 4)
                n_ways += self.deal(card, i + 1, n)
                s.shape -= one_of(seat, card[i] >> 4)
                s.hand[seat] ^= one(card[i])
                self.room[seat] += 1
        return n_ways

    cdef int test_all(self) except -1:
        cdef Search* s = &self.search
        cdef int n_tricks = s.n_tricks, beta, value
        cdef int true_value = truth(s.hand, n_tricks, self.leader, s.trump, 0, n_tricks)
        cdef CardSet relevant
        for beta in range(1, n_tricks + 1):
            value = search_tricks(s, self.leader, beta, &relevant)
            if value > true_value if value >= beta else value < true_value:
                if len(self.wrong) < 5:
                    self.wrong.append(([s.hand[seat] for seat in range(N_SEATS)], beta, value, true_value))
        return 0
