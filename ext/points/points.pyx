# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The native core: the only place where Python and the search meet.

Everything is given as flat numbers, made by solver/engine/encode.py. Nothing here is shared between calls but the
Table that the caller hands in; a Table serves one call at a time, and any number of calls run at once.
"""

from libc.stdint cimport int64_t, uint64_t, uintptr_t
from libc.stdlib cimport free

from cards cimport CardSet, highest, lowest, n_cards, one
from game.combinations cimport Combinations, combinations_left, find_combinations
from game.position cimport Position, Stock
from game.reading cimport read_position, read_stock, read_trick
from game.rules cimport Rules, side
from game.worth cimport is_settled
from points.bounds cimport bounds_to_go
from points.driver cimport (Line, Proof, Root, best_bounds, far_step, optimal_card, play_line, prove_all, root_cards,
                     root_distinct, start_proof)
from points.ordering cimport Moves, Refutations, are_neighbours, list_moves, most_apart, others_out
from points.penalties cimport has_penalty_game, least_penalty_tricks, most_penalty_tricks, penalty_rules
from points.search cimport NEVER, POLL_EVERY, Search
from points.table cimport CLUSTER, NO_CARD, Bounds, Entry, Table as CTable, start_table

cdef assert_layout():
    if sizeof(Entry) != 16:
        raise SystemError("a table entry must be 16 bytes")
    if sizeof(Entry) * CLUSTER != 64:
        raise SystemError("a cluster must be a cache line")


assert_layout()


cdef class Table:
    """The memory of one deal's searches: at most `limit_bytes`, less while the deal needs less."""

    cdef CTable table
    cdef Refutations refutations
    cdef readonly uint64_t limit_bytes

    def __cinit__(self, uint64_t limit_bytes):
        self.limit_bytes = limit_bytes
        if not start_table(&self.table, limit_bytes):
            raise MemoryError("no memory for a transposition table")

    def __dealloc__(self):
        free(self.table.entries)

    @property
    def n_entries(self):
        """Positions stored so far."""
        return self.table.n_used

    @property
    def n_bytes(self):
        """Memory held now."""
        return self.table.n_clusters * CLUSTER * sizeof(Entry)


cdef class _Task:
    """A position read from Python, with the search state that belongs to it."""

    cdef Rules rules
    cdef Rules penalty_rules
    cdef Stock stock
    cdef Combinations possible
    cdef Search search
    cdef Root root
    cdef int never

    def __cinit__(self, dict rules, dict position):
        cdef Position* at = &self.search.position
        self.rules = rules
        self.never = 0
        self.stock = read_stock(position)
        self.search.rules = &self.rules
        self.search.stock = &self.stock
        self.search.possible = &self.possible
        self.search.cancelled = &self.never
        self.search.node_limit = self.search.pause_at = NEVER
        self.search.next_poll = POLL_EVERY
        at[0] = read_position(&self.rules, &self.stock, position)
        self.root.trick = read_trick(&self.rules, at, position)
        if self.rules.combinations:
            self.find_combinations()
        if has_penalty_game(&self.rules, at, &self.stock):
            self.penalty_rules = penalty_rules(&self.rules)
            self.search.penalty_rules = &self.penalty_rules
            self.search.least_penalty_tricks = least_penalty_tricks(&self.rules)
            self.search.most_penalty_tricks = most_penalty_tricks(at)
        self.root.bounds = bounds_to_go(&self.rules, at, combinations_left(&self.rules, at, &self.possible))
        self.root.unit = position["unit"]
        self.root.base = self.root.bounds.upper

    cdef find_combinations(self):
        """Who holds which cards decides what can fall in one trick; of the stock and the table nothing is said."""
        cdef int owner[64]
        cdef int card, seat, n_ranks = 0
        for card in range(64):
            owner[card] = -1
            n_ranks = max(n_ranks, self.rules.rank[card] + 1)
        for card in range(64):
            for seat in range(self.rules.n_seats):
                if self.search.position.hand[seat] & one(card):
                    owner[lowest(self.rules.natural[card])] = seat
        find_combinations(&self.rules, owner, n_ranks, &self.possible)


def solve(dict rules, dict position, Table table, *, bint all_cards=True, bint all_lines=False,
          guess=None, node_limit=None, int64_t deadline_ns=0, cancel=None):
    """The values of a position's playable cards.

    Returns a dict: `cards`, a list of (card, representative, lower, upper) with the bounds proved of the value
    to go after it, equal bounds being the exact value, own minus other of side 0 (with `all_cards` false the
    one best card, or no card when a limit came first); `lower` and `upper` of the position itself; `lines`, by
    card, (what both sides together get, the cards of best play from it on), for the best card only or, with
    `all_lines`, for every representative;
    `nodes`; `probes` of the table and `hits`, how many of them found the position; `stopped`, whether a limit
    was reached.
    """
    cdef _Task task = _Task(rules, position)
    cdef Search* s = &task.search
    cdef Root* root = &task.root
    cdef CardSet playable, kept, others
    cdef Moves moves
    cdef Proof proofs[52]
    cdef Bounds whole
    cdef Line line
    cdef int i, card, keeper = NO_CARD, first_guess, step
    cdef bint maximises = side(&task.rules, root.trick.seat) == 0
    s.table = &table.table
    s.refutations = &table.refutations
    s.deadline_ns = deadline_ns
    if node_limit is not None:
        s.node_limit = min(node_limit, 1 << 62)
        s.next_poll = min(<uint64_t>POLL_EVERY, s.node_limit)
    if cancel is not None:      # which the caller's reference keeps alive
        s.cancelled = <const int*><uintptr_t>cancel.address
    playable = root_cards(s, root)
    kept = root_distinct(s, root)
    others = others_out(&s.position, &root.trick, s.position.hand[root.trick.seat])
    list_moves(&task.rules, &s.position, &root.trick, kept, NO_CARD, &moves)
    step = far_step(root) if guess is None else root.unit
    first_guess = (root.bounds.lower + root.bounds.upper) // 2 if guess is None else guess

    with nogil:
        if all_cards:
            for i in range(moves.n):
                start_proof(&proofs[i], root, moves.card[i], first_guess, step)
            prove_all(s, root, proofs, moves.n)
            whole = best_bounds(proofs, moves.n, maximises)
        else:
            start_proof(proofs, root, NO_CARD, first_guess, step)
            prove_all(s, root, proofs, 1)
            whole = proofs[0].bounds
            if not s.stopped:
                keeper = optimal_card(s, &root.trick, whole.lower)

    answer = {"lower": whole.lower, "upper": whole.upper, "lines": {}, "cards": []}
    if all_cards:
        for i in range(moves.n):
            _list_class(task, moves.card[i], playable, kept, others, proofs[i].bounds, answer["cards"])
    elif keeper != NO_CARD:
        answer["cards"].append((keeper, keeper, whole.lower, whole.upper))
    if not s.stopped:
        wanted = dict.fromkeys(entry[1] for entry in answer["cards"] if all_lines or entry[2] == whole.lower)
        for entry in answer["cards"]:
            if entry[1] not in wanted or s.stopped:
                continue
            del wanted[entry[1]]
            card, first_guess = entry[1], entry[2]
            with nogil:
                line = play_line(s, &root.trick, card, first_guess)
            if line.n:
                answer["lines"][card] = (line.total, [line.card[i] for i in range(line.n)])
            if not all_lines:
                break
    answer["nodes"] = s.nodes
    answer["probes"] = s.probes
    answer["hits"] = s.hits
    answer["stopped"] = bool(s.stopped)
    return answer


cdef _list_class(_Task task, int card, CardSet playable, CardSet kept, CardSet others, Bounds bounds, list cards):
    """Adds a card and the equal ones below it, which are in `playable` but not in `kept`."""
    cdef CardSet rest = playable & ~kept & (one(card) - 1)
    cdef int below, upper = card
    cards.append((card, card, bounds.lower, bounds.upper))
    while rest:
        below = highest(rest)
        rest ^= one(below)
        if (below ^ card) & 48 or kept & ((one(upper) - 1) & ~((one(below) << 1) - 1)):
            break
        if not are_neighbours(&task.rules, upper, below, others) or most_apart(&task.rules, upper, below, is_settled(&task.rules, &task.search.position)):
            break
        cards.append((below, card, bounds.lower, bounds.upper))
        upper = below

