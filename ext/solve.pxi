# The face of a search: from a position and what is wanted of it to what is found. Included by points/points.pyx and
# tricks/tricks.pyx, each of which has, by these names,
#
#   Search, Root                   what changes while cards are played; the question
#   Crew, begin_crew, end_crew     the threads of one search
#   lone_nodes                     the nodes for which it stays alone
#   Game, Table, Task              rules that Python reads once; the memory that it holds; a position of such rules
#   Wanted, find_all               what is wanted of a position, and all that is found of it (answer.pxi)
#   inward, outward                values as Python says them, own minus other of side 0, in the search's own terms, and back
#   inward_bounds                  the least and the greatest of them
#
# In points.pyx and tricks.pyx `Table.serve` gives its memory to a search, `Table.renew` forgets all that it holds, and
# `let_go` takes from a search that has ended what it does not own.

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from atomic cimport get_flag
from cards cimport CardSet, highest, one
from limits cimport MOST_LIMIT, NEVER, Bounds, flag_of, narrowed, new_meter, now_ns
from outcome cimport Line, Outcome

from .found import Found, FoundCard, FoundLine

cdef enum:
    MOST_SAID = (1 << 28) - 1    # of a value, far beyond any: a sum of several has 32 bits

cdef struct Question:
    # one position of a batch
    Search* search
    Root* root
    Outcome* outcome
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


def read_found(Task task not None):
    """Return what was found of a position, as a `Found`."""
    cdef Search* s = &task.search
    cdef Outcome* outcome = &task.outcome
    cdef Bounds bounds
    cdef CardSet rest
    cdef Line* line
    cdef int i, j, keeper
    cards = []
    lines = {}
    for i in range(outcome.n):
        # Every card of each class, the highest of which stands for it.
        keeper = highest(outcome.members[i])
        bounds = outward(&task.root, outcome.proved[i])
        rest = outcome.members[i]
        while rest:
            cards.append(FoundCard(highest(rest), keeper, bounds.lower, bounds.upper))
            rest ^= one(highest(rest))
        if outcome.lines != NULL and outcome.lines[i].n:
            line = &outcome.lines[i]
            lines[keeper] = FoundLine(line.total, tuple([line.card[j] for j in range(line.n)]))
    bounds = outward(&task.root, outcome.whole)
    return Found(
        bounds.lower, bounds.upper, tuple(cards), lines, s.meter.nodes, s.meter.probes, s.meter.hits,
        bool(s.meter.stopped))


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
    cdef Task task = Task(game, position)
    cdef Root* root = &task.root
    cdef int never = 0, own_guess = 0, low, high
    cdef uint64_t alone = lone_nodes(&task.search) if alone_for is None else alone_for
    cdef const int* first_guess = NULL
    cdef bint has_memory

    # Step 1. What the caller knows, and the limits.
    if guess is not None:
        own_guess = inward(root, read_worth(guess))
        first_guess = &own_guess
    if known is not None:
        low, high = read_worth(known[0]), read_worth(known[1])
        if low > high:
            raise ValueError(f"nothing lies between {low} and {high}: the least value comes first")
        if asked.among or not asked.all:
            root.bounds = narrowed(root.bounds, inward_bounds(root, low, high))
    task.search.meter = new_meter(read_limit(node_limit), deadline_ns, flag_of(cancel, &never))

    # Step 2. The search.
    take(table)
    with nogil:
        table.serve(&task.search)
        has_memory = find_together(&task.search, root, &asked, first_guess, &task.outcome, threads, alone)
    table.is_busy = False
    if not has_memory:
        raise MemoryError("no memory for lines of play or for threads")
    if asked.all and task.outcome.n == 0:
        raise ValueError("among: none of these cards can be played")
    return read_found(task)


cdef int take(Table table) except -1:
    """Takes the table for one call, until its `is_busy` is put down. The interpreter's lock is held."""
    if table.is_busy:
        raise RuntimeError("a table serves one call at a time, and this one serves another")
    table.is_busy = True
    return 0


cdef int ask_all(
    Question* questions, int n, Table table, const Wanted* wanted, const int* first_guess, bint shares, uint64_t node_limit,
    int64_t deadline_ns, const int* flag, int threads
) noexcept nogil:
    """Solves the positions in their order; returns how many were begun, or -1 when there is no memory.

    With `shares` each has an equal share of what is left of the limits, so that all are begun. Without, each may use all
    that is left, and none is begun after one that was stopped, or once nothing is left.
    """
    cdef Question* question
    cdef Search* s
    cdef bint has_last = first_guess != NULL
    cdef int last = first_guess[0] if has_last else 0      # the final value of the position before, if it was proved
    cdef uint64_t nodes_left = node_limit, nodes
    cdef int64_t now, due
    cdef int i, n_left, guess = 0
    cdef Bounds whole
    for i in range(n):
        # Step 1. What is granted.
        question = questions + i
        s = question.search
        n_left = n - i if shares else 1
        nodes = NEVER if node_limit == NEVER else max(<uint64_t>1, nodes_left // n_left)
        now = now_ns()
        due = now + max(<int64_t>0, deadline_ns - now) // n_left if deadline_ns else 0
        if not shares and i and (nodes_left == 0 or (deadline_ns and now >= deadline_ns) or get_flag(flag)):
            return i
        s.meter = new_meter(nodes, due, flag)

        # Step 2. The search, from the memory of a deal that has just begun or of the positions before.
        if question.is_new and not table.renew():
            return -1
        table.serve(s)
        guess = inward(question.root, last - question.before)
        if not find_together(
            s, question.root, wanted, &guess if question.has_guess and has_last else NULL, question.outcome, threads,
            lone_nodes(s)
        ):
            return -1

        # Step 3. What it took; nothing of it points at what others own.
        let_go(s)
        free(question.outcome.scratch)
        question.outcome.scratch = NULL
        question.outcome.time_ns = now_ns() - now
        nodes_left -= min(nodes_left, s.meter.nodes)
        if not shares and s.meter.stopped:
            return i + 1
        whole = outward(question.root, question.outcome.whole)
        has_last = whole.lower == whole.upper       # bounds that a limit has left are a worse guess than none
        last = whole.lower + question.before
    return n


def solve_many(list positions not None, Table table not None, *, str wanted="all", bint with_line=True,
               bint with_totals=True, bint shares=True, guess=None, node_limit=None, int64_t deadline_ns=0,
               cancel=None, int threads=1):
    """Solve positions one after the other, without the interpreter's lock between them.

    Return for each its Task, of which `read_found` makes a `Found`. Every position is searched as by `solve`.

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
    cdef Task task
    cdef list tasks = []
    cdef Question* questions = <Question*>calloc(max(n, 1), sizeof(Question))
    if questions == NULL:
        raise MemoryError("no memory for a batch")
    try:
        for i, (game, position, is_new, before) in enumerate(rows):
            task = Task(game, position)
            tasks.append(task)
            question = questions + i
            question.search = &task.search
            question.root = &task.root
            question.outcome = &task.outcome
            question.is_new = is_new
            question.has_guess = before is not None
            question.before = 0 if before is None else read_worth(before)
        take(table)
        with nogil:
            n_begun = ask_all(
                questions, n, table, &asked, &first_guess if has_guess else NULL, shares, most_nodes, deadline_ns, flag,
                threads)
        table.is_busy = False
        if n_begun < 0:
            raise MemoryError("no memory for the search")
        return tasks[:n_begun]
    finally:
        free(questions)
