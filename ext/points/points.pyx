# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search for points: exact values of a deal under any rules that `Rules` can say.

Everything is given as flat numbers, made by solver/engine/encode.py. Nothing is shared between calls but the Table that the
caller hands in; a Table serves one call at a time, and any number of calls run at once.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free

from cards cimport lowest, one
from game.combinations cimport Combinations, combinations_left, find_combinations
from game.position cimport Position, Stock, Trick
from game.reading cimport read_position, read_stock, read_trick
from game.rules cimport Rules
from limits cimport Bounds
from points.bounds cimport bounds_to_go
from points.driver cimport (
    Root, class_of, go_back, has_open_total, likely_card, list_choice, maximises, prove_cards, prove_position, put_down,
    sure_total, test_card, tricks_left)
from points.ordering cimport MOST_MOVES, Moves
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


cdef class Task:
    """A position read from Python, with the search state that belongs to it."""

    cdef Rules rules
    cdef Rules penalty_rules
    cdef Stock stock
    cdef Combinations possible
    cdef Search search
    cdef Root root

    def __cinit__(self, dict rules, dict position):
        cdef Position* at = &self.search.position
        self.rules = rules
        self.stock = read_stock(position)
        self.search.rules = &self.rules
        self.search.stock = &self.stock
        self.search.possible = &self.possible
        at[0] = read_position(&self.rules, &self.stock, position)
        self.root.trick = read_trick(&self.rules, at, position)
        if self.rules.combinations:
            self.find_combinations()
        if has_penalty_game(&self.rules, at, &self.stock):
            self.penalty_rules = penalty_rules(&self.rules)
            self.search.penalty_rules = &self.penalty_rules
            self.search.least_penalty_tricks = least_penalty_tricks(&self.rules)
            self.search.most_penalty_tricks = most_penalty_tricks(at)
        self.root.bounds = bounds_to_go(&self.rules, at, combinations_left(&self.rules, at, &self.possible))
        self.root.unit = position["unit"]
        self.root.base = self.root.bounds.upper

    cdef find_combinations(self):
        """Find which cards can fall in one trick: those of different hands, as far as it is known who holds them.

        The owners of cards in the stock and on the table are left open.
        """
        cdef int owner[64]
        cdef int card, seat, n_ranks = 0
        for card in range(64):
            owner[card] = -1
            n_ranks = max(n_ranks, self.rules.rank[card] + 1)
        for card in range(64):
            for seat in range(self.rules.n_seats):
                if self.search.position.hand[seat] & one(card):
                    owner[lowest(self.rules.natural[card])] = seat
        find_combinations(&self.rules, owner, n_ranks, &self.possible)


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

    cdef void serve(self, Task task):
        """Gives the memory to a search."""
        task.search.table = &self.table
        task.search.refutations = &self.refutations


cdef inline int inward(const Root* root, int difference):
    """The search's own terms are those of Python."""
    return difference


cdef inline tuple outward(const Root* root, Bounds bounds):
    return bounds.lower, bounds.upper


include "solve.pxi"
