# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search for points: exact values of a deal under any rules that `Rules` can say.

Everything is given as flat numbers, made by solver/engine/encode.py. Nothing is shared between calls but the Table that the
caller hands in; a Table serves one call at a time, and any number of calls run at once.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from cards cimport lowest, one
from game.combinations cimport Combinations, combinations_left, find_combinations
from game.position cimport Position, Stock, Trick
from game.reading cimport read_position, read_stock, read_trick
from game.rules cimport Rules
from limits cimport Bounds
from outcome cimport Outcome
from points.bounds cimport bounds_to_go
from points.driver cimport (
    Root, class_of, go_back, has_open_total, likely_card, list_choice, maximises, prove_cards, prove_position, put_down,
    sure_total, test_card, tricks_left)
from points.ordering cimport Moves
from points.penalties cimport has_penalty_game, least_penalty_tricks, most_penalty_tricks, penalty_rules
from points.search cimport Search
from points.table cimport CLUSTER, Entry, Table as CTable, start_table
from refutations cimport Refutations, size_refutations

cdef enum:
    REFUTATION_BITS = 16


cdef assert_layout():
    if sizeof(Entry) != 16:
        raise SystemError("a table entry must be 16 bytes")
    if sizeof(Entry) * CLUSTER != 64:
        raise SystemError("a cluster must be a cache line")


assert_layout()


cdef class Game:
    """The rules of one game and contract as C has them; any number of positions may share them."""

    cdef Rules rules
    cdef Rules penalty_rules

    def __cinit__(self, dict rules):
        self.rules = rules
        if self.rules.penalty:
            self.penalty_rules = penalty_rules(&self.rules)


cdef class Task:
    """A position read from Python, with the search state that belongs to it."""

    cdef Game game               # keeps the rules alive
    cdef Stock stock
    cdef Search search
    cdef Root root
    cdef Outcome outcome

    def __cinit__(self, Game game, dict position):
        cdef Position* at = &self.search.position
        cdef const Rules* rules = &game.rules
        self.game = game
        self.stock = read_stock(position)
        self.search.rules = rules
        self.search.stock = &self.stock
        at[0] = read_position(rules, &self.stock, position)
        self.root.trick = read_trick(rules, at, position)
        if rules.combinations:
            self.find_combinations()
        if has_penalty_game(rules, at, &self.stock):
            self.search.penalty_rules = &game.penalty_rules
            self.search.least_penalty_tricks = least_penalty_tricks(rules)
            self.search.most_penalty_tricks = most_penalty_tricks(at)
        self.root.bounds = bounds_to_go(rules, at, combinations_left(rules, at, self.search.possible))
        self.root.unit = position["unit"]
        self.root.base = self.root.bounds.upper

    def __dealloc__(self):
        free(self.outcome.scratch)
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

    cdef find_combinations(self):
        """Find which cards can fall in one trick: those of different hands, as far as it is known who holds them.

        The owners of cards in the stock and on the table are left open.
        """
        cdef const Rules* rules = &self.game.rules
        cdef int owner[64]
        cdef int card, seat, n_ranks = 0
        cdef Combinations* possible = <Combinations*>calloc(1, sizeof(Combinations))
        if possible == NULL:
            raise MemoryError("no memory for a position")
        self.outcome.scratch = possible
        self.search.possible = possible
        for card in range(64):
            owner[card] = -1
            n_ranks = max(n_ranks, rules.rank[card] + 1)
        for card in range(64):
            for seat in range(rules.n_seats):
                if self.search.position.hand[seat] & one(card):
                    owner[lowest(rules.natural[card])] = seat
        find_combinations(rules, owner, n_ranks, possible)


cdef class Table:
    """The memory of one deal's searches: at most `limit_bytes`, less while the deal needs less."""

    cdef CTable table
    cdef Refutations refutations
    cdef readonly uint64_t limit_bytes

    def __cinit__(self, uint64_t limit_bytes):
        self.limit_bytes = limit_bytes
        if not size_refutations(&self.refutations, REFUTATION_BITS) or not start_table(&self.table, limit_bytes):
            raise MemoryError("no memory for a transposition table")

    def __dealloc__(self):
        free(self.table.entries)
        free(self.refutations.card)

    @property
    def n_entries(self):
        """Positions stored so far."""
        return self.table.n_used

    @property
    def n_bytes(self):
        """Memory held now, in bytes."""
        return self.table.n_clusters * CLUSTER * sizeof(Entry)

    cdef void serve(self, Search* s) noexcept nogil:
        """Gives the memory to a search."""
        s.table = &self.table
        s.refutations = &self.refutations

    cdef bint renew(self) noexcept nogil:
        """Forgets everything, as a new table; False when there is no memory."""
        memset(self.refutations.card, 0, 1 << self.refutations.bits)
        free(self.table.entries)
        return start_table(&self.table, self.limit_bytes)


cdef inline int inward(const Root* root, int difference) noexcept nogil:
    """The search's own terms are those of Python."""
    return difference


cdef inline Bounds outward(const Root* root, Bounds bounds) noexcept nogil:
    return bounds


include "solve.pxi"
