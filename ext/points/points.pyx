# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search for points: exact values of a deal under any rules that `Rules` can say.

Everything is given as flat numbers, made by solver/engine/encode.py. Nothing is shared between calls but the Table that the
caller hands in; a Table serves one call at a time, and any number of calls run at once.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from game.combinations cimport Combinations, combinations_bytes
from game.position cimport Stock
from game.rules cimport Rules, deck_of
from given cimport Given, read_given
from outcome cimport Outcome
from points.alike cimport Alike
from points.answer cimport Wanted, find_all
from points.driver cimport Crew, Root, begin_crew, end_crew, lone_nodes
from points.penalties cimport penalty_rules
from points.search cimport Search
from points.table cimport LINE
from points.task cimport (
    Memory, begin, free_memory, inward, inward_bounds, let_go, memory_bytes, outward, renew_memory, serve,
    start_memory)


cdef class Game:
    """The rules of one game and contract as C has them; any number of positions may share them."""

    cdef Rules rules
    cdef Rules penalty_rules

    def __cinit__(self, dict rules not None):
        self.rules = rules
        if self.rules.penalty:
            self.penalty_rules = penalty_rules(&self.rules)


cdef class Task:
    """A position read from Python, with the search state that belongs to it."""

    cdef Game game               # keeps the rules alive
    cdef Stock stock
    cdef Alike alike
    cdef Search search
    cdef Root root
    cdef Outcome outcome

    def __cinit__(self, Game game not None, dict position not None):
        cdef Given given = read_given(position, game.rules.n_seats, deck_of(&game.rules))
        cdef Combinations* possible = NULL
        self.game = game
        if game.rules.combinations:
            possible = <Combinations*>malloc(combinations_bytes(&game.rules))
            if possible == NULL:
                raise MemoryError("no memory for a position")
        self.outcome.scratch = possible
        begin(&self.search, &self.root, &self.stock, possible, &self.alike, &game.rules, &game.penalty_rules, &given)

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


cdef class Table:
    """The memory of one deal's searches: at most `limit_bytes`, less while the deal needs less.

    near_bytes: the size above which it is taken to lie far away, for tests; None: what the caches of a core hold. The
        order of the search hangs on it, never a value.
    """

    cdef Memory memory
    cdef bint is_busy            # serves a call
    cdef readonly uint64_t limit_bytes

    def __cinit__(self, uint64_t limit_bytes, *, near_bytes=None):
        self.limit_bytes = limit_bytes
        if not start_memory(&self.memory, limit_bytes):
            raise MemoryError("no memory for a transposition table")
        if near_bytes is not None:
            self.memory.table.n_near = near_bytes // LINE

    def __dealloc__(self):
        free_memory(&self.memory)

    @property
    def n_entries(self):
        """Positions stored so far."""
        return self.memory.table.n_used

    @property
    def n_bytes(self):
        """Memory held now, in bytes."""
        return memory_bytes(&self.memory)

    cdef void serve(self, Search* s) noexcept nogil:
        serve(&self.memory, s)

    cdef bint renew(self) noexcept nogil:
        return renew_memory(&self.memory, self.limit_bytes)


include "solve.pxi"
