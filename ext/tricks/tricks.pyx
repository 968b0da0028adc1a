# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The count of tricks: the search for games whose result is nothing but how many tricks each side wins.

Its inputs are those of the core, made by solver/engine/encode.py. Nothing is shared between calls but the Table that the
caller hands in; a Table serves one call at a time, for one deal and trump, and any number of calls run at once.
"""

from libc.stdint cimport int64_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free

from cards cimport CardSet, highest, lowest, n_cards, one
from tricks.bits cimport N_LANES, lane_set, one_of
from tricks.driver cimport NO_CARD, Bounds, Line, estimate, is_for_first, optimal_card, play_line, prove_value
from tricks.memory cimport Block, Fork, Pattern, Slot, Table as CTable, free_table, start_table, table_bytes
from tricks.order cimport Moves, class_of, distinct, list_moves
from tricks.state cimport POLL_EVERY, Search, Trick, add_card, legal_plays, others_out, start_trick

cdef enum:
    FEWEST_REFUTATIONS = 10      # as powers of two, a byte each
    MOST_REFUTATIONS = 20


cdef assert_layout():
    if sizeof(Pattern) != 24 or sizeof(Block) != 128 or sizeof(Fork) > sizeof(Block) or sizeof(Slot) != 16:
        raise SystemError("the table's parts must fill cache lines")


assert_layout()


cdef class Table:
    """The memory of the searches of one deal and trump: at most `limit_bytes`, less while they need less."""

    cdef CTable table
    cdef unsigned char* refutations
    cdef int refutation_bits     # as a power of two
    cdef int most_refutations
    cdef readonly uint64_t limit_bytes

    def __cinit__(self, uint64_t limit_bytes):
        self.limit_bytes = limit_bytes
        self.most_refutations = MOST_REFUTATIONS
        while self.most_refutations > FEWEST_REFUTATIONS and (<uint64_t>16 << self.most_refutations) > limit_bytes:
            self.most_refutations -= 1
        self.refutation_bits = FEWEST_REFUTATIONS
        self.refutations = <unsigned char*>calloc(1 << FEWEST_REFUTATIONS, 1)
        if limit_bytes > <uint64_t>1 << self.most_refutations:
            limit_bytes -= 1 << self.most_refutations
        if self.refutations == NULL or not start_table(&self.table, limit_bytes):
            raise MemoryError("no memory for a transposition table")

    def __dealloc__(self):
        free_table(&self.table)
        free(self.refutations)

    cdef void size_refutations(self, int n_tricks):
        """As many as pay for so many tricks; those of much shorter endings are not kept."""
        cdef int wanted = min(self.most_refutations, 15 if n_tricks < 8 else 18 if n_tricks < 10 else 20)
        cdef unsigned char* larger
        if wanted > self.refutation_bits:
            larger = <unsigned char*>calloc(1 << wanted, 1)
            if larger != NULL:
                free(self.refutations)
                self.refutations = larger
                self.refutation_bits = wanted

    @property
    def n_entries(self):
        """Patterns stored so far."""
        return self.table.n_patterns

    @property
    def n_forks(self):
        """Long lists of patterns that have been parted."""
        return self.table.n_forks

    @property
    def n_bytes(self):
        """Memory held now."""
        return table_bytes(&self.table) + (<uint64_t>1 << self.refutation_bits)


cdef class _Task:
    """A position read from Python, with the search state that belongs to it."""

    cdef Search search
    cdef Trick trick
    cdef Bounds bounds
    cdef int never
    cdef bint is_swapped         # seats 0 and 2 are side 1

    def __cinit__(self, dict rules, dict position):
        cdef Search* s = &self.search
        cdef Trick after
        cdef int card, lane, seat
        self.is_swapped = rules["side_of"][0] == 1
        s.trumps = rules["trumps"]
        s.trump = lowest(s.trumps) >> 4 if s.trumps else -1
        s.cancelled = &self.never
        s.node_limit = <uint64_t>-1
        s.next_poll = POLL_EVERY
        start_trick(&self.trick, position["leader"])
        for card in position["table"]:
            add_card(s, &self.trick, card, &after)
            self.trick = after
        for seat in range(4):
            s.hand[seat] = position["hands"][seat]
            for lane in range(N_LANES):
                s.shape += n_cards(s.hand[seat] & lane_set(lane)) * one_of(seat, lane)
        s.n_tricks = n_cards(s.hand[self.trick.seat])
        self.bounds.lower = 0
        self.bounds.upper = s.n_tricks

    cdef int difference(self, int tricks):
        """Tricks of seats 0 and 2 as own minus other of side 0."""
        cdef int value = 2 * tricks - self.bounds.upper
        return -value if self.is_swapped else value

    cdef int tricks(self, int difference):
        """The other way round."""
        return (self.bounds.upper + (-difference if self.is_swapped else difference)) // 2

    cdef tuple both(self, Bounds bounds):
        cdef int first = self.difference(bounds.lower), second = self.difference(bounds.upper)
        return min(first, second), max(first, second)


def solve(dict rules, dict position, Table table, *, bint all_cards=True, bint one_card=True, bint with_line=True,
          guess=None, known=None, node_limit=None, int64_t deadline_ns=0, cancel=None):
    """The values of a position's playable cards, in the form of the core's `solve`, as far as tricks go.

    `cancel` is a CancelToken of the core; `with_line` false leaves out the line, `one_card` false the card that keeps
    the value of the position. `known` is a pair of bounds of it that somebody has proved: lower and upper.
    """
    cdef _Task task = _Task(rules, position)
    cdef Search* s = &task.search
    cdef Trick* trick = &task.trick
    cdef CardSet playable, others, kept, rest
    cdef Moves moves
    cdef Bounds proved[13]
    cdef Bounds whole = task.bounds
    cdef Line line
    cdef int i, card, keeper = NO_CARD, first_guess, value
    cdef bint maximises = is_for_first(trick)
    s.table = &table.table
    table.size_refutations(s.n_tricks)
    s.refutations = table.refutations
    s.refutation_shift = 64 - table.refutation_bits
    s.deadline_ns = deadline_ns
    if node_limit is not None:
        s.node_limit = min(node_limit, 1 << 62)
        s.next_poll = min(<uint64_t>POLL_EVERY, s.node_limit)
    if cancel is not None:      # which the caller's reference keeps alive
        s.cancelled = <const int*><uintptr_t>cancel.address
    playable = legal_plays(s, trick)
    others = others_out(s, trick)
    kept = distinct(playable, others)
    list_moves(s, trick, kept, &moves)
    first_guess = estimate(s, trick) if guess is None else task.tricks(guess)
    if known is not None and not all_cards:
        i, card = task.tricks(known[0]), task.tricks(known[1])
        whole.lower = max(whole.lower, min(i, card))
        whole.upper = min(whole.upper, max(i, card))

    with nogil:
        if all_cards:
            whole.lower = whole.upper = -1 if maximises else 99
            for i in range(moves.n):
                proved[i] = task.bounds
                if not s.stopped:
                    proved[i] = prove_value(s, trick, moves.card[i], task.bounds, first_guess)
                    if proved[i].lower == proved[i].upper:
                        first_guess = proved[i].lower
                if maximises:
                    whole.lower = max(whole.lower, proved[i].lower)
                    whole.upper = max(whole.upper, proved[i].upper)
                else:
                    whole.lower = min(whole.lower, proved[i].lower)
                    whole.upper = min(whole.upper, proved[i].upper)
        else:
            whole = prove_value(s, trick, NO_CARD, whole, first_guess)
            if one_card and not s.stopped:
                keeper = optimal_card(s, trick, whole.lower)

    answer = {"lines": {}, "cards": []}
    answer["lower"], answer["upper"] = task.both(whole)
    if all_cards:
        for i in range(moves.n):
            rest = class_of(playable, others, moves.card[i])
            card = highest(rest)
            while rest:
                answer["cards"].append((highest(rest), card, *task.both(proved[i])))
                rest ^= one(highest(rest))
    elif keeper != NO_CARD:
        answer["cards"].append((keeper, keeper, *task.both(whole)))
    if not s.stopped and with_line:
        for entry in answer["cards"]:
            if entry[2] == answer["lower"] and entry[3] == answer["upper"]:
                card, value = entry[1], whole.lower
                with nogil:
                    line = play_line(s, trick, card, value)
                if line.n:
                    answer["lines"][card] = (task.bounds.upper, [line.card[i] for i in range(line.n)])
                break
    answer["nodes"] = s.nodes
    answer["probes"] = s.probes
    answer["hits"] = s.hits
    answer["stopped"] = bool(s.stopped)
    return answer
