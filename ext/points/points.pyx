# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search for points: exact values of a deal under any rules that `Rules` can say.

Everything is given as flat numbers, made by solver/engine/encode.py. Nothing is shared between calls but the Table that the
caller hands in; a Table serves one call at a time, and any number of calls run at once.
"""

from libc.stdint cimport uint64_t

from game.rules cimport deck_of
from given cimport Given, read_given
from points.answer cimport Wanted, find_all
from points.driver cimport Crew, Root, begin_crew, end_crew, lone_nodes
from points.search cimport Search
from points.table cimport LINE
from points.task cimport (
    Memory, Ready, Terms, begin, close_ready, find_terms, free_memory, inward, inward_bounds, memory_bytes, open_ready, outward,
    renew_memory, serve, start_memory)


cdef class Game:
    """The rules of one game and contract as C has them; any number of positions may share them."""

    cdef Terms terms

    def __cinit__(self, dict rules not None):
        self.terms.rules = rules
        find_terms(&self.terms)

    cdef Given read(self, position):
        return read_given(position, self.terms.rules.n_seats, deck_of(&self.terms.rules))


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
