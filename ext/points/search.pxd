# Zero-window alpha-beta over the play of a deal, fail-soft, with the table at the starts of tricks.
#
# Side 0 maximises. Every value is to go: from the start of the unfinished trick to the end of the deal.
# A call with window (beta - 1, beta) proves one of two things: value >= beta, and then it returns a lower bound that is
# at least beta; or value < beta, and then it returns an upper bound below beta. (Zero windows are Pearl's tests, 1980;
# fail-soft is Fishburn's, 1983.) When a trick is full the window moves by the trick's worth. The results of the sides
# are never taken to add up to a constant: combinations and penalties may count.

from libc.stdint cimport uint64_t

from atomic cimport add_word, get_card, get_word, put_card
from cards cimport CardSet, lowest, one
from game.combinations cimport Combinations, combinations_left
from game.legality cimport legal_plays
from game.play cimport close_trick
from game.position cimport Position, Stock, Trick, add_card, start_trick
from game.rules cimport Rules, side
from game.worth cimport end_worth, last_trick_worth
from limits cimport Bounds, Meter, has_time_to_grow, poll, rarely
from pages cimport prefetch
from points.alike cimport Alike
from points.bounds cimport bounds_to_go, with_sure_tricks
from points.growth cimport grow, is_crowded
from points.merits cimport merits_of
from points.ordering cimport MOST_MOVES, Moves, list_moves, most_apart, refutation
from points.penalties cimport besides_penalties, penalty_position
from refutations cimport Refutations
from points.keys cimport Key, known_lead, make_key
from points.families cimport Families
from points.table cimport (
    UNREACHED, Table, cluster_of, count_entries, is_far, look_again, probe, store_bounds, store_proof)
from team cimport (
    Team, branch, clear_branch, go_on, halt, has_threads, is_marked, leave, mark_branch, open_test, wait_while_halted,
    wants_help)

cdef enum:
    LEAST_SHARED = 5             # tricks left from which on threads part: with fewer the search itself is as cheap
    LEAST_OF_MANY = 8            # the same in deals of more tricks: marks in later ones cost more than they spare

cdef struct Pending:
    # a position at the start of a trick whose leads are being searched
    const Rules* rules
    Position position
    Key key
    int beta
    int value                    # once another thread has settled it
    Pending* outer               # the one in whose search this one is; NULL: none

cdef struct Search:
    const Rules* rules
    const Stock* stock
    const Combinations* possible
    const Alike* alike
    const Families* families
    const Rules* penalty_rules   # of the penalty game; NULL where it is never searched
    int least_penalty_tricks     # the fewest tricks left at which it is
    int most_penalty_tricks      # and the most
    bint is_penalty_game         # true while it is being searched
    int least_shared             # tricks left from which on threads part
    Table* table
    Refutations* refutations
    Position position
    Pending* pending             # the innermost, where threads part; NULL: none
    Pending* settled             # the outermost that another thread has settled; the search goes back to it
    Meter meter


cdef inline void close_view(Search* s) noexcept nogil:
    """Tells the chief how many entries this thread has added."""
    add_word(&s.meter.team.n_used, s.table.n_used)
    s.table.n_used = 0


cdef inline void call_helpers(Search* s) noexcept nogil:
    """Opens the chief's test to helpers, if it is worth them."""
    if wants_help(s.meter.team, s.meter.nodes):
        open_test(s.meter.team)
        s.meter.has_company = True


cdef inline void find_settled(Search* s) noexcept nogil:
    """Stops the search of what another thread has settled: its proof is in the table."""
    cdef Pending* pending = s.pending
    cdef Bounds proved
    while pending != NULL:
        if probe(s.table, s.families, pending.rules, &pending.position, &pending.key, &proved):
            if proved.lower >= pending.beta or proved.upper < pending.beta:
                pending.value = proved.lower if proved.lower >= pending.beta else proved.upper
                s.settled = pending
                s.meter.stopped = True
        pending = pending.outer


cdef inline void go_down(Search* s, Pending* pending, Key key, int beta) noexcept nogil:
    """The leads of the position are searched next."""
    pending.rules = s.rules
    pending.position = s.position
    pending.key = key
    pending.beta = beta
    pending.outer = s.pending
    s.pending = pending


cdef inline bint come_up(Search* s, const Pending* pending) noexcept nogil:
    """They have been. True if that was stopped, as another thread has settled the position."""
    s.pending = pending.outer
    if s.settled != pending:
        return False
    s.settled = NULL
    s.meter.stopped = False
    return True


cdef inline void look_up(Search* s) noexcept nogil:
    """Every POLL_EVERY nodes: the limits, the team, and a larger table."""
    cdef Team* team = s.meter.team
    cdef Table* table = s.table
    poll(&s.meter)
    if s.meter.stopped:
        return

    # Step 1. Alone.
    if not has_threads or team == NULL:
        if is_crowded(table) and has_time_to_grow(&s.meter, table.n_used):
            grow(table, s.families, &s.meter)
        return

    # Step 2. A helper.
    close_view(s)
    if s.meter.test:
        if get_word(&team.halted):
            wait_while_halted(team)
            look_again(table)
            leave(&team.lock)
        find_settled(s)
        return

    # Step 3. The chief. No thread has a place of the table in hand while it looks up, so that the table may move.
    count_entries(table.whole, team)
    call_helpers(s)
    if is_crowded(table.whole) and has_time_to_grow(&s.meter, table.whole.n_used):
        halt(team)
        count_entries(table.whole, team)    # of helpers who have told them since
        grow(table.whole, s.families, &s.meter)
        look_again(table)
        go_on(team)
    find_settled(s)


cdef inline int finish_trick(Search* s, const Trick* trick, int beta) noexcept nogil:
    """The value of the finished trick and of the best play after it."""
    cdef Position before = s.position
    cdef int worth = close_trick(s.rules, s.stock, &s.position, trick)
    cdef int value = worth + search_tricks(s, beta - worth)
    s.position = before
    return value


cdef inline int search_after(Search* s, const Trick* trick, int card, int beta) noexcept nogil:
    """The value once the next player has put down `card`."""
    cdef int seat = trick.seat, value
    cdef CardSet hand = s.position.hand[seat]
    cdef Trick after
    s.meter.nodes += 1
    if rarely(s.meter.nodes >= s.meter.next_poll):
        look_up(s)
        if s.meter.stopped:
            return 0
    add_card(s.rules, trick, hand, card, &after)
    s.position.hand[seat] = hand ^ one(card)
    if after.n == s.rules.n_seats:
        value = finish_trick(s, &after, beta)
    else:
        value = search_cards(s, &after, beta)
    s.position.hand[seat] = hand
    return value


cdef inline int neighbour_bound(
    const Rules* rules, const Moves* moves, const int* values, int i, bint maximises
) noexcept nogil:
    """The most (for side 1 the least) that the i-th card can be worth, given its neighbours that were tried before."""
    cdef int bound = UNREACHED if maximises else -UNREACHED
    cdef int j, apart
    for j in range(i):
        if moves.block[j] == moves.block[i]:
            apart = most_apart(rules, moves.card[i], moves.card[j], moves.is_decided)
            if maximises:
                bound = min(bound, values[j] + apart)
            else:
                bound = max(bound, values[j] - apart)
    return bound


cdef inline int search_marked(Search* s, const Trick* trick, int card, int beta) noexcept nogil:
    """`search_after`, marked for the other threads."""
    cdef Team* team = s.meter.team
    cdef uint64_t mark = branch(s.position.hand, s.rules.n_seats, trick.seat, card)
    cdef int value
    mark_branch(team, mark)
    value = search_after(s, trick, card, beta)
    clear_branch(team, mark)
    return value


cdef inline void put_unmarked_first(const Search* s, const Trick* trick, Moves* moves, int i) noexcept nogil:
    """Puts the first card from the i-th on that no other thread searches in the i-th place, if there is one."""
    cdef int j
    for j in range(i, moves.n):
        if not is_marked(s.meter.team, branch(s.position.hand, s.rules.n_seats, trick.seat, moves.card[j])):
            moves.card[i], moves.card[j] = moves.card[j], moves.card[i]
            moves.block[i], moves.block[j] = moves.block[j], moves.block[i]
            return


cdef inline bint parts_with_others(const Search* s) noexcept nogil:
    """Do other threads make the test, and does the search take other cards than they here?"""
    return has_threads and rarely(s.meter.has_company) and s.position.tricks_left >= s.least_shared


cdef inline int search_cards(Search* s, const Trick* trick, int beta) noexcept nogil:
    """The value of the best of the next player's cards, tried in order."""
    cdef const Rules* rules = s.rules
    cdef CardSet cards = legal_plays(rules, trick, s.position.leader, s.position.hand[trick.seat])
    cdef bint maximises = side(rules, trick.seat) == 0
    cdef int value, i, bound, best_value, first
    cdef int values[MOST_MOVES]
    cdef Moves moves
    cdef unsigned char* known
    cdef bint shares

    # Step 1. No choice.
    if not cards & (cards - 1):
        return search_after(s, trick, lowest(cards), beta)

    # Step 2. The card that cut off last in a like situation: it mostly does so again, and then the others need not be
    # listed. (The card that was best in this very position is a worse guess: measured.)
    known = refutation(s.refutations, rules, trick, cards)
    first = get_card(known)
    best_value = -UNREACHED if maximises else UNREACHED
    i = 0
    if cards >> first & 1:
        best_value = values[0] = search_after(s, trick, first, beta)
        if s.meter.stopped:
            return 0
        if (best_value >= beta) if maximises else (best_value < beta):
            return best_value
        i = 1

    # Step 3. The others by merit, except those that a neighbour's value shows to be too bad.
    list_moves(rules, merits_of(rules), &s.position, s.possible, trick, cards, first, &moves)
    while i < moves.n:
        shares = parts_with_others(s)
        if shares and i:
            put_unmarked_first(s, trick, &moves, i)
        bound = neighbour_bound(rules, &moves, values, i, maximises)
        if (bound < beta) if maximises else (bound >= beta):
            value = bound
        else:
            if shares:
                value = search_marked(s, trick, moves.card[i], beta)
            else:
                value = search_after(s, trick, moves.card[i], beta)
            if s.meter.stopped:
                return 0
        values[i] = value
        if (value > best_value) if maximises else (value < best_value):
            best_value = value
            if (value >= beta) if maximises else (value < beta):
                put_card(known, moves.card[i])
                break
        i += 1
    return best_value


cdef inline int search_penalties(Search* s, int beta) noexcept nogil:
    """The value of the penalty game from the start of a trick on."""
    cdef Position before = s.position
    cdef const Rules* rules = s.rules
    cdef int value
    s.position = penalty_position(&before)
    s.rules = s.penalty_rules
    s.is_penalty_game = True
    value = search_tricks(s, beta)
    s.position = before
    s.rules = rules
    s.is_penalty_game = False
    return value


cdef inline bint can_look_at_penalties(const Search* s) noexcept nogil:
    """Is the penalty game likely to say more about the position than it costs?"""
    if s.penalty_rules == NULL or s.is_penalty_game:
        return False
    return s.least_penalty_tricks <= s.position.tricks_left <= s.most_penalty_tricks


cdef inline bint look_in_table(Search* s, const Key* key, Bounds* proved) noexcept nogil:
    """Takes what the table proves of the position, whose key this is."""
    cdef bint is_known = probe(s.table, s.families, s.rules, &s.position, key, proved)
    s.meter.probes += 1
    s.meter.hits += is_known
    return is_known


cdef inline bint decides(const Bounds* bounds, int beta) noexcept nogil:
    """Do the bounds answer the test?"""
    return bounds.lower >= beta or bounds.upper < beta


cdef inline int decided(const Bounds* bounds, int beta) noexcept nogil:
    """The bound that does."""
    return bounds.lower if bounds.lower >= beta else bounds.upper


cdef inline int search_tricks(Search* s, int beta) noexcept nogil:
    """The value of the position at the start of a trick."""
    cdef const Rules* rules = s.rules
    cdef Bounds bounds, proved, besides
    cdef Key key
    cdef bint is_known, waits
    cdef Trick trick
    cdef Pending pending
    cdef int value, combinations
    cdef bint shares = has_threads and s.meter.team != NULL and s.position.tricks_left >= s.least_shared

    # Step 1. The end of the deal, and the last trick, in which no player has a choice.
    if s.position.tricks_left == 0:
        return end_worth(rules, &s.position)
    if s.position.tricks_left == 1:
        return last_trick_worth(rules, &s.position)

    # Step 2. The table, at once if it is near; else it is fetched while step 3 counts.
    key = make_key(
        rules, &s.position, s.possible, s.alike, s.families, s.table.is_short, s.stock.n_cards > 0, s.is_penalty_game)
    is_known = False
    waits = is_far(s.table)
    if waits:
        prefetch(cluster_of(s.table, &key))
    else:
        is_known = look_in_table(s, &key, &proved)
        if is_known and decides(&proved, beta):
            return decided(&proved, beta)

    # Step 3. Bounds from the cards: too little is left to win, or enough of it cannot be lost.
    combinations = combinations_left(rules, &s.position, s.possible)
    bounds = with_sure_tricks(rules, &s.position, bounds_to_go(rules, &s.position, combinations), combinations)
    if decides(&bounds, beta):
        return decided(&bounds, beta)
    if waits:
        is_known = look_in_table(s, &key, &proved)
        if is_known and decides(&proved, beta):
            return decided(&proved, beta)
    if is_known:
        bounds.lower = max(bounds.lower, proved.lower)
        bounds.upper = min(bounds.upper, proved.upper)

    # Step 4. The penalty game: penalties alone may decide, whatever everything else brings.
    if can_look_at_penalties(s):
        besides = besides_penalties(rules, &s.position, combinations)
        value = besides.lower + search_penalties(s, beta - besides.lower)
        if s.meter.stopped:
            return 0
        if value >= beta:
            return value
        value = besides.upper + search_penalties(s, beta - besides.upper)
        if s.meter.stopped:
            return 0
        if value < beta:
            return value

    # Step 5. The leads.
    start_trick(&trick, s.position.leader)
    if rarely(shares):
        go_down(s, &pending, key, beta)
    value = search_cards(s, &trick, beta)
    if rarely(shares) and come_up(s, &pending):
        return pending.value
    if s.meter.stopped:
        return 0

    # Step 6. The table remembers what was proved.
    if rules.game_value:
        store_proof(s.table, &key, known_lead(rules, &s.position), value, value >= beta)
        return value
    if value >= beta:
        bounds.lower = max(bounds.lower, value)
    else:
        bounds.upper = min(bounds.upper, value)
    store_bounds(s.table, &key, bounds)
    return value
