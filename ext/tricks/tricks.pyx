# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search for tricks: for games whose result is only how many tricks each side wins.

Its inputs are those of the search for points, made by solver/engine/encode.py. Nothing is shared between calls but the Table
that the caller hands in; a Table serves one call at a time, for one deal and trump, and any number of calls run at once.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free

from cards cimport CardSet, N_LANES, lane_set, lowest, n_cards
from limits cimport Bounds
from outcome cimport Outcome
from refutations cimport Refutations, size_refutations
from tricks.bits cimport one_of
from tricks.driver cimport (
    Root, class_of, go_back, has_open_total, likely_card, list_choice, maximises, prove_cards, prove_position, put_down,
    sure_total, test_card, tricks_left)
from tricks.memory cimport Block, Fork, Pattern, Slot, Table as CTable, free_table, start_table, table_bytes
from tricks.order cimport Moves
from tricks.state cimport N_SEATS, Search, Trick, add_card, start_trick

cdef enum:
    FEWEST_REFUTATIONS = 10      # as powers of two, a byte each
    MOST_REFUTATIONS = 20


cdef assert_layout():
    if sizeof(Pattern) != 24 or sizeof(Block) != 128 or sizeof(Fork) > sizeof(Block) or sizeof(Slot) != 16:
        raise SystemError("the table's parts must fill cache lines")


assert_layout()


cdef class Game:
    """What the search asks of the rules: trumps and sides; any number of positions may share them."""

    cdef CardSet trumps
    cdef bint is_swapped

    def __cinit__(self, dict rules):
        self.trumps = rules["trumps"]
        self.is_swapped = rules["side_of"][0] == 1


cdef class Task:
    """A position read from Python, with the search state that belongs to it."""

    cdef Search search
    cdef Root root
    cdef Outcome outcome

    def __cinit__(self, Game game, dict position):
        cdef Search* s = &self.search
        cdef Trick after
        cdef int card, lane, seat
        s.trumps = game.trumps
        s.trump = lowest(s.trumps) >> 4 if s.trumps else -1
        start_trick(&self.root.trick, position["leader"])
        for card in position["table"]:
            add_card(s, &self.root.trick, card, &after)
            self.root.trick = after
        for seat in range(N_SEATS):
            s.hand[seat] = position["hands"][seat]
            for lane in range(N_LANES):
                s.shape += n_cards(s.hand[seat] & lane_set(lane)) * one_of(seat, lane)
        s.n_tricks = n_cards(s.hand[self.root.trick.seat])
        self.root.n_tricks = s.n_tricks
        self.root.bounds.lower = 0
        self.root.bounds.upper = s.n_tricks
        self.root.is_swapped = game.is_swapped

    def __dealloc__(self):
        free(self.outcome.lines)

    @property
    def stopped(self):
        """True if a limit was reached before everything was proved."""
        return bool(self.search.meter.stopped)

    @property
    def used_up(self):
        """True if that limit was its number of nodes."""
        return bool(self.search.meter.stopped and self.search.meter.nodes >= self.search.meter.node_limit)

    @property
    def nodes(self):
        """Cards played by the search."""
        return self.search.meter.nodes

    @property
    def time_ns(self):
        """The time of the search, in nanoseconds, in a batch."""
        return self.outcome.time_ns


cdef class Table:
    """The memory of the searches of one deal and trump: at most `limit_bytes`, less while they need less."""

    cdef CTable table
    cdef Refutations refutations
    cdef int most_refutations    # as a power of two
    cdef readonly uint64_t limit_bytes

    def __cinit__(self, uint64_t limit_bytes):
        self.limit_bytes = limit_bytes
        self.most_refutations = MOST_REFUTATIONS
        while self.most_refutations > FEWEST_REFUTATIONS and (<uint64_t>16 << self.most_refutations) > limit_bytes:
            self.most_refutations -= 1
        if not self.start():
            raise MemoryError("no memory for a transposition table")

    def __dealloc__(self):
        free_table(&self.table)
        free(self.refutations.card)

    @property
    def n_entries(self):
        """Patterns stored so far."""
        return self.table.n_patterns

    @property
    def n_forks(self):
        """Long lists of patterns that have been parted."""
        return self.table.n_forks

    @property
    def n_bytes(self):
        """Memory held now, in bytes."""
        return table_bytes(&self.table) + (<uint64_t>1 << self.refutations.bits)

    cdef bint start(self) noexcept nogil:
        """Begins with little of the memory; False when there is none."""
        cdef uint64_t rest = self.limit_bytes
        if rest > <uint64_t>1 << self.most_refutations:
            rest -= <uint64_t>1 << self.most_refutations
        return size_refutations(&self.refutations, FEWEST_REFUTATIONS) and start_table(&self.table, rest)

    cdef bint renew(self) noexcept nogil:
        """Forgets everything, as a new table; False when there is no memory."""
        free_table(&self.table)
        self.table.segments = NULL
        self.table.slots = NULL
        return self.start()

    cdef void serve(self, Search* s) noexcept nogil:
        """Gives the memory to a search, with as many refutations as pay for its number of tricks.

        Those of much shorter endings are not kept.
        """
        cdef int n = s.n_tricks
        cdef int wanted = min(self.most_refutations, 15 if n < 8 else 18 if n < 10 else 20)
        if wanted > self.refutations.bits:
            size_refutations(&self.refutations, wanted)
        s.table = &self.table
        s.refutations = &self.refutations


cdef int inward(const Root* root, int difference) noexcept nogil:
    """Own minus other of side 0 as tricks of seats 0 and 2."""
    return (root.n_tricks + (-difference if root.is_swapped else difference)) // 2


cdef Bounds outward(const Root* root, Bounds bounds) noexcept nogil:
    """The other way round."""
    cdef Bounds said
    said.lower = 2 * bounds.lower - root.n_tricks
    said.upper = 2 * bounds.upper - root.n_tricks
    if root.is_swapped:
        said.lower, said.upper = -said.upper, -said.lower
    return said


include "solve.pxi"
