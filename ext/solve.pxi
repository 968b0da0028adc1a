# The face of a search: from a position and what is wanted of it to what is found. Included by points/points.pyx and
# tricks/tricks.pyx, each of which has, by these names,
#
#   Search, Root                   what changes while cards are played; the question
#   Terms, Ready                   rules as the search has them; a Search and a Root with what belongs to them
#   open_ready, begin, close_ready room for a Ready, in which positions are made ready one after the other
#   Crew, begin_crew, end_crew     the threads of one search
#   lone_nodes                     the nodes for which it stays alone
#   Game, Table                    rules that Python reads once, its `terms`; the memory that it holds
#   Wanted, find_all               what is wanted of a position, and all that is found of it (answer.pxi)
#   inward, outward                values as Python says them, own minus other of side 0, in the search's own terms, and back
#   inward_bounds                  the least and the greatest of them
#
# In points.pyx and tricks.pyx `Game.read` reads a position of its rules, `Table.serve` gives its memory to a search, and
# `Table.renew` forgets all that it holds.

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from atomic cimport get_flag
from cards cimport CardSet, highest, one
from given cimport Given
from limits cimport MOST_LIMIT, NEVER, Bounds, flag_of, narrowed, new_meter, now_ns
from outcome cimport Class, Kept, Line, Outcome

from .found import Found, FoundCard, FoundLine

cdef enum:
    MOST_SAID = (1 << 28) - 1    # of a value, far beyond any: a sum of several has 32 bits

cdef struct Question:
    # one position of a batch
    Given given
    const Terms* terms
    Kept* kept                   # what is found of it
    bint is_new                  # of another deal than the one before: the memory forgets
    bint has_guess               # the value of the one before is the first guess
    int before                   # what was won before the position, own minus other of side 0


cdef bint find_together(
    Search* s, Root* root, const Wanted* wanted, const int* guess, Outcome* outcome, int threads, uint64_t alone_for
) noexcept nogil:
    """Everything that is wanted of the position, by up to so many threads; False when there is no memory for it."""
    cdef Crew* crew
    cdef bint has_memory
    if threads <= 1:
        return find_all(s, root, wanted, guess, outcome)
    crew = <Crew*>calloc(1, sizeof(Crew))
    if crew == NULL:
        return False
    begin_crew(crew, s, threads - 1, alone_for)
    has_memory = find_all(s, root, wanted, guess, outcome)
    end_crew(crew, s)
    free(crew)
    return has_memory


cdef Wanted read_wanted(str wanted, bint with_line, bint with_totals, CardSet among=0):
    """What is wanted, from the words of Python."""
    cdef Wanted read
    if wanted not in ("all", "best", "value"):
        raise ValueError(f"wanted is {wanted!r}; it must be 'all', 'best' or 'value'")
    read.all = wanted == "all"
    read.among = among
    read.card = wanted == "best"
    read.line = with_line
    read.totals = with_totals
    return read


cdef bint keep(const Search* s, const Root* root, Outcome* outcome, Kept* kept) noexcept nogil:
    """Keeps what was found, in no more memory than it needs; its lines are the keeper's from now on. False without memory."""
    cdef int i
    kept.lines = outcome.lines
    outcome.lines = NULL
    kept.whole = outward(root, outcome.whole)
    kept.nodes = s.meter.nodes
    kept.probes = s.meter.probes
    kept.hits = s.meter.hits
    kept.stopped = s.meter.stopped
    kept.used_up = s.meter.stopped and s.meter.nodes >= s.meter.node_limit
    kept.classes = <Class*>malloc(max(outcome.n, 1) * sizeof(Class))
    if kept.classes == NULL:
        return False
    kept.n = outcome.n
    for i in range(kept.n):
        kept.classes[i].members = outcome.members[i]
        kept.classes[i].proved = outward(root, outcome.proved[i])
    return True


cdef class Finding:
    """What a search has found of one position."""

    cdef Game game               # keeps the terms alive
    cdef Kept kept

    def __cinit__(self, Game game not None):
        self.game = game

    def __dealloc__(self):
        free(self.kept.classes)
        free(self.kept.lines)

    @property
    def stopped(self):
        """True if a limit was reached before everything was proved."""
        return bool(self.kept.stopped)

    @property
    def used_up(self):
        """True if that limit was its number of nodes."""
        return bool(self.kept.used_up)

    @property
    def nodes(self):
        """Cards played by the search."""
        return self.kept.nodes

    @property
    def time_ns(self):
        """The time of the search, in nanoseconds, in a batch."""
        return self.kept.time_ns


def read_found(Finding finding not None):
    """Return what was found of a position, as a `Found`."""
    cdef const Kept* kept = &finding.kept
    cdef const Class* of_class
    cdef const Line* line
    cdef CardSet rest
    cdef int i, j, keeper
    cards = []
    lines = {}
    for i in range(kept.n):
        # Every card of each class, the highest of which stands for it.
        of_class = kept.classes + i
        keeper = highest(of_class.members)
        rest = of_class.members
        while rest:
            cards.append(FoundCard(highest(rest), keeper, of_class.proved.lower, of_class.proved.upper))
            rest ^= one(highest(rest))
        if kept.lines != NULL and kept.lines[i].n:
            line = kept.lines + i
            lines[keeper] = FoundLine(line.total, tuple([line.card[j] for j in range(line.n)]))
    return Found(
        kept.whole.lower, kept.whole.upper, tuple(cards), lines, kept.nodes, kept.probes, kept.hits, bool(kept.stopped))


cdef int read_worth(worth) except? -1:
    """A value that Python says, which no arithmetic of the search can carry beyond 32 bits."""
    if not -MOST_SAID <= worth <= MOST_SAID:
        raise ValueError(f"no deal is worth {worth}")
    return worth


cdef uint64_t read_limit(node_limit):
    return NEVER if node_limit is None else min(node_limit, MOST_LIMIT)


def solve(rules, dict position not None, Table table not None, *, str wanted="all", CardSet among=0,
          bint with_line=True, bint with_totals=True, guess=None, known=None, node_limit=None, int64_t deadline_ns=0,
          cancel=None, int threads=1, alone_for=None):
    """Solve a position; return a `Found` (solver/engine/found.py).

    rules, position: what solver/engine/encode.py makes of them; the rules may be a Game made of them before, which costs less.
    table: the memory; it serves one call at a time, and only positions of one deal.
    wanted: "all": the value of every playable card; "best": that of the position, and one best card; "value": that of
        the position only.
    among: a set of cards, some of them playable: "all" is these alone, and those that are as good as one of them. The
        bounds of the position are then those of the best of them. 0: every playable card.
    with_line: with best play from one best card on.
    with_totals: with all that it takes to tell what each side gets, not only the difference. Where the total of both
        depends on the play, that is a card even for "value", and best play from every card found.
    guess: a value to go to begin with. It changes what the search costs, never what it finds.
    known: the least and the greatest value to go that matter, or that are known to be possible: of the position, or of
        each card of `among`. A value below is found as the least one or as another below it, one above likewise.
    node_limit: cards that the search may play; None: as many as it takes.
    deadline_ns: when it must stop, in nanoseconds of the monotonic clock; 0: never.
    cancel: a CancelToken that stops it.
    threads: the most that search together, this one included. More than one change the nodes, and which card or line is
        found of several that are as good; never a value.
    alone_for: nodes for which one of them searches alone; 0: each test is made by all of them from its first node on; None:
        those after which help is worth its cost.

    Raises:
        ValueError: the position has no card to play or is none, no card of `among` can be played, or `guess` or `known` are
            values that no deal has; the least of `known` must come first.
        RuntimeError: the table serves another call.
        MemoryError: there is no memory for lines or threads.
    """
    cdef Wanted asked = read_wanted(wanted, with_line, with_totals, among)
    cdef Game game = rules if isinstance(rules, Game) else Game(rules)
    cdef Given given = game.read(position)
    cdef Finding finding = Finding(game)
    cdef Ready ready
    cdef Root* root = &ready.root
    cdef Outcome outcome
    cdef int never = 0, low = 0, high = 0, own_guess = 0 if guess is None else read_worth(guess)
    cdef uint64_t most_nodes = read_limit(node_limit), alone = NEVER if alone_for is None else alone_for
    cdef const int* flag = flag_of(cancel, &never)
    cdef bint has_guess = guess is not None, is_known = known is not None, has_memory

    # Step 1. What the caller knows.
    if is_known:
        low, high = read_worth(known[0]), read_worth(known[1])
        if low > high:
            raise ValueError(f"nothing lies between {low} and {high}: the least value comes first")
    is_known = is_known and (asked.among or not asked.all)

    # Step 2. The search.
    take(table)
    with nogil:
        open_ready(&ready)
        outcome.lines = NULL
        has_memory = begin(&ready, &game.terms, &given)
        if has_memory:
            if has_guess:
                own_guess = inward(root, own_guess)
            if is_known:
                root.bounds = narrowed(root.bounds, inward_bounds(root, low, high))
            ready.search.meter = new_meter(most_nodes, deadline_ns, flag)
            table.serve(&ready.search)
            has_memory = find_together(
                &ready.search, root, &asked, &own_guess if has_guess else NULL, &outcome, threads,
                lone_nodes(&ready.search) if alone == NEVER else alone)
            has_memory = has_memory and keep(&ready.search, root, &outcome, &finding.kept)
        close_ready(&ready)
    table.is_busy = False
    if not has_memory:
        raise MemoryError("no memory for a position, for lines of play or for threads")
    if asked.all and finding.kept.n == 0:
        raise ValueError("among: none of these cards can be played")
    return read_found(finding)


cdef int take(Table table) except -1:
    """Takes the table for one call, until its `is_busy` is put down. The interpreter's lock is held."""
    if table.is_busy:
        raise RuntimeError("a table serves one call at a time, and this one serves another")
    table.is_busy = True
    return 0


cdef int ask_all(
    Ready* ready, const Question* questions, int n, Table table, const Wanted* wanted, const int* first_guess, bint shares,
    uint64_t node_limit, int64_t deadline_ns, const int* flag, int threads
) noexcept nogil:
    """Solves the positions in their order; returns how many were begun, or -1 when there is no memory.

    `ready`: room for a position, in which each is made ready when it is its turn.

    With `shares` each has an equal share of what is left of the limits, so that all are begun. Without, each may use all
    that is left, and none is begun after one that was stopped, or once nothing is left.
    """
    cdef const Question* question
    cdef Search* s = &ready.search
    cdef Root* root = &ready.root
    cdef Outcome outcome
    cdef bint has_last = first_guess != NULL
    cdef int last = first_guess[0] if has_last else 0      # the final value of the position before, if it was proved
    cdef uint64_t nodes_left = node_limit, nodes
    cdef int64_t now, due
    cdef int i, n_left, guess = 0
    cdef Bounds whole
    outcome.lines = NULL
    for i in range(n):
        # Step 1. What is granted.
        question = questions + i
        n_left = n - i if shares else 1
        nodes = NEVER if node_limit == NEVER else max(<uint64_t>1, nodes_left // n_left)
        now = now_ns()
        due = now + max(<int64_t>0, deadline_ns - now) // n_left if deadline_ns else 0
        if not shares and i and (nodes_left == 0 or (deadline_ns and now >= deadline_ns) or get_flag(flag)):
            return i
        if not begin(ready, question.terms, &question.given):
            return -1
        s.meter = new_meter(nodes, due, flag)

        # Step 2. The search, from the memory of a deal that has just begun or of the positions before.
        if question.is_new and not table.renew():
            return -1
        table.serve(s)
        guess = inward(root, last - question.before)
        if not find_together(
            s, root, wanted, &guess if question.has_guess and has_last else NULL, &outcome, threads, lone_nodes(s)
        ):
            return -1

        # Step 3. What it found, and what it took.
        if not keep(s, root, &outcome, question.kept):
            return -1
        question.kept.time_ns = now_ns() - now
        nodes_left -= min(nodes_left, s.meter.nodes)
        if not shares and s.meter.stopped:
            return i + 1
        whole = question.kept.whole
        has_last = whole.lower == whole.upper       # bounds that a limit has left are a worse guess than none
        last = whole.lower + question.before
    return n


def solve_many(list positions not None, Table table not None, *, str wanted="all", bint with_line=True,
               bint with_totals=True, bint shares=True, guess=None, node_limit=None, int64_t deadline_ns=0,
               cancel=None, int threads=1):
    """Solve positions one after the other, without the interpreter's lock between them.

    Return for each its Finding, of which `read_found` makes a `Found`. Every position is searched as by `solve`.

    positions: tuples of the position's Game; the position, as solver/engine/encode.py makes it; true if it is of another
        deal than the one before, for which the table then forgets everything; and None, or what was won before the
        position, own minus other of side 0, if the final value of the one before is the first guess of its value.
    table: the memory; it serves one call at a time. Positions of one deal may stand one after the other.
    shares: each has an equal share of what is left of nodes and time. If false each may use all that is left, and the
        list that is returned ends with the position that a limit stopped, or before the first that nothing is left for.
    guess: a final value for the first of them, own minus other of side 0, as if another had come before.
    The other parameters are those of `solve`, the limits for all positions together.

    Raises:
        ValueError: a position has no card to play or is none, or a guess is a value that no deal has.
        RuntimeError: the table serves another call.
        MemoryError: there is no memory for a table or for lines. The table can be used again.
    """
    cdef Wanted asked = read_wanted(wanted, with_line, with_totals)
    cdef list rows = list(positions)     # a copy: to read a number may run code that changes the list
    cdef int never = 0, n = len(rows), n_begun, i, first_guess = 0 if guess is None else read_worth(guess)
    cdef uint64_t most_nodes = read_limit(node_limit)
    cdef const int* flag = flag_of(cancel, &never)
    cdef bint has_guess = guess is not None
    cdef Question* question
    cdef Finding finding
    cdef list findings = []
    cdef Ready ready
    cdef Question* questions = <Question*>calloc(max(n, 1), sizeof(Question))
    if questions == NULL:
        raise MemoryError("no memory for a batch")
    try:
        for i, (game, position, is_new, before) in enumerate(rows):
            finding = Finding(game)
            findings.append(finding)
            question = questions + i
            question.given = finding.game.read(position)
            question.terms = &finding.game.terms
            question.kept = &finding.kept
            question.is_new = is_new
            question.has_guess = before is not None
            question.before = 0 if before is None else read_worth(before)
        take(table)
        with nogil:
            open_ready(&ready)
            n_begun = ask_all(
                &ready, questions, n, table, &asked, &first_guess if has_guess else NULL, shares, most_nodes, deadline_ns, flag,
                threads)
            close_ready(&ready)
        table.is_busy = False
        if n_begun < 0:
            raise MemoryError("no memory for the search")
        return findings[:n_begun]
    finally:
        free(questions)
