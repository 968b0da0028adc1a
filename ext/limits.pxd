# What a search may use, what it has used, and the bounds that it proves: the same for every search.

from libc.stdint cimport int64_t, uint64_t, uintptr_t

from atomic cimport add_word, get_flag, get_word, put_word
from team cimport Team, is_answered, pass_turn, takes_turns

cdef extern from "<time.h>" nogil:
    struct timespec:
        long tv_sec
        long tv_nsec
    int clock_gettime(int clock, timespec* time)
    int CLOCK_MONOTONIC

cdef enum:
    POLL_EVERY = 1024            # nodes between two looks at the clock
    GROW_NS_AN_ENTRY = 200       # about the most that it costs to move an entry to a larger table: 150 to 200 measured
    MOVED_UNSEEN = 1024          # parts of a table that are moved between two looks at the clock: some 0.5 ms

cdef extern from *:
    """
    #define NEVER UINT64_MAX
    #define MOST_LIMIT (UINT64_C(1) << 62)
    """
    const uint64_t NEVER         # a number of nodes that no search reaches
    const uint64_t MOST_LIMIT    # of nodes and nanoseconds: beyond any search, and a sum of two still fits

cdef extern from *:
    """
    /* What follows is kept apart from the code that runs all the time. */
    #define limits_rarely(condition) __builtin_expect(!!(condition), 0)
    """
    bint rarely "limits_rarely"(bint condition) noexcept nogil

cdef struct Bounds:
    int lower
    int upper

cdef struct Meter:
    uint64_t nodes               # cards played
    uint64_t probes              # of the table
    uint64_t hits                # probes that found something
    uint64_t next_poll           # in nodes
    uint64_t node_limit
    uint64_t pause_at            # nodes at which a test is laid aside, for cheaper ones first
    int64_t deadline_ns          # of the monotonic clock, 0: none
    const int* cancelled         # set by another thread
    bint stopped                 # a limit was reached, or a pause: what the calls return means nothing
    bint paused                  # it was a pause, and the search may go on with another test
    Team* team                   # that searches together; NULL: alone
    uint64_t test                # of a helper: the number of the team's test that it makes; 0: the chief
    bint has_company             # other threads may be making the same test


cdef inline const int* flag_of(cancel, const int* never):
    """The flag of a CancelToken, which the caller's reference keeps alive; without a token one that is never raised."""
    return never if cancel is None else <const int*><uintptr_t>cancel.address


cdef inline int64_t now_ns() noexcept nogil:
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return <int64_t>time.tv_sec * 1000000000 + time.tv_nsec


cdef inline Meter new_meter(uint64_t node_limit, int64_t deadline_ns, const int* cancelled) noexcept nogil:
    """A search that has not begun."""
    cdef Meter meter
    meter.nodes = meter.probes = meter.hits = 0
    meter.next_poll = min(<uint64_t>POLL_EVERY, node_limit)
    meter.node_limit = node_limit
    meter.pause_at = NEVER
    meter.deadline_ns = deadline_ns
    meter.cancelled = cancelled
    meter.stopped = meter.paused = False
    meter.team = NULL
    meter.test = 0
    meter.has_company = False
    return meter


cdef inline void tell(Meter* meter) noexcept nogil:
    """Gives a helper's counts to the team."""
    add_word(&meter.team.nodes, meter.nodes)
    add_word(&meter.team.probes, meter.probes)
    add_word(&meter.team.hits, meter.hits)
    meter.nodes = meter.probes = meter.hits = 0
    meter.next_poll = POLL_EVERY


cdef inline void count_helpers(Meter* meter) noexcept nogil:
    """Adds what the helpers of a team that has ended have used."""
    if not takes_turns:
        meter.nodes += meter.team.nodes
    meter.probes += meter.team.probes
    meter.hits += meter.team.hits
    meter.team = NULL


cdef inline bint is_called_off(const Meter* meter) noexcept nogil:
    """Has the search been cancelled, or is it late?"""
    return get_flag(meter.cancelled) or (meter.deadline_ns and now_ns() >= meter.deadline_ns)


cdef inline void poll(Meter* meter) noexcept nogil:
    """Looks, every POLL_EVERY nodes, for what ends the search: a limit, a cancellation, a pause, another's answer."""
    cdef uint64_t nodes = meter.nodes
    if meter.team != NULL:
        pass_turn()
    if meter.test:
        tell(meter)
        nodes = get_word(&meter.team.nodes) + get_word(&meter.team.chief_nodes)
        meter.stopped = nodes >= meter.team.node_limit or get_word(&meter.team.open) != meter.test
        return
    if meter.team != NULL:
        put_word(&meter.team.chief_nodes, nodes)
        nodes += get_word(&meter.team.nodes)
        if is_answered(meter.team):
            meter.stopped = True
            return
    if nodes >= meter.node_limit or is_called_off(meter):
        meter.stopped = True
    elif meter.nodes >= meter.pause_at:
        meter.stopped = meter.paused = True
    else:
        meter.next_poll = meter.nodes + min(<uint64_t>POLL_EVERY, meter.node_limit - nodes)


cdef inline bint has_time_to_grow(const Meter* meter, uint64_t n_entries) noexcept nogil:
    """Can `n_entries` entries be moved to a larger table before the deadline?"""
    return not meter.deadline_ns or now_ns() + <int64_t>n_entries * GROW_NS_AN_ENTRY < meter.deadline_ns


cdef inline Bounds narrowed(Bounds possible, Bounds asked) noexcept nogil:
    """The possible values that were asked for; where there are none, the nearest one that is possible."""
    cdef Bounds left
    left.lower = min(max(possible.lower, asked.lower), possible.upper)
    left.upper = max(min(possible.upper, asked.upper), left.lower)
    return left


cdef inline Bounds best_bounds(const Bounds* proved, int n, bint maximises) noexcept nogil:
    """What the bounds of each of n > 0 cards prove of the best of them."""
    cdef Bounds best = proved[0]
    cdef int i
    for i in range(1, n):
        if maximises:
            best.lower = max(best.lower, proved[i].lower)
            best.upper = max(best.upper, proved[i].upper)
        else:
            best.lower = min(best.lower, proved[i].lower)
            best.upper = min(best.upper, proved[i].upper)
    return best
