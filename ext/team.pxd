# Several threads that search one test together.
#
# A search begins alone. A test that goes on when the search has become long is opened to helpers: threads that make the same
# test from its root with the same table. What one of them proves the others find there.
# The first to come to the end has the answer of the test, and all others stop. (Many search the same tree and share nothing
# but the table: "Lazy SMP", D. Homan in ExChess and T. Romstad in Stockfish, about 2014; here each zero-window test by itself.)
#
# Threads that begin together would go side by side and prove everything twice. So a thread marks each card that it searches,
# where much hangs on it, and of the cards after the first it takes those first that nobody else is at. (J.-C. Weill, "The
# ABDADA distributed minimax search algorithm", 1996, as T. Kerrigan made it simpler, 2017: marks in a table of their own.) A
# mark that is lost, or that stands for another card, changes the order of cards only.
#
# What one thread is still searching, another may have settled by a card of its own. So in the search for points each asks the
# table, when it looks up, for the positions on its path, and goes back to the outermost that is settled. (R. Feldmann's young
# brothers are told of a cutoff, 1993; here the table tells.) In the search for tricks, whose proofs are of use for many other
# positions, that spares nothing: measured.
#
# The thread that began is the chief. It alone makes the tests, watches the limits and lets the table grow. A helper sleeps
# until a test is open, and ends with the search of one position.
#
# Memory order. `open`, `answered`, `halted` and the counts are relaxed words, looked at every POLL_EVERY nodes: who sees one
# late only searches a little longer for nothing. All else is handed over under `lock`: the question of a test to the helpers,
# a helper's answer to the chief, a table that has grown.

from libc.stdint cimport uint64_t

from atomic cimport get_word, put_word

cdef extern from *:
    """
    #ifdef __wasm__
    /* A module in a browser has one thread. */
    enum { TEAM_HAS_THREADS = 0 };
    typedef struct { char unused; } TeamLock;
    typedef struct { char unused; } TeamThread;
    static inline void team_make_lock(TeamLock *lock) { (void)lock; }
    static inline void team_break_lock(TeamLock *lock) { (void)lock; }
    static inline void team_enter(TeamLock *lock) { (void)lock; }
    static inline void team_leave(TeamLock *lock) { (void)lock; }
    static inline void team_wait(TeamLock *lock) { (void)lock; }
    static inline void team_tell(TeamLock *lock) { (void)lock; }
    static inline int team_start(TeamThread *thread, void *(*run)(void *), void *argument) {
        (void)thread; (void)run; (void)argument;
        return 0;
    }
    static inline void team_join(TeamThread *thread) { (void)thread; }
    #else
    #include <pthread.h>
    #include <signal.h>
    typedef struct { pthread_mutex_t mutex; pthread_cond_t changed; } TeamLock;
    typedef pthread_t TeamThread;
    enum { TEAM_HAS_THREADS = 1 };
    enum { TEAM_STACK = 4 << 20 };      /* bytes, many times what a deal of 52 cards takes */
    static inline void team_make_lock(TeamLock *lock) {
        pthread_mutex_init(&lock->mutex, NULL);
        pthread_cond_init(&lock->changed, NULL);
    }
    static inline void team_break_lock(TeamLock *lock) {
        pthread_cond_destroy(&lock->changed);
        pthread_mutex_destroy(&lock->mutex);
    }
    static inline void team_enter(TeamLock *lock) { pthread_mutex_lock(&lock->mutex); }
    static inline void team_leave(TeamLock *lock) { pthread_mutex_unlock(&lock->mutex); }
    static inline void team_wait(TeamLock *lock) { pthread_cond_wait(&lock->changed, &lock->mutex); }
    static inline void team_tell(TeamLock *lock) { pthread_cond_broadcast(&lock->changed); }
    /* Starts a thread to which no signal comes: those are for the interpreter's threads. 0 when there is none. */
    static inline int team_start(TeamThread *thread, void *(*run)(void *), void *argument) {
        pthread_attr_t attributes;
        sigset_t all, before;
        int failed;
        if (pthread_attr_init(&attributes))
            return 0;
        pthread_attr_setstacksize(&attributes, TEAM_STACK);
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        failed = pthread_create(thread, &attributes, run, argument);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        pthread_attr_destroy(&attributes);
        return !failed;
    }
    static inline void team_join(TeamThread *thread) { pthread_join(*thread, NULL); }
    #endif
    #ifdef ATOUT_LOCKSTEP
    /* For benchmarks/lockstep.py, which counts nodes as on a machine with a core for each thread: the threads take turns
       from one look to the next, and the nodes of a search are the chief's alone, which are its time. */
    enum { TEAM_TAKES_TURNS = 1 };
    static struct { pthread_mutex_t mutex; pthread_cond_t changed; uint64_t last; uint64_t now; } team_turns = {
        PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 1
    };
    static _Thread_local int team_has_turn;
    static inline void team_drop_turn(void) {
        if (!team_has_turn)
            return;
        team_has_turn = 0;
        pthread_mutex_lock(&team_turns.mutex);
        team_turns.now += 1;
        pthread_cond_broadcast(&team_turns.changed);
        pthread_mutex_unlock(&team_turns.mutex);
    }
    static inline void team_pass_turn(void) {
        uint64_t own;
        team_drop_turn();
        pthread_mutex_lock(&team_turns.mutex);
        own = ++team_turns.last;
        while (team_turns.now != own)
            pthread_cond_wait(&team_turns.changed, &team_turns.mutex);
        pthread_mutex_unlock(&team_turns.mutex);
        team_has_turn = 1;
    }
    #else
    enum { TEAM_TAKES_TURNS = 0 };
    static inline void team_drop_turn(void) {}
    static inline void team_pass_turn(void) {}
    #endif
    """
    ctypedef struct Lock "TeamLock":
        pass
    ctypedef struct Thread "TeamThread":
        pass
    void make_lock "team_make_lock"(Lock* lock) noexcept nogil
    void break_lock "team_break_lock"(Lock* lock) noexcept nogil
    void enter "team_enter"(Lock* lock) noexcept nogil
    void leave "team_leave"(Lock* lock) noexcept nogil
    void wait_for_news "team_wait"(Lock* lock) noexcept nogil      # until `tell_all`; the lock is open meanwhile
    void tell_all "team_tell"(Lock* lock) noexcept nogil
    bint start_thread "team_start"(Thread* thread, void* (*run)(void*) noexcept nogil, void* argument) noexcept nogil
    void join_thread "team_join"(Thread* thread) noexcept nogil
    const bint has_threads "TEAM_HAS_THREADS"       # False: what only threads need is not compiled
    const bint takes_turns "TEAM_TAKES_TURNS"
    void drop_turn "team_drop_turn"() noexcept nogil
    void pass_turn "team_pass_turn"() noexcept nogil

cdef enum:
    MOST_HELPERS = 63
    TEST_ALONE_FOR = 1 << 8      # nodes for which each of its tests does: most that end before are no work for two
    MARK_BITS = 10
    N_MARKS = 1 << MARK_BITS
    MARK_SHIFT = 64 - MARK_BITS

cdef struct Team:
    Lock lock
    int n_most                   # helpers that may be started
    int n_started
    Thread threads[MOST_HELPERS]
    void* (*run)(void*) noexcept nogil      # what a helper does
    void* shared                 # given to it
    # of the chief alone
    uint64_t alone_for           # nodes for which the search stays alone
    uint64_t node_limit          # of all threads together; helpers read it
    uint64_t test                # number of the test that it makes
    uint64_t test_began          # in nodes of the chief
    bint is_open                 # it is open to helpers
    # under the lock
    int n_busy                   # that search
    int n_halted                 # of these, that wait until the chief has done something
    bint is_over
    int value                    # of the test that was answered
    # relaxed words
    uint64_t open                # number of the test that helpers may make; 0: none
    uint64_t answered            # of the last test to which a helper has the answer
    uint64_t halted              # 1: helpers wait at their next look
    uint64_t chief_nodes         # what the chief has counted
    uint64_t nodes               # what the helpers have
    uint64_t probes
    uint64_t hits
    uint64_t n_used              # entries
    uint64_t marks[N_MARKS]      # of cards that are being searched; 0: none


cdef inline uint64_t branch(const uint64_t* words, int n_words, int seat, int card) noexcept nogil:
    """The mark of a card that a player may put down, the words being of the hands: any number but 0, mostly another for each."""
    cdef uint64_t mark = <uint64_t>(seat << 6 | card)
    cdef int i
    for i in range(n_words):
        mark = (mark ^ words[i]) * <uint64_t>0x9E3779B97F4A7C15U
        mark ^= mark >> 32
    return mark * <uint64_t>0xD6E8FEB86659FD93U | 1


cdef inline void mark_branch(Team* team, uint64_t mark) noexcept nogil:
    put_word(&team.marks[mark >> MARK_SHIFT], mark)


cdef inline void clear_branch(Team* team, uint64_t mark) noexcept nogil:
    cdef uint64_t* word = &team.marks[mark >> MARK_SHIFT]
    if get_word(word) == mark:
        put_word(word, 0)


cdef inline bint is_marked(const Team* team, uint64_t mark) noexcept nogil:
    """Does another thread search the branch?"""
    return get_word(&team.marks[mark >> MARK_SHIFT]) == mark


cdef inline void begin_test(Team* team, uint64_t nodes) noexcept nogil:
    """The chief begins a test, alone, after so many nodes of its own."""
    team.test += 1
    team.test_began = nodes
    team.is_open = False


cdef inline bint wants_help(const Team* team, uint64_t nodes) noexcept nogil:
    """Is the chief's test worth helpers, after so many nodes of its own?"""
    cdef uint64_t of_a_test = min(team.alone_for, <uint64_t>TEST_ALONE_FOR)
    return not team.is_open and nodes >= team.alone_for and nodes - team.test_began >= of_a_test


cdef inline void open_test(Team* team) noexcept nogil:
    """Lets helpers make the test; those that are not there yet are started. The question must be ready."""
    enter(&team.lock)
    put_word(&team.open, team.test)
    team.is_open = True
    while team.n_started < team.n_most:
        if not start_thread(&team.threads[team.n_started], team.run, team.shared):
            team.n_most = team.n_started
            break
        team.n_started += 1
    tell_all(&team.lock)
    leave(&team.lock)


cdef inline bint is_answered(const Team* team) noexcept nogil:
    """Has a helper the answer to the test that the chief makes?"""
    return team.is_open and get_word(&team.answered) == team.test


cdef inline bint close_test(Team* team, int* value) noexcept nogil:
    """The chief stops the helpers; True if one of them has the answer, which is then `value`."""
    cdef bint is_known
    if not team.is_open:
        return False
    enter(&team.lock)
    is_known = get_word(&team.answered) == team.test
    if is_known:
        value[0] = team.value
    put_word(&team.open, 0)
    team.is_open = False
    leave(&team.lock)
    return is_known


cdef inline uint64_t await_test(Team* team, uint64_t before) noexcept nogil:
    """Waits for a test other than the one made before; returns its number, or 0 at the end of the search.

    The lock is held when it returns a number, for the question to be read; `leave` it then.
    """
    enter(&team.lock)
    while not team.is_over and (team.open == 0 or team.open == before or team.halted):
        wait_for_news(&team.lock)
    if team.is_over:
        leave(&team.lock)
        return 0
    team.n_busy += 1
    return team.open


cdef inline void finish_test(Team* team, uint64_t test, bint is_known, int value) noexcept nogil:
    """A helper has come to the end of a test, or was stopped."""
    drop_turn()
    enter(&team.lock)
    team.n_busy -= 1
    if is_known and team.open == test and team.answered != test:
        team.value = value
        put_word(&team.answered, test)
    tell_all(&team.lock)
    leave(&team.lock)


cdef inline void halt(Team* team) noexcept nogil:
    """Returns when every helper waits; the chief then holds the lock until `go_on`."""
    drop_turn()
    enter(&team.lock)
    put_word(&team.halted, 1)
    while team.n_halted < team.n_busy:
        wait_for_news(&team.lock)


cdef inline void go_on(Team* team) noexcept nogil:
    put_word(&team.halted, 0)
    tell_all(&team.lock)
    leave(&team.lock)


cdef inline void wait_while_halted(Team* team) noexcept nogil:
    """A helper's part of `halt`. The lock is held when it returns, for what has changed to be read; `leave` it then."""
    drop_turn()
    enter(&team.lock)
    team.n_halted += 1
    tell_all(&team.lock)
    while team.halted:
        wait_for_news(&team.lock)
    team.n_halted -= 1


cdef inline void begin_team(
    Team* team, int n_helpers, uint64_t alone_for, uint64_t node_limit, void* (*run)(void*) noexcept nogil, void* shared
) noexcept nogil:
    """A team, in a struct of zeros, that may have so many helpers; its lock is to be broken at the end."""
    make_lock(&team.lock)
    team.n_most = min(n_helpers, <int>MOST_HELPERS)
    team.alone_for = alone_for
    team.node_limit = node_limit
    team.run = run
    team.shared = shared


cdef inline void end_team(Team* team) noexcept nogil:
    """Returns when every helper has ended."""
    cdef int i
    drop_turn()
    enter(&team.lock)
    put_word(&team.open, 0)
    team.is_over = True
    tell_all(&team.lock)
    leave(&team.lock)
    for i in range(team.n_started):
        join_thread(&team.threads[i])
