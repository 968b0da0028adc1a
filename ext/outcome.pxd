# What is found of one position, in the terms of the search: the same for every search.

from libc.stdint cimport int64_t, uint64_t

from cards cimport CardSet
from limits cimport Bounds

cdef enum:
    MOST_CLASSES = 52            # of cards that a player may choose from

cdef struct Line:
    int n                        # cards; 0 when a limit stopped the search
    unsigned char card[52]
    int total                    # what both sides together get along it

cdef struct Outcome:
    int n                        # classes of cards, in the order of merit
    Bounds proved[MOST_CLASSES]
    CardSet members[MOST_CLASSES]
    Bounds whole
    Line* lines                  # n of them, or NULL where none was played

cdef struct Class:
    # cards that are as good as each other
    CardSet members
    Bounds proved

cdef struct Kept:
    # what is kept of a search, as Python says it: values are own minus other of side 0
    int n                        # classes of cards, in the order of merit
    Class* classes               # n of them
    Line* lines                  # n of them, or NULL
    Bounds whole
    uint64_t nodes
    uint64_t probes
    uint64_t hits
    int64_t time_ns              # that the search took, in a batch
    bint stopped                 # by a limit, before everything was proved
    bint used_up                 # and that was its number of nodes
