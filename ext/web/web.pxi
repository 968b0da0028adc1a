# The core in a browser: one search as a WebAssembly module without Python. Included by web_points.pyx and web_tricks.pyx, each
# of which has, by these names,
#
#   Search, Root, Ready            what changes while cards are played; the question; both, and what belongs to them
#   Memory                         that of a deal
#   Wanted, find_all               what is wanted of a position, and all that is found of it (answer.pxi)
#   make_ready                     a Ready, from the rules and the position that are written
#   serve, start_memory, inward, outward
#
# solver/web/core.js is the other side. It writes the rules and a position at the addresses that `atout_rules` and
# `atout_given` tell, calls a function, and reads the numbers at `atout_reply`. An instance serves one deal at a time.
# Nothing here may need Python: the functions take and return numbers, and what the interpreter would add is left out by the
# linker.

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from cards cimport CardSet, one
from game.legality cimport legal_plays
from game.play cimport close_trick
from game.position cimport Position, Stock, Trick, add_card
from game.reading cimport read_position, read_stock, read_trick
from game.rules cimport Rules, has_penalties, side
from given cimport Given
from limits cimport MOST_LIMIT, NEVER, Bounds, new_meter, now_ns
from outcome cimport MOST_CLASSES, Line, Outcome

cdef enum:
    MOST_CARDS = 52
    MOST_TABLE_MIB = 2048        # addresses have 32 bits
    LEAST_ROOM = 1 << 20         # bytes: a search with hardly any table would have no end
    HEAD = 6                     # numbers of a reply before its classes
    OF_CLASS = 6                 # numbers of a class before its line
    MOST_REPLY = HEAD + MOST_CARDS * (OF_CLASS + MOST_CARDS)
    NO_GUESS = 1 << 30           # no guess: beyond any value
    NOT_LEGAL = 1 << 30          # beyond what any card brings

cdef Rules rules
cdef Given given
cdef bint is_open
cdef Memory memory
cdef Ready ready
cdef Outcome outcome
cdef Line lines[MOST_CLASSES]
cdef int never = 0               # raised by nobody: a worker is ended from outside
cdef int32_t reply[MOST_REPLY]


cdef public Rules* atout_rules() noexcept nogil:
    """Where the rules of the deal are written before `atout_open`."""
    return &rules


cdef public int atout_rules_bytes() noexcept nogil:
    return sizeof(Rules)


cdef public Given* atout_given() noexcept nogil:
    """Where a position is written before `atout_solve`, `atout_legal` and `atout_play`."""
    return &given


cdef public int atout_given_bytes() noexcept nogil:
    return sizeof(Given)


cdef public int32_t* atout_reply() noexcept nogil:
    """Where the numbers of an answer are read: `put_head` has their order."""
    return reply


cdef extern from *:              # ground.c
    """
    void atout_give_back(void);
    int atout_has_room(uint32_t bytes);
    """
    void atout_give_back() noexcept nogil
    int atout_has_room(uint32_t n_bytes) noexcept nogil


cdef public void atout_close() noexcept nogil:
    """Gives back what the deal has taken."""
    global is_open
    memset(&memory, 0, sizeof(Memory))
    atout_give_back()
    is_open = False


cdef public int atout_open(int table_mib) noexcept nogil:
    """Begins a deal, whose rules are written, with a table of at most so many MiB; 0 when there is no memory for it."""
    global is_open
    atout_close()
    if 1 <= table_mib <= MOST_TABLE_MIB:
        is_open = start_memory(&memory, <uint64_t>table_mib << 20) and atout_has_room(LEAST_ROOM)
    return is_open


cdef inline bint is_over() noexcept nogil:
    """Has every card been played? Then there is nothing to solve."""
    return not (given.hands[0] | given.hands[1] | given.hands[2] | given.hands[3])


cdef inline int put_head(Bounds whole, bint stopped, int n_classes, uint64_t nodes) noexcept nogil:
    """Begins the reply: bounds, stopped, the number of classes, nodes in two words."""
    reply[0] = whole.lower
    reply[1] = whole.upper
    reply[2] = stopped
    reply[3] = n_classes
    reply[4] = <int32_t>nodes
    reply[5] = <int32_t>(nodes >> 32)
    return HEAD


cdef inline int put_class(int at, CardSet members, Bounds proved, const Line* line) noexcept nogil:
    """Adds a class of cards: its bounds, its members as a set in two words, and best play once the highest is played."""
    cdef int i
    reply[at] = proved.lower
    reply[at + 1] = proved.upper
    reply[at + 2] = <int32_t>members
    reply[at + 3] = <int32_t>(members >> 32)
    reply[at + 4] = line.total
    reply[at + 5] = line.n
    for i in range(line.n):
        reply[at + OF_CLASS + i] = line.card[i]
    return at + OF_CLASS + line.n


cdef public int atout_solve(
    int wanted, int with_line, int guess, double most_nodes, double time_ms
) noexcept nogil:
    """Solves the position that is written, as the native search does; 0 when no deal is open or every card is played.

    wanted: 0 all cards, 1 one best card, 2 the value only.
    guess: a value to go to begin with, or NO_GUESS.
    most_nodes, time_ms: 0 for no limit.
    """
    # No more than what the numbers of the meter can hold: both may be infinite.
    cdef uint64_t node_limit = <uint64_t>min(most_nodes, <double>MOST_LIMIT) if most_nodes > 0 else NEVER
    cdef int64_t deadline_ns = now_ns() + <int64_t>min(time_ms * 1e6, <double>MOST_LIMIT) if time_ms > 0 else 0
    cdef bint has_guess = guess != NO_GUESS
    cdef int own_guess = 0, i, at
    cdef Search* search = &ready.search
    cdef Root* root = &ready.root
    cdef Wanted asked
    if not is_open or is_over():
        return 0
    memset(&outcome, 0, sizeof(Outcome))
    memset(lines, 0, sizeof(lines))
    outcome.lines = lines
    make_ready(&ready)
    search.meter = new_meter(node_limit, deadline_ns, &never)
    serve(&memory, search)
    if has_guess:
        own_guess = inward(root, guess)
    asked.all = wanted == 0
    asked.among = 0
    asked.card = wanted == 1
    asked.line = with_line
    asked.totals = True
    find_all(search, root, &asked, &own_guess if has_guess else NULL, &outcome)
    at = put_head(outward(root, outcome.whole), search.meter.stopped, outcome.n, search.meter.nodes)
    for i in range(outcome.n):
        at = put_class(at, outcome.members[i], outward(root, outcome.proved[i]), &lines[i])
    return 1


cdef public CardSet atout_legal() noexcept nogil:
    """The playable cards of the position that is written, as a set; none when every card is played."""
    cdef Stock stock = read_stock(&given)
    cdef Position at = read_position(&rules, &stock, &given)
    cdef Trick trick = read_trick(&rules, &at, &given)
    return legal_plays(&rules, &trick, at.leader, at.hand[trick.seat])


cdef public int atout_seat() noexcept nogil:
    """The number of the player whose turn it is."""
    cdef Stock stock = read_stock(&given)
    cdef Position at = read_position(&rules, &stock, &given)
    cdef Trick trick = read_trick(&rules, &at, &given)
    return trick.seat


cdef public int atout_play(int card) noexcept nogil:
    """Plays a card in the position that is written; returns what it won for good, own minus other of side 0.

    That is the trick it fills, with what its draw brings, and the penalty for it. What the end of the deal brings besides,
    slam and game, is not in it. NOT_LEGAL, and the position as it was, for a card that may not be played.
    """
    cdef Stock stock = read_stock(&given)
    cdef Position at = read_position(&rules, &stock, &given)
    cdef Trick trick = read_trick(&rules, &at, &given), after
    cdef CardSet hand = at.hand[trick.seat]
    cdef int worth, i
    if card < 0 or card >= 64 or not legal_plays(&rules, &trick, at.leader, hand) >> card & 1:
        return NOT_LEGAL
    add_card(&rules, &trick, hand, card, &after)
    at.hand[trick.seat] ^= one(card)
    if after.n < rules.n_seats:
        worth = after.penalties if has_penalties(&rules, at.tricks_left) else 0
        given.hands[trick.seat] = at.hand[trick.seat]
        given.table[given.n_table] = card
        given.n_table += 1
        return worth
    worth = close_trick(&rules, &stock, &at, &after)
    for i in range(4):
        given.hands[i] = at.hand[i]
    given.n_table = 0
    given.leader = at.leader
    given.drawn = at.drawn
    given.won |= 1 << side(&rules, at.leader)
    if rules.game_value:
        given.game = at.game
    return worth
