# The face of a search: from a position and what is wanted of it to what is found. Included by points/points.pyx and
# tricks/tricks.pyx, each of which has, by these names,
#
#   Search, Trick, Moves, Root     what changes while cards are played; the unfinished trick; cards in order; the question
#   Table, Task                    the memory that Python holds; a question read from Python
#   prove_cards, prove_position    exact values, or the bounds that a limit left
#   test_card, list_choice, likely_card, class_of, maximises, has_open_total
#   put_down, go_back, tricks_left, sure_total
#   inward, outward                values as Python says them, own minus other of side 0, in the search's own terms, and back

from libc.stdint cimport int64_t, uint64_t, uintptr_t

from cards cimport NO_CARD, CardSet, highest, one
from limits cimport NEVER, best_bounds, new_meter

from .found import Found, FoundCard, FoundLine

cdef struct Line:
    int n                        # cards; 0 when a limit stopped the search
    int card[52]
    int total                    # what both sides together get along it


cdef bint keeps_value(Search* s, const Trick* trick, int card, int value) noexcept nogil:
    """Does the card keep the known value of the position for the side that plays it?"""
    if maximises(s, trick):
        return test_card(s, trick, card, value) >= value
    return test_card(s, trick, card, value + 1) <= value


cdef int optimal_card(Search* s, const Trick* trick, int value) noexcept nogil:
    """A card that keeps the known value; NO_CARD when a limit stopped the search."""
    cdef Moves moves
    cdef bint keeps
    cdef int i, card = likely_card(s, trick)
    if card != NO_CARD:
        keeps = keeps_value(s, trick, card, value)
        if s.meter.stopped:
            return NO_CARD      # and what `keeps` says means nothing
        if keeps:
            return card
    list_choice(s, trick, &moves)
    for i in range(moves.n - 1):
        keeps = keeps_value(s, trick, moves.card[i], value)
        if s.meter.stopped:
            return NO_CARD
        if keeps:
            return moves.card[i]
    # One card must keep the value: when no other does it is the last one.
    return moves.card[moves.n - 1]


cdef Line play_line(Search* s, const Trick* start, int card, int value) noexcept nogil:
    """Best play of both sides from `card` on, whose value to go is `value`.

    The search's position is as before when this returns.
    """
    cdef Search before = s[0]
    cdef Trick trick = start[0]
    cdef Line line
    line.n = 0
    line.total = sure_total(s)
    while card != NO_CARD:
        line.card[line.n] = card
        line.n += 1
        value -= put_down(s, &trick, card, &line.total)
        if tricks_left(s) == 0:
            break
        card = optimal_card(s, &trick, value)
    if card == NO_CARD:
        line.n = 0
    go_back(s, &before)
    return line


def solve(dict rules, dict position, Table table, *, str wanted="all", bint with_line=True, bint with_totals=True,
          guess=None, known=None, node_limit=None, int64_t deadline_ns=0, cancel=None):
    """Solve a position; return a `Found` (solver/engine/found.py).

    rules, position: what solver/engine/encode.py makes of them.
    table: the memory; it serves one call at a time, and only positions of one deal.
    wanted: "all": the value of every playable card; "best": that of the position, and one best card; "value": that of
        the position only.
    with_line: with best play from one best card on.
    with_totals: with all that it takes to tell what each side gets, not only the difference. Where the total of both
        depends on the play, that is a card even for "value", and best play from every card found.
    guess: a value to go to begin with. It changes what the search costs, never what it finds.
    known: the lower and the upper bound of the position's value to go, proved before.
    node_limit: cards that the search may play; None: as many as it takes.
    deadline_ns: when it must stop, in nanoseconds of the monotonic clock; 0: never.
    cancel: a CancelToken that stops it.
    """
    cdef Task task = Task(rules, position)
    cdef Search* s = &task.search
    cdef Root* root = &task.root
    cdef Trick* trick = &root.trick
    cdef int never = 0, own_guess = 0, i, card, low, high, value
    cdef const int* flag = &never
    cdef const int* first_guess = NULL
    cdef bint needs_lines = with_totals and has_open_total(s), wants_all = wanted == "all"
    cdef bint wants_card = wanted == "best" or needs_lines
    cdef Moves moves
    cdef Bounds proved[MOST_MOVES]
    cdef CardSet members[MOST_MOVES]
    cdef Bounds whole
    cdef CardSet rest
    cdef Line line
    if wanted not in ("all", "best", "value"):
        raise ValueError(f"wanted is {wanted!r}; it must be 'all', 'best' or 'value'")

    # Step 1. The memory and the limits.
    if cancel is not None:      # the caller's reference keeps it alive
        flag = <const int*><uintptr_t>cancel.address
    s.meter = new_meter(NEVER if node_limit is None else min(node_limit, 1 << 62), deadline_ns, flag)
    table.serve(task)

    # Step 2. What the caller knows.
    if guess is not None:
        own_guess = inward(root, guess)
        first_guess = &own_guess
    if known is not None and not wants_all:
        low, high = inward(root, known[0]), inward(root, known[1])
        root.bounds.lower = max(root.bounds.lower, min(low, high))
        root.bounds.upper = min(root.bounds.upper, max(low, high))

    # Step 3. The values: of one card of each class, or of the position and a card that keeps it.
    list_choice(s, trick, &moves)
    with nogil:
        if wants_all:
            prove_cards(s, root, moves.card, moves.n, first_guess, proved)
            whole = best_bounds(proved, moves.n, maximises(s, trick))
            for i in range(moves.n):
                members[i] = class_of(s, trick, moves.card[i])
        else:
            whole = prove_position(s, root, first_guess)
            moves.n = 0
            if wants_card and not s.meter.stopped:
                card = optimal_card(s, trick, whole.lower)
                if card != NO_CARD:
                    moves.n = 1
                    proved[0] = whole
                    members[0] = one(card)

    # Step 4. In the words of Python: every card of each class, the highest of which stands for it.
    cards = []
    for i in range(moves.n):
        rest = members[i]
        low, high = outward(root, proved[i])
        while rest:
            cards.append(FoundCard(highest(rest), highest(members[i]), low, high))
            rest ^= one(highest(rest))

    # Step 5. The lines: of one best card, or of every class where only a line tells what both sides get.
    lines = {}
    for i in range(moves.n):
        if s.meter.stopped:
            break
        card, value = highest(members[i]), proved[i].lower
        if needs_lines or (with_line and value == whole.lower):
            with nogil:
                line = play_line(s, trick, card, value)
            if line.n:
                lines[card] = FoundLine(line.total, tuple([line.card[j] for j in range(line.n)]))
            if not needs_lines:
                break
    low, high = outward(root, whole)
    return Found(low, high, tuple(cards), lines, s.meter.nodes, s.meter.probes, s.meter.hits, bool(s.meter.stopped))
