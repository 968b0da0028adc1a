# The threads of one search, and the test that they make: included by points/driver.pxd and tricks/driver.pxd, each of which
# has, by these names,
#
#   Search, Trick, Table           what changes while cards are played; the unfinished trick; the memory for proofs
#   int test_alone(Search* s, const Trick* trick, int card, int beta)
#                                  one zero-window test, by the thread that asks
#   void call_helpers(Search* s)   opens the chief's test to others, if it is worth them
#   void open_view(Table* view, Table* whole, Lock* lock, bint is_shared)
#                                  a thread's view of the memory; the lock of the team need not be held
#   void close_view(Search* s)     tells the chief what the thread has added, and gives back what the view has borrowed
#   void count_entries(Table* whole, Team* team)
#                                  what the threads have told, counted by the chief
#
# A Search has `table`, `refutations` and `meter`; a Table, as a view, has the `whole`.

from libc.stdlib cimport free

from limits cimport NEVER, count_helpers, new_meter, tell
from refutations cimport Refutations, copy_refutations
from team cimport (
    Team, await_test, begin_team, begin_test, break_lock, close_test, end_team, finish_test, leave)

cdef struct Crew:
    Team team
    Table view                   # the chief's
    # the test
    Search search                # the chief's, when it began
    Trick trick
    int card
    int beta


cdef inline int test_card(Search* s, const Trick* trick, int card, int beta) noexcept nogil:
    """One zero-window test of a card, or with NO_CARD of the whole position; if it takes long, with the helpers."""
    cdef Team* team = s.meter.team
    cdef Crew* crew
    cdef int value
    if team == NULL:
        return test_alone(s, trick, card, beta)
    crew = <Crew*>team.shared
    crew.search = s[0]
    crew.trick = trick[0]
    crew.card = card
    crew.beta = beta
    begin_test(team, s.meter.nodes)
    call_helpers(s)         # from the first node on, if it is not to stay alone for some
    value = test_alone(s, trick, card, beta)
    s.meter.has_company = False
    if close_test(team, &value):
        s.meter.stopped = s.meter.paused = False
    return value


cdef inline void* help(void* shared) noexcept nogil:
    """A helper's life: one test after the other, as the chief opens them.

    The memory of cards is its own, begun as a copy: threads that wrote into one would wait for each other's cache lines.
    """
    cdef Crew* crew = <Crew*>shared
    cdef Team* team = &crew.team
    cdef uint64_t test = await_test(team, 0)
    cdef int never = 0, card, beta, value
    cdef Search s
    cdef Table view
    cdef Trick trick
    cdef Refutations own
    own.card = NULL
    if test:
        copy_refutations(crew.search.refutations, &own)
    while test:
        s = crew.search
        if own.card != NULL:
            s.refutations = &own
        trick = crew.trick
        card = crew.card
        beta = crew.beta
        open_view(&view, s.table.whole, &team.lock, True)
        leave(&team.lock)
        s.table = &view
        s.meter = new_meter(NEVER, 0, &never)
        s.meter.team = team
        s.meter.test = test
        s.meter.has_company = True
        value = test_alone(&s, &trick, card, beta)
        tell(&s.meter)
        close_view(&s)
        finish_test(team, test, not s.meter.stopped, value)
        test = await_test(team, test)
    free(own.card)
    return NULL


cdef inline void begin_crew(Crew* crew, Search* s, int n_helpers, uint64_t alone_for) noexcept nogil:
    """Gives the search helpers, in a struct of zeros that outlives it."""
    begin_team(&crew.team, n_helpers, alone_for, s.meter.node_limit, help, crew)
    open_view(&crew.view, s.table, &crew.team.lock, False)
    s.table = &crew.view
    s.meter.team = &crew.team


cdef inline void end_crew(Crew* crew, Search* s) noexcept nogil:
    """The search is alone again, when every helper has ended."""
    end_team(&crew.team)
    close_view(s)
    s.table = s.table.whole
    count_entries(s.table, &crew.team)
    count_helpers(&s.meter)
    break_lock(&crew.team.lock)
