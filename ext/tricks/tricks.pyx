# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search for tricks: for games whose result is only how many tricks each side wins.

Its inputs are those of the search for points, made by solver/engine/encode.py. Nothing is shared between calls but the Table
that the caller hands in; a Table serves one call at a time, for one deal and trump, and any number of calls run at once.
"""

from libc.stdint cimport uint64_t
from given cimport EVERY_CARD, Given, read_given
from tricks.answer cimport Wanted, find_all
from tricks.driver cimport Crew, Root, begin_crew, end_crew, lone_nodes
from tricks.memory cimport Block, Fork, Pattern, Slot
from tricks.state cimport N_SEATS, Search
from tricks.task cimport (
    Memory, Ready, Terms, begin, close_ready, free_memory, inward, inward_bounds, memory_bytes, open_ready, outward, renew_memory,
    serve, start_memory)


cdef assert_layout():
    if sizeof(Pattern) != 24 or sizeof(Block) != 128 or sizeof(Fork) > sizeof(Block) or sizeof(Slot) != 16:
        raise SystemError("the table's parts must fill each other without gaps")


assert_layout()


cdef class Game:
    """What the search asks of the rules: trumps and sides; any number of positions may share them."""

    cdef Terms terms

    def __cinit__(self, dict rules not None):
        self.terms.trumps = rules["trumps"]
        self.terms.is_swapped = rules["side_of"][0] == 1

    cdef Given read(self, position):
        # Nothing of a card is looked up but its place, so that any does.
        return read_given(position, N_SEATS, EVERY_CARD)


cdef class Table:
    """The memory of the searches of one deal and trump: at most `limit_bytes`, less while they need less."""

    cdef Memory memory
    cdef bint is_busy            # serves a call
    cdef readonly uint64_t limit_bytes

    def __cinit__(self, uint64_t limit_bytes):
        self.limit_bytes = limit_bytes
        if not start_memory(&self.memory, limit_bytes):
            raise MemoryError("no memory for a transposition table")

    def __dealloc__(self):
        free_memory(&self.memory)

    @property
    def n_entries(self):
        """Patterns stored so far."""
        return self.memory.table.n_patterns

    @property
    def n_forks(self):
        """Long lists of patterns that have been parted."""
        return self.memory.table.n_forks

    @property
    def n_bytes(self):
        """Memory held now, in bytes."""
        return memory_bytes(&self.memory)

    cdef void serve(self, Search* s) noexcept nogil:
        serve(&self.memory, s)

    cdef bint renew(self) noexcept nogil:
        return renew_memory(&self.memory, self.limit_bytes)


include "solve.pxi"
