# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search for points in a browser."""

from game.combinations cimport Combinations
from points.answer cimport Wanted, find_all
from points.driver cimport Root
from points.search cimport Search
from points.task cimport Memory, Ready, Terms, begin, find_terms, inward, outward, serve, start_memory

cdef Terms terms
cdef Combinations possible


cdef inline void make_ready(Ready* ready) noexcept nogil:
    terms.rules = rules
    find_terms(&terms)
    ready.possible = &possible
    ready.possible_bytes = sizeof(Combinations)
    begin(ready, &terms, &given)


include "web.pxi"
