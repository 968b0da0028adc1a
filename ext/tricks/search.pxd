# Zero-window search for the number of tricks of the side of seats 0 and 2, fail-soft, with partition search.
#
# Every call returns a bound of the tricks still to be won, from the start of the unfinished trick, and in `relevant`
# the cards whose ranks the bound hangs on. The bound then holds for every position of the same shape in which, in each
# suit, the cards from the lowest relevant one upwards lie in the same hands. The reason: let the other cards of a hand
# and suit stand for each other, and every play has its counterpart. For that the search must name, besides the cards
# that the calls below it named, each card that won a trick against another of its own suit. (Ginsberg, "Partition
# search", 1996.)

from libc.stdint cimport uint64_t

from atomic cimport add_word, get_card, get_word, put_card, put_word
from cards cimport CardSet, highest, lane_of, lowest, n_cards, one
from limits cimport has_time_to_grow, poll, rarely
from pages cimport prefetch
from team cimport (Team, branch, clear_branch, enter, go_on, halt, has_threads, is_marked, leave, mark_branch, open_test,
                   wait_while_halted, wants_help)
from tricks.bits cimport length_of, one_of
from tricks.guards cimport sure_cut_off, sure_guards
from tricks.memory cimport (Table, cluster_of, count_entries, give_back, grow_slots, is_crowded, look_again, make_room,
                            slot_key)
from tricks.order cimport Moves, equals_of, distinct, list_moves, refutation
from tricks.state cimport Search, Trick, add_card, cards_in_hands, count_lead, legal_plays, others_out, start_trick
from tricks.stops cimport Winners, find_winners, sure_stops, sure_waiting
from tricks.sure cimport BEYOND_ALL, Sure, quick_tricks, sure_masters, sure_trumps
from tricks.table cimport MOST_TRICKS, Proof, probe, store

cdef enum:
    LEAST_SHARED = 11            # tricks left from which on threads part: marks in later ones cost more than they spare


cdef inline void tell_keys(Search* s) noexcept nogil:
    """Tells the chief how many slots this thread has taken."""
    add_word(&s.meter.team.n_used, s.table.n_keys)
    s.table.n_keys = 0


cdef inline void close_view(Search* s) noexcept nogil:
    """Gives everything that is this thread's own to the whole table."""
    tell_keys(s)
    enter(s.table.lock)
    give_back(s.table)
    leave(s.table.lock)


cdef inline void call_helpers(Search* s) noexcept nogil:
    """Opens the chief's test to helpers, if it is worth them; from then on its table is shared."""
    if wants_help(s.meter.team, s.meter.nodes):
        s.table.is_shared = True
        open_test(s.meter.team)
        s.meter.has_company = True


cdef inline void make_larger(Search* s, bint is_crowded) noexcept nogil:
    """The chief makes room for slots, or else for patterns, while all other threads wait."""
    cdef Team* team = s.meter.team
    cdef Table* whole = s.table.whole
    halt(team)
    give_back(s.table)
    count_entries(whole, team)   # of helpers who have told them since
    if is_crowded:
        grow_slots(whole, 2 * whole.n_slots, &s.meter)
    else:
        make_room(whole)
        put_word(&whole.wants_room, 0)
    look_again(s.table)
    go_on(team)


cdef inline void look_up(Search* s) noexcept nogil:
    """Every POLL_EVERY nodes: the limits, the team, and a larger table."""
    cdef Team* team = s.meter.team
    cdef Table* table = s.table
    poll(&s.meter)
    if s.meter.stopped:
        return

    # Step 1. Alone.
    if team == NULL:
        if is_crowded(table) and has_time_to_grow(&s.meter, table.n_keys):
            grow_slots(table, 2 * table.n_slots, &s.meter)
        return

    # Step 2. A helper.
    tell_keys(s)
    if s.meter.test:
        if get_word(&team.halted):
            close_view(s)
            wait_while_halted(team)
            look_again(table)
            leave(&team.lock)
        return

    # Step 3. The chief. No thread has a place of the table in hand while it looks up, so that slots may move.
    count_entries(table.whole, team)
    call_helpers(s)
    if is_crowded(table.whole) and has_time_to_grow(&s.meter, table.whole.n_keys):
        make_larger(s, True)
    elif get_word(&table.whole.wants_room):
        make_larger(s, False)


cdef inline int last_trick(Search* s, int leader, CardSet* relevant) noexcept nogil:
    """The last trick, in which no player has a choice."""
    cdef Trick trick, after
    cdef int i
    start_trick(&trick, leader)
    for i in range(4):
        add_card(s, &trick, lowest(s.hand[trick.seat]), &after)
        trick = after
    relevant[0] = one(trick.best) if trick.is_contested else 0
    return 1 - (trick.winner & 1)


cdef inline int search_after(Search* s, const Trick* trick, int card, int beta, CardSet* relevant) noexcept nogil:
    """The value once the next player has put down `card`."""
    cdef int seat = trick.seat, value, won
    cdef Trick after
    s.meter.nodes += 1
    if rarely(s.meter.nodes >= s.meter.next_poll):
        look_up(s)
        if s.meter.stopped:
            return 0
    add_card(s, trick, card, &after)
    s.hand[seat] ^= one(card)
    s.shape -= one_of(seat, card >> 4)
    if after.n < 4:
        value = search_cards(s, &after, beta, relevant)
    else:
        won = 1 - (after.winner & 1)
        s.n_tricks -= 1
        value = won + search_tricks(s, after.winner, beta - won, relevant)
        s.n_tricks += 1
        if after.is_contested:
            relevant[0] |= one(after.best)
    s.shape += one_of(seat, card >> 4)
    s.hand[seat] ^= one(card)
    return value


cdef inline CardSet not_apart(CardSet relevant, int card) noexcept nogil:
    """The cards of the suit that would have done as well as `card`, if its rank did not matter.

    Those are all cards below the lowest rank that did. (Dropping these is Hans Kuijf's idea, after Haglund.)
    """
    cdef CardSet suit = relevant & lane_of(card), below = lane_of(card) & ((suit & -suit) - 1)
    return below if below >> card & 1 else 0


cdef inline CardSet by_highest(CardSet relevant, int card, CardSet cards, CardSet others) noexcept nogil:
    """The cards that a cutoff by `card` hangs on, if the player puts down the highest of the cards as good as it.

    Then the hand must hold only as many of them, from the highest down, as won a trick: this one, and any others that
    are still there and named. This is sound only where the card is chosen once for all, before the others' replies.
    """
    cdef CardSet alike, named
    cdef int n
    if not relevant & one(card):
        return relevant
    alike = equals_of(cards, others, card)
    named = (relevant ^ one(card)) & alike
    relevant &= ~alike
    if named:
        n = n_cards(alike & ~one(card) & ~((named & -named) - 1))
        while n:
            alike ^= one(highest(alike))
            n -= 1
    return relevant | one(highest(alike))


cdef inline uint64_t mark_of(const Search* s, const Trick* trick, int card) noexcept nogil:
    """The mark of a card: one for all hands of this shape, as most of what is proved for one holds for the others."""
    return branch(&s.shape, 1, trick.seat, card)


cdef inline int search_marked(Search* s, const Trick* trick, int card, int beta, CardSet* relevant) noexcept nogil:
    """`search_after`, marked for the other threads."""
    cdef Team* team = s.meter.team
    cdef uint64_t mark = mark_of(s, trick, card)
    cdef int value
    mark_branch(team, mark)
    value = search_after(s, trick, card, beta, relevant)
    clear_branch(team, mark)
    return value


cdef inline void put_unmarked_first(
    const Search* s, const Trick* trick, Moves* moves, int i, CardSet rest
) noexcept nogil:
    """Puts the first card of `rest` from the i-th on that no other thread searches in the i-th place, if there is one."""
    cdef int j
    for j in range(i, moves.n):
        if rest >> moves.card[j] & 1 and not is_marked(s.meter.team, mark_of(s, trick, moves.card[j])):
            moves.card[i], moves.card[j] = moves.card[j], moves.card[i]
            return


cdef inline bint parts_with_others(const Search* s) noexcept nogil:
    """Do other threads make the test, and does the search take other cards than they here?"""
    return has_threads and rarely(s.meter.has_company) and s.n_tricks >= LEAST_SHARED


cdef inline int search_cards(Search* s, const Trick* trick, int beta, CardSet* relevant) noexcept nogil:
    """The value of the best of the next player's cards, tried in order."""
    cdef CardSet cards = legal_plays(s, trick), others, rest, mattered = 0, alike
    cdef bint maximises = not trick.seat & 1, cuts
    cdef int card, value, i, best_value
    cdef Moves moves
    cdef unsigned char* known
    cdef CardSet below

    # Step 1. No choice.
    if not cards & (cards - 1):
        return search_after(s, trick, lowest(cards), beta, relevant)

    # Step 2. The card that cut off last in a like situation, before the others are listed.
    others = others_out(s, trick)
    rest = cards
    best_value = -BEYOND_ALL if maximises else BEYOND_ALL
    known = refutation(s, trick, cards)
    card = get_card(known)
    moves.n = 0
    i = 0
    if not cards >> card & 1:
        rest = distinct(cards, others)
        if not rest & (rest - 1):
            alike = equals_of(cards, others, lowest(rest))
            value = search_after(s, trick, lowest(rest), beta, relevant)
            if relevant[0] & alike:
                relevant[0] |= alike
            return value
        list_moves(s, trick, rest, &moves)
        card = moves.card[0]
        i = 1

    # Step 3. One after the other, except those that cannot be better than one tried before.
    while True:
        if parts_with_others(s):
            value = search_marked(s, trick, card, beta, &below)
        else:
            value = search_after(s, trick, card, beta, &below)
        if s.meter.stopped:
            return 0
        cuts = (value >= beta) == maximises
        if trick.n == 0:
            count_lead(s, trick.seat, card >> 4, cuts)
        if cuts:
            # Helpers without memory for a copy share this one (crew.pxi): to write would take the line from the others.
            if get_card(known) != card:
                put_card(known, card)
            relevant[0] = by_highest(below, card, cards, others)
            return value
        if (value > best_value) if maximises else (value < best_value):
            best_value = value
        # Cards as good as this one are not tried. Their own ranks are what their values would have hung on.
        alike = equals_of(cards, others, card)
        below |= alike if below & alike else 0
        mattered |= below
        if moves.n == 0:
            # The remembered card failed: list the others.
            rest = distinct(cards & ~alike, others) & ~not_apart(below, card)
            if not rest:
                break
            list_moves(s, trick, rest, &moves)
            i = 0
        else:
            rest &= ~(alike | not_apart(below, card))
        while i < moves.n and not rest >> moves.card[i] & 1:
            i += 1
        if i == moves.n:
            break
        if parts_with_others(s):
            put_unmarked_first(s, trick, &moves, i, rest)
        card = moves.card[i]
        i += 1
    relevant[0] = mattered
    return best_value


cdef inline int most_trumps(const Search* s, int seat) noexcept nogil:
    """The length of the longer trump holding of a side: it cannot count on more trump tricks than that."""
    return max(length_of(s.shape, seat, s.trump), length_of(s.shape, seat ^ 2, s.trump))


cdef inline Sure sure_later(const Search* s, int seat, int leader, const Sure* plain, int needed) noexcept nogil:
    """Tricks that the side of `seat` wins with its trumps, after `plain` ones; fewer than `needed` mean nothing."""
    cdef Sure sure
    sure.n = 0
    sure.relevant = 0
    if not (s.hand[seat] | s.hand[seat ^ 2]) & s.trumps:
        return sure
    if not (s.hand[(seat + 1) & 3] | s.hand[(seat + 3) & 3]) & s.trumps:
        return sure_masters(s.hand, s.shape, s.trump, seat, needed)
    if most_trumps(s, seat) + plain.n >= needed:
        sure = sure_trumps(s.hand, s.trumps, seat, leader, plain.n, needed - plain.n)
        sure.n += plain.n
        sure.relevant |= plain.relevant
    return sure


cdef inline int search_tricks(Search* s, int leader, int beta, CardSet* relevant) noexcept nogil:
    """The value of the position at the start of a trick."""
    cdef int n_tricks = s.n_tricks, value, side = leader & 1
    cdef int needed = beta if side == 0 else n_tricks - beta + 1    # by the side on lead
    cdef int theirs = n_tricks - needed + 1
    cdef uint64_t key
    cdef CardSet left, mattered
    cdef Trick trick
    cdef Sure sure, plain, none
    cdef Winners winners
    cdef Proof proof

    # Step 1. Tests that need no search: of more tricks than are left, of none, and in the last trick.
    relevant[0] = 0
    if beta <= 0:
        return 0
    if beta > n_tricks:
        return n_tricks
    if n_tricks == 1:
        s.meter.nodes += 4
        return last_trick(s, leader, relevant)

    key = slot_key(s.shape, leader, n_tricks)
    prefetch(cluster_of(s.table, key))

    # Step 2. What the side on lead can cash, and what the other side cannot lose.
    sure = quick_tricks(s.hand, s.shape, n_tricks, leader, s.trump, needed, &plain)
    if sure.n >= needed:
        relevant[0] = sure.relevant
        return sure.n if side == 0 else n_tricks - sure.n
    left = cards_in_hands(s)
    if left & s.trumps:
        none.n = 0
        none.relevant = 0
        sure = sure_later(s, leader ^ 1, leader, &none, theirs)
        if sure.n >= theirs:
            relevant[0] = sure.relevant
            return n_tricks - sure.n if side == 0 else sure.n
        sure = sure_later(s, leader, leader, &plain, needed)
        if sure.n >= needed:
            relevant[0] = sure.relevant
            return sure.n if side == 0 else n_tricks - sure.n
    else:
        if theirs == 1:
            sure = sure_cut_off(s.hand, s.shape, leader)
            if sure.n == 0:
                sure = sure_guards(s.hand, s.shape, n_tricks, leader ^ 1, leader)
            if sure.n >= theirs:
                relevant[0] = sure.relevant
                return n_tricks - sure.n if side == 0 else sure.n
        if needed == 1:
            sure = sure_guards(s.hand, s.shape, n_tricks, leader, leader)
            if sure.n >= needed:
                relevant[0] = sure.relevant
                return sure.n if side == 0 else n_tricks - sure.n
        find_winners(s.hand, &winners)
        sure = sure_waiting(s.hand, s.shape, n_tricks, leader, &winners, needed)
        if sure.n >= needed:
            relevant[0] = sure.relevant
            return sure.n if side == 0 else n_tricks - sure.n
        sure = sure_stops(s.hand, s.shape, n_tricks, leader, &winners, theirs)
        if sure.n >= theirs:
            relevant[0] = sure.relevant
            return n_tricks - sure.n if side == 0 else sure.n

    # Step 3. The table. Meanwhile what is asked for next is fetched, if it proves nothing.
    start_trick(&trick, leader)
    prefetch(refutation(s, &trick, s.hand[leader]))
    if n_tricks <= MOST_TRICKS:  # the first trick of a whole deal begins but once
        proof = probe(s.table, key, s.hand, left, beta)
        s.meter.probes += 1
        if proof.is_found:
            s.meter.hits += 1
            relevant[0] = proof.relevant
            return proof.value

    # Step 4. The leads.
    value = search_cards(s, &trick, beta, &mattered)
    if s.meter.stopped:
        return 0
    relevant[0] = mattered
    if n_tricks <= MOST_TRICKS:
        store(s.table, key, s.hand, left, n_tricks, mattered, value, value >= beta)
    return value
