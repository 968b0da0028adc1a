# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search for points in a browser."""

from game.combinations cimport Combinations
from game.position cimport Stock
from game.rules cimport Rules
from points.alike cimport Alike
from points.answer cimport Wanted, find_all
from points.driver cimport Root
from points.penalties cimport penalty_rules
from points.search cimport Search
from points.task cimport Memory, begin, inward, outward, serve, start_memory

cdef Rules rules_of_penalties
cdef Stock stock_of_deal
cdef Combinations possible
cdef Alike alike


cdef inline void make_ready(Search* s, Root* root) noexcept nogil:
    global rules_of_penalties
    if rules.penalty:
        rules_of_penalties = penalty_rules(&rules)
    begin(s, root, &stock_of_deal, &possible, &alike, &rules, &rules_of_penalties, &given)


include "web.pxi"
