# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search for numbers of tricks in a browser."""

from tricks.answer cimport Wanted, find_all
from tricks.driver cimport Root
from tricks.state cimport Search
from tricks.task cimport Memory, Ready, Terms, begin, inward, outward, serve, start_memory


cdef inline void make_ready(Ready* ready) noexcept nogil:
    cdef Terms terms
    terms.trumps = rules.trumps
    terms.is_swapped = rules.side_of[0] == 1
    begin(ready, &terms, &given)


include "web.pxi"
